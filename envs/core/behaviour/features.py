"""What behaviours weigh: intents, situations, and features of complete choices, alike in every ruleset.

A **complete choice** is a verb with all its parts: strike that orc with the sword; go to that cell at a run. A **plan** is
a complete choice as the kernel lists it, with the answer to the present prompt that leads there. Every feature is
normalised so that it means the same in every ruleset: harm is a share of what its victim can still take, distances are
counted in own moves. Features see only what the deciding side knows; while it knows of no enemy, distances are measured
to the place where it looks for them: the middle of the board, then its quarters in turn.

A ruleset's ``tactics.py`` lists its plans and estimates harm; ``core/behaviour/policy.py`` scores them.
"""

from __future__ import annotations

import zlib
from enum import IntEnum
from typing import Any

import numpy as np

from ..compiler import kernel
from ..looking import ObservationField
from ..state import INTENT_ROOM, PLACE, Overrun, note_overrun, record
from .bans import BAN_ROWS

__all__ = [
    "ANYWHERE", "BEHAVIOUR", "FEATURES", "FIRST_PLACE", "INTENTS", "NOWHERE", "PLACE", "SITUATION",
    "Feature", "Intent", "Situation", "plan", "seal",
]  # fmt: skip

WEIGHTS = 40  # features a behaviour may weigh, those of the ruleset included
DOCTRINES = 8
CONDITIONS = 4
ANYWHERE = -2  # plan: the cell is still to be chosen
NOWHERE = -1  # plan: the unit stays where it is
COMPANY_CELLS = 2
FAR_MOVES = 4.0  # distances beyond this many own moves are all alike
POST_MOVES = 2.0  # own moves from which a post is no longer guarded
OWN_MOVE, GAP_NOW, POST, SOUGHT, KEEP, NEEDED, WAY_NOW = range(7)  # what ``place`` of the state holds
NO_POST = -1
NO_INTENT = -1  # doctrine: all choices are left
AS_IT_IS = -1.0  # doctrine: the distance kept stays as it is


class Intent(IntEnum):
    """What a choice is for. A ruleset maps each of its complete choices to one."""

    STRIKE = 0
    SHOOT = 1
    HOLD = 2
    PREPARE = 3
    APPROACH = 4
    WITHDRAW = 5
    SHIFT = 6
    SHIELD = 7
    SUPPORT = 8
    REACT = 9
    FLEE = 10
    WAIT = 11


#: Meaning of each intent, for those who write behaviours.
INTENTS: dict[Intent, str] = {
    Intent.STRIKE: "a blow in hand-to-hand combat, also one at the end of a charge",
    Intent.SHOOT: "a shot or a throw",
    Intent.HOLD: "taking hold of an enemy, and keeping it",
    Intent.PREPARE: "loading, aiming, drawing, standing up: what makes the next turn better",
    Intent.APPROACH: "a move that brings the nearest enemy nearer, also following one that was beaten back",
    Intent.WITHDRAW: "a move away from the nearest enemy",
    Intent.SHIFT: "a move that keeps the distance to the nearest enemy",
    Intent.SHIELD: "a move to the post before the weakest friend",
    Intent.SUPPORT: "a help for a friend",
    Intent.REACT: "an answer to what is being done to the unit: a parry",
    Intent.FLEE: "flight: out of a fight at the price the rules ask",
    Intent.WAIT: "nothing, or nothing yet",
}


class Feature(IntEnum):
    """The shared features, in the order of :data:`FEATURES`. A ruleset's own follow."""

    HIT = 0
    HARM = 1
    FELL = 2
    WEAKNESS = 3
    THREAT = 4
    NEARNESS = 5
    RESCUE = 6
    CHARGE = 7
    SAVED = 8
    PRICE = 9
    GAP = 10
    OFF_DISTANCE = 11
    CLOSING = 12
    EXPOSURE = 13
    CROWD = 14
    COMPANY = 15
    GUARD = 16
    COVER = 17
    ZONE = 18
    TO_ZONE = 19


FIRST_PLACE = Feature.GAP  # features from here on belong to the cell where the unit will stand

FEATURES: tuple[ObservationField, ...] = (
    ObservationField("hit", 0, 1, "chance that the blow or shot hits"),
    ObservationField(
        "harm", 0, 1, "harm the blow or shot may be expected to do, as a share of what the target can still take"
    ),
    ObservationField("fell", 0, 1, "chance that it takes all the target can still take"),
    ObservationField("weakness", 0, 1, "share of its full staying power the target has lost already"),
    ObservationField(
        "threat", 0, 1, "harm to be expected from one blow of the target, as a share of what the unit can still take"
    ),
    ObservationField("nearness", 0, 1, "how near the target is: 1 / (1 + own moves to it)"),
    ObservationField("rescue", 0, 1, "1 the target is in contact with a friend of the unit"),
    ObservationField("charge", 0, 1, "1 the unit runs into contact with this choice"),
    ObservationField(
        "saved", 0, 1, "harm a reaction may be expected to save, as a share of what the unit can still take"
    ),
    ObservationField("price", 0, 1, "share of its own blows of a round the unit gives up"),
    ObservationField("gap", 0, 4, "distance to the nearest enemy afterwards, in own moves"),
    ObservationField("off_distance", 0, 4, "own moves between that and the distance the behaviour likes to keep"),
    ObservationField("closing", -2, 2, "own moves by which the nearest enemy is nearer afterwards"),
    ObservationField("exposure", 0, 1, "share of the standing enemies with a clear line to the place afterwards"),
    ObservationField("crowd", 0, 1, "enemies in contact afterwards: a third for each, at most 1"),
    ObservationField("company", 0, 1, "share of the standing friends within two cells afterwards"),
    ObservationField(
        "guard", 0, 1, "how near the place is to the post before the weakest friend: 1 on it, 0 two own moves away"
    ),
    ObservationField("cover", 0, 1, "cover of the place afterwards"),
    ObservationField(
        "zone",
        0,
        1,
        "1 the place lies in a zone to hold that needs the unit: no other friend or a known enemy stands there",
    ),
    ObservationField("to_zone", -2, 2, "own moves by which the nearest zone that needs the unit is nearer afterwards"),
)
assert len(FEATURES) == len(Feature) <= WEIGHTS and len(FEATURES) - FIRST_PLACE <= PLACE


