"""Where a side comes from: how far away, and in which direction."""

from __future__ import annotations

from typing import Any

from ....core.compiler import outside
from ....scenario.battle import Battle
from ....scenario.draw import Draw
from ....scenario.opening import opening_direction, opening_distance


@outside.rule("move.speed")
def start_distance(how: Any, draw: Draw, battle: Battle) -> int:
    """Squares: so many between the nearest opponents; feet are rounded to them.

    Raises:
        ValueError: it is no distance.
    """
    return opening_distance(how, draw, "ft", "feet", battle.number("move.speed.cell_feet"))


def start_direction(how: Any, draw: Draw, battle: Battle) -> int:
    """The direction a side comes from, in degrees from north.

    Raises:
        ValueError: ``how`` is not a direction.
    """
    return opening_direction(how)
