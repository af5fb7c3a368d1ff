"""Non-humanoid opponents: hit locations of other shapes, several heads, and opponents too tall to reach."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import band, check
from ....core.state import NO_UNIT, emit
from ..vocab import BodyPlan, Event, Location
from .conditions import is_static, place_of
from .engagement import is_in_rear


@rule("attack.hit_location")
def fresh_location(s, w):
    """Hit location without a roll to hit: a fresh D100 that is read directly."""
    return band(s, 100, w.book.location_limits)


# --- shapes ----------------------------------------------------------------------------------------------------------


@rule("body.non_humanoid", "engage.front_arc")
def is_struck_from_rear(s, w, who, target):
    """Non-humanoid opponents: the attacker is in the rear of the target; a mount faces as its rider does."""
    body = target if s.units[target].rider == NO_UNIT else int(s.units[target].rider)
    here = place_of(s, who)
    return here >= 0 and here != s.units[body].cell and is_in_rear(s, w, body, here)


@rule("body.non_humanoid")
def is_arm(location):
    """Non-humanoid opponents: the arms of the ordinary table."""
    return location == Location.RIGHT_ARM or location == Location.LEFT_ARM


@rule("body.non_humanoid")
def settled_location(s, w, who, target, location):
    """Non-humanoid opponents: what a location of the ordinary table is on a shape that needs no die: all of the amorphous
    is body, so are a flightless bird's wings, and from behind the tail hides the head.
    """
    plan = s.units[target].body_plan
    if plan == BodyPlan.AMORPHOUS or (plan == BodyPlan.FLIGHTLESS_BIRD and is_arm(location)):
        return int(Location.BODY)
    if plan == BodyPlan.TAILED and location == Location.HEAD and is_struck_from_rear(s, w, who, target):
        return int(Location.TAIL)
    return int(location)


@rule("body.non_humanoid")
def has_body_roll(s, w, who, target, location):
    """Non-humanoid opponents: whether a further die says where the blow lands."""
    plan = s.units[target].body_plan
    if plan == BodyPlan.OCTOPUS or plan == BodyPlan.SNAKE or plan == BodyPlan.HYDRA:
        return True
    if plan == BodyPlan.CENTAUR:
        return location == Location.BODY
    if plan == BodyPlan.WINGED_HUMANOID:
        return is_arm(location) or (location == Location.BODY and is_struck_from_rear(s, w, who, target))
    return False


@rule("body.non_humanoid")
def resolve_body_location(s, w, who, target, location):
    """Non-humanoid opponents: the further die of a shape: wing, tentacle, head or body, horse or man."""
    plan = s.units[target].body_plan
    if plan == BodyPlan.OCTOPUS:
        return part_found(s, w.book.octopus_die, w.book.octopus_tentacle_max, Location.TENTACLE, Location.BODY)
    if plan == BodyPlan.SNAKE:
        return part_found(s, w.book.snake_die, w.book.snake_body_max, Location.BODY, Location.HEAD)
    if plan == BodyPlan.CENTAUR:
        return part_found(s, 100, w.book.centaur_horse_pct, Location.HORSE_BODY, Location.BODY)
    if plan == BodyPlan.HYDRA:
        if is_struck_from_rear(s, w, who, target):
            return part_found(s, 100, w.book.hydra_head_pct, Location.BODY, Location.HEAD)
        return part_found(s, 100, w.book.hydra_head_pct, Location.HEAD, Location.BODY)
    percent = w.book.wing_from_arm_pct if is_arm(location) else w.book.wing_from_body_rear_pct
    return part_found(s, 100, percent, Location.WING, location)


@rule("body.non_humanoid")
def part_found(s, sides, at_most, one, other):
    """Non-humanoid opponents: one die between two parts."""
    return int(one) if check(s, sides, at_most) else int(other)


# --- several heads ---------------------------------------------------------------------------------------------------


@rule("body.non_humanoid")
def has_head_to_lose(s, target, location):
    """Non-humanoid opponents: what would kill, on one head of several, puts that head out."""
    unit = s.units[target]
    return location == Location.HEAD and unit.heads > 1 and unit.heads_left > 0


@rule("body.non_humanoid")
def resolve_head_lost(s, target):
    """Non-humanoid opponents: one head less."""
    unit = s.units[target]
    unit.heads_left -= 1
    emit(s, Event.LOST_HEAD, target, NO_UNIT, int(unit.heads_left), 0)


@rule("body.non_humanoid")
def with_heads_left(s, w, who, value):
    """Non-humanoid opponents: Intelligence and Will Power shrink with the heads, rounded down."""
    unit = s.units[who]
    if unit.heads_left >= unit.heads or unit.heads == 0:
        return int(value)
    lost = int(value) - int(value) * int(unit.heads_left) // int(unit.heads)
    return int(value) - lost * int(w.book.lost_head_int_wp_pct) // 100


@rule("body.non_humanoid")
def intelligence_of(s, w, who):
    """Non-humanoid opponents: Intelligence, with the heads that are left."""
    return with_heads_left(s, w, who, int(s.units[who].intelligence))


# --- the especially tall ---------------------------------------------------------------------------------------------


@rule("body.tall_opponents")
def height_in_fight(s, who):
    """Especially tall opponents: a rider is as tall as itself plus half its mount."""
    unit = s.units[who]
    if unit.mount == NO_UNIT:
        return int(unit.height_ft)
    return int(unit.height_ft) + int(s.units[unit.mount].height_ft) // 2


@rule("body.tall_opponents")
def has_legs(s, target):
    """Especially tall opponents: octopus, snake, hydra and the amorphous have no legs that would be all one reaches."""
    plan = s.units[target].body_plan
    return not (
        plan == BodyPlan.OCTOPUS
        or plan == BodyPlan.SNAKE
        or plan == BodyPlan.HYDRA
        or plan == BodyPlan.AMORPHOUS
    )  # fmt: skip


@rule("body.tall_opponents")
def is_beyond_reach(s, w, who, target, location):
    """Especially tall opponents: ten feet smaller, one reaches only the legs, and the limb that strikes; of one that does not
    move, as when it lies, every part.
    """
    if is_static(s, w, target):
        return False
    if height_in_fight(s, target) - height_in_fight(s, who) < w.book.height_difference_ft or not has_legs(s, target):
        return False
    if location == Location.RIGHT_LEG or location == Location.LEFT_LEG:
        return False
    return location != s.units[target].attack_limb


@rule("body.tall_opponents", "body.non_humanoid", "stun.procedure")
def has_head_in_reach(s, w, who, target):
    """Especially tall opponents: a stun is meant for the head, which must be there and within reach."""
    plan = s.units[target].body_plan
    if plan == BodyPlan.OCTOPUS or plan == BodyPlan.AMORPHOUS:
        return False
    return not is_beyond_reach(s, w, who, target, Location.HEAD)
