"""The board: squares of five feet; distance by the longer side; a diagonal step is closed if either way round the corner is.

Everything of ``core/board/geometry.py`` stands here for this board. What doors, heights and smoke change is in ``rules/``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.board import Board, Corners, Metric
from . import RULESET

BOARD = Board(width=24, height=24, metric=Metric.CHEBYSHEV, corners=Corners.BOTH)

if TYPE_CHECKING:
    from ...core.board.geometry import *
    from ...core.looking.index_translation import *
else:
    globals().update(RULESET.on(BOARD))
