"""The eight directions of a square grid, clockwise from north, alike on every board. y grows southwards."""

from __future__ import annotations

import numpy as np

from ..compiler import kernel

DX = np.array([0, 1, 1, 1, 0, -1, -1, -1], np.int64)
DY = np.array([-1, -1, 0, 1, 1, 1, 0, -1], np.int64)
BEARINGS = np.array([[7, 0, 1], [6, -1, 2], [5, 4, 3]], np.int64)  # direction by the signs of dy and dx, each plus one
DIRECTION_NAMES = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
OFF_BOARD = -1  # no cell
UNREACHED = -1  # cost of a cell out of reach


@kernel
def turn_between(facing, direction):
    """Eighths of a circle between two directions, 0..4."""
    turn = (direction - facing) % 8
    return min(turn, 8 - turn)
