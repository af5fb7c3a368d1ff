"""The board: a square is a location of any size, with four borders and no diagonal steps; any number of units find room.

Everything of ``core/board/geometry.py`` stands here for this board. What lies on borders, heights and sight are in ``rules/``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.board import Board, Corners, Metric
from . import RULESET

BOARD = Board(width=12, height=12, metric=Metric.ORTHOGONAL, corners=Corners.NO_DIAGONALS)

if TYPE_CHECKING:
    from ...core.board.geometry import *
    from ...core.looking.index_translation import *
else:
    globals().update(RULESET.on(BOARD))
