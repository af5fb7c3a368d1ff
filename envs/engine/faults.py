"""The fault in a position that the invariants refuse: the field and unit, its value, and the allowed values.

The invariants say that a condition fails, not which number to blame. That is found by trial: the position is compared with a
sound one, and a number is to blame if restoring its old value makes the position sound. Allowed values are found by trial, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..core.ranges import Range, bounds_of, highest, ranges_of
from ..core.ruleset import Ruleset
from ..core.state.fields import Bound

FEW = 12  # values tried one by one, where a field has no more
MOST_SHOWN = 12  # allowed values that are listed
SHOWN = 4  # numbers that are named where none is to blame alone
MOST_TRIED = 400  # numbers that differ, of which one is looked for


class Changed(NamedTuple):
    """A number that has changed.

    Attributes:
        line: its declaration.
        row, part: its place in the state.
        before, now: its old and new value.
    """

    line: Range
    row: int
    part: int
    before: int
    now: int


def changes(ruleset: Ruleset, state: np.ndarray, before: np.ndarray) -> list[Changed]:
    """The numbers of a position (1,) that differ from another, those of units first."""
    found = []
    for line in ranges_of(ruleset).lines:
        now, then = line.values(state), line.values(before)
        for _, row, part in np.argwhere(now != then):
            found.append(Changed(line, int(row), int(part), int(then[0, row, part]), int(now[0, row, part])))
    return sorted(found, key=lambda one: one.line.path[0] != "units")


def blamed(
    ruleset: Ruleset,
    state: np.ndarray,
    before: np.ndarray,
    names: Sequence[str],
    is_broken: Callable[[np.ndarray], bool],
    last: str = "",
) -> str:
    """The number to blame, in words: ``orc: wounds 40 is more than its wounds_max 7``. Empty if none is found.

    Args:
        ruleset: the ruleset of the positions.
        state, before: plain state records (1,), one that is broken and one that was sound; neither is changed.
        names: names of the units, in roster order.
        is_broken: whether a position is broken.
        last: the field that was set last; of several numbers to blame it is the one.
    """
    found = changes(ruleset, state, before)
    if not found or len(found) > MOST_TRIED:
        return ""
    trial = state.copy()

    def is_sound_with(one: Changed, value: int) -> bool:
        put(trial, one, value)
        sound = not is_broken(trial)
        put(trial, one, one.now)
        return sound

    alone = [one for one in found if is_sound_with(one, one.before)]
    alone.sort(key=lambda one: one.line.path[-1] != last)
    if alone:
        return text_of(ruleset, state, alone[0], names, lambda value: is_sound_with(alone[0], value))
    if is_broken(before):
        return ""
    needed = fewest(state, found, is_broken)
    if len(needed) == 1:
        put_all(trial, [one for one in found if one is not needed[0]])
        return text_of(ruleset, trial, needed[0], names, lambda value: is_sound_with(needed[0], value))
    return "; ".join(named(one, names) for one in needed[:SHOWN]) if len(needed) <= SHOWN else ""


def fewest(state: np.ndarray, found: list[Changed], is_broken: Callable[[np.ndarray], bool]) -> list[Changed]:
    """Of the numbers that differ, so few that it is broken with these alone: each that is not needed is put back."""
    trial, needed = state.copy(), []
    for one in found:
        put(trial, one, one.before)
        if not is_broken(trial):
            put(trial, one, one.now)
            needed.append(one)
    return needed


def put(state: np.ndarray, one: Changed, value: int) -> None:
    """Write a number into a position (1,)."""
    number = np.array([value], one.line.kind.code).view(np.uint8)
    place = one.line.place + one.row * one.line.stride + one.part * len(number)
    state.view(np.uint8)[place : place + len(number)] = number


def put_all(state: np.ndarray, found: Sequence[Changed]) -> None:
    """Restore the old values of numbers."""
    for one in found:
        put(state, one, one.before)


# --- in words ---------------------------------------------------------------------------------------------------------


def named(one: Changed, names: Sequence[str]) -> str:
    """A number with its owner: ``orc: wounds is 40``."""
    owner = ""
    if one.line.path[0] == "units" and len(one.line.path) > 1:
        owner = f"{names[one.row] if one.row < len(names) else f'unit {one.row}'}: "
    elif len(one.line.path) > 1:
        owner = f"{one.line.path[0]} {one.row}: "
    place = f"[{one.part}]" if one.line.parts > 1 else ""
    return f"{owner}{one.line.path[-1]}{place} is {worded(one, one.now, names)}"


def worded(one: Changed, value: int, names: Sequence[str]) -> str:
    """A value of a number, as a word if it stands for a unit or a category."""
    kind = one.line.kind
    if kind.bound == Bound.ROW:
        return names[value] if 0 <= value < len(names) else "nobody" if value < 0 else str(value)
    if kind.bound == Bound.ROWS:
        return " and ".join(name for row, name in enumerate(names) if value >> row & 1) or "nobody"
    if kind.name == "category" and not isinstance(kind.words, str):
        return next((word.name.lower() for word in kind.words if int(word) == value), str(value))
    return str(value)


def text_of(
    ruleset: Ruleset, state: np.ndarray, one: Changed, names: Sequence[str], is_sound: Callable[[int], bool]
) -> str:
    """A number to blame, and its allowed values."""
    kind = one.line.kind
    most = int(highest(kind, bounds_of(state))[0])
    said = named(one, names)
    if kind.bound == Bound.CELL:
        return f"{said}{cell_text(ruleset, one.now)}, was {one.before}{cell_text(ruleset, one.before)}"
    if kind.bound == Bound.ROWS or kind.name == "bits":
        return f"{said}, was {worded(one, one.before, names)}"
    if most - kind.low < FEW or kind.only or kind.name == "category":
        values = kind.only or range(kind.low, most + 1)
        allowed = [worded(one, value, names) for value in values if value != one.now and is_sound(value)]
        more = " ..." if len(allowed) > MOST_SHOWN else ""
        return f"{said}, allowed here {', '.join(allowed[:MOST_SHOWN])}{more}"
    low, high = first_and_last(one, kind.low, most, is_sound)
    if low <= one.now <= high:
        return f"{said}, was {one.before}"
    if one.now > high:
        limit = limit_of(state, one, high)
        if limit:
            return f"{said.replace(' is ', ' ', 1)} is more than its {limit} {high}"
    return f"{said}, allowed here {low}..{high}" if low < high else f"{said}, allowed here {low}"


def cell_text(ruleset: Ruleset, cell: int) -> str:
    """A cell by column and row, in brackets."""
    return " (column {}, row {})".format(*ruleset.board.place(cell)) if cell >= 0 else " (off the board)"


def limit_of(state: np.ndarray, one: Changed, high: int) -> str:
    """The field of a unit that limits another one, such as ``wounds_max`` for ``wounds``; empty without such a field."""
    if one.line.path[0] != "units" or len(one.line.path) != 2:
        return ""
    unit = state["units"][0, one.row]
    likely = (f"{one.line.path[-1]}_max", f"{one.line.path[-1]}_start")
    return next((name for name in likely if name in (unit.dtype.names or ()) and int(unit[name]) == high), "")


def first_and_last(one: Changed, low: int, high: int, is_sound: Callable[[int], bool]) -> tuple[int, int]:
    """The values around the one before that a number may have, one after the other: the first and the last of them."""

    def farthest(end: int) -> int:
        near, far = one.before, end
        if is_sound(far):
            return far
        while abs(far - near) > 1:
            middle = (near + far) // 2
            near, far = (middle, far) if is_sound(middle) else (near, middle)
        return near

    return farthest(low), farthest(high)
