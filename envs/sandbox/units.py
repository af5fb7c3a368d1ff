"""The units on a table, to read and to set by name."""

from __future__ import annotations

import difflib
import functools
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.board import DIRECTION_NAMES
from ..core.ranges import FIRST_OF_ALL_RULESETS, Problem, bounds_of, highest, ranges_of
from ..core.ruleset import Ruleset
from ..core.state.fields import Bound, Kind
from ..core.state.record import is_gap
from ..engine.gate import words_of
from ..engine.wording import direction_of
from ..odds.position import NotKept
from .by_hand import look_over, what_is_wrong
from .sheet import SheetReading, reading_of, readings_of, worked_out

if TYPE_CHECKING:
    from .table import Table


class UnitView:
    """One unit: every field of its record by name, by the rulebook's abbreviation, and its place; to read and to set.

    Setting a field writes the state record and lists the legal choices again. Where a value has a name, use it in place of the
    number: ``unit.facing = "north"``, ``unit.main_hand = "spear"``, ``unit.mount = "horse"``. A field of several units is set
    and read by their names: ``unit.won_over = ["orc"]``, ``("orc",)``.

    Values that the rules derive, such as its current Parry, are read under the names in :attr:`readings`; they cannot be set.

    A number that its field cannot hold is a ValueError that says what is allowed, and so is an occupied cell; nothing is changed
    then. Numbers that must fit each other (rider and mount) may be set one after the other: see :class:`Table`.

    Attributes:
        name: its name.
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
        names = self._table._game.states.dtype["units"].base.names or ()
        return tuple(name for name in names if not is_gap(name))

    @property
    def at(self) -> tuple[int, int] | None:
        """(x, y), None off the board."""
        cell = int(self._unit["cell"])
        return self._table.ruleset.board.place(cell) if cell >= 0 else None

    def _field(self, name: str) -> str:
        """The field behind a name or an abbreviation.

        Raises:
            AttributeError: no field has that name; the message lists similar names.
        """
        if name in self.fields:
            return name
        aliases = unit_aliases(self._table.ruleset)
        field = aliases.get(name.lower(), "")
        if field in self.fields:
            return field
        readings = readings_of(self._table.ruleset)
        close = difflib.get_close_matches(name, {*self.fields, *aliases, *readings}, 3)
        sheet = f"; its sheet has: {', '.join(readings)}" if readings else ""
        hint = f"; did you mean {', '.join(close)}?" if close else f"; choose from: {', '.join(self.fields)}{sheet}"
        raise AttributeError(f"a unit of {self._table.ruleset.slug} has no {name!r}{hint}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in ("x", "y"):
            place = self.at
            return None if place is None else place["xy".index(name)]
        reading = None if name in self.fields else reading_of(self._table.ruleset, name)
        if reading is not None:
            return self._reading(reading)
        field = self._field(name)
        if field in self._table._not_kept:
            raise NotKept(field)
        value = self._unit[field]
        if self._table._counting:  # what is settled already counts as it will be
            for one in self._table.ruleset.book.records.pending:
                value = max(value, self._unit[one.waiting]) if one.field == field else value
        if self._kind(field).bound == Bound.ROWS:
            return tuple(other for row, other in enumerate(self._table.names) if int(value) >> row & 1)
        return tuple(int(v) for v in value) if isinstance(value, np.ndarray) else int(value)

    def _reading(self, reading: SheetReading) -> Any:
        """What a line of the sheet says; of one about another unit, a function of that."""
        if not reading.is_of_two:
            return worked_out(self._table, reading.function, self.row)

        def about(other: str | int | UnitView) -> Any:
            row = other.row if isinstance(other, UnitView) else self._table.unit(other).row
            return worked_out(self._table, reading.function, self.row, row)

        about.__name__, about.__doc__ = reading.name, reading.meaning
        return about

    @property
    def readings(self) -> dict[str, str]:
        """What the rules work out of it, by name, and what that means. Some are about another unit: ``unit.arc_of("orcs")``."""
        return {reading.name: reading.meaning for reading in readings_of(self._table.ruleset).values()}

    def sheet(self) -> dict[str, Any]:
        """What the rules work out of it alone: name -> value."""
        known = readings_of(self._table.ruleset).values()
        return {reading.name: self._reading(reading) for reading in known if not reading.is_of_two}

    def __setattr__(self, name: str, value: Any) -> None:
        table = self._table
        if name not in self.fields and reading_of(table.ruleset, name) is not None:
            raise AttributeError(f"{name} follows from the rules; set the fields it depends on")
        if table._counting:
            raise TypeError("positions are read-only while counting odds")
        field = "cell" if name in ("at", "x", "y") else self._field(name)
        unit = table._game.states["units"][table._game.row, self.row]
        room = unit[field].shape
        if room:
            if isinstance(value, str) or not isinstance(value, Iterable):
                raise ValueError(f"{field} = {value!r}: give a list of up to {room[0]} numbers or words")
            numbers = [self._number(field, one) for one in value]
            if len(numbers) > room[0]:
                raise ValueError(f"{field} = {value!r}: {len(numbers)} entries; there is room for {room[0]}")
            numbers += [0] * (room[0] - len(numbers))
        else:
            numbers = [self._cell(name, value) if name in ("at", "x", "y") else self._number(field, value)]
        for number in numbers:
            self._check_range(field, number)
        self._put(field, numbers if room else numbers[0])

    def _put(self, field: str, value: Any) -> None:
        """Write a value that is in its range, unless it breaks an invariant of all rulesets or puts the unit on another one.

        Raises:
            ValueError: it does; nothing has changed.
        """
        table, game = self._table, self._table._game
        unit = game.states["units"][game.row, self.row]
        if table._seen != table._lanes.tobytes():
            look_over(table)
        was_broken = table._broken
        before = unit[field].copy()
        unit[field] = value
        broken = look_over(table)
        fault = table._fault
        if field == "cell" and broken and not was_broken and int(value) >= 0:
            cells = game.states["units"]["cell"][game.row, : len(table.names)]
            others = [table.names[row] for row in np.flatnonzero(cells == value) if row != self.row]
            if others:
                fault = f"{self.at} is taken by {' and '.join(others)}; {self.name} cannot stand there"
                broken = FIRST_OF_ALL_RULESETS
        if was_broken < FIRST_OF_ALL_RULESETS <= broken:
            if fault == table._fault:
                fault = what_is_wrong(table, field)
            unit[field] = before
            look_over(table)
            raise ValueError(fault)

    def _kind(self, field: str) -> Kind:
        """The declared kind of a field."""
        return _kinds(self._table.ruleset)[field]

    def _check_range(self, field: str, number: int) -> None:
        """Refuse a number that a field cannot hold in this battle.

        Raises:
            ValueError: the field cannot hold it; the message lists the allowed values.
        """
        table, kind = self._table, self._kind(field)
        s = table._record
        most = int(highest(kind, bounds_of(table._game.states[table._game.row : table._game.row + 1]))[0])
        fits = kind.low <= number <= most and (not kind.only or number in kind.only)
        if fits and kind.bound == Bound.CELL and number >= 0:
            x, y = table.ruleset.board.place(number)
            fits = x < s["board_width"] and y < s["board_height"]
        if not fits:
            problem = Problem(0, f"units.{field}", self.row, number, kind.allowed.format(most=most))
            raise ValueError(words_of(table.ruleset, problem, s, table.names))

    def _cell(self, name: str, value: Any) -> int:
        """The cell meant by a value of ``at``, ``x`` or ``y``.

        Raises:
            ValueError: it is not on the board.
        """
        table = self._table
        if name == "at" and value is None:
            return -1
        x, y = self.at or (0, 0)
        try:
            given = tuple(value) if name == "at" else (value, y) if name == "x" else (x, value)
            x, y = (operator.index(part) for part in given)
        except (TypeError, ValueError):
            raise ValueError(
                f"{name} = {value!r}: give {'a column and a row' if name == 'at' else 'a number'}"
            ) from None
        width, height = int(table._record["board_width"]), int(table._record["board_height"])
        if not (0 <= x < width and 0 <= y < height):
            raise ValueError(f"({x}, {y}) is not on the board of {width} x {height} cells")
        return int(table.ruleset.board.cell(x, y))

    def _number(self, field: str, value: Any) -> int:
        """The number a field holds for a value that may be a name, or several names.

        Raises:
            ValueError: it is not a number, or an unknown or ambiguous word.
        """
        kind = self._kind(field)
        if kind.name in ("unit rows", "bits") and isinstance(value, Iterable):
            number = 0
            for one in [value] if isinstance(value, str) else value:
                number |= self._bit(field, one)
            return number
        if not isinstance(value, str):
            try:
                return operator.index(value)
            except TypeError:
                raise ValueError(f"{field} = {value!r}: give a whole number or a word") from None
        word = value.lower().replace(" ", "_").replace("-", "_")
        if (field == "facing" or field.endswith("direction")) and direction_of(word) >= 0:
            return direction_of(word)
        own = _own_words(kind)
        if kind.name == "category" and own:
            if word not in own:
                raise ValueError(f"{field}: unknown word {value!r}; choose from: {', '.join(own)}")
            return own[word]
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

    def _bit(self, field: str, word: Any) -> int:
        """The bit that a unit's name, or a word, stands for in a field of several.

        Raises:
            ValueError: nobody is called that, or there is no such word.
        """
        kind, names = self._kind(field), self._table.names
        if kind.bound == Bound.ROWS:
            if word not in names:
                raise ValueError(f"{field}: no unit {word!r}; choose from: {', '.join(names)}")
            return 1 << names.index(word)
        words = {name: number for name, number in _own_words(kind).items() if number}
        key = str(word).lower().replace(" ", "_").replace("-", "_")
        if key not in words:
            raise ValueError(f"{field}: unknown word {word!r}; choose from: {', '.join(words)}")
        return words[key]

    def to_dict(self) -> dict[str, Any]:
        """All its fields."""
        return {field: getattr(self, field) for field in self.fields if field not in self._table._not_kept}

    def __repr__(self) -> str:
        return f"UnitView({self.name}, {', '.join(f'{k}={v}' for k, v in self.to_dict().items() if v not in (0, -1))})"


@functools.cache
def _kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """What each field of a unit is declared to be."""
    return {line.path[1]: line.kind for line in ranges_of(ruleset).lines if line.path[0] == "units"}


def _own_words(kind: Kind) -> dict[str, int]:
    """The words that a field is declared to hold, if it is declared with a vocabulary: word -> number."""
    if isinstance(kind.words, str):
        return {}
    return {one.name.lower(): int(one) for one in kind.words if not kind.only or int(one) in kind.only}


def unit_aliases(ruleset: Ruleset) -> dict[str, str]:
    """Other names of a unit's fields, in lower case: ``ws``; those of its records go before its scenarios'."""
    both = {**ruleset.book.setup.aliases, **ruleset.book.records.aliases}
    return {name.lower(): field for name, field in both.items()}


def _meanings(ruleset: Ruleset, word: str) -> set[int]:
    """The numbers a word of the vocabulary stands for."""
    enums = ruleset.book.vocab.all
    return {int(enum[word.upper()]) for enum in enums if word.upper() in enum.__members__}
