"""One catalogue for what is observed: every number has a name, a kind, a range and a meaning.

``CHANNELS``, ``FEATURES`` and ``CONTEXT`` of a ruleset's ``observe.py`` are made of the same rows as the declarations of its
state (``core.state.fields``), and of fields of the state by name, which are copied as they are declared:

    SHOWN = Catalogue(BOARD, UNITS)
    FEATURES = SHOWN.of(UNIT, KNOWN, X, Y, "facing", "wounds", shown("attack_debt", high=30), ("bombs", count(6), "in the pack"))

What the core writes itself is named by the constants below; the rest, rows with a kind, is written by the ruleset's hooks
under the names that ``columns`` makes. See ``core/loops/observation.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..board.directions import DIRECTION_NAMES
from ..spelling import did_you_mean
from ..state.fields import ALL, DIRECTION, FLAG, ROWS, Bound, Field, Kind, Rows, Seen, count, fields_of, one_of, or_none
from ..state.state import Verdict

if TYPE_CHECKING:
    from ..board import Board


class ObservationField(NamedTuple):
    """One grid channel, one column of a unit row, or one number of the context; also a feature that behaviours weigh.

    Attributes:
        name: how tests, tools and ``why`` tables call it.
        low, high: inclusive range of the numbers it takes.
        meaning: what it says, with its unit.
        kind: flag, count, timer, direction, category, unit row, unit rows, coordinate; number where nothing more is said.
        words: of a category or direction, what each number from ``low`` on is called, "" for a number it never is.
        scale: its typical size, by which it is divided in a flat observation; 0 for the larger of |low| and |high|.
        source: the field of the state it is copied from, or what the core writes; "" when the ruleset writes it.
        part: entry of that field, when it is an array.
        bit: of that field, when it is one of its bits; else -1.
        seen: whether it is shown of every unit known, or only of the viewer's side and its friends.
    """

    name: str
    low: int
    high: int
    meaning: str
    kind: str = "number"
    words: tuple[str, ...] = ()
    scale: float = 0.0
    source: str = ""
    part: int = 0
    bit: int = -1
    seen: Seen = ALL

    @property
    def divisor(self) -> float:
        """What it is divided by in a flat observation."""
        return self.scale or max(abs(self.low), abs(self.high), 1)

    @property
    def classes(self) -> tuple[int, ...]:
        """The values of a category or direction, each a number of its own in a flat observation; () of other kinds."""
        return tuple(self.low + place for place, word in enumerate(self.words) if word)

    def to_dict(self) -> dict[str, Any]:
        """What a reader wants to know of it, as JSON types."""
        parts = {name: getattr(self, name) for name in ("name", "kind", "low", "high", "meaning")}
        return {**parts, "scale": self.divisor, "words": list(self.words)}


# --- what the core writes -----------------------------------------------------------------------------------------------


def _core(name: str, kind: Kind, meaning: str, source: str = "") -> ObservationField:
    return observed(name, kind, meaning)._replace(source="core." + (source or name))


def observed(name: str, kind: Kind, meaning: str) -> ObservationField:
    """A column of a kind of number."""
    words: tuple[str, ...] = ()
    if kind.name == "category" and not isinstance(kind.words, str):
        named = {-1: "none"} | {int(word): word.name.lower() for word in kind.words}
        words = tuple(
            named.get(value, "") if not kind.only or value in kind.only else ""
            for value in range(kind.low, kind.high + 1)
        )
    elif kind.name == DIRECTION.name:
        words = DIRECTION_NAMES
    return ObservationField(name, kind.low, kind.high, meaning, kind.name, words, kind.scale)


BITS_OF_A_PART = 16  # where the bits of the next entry of an array begin
MOST_ROWS = 15  # of one side, or of all others: what an int16 has bits for
COORDINATE = Kind("coordinate", -1, -1)  # high: by the ruleset's board
A_ROW = Kind("unit row", -1, -1)  # high: by its roster

#: Channels: the map, which stays as it is for a whole battle, then who stands where.
ON_BOARD = _core("board", FLAG, "1 on the board")
BLOCKED = _core("blocked", FLAG, "1 nobody can enter")
OWN_PLACES = _core("own", FLAG, "1 one of the viewer's units stands or lies here")
ENEMY_PLACES = _core("enemy", FLAG, "1 a known enemy stands or lies here")
DECIDER_PLACE = _core("decider", FLAG, "1 the unit that decides")
TARGET_PLACE = _core("target", FLAG, "1 the other unit of the procedure that is running")

OBJECTIVE_ZONE = _core(
    "objective_zone",
    count(3),
    "zone to hold: 1 nobody held it when last counted, 2 the viewer's side or its friends, 3 enemies",
)

#: Columns of a unit row.
KNOWN = _core("known", FLAG, "1 the row holds a unit the viewer knows of; otherwise all is 0")
OWN_UNIT = _core("own", FLAG, "1 fights for the viewer or its allies", "friend")
X = _core("x", COORDINATE, "column, -1 off the board")
Y = _core("y", COORDINATE, "row, -1 off the board")
DECIDES = _core("decides", FLAG, "1 is asked now")
TARGETED = _core("targeted", FLAG, "1 the other unit of the procedure that is running")

#: Numbers of the context.
ROUND = _core("round", count(1000, scale=20), "current round")
MY_DECISION = _core("my_decision", FLAG, "1 the viewer is asked")
DECIDER_ROW = _core("decider_row", A_ROW, "unit row that is asked, -1 nobody or unknown")
TARGET_ROW = _core(
    "target_row", A_ROW, "unit row of the other unit in the procedure that is running, -1 none or unknown"
)
BOARD_WIDTH = _core("board_width", count(2, low=2), "cells")
BOARD_HEIGHT = _core("board_height", count(2, low=2), "cells")


#: Context: what decides the battle besides the rules.
OBJECTIVE_CONTEXT = (
    _core("own_score", count(scale=10), "points of the viewer's side for zones held"),
    _core("enemy_score", count(scale=10), "points of the enemy that has most"),
    _core("score_to_win", count(scale=10), "points that win at once, 0 none do"),
    _core("verdict_rounds", count(scale=10), "rounds until the objectives decide, this one included; 0 no such limit"),
    _core("attacking", count(2), "what a tie is to the viewer's side: 1 it loses, 2 it wins, 0 a draw"),
    _core("verdict_1", one_of(Verdict), "what decides first where the rules do not, 0 no objectives"),
    _core("verdict_2", one_of(Verdict), "what decides where that is equal"),
)


def prompt_of(prompts: type[IntEnum]) -> ObservationField:
    """Context: what the viewer is asked."""
    return _core("prompt", one_of(prompts), "what the viewer is asked, 0 nothing")


def pending_verb_of(verbs: type[IntEnum]) -> ObservationField:
    """Context: the verb whose parts are being asked."""
    return _core("pending_verb", one_of(verbs), "verb of the viewer's choice whose parts are being asked")


#: Context: the parts of the viewer's own choice that it has named so far, while further parts of it are asked.
CHOSEN_TARGET = _core("chosen_target", A_ROW, "unit row named in the viewer's choice so far, -1 none yet")


def chosen_mode_of(modes: type[IntEnum]) -> ObservationField:
    """Context: how the viewer does what it is choosing."""
    return _core("chosen_mode", or_none(one_of(modes)), "mode named in the viewer's choice so far, -1 none yet")


def chosen_item_of(items: int) -> ObservationField:
    """Context: with what the viewer does what it is choosing. ``items``: how many there are to choose from."""
    return _core("chosen_item", count(items - 1, low=-1), "item named in the viewer's choice so far, -1 none yet")


def seats_of(sides: int) -> tuple[ObservationField, ...]:
    """Columns of a unit row: whose it is, by seats after the viewer's (0 the viewer's own side), and which of the other
    sides are its friends.
    """
    seat = _core("seat", count(sides - 1), "its side, counted in seats after the viewer's, 0 the viewer's own")
    others = range(1, sides)
    friends = [_core(f"friend_{k}", FLAG, f"1 a friend of the side {k} seats after the viewer's") for k in others]
    return seat, *friends


#: What the core writes, by the names ``core/loops/observation.py`` knows.
ON_THE_MAP = ("core.board", "core.blocked")
CORE_CHANNELS = ("board", "blocked", "own", "enemy", "decider", "target", "objective_zone")
CORE_FEATURES = ("known", "friend", "x", "y", "decides", "targeted", "seat")
CORE_CONTEXT = (
    "round", "prompt", "pending_verb", "my_decision", "decider_row", "target_row", "board_width", "board_height",
    "chosen_target", "chosen_mode", "chosen_item",
    "own_score", "enemy_score", "score_to_win", "verdict_rounds", "attacking", "verdict_1", "verdict_2",
)  # fmt: skip

# --- catalogues -------------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A field of the state, shown a little differently than it is declared; see :func:`shown`."""

    source: str
    name: str
    low: int | None
    high: int | None
    meaning: str
    scale: float
    parts: tuple[str, ...]


