"""Moving: step by step, with the attacks of opportunity it provokes, and how it ends."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import check, sum_of
from ....core.state import NO_UNIT, ask, emit, emit_roll, note_pace, open_total, pop, push
from ..board import OFF_BOARD, STEP, distance, is_solid
from ..vocab import Event, Frame, Mark, Mode, Prompt, Strike, Verb
from .attacking import start_attack
from .conditions import are_foes, is_able, is_aloft, is_rooted, is_standing
from .ground import is_rough, is_shared, resolve_water, unit_in
from .harm import leave_play, lose_rolled_hp, reveal
from .sneaking import is_observer, start_sneaking, start_sneaking_past
from .totals import parry_by_condition
from .ways import find_best_way, is_left_by, may_react


class Step(IntEnum):
    """Steps of a Move."""

    SET_OUT = 0
    STUMBLE = 1
    GO = 2
    ANSWER = 3
    STOP = 4
    WATCHED = 5


@rule("move.action", "completion.withdraw")
def start_move(s, w, who, goal, leaves):
    """Move: the way is settled before the first step."""
    s.way_length = 0
    if not leaves:
        find_best_way(s, w, who, goal)
    frame = push(s, Frame.MOVE)
    frame.who = who
    frame.target = NO_UNIT
    frame.cell = s.units[who].cell
    frame.marks = Mark.LEAVING if leaves else 0


@rule("status.blind_move", "status.flying")
def is_way_difficult(s, w, who):
    """Moving while blind: whether any cell of the way, the first included, is difficult; for fliers none is."""
    if is_aloft(s, who):
        return False
    cell = int(s.units[who].cell)
    for i in range(s.way_length + 1):
        if is_rough(w, cell):
            return True
        if i < s.way_length:
            cell = int(cell + STEP[s.way_steps[i]])
    return False


@rule("status.blind_move")
def stumbles(s, w, who):
    """Moving while blind: a D6 above the unit's own Parry."""
    open_total(s)
    parry = parry_by_condition(s, w, who)
    has_stumbled = not check(s, int(w.book.stumble_die), parry)
    emit_roll(s, Event.LOST_FOOTING if has_stumbled else Event.KEPT_FOOTING, who, NO_UNIT, parry + 1, 0)
    return has_stumbled


@rule("status.blind_move")
def resolve_stumble(s, w, who):
    """Moving while blind: 2D4 damage, 2D6 on difficult ground."""
    if is_way_difficult(s, w, who):
        points = sum_of(s, int(w.book.difficult_stumble_dice), int(w.book.difficult_stumble_sides))
    else:
        points = sum_of(s, int(w.book.stumble_dice), int(w.book.stumble_sides))
    stopped = min(int(s.units[who].armour), points) if w.book.stumble_armour == 1 else 0
    emit(s, Event.STUMBLED, who, NO_UNIT, points - stopped, 0)
    lose_rolled_hp(s, w, who, points, stopped)


@rule("move.action", "engage.attack_of_opportunity", "status.blind_move")
def move_step(s, w, frame):
    """Move: step by step. Before each, everybody who is left may attack; afterwards, who hides may be noticed."""
    who = int(frame.who)
    unit = s.units[who]
    if frame.step == Step.SET_OUT:
        frame.step = Step.GO
        if unit.blind > 0 and stumbles(s, w, who):
            frame.step = Step.STUMBLE
    elif frame.step == Step.STUMBLE:
        resolve_stumble(s, w, who)
        frame.step = Step.GO
    elif frame.step == Step.GO:
        go_step(s, w, frame, who)
    elif frame.step == Step.ANSWER:
        frame.step = Step.GO
        if s.answer == Verb.OPPORTUNITY:
            resolve_opportunity(s, w, frame, int(frame.target), who)
        else:
            emit(s, Event.OPPORTUNITY_PASSED, int(frame.target), who, 0, 0)
    elif frame.step == Step.STOP:
        frame.step = Step.WATCHED
        fall_back(s, w, frame, who)
        frame.index = 0
        s.way_length = 0
        for i in range(len(s.way_steps)):
            s.way_steps[i] = 0
        if unit.hidden == 1 and is_standing(s, who):
            start_sneaking_past(s, w, who)
    else:
        watch_step(s, w, frame, who)


@kernel
def is_stopped(s, frame, who):
    """Whether a moving unit can go no further: out of action, stunned, rooted, or pushed off its way."""
    unit = s.units[who]
    return not is_able(s, who) or unit.stunned > 0 or is_rooted(s, who) or unit.cell != frame.cell


