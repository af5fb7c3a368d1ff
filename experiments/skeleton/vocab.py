"""The words of the rules as numbers: questions, answers, events. Records and kernels hold these numbers; ``words.py`` says
them to people.
"""

from __future__ import annotations

from enum import IntEnum

from tactica.envs.core.state.choosing import Part, answers_of, parts_of
from tactica.envs.core.state.results import SUM, Result

UNITS = 16  # most units of a battle


class Prompt(IntEnum):
    """What a unit is asked."""

    NOBODY = 0
    TURN = 1  # what it does in its turn
    TARGET = 2  # whom it strikes
    CELL = 3  # where it moves


PARTS = (Prompt.TARGET, Prompt.CELL)  # ask for parts of a choice
RESTS = (Prompt.TURN,)  # nothing is half done when they are asked: a count of odds may end there


class Verb(IntEnum):
    """What a unit can do in its turn."""

    NONE = 0
    STRIKE = 1
    MOVE = 2
    PASS = 3


class Refusal(IntEnum):
    """Why something cannot be chosen."""

    NONE = 0
    ANOTHER_PROMPT = 1
    NOBODY_IN_REACH = 2
    NO_WAY = 3
    FRIEND = 4
    FALLEN = 5
    OUT_OF_REACH = 6
    ROCK = 7
    TAKEN = 8
    TOO_FAR = 9


class Frame(IntEnum):
    """Procedures. They lie on a stack; the one on top runs."""

    NOTHING = 0
    BATTLE = 1
    BLOW = 2


class Phase(IntEnum):
    """Steps of the battle."""

    ROUND = 0
    TURN = 1
    END = 2


class Blow(IntEnum):
    """Steps of a blow."""

    HIT = 0
    DAMAGE = 1


class Event(IntEnum):
    """Rows of the log."""

    NONE = 0
    ROUND_BEGINS = 1  # amount: round
    MOVED = 2  # amount: cell
    PASSED = 3
    BLOW_HIT = 4
    BLOW_MISSED = 5
    WOUNDED = 6  # amount: health lost, extra: health left
    FELL = 7
    BATTLE_ENDS = 8  # amount: ending


class Term(IntEnum):
    """Parts of a total."""

    NONE = 0
    SKILL = 1
    GANG = 2
    DICE = 3
    STRENGTH = 4
    ARMOUR = 5


class Status(IntEnum):
    """Conditions of a unit that people are shown; each is a field of the unit."""

    ACTED = 0


class Ending(IntEnum):
    """Why a battle ended. The last two belong to the engine."""

    GOING_ON = 0
    LAST_STANDING = 1
    ROUND_LIMIT = 2
    VERDICT = 125
    FORFEIT = 126
    STALLED = 127


#: What odds can be asked for by a plain name: `--want hit`.
RESULTS = {
    "hit": Result("blows that hit", (Event.BLOW_HIT,)),
    "damage": Result("points of health lost", (Event.WOUNDED,), SUM),
    "felled": Result("units that fell", (Event.FELL,)),
}

A_UNIT = len(Verb)  # answers are numbered in a row: verbs, then units, then cells
A_CELL = A_UNIT + UNITS

#: What each verb asks for after it is chosen, and which prompt asks for it.
PARTS_OF = parts_of(len(Verb), {Verb.STRIKE: (Part.TARGET,), Verb.MOVE: (Part.CELL,)})
ANSWERS = answers_of({Part.TARGET: (Prompt.TARGET, A_UNIT), Part.CELL: (Prompt.CELL, A_CELL)})
