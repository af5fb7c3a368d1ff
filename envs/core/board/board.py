"""What a ruleset declares of its board, and what follows from it outside the kernels."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from .directions import DX, DY

AWAY = 8  # at most this many cells a flood keeps away from


class Metric(IntEnum):
    """How distances are counted in cells."""

    CHEBYSHEV = 0  # diagonals count one
    ORTHOGONAL = 1  # there are no diagonal steps


class Corners(IntEnum):
    """When a diagonal step past a corner is open. The two ways round go through the orthogonal neighbours."""

    EITHER = 0  # closed only if both ways round are
    BOTH = 1  # closed if either way round is
    NO_DIAGONALS = 2


@dataclass(frozen=True)
class Board:
    """The largest board of a ruleset. Battles may use any smaller one.

    Attributes:
        width, height: most cells from west to east and from north to south.
        metric: how distances are counted.
        corners: which diagonal steps are open.
    """

    width: int
    height: int
    metric: Metric = Metric.CHEBYSHEV
    corners: Corners = Corners.EITHER

    @functools.cached_property
    def stride(self) -> int:
        """What a step south adds to a cell number: the width, rounded up to a power of two, at least 8."""
        return max(1 << (self.width - 1).bit_length(), 8)

    @property
    def cells(self) -> int:
        """How many cell numbers there are."""
        return self.stride * self.height

    def cell(self, x: int, y: int) -> int:
        """The number of a cell."""
        return y * self.stride + x

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell."""
        return int(cell) % self.stride, int(cell) // self.stride

    def area(self, layer: Any, width: int, height: int) -> np.ndarray[Any, Any]:
        """A view (height, width, ...) on the part of a layer (cells, ...) that a board of this size uses."""
        layer = np.asarray(layer)
        return layer.reshape(self.height, self.stride, *layer.shape[1:])[:height, :width]

    def constants(self) -> dict[str, Any]:
        """What ``geometry.py`` is executed with."""
        return {
            "STRIDE": self.stride,
            "COLUMN": self.stride - 1,
            "ROW_SHIFT": self.stride.bit_length() - 1,
            "CELLS": self.cells,
            "QUEUE": 4 * self.cells,
            "IS_NARROW": self.width <= 61,
            "AWAY": AWAY,
            "METRIC": int(self.metric),
            "WAYS_ROUND": 1 if self.corners == Corners.EITHER else 2,
            "ORTHOGONAL": int(Metric.ORTHOGONAL),
        }

    # --- fields of records --------------------------------------------------------------------------------------------

    @property
    def field_header(self) -> list[tuple[Any, ...]]:
        """Fields every FIELD record begins with."""
        return [
            ("width", "i2"),  # cells
            ("height", "i2"),  # cells
            ("closed", "u1", (self.cells,)),  # bit d set: no step in direction d (wall, rock, board edge, corner)
            ("slow", "u1", (self.cells,)),  # bit d set: a step in direction d costs more
            ("objective_zone", "u1", (self.cells,)),  # zone to hold that the cell lies in, from 1; 0 none
        ]

    @property
    def sight_field(self) -> list[tuple[Any, ...]]:
        """A field of a FIELD record that wants sight worked out beforehand; ``fill_sight`` fills it."""
        return [("sight", "u1", (self.cells, self.cells // 8))]  # bit b of row a set: nothing immovable between a and b

    @property
    def flood_scratch(self) -> list[tuple[Any, ...]]:
        """Scratch fields for ``flood``."""
        cells = (self.cells,)
        return [
            ("step_cost", "u1", cells),  # cost of entering each cell, 0 = may not be entered
            ("stop_here", "u1", cells),  # 1 = may be entered but not left again
            ("shut", "u1", cells),  # bit d set: shut for now in direction d, besides what the map closes
            ("slow_cost", "i2"),  # what a slow step costs besides
            ("gated", "u1", cells),  # bit d set: for now a step in direction d costs more
            ("gate_cost", "i2"),  # what such a step costs besides
            ("away_count", "i2"),  # cells no step may bring nearer
            ("away_from", "i2", (AWAY,)),
            ("reach", "i2", cells),  # cheapest cost to each cell, -1 = out of reach
            ("came_by", "i1", cells),  # direction of the last step of that cheapest way
            ("flood_queue", "i2", (4 * self.cells,)),
            (
                "may_gain",
                "i8",
                (self.height + 2,),
            ),  # cells to which a cheaper way may be found: a bit each, see ``flood``
            ("way", "i2", cells),  # cells of the way that ``way_to`` has found, one a step
        ]

    # --- maps ---------------------------------------------------------------------------------------------------------

    def closed_directions(
        self, width: int, height: int, blocked: np.ndarray[Any, Any], walls: np.ndarray[Any, Any]
    ) -> np.ndarray[Any, Any]:
        """The ``closed`` bits of a map.

        Args:
            width, height: board size in cells.
            blocked: bool (height, width), cells nobody can enter.
            walls: bool (height, width, 8), True where the border in an orthogonal direction (0, 2, 4, 6) cannot be
                crossed; only the orthogonal entries are read, and either side of a border may be given.

        Returns:
            uint8 (cells,).
        """
        wall = walls.copy()
        wall[:, :-1, 2] |= walls[:, 1:, 6]
        wall[:, 1:, 6] |= walls[:, :-1, 2]
        wall[:-1, :, 4] |= walls[1:, :, 0]
        wall[1:, :, 0] |= walls[:-1, :, 4]
        free = np.zeros((height + 2, width + 2), bool)  # with a closed rim
        free[1:-1, 1:-1] = ~np.asarray(blocked, bool)

        def shifted(grid: np.ndarray[Any, Any], d: int) -> np.ndarray[Any, Any]:
            """A grid with a rim, as seen one step in a direction."""
            return grid[1 + DY[d] : 1 + DY[d] + height, 1 + DX[d] : 1 + DX[d] + width]

        straight = np.zeros((4, height + 2, width + 2), bool)  # open steps in the orthogonal directions, with a rim
        for d in (0, 2, 4, 6):
            straight[d // 2, 1:-1, 1:-1] = free[1:-1, 1:-1] & shifted(free, d) & ~wall[:, :, d]
        closed = np.full(self.cells, 255, np.uint8)
        bits = np.zeros((height, width), np.uint8)
        for d in range(8):
            if d % 2 == 0:
                is_open = straight[d // 2, 1:-1, 1:-1]
            else:
                one, two = (d - 1) % 8, (d + 1) % 8
                first = straight[one // 2, 1:-1, 1:-1] & shifted(straight[two // 2], one)
                second = straight[two // 2, 1:-1, 1:-1] & shifted(straight[one // 2], two)
                if self.corners == Corners.EITHER:
                    is_open = first | second
                elif self.corners == Corners.BOTH:
                    is_open = first & second
                else:
                    is_open = np.zeros((height, width), bool)
            bits |= ((~is_open).astype(np.uint8) << d).astype(np.uint8)
        self.area(closed, width, height)[:] = np.where(free[1:-1, 1:-1], bits, 255)
        return closed
