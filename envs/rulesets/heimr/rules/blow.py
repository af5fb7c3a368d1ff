"""An attack roll as the chapters about it share it: its steps, and what may come of it."""

from __future__ import annotations

from enum import IntEnum


class Step(IntEnum):
    """Steps of an attack roll."""

    BEGIN = 0
    LET_GO = 1
    OPPOSE = 2
    OPPOSED = 3
    AGAIN = 4
    ROLL = 5
    USED = 6
    LINE = 7
    EVADES = 8
    EVADED = 9
    DAMAGE = 10
    SKILL = 11
    POISON = 12
    BIND = 13
    BOUND = 14
    HOLD_ON = 15
    HELD_ON = 16
    DEFEND = 17
    NEXT = 18
    END = 19


class Outcome(IntEnum):
    """What came of an attack roll."""

    NOTHING = 0
    TIRED = 1  # it does not reach fatigue
    STOPPED = 2  # by who holds the attacker
    DEFENDED = 3
    GRAZED = 4
    HIT = 5
    DODGED = 6  # defended by a dodge
