"""Where a side comes from: opening distances and directions as scenarios write them."""

from __future__ import annotations

import re
from typing import Any

from .battle import DIRECTIONS, SHORT_DIRECTIONS
from .draw import Draw

DICE = re.compile(r"(?:([1-9]\d?)d)?([1-9]\d{0,2})_([a-z]+)")


def opening_distance(how: Any, draw: Draw, unit: str, name: str, cell_length: int) -> int:
    """Cells between the nearest opponents; lengths are rounded to cells.

    Args:
        how: a number of cells, a length such as ``60_ft``, or dice such as ``4d6_ft`` or ``2d4_cells``.
        unit, name: the unit of length, short and in the plural: ``"ft"``, ``"feet"``.
        cell_length: length of a cell in that unit.

    Raises:
        ValueError: anything else.
    """
    if isinstance(how, int) and not isinstance(how, bool) and how >= 1:
        return how
    read = DICE.fullmatch(how) if isinstance(how, str) else None
    if read is None or read[3] not in (unit, "cells"):
        raise ValueError(
            f"{how!r} is not a distance; allowed: a number of cells, {name} such as 60_{unit}, or dice such as 4d6_{unit}"
        )
    number = int(read[2])
    if read[1]:
        number = sum(1 + draw.below(number) for _ in range(int(read[1])))
    if read[3] == "cells":
        return number
    return max(1, (2 * number + cell_length) // (2 * cell_length))


def opening_direction(how: Any, also: str = "") -> int:
    """A direction in degrees from north. ``also``: what else is allowed, for the message.

    Raises:
        ValueError: it is not a direction.
    """
    for names in (DIRECTIONS, SHORT_DIRECTIONS):
        if how in names:
            return 45 * names.index(how)
    raise ValueError(f"{how!r} is not a direction; allowed: {', '.join(DIRECTIONS)}{also}")
