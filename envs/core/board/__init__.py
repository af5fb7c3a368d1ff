"""The board: cells, distances, lines, rectangles and reach, and how answers are shown as indices.

A ruleset declares its :class:`Board` in ``board.py``; ``geometry.py``, ``doors.py`` and ``index_translation.py`` are executed
once for each.
"""

from .board import Board, Corners, Metric
from .directions import BEARINGS, DIRECTION_NAMES, DX, DY, OFF_BOARD, UNREACHED, turn_between

__all__ = [
    "BEARINGS",
    "DIRECTION_NAMES",
    "DX",
    "DY",
    "OFF_BOARD",
    "UNREACHED",
    "Board",
    "Corners",
    "Metric",
    "turn_between",
]
