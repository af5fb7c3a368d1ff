"""Who may play inside the kernels: the arrays behind seat codes, as one argument of the entries that ask players."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, ClassVar

import numpy as np

from ..behaviour.features import BEHAVIOUR
from .searchers import SEARCHER, Room


class Players(
    namedtuple("Players", ["behaviours", "searchers", "nodes", "totals", "paired", "counts", "work", "work_lanes"])
):
    """Who may play, a row each, and where searches keep what they learn.

    Attributes:
        behaviours: BEHAVIOUR (n,).
        searchers: SEARCHER (n,).
        nodes, totals, paired, counts, work, work_lanes: working space of searches, see :class:`Room`.
        SIGNATURE: the type of each, as entries name types.
    """

    __slots__ = ()
    SIGNATURE: ClassVar[str] = "behaviours, searchers, nodes, float64[:,:], float64[:], int64[:], states, uint64[:,:]"

    @classmethod
    def none(cls, sides: int, state: np.dtype[Any]) -> Players:
        """Room for some, none of them there yet."""
        return cls(np.zeros(64, BEHAVIOUR), np.zeros(16, SEARCHER), **Room().of(0, sides, state))

    def with_room(self, name: str) -> Any:
        """The same with twice as many rows of one array."""
        rows = getattr(self, name)
        return self._replace(**{name: np.concatenate([rows, np.zeros_like(rows)])})
