"""The board: squares of two yards; distance by the longer side; a diagonal step is open if either way round the corner is.

Everything of ``core/board/geometry.py`` stands here for this board: ``from ..board import distance``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.board import Board, Corners, Metric
from ...core.compiler import kernel
from . import RULESET

BOARD = Board(width=32, height=32, metric=Metric.CHEBYSHEV, corners=Corners.EITHER)

if TYPE_CHECKING:
    from ...core.board.doors import *
    from ...core.board.geometry import *
    from ...core.looking.index_translation import *
else:
    globals().update(RULESET.on(BOARD))


@kernel
def may_see(s, w, a, b):
    """Whether nothing immovable stands between two cells."""
    return is_in_sight(w.field, a, b)
