"""Targets: at whom each verb may be aimed."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..vocab import MODES, Band, Item, Mode, Verb
from .ammunition import may_be_shot_at, may_shoot, missile_item, target_band
from .charging import may_charge
from .combat import has_blow, is_open_to_blows
from .conditions import is_static
from .flying import may_swoop
from .grapples import may_grapple
from .missile_groups import may_fire_group
from .missiles import has_shot, may_aim
from .mounted import may_get_on
from .tending import may_tend


@rule("action.combat", "flee.free_blows", "attack.multiple_opponents")
def has_blow_target(s, w, who):
    """Combat: whether there is anyone to strike, at once or after a switch."""
    for target in range(s.unit_count):
        if may_strike_anyhow(s, w, who, target):
            return True
    return w.book.switch_travel_allowed == 1 and has_target(s, w, who, Verb.SWITCH)


@rule("action.combat")
def may_strike(s, w, who, target, mode):
    """Combat: an enemy open to blows, and something to strike at it with in this manner."""
    return is_open_to_blows(s, w, who, target) and has_blow(s, w, who, target, mode)


@kernel
def may_strike_anyhow(s, w, who, target):
    """Whether some way of striking this target is open."""
    return may_strike(s, w, who, target, Mode.NORMAL) or may_strike(s, w, who, target, Mode.UNARMED)


@rule("attack.multiple_opponents", "parry.cost", "c.prone")
def may_strike_at(s, w, who, target):
    """Switching between opponents: the first blow of a round goes to anyone in contact, the others to the same one.

    A blow given up to a parry or a wait is gone.
    """
    unit = s.units[who]
    if unit.round_target != NO_UNIT and unit.round_target != target:
        return False
    return not is_static(s, w, who) and is_open_to_blows(s, w, who, target)


@kernel
def may_strike_now(s, w, who, target, mode):
    """Whether a target may be struck now in this manner."""
    return may_strike_at(s, w, who, target) and has_blow(s, w, who, target, mode)


@rule("action.missile", "missile.line_of_fire")
def may_fire_at(s, w, who, target):
    """Fire/throw: at an enemy in sight and range."""
    item = missile_item(s, w, who)
    if not may_shoot(s, w, who, item) or not may_be_shot_at(s, w, who, target):
        return False
    return target_band(s, w, who, target, item) != Band.OUT


@kernel
def may_fire(s, w, who, target, mode):
    """Whether a target may be fired at in this manner."""
    return may_fire_at(s, w, who, target) and has_shot(s, w, who, target, mode)


@rule("grapple.attempt", "attack.multiple_opponents")
def may_grapple_now(s, w, who, target):
    """Grapples: in place of a blow, and so at the opponent that the blows of the round go to."""
    unit = s.units[who]
    if unit.round_target != NO_UNIT and unit.round_target != target:
        return False
    return may_grapple(s, w, who, target)


@rule("attack.multiple_opponents")
def may_switch(s, w, who, target):
    """Switching between opponents: costs a later blow; the target is not the present one, and in contact. Where switches
    over some yards are allowed, it may also be one that could be charged.
    """
    unit = s.units[who]
    if unit.round_target == NO_UNIT or unit.round_target == target or is_static(s, w, who):
        return False
    if may_strike_anyhow(s, w, who, target):
        return True
    return w.book.switch_travel_allowed == 1 and may_charge(s, w, who, target)


@rule("action.menu")
def may_target(s, w, who, verb, target):
    """Actions: whether a verb can be completed with this target."""
    if s.units[target].present == 0:
        return False
    if verb == Verb.TEND:
        return may_tend(s, w, who, target)
    if verb == Verb.MOUNT:
        return may_get_on(s, w, who, target)
    if are_friends(s, who, target):
        return False
    if verb == Verb.CHARGE:
        return may_charge(s, w, who, target)
    if verb == Verb.STRIKE:
        if not may_strike_at(s, w, who, target):
            return False
        for mode in range(MODES):
            if has_blow(s, w, who, target, mode):
                return True
        return False
    if verb == Verb.SWITCH:
        return may_switch(s, w, who, target)
    if verb == Verb.GRAPPLE:
        return may_grapple_now(s, w, who, target)
    if verb == Verb.FIRE:
        if not may_fire_at(s, w, who, target):
            return False
        for mode in range(MODES):
            if has_shot(s, w, who, target, mode):
                return True
        return False
    if verb == Verb.FIRE_GROUP:
        return may_fire_group(s, w, who, target)
    if verb == Verb.AIM:
        return may_aim(s, w, who, target)
    if verb == Verb.SWOOP:
        return may_swoop(s, w, who, target)
    return False


@kernel
def has_target(s, w, who, verb):
    """Whether a verb can be completed with any target."""
    if (verb == Verb.FIRE or verb == Verb.FIRE_GROUP or verb == Verb.AIM) and missile_item(s, w, who) == Item.NOTHING:
        return False
    helps = verb == Verb.TEND or verb == Verb.MOUNT
    for target in range(s.unit_count):
        if are_friends(s, who, target) == helps and may_target(s, w, who, verb, target):
            return True
    return False
