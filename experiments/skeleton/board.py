"""The board: squares; a diagonal step is as long as a straight one. Below, the shared geometry is made for a board of this size:
``flood``, ``distance``, ``STRIDE`` and all else of ``core/board/geometry.py`` is imported from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.board import Board, Corners, Metric

from . import RULESET

BOARD = Board(width=24, height=24, metric=Metric.CHEBYSHEV, corners=Corners.EITHER)

if TYPE_CHECKING:
    from tactica.envs.core.board.geometry import *  # noqa: F403
    from tactica.envs.core.looking.index_translation import *  # noqa: F403
else:
    globals().update(RULESET.on(BOARD))
