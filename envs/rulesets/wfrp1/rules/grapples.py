"""Grapples: seizing an opponent instead of striking, and the hold that comes of it."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import check_class
from ....core.state import NO_UNIT, ask, emit, emit_roll, open_total, pop, push, term
from ..tables import MISSED
from ..vocab import Event, Flag, Frame, Item, Location, Mode, Prompt, Refusal, Skill, Term, Verb
from .combat import Blow
from .conditions import (
    HELD,
    HOLDING,
    end_hold,
    is_arm_off,
    is_deferred,
    is_running_away,
    is_static,
    may_fight,
    passes_strength_test,
    passes_test,
)
from .engagement import is_in_contact
from .fumbles import start_fumble
from .modifiers import (
    charging_modifier,
    entangled_modifier,
    ground_modifier,
    obstacle_modifier,
    referee_modifier,
    resolve_charge_spent,
    unseen_modifier,
    winning_modifier,
    within_limits,
)
from .striking import refusal_of_reaching
from .weapons import arm_of, weapon_held


class Grapple(IntEnum):
    """Steps of a grapple."""

    TO_HIT = 0
    DEXTERITY = 1


class Contest(IntEnum):
    """Steps of a round in a hold."""

    HOLDER = 0  # the holder's D100
    HELD = 1  # the other's D100
    PRESSURE = 2  # the question, and its answer


# --- taking hold -----------------------------------------------------------------------------------------------------


@rule("grapple.attempt")
def has_hand_for_grapple(s, w, who):
    """Grapples: the good hand is sound and empty. Creatures that fight with teeth and claws strike with them."""
    unit = s.units[who]
    is_empty = weapon_held(s, w, who, False) == Item.NOTHING
    return is_empty and unit.natural_weapons == 0 and not is_arm_off(s, who, arm_of(s, who, False))


@rule("grapple.attempt", "attack.multiple_opponents")
def refusal_of_grapple_at(s, w, who, target):
    """Grapples: an enemy in contact, in place of a blow, so it must be the target of this round's blows. A unit that is
    mounted or in a hold cannot be grappled, nor can a target that the unit dives at: the contact lasts only a moment.
    """
    refusal = refusal_of_reaching(s, w, who, target)
    if refusal != Refusal.NONE:
        return refusal
    unit, foe = s.units[who], s.units[target]
    if foe.hold_role != 0:
        return Refusal.ENEMY_HELD
    if is_running_away(s, w, target):
        return Refusal.ENEMY_RUNS
    if unit.swoop_partner == target:
        return Refusal.FOR_A_MOMENT
    if foe.mount != NO_UNIT:
        return Refusal.RIDES
    is_other = unit.round_target != NO_UNIT and unit.round_target != target
    return Refusal.OTHER_TARGET if is_other else Refusal.NONE


@rule("grapple.attempt")
def start_grapple(s, who, target, slot):
    """Grapples: begin one; the turn has seen to facing, and to the blow it costs."""
    frame = push(s, Frame.GRAPPLE)
    frame.who = who
    frame.target = target
    frame.mode = Mode.UNARMED
    frame.slot = slot


@rule("grapple.attempt", "modifier.unarmed")
def grappling_modifier(s, w, who):
    """Grapples: -20, which only Wrestling lifts."""
    return 0 if s.units[who].skills & Skill.WRESTLING != 0 else int(w.book.grapple_to_hit)


@rule("grapple.attempt", "attack.to_hit")
def chance_to_grapple(s, w, who, target):
    """Grapples: Weapon Skill, -20, and what else raises or lowers the chance of a blow without a weapon."""
    open_total(s)
    number = term(s, Term.WEAPON_SKILL, int(s.units[who].weapon_skill))
    number += term(s, Term.CHARGING, charging_modifier(s, w, who, target))
    number += term(s, Term.HIGHER_GROUND, ground_modifier(s, w, who, target))
    number += term(s, Term.WINNING, winning_modifier(s, w, who, target))
    number += term(s, Term.OBSTACLE, obstacle_modifier(s, w, who, target))
    number += term(s, Term.REFEREE, referee_modifier(s, w, who))
    number += term(s, Term.GRAPPLING, grappling_modifier(s, w, who))
    number += term(s, Term.ENTANGLED, entangled_modifier(s, w, who))
    number += term(s, Term.UNSEEN, unseen_modifier(s, w, who, target))
    limited = within_limits(w, number)
    term(s, Term.LIMIT, limited - number)
    return limited


@rule("grapple.attempt", "attack.prone_static", "attack.fumble")
def grapple_step(s, w, frame):
    """Grapples: D100 to take hold, then the opponent's Dexterity test. No parry; asks nothing."""
    who, target = int(frame.who), int(frame.target)
    if frame.step == Grapple.TO_HIT:
        frame.step = Grapple.DEXTERITY
        if is_static(s, w, target):
            resolve_charge_spent(s, who, target)
        elif not resolve_roll_to_grapple(s, w, who, target):
            return
        if s.units[target].unconscious_rounds > 0:
            pop(s)
            resolve_seized(s, who, target)
        return
    needed = int(s.units[target].dexterity)
    open_total(s)
    slips = passes_test(s, needed)
    pop(s)
    emit_roll(s, Event.SLIPPED_FREE if slips else Event.GRIPPED, target, who, needed, 0)
    if not slips:
        resolve_seized(s, who, target)


