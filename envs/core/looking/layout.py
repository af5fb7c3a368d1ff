"""The shapes of choices and observations, as kernels read them; ``engine.spaces.Layout`` makes the record."""

from __future__ import annotations

import numpy as np

from ..state.record import record

SECTIONS = 8
PLAIN, UNIT, CELL, DIRECTION = 0, 1, 2, 3
KINDS = {"plain": PLAIN, "unit": UNIT, "cell": CELL, "direction": DIRECTION}
SIDES_SIGHT, DECIDERS_SIGHT, A_UNITS_SIGHT = 0, 1, 2  # in ``sight``; the last plus the roster row of the unit
SIGHTS = {"side": SIDES_SIGHT, "unit": DECIDERS_SIGHT}

LAYOUT = record(
    [
        ("height", "i2"),  # cells shown
        ("width", "i2"),
        ("own_rows", "i2"),  # unit rows of the viewer's side
        ("other_rows", "i2"),  # unit rows of all other sides
        ("mirror", "i2"),  # 1: every side but the first sees the board turned by half a circle
        ("sight", "i2"),  # 0: all that a side knows; what is perceived by: 1 its unit that decides, 2 + row that unit
        ("sections", "i2"),
        ("section_kind", "i2", (SECTIONS,)),
        ("answer_start", "i2", (SECTIONS + 1,)),  # first answer of each section, and one past the last
        ("index_start", "i2", (SECTIONS + 1,)),  # first index of each section, and one past the last
        ("channels", "i2"),  # grid observation
        ("features", "i2"),  # numbers of a unit row
        ("context_size", "i2"),  # numbers of the context
    ]
)


def section_starts(sizes: list[int]) -> np.ndarray:
    """Where each of the sections begins, and one past the end: int16 (SECTIONS + 1,)."""
    starts = np.zeros(SECTIONS + 1, np.int16)
    starts[1 : len(sizes) + 1] = np.cumsum(sizes)
    starts[len(sizes) + 1 :] = starts[len(sizes)]
    return starts
