"""Refusals: which of the rules stands in the way of a choice that is not offered, for people who ask. It decides nothing."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ..vocab import Item, Prompt, Rate, Verb
from .ammunition import may_be_shot_at, missile_item
from .charging import is_in_charge_reach
from .combat import is_in_reach, is_open_to_blows
from .conditions import HELD, has_bad_leg, is_mount, may_fight, may_ride
from .engagement import is_engaged
from .fleeing import DECLARED
from .flying import altitude_after
from .hands import has_hand_for
from .heights import has_wings, is_aloft
from .menu import HAS_CLIMBED, HAS_FIRED, HAS_MOVED, rate_of
from .missiles import may_evade
from .reasons import Refusal, why_fixed
from .refused_handling import why_not_handle, why_not_shoot


@kernel
def refusal_of(s, w, who, verb):
    """The first of the rules, in the order one would ask, that keeps who is asked from a verb; 0 where none is plain."""
    if who == NO_UNIT:
        return Refusal.UNKNOWN
    unasked = why_unasked(s, w, who, verb)
    if unasked != Refusal.UNKNOWN or s.prompt == Prompt.PARRY:
        return unasked
    if is_mount(s, who) and verb != Verb.STRIKE:
        return Refusal.MOUNT
    if s.prompt == Prompt.EXTRA_BLOW and not is_a_blow(verb) and (verb != Verb.DROP or w.book.drop_cost > 0):
        return Refusal.BLOWS_ONLY
    if s.prompt == Prompt.TURN:
        bound = why_bound(s, who, verb)
        if bound != Refusal.UNKNOWN:
            return bound
    if Verb.MOVE_CAUTIOUS <= verb <= Verb.MOVE_EVADE:
        return why_not_move(s, w, who, verb)
    if verb == Verb.CHARGE:
        return why_not_charge(s, w, who)
    if verb == Verb.STRIKE or verb == Verb.GRAPPLE or verb == Verb.SWITCH:
        return why_not_strike(s, w, who)
    if Verb.FIRE <= verb <= Verb.FIRE_BROKEN:
        return why_not_shoot(s, w, who, verb)
    if Verb.TAKE_UP <= verb <= Verb.DROP or verb == Verb.PICK_UP or verb == Verb.SWAP_HANDS:
        return why_not_handle(s, w, who, verb)
    if Verb.SWOOP <= verb <= Verb.DESCEND:
        return why_not_fly(s, w, who, verb)
    return why_not_other(s, w, who, verb)


@kernel
def why_unasked(s, w, who, verb):
    """What is chosen at another moment; 0 for what this one is for."""
    if Verb.PARRY_MAIN <= verb <= Verb.NO_PARRY:
        return Refusal.CANNOT_PARRY if s.prompt == Prompt.PARRY else Refusal.WHEN_STRUCK
    if Verb.HOLD_MAINTAIN <= verb <= Verb.HOLD_PRESSURE:
        return Refusal.WHEN_HOLDING
    if verb == Verb.PRESS or verb == Verb.DECLINE_PRESS:
        return Refusal.WHEN_WON
    if Verb.ACT <= verb <= Verb.READY_CHARGE:
        return why_not_declared(s, w, who, verb)
    if s.prompt == Prompt.DECLARE:
        return Refusal.TURN_ONLY if verb != Verb.DROP else why_not_drop_to_draw(s, w, who)
    if s.prompt == Prompt.PRESS or s.prompt == Prompt.PARRY or s.prompt == Prompt.HOLD or s.prompt == Prompt.PRESSURE:
        return Refusal.ASKED_FIRST
    if verb == Verb.FLEE or verb == Verb.FLEE_EXIT:
        return Refusal.DECLARED_ONLY if s.units[who].fleeing != DECLARED else Refusal.NO_WAY
    return Refusal.UNKNOWN


@kernel
def is_a_blow(verb):
    """Whether a verb stands for a blow, which a later slot of the round is for."""
    return verb == Verb.STRIKE or verb == Verb.SWITCH or verb == Verb.GRAPPLE or verb == Verb.STRIKE_DOOR


@kernel
def why_not_declared(s, w, who, verb):
    """Why something is not declared at the start of the round."""
    if s.prompt != Prompt.DECLARE:
        return Refusal.DECLARED_ONLY
    if verb == Verb.DECLARE_FLEE:
        fixed = why_fixed(s, w, who, True)
        return fixed if fixed != Refusal.UNKNOWN else Refusal.NOT_ENGAGED
    if verb == Verb.READY_SHOT:
        return Refusal.NO_MISSILE if missile_item(s, w, who) == Item.NOTHING else Refusal.NOT_LOADED
    if verb == Verb.QUICK_DRAW:
        return Refusal.NO_QUICK_DRAW
    if s.units[who].mount == NO_UNIT:
        return Refusal.ON_FOOT
    if s.units[who].main_hand != Item.LANCE:
        return Refusal.NO_LANCE
    return Refusal.STEED_DOWN if not may_ride(s, who) else Refusal.ENGAGED


@kernel
def why_not_drop_to_draw(s, w, who):
    """Why nothing is dropped with the declarations, where it would make room for a quick draw."""
    return Refusal.NO_QUICK_DRAW if has_hand_for(s, w, who, Verb.DROP, 0) else Refusal.NOTHING_HELD


@kernel
def why_bound(s, who, verb):
    """Why a turn is not free: what was declared, lost, done before, or is about to happen."""
    unit = s.units[who]
    if unit.fleeing == DECLARED:
        return Refusal.FLEES
    fights = verb == Verb.STRIKE or verb == Verb.GRAPPLE
    shoots = verb == Verb.FIRE or verb == Verb.FIRE_GROUP or verb == Verb.THROW_BOMB
    if unit.hold_ground == 1 and not fights and verb != Verb.FACE and verb != Verb.WAIT:
        return Refusal.HOLDS_GROUND
    done = int(top(s).flag_bits)
    if done & HAS_CLIMBED != 0 and verb != Verb.MOVE_CAUTIOUS and verb != Verb.ASCEND and verb != Verb.DESCEND:
        return Refusal.CLIMBED
    if done & HAS_MOVED != 0 and verb != Verb.STRIKE:
        return Refusal.MOVED
    if done & HAS_FIRED != 0 and shoots:
        return Refusal.WENT_OFF
    if unit.doomed == 1 and not fights and not shoots:
        return Refusal.LOSING_ALL
    if unit.declared == Verb.READY_SHOT and not (shoots and verb != Verb.THROW_BOMB) and verb != Verb.AIM:
        return Refusal.KEPT_FOR_SHOT
    takes_blow = fights or shoots or verb == Verb.CHARGE or verb == Verb.FIRE_BROKEN or verb == Verb.STRIKE_DOOR
    if unit.blow_lost == 1 and (takes_blow or verb == Verb.SWOOP):
        return Refusal.BLOW_LOST
    return Refusal.UNKNOWN


@kernel
def why_not_move(s, w, who, verb):
    """Why a unit does not move at a rate."""
    fixed = why_fixed(s, w, who, True)
    if fixed != Refusal.UNKNOWN:
        return fixed
    if not is_aloft(s, who) and is_engaged(s, w, who):
        return Refusal.ENGAGED
    if rate_of(verb) >= Rate.RUN and not is_aloft(s, who) and has_bad_leg(s, who):
        return Refusal.LEG
    if verb == Verb.MOVE_EVADE and not may_evade(s, w, who):
        return Refusal.TOO_STUPID
    return Refusal.NO_WAY


@kernel
def why_not_charge(s, w, who):
    """Why a unit charges nobody."""
    fixed = why_fixed(s, w, who, True)
    if fixed != Refusal.UNKNOWN:
        return fixed
    if is_engaged(s, w, who):
        return Refusal.ENGAGED
    if has_bad_leg(s, who) and not is_aloft(s, who):
        return Refusal.LEG
    seen = False
    for target in range(s.unit_count):
        if may_be_shot_at(s, w, who, target):
            seen = True
            if is_in_charge_reach(s, w, who, target):
                return Refusal.NO_CHARGE_LINE
    return Refusal.OUT_OF_CHARGE if seen else Refusal.NO_ENEMY_SEEN


@kernel
def why_not_strike(s, w, who):
    """Why a unit strikes, grapples or switches to nobody."""
    unit = s.units[who]
    if unit.prone == 1:
        return Refusal.PRONE
    if unit.hold_role == HELD:
        return Refusal.HELD
    if unit.off_guard != 0 or unit.surprised == 1:
        return Refusal.OFF_GUARD
    near = False
    for target in range(s.unit_count):
        if is_in_reach(s, w, who, target):
            near = True
            if is_open_to_blows(s, w, who, target):
                other = unit.round_target != NO_UNIT and unit.round_target != target
                return Refusal.SAME_TARGET if other else Refusal.NO_WEAPON
    return Refusal.ENEMY_RUNS if near else Refusal.NO_ENEMY_IN_CONTACT


@kernel
def why_not_fly(s, w, who, verb):
    """Why a unit neither climbs nor comes down, or swoops upon nobody."""
    if not has_wings(s, who):
        return Refusal.NO_WINGS
    if verb != Verb.ASCEND and not is_aloft(s, who):
        return Refusal.ON_THE_GROUND
    fixed = why_fixed(s, w, who, True)
    if fixed != Refusal.UNKNOWN:
        return fixed
    if verb == Verb.SWOOP:
        return Refusal.NOBODY_BELOW
    if verb == Verb.ASCEND:
        if altitude_after(s, w, who, verb) > w.book.altitude_step_yards * w.book.altitude_steps:
            return Refusal.TOO_HIGH
        if not is_aloft(s, who) and is_engaged(s, w, who):
            return Refusal.ENGAGED
    return Refusal.NO_WAY


@kernel
def why_not_other(s, w, who, verb):
    """Why a unit does not wait, turn, get up, mount, tend, break doors or cast."""
    unit = s.units[who]
    if verb == Verb.WAIT:
        return Refusal.NOTHING_LATER
    if verb == Verb.FACE:
        return why_not_face(s, who)
    if verb == Verb.STAND_UP or verb == Verb.CRAWL:
        if unit.prone == 0:
            return Refusal.NOT_PRONE
        fixed = why_fixed(s, w, who, False)
        if fixed != Refusal.UNKNOWN:
            return fixed
        return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NO_WAY
    if verb == Verb.CRAWL_OUT:
        return Refusal.NOT_TRAPPED
    if verb == Verb.BREAK_FREE:
        return Refusal.HELD if unit.hold_role != 0 else Refusal.NOT_ENTANGLED
    if verb == Verb.DISMOUNT or verb == Verb.MOUNT:
        return why_not_change_seats(s, w, who, verb)
    if verb == Verb.TEND:
        return Refusal.NOBODY_TO_TEND
    if verb == Verb.STRIKE_DOOR:
        return Refusal.NO_DOOR
    if verb == Verb.MAGIC:
        if w.book.opt_magic == 0:
            return Refusal.NO_MAGIC
        return Refusal.HAS_CAST if may_fight(s, w, who) else why_fixed(s, w, who, True)
    return Refusal.UNKNOWN


@kernel
def why_not_face(s, who):
    """Why a unit does not turn where it stands."""
    unit = s.units[who]
    if unit.has_faced == 1:
        return Refusal.HAS_FACED
    if unit.hold_role != 0:
        return Refusal.HELD
    if unit.trapped == 1:
        return Refusal.TRAPPED
    return Refusal.PRONE if unit.prone == 1 else Refusal.ENGAGED


@kernel
def why_not_change_seats(s, w, who, verb):
    """Why a unit gets neither on its mount nor off it."""
    unit = s.units[who]
    if verb == Verb.DISMOUNT and unit.mount == NO_UNIT:
        return Refusal.ON_FOOT
    if verb == Verb.MOUNT and unit.mount != NO_UNIT:
        return Refusal.MOUNTED
    if is_aloft(s, who):
        return Refusal.IN_THE_AIR
    if verb == Verb.DISMOUNT:
        if unit.entangled != 0:
            return Refusal.ENTANGLED
        return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NO_WAY
    fixed = why_fixed(s, w, who, True)
    if fixed != Refusal.UNKNOWN:
        return fixed
    return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NO_STEED
