"""The words of the rules and their numbers: questions, answers, events. Records and kernels hold the numbers; what stands behind
them is for people. In sentences {who} and {target} are units, {amount} and {extra} numbers, {face} the die, {terms} the total
with its parts. The clause before a sentence is what a click on the line opens.
"""

from __future__ import annotations

from enum import IntEnum

from tactica.envs.core.state.choosing import Part, answers_of, parts_of
from tactica.envs.core.state.results import SUM, Result
from tactica.envs.core.told import (
    CELL,
    DOWN_TONE,
    HIT_LINE,
    HIT_TONE,
    MISS_LINE,
    MISS_TONE,
    WOUND_TONE,
    Endings,
    Named,
    Told,
)

UNITS = 16  # most units of a battle


class Prompt(Named):
    """What a unit is asked."""

    NOBODY = 0
    TURN = 1, "Choose an action"  # what it does in its turn
    TARGET = 2, "Choose a target"  # whom it strikes
    CELL = 3, "Choose a cell"  # where it moves


PARTS = (Prompt.TARGET, Prompt.CELL)  # ask for parts of a choice
RESTS = (Prompt.TURN,)  # nothing is half done when they are asked: a count of odds may end there


class Verb(IntEnum):
    """What a unit can do in its turn."""

    NONE = 0
    STRIKE = 1
    MOVE = 2
    PASS = 3


class Refusal(Named):
    """Why something cannot be chosen."""

    NONE = 0
    ANOTHER_PROMPT = 1, "something else is asked now"
    NOBODY_IN_REACH = 2, "no enemy is in reach"
    NO_WAY = 3, "rocks and units are all around it"
    FRIEND = 4, "it is on the same side, or allied"
    FALLEN = 5, "it has fallen"
    OUT_OF_REACH = 6, "it is out of reach"
    ROCK = 7, "nobody can stand on rock"
    TAKEN = 8, "a unit stands there"
    TOO_FAR = 9, "one move does not lead there"


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


#: The steps of each procedure: the range of a frame's ``step``, and a check that none is in a step of another.
STEPS: dict[Frame, type[IntEnum]] = {Frame.BATTLE: Phase, Frame.BLOW: Blow}


class Event(Told):
    """Rows of the log."""

    NONE = 0
    ROUND_BEGINS = 1, "turn.order", "Round {amount} begins."  # amount: round
    MOVED = 2, "move.reach", "{who} moves to {amount}.", CELL
    PASSED = 3, "turn.order", "{who} passes."
    BLOW_HIT = 4, "strike.hit", "{who} strikes {target}: {terms}; rolled {face}, hits", HIT_TONE | HIT_LINE
    BLOW_MISSED = 5, "strike.hit", "{who} strikes {target}: {terms}; rolled {face}, misses", MISS_TONE | MISS_LINE
    WOUNDED = 6, "strike.damage", "{who} loses {amount} health, {extra} left ({terms})", WOUND_TONE
    FELL = 7, "strike.damage", "{who} falls.", DOWN_TONE
    BATTLE_ENDS = 8, "turn.end", "The battle ends: {amount}."  # amount: ending


class Term(Named):
    """Parts of a total."""

    NONE = 0
    SKILL = 1
    GANG = 2, "other enemies next to it"
    DICE = 3
    STRENGTH = 4
    ARMOUR = 5


class Status(IntEnum):
    """Conditions of a unit that people are shown; each is a field of the unit."""

    ACTED = 0


class Ending(Endings):
    """Why a battle ended."""

    GOING_ON = 0
    LAST_STANDING = 1, "only one alliance stands"
    ROUND_LIMIT = 2, "the last round is over"


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
