"""One catalogue for what is observed: every number has a name, a range and a meaning."""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """One grid channel, one column of a unit row, or one number of the context.

    Attributes:
        name: how tests, tools and ``why`` tables call it.
        low, high: inclusive range of the integers it takes.
        meaning: what it says, with its unit.
    """

    name: str
    low: int
    high: int
    meaning: str
