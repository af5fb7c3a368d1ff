"""Who may play inside the kernels: the arrays behind seat codes, as one argument of the entries that ask players."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, ClassVar

import numpy as np

from ..behaviour.features import BEHAVIOUR
from ..board.layout import LAYOUT
from ..state.record import record

# How a column of an observation is read by a network: times a row of weights, as a row for each word, as a row for each bit.
NUMBER, CLASS, SET = 0, 1, 2
RELATIONS = 4  # rows of weights for how a unit, or a cell, lies to the unit that decides
NEARS = 4  # rows of weights for who is near a cell
STRETCH = 8.0  # cells that count as one when differences of place are weighed

#: A small network: its sizes, and where its weights, columns and working space begin. ``core/loops/network.py`` says what for.
NETWORK = record(
    [
        (name, "i4")
        for name in (
            "width", "trunk_width", "cell_width", "greedy",
            "at_known", "at_friend", "at_x", "at_y", "at_decider", "at_target",  # columns of unit rows and context
            "unit_first", "unit_last", "context_first", "context_last", "grid_first", "grid_last",  # in ``columns``
            "unit_start", "deepen_start", "context_start", "join_start", "trunk_start", "value_start", "plain_start",
            "unit_base_start", "pointing_start", "unit_out", "cell_base_start", "cell_start", "cell_out",  # in ``weights``
            "units", "shallow", "joined", "gathered", "hidden", "trunk", "unit_base", "cell_base",  # in ``work``
        )
    ]
)  # fmt: skip


class Players(
    namedtuple(
        "Players",
        [
            "behaviours", "networks", "layouts", "weights", "columns",
            "grid", "units", "context", "channels", "work", "logits", "shown",
        ],
    )
):  # fmt: skip
    """What plays: arrays that grow when somebody is taken in, and room to think in.

    Attributes:
        behaviours: BEHAVIOUR (n,), a row each.
        networks, layouts: NETWORK (n,) and LAYOUT (n,), what each of them is shown.
        weights: float64, of all networks, one behind the other.
        columns: int64 (n, 5), how the columns of observations are read: kind, column, lowest value, values, row of weights.
        grid, units, context, channels: int8 (channels, H, W), int16 (rows, features), int16, int16: what one is shown.
        work, logits, shown: float64, float64 (choices,), int64 (choices,).
        SIGNATURE: the type of each, as entries name types.
    """

    __slots__ = ()
    SIGNATURE: ClassVar[str] = (
        "behaviours, networks, layouts, float64[:], int64[:,:], "
        "int8[:,:,:], int16[:,:], int16[:], int16[:], float64[:], float64[:], int64[:]"
    )

    @classmethod
    def none(cls, choices: int) -> Any:
        """Nobody yet. ``choices``: legal answers there may be at once."""
        return cls(
            np.zeros(64, BEHAVIOUR), np.zeros(8, NETWORK), np.zeros(8, LAYOUT), np.zeros(0), np.zeros((0, 5), np.int64),
            np.zeros((1, 1, 1), np.int8), np.zeros((1, 1), np.int16), np.zeros(1, np.int16), np.zeros(1, np.int16),
            np.zeros(1), np.zeros(choices), np.zeros(choices, np.int64),
        )  # fmt: skip

    def with_room(self, name: str) -> Any:
        """The same with twice as many rows of one array."""
        rows = getattr(self, name)
        return self._replace(**{name: np.concatenate([rows, np.zeros_like(rows)])})
