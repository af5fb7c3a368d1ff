"""Where a side comes from: how far away, and in which direction."""

from __future__ import annotations

import re
from typing import Any

from ....core.compiler import outside
from ....scenario.battle import DIRECTIONS, SHORT_DIRECTIONS, Battle
from ....scenario.draw import Draw

DICE = re.compile(r"(?:([1-9]\d?)d)?([1-9]\d{0,2})_(ft|cells)")


@outside.rule("move.speed")
def start_distance(how: Any, draw: Draw, battle: Battle) -> int:
    """Squares: so many between the nearest opponents; feet are rounded to them.

    Args:
        how: a number of squares, feet such as ``60_ft``, or dice such as ``4d6_ft`` or ``2d4_cells``.

    Raises:
        ValueError: anything else.
    """
    if isinstance(how, int) and not isinstance(how, bool) and how >= 1:
        return how
    read = DICE.fullmatch(how) if isinstance(how, str) else None
    if read is None:
        raise ValueError(
            f"{how!r} is not a distance; allowed: a number of cells, feet such as 60_ft, or dice such as 4d6_ft"
        )
    number = int(read[2])
    if read[1]:
        number = sum(1 + draw.below(number) for _ in range(int(read[1])))
    if read[3] == "cells":
        return number
    per_cell = battle.number("move.speed.cell_feet")
    return max(1, (2 * number + per_cell) // (2 * per_cell))


def start_direction(how: Any, draw: Draw, battle: Battle) -> int:
    """The direction from which a side comes, in degrees from north.

    Raises:
        ValueError: it is none.
    """
    for names in (DIRECTIONS, SHORT_DIRECTIONS):
        if how in names:
            return 45 * names.index(how)
    raise ValueError(f"{how!r} is not a direction; allowed: {', '.join(DIRECTIONS)}")
