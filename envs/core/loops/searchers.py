"""The settings of a search, its records, and its working space; the search itself is ``core/loops/search.py``."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from ..state.record import record

ONE_PLY, TREE = 0, 1  # kinds of searchers
#: Places of ``counts``: 1 end at once; nodes used; simulations made; and how many places there are.
STOP, USED, DONE, COUNTS = 0, 1, 2, 3
POTENTIAL = 0  # evaluator: the ruleset's own measure of staying power; else the seat code of a network

#: A searcher: how it searches, and which player plays its simulations.
SEARCHER_ROWS: list[tuple[Any, ...]] = [
    ("kind", "i8"),  # ONE_PLY or TREE
    ("simulations", "i8"),  # for a decision; one-ply: for each answer
    ("player", "i8"),  # seat code of the player of all sides in the simulations
    ("rounds", "i8"),  # whole rounds a simulation lasts beyond the present one, 0 to the end of the battle
    ("evaluator", "i8"),  # what values the position in which a simulation is cut off
    ("explore", "f8"),  # weight of exploration
    ("width", "f8"),  # answers considered at first
    ("widening", "f8"),  # and for each square root of a visit
    ("caution", "f8"),  # standard errors by which an answer must be better than the player's own
    ("leaf", "i8"),  # 1: a simulation ends at the first answer that is new to the tree, and is valued there
    ("outcome", "f8"),  # share of the result in the value of a simulation, the rest is the staying power that is left
]
SEARCHER = record(SEARCHER_ROWS)

#: A node: an answer of a unit or side, after the answers that led to it. Statistics over all dice and imagined positions.
NODE_ROWS: list[tuple[Any, ...]] = [
    ("answer", "i4"),
    ("prompt", "i4"),
    ("decider", "i4"),
    ("side", "i4"),
    ("parent", "i4"),
    ("child", "i4"),  # first of its children, 0 none
    ("sibling", "i4"),  # next child of its parent, 0 none
    ("visits", "i4"),
    ("racing", "i4"),  # 1 an answer of the root that is still tried
    ("pull", "f8"),  # how much it is worth following before anything is known of it
    ("gain", "f8"),  # root: what it was better than the player's own answer, added up over simulations of equal chance
    ("square", "f8"),  # root: the squares of that
]
NODE = record(NODE_ROWS)


class Room(threading.local):
    """Working space of searches, for each thread its own, of the size that the largest searcher needs."""

    def __init__(self) -> None:
        self.size = -1
        self.parts: dict[str, Any] = {}

    def of(self, size: int, sides: int, state: np.dtype[Any]) -> dict[str, Any]:
        """Arrays for searches of at most ``size`` nodes."""
        if size > self.size:
            self.size = size
            work = np.zeros(2, state)
            self.parts = {
                "nodes": np.zeros(size, NODE),
                "totals": np.zeros((size, sides)),
                "paired": np.zeros(size),
                "counts": np.zeros(COUNTS, np.int64),
                "work": work,
                "work_lanes": work.view(np.uint8).view(np.uint64).reshape(2, -1),
            }
        return self.parts
