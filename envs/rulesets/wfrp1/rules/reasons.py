"""Reasons: what may stand in the way of a choice that is not offered, and what keeps a unit where it is."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel
from .conditions import may_ride


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
    ASKED_FIRST = 41
    WHEN_HOLDING = 42
    WHEN_WON = 43
    CANNOT_PARRY = 44
    MOVED = 45
    CLIMBED = 46
    WENT_OFF = 47
    NOT_BY_CHOICE = 48
    NO_GROUP = 49
    NOT_AIMED = 50
    NO_BOMB = 51
    NOT_BROKEN = 52
    NOTHING_PACKED = 53
    NO_FREE_HAND = 54
    PACK_FULL = 55
    NOTHING_HELD = 56
    HANDS_USED = 57
    NOTHING_DROPPED = 58
    NO_QUICK_DRAW = 59
    NO_LANCE = 60
    HAS_FACED = 61
    NOT_TRAPPED = 62
    NOT_ENTANGLED = 63
    NO_WINGS = 64
    ON_THE_GROUND = 65
    IN_THE_AIR = 66
    TOO_HIGH = 67
    NOBODY_BELOW = 68
    NO_STEED = 69
    NO_DOOR = 70
    NO_MAGIC = 71
    HAS_CAST = 72
    BROKEN = 73
    ALIGHT = 74


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
