"""Exact odds: every way the dice can fall, each with its exact weight. Nothing is sampled.

The procedure that a choice starts is run frame step by frame step. In one step every class of faces that makes a
difference is tried (``core/loops/odds_layer.py``); after it equal positions are merged and their probabilities added. The
most deeply nested procedure is run first, so that the branches of a blow merge before the next blow begins. Decisions on the
way are answered as ``then`` and ``answers`` say. A decision in the middle of a procedure without an answer is an error, so
that its consequences are never silently left out.

Positions are stored as differences from the first one: only the 64-bit lanes that ever differed, and only these are compared.
"""

from .count import BUDGET, odds
from .decisions import Answers, OpenDecision, OpenDecisions, Then, Until
from .distribution import Odds
from .position import NotKept, Position
from .wants import UnknownWant, Want

__all__ = [
    "BUDGET",
    "Answers",
    "NotKept",
    "Odds",
    "OpenDecision",
    "OpenDecisions",
    "Position",
    "Then",
    "UnknownWant",
    "Until",
    "Want",
    "odds",
]