@rule("engage.attack_of_opportunity", "completion.occupancy", "completion.withdraw")
def go_step(s, w, frame, who):
    """Attack of opportunity: each enemy that the next step leaves decides first, by descending card; then the unit steps."""
    unit = s.units[who]
    is_leaving = frame.marks & Mark.LEAVING != 0
    if is_stopped(s, frame, who) or (not is_leaving and frame.index >= s.way_length):
        frame.step = Step.STOP
        return
    here = int(unit.cell)
    ahead = OFF_BOARD if is_leaving else int(here + STEP[s.way_steps[frame.index]])
    if not is_leaving and resolve_bump(s, frame, who, ahead):
        frame.step = Step.STOP
        return
    reactor = next_reactor(s, w, frame, who, here, ahead)
    if reactor != NO_UNIT:
        frame.asked |= 1 << reactor
        frame.target = reactor
        if s.units[reactor].insane == 1:
            resolve_opportunity(s, w, frame, reactor, who)
        else:
            frame.step = Step.ANSWER
            ask(s, Prompt.OPPORTUNITY, reactor)
        return
    frame.asked = 0
    frame.target = NO_UNIT
    if is_leaving:
        resolve_withdrawal(s, who)
        frame.step = Step.STOP
        return
    unit.cell = ahead
    frame.cell = ahead
    frame.index += 1
    note_pace(s, who, ahead)
    emit(s, Event.MOVED, who, NO_UNIT, ahead, 0)
    resolve_water(s, w, who)


@rule("completion.occupancy", "completion.hidden")
def resolve_bump(s, frame, who, ahead):
    """Occupied cells: an unknown enemy standing in the way stops the move, and both are revealed; any other unit only bars
    the last cell. Returns whether the move stops.
    """
    other = unit_in(s, ahead)
    if other == NO_UNIT:
        return False
    if is_standing(s, other) and are_foes(s, who, other):
        emit(s, Event.BUMPED, who, other, 0, 0)
        reveal(s, other)
        reveal(s, who)
        return True
    return frame.index + 1 >= s.way_length


@rule("completion.occupancy")
def fall_back(s, w, frame, who):
    """Occupied cells: a unit stopped where it cannot stay, in another unit's cell or in a wall, goes back to the last cell of
    its way where it can.
    """
    unit = s.units[who]
    was = int(unit.cell)
    if was != frame.cell or unit.dead == 1:
        return
    while frame.index > 0 and (is_solid(s, w, int(unit.cell)) or is_shared(s, who)):
        frame.index -= 1
        unit.cell -= STEP[s.way_steps[frame.index]]
    if unit.cell != was:
        note_pace(s, who, int(unit.cell))
        emit(s, Event.MOVED, who, NO_UNIT, int(unit.cell), 0)


@rule("engage.attack_of_opportunity", "initiative.cards")
def next_reactor(s, w, frame, who, here, ahead):
    """Attack of opportunity: the enemy with the highest card that the step leaves and that has not been asked yet."""
    best = NO_UNIT
    for enemy in range(s.unit_count):
        if (int(frame.asked) >> enemy) & 1 == 1:
            continue
        if (int(frame.reacted) >> enemy) & 1 == 1 and w.book.opportunities_per_move < 2:
            continue
        if may_react(s, w, enemy, who) and is_left_by(s, w, enemy, here, ahead):
            if best == NO_UNIT or s.units[enemy].card > s.units[best].card:
                best = enemy
    return best


@rule("engage.attack_of_opportunity")
def resolve_opportunity(s, w, frame, reactor, who):
    """Attack of opportunity: an ordinary attack, which costs nothing."""
    frame.reacted |= 1 << reactor
    emit(s, Event.LEAVING, who, reactor, 0, 0)
    start_attack(s, w, reactor, who, Mode.NORMAL, Strike.WEAPON)


@rule("completion.withdraw")
def resolve_withdrawal(s, who):
    """Withdrawing: safe, but no longer able."""
    unit = s.units[who]
    unit.withdrawn = 1
    unit.cell = OFF_BOARD
    emit(s, Event.WITHDREW, who, NO_UNIT, 0, 0)
    leave_play(s, who, False)


@rule("stealth.roll")
def watch_step(s, w, frame, who):
    """Stealth roll: each hidden enemy within the unit's sight rolls by the distance to it, one after another."""
    while frame.index < s.unit_count and is_standing(s, who):
        other = int(frame.index)
        frame.index += 1
        if s.units[other].hidden == 1 and is_observer(s, w, who, other):
            gap = distance(int(s.units[who].cell), int(s.units[other].cell))
            start_sneaking(s, w, other, gap, s.units[who].deafened > 0)
            return
    pop(s)