def shown(
    source: str,
    name: str = "",
    *,
    low: int | None = None,
    high: int | None = None,
    meaning: str = "",
    scale: float = 0.0,
    parts: type[IntEnum] | Sequence[str] = (),
) -> Shown:
    """A field of the state under another name, cut off at ``low`` and ``high``, with a typical size of its own, or an array whose
    entries are named by ``parts``.
    """
    words = [part if isinstance(part, str) else part.name.lower() for part in parts]
    return Shown(source, name or source, low, high, meaning, scale, tuple(words))


class Catalogue(NamedTuple):
    """Makes the catalogues of a ruleset.

    Attributes:
        board: its largest board.
        units: rows of its roster.
    """

    board: Board
    units: int

    def of(
        self, rows: Rows, *entries: ObservationField | Shown | tuple[Any, ...] | str
    ) -> tuple[ObservationField, ...]:
        """``CHANNELS``, ``FEATURES`` or ``CONTEXT``, from the declaration of the map, the units or the position.

        Args:
            rows: the declaration.
            entries: names of declared fields or :func:`shown` ones, which are copied; what the core writes, such as ``KNOWN``;
                and rows ``(name, kind, meaning)`` for what the ruleset writes. An array becomes a column for each entry,
                ``pack_1``, ``pack_2``, ...; a cell becomes two, ``ground_x`` and ``ground_y``; a layer with four numbers a cell,
                one a border, becomes four channels, ``border_north``, ``border_east``, ``border_south``, ``border_west``;
                bits become a flag each, ``skills_wrestling``; and a set of units two columns of bits, ``won_over_own`` with a bit
                for each row of the viewer's side and ``won_over_others`` with one for each row of the others.

        Raises:
            ValueError: a field is declared as seen and not among the entries, or the other way round, or is not declared.
        """
        declared = {field.name: field for field in fields_of(rows) if not field.parts}
        found = [self.fitted(one) for entry in entries for one in _columns_of(declared, entry)]
        taken = {one.source for one in found}
        hidden = {name for name, field in declared.items() if field.seen == Seen.HIDDEN and name in taken}
        missing = {name for name, field in declared.items() if field.seen != Seen.HIDDEN and name not in taken}
        if hidden or missing:
            raise ValueError(f"shown, but declared as hidden: {sorted(hidden)}; seen, but not shown: {sorted(missing)}")
        return tuple(found)

    def fitted(self, field: ObservationField) -> ObservationField:
        """A field with the range that board and roster give it."""
        if field.kind == A_ROW.name:
            return field._replace(high=2 * self.units - 1)
        if field.kind == COORDINATE.name:
            is_row = field.source == "core.y" or field.part == 1
            return field._replace(high=(self.board.height if is_row else self.board.width) - 1)
        sizes = {"core.board_width": self.board.width, "core.board_height": self.board.height}
        return field._replace(high=sizes.get(field.source, field.high))


