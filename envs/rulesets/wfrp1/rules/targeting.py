"""Targeted blows: naming the location to strike, for a price, and when there is no price."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import check
from ..vocab import BodyPlan, Location, Mode
from .conditions import IN_A_NET, is_static


@rule("attack.targeted_blow")
def is_aimed(mode):
    """Targeted blows: the attacker has named a location."""
    return Mode.AIM_HEAD <= mode <= Mode.AIM_LEGS


@rule("attack.targeted_blow", "mounted.rider_or_mount")
def is_picked(mode):
    """Targeted blows: a location, the rider or the mount has been named."""
    return is_aimed(mode) or mode == Mode.AIM_RIDER or mode == Mode.AIM_MOUNT


@rule("attack.targeted_blow", "body.non_humanoid")
def may_aim(s, target, mode):
    """Targeted blows: only at a location that the target's shape has."""
    plan = s.units[target].body_plan
    if plan == BodyPlan.AMORPHOUS:
        return False
    if plan == BodyPlan.OCTOPUS:
        return mode == Mode.AIM_BODY
    if plan == BodyPlan.SNAKE or plan == BodyPlan.HYDRA:
        return mode == Mode.AIM_BODY or mode == Mode.AIM_HEAD
    if plan == BodyPlan.FLIGHTLESS_BIRD:
        return mode != Mode.AIM_RIGHT_ARM and mode != Mode.AIM_LEFT_ARM
    return True


@rule("attack.targeted_blow")
def aimed_location(mode):
    """Targeted blows: a hit strikes the location that was named; which leg is found is left to a die."""
    if mode == Mode.AIM_HEAD:
        return int(Location.HEAD)
    if mode == Mode.AIM_RIGHT_ARM:
        return int(Location.RIGHT_ARM)
    if mode == Mode.AIM_LEFT_ARM:
        return int(Location.LEFT_ARM)
    if mode == Mode.AIM_BODY:
        return int(Location.BODY)
    return int(Location.RIGHT_LEG)


@rule("attack.targeted_blow")
def leg_found(s, w):
    """Targeted blows: D6, 1 to 3 the right leg, 4 to 6 the left."""
    return int(Location.RIGHT_LEG) if check(s, w.book.leg_die, w.book.right_leg_die_max) else int(Location.LEFT_LEG)


@rule("attack.targeted_blow")
def aim_penalty(w, mode):
    """Targeted blows: the head and an arm are hard to hit, the body and the legs less so."""
    if mode == Mode.AIM_HEAD:
        return int(w.book.aim_head)
    if mode == Mode.AIM_RIGHT_ARM or mode == Mode.AIM_LEFT_ARM:
        return int(w.book.aim_arm)
    if mode == Mode.AIM_BODY:
        return int(w.book.aim_body)
    if mode == Mode.AIM_LEGS:
        return int(w.book.aim_legs)
    if mode == Mode.AIM_RIDER or mode == Mode.AIM_MOUNT:
        return int(w.book.aim_rider_or_mount)
    return 0


@rule("attack.targeted_blow_waiver", "attack.prone_static")
def is_aim_free(s, w, target, mode):
    """Targeted blows: no penalty against the surprised or those who do not move, nor for striking the part that is entangled."""
    foe = s.units[target]
    if foe.surprised == 1 or is_static(s, w, target):
        return True
    return foe.entangled != 0 and w.book.opt_entangled_location_free == 1 and is_part_aimed_at(s, target, mode)


@rule("attack.targeted_blow_waiver", "c.entangle")
def is_part_aimed_at(s, target, mode):
    """Targeted blows: whether the entangled part is the one that was named; either leg will do for the legs. A net holds the
    body and both arms.
    """
    if s.units[target].entangled == IN_A_NET:
        return mode == Mode.AIM_BODY or mode == Mode.AIM_RIGHT_ARM or mode == Mode.AIM_LEFT_ARM
    if not is_aimed(mode):
        return False
    part = s.units[target].entangled_location
    if mode == Mode.AIM_LEGS:
        return part == Location.RIGHT_LEG or part == Location.LEFT_LEG
    return part == aimed_location(mode)


@rule("attack.targeted_blow", "attack.targeted_blow_waiver")
def aim_modifier(s, w, target, mode):
    """Targeted blows: the penalty for the location named, unless it is waived."""
    if not is_picked(mode) or is_aim_free(s, w, target, mode):
        return 0
    return aim_penalty(w, mode)
