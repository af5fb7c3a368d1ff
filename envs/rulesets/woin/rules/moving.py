"""Moving: step by step, with what is paid for it, the checks it takes, what lies in the way, and who fires meanwhile."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, emit_roll, note_pace, pop, push
from ..board import bearing, distance
from ..vocab import Event, Frame, Mode, Trait
from .charging import find_charge
from .conditions import check_holds, flies, has_trait, is_active, is_on_map, leave_cover, speed_of
from .falling import start_trap
from .ground import NOTHING, climb_levels, is_barred, is_shared, is_swim, trap_at, unit_in, way_price
from .pools import better_dice, check_pool, passes, pool_of
from .walking import find_best_way
from .watching import push_watch
from .ways import moves_to_come


class Step(IntEnum):
    """Steps of a move."""

    SET_OUT = 0
    GO = 1
    CLIMB = 2
    SWIM = 3
    ENTER = 4
    SEEN = 5
    STOP = 6


@kernel
def push_move(s, who, mode):
    """The procedure of a move along ``s.way``."""
    frame = push(s, Frame.MOVE)
    frame.who = who
    frame.target = NO_UNIT
    frame.cell = s.units[who].cell
    frame.number = s.units[who].cell  # where it sets out
    frame.mode = mode
    frame.amount = s.units[who].prone


@rule("action.move")
def start_move(s, w, who, goal):
    """Move: the way is settled before the first step; a step ends an aim or a feint."""
    find_best_way(s, w, who, goal)
    s.units[who].aimed = 0
    push_move(s, who, int(Mode.NORMAL))


@rule("completion.exploit.charge", "completion.exploit.death_from_on_high")
def start_run(s, w, who, target, strike, mode):
    """Charge, death from on high: the way to where the target is attacked from. It is part of the attack, and costs no more."""
    find_charge(s, w, who, target, strike, mode)
    push_move(s, who, mode)


@kernel
def move_step(s, w, frame):
    """A move: before each step it is paid for, and climbing and swimming are checked; after it traps and watchers have their
    say.
    """
    who = int(frame.who)
    if frame.step == Step.SET_OUT:
        frame.step = Step.GO
        if s.units[who].hunkered == 1:
            leave_cover(s, who)
            push_watch(s, w, who)
    elif frame.step == Step.GO:
        prepare_step(s, w, frame, who)
    elif frame.step == Step.CLIMB:
        frame.step = Step.SWIM if climbs(s, w, who) else Step.STOP
    elif frame.step == Step.SWIM:
        frame.step = Step.ENTER
        if needs_swim(s, w, frame, who) and not swims(s, w, who):
            frame.step = Step.STOP
    elif frame.step == Step.ENTER:
        make_step(s, w, frame, who)
    elif frame.step == Step.SEEN:
        frame.step = Step.GO
        if not is_stopped(s, frame, who):
            push_watch(s, w, who)
    else:
        fall_back(s, w, frame, who)
        forget_way(s)
        is_landing = frame.index > 0 and flies(s, who)
        pop(s)
        if is_landing:
            spring(s, w, who)


@kernel
def forget_way(s):
    """No way is left over from a move."""
    for i in range(s.way_length):
        s.way[i] = -1
    s.way_length = 0


# --- before a step ---------------------------------------------------------------------------------------------------


@rule("overwatch.interrupt", "move.split")
def is_stopped(s, frame, who):
    """Interrupts: a move stops where the unit goes down, falls prone, is grabbed, or is moved by another."""
    unit = s.units[who]
    return not is_active(s, who) or unit.cell != frame.cell or unit.prone != frame.amount or unit.restrained > 0


@rule("completion.occupancy", "ambush.simultaneous")
def is_way_barred(s, frame, who, ahead):
    """Occupied cells: an active enemy has come into the next cell, or the last cell of the way is occupied. Moves of the
    ambush turn, before the first round, cross each other: a unit gives way only if another has ended its move in that last
    cell.
    """
    if s.round_no > 0 and is_barred(s, who, ahead):
        return True
    return frame.index + 1 == s.way_length and unit_in(s, ahead) != NO_UNIT


@kernel
def prepare_step(s, w, frame, who):
    """The step ahead: whether it can be made and paid for, and what has to be checked before."""
    frame.step = Step.STOP
    if (
        is_stopped(s, frame, who)
        or frame.index >= s.way_length
        or is_way_barred(s, frame, who, int(s.way[frame.index]))
    ):
        return
    if frame.mode == Mode.NORMAL and not pay_ahead(s, w, who, price_ahead(s, w, frame, who)):
        return
    frame.step = Step.CLIMB if needs_climb(s, w, frame, who) else Step.SWIM


@kernel
def price_ahead(s, w, frame, who):
    """Squares that the step ahead takes."""
    here, ahead = int(s.units[who].cell), int(s.way[frame.index])
    return way_price(s, w, who, here, ahead, bearing(here, ahead))


@rule("move.speed", "action.move", "turn.budget")
def pay_ahead(s, w, who, price):
    """Speed: move actions are taken until there are squares enough. Whether there are."""
    unit = s.units[who]
    while unit.moves_left < price:
        if moves_to_come(s, w, who) == 0:
            return False
        if w.book.cost_move > 0:
            unit.actions_left -= w.book.cost_move
        elif unit.free_left > 0:
            unit.free_left -= 1
        else:
            unit.actions_left -= 1
        unit.moves_left += speed_of(s, w, who)
    return True


# --- climbing and swimming -------------------------------------------------------------------------------------------


@rule("move.climb", "move.non_primary", "move.primary")
def needs_climb(s, w, frame, who):
    """Climbing: a check before the first climb of a turn, except for natural climbers."""
    if frame.mode != Mode.NORMAL or s.units[who].climbed == 1 or w.book.climb_checks_per_turn == 0:
        return False
    here, ahead = int(s.units[who].cell), int(s.way[frame.index])
    if has_trait(s, who, Trait.PRIMARY_CLIMB) or distance(here, ahead) > 1:
        return False
    return climb_levels(s, w, who, here, ahead) > 0


@rule("move.non_primary", "move.primary")
def needs_swim(s, w, frame, who):
    """Swimming: a check before the first deep water of a turn, except for natural swimmers and fliers."""
    if frame.mode == Mode.DEATH_FROM_ON_HIGH or s.units[who].swum == 1 or w.book.climb_checks_per_turn == 0:
        return False
    return is_swim(s, w, who, int(s.way[frame.index]))


@rule("move.climb")
def climbs(s, w, who):
    """Climbing: AGI against the difficulty; a success covers the turn, a failure ends what movement was paid for."""
    unit = s.units[who]
    number = int(w.book.climb_difficulty)
    if passes(s, w, check_pool(s, w, who, int(unit.agility), int(unit.athletics_skill)), number):
        unit.climbed = 1
        emit_roll(s, Event.CLIMBS, who, NO_UNIT, number, 0)
        return True
    unit.moves_left = 0
    emit_roll(s, Event.SLIPS, who, NO_UNIT, number, 0)
    return False


@rule("move.non_primary")
def swims(s, w, who):
    """Swimming: the better of STR and END against the difficulty; as for climbing."""
    unit = s.units[who]
    number = int(w.book.swim_difficulty)
    attribute = better_dice(w, int(unit.strength), int(unit.endurance))
    if passes(s, w, pool_of(s, w, who, attribute, int(unit.athletics_skill)), number):
        unit.swum = 1
        emit_roll(s, Event.SWIMS, who, NO_UNIT, number, 0)
        return True
    unit.moves_left = 0
    emit_roll(s, Event.SINKS_BACK, who, NO_UNIT, number, 0)
    return False


# --- the step, and afterwards ----------------------------------------------------------------------------------------


@rule("action.move", "move.jump", "completion.doors_traps")
def make_step(s, w, frame, who):
    """Move: one step, or one leap; a unit that does not fly springs the trap there."""
    unit = s.units[who]
    ahead = int(s.way[frame.index])
    kind = kind_of_step(s, frame, int(unit.cell), ahead)
    if frame.mode == Mode.NORMAL:
        unit.moves_left -= price_ahead(s, w, frame, who)
    unit.cell = ahead
    frame.cell = ahead
    frame.index += 1
    frame.step = Step.SEEN
    note_pace(s, who, ahead)
    emit(s, kind, who, NO_UNIT, ahead, 0)
    check_holds(s, w)
    if not flies(s, who):
        spring(s, w, who)


@rule("completion.doors_traps", "move.primary")
def spring(s, w, who):
    """Traps: a unit that enters an armed trap springs it; a flier only where its move ends."""
    trap = trap_at(s, int(s.units[who].cell)) if is_on_map(s, who) else NOTHING
    if trap != NOTHING:
        start_trap(s, w, who, trap)


@kernel
def kind_of_step(s, frame, here, ahead):
    """What the log says of a step."""
    if frame.mode == Mode.DEATH_FROM_ON_HIGH:
        return int(Event.PLUNGED)
    if frame.mode == Mode.CHARGE and frame.index + 1 == s.way_length:
        return int(Event.CHARGED)
    return int(Event.LEAPT) if distance(here, ahead) > 1 else int(Event.MOVED)


@rule("completion.occupancy")
def fall_back(s, w, frame, who):
    """Occupied cells: a unit stopped in another's cell goes back to the last free cell of its way."""
    unit = s.units[who]
    was = int(unit.cell)
    if unit.dead == 1 or was != frame.cell:
        return
    while frame.index > 0 and is_shared(s, who):
        frame.index -= 1
        unit.cell = s.way[frame.index - 1] if frame.index > 0 else frame.number
    if unit.cell != was:
        note_pace(s, who, int(unit.cell))
        emit(s, Event.MOVED, who, NO_UNIT, int(unit.cell), 0)
        check_holds(s, w)
