"""The common view: a decision as every ruleset shows it alike, in rows of numbers between fixed ends.

A row is a complete choice with what behaviours weigh of it, so that a number means the same in five rulebooks: harm is a share of
what its victim can still take, a distance is counted in own moves. Of the places a move may end at, a row shows the best ones by
each of :data:`TASTES`, for each intent. ``core/loops/common_view.py`` writes the rows.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ..looking import ObservationField
from .features import BEHAVIOUR, FEATURES, FIRST_PLACE, INTENTS, SITUATION, Feature, seal

__all__ = ["CHOICES", "CHOICE_COLUMNS", "SITUATION_COLUMNS", "TASTES", "UNIT_COLUMNS", "UNIT_ROWS", "UnitColumn"]

CHOICES = 128  # rows of choices
UNIT_ROWS = 16  # rows of units, by roster
FAR_SHOTS = 20.0  # shots, friends and rounds beyond these are all alike
MANY_FRIENDS = 16.0
MANY_ROUNDS = 20.0


class UnitColumn(IntEnum):
    """The numbers of a unit, in the order of :data:`UNIT_COLUMNS`."""

    KNOWN = 0
    FRIEND = 1
    DECIDES = 2
    STANDING = 3
    STAYING_POWER = 4
    SIZE = 5
    GAP = 6
    CONTACT = 7
    OWN_MOVE = 8
    SHOTS = 9
    X = 10
    Y = 11


UNIT_COLUMNS: tuple[ObservationField, ...] = (
    ObservationField("known", 0, 1, "1 the unit is on the board and the viewer knows of it; else its row is 0"),
    ObservationField("friend", 0, 1, "1 of the viewer's side or an allied one"),
    ObservationField("decides", 0, 1, "1 the unit that decides"),
    ObservationField("standing", 0, 1, "1 it can fight on"),
    ObservationField("staying_power", 0, 1, "share of its full staying power it has left"),
    ObservationField("size", 0, 1, "its full staying power, as a share of the greatest among those known"),
    ObservationField("gap", 0, 4, "distance to the deciding unit, in moves of that unit"),
    ObservationField("contact", 0, 1, "1 it and the deciding unit could strike each other"),
    ObservationField("own_move", 0, 1, "an ordinary move, as a share of the longer side of the board"),
    ObservationField("shots", 0, 1, "shots left, 20 or more are 1; 0 of enemies"),
    ObservationField("x", 0, 1, "place across the board, as its first side looks at it; turned by half for the others"),
    ObservationField("y", 0, 1, "place down the board, in the same way"),
)
assert len(UNIT_COLUMNS) == len(UnitColumn)

#: The situation of the unit that decides, see :data:`SITUATION`; then the battle's. Shots and rounds are shares of 20, opponents
#: and friends shares of 16, at most 1.
SITUATION_COLUMNS: tuple[ObservationField, ...] = (
    *(field._replace(low=0, high=4 if field.name == "gap" else 1) for field in SITUATION),
    ObservationField("lead", -1, 1, "how far the viewer's side is ahead by points for zones; 0 where none are held"),
)

#: A choice: one column for each intent, 1 for its own, then the shared features.
CHOICE_COLUMNS: tuple[ObservationField, ...] = (
    *(ObservationField(intent.name.lower(), 0, 1, meaning) for intent, meaning in INTENTS.items()),
    *FEATURES,
)


def tastes() -> np.ndarray[Any, Any]:
    """Behaviours by which places are chosen: nearest to enemies, out of their reach, covered, beside friends, towards zones."""
    likes = (
        {Feature.CLOSING: 1.0},
        {Feature.CROWD: -1.0, Feature.GAP: 1.0},
        {Feature.COVER: 1.0, Feature.EXPOSURE: -1.0},
        {Feature.COMPANY: 1.0, Feature.GUARD: 1.0},
        {Feature.ZONE: 1.0, Feature.TO_ZONE: 1.0},
    )
    found = np.zeros(len(likes), BEHAVIOUR)
    for row, weights in zip(found, likes, strict=True):
        row["weights"][FIRST_PLACE : len(FEATURES)] = 1e-9  # so that all are measured
        row["weights"][Feature.CLOSING] = 1e-6  # of places that are liked alike, the one nearer to enemies
        for feature, weight in weights.items():
            row["weights"][feature] = weight
    seal(found)
    return found


TASTES = tastes()
