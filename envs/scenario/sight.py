"""Sight worked out beforehand, for rulesets that keep it in their maps."""

from __future__ import annotations

import functools

import numpy as np

from ..core.board import DX, DY, Board
from ..core.compiler import COMPILED
from ..core.ruleset import Ruleset

MOST_PAIRS = 20**4  # the lines of larger boards are not stored: they would need too much memory


def fill_sight(ruleset: Ruleset, field: np.ndarray) -> None:
    """Fill the ``sight`` bits of a map whose size and ``closed`` bits are there, as ``fill_sight`` in ``geometry.py`` does.

    Args:
        ruleset: the ruleset of the map.
        field: its record, shape ().
    """
    bits = _sight(ruleset, int(field["width"]), int(field["height"]), np.asarray(field["closed"]).tobytes())
    field["sight"] = bits


@functools.lru_cache(maxsize=64)
def _sight(ruleset: Ruleset, width: int, height: int, closed_bytes: bytes) -> np.ndarray:
    board = ruleset.board
    closed = np.frombuffer(closed_bytes, np.uint8)
    if COMPILED:
        fields = np.zeros(1, ruleset.field)
        fields["width"], fields["height"], fields["closed"] = width, height, closed
        ruleset.loops.fill_sights(fields)
        bits: np.ndarray = fields["sight"][0]
        return bits
    starts, ends, steps = (
        _lines(board, width, height)
        if (width * height) ** 2 <= MOST_PAIRS
        else _lines.__wrapped__(board, width, height)
    )
    is_open = np.ones(8 * board.cells + 1, bool)
    is_open[:-1] = np.unpackbits(closed, bitorder="little") == 0
    is_free = is_open[steps[0]]
    for row in steps[1:]:
        is_free &= is_open[row]
    free = np.zeros((board.cells, board.cells), bool)
    free[starts, ends] = is_free
    free |= free.T
    return np.packbits(free, axis=1, bitorder="little")


@functools.lru_cache(maxsize=4)
def _lines(board: Board, width: int, height: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every straight line of a board.

    Returns:
        Cells the lines start in and end in, int64 (lines,); and for each step of each line the bit of ``closed`` that
        must be 0, int32 (steps, lines): ``8 * cell + direction``, and ``8 * cells`` once the line has ended.
    """
    stride = board.stride
    cells = (np.arange(height)[:, None] * stride + np.arange(width)).ravel()
    starts, ends = (part.ravel() for part in np.meshgrid(cells, cells, indexing="ij"))
    dx, dy = ends % stride - starts % stride, ends // stride - starts // stride
    n = np.maximum(abs(dx), abs(dy))
    direction_of = np.zeros((3, 3), np.int64)
    direction_of[DY + 1, DX + 1] = np.arange(8)
    steps = np.full((max(1, int(n.max())), len(starts)), 8 * board.cells, np.int32)
    px = py = np.zeros(len(starts), np.int64)
    for i in range(1, len(steps) + 1):
        going = i <= n
        twice = np.maximum(2 * n, 1)
        qx, qy = (np.sign(d) * ((2 * i * abs(d) + n) // twice) for d in (dx, dy))
        bits = 8 * (starts + py * stride + px) + direction_of[np.clip(qy - py, -1, 1) + 1, np.clip(qx - px, -1, 1) + 1]
        steps[i - 1, going] = bits[going]
        px, py = qx, qy
    return starts, ends, steps
