"""Panic: the test, and what becomes of a unit that fails it."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.state import NO_UNIT, base_term, emit, open_total, pop
from ..vocab import Event, Phase, Term
from .alarm import PERCENT, may_panic, nearest_enemy
from .bodies import is_there
from .breaking import roll_fall_back
from .courage import leadership_test
from .fleeing import flight_direction, resolve_flight, resolve_withdrawal, roll_flight


class Step(IntEnum):
    """Steps of a panic test."""

    TEST = 0
    FALL_BACK = 1
    FLEE = 2


@rule("x.morale.panic", "x.move.charge_reaction")
def panic_step(s, w, frame):
    """Panic: the test; who fails falls back, or flees, and a charge it has declared is over."""
    who = int(frame.who)
    if frame.step == Step.TEST:
        if not may_panic(s, w, who):
            pop(s)
            return
        s.units[who].panic_tested = 1
        if leadership_test(s, w, who, 0, True) == 1:
            emit(s, Event.CALM, who, NO_UNIT, 0, 0)
            pop(s)
            return
        emit(s, Event.PANICS, who, NO_UNIT, 0, 0)
        if s.units[who].charge_target != NO_UNIT and s.phase == Phase.CHARGE:
            s.units[who].charge_failed = 1
        s.units[who].charge_target = NO_UNIT
        frame.step = Step.FALL_BACK if has_half_left(s, w, who) else Step.FLEE
        if nearest_enemy(s, who) == NO_UNIT:
            pop(s)
    elif frame.step == Step.FALL_BACK:
        pop(s)
        resolve_fall_back(s, w, who)
    else:
        pop(s)
        direction = flight_direction(s, who, nearest_enemy(s, who))
        resolve_flight(s, w, who, direction, roll_flight(s, w, who))


@rule("x.morale.panic")
def has_half_left(s, w, who):
    """Panic: more than half of the models it started with."""
    unit = s.units[who]
    return int(unit.models) * PERCENT > int(w.book.panic_fall_back_pct) * int(unit.models_start)


@rule("x.morale.panic", "x.combat.fall_back")
def resolve_fall_back(s, w, who):
    """Panic: it falls back from the nearest enemy as after a lost combat, facing as it did, and counts as rallied."""
    direction = flight_direction(s, who, nearest_enemy(s, who))
    rolled = roll_fall_back(s, w)
    cells = resolve_withdrawal(s, w, who, direction, rolled, True)
    if is_there(s, who):
        unit = s.units[who]
        unit.rallied = 1
        unit.moved = 1
        open_total(s)
        base_term(s, Term.DICE, rolled)
        emit(s, Event.FALLS_BACK, who, NO_UNIT, int(unit.cell), cells)
