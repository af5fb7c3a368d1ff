"""The units on a table, to read and to set by name."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.board import DIRECTION_NAMES
from ..core.ruleset import Ruleset
from .parsing import direction_of

if TYPE_CHECKING:
    from .table import Table


class NotKept(Exception):
    """A number was read that exact odds leave out of the position, because rules only write it.

    Attributes:
        field: its name in the state record.
    """

    def __init__(self, field: str) -> None:
        super().__init__(f"{field} is not available while counting odds; name it in `want`")
        self.field = field


class UnitView:
    """One unit: every field of its record by name, by the rulebook's abbreviation, and its place; to read and to set.

    Setting writes the state record and lists the legal choices anew. Names do for numbers where a field holds something
    that has one: ``unit.facing = "north"``, ``unit.main_hand = "spear"``, ``unit.mount = "horse"``.

    Attributes:
        name: what it is called.
        row: its roster row.
        at: (x, y), None off the board.
        x, y: its column and row on the board.
    """

    __slots__ = ("_table", "name", "row")
    _table: Table
    name: str
    row: int

    def __init__(self, table: Table, row: int) -> None:
        if not 0 <= row < len(table.names):
            raise KeyError(f"no roster row {row}; rows: 0 to {len(table.names) - 1}")
        for part, value in (("_table", table), ("row", row), ("name", table.names[row])):
            object.__setattr__(self, part, value)

    @property
    def _unit(self) -> Any:
        return self._table._record["units"][self.row]

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of all its fields."""
        return tuple(self._table.game.states.dtype["units"].base.names or ())

    @property
    def at(self) -> tuple[int, int] | None:
        """(x, y), None off the board."""
        cell = int(self._unit["cell"])
        return self._table.ruleset.board.place(cell) if cell >= 0 else None

    def _field(self, name: str) -> str:
        """The field behind a name or an abbreviation.

        Raises:
            AttributeError: there is none; the message says what is close.
        """
        if name in self.fields:
            return name
        aliases = unit_aliases(self._table.ruleset)
        field = aliases.get(name.lower(), "")
        if field in self.fields:
            return field
        close = difflib.get_close_matches(name, {*self.fields, *aliases}, 3)
        hint = f"; close to it: {', '.join(close)}" if close else f"; there are: {', '.join(self.fields)}"
        raise AttributeError(f"a unit of {self._table.ruleset.slug} has no {name!r}{hint}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in ("x", "y"):
            place = self.at
            return None if place is None else place["xy".index(name)]
        field = self._field(name)
        if field in self._table._not_kept:
            raise NotKept(field)
        value = self._unit[field]
        return tuple(int(v) for v in value) if isinstance(value, np.ndarray) else int(value)

    def __setattr__(self, name: str, value: Any) -> None:
        table = self._table
        if table._counting:
            raise TypeError("positions are read-only while counting odds")
        unit = table.game.states["units"][table.game.row]
        if name in ("at", "x", "y"):
            x, y = self.at or (0, 0)
            x, y = (value or (-1, -1)) if name == "at" else (value, y) if name == "x" else (x, value)
            width, height = int(table._record["board_width"]), int(table._record["board_height"])
            if name == "at" and value is None:
                unit["cell"][self.row] = -1
            elif 0 <= x < width and 0 <= y < height:
                unit["cell"][self.row] = table.ruleset.board.cell(x, y)
            else:
                raise ValueError(f"({x}, {y}) is not on the board of {width} x {height} cells")
        else:
            field = self._field(name)
            target = unit[field]
            if target.ndim > 1:
                numbers = [self._number(field, v) for v in value]
                target[self.row, : len(numbers)] = numbers
                target[self.row, len(numbers) :] = 0
            else:
                target[self.row] = self._number(field, value)
        table.refresh()

    def _number(self, field: str, value: Any) -> int:
        """The number a field holds for a value that may be a name."""
        if not isinstance(value, str):
            return int(value)
        word = value.lower().replace(" ", "_").replace("-", "_")
        if (field == "facing" or field.endswith("direction")) and direction_of(word) >= 0:
            return direction_of(word)
        if word in self._table.names:
            return self._table.names.index(word)
        meanings = _meanings(self._table.ruleset, word)
        if len(meanings) == 1:
            return meanings.pop()
        if meanings:
            raise ValueError(f"{field} = {value!r}: this word is ambiguous; give the number")
        possible = (
            ", ".join(DIRECTION_NAMES) if field == "facing" else "a number, a unit's name, or a word of the vocabulary"
        )
        raise ValueError(f"{field} = {value!r}: unknown word; allowed: {possible}")

    def to_dict(self) -> dict[str, Any]:
        """All its fields."""
        return {field: getattr(self, field) for field in self.fields if field not in self._table._not_kept}

    def __repr__(self) -> str:
        return f"UnitView({self.name}, {', '.join(f'{k}={v}' for k, v in self.to_dict().items() if v not in (0, -1))})"


def unit_aliases(ruleset: Ruleset) -> dict[str, str]:
    """Other names of a unit's fields, in lower case: ``ws``; a ruleset's ``state.ALIASES`` go before its scenarios'."""
    own = getattr(ruleset.module("state"), "ALIASES", {})
    try:
        scenario = getattr(ruleset.module("setup"), "ALIASES", {})
    except ModuleNotFoundError:
        scenario = {}
    return {name.lower(): field for name, field in {**scenario, **own}.items()}


def _meanings(ruleset: Ruleset, word: str) -> set[int]:
    """The numbers a word of the vocabulary stands for."""
    found = set()
    for enum in vars(ruleset.module("vocab")).values():
        members = getattr(enum, "__members__", None)
        if members is not None and word.upper() in members:
            found.add(int(members[word.upper()]))
    return found
