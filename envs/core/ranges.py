"""Every number of a position against what it was declared to be: the gate for states from outside, and a part of the invariants.

``check_ranges`` looks at many states at once and says in words what is wrong; ``core/loops/checks.py`` goes by the same table
inside the kernels.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .state.fields import Bound, Field, Kind, one_of

if TYPE_CHECKING:
    from .ruleset import Ruleset

FIRST_RANGE = 1000  # what is broken when the number of line 0 of the ranges is out of its range
FIRST_DICE = 2000  # the same for the ranges of the dice
FIRST_OF_ALL_RULESETS = 901  # the lowest number of BROKEN
FIXED, PER_UNIT, PER_FRAME = 0, 1, 2  # how many rows of a line are in use: all, those of units, those of frames

#: What is broken, of what holds in every ruleset.
BROKEN = {
    901: "counts of sides, units, cells or procedures cannot be",
    902: "sides of the roster do not fit",
    903: "alliances are not mutual, or a side that takes no part has friends",
    904: "a decision or a choice is pending, although it is over",
    905: "ended, but without ranks, or ranked while going on",
    906: "a roster row that is not in use is not empty",
    907: "a finished procedure was not zeroed, or the battle is not at the bottom",
    908: "a procedure stands where it has no step",
    909: "nobody is asked, or a unit of another side than the one that answers",
    910: "more units in one cell than it has room for",
    911: "more dice are used than lie on the tape",
    912: "there are no such rulebook numbers",
    913: "there is no such map",
    914: "there is no such start",
    915: "objectives without a verdict, or of a side or zone that takes no part",
}


class Range(NamedTuple):
    """One declared number of a position.

    Attributes:
        path: names of the fields that lead to it.
        kind: what it is, its words those of the ruleset.
        place: first byte in the state record.
        rows, stride: rows of the array of records it lies in, and bytes from one to the next; 1, 0 outside of such.
        parts: entries of its own array, 1 for a single number.
    """

    path: tuple[str, ...]
    kind: Kind
    place: int
    rows: int
    stride: int
    parts: int

    @property
    def in_use(self) -> int:
        """Which of its rows are in use."""
        return {"units": PER_UNIT, "stack": PER_FRAME}.get(self.path[0], FIXED) if len(self.path) > 1 else FIXED

    def values(self, states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Its values: int64 (states, rows, parts)."""
        found: Any = states.view(np.ndarray)
        for name in self.path:
            found = found[name]
        return found.astype(np.int64).reshape(len(states), self.rows, self.parts)

    def gaps(self) -> list[tuple[int, int]]:
        """What lies beside the values it may have: first and last of each gap."""
        values = [self.kind.low - 1, *self.kind.only, self.kind.high + 1] if self.kind.only else []
        return [(a + 1, b - 1) for a, b in itertools.pairwise(values) if b > a + 1]


class Ranges(NamedTuple):
    """What is declared of the numbers of a ruleset's positions, or of its dice.

    Attributes:
        first: what is broken when the number of line 0 is out of its range.
        lines: one a number.
        table: int64, a line each: first byte, rows in use, rows, stride, parts, bytes of one, low, high, bound, empty value.
        gaps: int64, a line each: line of ``table``, first and last value that may not be.
    """

    first: int
    lines: tuple[Range, ...]
    table: np.ndarray[Any, Any]
    gaps: np.ndarray[Any, Any]

    @property
    def most_steps(self) -> int:
        """The highest step a procedure may have by its declaration."""
        return next(line.kind.high for line in self.lines if line.path == ("stack", "step"))

    @property
    def words(self) -> dict[int, str]:
        """What is broken when the number of a line is out of its range."""
        return {
            self.first + i: f"{'.'.join(line.path)} is not in {line.kind.allowed.format(most='what there is')}"
            for i, line in enumerate(self.lines)
        }


class Problem(NamedTuple):
    """A number out of its range.

    Attributes:
        state: index of its state.
        field: its name.
        row: of the roster or the stack, -1 for a number of the battle.
        value: its value.
        allowed: the allowed values, in words.
    """

    state: int
    field: str
    row: int
    value: int
    allowed: str

    def __str__(self) -> str:
        record, _, name = self.field.rpartition(".")
        owner = {"units": f" of unit {self.row}", "stack": f" of procedure {self.row}"}.get(
            record, f" of {record} {self.row}" if record else ""
        )
        return f"field {name}{owner} is {self.value}, allowed {self.allowed}"


@functools.cache
def ranges_of(ruleset: Ruleset) -> Ranges:
    """The declared ranges of the numbers in a ruleset's positions."""
    return _ranges(ruleset, ruleset.state.declared, FIRST_RANGE)


@functools.cache
def dice_ranges_of(ruleset: Ruleset) -> Ranges:
    """What the core declares of generator, tape, trace and counts in the states of a ruleset."""
    return _ranges(ruleset, ruleset.state.dice, FIRST_DICE)


