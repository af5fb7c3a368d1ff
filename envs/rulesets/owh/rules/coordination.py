"""Coordinated attacks of hidden units."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.state import NO_UNIT, are_friends, ask, emit, pop, push
from ..board import distance
from ..vocab import Event, Frame, Prompt, Refusal, Verb
from .conditions import has_done_nothing, is_horrified, is_standing, may_help
from .knowledge import know_units
from .sneaking import start_sneaking


class Step(IntEnum):
    """Steps of a coordinated attack's declaration."""

    ASK = 0
    ANSWER = 1
    SECOND = 2
    DONE = 3


@rule("synergy.coordinated_declare")
def partner_of(s, w, who):
    """Coordination: the unit next in the order of the round, as far as its side knows of it; NO_UNIT if it cannot take part."""
    following = NO_UNIT
    for other in range(s.unit_count):
        unit = s.units[other]
        if other != who and s.known[other] == 1 and unit.turn_taken == 0 and unit.card >= 0 and is_standing(s, other):
            if following == NO_UNIT or unit.card > s.units[following].card:
                following = other
    if following == NO_UNIT or not are_friends(s, who, following) or not may_join(s, w, following):
        return NO_UNIT
    return following


@rule("synergy.coordinated_declare", "status.stunned", "status.deafened")
def may_join(s, w, who):
    """Coordination: hidden, able to hear and to attack, and master of its own turn."""
    unit = s.units[who]
    if unit.hidden == 0 or unit.deafened > 0 or not may_help(s, who):
        return False
    return unit.insane == 0 and not is_horrified(s, w, who)


@rule("synergy.coordinated_declare", "status.deafened", "status.stunned")
def refusal_of_partnership(s, w, who):
    """Coordination: hidden, neither deaf nor stunned, before anything else is done, with a partner that acts next."""
    unit = s.units[who]
    if not has_done_nothing(s, w, who):
        return Refusal.NOT_FIRST
    if unit.hidden == 0:
        return Refusal.NOT_HIDDEN
    if unit.deafened > 0:
        return Refusal.DEAF
    if unit.stunned > 0:
        return Refusal.STUNNED
    if unit.declined == 1:
        return Refusal.DECLINED
    return Refusal.NO_PARTNER if partner_of(s, w, who) == NO_UNIT else Refusal.NONE


@rule("synergy.coordinated_declare")
def refusal_of_stalking(s, who, target):
    """Coordination: against one standing enemy."""
    if are_friends(s, who, target):
        return Refusal.NO_ENEMY
    return Refusal.NONE if is_standing(s, target) else Refusal.FALLEN


@rule("synergy.coordinated_declare")
def start_coordinating(s, w, who, target):
    """Coordination: the first to act declares it and the target."""
    know_units(s, w, int(s.units[who].side))
    partner = partner_of(s, w, who)
    frame = push(s, Frame.COORDINATE)
    frame.who = who
    frame.target = target
    frame.index = partner


@rule("synergy.coordinated_declare", "synergy.coordinated_roll")
def coordinate_step(s, w, frame):
    """Coordination: the second must agree; then both roll Stealth, and it stands if both are still hidden."""
    who, target, partner = int(frame.who), int(frame.target), int(frame.index)
    if frame.step == Step.ASK:
        frame.step = Step.ANSWER
        ask(s, Prompt.CONSENT, partner)
    elif frame.step == Step.ANSWER:
        if s.answer == Verb.AGREE:
            frame.step = Step.SECOND
            start_stalking(s, w, who, target)
        else:
            pop(s)
            s.units[who].declined = 1
            emit(s, Event.DECLINED, partner, who, 0, 0)
    elif frame.step == Step.SECOND:
        frame.step = Step.DONE
        if s.units[who].hidden == 1:
            start_stalking(s, w, partner, target)
    else:
        pop(s)
        if s.units[who].hidden == 1 and s.units[partner].hidden == 1 and is_standing(s, target):
            s.units[who].coordinated_on = target
            s.units[partner].coordinated_on = target
            emit(s, Event.COORDINATED, who, target, partner, 0)
        else:
            s.units[who].declined = 1
            emit(s, Event.CALLED_OFF, who, target, 0, 0)


@rule("synergy.coordinated_roll", "stealth.roll", "status.deafened")
def start_stalking(s, w, who, target):
    """Coordination: a Stealth roll by the distance to the target; a failure lets all enemies near notice."""
    gap = distance(int(s.units[who].cell), int(s.units[target].cell))
    start_sneaking(s, w, who, gap, s.units[target].deafened > 0)
