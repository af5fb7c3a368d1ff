"""The board: up to 60 x 40 squares, and bodies of more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.board import Board, Corners, Metric
from tactica.envs.core.compiler import kernel

from . import RULESET

BOARD = Board(width=60, height=40, metric=Metric.CHEBYSHEV, corners=Corners.EITHER)

if TYPE_CHECKING:
    from tactica.envs.core.board.doors import *
    from tactica.envs.core.board.geometry import *
    from tactica.envs.core.looking.index_translation import *
else:
    globals().update(RULESET.on(BOARD))


@kernel
def gap_between(s, w, who, cell, other, there):
    """Cells between the body of a unit if it stood at ``cell`` and another's at ``there``: 0 overlapping, 1 touching; every
    second diagonal counts two.
    """
    one, two = s.units[who], s.units[other]
    columns, rows = rectangle_gaps(cell, one.width, one.height, there, two.width, two.height)
    return max(columns, rows) + min(columns, rows) // 2


@kernel
def gap_from(s, w, who, cell, other):
    """The same to where the other stands."""
    return gap_between(s, w, who, cell, other, int(s.units[other].cell))


@kernel
def may_see(s, w, a, b):
    """Whether neither walls nor rocks stand between two cells: the line is open from both ends, and its middle line crosses
    no rock.
    """
    return is_map_open(w.field, a, b) and is_map_open(w.field, b, a) and is_view_open(w.field.blocked, a, b)