def _columns_of(declared: dict[str, Field], entry: Any) -> list[ObservationField]:
    """The columns an entry of a catalogue stands for."""
    if isinstance(entry, ObservationField):
        return [entry]
    if not isinstance(entry, Shown | str):
        return [observed(*entry)]
    given = entry if isinstance(entry, Shown) else shown(entry)
    if given.source not in declared:
        hint = did_you_mean(given.source, declared)
        raise ValueError(f"{given.source!r} is shown, and declared in no row of state.py{hint}")
    field = declared[given.source]
    assert field.kind is not None, f"{given.source} has no kind"
    kind = field.kind
    base = observed(given.name, kind, given.meaning or field.meaning)._replace(source=field.name, seen=field.seen)
    base = base._replace(scale=given.scale or base.scale)
    base = base._replace(
        low=base.low if given.low is None else given.low, high=base.high if given.high is None else given.high
    )
    if kind.bound == Bound.ROW:
        return [base._replace(low=-1)]
    if kind.bound == Bound.ROWS:
        return [
            base._replace(name=f"{base.name}_{rows}", part=part, low=0, high=2**MOST_ROWS - 1)
            for part, rows in enumerate(("own", "others"))
        ]
    if kind.name == "bits":
        assert not isinstance(kind.words, str), f"{given.source} has no words for its bits"
        names = [f"{base.name}_{part + 1}" for part in range(field.shape[0])] if field.shape else [base.name]
        return [
            base._replace(
                name=f"{name}_{word.name.lower()}", kind=FLAG.name, low=0, high=1, words=(),
                bit=int(word).bit_length() - 1 + BITS_OF_A_PART * part,
                meaning=f"1 {word.name.lower().replace('_', ' ')}: {base.meaning}",
            )
            for part, name in enumerate(names)
            for word in kind.words
        ]  # fmt: skip
    if kind.bound == Bound.CELL:
        stem, place = given.name.removesuffix("_cell"), base._replace(kind=COORDINATE.name, low=-1)
        return [place._replace(name=f"{stem}_{axis}", part=part) for part, axis in enumerate("xy")]
    if field.shape[1:] == (4,):
        return [
            base._replace(name=f"{base.name}_{way}", part=part, meaning=f"{base.meaning} ({way})")
            for part, way in enumerate(("north", "east", "south", "west"))
        ]
    if len(field.shape) == 1 and kind.code == "i2":
        parts = given.parts or tuple(str(part + 1) for part in range(field.shape[0]))
        return [base._replace(name=f"{base.name}_{word}", part=part) for part, word in enumerate(parts)]
    return [base]


