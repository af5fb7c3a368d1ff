"""Who may play inside the kernels: the arrays behind seat codes, as one argument of the entries that ask players."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, ClassVar

import numpy as np

from ..behaviour.features import BEHAVIOUR
from .barred import BARRED
from .network_records import ROOM, no_networks
from .searchers import SEARCHER, Room

FIELDS = (
    "behaviours", *ROOM, "searchers", "nodes", "totals", "paired", "counts", "work", "work_lanes", "barred", "menu",
)  # fmt: skip
make_tuple: Any = namedtuple
Named: Any = make_tuple("Players", FIELDS)


class Players(Named):
    """The players inside the kernels, a row each, and the working space of networks and searches.

    Attributes:
        behaviours: BEHAVIOUR (n,).
        networks, layouts: NETWORK (n,), and LAYOUT (n,): what each of them is shown.
        weights: float64, of all networks, one behind the other.
        columns: int64 (n, 5), how columns of observations are read: kind, column, lowest value, values, row of weights.
        grid, units, context, channels: int8 (channels, H, W), int16 (rows, features), int16, int16: what a network is shown.
        zones: int64, how many cells zones to hold have there, and which; see ``find_zones``.
        vectors, logits, shown: float64, float64 (choices,), int64 (choices,): the output of the network.
        searchers: SEARCHER (n,).
        nodes, totals, paired, counts, work, work_lanes: working space of searches, see :class:`Room`.
        barred: BARRED (n,).
        menu: int64 (2, choices): working space of those, see :class:`~tactica.envs.core.loops.barred.Menus`.
        SIGNATURE: the type of each, as entries name types.
    """

    __slots__ = ()
    SIGNATURE: ClassVar[str] = ", ".join(
        [
            "behaviours",
            *ROOM.values(),
            "searchers, nodes, float64[:,:], float64[:], int64[:], states, uint64[:,:]",
            "barred, int64[:,:]",
        ]
    )

    @classmethod
    def none(cls, sides: int, state: np.dtype[Any], choices: int) -> Players:
        """Empty rows for some players."""
        return cls(
            np.zeros(64, BEHAVIOUR),
            searchers=np.zeros(16, SEARCHER),
            **no_networks(choices),
            **Room().of(0, sides, state),
            barred=np.zeros(64, BARRED),
            menu=np.zeros((2, choices), np.int64),
        )

    def with_room(self, name: str) -> Any:
        """The same with twice as many rows of one array."""
        rows = getattr(self, name)
        return self._replace(**{name: np.concatenate([rows, np.zeros_like(rows)])})
