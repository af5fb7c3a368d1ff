"""Winning and losing: which side did more damage, which unit is beaten back, and whether the winner presses."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit
from ..board import OFF_BOARD, bearing, is_way_open, neighbour
from ..vocab import Event, Refusal
from .conditions import end_hold, is_able, is_mount, refusal_of_going
from .engagement import enter_cell, is_burning, is_engaged, is_in_contact, is_touching, turn_towards
from .heights import blocker_at, is_aloft, is_down_elsewhere, is_level_with
from .knowledge import is_known_to


@rule("winning.determination")
def net_damage(s, who):
    """Winning and losing: the hand-to-hand damage that a fighter dealt this round, less the damage it took."""
    return int(s.units[who].dealt) - int(s.units[who].taken)


@rule("winning.determination")
def wins_over(s, w, who, enemy):
    """Winning and losing: in contact, both able and neither fled, the one did more than it took, the other did not."""
    return (
        not are_friends(s, who, enemy)
        and not is_mount(s, who)
        and not is_mount(s, enemy)
        and is_able(s, who)
        and is_able(s, enemy)
        and s.units[who].fleeing == 0
        and s.units[enemy].fleeing == 0
        and net_damage(s, who) > 0
        and net_damage(s, enemy) <= 0
        and is_in_contact(s, w, who, enemy)
    )


@rule("winning.determination", "modifier.winning", "weapon.spear_halberd")
def resolve_winners(s, w):
    """Winning and losing: at the end of a round see who is winning over whom; it holds for the next round only."""
    for who in range(s.unit_count):
        unit = s.units[who]
        unit.won_over = 0
        unit.beaten_by = 0
        unit.pushed_from = OFF_BOARD
        unit.was_engaged = 1 if is_able(s, who) and is_engaged(s, w, who) else 0
    for who in range(s.unit_count):
        if net_damage(s, who) <= 0:
            continue
        for enemy in range(s.unit_count):
            if wins_over(s, w, who, enemy):
                s.units[who].won_over |= 1 << enemy
                s.units[enemy].beaten_by |= 1 << who
                emit(s, Event.WINS_OVER, who, enemy, net_damage(s, who), 0)


@rule("winning.push_back")
def winner_that_pushes(s, loser):
    """Winning and losing: of several winners the one with the highest net damage beats the loser back."""
    best = NO_UNIT
    for who in range(s.unit_count):
        if (s.units[loser].beaten_by >> who) & 1 == 1 and (best == NO_UNIT or net_damage(s, who) > net_damage(s, best)):
            best = who
    return best


@rule("winning.push_back")
def cell_to_fall_back_to(s, w, loser, winner):
    """Winning and losing: straight away from the winner, else one direction clockwise, else the other; -1 no room."""
    here = int(s.units[loser].cell)
    there = int(s.units[winner].cell)
    away = bearing(there, here) if there != here else int(s.units[winner].facing)
    for turn in (0, 1, -1):
        direction = (away + turn) % 8
        there = neighbour(w.field, here, direction)
        if there != OFF_BOARD and is_way_open(s, w, here, direction) and blocker_at(s, loser, there) == NO_UNIT:
            return there
    return OFF_BOARD


@rule("winning.push_back", "c.mounts")
def cells_pushed(s, w, loser):
    """Winning and losing: two yards; a mounted pair is never pushed more than one cell."""
    cells = int(w.book.push_yards) // int(w.book.yards_per_cell)
    return cells if s.units[loser].mount == NO_UNIT else min(cells, 1)


@rule("winning.push_back", "c.mounts")
def is_lying(s, who):
    """Winning and losing: a prone unit is not moved, nor is the rider of a prone mount."""
    unit = s.units[who]
    return unit.prone == 1 or (unit.mount != NO_UNIT and s.units[unit.mount].prone == 1)


@rule("winning.push_back", "grapple.hold", "flying.swoop")
def resolve_push_back(s, w, loser):
    """Winning and losing: the loser is moved straight back and still faces the winner; with no room it stays. That ends
    a hold, but a holder does not beat back the unit it holds. A flier that has dived is never moved.
    """
    unit = s.units[loser]
    winner = winner_that_pushes(s, loser)
    if winner == NO_UNIT or is_lying(s, loser) or unit.hold_partner == winner or not is_able(s, loser):
        return
    if unit.trapped == 1 or is_down_elsewhere(s, loser):
        return
    for _ in range(cells_pushed(s, w, loser)):
        there = cell_to_fall_back_to(s, w, loser, winner)
        if there == OFF_BOARD:
            break
        if unit.pushed_from == OFF_BOARD:
            unit.pushed_from = unit.cell
        enter_cell(s, w, loser, there)
        turn_towards(s, loser, int(s.units[winner].cell))
    if unit.pushed_from == OFF_BOARD:
        emit(s, Event.HELD_ITS_PLACE, loser, winner, 0, 0)
    else:
        end_hold(s, loser)
        emit(s, Event.BEATEN_BACK, loser, winner, int(unit.cell), 0)


@rule("winning.press")
def cell_to_press_to(s, w, winner, loser):
    """Winning and losing: the cell the loser left, else the first free neighbour that touches the loser; -1 none."""
    here = int(s.units[winner].cell)
    left = int(s.units[loser].pushed_from)
    goal = int(s.units[loser].cell)
    if is_touching(s, w, here, left) and is_touching(s, w, left, goal) and is_free_to_press(s, winner, left):
        return left
    for direction in range(8):
        there = neighbour(w.field, here, direction)
        if there == OFF_BOARD or not is_way_open(s, w, here, direction):
            continue
        if is_touching(s, w, there, goal) and is_free_to_press(s, winner, there):
            return there
    return OFF_BOARD


@rule("winning.press", "c.fire_damage")
def is_free_to_press(s, winner, cell):
    """Winning and losing: whether the cell is free and does not burn."""
    return blocker_at(s, winner, cell) == NO_UNIT and (is_aloft(s, winner) or not is_burning(s, cell))


@rule("winning.press", "c.entangle")
def refusal_of_pressing(s, w, winner, loser):
    """Winning and losing: asked when the loser was pushed out of contact, is known where, and can be followed."""
    unit, foe = s.units[winner], s.units[loser]
    if w.book.press_cells == 0:
        return Refusal.NO_PRESSING
    if (foe.beaten_by >> winner) & 1 == 0 or foe.pushed_from == OFF_BOARD:
        return Refusal.NOT_BEATEN
    if not is_able(s, winner):
        return Refusal.OUT
    if unit.dazed > 0:
        return Refusal.DAZED
    if unit.fleeing != 0:
        return Refusal.FLEES
    refusal = refusal_of_going(s, winner)
    if refusal != Refusal.NONE:
        return refusal
    if not is_known_to(s, w, int(unit.side), loser):
        return Refusal.UNKNOWN_WHERE
    if not is_able(s, loser):
        return Refusal.FOE_OUT
    if not is_level_with(s, w, winner, loser):
        return Refusal.OTHER_HEIGHT
    if is_in_contact(s, w, winner, loser):
        return Refusal.STILL_IN_CONTACT
    return Refusal.NONE if cell_to_press_to(s, w, winner, loser) != OFF_BOARD else Refusal.NO_WAY_TO_FOLLOW


@rule("winning.press")
def may_press(s, w, winner, loser):
    """Winning and losing: whether a beaten opponent can be followed."""
    return refusal_of_pressing(s, w, winner, loser) == Refusal.NONE


@rule("winning.press")
def has_someone_to_press(s, w, winner):
    """Winning and losing: whether there is a beaten opponent to follow."""
    for loser in range(s.unit_count):
        if may_press(s, w, winner, loser):
            return True
    return False


@rule("winning.press")
def resolve_press(s, w, winner, loser):
    """Winning and losing: the winner follows, and both are in contact again before the turns of the round. Others that it
    could have followed are declined, unless it has come into contact with them too.
    """
    left_alone = 0
    for other in range(s.unit_count):
        if other != loser and may_press(s, w, winner, other):
            left_alone |= 1 << other
    unit = s.units[winner]
    enter_cell(s, w, winner, cell_to_press_to(s, w, winner, loser))
    turn_towards(s, winner, int(s.units[loser].cell))
    emit(s, Event.PRESSED, winner, loser, int(unit.cell), 0)
    for other in range(s.unit_count):
        if (left_alone >> other) & 1 == 1 and not is_in_contact(s, w, winner, other):
            note_declined(s, winner, other)


@rule("winning.press")
def resolve_declined_press(s, w, winner):
    """Winning and losing: the winner need not follow, and loses nothing by it."""
    for loser in range(s.unit_count):
        if may_press(s, w, winner, loser):
            note_declined(s, winner, loser)
            emit(s, Event.DECLINED_PRESS, winner, loser, 0, 0)


@kernel
def note_declined(s, winner, loser):
    """Remember that a winner declined to press a loser."""
    s.units[winner].declined_on |= 1 << loser


@rule("winning.no_press")
def resolve_not_pressed(s, w, loser):
    """Not pressing: a beaten opponent that no winner presses is off guard for the rest of the round."""
    unit = s.units[loser]
    if unit.pushed_from == OFF_BOARD or not is_able(s, loser):
        return
    declined = 0
    for winner in range(s.unit_count):
        if (unit.beaten_by >> winner) & 1 == 1 and is_able(s, winner):
            if (s.units[winner].declined_on >> loser) & 1 == 0:
                return
            declined += 1
    if declined > 0:
        unit.off_guard = 1
        emit(s, Event.OFF_GUARD, loser, NO_UNIT, 0, 0)
