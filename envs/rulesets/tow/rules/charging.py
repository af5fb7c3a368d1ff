"""Charging: charges are declared and answered one after the other."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, ask, emit, offer, pop, push, top
from ....core.state.choosing import offer_unless
from ..vocab import Event, Frame, Mode, Prompt, Refusal, Trait, Verb
from .bodies import has_trait, is_engaged, is_foe, is_there, unit_gap
from .contact import charge_side, contact_pose
from .courage import leadership_test
from .fear import fears, must_test_terror
from .fleeing import flight_direction, resolve_flight, roll_flight
from .formation import is_column
from .shapes import is_war_machine, movement_of, square
from .shooting import refusal_of_stand_and_shoot, start_shot
from .sight import sees


class Step(IntEnum):
    """Steps of declaring a charge and answering it."""

    FEAR = 0
    DECLARE = 1
    ASK = 2
    ANSWER = 3
    FLIGHT = 4
    AFTER = 5


# --- declaring ---------------------------------------------------------------------------------------------------------


@rule("x.move.charge_declare", "x.move.war_machine")
def is_free_to_charge(s, w, who):
    """Declaring a charge: a unit that is not fleeing, rallied or engaged; once a turn; no war machine, no marching column."""
    unit = s.units[who]
    if not is_there(s, who) or unit.fleeing == 1 or unit.rallied == 1 or movement_of(s, who) == 0:
        return False
    if unit.charge_target != NO_UNIT or unit.charge_failed == 1:
        return False
    if is_column(s, who) and w.book.column_may_charge == 0:
        return False
    if is_war_machine(s, who) and w.book.war_machine_may_charge == 0:
        return False
    return not is_engaged(s, who)


@rule("x.move.charge_declare")
def refusal_of_reach(s, w, who, target):
    """Declaring a charge: on an enemy that is near enough and visible, with room at the side to be charged."""
    if not is_there(s, target):
        return Refusal.GONE
    if are_friends(s, who, target):
        return Refusal.FRIEND
    if unit_gap(s, who, target) > square(movement_of(s, who) + int(w.book.charge_die_max)):
        return Refusal.TOO_FAR
    if not contact_pose(s, w, who, target, charge_side(s, who, target))[0]:
        return Refusal.NO_CONTACT
    return Refusal.NONE if sees(s, w, who, target) else Refusal.UNSEEN


@rule("x.morale.traits")
def nearest_chargeable(s, w, who):
    """Frenzy: the nearest enemy that may be charged; ties go to the lowest slot. -1 if none."""
    best, least = NO_UNIT, 0
    for target in range(s.unit_count):
        if is_foe(s, who, target):
            gap = unit_gap(s, who, target)
            if (best == NO_UNIT or gap < least) and refusal_of_reach(s, w, who, target) == Refusal.NONE:
                best, least = target, gap
    return best


@rule("x.move.charge_declare")
def refusal_of_charge(s, w, who, target):
    """Declaring a charge: on any enemy within reach; the frenzied only on the nearest."""
    refusal = refusal_of_reach(s, w, who, target)
    if refusal != Refusal.NONE or s.units[who].frenzied == 0:
        return refusal
    return Refusal.NONE if nearest_chargeable(s, w, who) == target else Refusal.MUST_CHARGE


@rule("x.move.charge_declare")
def has_charge(s, w, who):
    """Declaring a charge: whether a unit has any target to charge."""
    if is_free_to_charge(s, w, who):
        for target in range(s.unit_count):
            if refusal_of_reach(s, w, who, target) == Refusal.NONE:
                return True
    return False


@kernel
def start_charge(s, w, who, target):
    """Declare a charge."""
    frame = push(s, Frame.CHARGE)
    frame.who = who
    frame.target = target


@rule("x.move.charge_declare", "x.move.charge_reaction")
def charge_step(s, w, frame):
    """Declaring a charge: fear first, then the declaration, terror, and the answer of the target."""
    who, target = int(frame.who), int(frame.target)
    if frame.step == Step.FEAR:
        frame.step = Step.DECLARE
        if not dares(s, w, who, target):
            pop(s)
    elif frame.step == Step.DECLARE:
        frame.step = Step.ASK
        resolve_declaration(s, w, who, target)
        if not resists_terror(s, w, target, who):
            frame.step = Step.FLIGHT
    elif frame.step == Step.ASK:
        ask_reaction(s, w, frame, who, target)
    elif frame.step == Step.ANSWER:
        answer_charge(s, w, frame, who, target)
    elif frame.step == Step.FLIGHT:
        frame.step = Step.AFTER
        resolve_flight(s, w, target, flight_direction(s, target, who), roll_flight(s, w, target))
    else:
        resolve_cancelled(s, who)
        pop(s)


@rule("x.morale.fear", "x.move.charge_failed")
def dares(s, w, who, target):
    """Fear: a test before charging a feared enemy; a unit that fails does not charge, make other moves or shoot this turn."""
    if not fears(s, w, who, target):
        return True
    if leadership_test(s, w, who, 0, False) == 1:
        emit(s, Event.STANDS_FAST, who, target, 0, 0)
        return True
    s.units[who].charge_failed = 1
    emit(s, Event.FEARS, who, target, 0, 0)
    return False


@rule("x.move.charge_declare")
def resolve_declaration(s, w, who, target):
    """Declaring a charge: the target, and the side that will be struck."""
    unit = s.units[who]
    unit.charge_target = target
    unit.charge_side = charge_side(s, who, target)
    emit(s, Event.CHARGES, who, target, int(unit.charge_side), 0)


# --- reactions ---------------------------------------------------------------------------------------------------------


@rule("x.morale.terror")
def resists_terror(s, w, who, charger):
    """Terror: a test before the answer; who fails has to flee. Units that have no choice do not test."""
    if s.units[who].fleeing == 1 or is_engaged(s, who) or not must_test_terror(s, w, who, charger):
        return True
    if leadership_test(s, w, who, 0, False) == 1:
        return True
    emit(s, Event.TERRIFIED, who, charger, 0, 0)
    return False


@rule("x.move.charge_reaction")
def refusal_of_flight(s, who):
    """Charge reactions: a unit may flee if it is not unbreakable and can move."""
    if has_trait(s, who, int(Trait.UNBREAKABLE)):
        return Refusal.UNBREAKABLE
    return Refusal.NONE if movement_of(s, who) > 0 else Refusal.NEVER_MOVES


@rule("x.move.charge_reaction")
def refusal_of_reaction(s, w, who, verb):
    """Charge reactions: hold, stand and shoot, flee."""
    if verb == Verb.STAND_AND_SHOOT:
        return refusal_of_stand_and_shoot(s, w, who, int(top(s).who))
    return refusal_of_flight(s, who) if verb == Verb.FLEE else Refusal.NONE


@rule("x.move.charge_reaction")
def has_reaction(s, w, who, charger):
    """Charge reactions: whether a unit can do anything but hold; a fleeing or engaged unit cannot."""
    if s.units[who].fleeing == 1 or is_engaged(s, who):
        return False
    return refusal_of_flight(s, who) == Refusal.NONE or refusal_of_stand_and_shoot(s, w, who, charger) == Refusal.NONE


@rule("x.move.charge_reaction")
def ask_reaction(s, w, frame, who, target):
    """Charge reactions: a fleeing target has no choice, and neither has a target that can only hold."""
    if has_reaction(s, w, target, who):
        frame.step = Step.ANSWER
        ask(s, Prompt.REACTION, target)
        return
    if s.units[target].fleeing == 0:
        emit(s, Event.HOLDS, target, who, 0, 0)
    pop(s)


@kernel
def offer_reactions(s, w, who):
    """Offer the answers to a charge."""
    offer(s, Verb.HOLD)
    offer_unless(s, Verb.STAND_AND_SHOOT, refusal_of_reaction(s, w, who, Verb.STAND_AND_SHOOT))
    offer_unless(s, Verb.FLEE, refusal_of_reaction(s, w, who, Verb.FLEE))


@rule("x.move.charge_reaction")
def answer_charge(s, w, frame, who, target):
    """Charge reactions: what the target chose."""
    if s.answer == Verb.FLEE:
        frame.step = Step.FLIGHT
    elif s.answer == Verb.STAND_AND_SHOOT:
        frame.step = Step.AFTER
        emit(s, Event.STANDS, target, who, 0, 0)
        start_shot(s, w, target, who, int(Mode.SINGLE), True)
    else:
        emit(s, Event.HOLDS, target, who, 0, 0)
        pop(s)


@rule("x.move.charge_reaction")
def resolve_cancelled(s, who):
    """Charge reactions: a charger that panics under fire does not charge any more."""
    unit = s.units[who]
    if is_there(s, who) and (unit.fleeing == 1 or unit.rallied == 1 or unit.charge_target == NO_UNIT):
        unit.charge_target = NO_UNIT
        unit.charge_failed = 1
