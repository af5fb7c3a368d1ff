"""A shot as a procedure: its steps, and the range it counts as."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ..vocab import Band, Flag
from .ammunition import band_at


class Shot(IntEnum):
    """Steps of a shot, in the order in which the table plays them; then those of some weapons alone."""

    TO_HIT = 0
    MISTAKE = 1  # D100, when a sure hand fires into a fight: is another struck?
    OTHER = 2  # which of the others
    MEMBER = 3  # which of the group that was fired into
    LEG = 4  # which of the legs aimed at
    DAMAGE = 5
    CONFIRM = 6  # the D100 after a natural 6
    ANOTHER_DIE = 7
    RESULT = 8
    NEXT_SHOT = 9
    MISFIRE = 10  # D100, after a double
    SPREAD = 11  # at whom the next barrel points
    BURST = 12  # where the gun strikes the one who holds it
    BROKEN = 13  # does a welded barrel burst?
    ENTANGLE = 14  # lasso and bolas
    MOUNTED = 15  # D100: rider or mount?
    BODY = 16  # the die of a shape that is not human


@rule("missile.fire_into_group", "firearm.misfire")
def band_of_shot(s, w, frame):
    """Range: that of the creature fired at, also for others that are struck instead. A partial burn halves the ranges, and
    a gun that bursts is at point blank.
    """
    if frame.flag_bits & Flag.BURST:
        return int(Band.POINT_BLANK)
    halved = frame.flag_bits & Flag.PARTIAL_BURN != 0
    return band_at(s, w, int(frame.who), int(frame.target), int(frame.item_used), halved)
