"""Sight over many maps of the same size: the straight lines of a board are worked out once."""

from __future__ import annotations

import functools

import numpy as np

MOST_PAIRS = 20**4  # larger boards would need too much memory for their table of lines


def sight_over(width: int, height: int, closed: np.ndarray) -> np.ndarray:
    """The same as ``core.board.geometry.sight_bits``, quicker from the second map of a size on.

    Args:
        width, height: cells.
        closed: uint8 (CELLS,), as ``core.board.geometry.closed_directions`` makes it.

    Returns:
        uint8 (CELLS, SIGHT_BYTES), not to be written to.
    """
    return _sight(width, height, closed.tobytes())


@functools.lru_cache(maxsize=64)
def _sight(width: int, height: int, closed_bytes: bytes) -> np.ndarray:
    from ..core.board.geometry import CELLS, sight_bits

    closed = np.frombuffer(closed_bytes, np.uint8)
    if (width * height) ** 2 > MOST_PAIRS:
        return sight_bits(width, height, closed)
    starts, ends, steps = _lines(width, height)
    is_open = np.ones(8 * CELLS + 1, bool)
    is_open[:-1] = np.unpackbits(closed, bitorder="little") == 0
    is_free = is_open[steps[0]]
    for row in steps[1:]:
        is_free &= is_open[row]
    free = np.zeros((CELLS, CELLS), bool)
    free[starts, ends] = is_free
    free |= free.T
    return np.packbits(free, axis=1, bitorder="little")


@functools.lru_cache(maxsize=4)
def _lines(width: int, height: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every straight line of a board.

    Returns:
        Cells the lines start in and end in, int64 (lines,); and for each step of each line the bit of ``closed`` that
        must be 0, int32 (steps, lines): ``8 * cell + direction``, and ``8 * CELLS`` once the line has ended.
    """
    from ..core.board.geometry import CELLS, DX, DY, STRIDE

    cells = (np.arange(height)[:, None] * STRIDE + np.arange(width)).ravel()
    starts, ends = (part.ravel() for part in np.meshgrid(cells, cells, indexing="ij"))
    dx, dy = ends % STRIDE - starts % STRIDE, ends // STRIDE - starts // STRIDE
    n = np.maximum(abs(dx), abs(dy))
    direction_of = np.zeros((3, 3), np.int64)
    direction_of[DY + 1, DX + 1] = np.arange(8)
    steps = np.full((max(1, int(n.max())), len(starts)), 8 * CELLS, np.int32)
    px = py = np.zeros(len(starts), np.int64)
    for i in range(1, len(steps) + 1):
        going = i <= n
        twice = np.maximum(2 * n, 1)
        qx, qy = (np.sign(d) * ((2 * i * abs(d) + n) // twice) for d in (dx, dy))
        bits = 8 * (starts + py * STRIDE + px) + direction_of[np.clip(qy - py, -1, 1) + 1, np.clip(qx - px, -1, 1) + 1]
        steps[i - 1, going] = bits[going]
        px, py = qx, qy
    return starts, ends, steps