def columns(name: str, fields: Sequence[ObservationField], module: str) -> Any:
    """An enum of the columns of a catalogue, for kernels: ``Feature.WOUNDS`` is where ``wounds`` stands.

    Args:
        name: of the enum, as it is bound in ``module``.
        fields: the catalogue.
        module: ``__name__`` of the module it is bound in.
    """
    return IntEnum(name, [(field.name.upper(), place) for place, field in enumerate(fields)], module=module)


def column_of(fields: Iterable[ObservationField], source: str) -> int:
    """Where a catalogue has what the core writes, -1 nowhere."""
    return next((place for place, field in enumerate(fields) if field.source == "core." + source), -1)


# --- tables for the kernels that copy ---------------------------------------------------------------------------------


class Copies(NamedTuple):
    """What is copied from a record into a row of numbers; int64, a line each.

    Attributes:
        numbers: byte in the record, column, lowest and highest number shown; of all that is shown of every unit.
        own: the same for what is shown of friends only.
        directions: byte, column.
        rows: byte, column, of names of units.
        cells: byte, column of x (y follows).
        bits: byte, column, bit of the int16 there, and how many bits on from it go into as many columns.
        sets: byte, column of the viewer's rows (the others' follow); of sets of units.
    """

    numbers: np.ndarray[Any, Any]
    own: np.ndarray[Any, Any]
    directions: np.ndarray[Any, Any]
    rows: np.ndarray[Any, Any]
    cells: np.ndarray[Any, Any]
    bits: np.ndarray[Any, Any]
    sets: np.ndarray[Any, Any]


