"""The board: squares of two metres; distance by the longer side; a diagonal step is open if either way round the corner is.

Everything of ``core/board/geometry.py`` stands here for this board. What closed gates change is in ``rules/ground.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.board import Board, Corners, Metric
from ...core.compiler import kernel
from . import RULESET

BOARD = Board(width=24, height=24, metric=Metric.CHEBYSHEV, corners=Corners.EITHER)
GATES = 8  # gate cells of a map

if TYPE_CHECKING:
    from ...core.board.doors import *
    from ...core.board.geometry import *
    from ...core.looking.index_translation import *
else:
    globals().update(RULESET.on(BOARD))


@kernel
def is_gate_shut(s, cell):
    """Whether a cell holds a gate that is closed now."""
    for k in range(s.gate_count):
        if s.gate_cell[k] == cell:
            return s.gate_shut[k] == 1
    return False


@kernel
def is_solid(s, w, cell):
    """Whether a cell is a wall, a lever, or a closed gate."""
    return w.field.blocked[cell] == 1 or (s.gate_count > 0 and is_gate_shut(s, cell))


@kernel
def may_see(s, w, a, b):
    """Whether no wall and no closed gate lies on the line between two cells, drawn from the lower cell to the higher."""
    one, other = min(int(a), int(b)), max(int(a), int(b))
    steps = distance(one, other)
    for i in range(1, steps):
        if is_solid(s, w, line_cell(one, other, i, steps)):
            return False
    return True
