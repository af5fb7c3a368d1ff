"""Turns that the rules play: flight in horror, and insanity."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import die
from ....core.state import NO_UNIT, emit_roll
from ..board import OFF_BOARD, STRIDE, distance
from ..vocab import Event, Mode, Refusal, Strike, Verb
from .acting import Turn, pay
from .attacking import start_attack
from .conditions import are_foes, is_able, is_standing
from .knowledge import know_units
from .menu import has_attack_left, may_pay
from .moving import start_move
from .targets import may_attack
from .ways import find_ways, is_on_edge, may_stop_at, refusal_of_setting_out

FAR = 1000


@kernel
def gap_to_nearest(s, who, cell, foes_only):
    """Cells from a cell to the nearest other standing unit that is known, or enemy; 1000 none."""
    nearest = FAR
    for other in range(s.unit_count):
        if (
            other != who
            and s.known[other] == 1
            and is_standing(s, other)
            and (not foes_only or are_foes(s, who, other))
        ):
            nearest = min(nearest, distance(cell, int(s.units[other].cell)))
    return nearest


@rule("fear.horrified")
def best_flight(s, w, who):
    """Horrified: the cell farthest from the nearest enemy; ties go to the cheaper cell, then to the lower cell number.
    OFF_BOARD where staying is as good.
    """
    find_ways(s, w, who)
    best = OFF_BOARD
    most = gap_to_nearest(s, who, int(s.units[who].cell), True)
    price = 0
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if may_stop_at(s, w, who, cell):
                gap = gap_to_nearest(s, who, cell, True)
                if gap > most or (gap == most and best != OFF_BOARD and s.reach[cell] < price):
                    best = cell
                    most = gap
                    price = int(s.reach[cell])
    return best


@rule("status.insane")
def nearest_other(s, who):
    """Insane: the nearest other standing unit, friend or foe; ties go to the first."""
    nearest = NO_UNIT
    gap = FAR
    for other in range(s.unit_count):
        if other != who and s.known[other] == 1 and is_standing(s, other):
            here = distance(int(s.units[who].cell), int(s.units[other].cell))
            if here < gap:
                gap = here
                nearest = other
    return nearest


@rule("status.insane")
def best_approach(s, w, who):
    """Insane: the cell nearest to the nearest other unit; ties go to the cheaper cell, then to the lower cell number.
    OFF_BOARD if no cell is nearer.
    """
    find_ways(s, w, who)
    target = nearest_other(s, who)
    if target == NO_UNIT:
        return OFF_BOARD
    there = int(s.units[target].cell)
    best = OFF_BOARD
    least = distance(int(s.units[who].cell), there)
    price = 0
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if may_stop_at(s, w, who, cell):
                gap = distance(cell, there)
                if gap < least or (gap == least and best != OFF_BOARD and s.reach[cell] < price):
                    best = cell
                    least = gap
                    price = int(s.reach[cell])
    return best


@rule("status.insane")
def draw_target(s, w, who):
    """Insane: a random one of the units it can attack, friend or foe. NO_UNIT for none."""
    open_targets = 0
    for other in range(s.unit_count):
        if other != who and s.known[other] == 1 and may_attack(s, w, who, other):
            s.open_targets[open_targets] = other
            open_targets += 1
    if open_targets == 0:
        return NO_UNIT
    if open_targets == 1:
        return int(s.open_targets[0])
    drawn = die(s, open_targets)
    emit_roll(s, Event.DREW_TARGET, who, NO_UNIT, open_targets, 0)
    return int(s.open_targets[drawn - 1])


# --- the turns themselves ---------------------------------------------------------------------------------------------


@rule("fear.horrified", "completion.withdraw")
def flee_step(s, w, frame, who):
    """Horrified: Move after Move away from all enemies; off the board from its edge."""
    unit = s.units[who]
    is_free_to_go = is_able(s, who) and may_pay(s, w, who, Verb.MOVE)
    if not is_free_to_go or refusal_of_setting_out(s, w, who) != Refusal.NONE:
        frame.step = Turn.END
        return
    know_units(s, w, int(unit.side))
    if is_on_edge(s, who):
        pay(s, w, who, Verb.WITHDRAW)
        start_move(s, w, who, OFF_BOARD, True)
        return
    goal = best_flight(s, w, who)
    if goal == OFF_BOARD:
        frame.step = Turn.END
        return
    pay(s, w, who, Verb.MOVE)
    start_move(s, w, who, goal, False)


@rule("status.insane", "move.action")
def rage_step(s, w, frame, who):
    """Insane: each standard action is an attack on a random unit in reach, or else a Move towards the nearest unit. After two
    Moves there is no attack.
    """
    unit = s.units[who]
    if not is_able(s, who) or not may_pay(s, w, who, Verb.MOVE) or unit.stunned > 0:
        frame.step = Turn.END
        return
    know_units(s, w, int(unit.side))
    is_free_to_attack = may_pay(s, w, who, Verb.ATTACK) and has_attack_left(s, w, who)
    target = draw_target(s, w, who) if is_free_to_attack else NO_UNIT
    if target != NO_UNIT:
        pay(s, w, who, Verb.ATTACK)
        start_attack(s, w, who, target, Mode.NORMAL, Strike.WEAPON)
        return
    goal = best_approach(s, w, who) if refusal_of_setting_out(s, w, who) == Refusal.NONE else OFF_BOARD
    if goal == OFF_BOARD:
        frame.step = Turn.END
        return
    pay(s, w, who, Verb.MOVE)
    start_move(s, w, who, goal, False)