@rule("grapple.attempt", "attack.fumble")
def resolve_roll_to_grapple(s, w, who, target):
    """Grapples: whether the roll succeeds. A miss ends the grapple, and a double that misses is a fumble."""
    needed = chance_to_grapple(s, w, who, target)
    resolve_charge_spent(s, who, target)
    label = check_class(s, 100, needed, w.book.any_location, w.book.miss_label)
    if label < MISSED:
        emit_roll(s, Event.GRAPPLED, who, target, needed, 0)
        return True
    emit_roll(s, Event.GRAPPLE_MISSED, who, target, needed, 0)
    pop(s)
    if label > MISSED:
        start_fumble(s, w, who, label - MISSED, Item.NOTHING, int(Mode.UNARMED), 0)
    return False


@rule("grapple.hold", "turn.simultaneous")
def resolve_seized(s, who, target):
    """The hold: the round is over for the holder; one seized by an equal is in the hold only after its own event."""
    s.units[who].turn_taken = 1
    s.units[who].slots_forfeited = 1
    if is_deferred(s, target):
        s.units[target].doomed_holders |= 1 << who
    else:
        resolve_hold(s, who, target)


@rule("turn.simultaneous", "grapple.hold")
def apply_grip(s, w, who):
    """Equal Initiative: after its event a unit is in the hold of the equal that has seized it, if that one can still hold it."""
    unit = s.units[who]
    holders = int(unit.doomed_holders)
    unit.doomed_holders = 0
    for holder in range(s.unit_count):
        if (holders >> holder) & 1 == 1 and unit.hold_role == 0 and unit.dead == 0:
            if may_fight(s, w, holder) and is_in_contact(s, w, holder, who):
                resolve_hold(s, holder, who)


@rule("grapple.hold")
def resolve_hold(s, who, target):
    """The hold: from now on both can do nothing else."""
    holder = s.units[who]
    held = s.units[target]
    holder.hold_role = HOLDING
    holder.hold_partner = target
    held.hold_role = HELD
    held.hold_partner = who
    emit(s, Event.HELD, who, target, 0, 0)


# --- the hold --------------------------------------------------------------------------------------------------------


@rule("grapple.hold")
def start_contest(s, who):
    """The hold: a holder that maintains it wrestles with the held unit, once a round."""
    frame = push(s, Frame.HOLD)
    frame.who = who
    frame.target = s.units[who].hold_partner


@rule("grapple.hold")
def resolve_release(s, who):
    """The hold: the holder releases it, which takes no time."""
    emit(s, Event.LET_GO, who, int(s.units[who].hold_partner), 0, 0)
    end_hold(s, who)


@rule("grapple.hold", "c.characteristic_test")
def contest_step(s, w, frame):
    """The hold: a Strength test by each, one a step. Waits when only the holder passes: is there pressure?"""
    who, target = int(frame.who), int(frame.target)
    if frame.step == Contest.HOLDER:
        frame.number = resolve_strength_test(s, w, who, target)
        frame.step = Contest.HELD
    elif frame.step == Contest.HELD:
        resists = s.units[target].unconscious_rounds == 0 and resolve_strength_test(s, w, target, who) == 1
        frame.step = Contest.PRESSURE
        if frame.number == 1 and not resists:
            ask(s, Prompt.PRESSURE, who)
            return
        if frame.number == 0 and resists:
            emit(s, Event.BROKE_HOLD, target, who, 0, 0)
            end_hold(s, target)
        pop(s)
    else:
        pop(s)
        if s.answer == Verb.HOLD_PRESSURE:
            start_pressure(s, who, target)


@rule("grapple.hold", "c.characteristic_test")
def resolve_strength_test(s, w, who, other):
    """The hold: D100 at or below ten times Strength; 1 passed, 0 failed."""
    open_total(s)
    passed = 1 if passes_strength_test(s, w, who) else 0
    emit_roll(s, Event.STRENGTH_TEST, who, other, passed, 0)
    return passed


@rule("grapple.hold", "damage.basic")
def start_pressure(s, who, target):
    """The hold: pressure does the damage of an ordinary blow to the body, without roll, parry or stun."""
    frame = push(s, Frame.BLOW)
    frame.who = who
    frame.target = target
    frame.mode = Mode.NORMAL
    frame.slot = -1
    frame.flag_bits = Flag.PRESSURE
    frame.item_used = Item.NOTHING
    frame.location = Location.BODY
    frame.step = Blow.DAMAGE
    emit(s, Event.PRESSURE, who, target, 0, 0)
