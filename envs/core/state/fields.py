"""What every number of a record is, declared once: its name, its kind, who sees it, and what it means.

A declaration is a list of rows, and reads as a table:

    UNIT = [
        ("side", SIDE, HIDDEN, "side it fights for"),
        ("cell", CELL_OR_NONE, HIDDEN, "where it stands, -1 off the board"),
        ("facing", DIRECTION, ALL, "clockwise from north"),
        ("dazed", timer(999), ALL, "rounds left without a turn"),
        ("main_hand", one_of(Item), ALL, "what the good hand holds"),
        ("pack", one_of(Item), OWN, "what is stowed", (PACK,)),
    ]

The column of who sees it may be left out (nobody). A row may hold another declaration in place of a kind, ``("units", UNIT,
"the roster", (UNITS,))``, and working space may stay a plain NumPy row, ``("queue", "i2", (CELLS,))``. From declarations come
the dtype (``record``, ``state_type``), columns of observations (``core.looking.catalogue``), the checks of every number
(``core.ranges``), and what tests change in what a side cannot know (``scramble``).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import Any, NamedTuple, TypeAlias

import numpy as np

MANY = 9_000  # no count, sum or timer of a battle comes near it


class Bound(IntEnum):
    """What in a battle bounds a number, besides its lowest and highest value."""

    FIXED = 0  # nothing
    ROW = 1  # roster rows in use
    SIDE = 2  # sides taking part
    CELL = 3  # cells of the board
    ROWS = 4  # bits: roster rows in use


class Seen(Enum):
    """Who is shown a number of a unit or battle they know of. What is shown of it in another form counts as hidden."""

    HIDDEN = 0
    OWN = 1  # the unit's own side and its friends
    ALL = 2


HIDDEN, OWN, ALL = Seen


class Why(Enum):
    """Why no observation shows a number of a position."""

    BY_RULE = "the rules hide it"
    FOLLOWS = "it follows from what is shown"
    NEVER_READ = "no rule reads it again after a decision"


BY_RULE, FOLLOWS, NEVER_READ = Why


class Unseen(NamedTuple):
    """A number that no observation shows, or not fully; ``UNSEEN`` of a ruleset's ``state.py`` lists them all by name.

    Attributes:
        why: the kind of reason.
        reason: the reason.
    """

    why: Why
    reason: str


class Kind(NamedTuple):
    """What a number is.

    Attributes:
        name: flag, count, timer, direction, category, bits, unit row, side, cell, unit rows.
        low, high: inclusive range.
        words: the vocabulary of a category or of bits; or its name in the ruleset's ``vocab.py``.
        only: the values it may have, where these are not all from low to high.
        bound: what in a battle bounds it besides.
        code: its dtype.
        scale: its typical size, by which it is divided in a flat observation; 0 for the larger of low and high.
    """

    name: str
    low: int
    high: int
    words: type[IntEnum] | str = ""
    only: tuple[int, ...] = ()
    bound: Bound = Bound.FIXED
    code: str = "i2"
    scale: float = 0.0

    def of(self, code: str) -> Kind:
        """The same kind in another dtype."""
        return self._replace(code=code)

    @property
    def empty(self) -> int:
        """The value of an empty entry: -1 if that means none, else 0."""
        return -1 if self.low == -1 and self.bound != Bound.FIXED else 0

    @property
    def allowed(self) -> str:
        """The allowed values, in words, with a placeholder for a bound that depends on the battle: ``0..{most}``."""
        if self.only:
            return ", ".join(str(value) for value in self.only)
        if self.bound == Bound.CELL:
            return "a cell of the board" + (" or -1" if self.low < 0 else "")
        return f"{self.low}..{self.high if self.bound == Bound.FIXED else '{most}'}"


def code_for(low: int, high: int) -> str:
    """The smallest integer dtype, int16 or wider, that holds a range."""
    return "i2" if -(2**15) <= low and high < 2**15 else "i4"


FLAG = Kind("flag", 0, 1)
PERCENT = Kind("count", 0, 100)
DIRECTION = Kind("direction", 0, 7)
ROW = Kind("unit row", 0, MANY, bound=Bound.ROW)
ROW_OR_NONE = ROW._replace(low=-1)
ROWS = Kind("unit rows", 0, 2**31 - 1, bound=Bound.ROWS, code="i4")
SIDE = Kind("side", 0, MANY, bound=Bound.SIDE)
SIDE_OR_NONE = SIDE._replace(low=-1)
CELL = Kind("cell", 0, 2**15 - 1, bound=Bound.CELL)
CELL_OR_NONE = CELL._replace(low=-1)


def count(high: int = MANY, low: int = 0, scale: float = 0.0) -> Kind:
    """A number of points, cells, units, ..."""
    return Kind("count", low, high, code=code_for(low, high), scale=scale)


def timer(high: int = MANY, scale: float = 0.0) -> Kind:
    """Rounds or turns left."""
    return Kind("timer", 0, high, scale=scale)


def one_of(words: type[IntEnum] | str, only: Sequence[int] = ()) -> Kind:
    """A word of a vocabulary (or of the one of that name in the ruleset's ``vocab.py``), or one of a few of them."""
    if isinstance(words, str):
        return Kind("category", 0, 2**15 - 1, words, tuple(only))
    values = sorted(int(word) for word in only or words)
    low, high = min(0, *words), max(words)
    return Kind("category", low, high, words, tuple(values) if values != list(range(low, high + 1)) else ())


def or_none(kind: Kind) -> Kind:
    """The same kind, or -1 for none."""
    return kind._replace(low=-1)


def bits(words: type[IntEnum], code: str = "") -> Kind:
    """Any words of a vocabulary of bits together."""
    most = sum(set(words))
    return Kind("bits", 0, most, words, code=code or code_for(0, most))


# --- rows of a declaration --------------------------------------------------------------------------------------------

Rows: TypeAlias = Sequence[tuple[Any, ...]]


class Field(NamedTuple):
    """One row of a declaration.

    Attributes:
        name: its name.
        kind: its kind; None for a plain row.
        seen: the sides that see it.
        meaning: its meaning.
        shape: of an array, () of one number.
        parts: the rows of a record declared inside.
    """

    name: str
    kind: Kind | None
    seen: Seen
    meaning: str
    shape: tuple[int, ...]
    parts: tuple[Field, ...] = ()


def fields_of(rows: Rows) -> tuple[Field, ...]:
    """The rows of a declaration."""
    return tuple(_field(*row) for row in rows)


def _field(name: str, kind: Any, *rest: Any) -> Field:
    seen = next((part for part in rest if isinstance(part, Seen)), HIDDEN)
    meaning = next((part for part in rest if isinstance(part, str)), "")
    shape = next((part for part in rest if isinstance(part, tuple)), ())
    parts = fields_of(kind) if isinstance(kind, list) else ()
    return Field(name, kind if isinstance(kind, Kind) else None, seen, meaning, shape, parts)


def none_fields(rows: Rows) -> tuple[str, ...]:
    """Names of the fields that are -1 where they name nothing, so that a zeroed record does not hold nothing there."""
    return tuple(field.name for field in fields_of(rows) if field.kind is not None and field.kind.empty == -1)


def random_number(kind: Kind, s: Any, rng: np.random.Generator) -> int:
    """Any value that a number of this kind may have in a position, for tests that change what nobody may notice.

    Args:
        kind: what it is; no cell.
        s: the state record it stands in.
        rng: where it comes from.
    """
    if kind.only:
        return int(rng.choice(kind.only))
    most = {
        Bound.ROW: int(s.unit_count) - 1,
        Bound.SIDE: int(s.side_count) - 1,
        Bound.ROWS: (1 << int(s.unit_count)) - 1,
    }
    return int(rng.integers(kind.low, most.get(kind.bound, kind.high) + 1))


def scramble(s: Any, record: Any, rows: Rows, names: Sequence[str], rng: np.random.Generator) -> None:
    """Give fields of a record, such as a unit, any values they may have.

    Args:
        s: the state record.
        record: the record in it that is changed.
        rows: its declaration.
        names: of the fields to change.
        rng: where the values come from.
    """
    kinds = {field.name: (field.kind, field.shape) for field in fields_of(rows)}
    for name in names:
        kind, shape = kinds[name]
        assert kind is not None
        if shape:
            for place in np.ndindex(*shape):
                getattr(record, name)[place if len(place) > 1 else place[0]] = random_number(kind, s, rng)
        else:
            setattr(record, name, random_number(kind, s, rng))