def add_bit(runs: list[tuple[int, ...]], byte: int, column: int, bit: int) -> None:
    """Add a bit to the runs of copied bits: extend the last run if the bit continues it, else start a new one."""
    if runs:
        at, first_column, first, count = runs[-1]
        if (at, first_column + count, first + count) == (byte, column, bit):
            runs[-1] = (at, first_column, first, count + 1)
            return
    runs.append((byte, column, bit, 1))


def copies_of(dtype: np.dtype[Any], fields: Sequence[ObservationField]) -> Copies:
    """What of a catalogue is copied from records of a dtype."""
    found: dict[str, list[tuple[int, ...]]] = {name: [] for name in Copies._fields}
    described: Any = dtype.fields
    for column, field in enumerate(fields):
        if field.source not in (dtype.names or ()):
            continue
        part, offset = described[field.source][:2]
        at = int(offset)
        if field.seen == Seen.OWN and field.kind in (COORDINATE.name, DIRECTION.name, A_ROW.name, ROWS.name):
            raise TypeError(f"{field.source} is a {field.kind} and cannot be shown to its own side only")
        if field.kind == "coordinate":
            if field.part == 0:
                found["cells"].append((at, column))
            continue
        if field.kind == ROWS.name:
            if field.part == 0:
                found["sets"].append((at, column))
            continue
        if field.bit >= 0:
            add_bit(found["bits"], at + field.bit // 16 * 2, column, field.bit % 16)
            continue
        if part.base != np.dtype("i2"):
            raise TypeError(f"{field.source} is no int16 and cannot be copied into an observation")
        at += field.part * 2
        if field.kind == DIRECTION.name:
            found["directions"].append((at, column))
        elif field.kind == A_ROW.name:
            found["rows"].append((at, column))
        else:
            found["own" if field.seen == Seen.OWN else "numbers"].append((at, column, field.low, field.high))
    widths = (4, 4, 2, 2, 2, 4, 2)
    return Copies(*(np.array(found[n], np.int64).reshape(-1, w) for n, w in zip(Copies._fields, widths, strict=True)))


def layers_of(dtype: np.dtype[Any], fields: Sequence[ObservationField]) -> np.ndarray[Any, Any]:
    """What of a catalogue of channels is copied from a map: int64, a line a channel: channel, byte of the first cell, bytes a
    cell, border (0 north .. 3 west, -1 none).
    """
    described: Any = dtype.fields
    found = []
    for channel, field in enumerate(fields):
        if field.source in (dtype.names or ()):
            part, offset = described[field.source][:2]
            borders = len(part.shape) == 2
            found.append((channel, int(offset), 4 if borders else 1, field.part if borders else -1))
    return np.array(found, np.int64).reshape(-1, 4)


WHOSE = ("core.seat", "core.friend_")  # what ``seats_of`` makes


def first_lasting(fields: Sequence[ObservationField], names: Collection[str]) -> int:
    """The column of unit rows from which on all are copied from the fields of these names, or say whose the unit is: they stay as
    they are for a whole battle.

    Raises:
        TypeError: whose the unit is does not stand among them.
    """
    lasts = [field.source in names or field.source.startswith(WHOSE) for field in fields]
    first = next((place + 1 for place in reversed(range(len(fields))) if not lasts[place]), 0)
    if any(field.source.startswith(WHOSE) for field in fields[:first]):
        raise TypeError("FEATURES must end with seats_of(...) and, before or behind it, what lasts for a whole battle")
    return first
