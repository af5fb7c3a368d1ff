"""What a small network is to the kernels: its record, and room to think in. ``core/loops/network.py`` thinks."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from ..looking.layout import LAYOUT
from ..state.record import record

# How a column of an observation is read by a network: times a row of weights; as a row for each word; as a row for who a unit
# row is; as rows for how many units a set holds, and who of them.
NUMBER, CLASS, WHO, CROWD = range(4)
NOBODY, ITSELF, DECIDER, FRIEND, ENEMY = range(5)  # who: the rows of weights of such a column
WHOSE = 5
CROWDED = 3  # rows of weights of a crowd: for each unit, for the one that decides, for the target
MANY_UNITS = 8.0  # units that count as one when units are counted
RELATIONS = 4  # rows of weights for how a unit, or a cell, lies to the unit that decides
NEARS = 4  # rows of weights for who is near a cell
ZONES = 2  # rows of weights for how near zones to hold are: those that friends hold, and the others
STRETCH = 8.0  # cells that count as one when differences of place are weighed

#: A small network: its sizes, and where its weights, columns and vectors begin.
NETWORK = record(
    [
        ("shaping", "f8"),  # weight that the rewards it learnt from gave to staying power
        *((name, "i4")
        for name in (
            "width", "trunk_width", "cell_width", "greedy",
            "at_known", "at_friend", "at_x", "at_y", "at_decider", "at_target",  # columns of unit rows and context
            "at_zone",  # channel
            "unit_first", "unit_last", "context_first", "context_last", "grid_first", "grid_last",  # in ``columns``
            "unit_start", "deepen_start", "context_start", "join_start", "trunk_start", "value_start", "plain_start",
            "unit_base_start", "pointing_start", "unit_out", "cell_base_start", "cell_start", "cell_out",  # in ``weights``
            "units", "shallow", "joined", "gathered", "hidden", "trunk", "unit_base", "cell_base",  # in ``vectors``
        )),
    ]
)  # fmt: skip

#: What networks play with, by name, and the type of each as entries name types.
ROOM = {
    "networks": "networks", "layouts": "layouts", "fitted": "layouts", "weights": "float64[:]", "columns": "int64[:,:]",
    "grid": "int8[:,:,:]", "units": "int16[:,:]", "context": "int16[:]", "channels": "int16[:]",
    "zones": "int64[:]", "vectors": "float64[:]", "logits": "float64[:]", "shown": "int64[:]",
}  # fmt: skip


#: What of it a network writes while it thinks.
WRITTEN = ("fitted", "grid", "units", "context", "channels", "zones", "vectors", "logits", "shown")


class Thoughts(threading.local):
    """Room for networks to think in, for each thread its own."""

    def __init__(self) -> None:
        self.like: Any = None
        self.parts: dict[str, Any] = {}

    def of(self, players: Any) -> dict[str, Any]:
        """Arrays such as those of ``players`` that are written."""
        if players is not self.like:
            self.like = players
            self.parts = {name: np.zeros_like(getattr(players, name)) for name in WRITTEN}
        return self.parts


def no_networks(choices: int) -> dict[str, Any]:
    """Room for some, none of them there yet. ``choices``: legal answers there may be at once."""
    return {
        "networks": np.zeros(8, NETWORK), "layouts": np.zeros(8, LAYOUT), "fitted": np.zeros(1, LAYOUT),
        "weights": np.zeros(0), "columns": np.zeros((0, 5), np.int64),
        "grid": np.zeros((1, 1, 1), np.int8), "units": np.zeros((1, 1), np.int16),
        "context": np.zeros(1, np.int16), "channels": np.zeros(1, np.int16),
        "zones": np.zeros(1, np.int64), "vectors": np.zeros(1), "logits": np.zeros(choices), "shown": np.zeros(choices, np.int64),
    }  # fmt: skip
