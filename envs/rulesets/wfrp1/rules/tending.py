"""Tending wounds: stopping the blood of a friend, and giving back some Wounds."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import die
from ....core.state import NO_UNIT, emit, emit_roll, open_total, pop, push, term
from ..vocab import Event, Frame, Refusal, Skill, Term
from .bodies import intelligence_of
from .conditions import is_friend, passes_test, refusal_of_stirring
from .engagement import is_engaged, is_in_contact


class Tend(IntEnum):
    """Steps of tending."""

    TEST = 0
    WOUNDS = 1


@rule("c.tend")
def is_healer(s, who):
    """Tending wounds: the skill Heal Wounds."""
    return s.units[who].skills & Skill.HEAL_WOUNDS != 0


@rule("c.tend")
def has_wounds_to_tend(s, patient):
    """Tending wounds: hurt, and not yet given back any Wounds in this battle."""
    unit = s.units[patient]
    return unit.wounds < unit.wounds_max and unit.tended == 0


@rule("c.tend")
def refusal_of_patient(s, w, who, patient):
    """Tending wounds: a living friend in contact who bleeds; a healer also the hurt."""
    friend = s.units[patient]
    if not is_friend(s, who, patient):
        return Refusal.NOT_FRIEND
    if friend.dead == 1:
        return Refusal.DEAD
    if friend.present == 0:
        return Refusal.GONE
    if friend.bleeding == 0 and not (is_healer(s, who) and has_wounds_to_tend(s, patient)):
        return Refusal.NOT_HURT
    return Refusal.NONE if is_in_contact(s, w, who, patient) else Refusal.NOT_IN_CONTACT


@rule("c.tend")
def refusal_of_tending(s, w, who):
    """Tending wounds: for a unit on its feet and not engaged, with a patient to tend."""
    refusal = refusal_of_stirring(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    for patient in range(s.unit_count):
        if refusal_of_patient(s, w, who, patient) == Refusal.NONE:
            return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NONE
    return Refusal.NOBODY_TO_TEND


@rule("c.tend")
def chance_to_tend(s, w, who):
    """Tending wounds: Intelligence, -30 for an untrained unit."""
    open_total(s)
    number = term(s, Term.INTELLIGENCE, intelligence_of(s, w, who))
    if not is_healer(s, who):
        number += term(s, Term.UNTRAINED, int(w.book.untrained_tend_int))
    return number


@rule("c.tend")
def start_tending(s, who, patient):
    """Tending wounds: it takes the whole turn."""
    frame = push(s, Frame.TEND)
    frame.who = who
    frame.target = patient


@rule("c.tend", "c.characteristic_test")
def tend_step(s, w, frame):
    """Tending wounds: an Intelligence test stops all bleeding; a healer then gives back a D3 of Wounds. Asks nothing."""
    who, patient = int(frame.who), int(frame.target)
    if frame.step == Tend.TEST:
        needed = chance_to_tend(s, w, who)
        if not passes_test(s, needed):
            emit_roll(s, Event.TEND_FAILED, who, patient, needed, 0)
            pop(s)
            return
        emit_roll(s, Event.TENDED, who, patient, needed, 0)
        resolve_bleeding_stopped(s, patient)
        frame.step = Tend.WOUNDS
        if not is_healer(s, who) or not has_wounds_to_tend(s, patient):
            pop(s)
        return
    resolve_wounds_regained(s, patient, die(s, w.book.tend_w_die))
    pop(s)


@rule("c.tend")
def resolve_bleeding_stopped(s, patient):
    """Tending wounds: nothing bleeds any more."""
    if s.units[patient].bleeding > 0:
        s.units[patient].bleeding = 0
        emit(s, Event.STOPPED_BLEEDING, patient, NO_UNIT, 0, 0)


@rule("c.tend")
def resolve_wounds_regained(s, patient, wounds):
    """Tending wounds: so many Wounds come back, never above W, and only once in a battle."""
    unit = s.units[patient]
    regained = min(wounds, int(unit.wounds_max) - int(unit.wounds))
    unit.wounds += regained
    unit.tended = 1
    emit_roll(s, Event.REGAINED_WOUNDS, patient, NO_UNIT, regained, int(unit.wounds))