class Situation(IntEnum):
    """What doctrines may ask about the unit that decides, in the order of :data:`SITUATION`."""

    STAYING_POWER = 0
    ENGAGED = 1
    OPPONENTS = 2
    GAP = 3
    SHOTS = 4
    READY = 5
    ODDS = 6
    FRIENDS = 7
    WEAKEST_FRIEND = 8
    ROUND = 9


SITUATION: tuple[ObservationField, ...] = (
    ObservationField("staying_power", 0, 1, "share of its full staying power the unit has left"),
    ObservationField("engaged", 0, 1, "1 in contact with an enemy that can fight"),
    ObservationField("opponents", 0, 8, "enemies in contact"),
    ObservationField("gap", 0, 4, "distance to the nearest enemy, in own moves"),
    ObservationField("shots", 0, 100, "shots left"),
    ObservationField("ready", 0, 1, "1 it can shoot without loading first"),
    ObservationField("odds", 0, 1, "share its side has in the staying power of all who are known to stand; 0.5 even"),
    ObservationField("friends", 0, 32, "friends that still stand"),
    ObservationField("weakest_friend", 0, 1, "staying power of the weakest friend that stands; 1 alone"),
    ObservationField("round", 0, 1000, "current round"),
)
assert len(SITUATION) == len(Situation)

DOCTRINE = record(
    [
        ("intent", "i8"),  # whose choices alone are left, NO_INTENT all
        ("keep", "f8"),  # distance to enemies it likes now, in own moves, AS_IT_IS
        ("conditions", "i8"),
        ("what", "i8", (CONDITIONS,)),  # Situation
        ("test", "i8", (CONDITIONS,)),  # LESS, AT_MOST, EQUAL, AT_LEAST, MORE
        ("bound", "f8", (CONDITIONS,)),
    ]
)
LESS, AT_MOST, EQUAL, AT_LEAST, MORE = range(5)

#: A behaviour as the kernel reads it; ``engine/behaviours.py`` makes it from YAML.
BEHAVIOUR = record(
    [
        ("key", "i8"),  # identifies the behaviour, never 0; see :func:`seal`
        ("weights", "f8", (WEIGHTS,)),  # of the features
        ("intents", "f8", (INTENT_ROOM,)),  # what a choice is worth for its intent alone
        ("keep", "f8"),  # distance to enemies it likes, in own moves
        ("dither", "f8"),  # share of the decisions left to chance
        ("weighed", "i8", (WEIGHTS,)),  # the features whose weight is not 0, ascending
        ("weighed_count", "i8"),
        ("first_place", "i8"),  # of these the ones that belong to places: weighed[first_place:past_places]
        ("past_places", "i8"),
        ("doctrine_count", "i8"),
        ("doctrines", DOCTRINE, (DOCTRINES,)),
        *BAN_ROWS,  # choices it does not consider
    ]
)


def seal(array: np.ndarray[Any, Any]) -> None:
    """Fill in what follows from the rest of the BEHAVIOUR records of an array: which features they weigh, and their keys."""
    for row in array:
        weighed = np.flatnonzero(row["weights"])
        row["weighed"][: len(weighed)], row["weighed_count"] = weighed, len(weighed)
        row["first_place"], row["past_places"] = np.searchsorted(weighed, (FIRST_PLACE, len(FEATURES)))
        row["key"] = 0
        row["key"] = 1 + zlib.crc32(row.tobytes())


@kernel
def plan(s, answer, intent, verb, mode, target, cell):
    """List a complete choice: the answer that leads there now, what it is for, and its parts (target -1 none; cell where
    the unit will stand, NOWHERE where it is, ANYWHERE still to be chosen). It is aimed at no cell.
    """
    if s.plan_count < len(s.plans):
        row = s.plans[s.plan_count]
        s.plan_count += 1
        row.answer = answer
        row.intent = intent
        row.verb = verb
        row.mode = mode
        row.target = target
        row.cell = cell
        row.score = 0.0
        row.lot = 0
        row.aim = NOWHERE
    else:
        note_overrun(s, Overrun.PLANS)


@kernel
def holds(value, test, bound):
    """Whether a condition of a doctrine holds."""
    if test == LESS:
        return value < bound
    if test == AT_MOST:
        return value <= bound
    if test == EQUAL:
        return value == bound
    if test == AT_LEAST:
        return value >= bound
    return value > bound