def _ranges(ruleset: Ruleset, declared: tuple[Field, ...], first: int) -> Ranges:
    """The ranges of a declaration of fields of a ruleset's state record."""
    state = ruleset.state
    sizes = {"board_width": ruleset.board.width, "board_height": ruleset.board.height}
    lines: list[Range] = []

    def add(fields: tuple[Field, ...], dtype: Any, path: tuple[str, ...], start: int, rows: int, stride: int) -> None:
        for field in fields:
            part, offset = dtype.fields[field.name][:2]
            if field.parts:
                add(field.parts, part.base, (*path, field.name), offset, int(np.prod(part.shape)), part.base.itemsize)
            elif field.kind is not None:
                kind = field.kind
                if isinstance(kind.words, str) and kind.words:
                    kind = _one_of_the(ruleset, kind.words)
                if field.name in sizes and not path:
                    kind = kind._replace(high=sizes[field.name])
                parts = int(np.prod(part.shape, dtype=int))
                lines.append(Range((*path, field.name), kind, start + offset, rows, stride, parts))

    add(declared, state.dtype, (), 0, 1, 0)
    table = [
        (line.place, line.in_use, line.rows, line.stride, line.parts, np.dtype(line.kind.code).itemsize, line.kind.low,
         line.kind.high, int(line.kind.bound), line.kind.empty)
        for line in lines
    ]  # fmt: skip
    gaps = [(i, low, high) for i, line in enumerate(lines) for low, high in line.gaps()]
    return Ranges(first, tuple(lines), np.array(table, np.int64), np.array(gaps, np.int64).reshape(-1, 3))


def _one_of_the(ruleset: Ruleset, words: str) -> Kind:
    """A word of a vocabulary of the ruleset, or of behaviours; of one that a ruleset does not have, only 0."""
    from .behaviour import features

    found = ruleset.book.vocab.enums.get(words) or vars(features).get(words)
    return Kind("category", 0, 0) if found is None else one_of(found)


def check_ranges(ruleset: Ruleset, states: np.ndarray[Any, Any], *, dice: bool = False) -> list[Problem]:
    """Every number of every position that is out of its declared range.

    Args:
        ruleset: the ruleset of the states.
        states: state records (n,). Rows of the roster and the stack that are not in use must be empty.
        dice: check the dice, too.

    Returns:
        The problems in the order of the declaration; empty when a kernel may run on these states without reading or writing
        beside them.
    """
    found: list[Problem] = []
    lines = (*(dice_ranges_of(ruleset).lines if dice else ()), *ranges_of(ruleset).lines)
    counts = bounds_of(states)
    size = (states["board_width"].astype(np.int64), states["board_height"].astype(np.int64))
    for line in lines:
        values, kind = line.values(states), line.kind
        most = highest(kind, counts)[:, None, None]
        wrong = (values < kind.low) | (values > most)
        for low, high in line.gaps():
            wrong |= (low <= values) & (values <= high)
        if kind.bound == Bound.CELL:
            x, y = values % ruleset.board.stride, values // ruleset.board.stride
            wrong |= (values >= 0) & ((x >= size[0][:, None, None]) | (y >= size[1][:, None, None]))
        if line.in_use != FIXED:
            used = counts["unit_count" if line.in_use == PER_UNIT else "depth"][:, None, None]
            is_used = np.arange(line.rows)[:, None] < used
            wrong = np.where(is_used, wrong, values != (kind.empty if line.in_use == PER_UNIT else 0))
        for i, row, part in np.argwhere(wrong):
            allowed = kind.allowed.format(most=int(most[i, 0, 0]))
            if line.in_use != FIXED and row >= counts["unit_count" if line.in_use == PER_UNIT else "depth"][i]:
                allowed = f"{kind.empty if line.in_use == PER_UNIT else 0} in a row that is not in use"
            row_shown = int(row) if len(line.path) > 1 else -1
            found.append(Problem(int(i), ".".join(line.path), row_shown, int(values[i, row, part]), allowed))
    return found


MOST = 10_000  # no count is larger


def bounds_of(states: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """The counts that bound other numbers, for :func:`highest`: int64 (states,) each."""
    return {name: np.clip(states[name].astype(np.int64), 0, MOST) for name in ("unit_count", "side_count", "depth")}


def highest(kind: Kind, counts: dict[str, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """The highest value of a kind in each of several states: int64 (states,)."""
    if kind.bound == Bound.ROW:
        return counts["unit_count"] - 1
    if kind.bound == Bound.SIDE:
        return counts["side_count"] - 1
    if kind.bound == Bound.ROWS:
        return (np.int64(1) << np.minimum(counts["unit_count"], 62)) - 1
    return np.full_like(counts["depth"], kind.high)
