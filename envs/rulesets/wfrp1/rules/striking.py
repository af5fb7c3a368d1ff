"""Combat: which units may strike which targets, and in which manner."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..vocab import Item, Mode, Refusal
from .bodies import has_head_in_reach, is_beyond_reach
from .conditions import fighter_of, is_mount, is_running_away, refusal_of_fighting
from .engagement import is_in_contact
from .mounted import may_mount_fight, may_name
from .targeting import aimed_location, is_aimed, may_aim
from .unarmed import may_strike_unarmed
from .weapons import striking_item


@rule("action.combat", "unarmed.blows", "attack.targeted_blow", "stun.procedure")
def refusal_of_manner(s, w, who, target, mode):
    """Combat: a unit needs something to strike with in a manner, and the target the part that it is meant for, in reach."""
    if mode == Mode.BOMB or mode == Mode.INCENDIARY:
        return Refusal.NO_SUCH_MANNER
    if mode != Mode.NORMAL and is_mount(s, who):
        return Refusal.MOUNT_STRIKES_PLAINLY
    if mode == Mode.UNARMED and not may_strike_unarmed(s, who):
        return Refusal.NO_LIMB
    if (mode == Mode.AIM_RIDER or mode == Mode.AIM_MOUNT) and not may_name(s, target, mode):
        return Refusal.NOBODY_RIDES
    if (mode == Mode.STUN or mode == Mode.UNARMED) and not has_head_in_reach(s, w, who, target):
        return Refusal.HEAD_BEYOND_REACH
    if is_aimed(mode) and not may_aim(s, target, mode):
        return Refusal.NO_SUCH_PART
    if is_aimed(mode) and is_beyond_reach(s, w, who, target, aimed_location(mode)):
        return Refusal.PART_BEYOND_REACH
    if mode != Mode.UNARMED and striking_item(s, w, who, mode) == Item.NOTHING:
        return Refusal.NO_WEAPON
    return Refusal.NONE


@kernel
def has_blow(s, w, who, target, mode):
    """Whether a target can be struck in a manner."""
    return refusal_of_manner(s, w, who, target, mode) == Refusal.NONE


@rule("action.combat", "flee.free_blows", "action.charge")
def manner_at_hand(s, w, who, target):
    """Combat: how a blow is struck that is not chosen: with the main hand, else with the other, else unarmed."""
    if has_blow(s, w, who, target, Mode.NORMAL):
        return int(Mode.NORMAL)
    return int(Mode.OFF_HAND if has_blow(s, w, who, target, Mode.OFF_HAND) else Mode.UNARMED)


@rule("action.combat", "mounted.mount_attacks", "surprise.general", "c.prone")
def refusal_of_striker(s, w, who):
    """Combat: blows are for the able, and those of a mount for one whose rider fights."""
    refusal = refusal_of_fighting(s, w, who)
    if refusal == Refusal.NONE and is_mount(s, who) and not may_mount_fight(s, w, who):
        return Refusal.RIDER_FIGHTS_NOT
    return refusal


@rule("action.combat", "engage.contact", "surprise.ambush")
def refusal_of_reaching(s, w, who, target):
    """Combat: fighters strike at living enemies in contact that they know of; at a mount by way of its rider."""
    foe = s.units[target]
    if are_friends(s, who, target):
        return Refusal.NOT_ENEMY
    if foe.present == 0 or foe.escaped == 1:
        return Refusal.GONE
    if foe.dead == 1:
        return Refusal.DEAD
    if foe.rider != NO_UNIT:
        return Refusal.RIDDEN
    if foe.hidden == 1:
        return Refusal.UNSEEN
    return Refusal.NONE if is_in_contact(s, w, who, target) else Refusal.NOT_IN_CONTACT


@rule("action.combat", "engage.contact")
def is_in_reach(s, w, who, target):
    """Combat: whether a fighter can strike at an enemy at all, be it that it runs away."""
    return refusal_of_reaching(s, w, who, target) == Refusal.NONE and refusal_of_striker(s, w, who) == Refusal.NONE


@rule("action.combat", "flee.declare", "flying.swoop")
def refusal_of_blow_at(s, w, who, target):
    """Combat: at an enemy within reach that does not run away; not at a flier by a unit that had acted before."""
    refusal = refusal_of_reaching(s, w, who, target)
    if refusal != Refusal.NONE:
        return refusal
    if is_running_away(s, w, target):
        return Refusal.ENEMY_RUNS
    fighter = s.units[fighter_of(s, who)]
    is_parried_only = fighter.swoop_partner == target and fighter.only_parries == 1
    return Refusal.ONLY_PARRIES if is_parried_only else Refusal.NONE
