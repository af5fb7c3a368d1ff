"""What pictures show beside units: things that lie about, round things on the ground, and ties between units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Link(NamedTuple):
    """Who has hold of whom, as roster rows, and what it is in words."""

    one: int
    other: int
    words: str


@dataclass(frozen=True)
class Mark:
    """A thing that lies in a cell.

    Attributes:
        cell: (x, y).
        sign: a letter for it.
        words: what it is.
    """

    cell: tuple[int, int]
    sign: str
    words: str


@dataclass(frozen=True)
class Ring:
    """A round thing that lies on the ground.

    Attributes:
        middle: where, in cells from the north-western corner of the board.
        diameter: in cells.
        words: what it is.
    """

    middle: tuple[float, float]
    diameter: int
    words: str
