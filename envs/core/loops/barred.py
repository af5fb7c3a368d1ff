"""Players with barred options: their records, and the working space they need."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from ..behaviour.bans import BAN_ROWS
from ..state.record import record

#: A player with barred options.
BARRED = record(
    [
        ("player", "i8"),  # seat code of the player; a behaviour that does not consider barred options
        ("free", "i8"),  # seat code of the player where all legal answers are barred
        *BAN_ROWS,
    ]
)


class Menus(threading.local):
    """Room for the whole list of answers while a part of it is struck out, for each thread its own."""

    def __init__(self) -> None:
        self.parts: dict[str, Any] = {}

    def of(self, choices: int) -> dict[str, Any]:
        """Arrays for so many answers."""
        if not self.parts:
            self.parts = {"menu": np.zeros((2, choices), np.int64)}
        return self.parts
