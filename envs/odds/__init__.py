"""Exact odds: every way the dice can fall, each with its exact weight. Nothing is sampled.

The procedure that a choice starts is run frame step by frame step. In one step every class of faces that makes a
difference is tried (``core/loops/odds_layer.py``); after it positions that are equal are merged and their probabilities
added. What is nested deepest is run first, so that the branches of a blow are one again before the next blow begins.
Decisions on the way are answered as ``then`` and ``answers`` say. A decision in the middle of something that nobody
answers is an error, so that what it would have led to is never taken for nothing.

Positions are kept as differences from the first one: only the 64-bit lanes that ever differed, which is also what is
compared.
"""

from .count import BUDGET, odds
from .decisions import Answers, OpenDecision, OpenDecisions, Then, Until
from .distribution import Odds
from .wants import Want

__all__ = ["BUDGET", "Answers", "Odds", "OpenDecision", "OpenDecisions", "Then", "Until", "Want", "odds"]
