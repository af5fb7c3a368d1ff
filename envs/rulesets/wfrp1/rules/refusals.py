"""Refusals: which of the rules stands in the way of a choice that is not offered, for people who ask. It decides nothing."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..vocab import Band, Item, Prompt, Rate, Verb
from .ammunition import (
    has_ammunition,
    has_shot_ready,
    is_kept_from_loading,
    is_powder_damp,
    may_be_shot_at,
    missile_item,
    shots_held,
    target_band,
)
from .charging import is_in_charge_reach
from .combat import is_in_reach, is_open_to_blows
from .conditions import HELD, has_bad_leg, is_mount, may_ride
from .engagement import is_engaged
from .fleeing import DECLARED
from .heights import is_aloft
from .menu import rate_of
from .missiles import may_evade


class Refusal(IntEnum):
    """What stands in the way."""

    UNKNOWN = 0
    DECLARED_ONLY = 1
    TURN_ONLY = 2
    WHEN_STRUCK = 3
    MOUNT = 4
    FLEES = 5
    LOSING_ALL = 6
    KEPT_FOR_SHOT = 7
    BLOW_LOST = 8
    HOLDS_GROUND = 9
    PRONE = 10
    HELD = 11
    ENTANGLED = 12
    TRAPPED = 13
    ENGAGED = 14
    STEED_DOWN = 15
    LEG = 16
    TOO_STUPID = 17
    NO_WAY = 18
    NO_ENEMY_SEEN = 19
    OUT_OF_CHARGE = 20
    NO_CHARGE_LINE = 21
    NO_ENEMY_IN_CONTACT = 22
    ENEMY_RUNS = 23
    SAME_TARGET = 24
    NO_WEAPON = 25
    NO_MISSILE = 26
    NO_AMMUNITION = 27
    DAMP = 28
    NOT_LOADED = 29
    NO_TARGET_SEEN = 30
    OUT_OF_RANGE = 31
    LOADED = 32
    NOTHING_LATER = 33
    NOT_PRONE = 34
    NOT_ENGAGED = 35
    ON_FOOT = 36
    MOUNTED = 37
    NOBODY_TO_TEND = 38
    BLOWS_ONLY = 39
    OFF_GUARD = 40


@kernel
def why_not(s, w, who, verb):
    """The first of the rules, in the order one would ask, that keeps who is asked from a verb; 0 where none is plain."""
    if who == NO_UNIT:
        return Refusal.UNKNOWN
    unit = s.units[who]
    if verb == Verb.PARRY_MAIN or verb == Verb.PARRY_OFF:
        return Refusal.WHEN_STRUCK if s.prompt != Prompt.PARRY else Refusal.UNKNOWN
    if verb == Verb.FLEE or verb == Verb.FLEE_EXIT:
        return Refusal.DECLARED_ONLY if unit.fleeing != DECLARED else Refusal.NO_WAY
    if verb == Verb.DECLARE_FLEE or verb == Verb.READY_SHOT or verb == Verb.READY_CHARGE or verb == Verb.QUICK_DRAW:
        return why_not_declared(s, w, who, verb)
    if s.prompt == Prompt.DECLARE:
        return Refusal.TURN_ONLY
    if is_mount(s, who) and verb != Verb.STRIKE:
        return Refusal.MOUNT
    if s.prompt == Prompt.EXTRA_BLOW and verb != Verb.STRIKE and verb != Verb.SWITCH and verb != Verb.GRAPPLE:
        return Refusal.BLOWS_ONLY
    if s.prompt == Prompt.TURN:
        bound = why_bound(s, who, verb)
        if bound != Refusal.UNKNOWN:
            return bound
    if Verb.MOVE_CAUTIOUS <= verb and verb <= Verb.MOVE_EVADE:
        return why_not_move(s, w, who, verb)
    if verb == Verb.CHARGE:
        return why_not_charge(s, w, who)
    if verb == Verb.STRIKE or verb == Verb.GRAPPLE or verb == Verb.SWITCH:
        return why_not_strike(s, w, who)
    if verb == Verb.FIRE or verb == Verb.FIRE_GROUP or verb == Verb.AIM or verb == Verb.LOAD:
        return why_not_shoot(s, w, who, verb)
    if verb == Verb.WAIT:
        return Refusal.NOTHING_LATER
    if verb == Verb.STAND_UP or verb == Verb.CRAWL:
        return Refusal.NOT_PRONE if unit.prone == 0 else why_fixed(s, w, who, False)
    if verb == Verb.DISMOUNT and unit.mount == NO_UNIT:
        return Refusal.ON_FOOT
    if verb == Verb.MOUNT and unit.mount != NO_UNIT:
        return Refusal.MOUNTED
    if verb == Verb.TEND:
        return Refusal.NOBODY_TO_TEND
    return Refusal.UNKNOWN


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
    if verb == Verb.READY_CHARGE and s.units[who].mount == NO_UNIT:
        return Refusal.ON_FOOT
    return Refusal.UNKNOWN


@kernel
def why_bound(s, who, verb):
    """Why a turn is not free: what was declared, lost, or is about to happen."""
    unit = s.units[who]
    if unit.fleeing == DECLARED:
        return Refusal.FLEES
    fights = verb == Verb.STRIKE or verb == Verb.GRAPPLE
    shoots = verb == Verb.FIRE or verb == Verb.FIRE_GROUP or verb == Verb.THROW_BOMB
    if unit.hold_ground == 1 and not fights and verb != Verb.FACE and verb != Verb.WAIT:
        return Refusal.HOLDS_GROUND
    if unit.doomed == 1 and not fights and not shoots:
        return Refusal.LOSING_ALL
    if unit.declared == Verb.READY_SHOT and not shoots and verb != Verb.AIM:
        return Refusal.KEPT_FOR_SHOT
    if unit.blow_lost == 1 and (fights or shoots or verb == Verb.CHARGE):
        return Refusal.BLOW_LOST
    return Refusal.UNKNOWN


@kernel
def why_fixed(s, w, who, lying):
    """What keeps a unit where it is: a hold, a net, its dead mount; and with ``lying``, that it lies."""
    unit = s.units[who]
    if unit.hold_role != 0:
        return Refusal.HELD
    if unit.entangled != 0:
        return Refusal.ENTANGLED
    if unit.trapped == 1:
        return Refusal.TRAPPED
    if lying and unit.prone == 1:
        return Refusal.PRONE
    return Refusal.UNKNOWN if may_ride(s, who) else Refusal.STEED_DOWN


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
def why_not_shoot(s, w, who, verb):
    """Why a unit shoots at nobody, does not aim or does not load."""
    item = missile_item(s, w, who)
    if item == Item.NOTHING:
        return Refusal.NO_MISSILE
    unit = s.units[who]
    if unit.prone == 1:
        return Refusal.PRONE
    if not has_ammunition(s, who, item, 0):
        return Refusal.NO_AMMUNITION
    if verb == Verb.LOAD:
        if unit.loaded >= shots_held(w, item):
            return Refusal.LOADED
        return Refusal.ENGAGED if is_kept_from_loading(s, w, who) else Refusal.NO_AMMUNITION
    if is_powder_damp(s, w, who, item):
        return Refusal.DAMP
    if is_engaged(s, w, who) and (verb == Verb.AIM or w.book.fire_while_engaged == 0):
        return Refusal.ENGAGED
    if not has_shot_ready(s, w, who, item):
        return Refusal.NOT_LOADED
    seen = False
    for target in range(s.unit_count):
        if may_be_shot_at(s, w, who, target):
            seen = True
            if target_band(s, w, who, target, item) != Band.OUT:
                return Refusal.UNKNOWN
    return Refusal.OUT_OF_RANGE if seen else Refusal.NO_TARGET_SEEN
