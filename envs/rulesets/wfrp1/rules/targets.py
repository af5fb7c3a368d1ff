"""Targets: the units that each verb may be aimed at."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT
from ..vocab import MODES, Item, Mode, Refusal, Verb
from .ammunition import missile_item, refusal_of_aim, refusal_of_shooting, target_band
from .charging import refusal_of_charge_at, refusal_of_charger
from .conditions import farther, refusal_of_fighting
from .engagement import is_engaged
from .flying import refusal_of_flying, refusal_of_swoop_at
from .grapples import has_hand_for_grapple, refusal_of_grapple_at
from .heights import is_aloft
from .missile_groups import has_aimed_enough, is_sharpshooting_range, refusal_of_group
from .mounted import may_name, refusal_of_steed
from .striking import has_blow, refusal_of_blow_at, refusal_of_striker
from .targeting import is_aimed, is_picked, may_aim
from .tending import refusal_of_patient
from .winning import refusal_of_pressing

# --- blows -----------------------------------------------------------------------------------------------------------


@rule("attack.multiple_opponents", "parry.cost", "c.prone")
def refusal_of_strike_at(s, w, who, target):
    """Switching between opponents: the first blow of a round goes to anyone in contact, the others to the same one."""
    refusal = refusal_of_blow_at(s, w, who, target)
    if refusal != Refusal.NONE:
        return refusal
    unit = s.units[who]
    if unit.round_target != NO_UNIT and unit.round_target != target:
        return Refusal.OTHER_TARGET
    for mode in range(MODES):
        if has_blow(s, w, who, target, mode):
            return Refusal.NONE
    return Refusal.NO_WEAPON


@rule("action.combat")
def may_strike(s, w, who, target, mode):
    """Combat: an enemy open to blows, and something to strike at it with in this manner."""
    if refusal_of_striker(s, w, who) != Refusal.NONE or refusal_of_blow_at(s, w, who, target) != Refusal.NONE:
        return False
    return has_blow(s, w, who, target, mode)


@rule("action.combat")
def refusal_of_any_blow_at(s, w, who, target):
    """Combat: an enemy open to blows, and a weapon or a fist to strike at it with."""
    refusal = refusal_of_blow_at(s, w, who, target)
    if refusal != Refusal.NONE or has_blow(s, w, who, target, Mode.NORMAL) or has_blow(s, w, who, target, Mode.UNARMED):
        return refusal
    return Refusal.NO_WEAPON


@rule("attack.multiple_opponents")
def refusal_of_switch_to(s, w, who, target):
    """Switching between opponents: to another than the present one, in contact. Where switches over some yards are allowed,
    it may also be one that could be charged.
    """
    if target == s.units[who].round_target:
        return Refusal.ITS_TARGET
    refusal = refusal_of_any_blow_at(s, w, who, target)
    if refusal == Refusal.NONE or w.book.switch_travel_allowed == 0:
        return refusal
    if refusal_of_charge_at(s, w, who, target) == Refusal.NONE and refusal_of_charger(s, w, who) == Refusal.NONE:
        return Refusal.NONE
    return refusal


# --- shots -----------------------------------------------------------------------------------------------------------


@rule("action.missile", "missile.sharpshooting", "missile.extreme_range")
def refusal_of_shot(s, w, who, target, mode):
    """Fire/throw: a part of the body at short range; far and fine shots need aim."""
    if mode != Mode.NORMAL and not is_picked(mode):
        return Refusal.NO_SUCH_MANNER
    if is_aimed(mode) and not may_aim(s, target, mode):
        return Refusal.NO_SUCH_PART
    if (mode == Mode.AIM_RIDER or mode == Mode.AIM_MOUNT) and not may_name(s, target, mode):
        return Refusal.NOBODY_RIDES
    item = missile_item(s, w, who)
    if item == Item.NOTHING:
        return Refusal.NO_MISSILE
    band = target_band(s, w, who, target, item)
    if is_picked(mode) and not is_sharpshooting_range(band):
        return Refusal.NOT_NEAR_ENOUGH
    return Refusal.NONE if has_aimed_enough(s, w, who, target, item, band, mode, False) else Refusal.NOT_AIMED


@rule("action.missile", "missile.extreme_range")
def refusal_of_fire_at(s, w, who, target):
    """Fire/throw: an enemy in sight and range can be fired at in some manner if it can be in the plainest."""
    refusal = refusal_of_aim(s, w, who, target, missile_item(s, w, who))
    return refusal if refusal != Refusal.NONE else refusal_of_shot(s, w, who, target, int(Mode.NORMAL))


# --- each verb -------------------------------------------------------------------------------------------------------


@rule("action.menu")
def refusal_of_target(s, w, who, verb, target):
    """Actions: what keeps a verb, which is open as such, from being completed with a target."""
    if verb == Verb.STRIKE:
        return refusal_of_strike_at(s, w, who, target)
    if verb == Verb.CHARGE:
        return refusal_of_charge_at(s, w, who, target)
    if verb == Verb.FIRE:
        return refusal_of_fire_at(s, w, who, target)
    if verb == Verb.FIRE_GROUP:
        return refusal_of_group(s, w, who, target)
    if verb == Verb.AIM:
        return refusal_of_aim(s, w, who, target, missile_item(s, w, who))
    if verb == Verb.SWITCH:
        return refusal_of_switch_to(s, w, who, target)
    if verb == Verb.GRAPPLE:
        return refusal_of_grapple_at(s, w, who, target)
    if verb == Verb.SWOOP:
        return refusal_of_swoop_at(s, w, who, target)
    if verb == Verb.TEND:
        return refusal_of_patient(s, w, who, target)
    return refusal_of_steed(s, w, who, target) if verb == Verb.MOUNT else refusal_of_pressing(s, w, who, target)


@rule("action.menu")
def refusal_of_targets(s, w, who, verb, refusal):
    """Actions: why a verb cannot be completed with any target: of the target that gets farthest, or the given refusal."""
    for target in range(s.unit_count):
        found = refusal_of_target(s, w, who, verb, target)
        if found == Refusal.NONE:
            return Refusal.NONE
        refusal = farther(refusal, found)
    return refusal


@rule("action.charge")
def refusal_of_charge(s, w, who):
    """Charge: for a unit that can charge at all, with a target to charge."""
    refusal = refusal_of_charger(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    return refusal_of_targets(s, w, who, Verb.CHARGE, Refusal.NO_ENEMY_SEEN)


@rule("action.combat")
def refusal_of_strike(s, w, who):
    """Combat: for a unit that can strike at all, with a target to strike."""
    refusal = refusal_of_striker(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    return refusal_of_targets(s, w, who, Verb.STRIKE, Refusal.NO_ENEMY_IN_CONTACT)


@rule("attack.multiple_opponents")
def refusal_of_switch(s, w, who):
    """Switching between opponents: for a fighter whose blows of this round already have a target."""
    if s.units[who].round_target == NO_UNIT:
        return Refusal.NO_OPPONENT
    refusal = refusal_of_striker(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    return refusal_of_targets(s, w, who, Verb.SWITCH, Refusal.NO_OTHER_ENEMY)


@rule("grapple.attempt")
def refusal_of_grapple(s, w, who):
    """Grapples: for a fighter on foot with a hand free, and a target to seize."""
    if s.units[who].mount != NO_UNIT:
        return Refusal.MOUNTED
    refusal = refusal_of_fighting(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if not has_hand_for_grapple(s, w, who):
        return Refusal.NO_HAND_FOR_GRAPPLE
    return refusal_of_targets(s, w, who, Verb.GRAPPLE, Refusal.NO_ENEMY_IN_CONTACT)


@rule("action.missile")
def refusal_of_fire(s, w, who):
    """Fire/throw: for a unit that can shoot at all, with a target to shoot at."""
    refusal = refusal_of_shooting(s, w, who, missile_item(s, w, who))
    if refusal != Refusal.NONE:
        return refusal
    return refusal_of_targets(s, w, who, Verb.FIRE, Refusal.NO_ENEMY_SEEN)


@rule("missile.fire_into_group")
def refusal_of_fire_group(s, w, who):
    """Firing into a group: for a unit that can shoot at all, if a knob lets players choose it."""
    if w.book.opt_target_choice_in_group == 0:
        return Refusal.NOT_BY_CHOICE
    refusal = refusal_of_shooting(s, w, who, missile_item(s, w, who))
    if refusal != Refusal.NONE:
        return refusal
    return refusal_of_targets(s, w, who, Verb.FIRE_GROUP, Refusal.NO_ENEMY_SEEN)


@rule("missile.phases", "missile.extreme_range", "missile.sharpshooting", "missile.in_melee")
def refusal_of_aiming(s, w, who):
    """Aim: a round spent aiming, after loading and not in hand-to-hand combat, at an enemy in sight and range."""
    item = missile_item(s, w, who)
    refusal = refusal_of_shooting(s, w, who, item)
    if refusal != Refusal.NONE:
        return refusal
    if is_engaged(s, w, who):
        return Refusal.ENGAGED
    return refusal_of_targets(s, w, who, Verb.AIM, Refusal.NO_ENEMY_SEEN)


@rule("flying.swoop", "parry.cost")
def refusal_of_swoop(s, w, who):
    """Attack on the wing: for a flier in the air, not engaged, with the blow of the turn left, and a target to dive at."""
    unit = s.units[who]
    if not is_aloft(s, who):
        return Refusal.ON_THE_GROUND
    if unit.blow_lost == 1:
        return Refusal.BLOW_LOST
    if unit.swoop_partner != NO_UNIT:
        return Refusal.DIVES
    refusal = refusal_of_flying(s, who)
    if refusal == Refusal.NONE:
        refusal = refusal_of_fighting(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if is_engaged(s, w, who):
        return Refusal.ENGAGED
    return refusal_of_targets(s, w, who, Verb.SWOOP, Refusal.NO_ENEMY_SEEN)


@rule("action.combat", "flee.free_blows", "attack.multiple_opponents")
def has_blow_target(s, w, who):
    """Combat: whether there is anyone to strike, at once or after a switch."""
    if refusal_of_striker(s, w, who) != Refusal.NONE:
        return False
    for target in range(s.unit_count):
        if refusal_of_any_blow_at(s, w, who, target) == Refusal.NONE:
            return True
    return w.book.switch_travel_allowed == 1 and refusal_of_switch(s, w, who) == Refusal.NONE
