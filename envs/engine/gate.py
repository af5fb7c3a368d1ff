"""The gate: everything from outside is checked before a kernel sees it, and problems are described in words.

A kernel does not check the numbers it reads: one out of its range becomes an index outside an array. So no state record that
was read from bytes or changed by hand goes to a kernel before :func:`unsound` has accepted it. The range of each number is
declared once (``core.state.fields``); conditions on several numbers are the invariants (``core/loops/checks.py``).
"""

from __future__ import annotations

import functools
import math
import operator
import os
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np

from ..core.looking.catalogue import ROUND
from ..core.looking.layout import SIGHTS
from ..core.ranges import Problem, check_ranges
from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT, as_lanes
from ..core.state.fields import Bound, Field, Kind
from ..core.state.record import is_gap
from .faults import blamed
from .pools import StartPool, is_whole, unit_names

__all__ = [
    "MOST_PLAYED",
    "as_choice",
    "as_count",
    "as_number",
    "as_share",
    "as_truth",
    "check_arrays",
    "checked_mask",
    "checked_row",
    "checked_side",
    "explained",
    "look_at_game",
    "seed_of",
    "start_that_fits",
    "thread_count",
    "unsound",
    "unsound_record",
    "usable_cores",
    "words_of",
]

CANNOT_BE = "this position cannot be: "
BAD_COUNTS = 901  # lines of core.ranges.BROKEN
NO_BOOK, NO_MAP, NO_START = 912, 913, 914
#: What no battle comes to: observations show no later round, and what is counted must have room to go on.
FARTHEST = {"round_no": ROUND.high, "decisions": 1 << 30, "forced": 1 << 30}
MOST_GAMES = 1 << 20  # side by side
MOST_PLAYED = 100_000_000  # games of one call, whose results need a few gigabytes
MOST_THREADS = 1024
COUNTS = ("side_count", "unit_count", "depth", "board_width", "board_height")
I64 = np.iinfo(np.int64)


def unsound(ruleset: Ruleset, states: np.ndarray, books: np.ndarray, fields: np.ndarray, pool: StartPool) -> str:
    """The problem with states from outside, in words; empty when kernels may run on them.

    Args:
        ruleset: the ruleset of the states.
        states: plain state records (n,); position and dice are checked.
        books, fields: the rulebook and map records they name by row.
        pool: the starts they come from, for the names of units.
    """
    unused = _unused(ruleset)
    if (as_lanes(states)[:, : len(unused)] & unused).any():
        return "bytes that belong to no field are not zero"
    for name, most in FARTHEST.items():
        if (states[name] > most).any():
            return f"field {name} is {int(states[name].max())}, allowed at most {most} in a battle that is to go on"
    at, broken, fault = _look(ruleset, states, books, fields, pool)
    if broken:
        state, row = states[at : at + 1], int(states["pool_row"][at])
        if 0 <= row < len(pool.states):
            start = pool.states[row : row + 1].view(np.ndarray)
            fault = explained(ruleset, state, start, books, fields, _names(pool, state[0]), fault)
    return f"game {at}: {fault}" if broken and len(states) > 1 else fault


def look_at_game(game: Any) -> tuple[int, str]:
    """The problem with the position of a game that was changed by hand: a number of ``Ruleset.broken``, and words."""
    states = game.states[game.row : game.row + 1]
    row, starts = int(states["pool_row"][0]), len(game.pool_states)
    if not 0 <= row < starts:
        return NO_START, f"field pool_row is {row}, allowed 0..{starts - 1}"
    return _look(game.ruleset, states, game.books, game.fields, game.pool)[1:]


def _look(
    ruleset: Ruleset, states: np.ndarray, books: np.ndarray, fields: np.ndarray, pool: StartPool
) -> tuple[int, int, str]:
    """The first broken state, and its problem as a number and in words; 0 and no words if no state is broken."""
    broken = np.zeros(len(states), np.int64)
    ruleset.loops.look_over(states, books, fields, broken)
    if not broken.any():
        return 0, 0, ""
    at = int(np.flatnonzero(broken)[0])
    state = states[at : at + 1]
    fault = _fault(ruleset, state, books, fields, int(broken[at]), _names(pool, state[0]))
    return at, int(broken[at]), fault


def _fault(
    ruleset: Ruleset, state: np.ndarray, books: np.ndarray, fields: np.ndarray, broken: int, names: Sequence[str]
) -> str:
    """The problem with one state, in words, given its number."""
    problems = check_ranges(ruleset, state, dice=True)
    if broken in (NO_BOOK, NO_MAP):
        name, rows = ("book_row", len(books)) if broken == NO_BOOK else ("field_row", len(fields))
        return f"field {name} is {int(state[name][0])}, allowed 0..{rows - 1}"
    if broken == BAD_COUNTS and not any(problem.field in COUNTS for problem in problems):
        field = fields[int(state["field_row"][0])]
        for name in ("width", "height"):
            if state[f"board_{name}"][0] != field[name]:
                return f"field board_{name} is {int(state[f'board_{name}'][0])}, allowed {int(field[name])}, that of the map"
    if problems:
        return words_of(ruleset, problems[0], state[0], names)
    return f"{CANNOT_BE}{ruleset.broken[broken]}"


def explained(
    ruleset: Ruleset,
    state: np.ndarray,
    before: np.ndarray,
    books: np.ndarray,
    fields: np.ndarray,
    names: Sequence[str],
    fault: str,
    last: str = "",
) -> str:
    """A fault of a position, with the number that is to blame where that can be found; see :mod:`.faults`.

    Args:
        ruleset, books, fields: as for :func:`unsound`.
        state, before: plain state records (1,): the broken one, and the last sound one or the start it comes from.
        names: names of the units, in roster order.
        fault: the problem, in words.
        last: the field that was set last.
    """
    if not fault.startswith(CANNOT_BE):
        return fault

    def is_broken(trial: np.ndarray) -> bool:
        found = np.zeros(1, np.int64)
        ruleset.loops.look_over(trial, books, fields, found)
        return bool(found[0])

    blame = blamed(ruleset, state, before, names, is_broken, last)
    return f"{blame} ({fault.removeprefix(CANNOT_BE)})" if blame else fault


def words_of(ruleset: Ruleset, problem: Problem, s: Any, names: Sequence[str]) -> str:
    """An invalid number in words, with the name of the unit and the place of the cell.

    Args:
        ruleset, s: the ruleset and the state record.
        problem: the number.
        names: names of the units, in roster order.
    """
    text = str(problem)
    if problem.field.startswith("units.") and problem.row < len(names):
        text = text.replace(f" of unit {problem.row} ", f" of unit {problem.row} ({names[problem.row]}) ", 1)
    if problem.allowed.startswith("a cell of the board"):
        if problem.value >= 0:
            x, y = ruleset.board.place(problem.value)
            text = text.replace(f" is {problem.value},", f" is {problem.value} (column {x}, row {y}),", 1)
        size = f"{int(s['board_width'])} x {int(s['board_height'])} cells"
        text = text.replace("a cell of the board", f"a cell of the board of {size}", 1)
    return text


@functools.cache
def _unused(ruleset: Ruleset) -> np.ndarray:
    """The bits of position and dice that belong to no field: uint64 (lanes of a snapshot)."""
    unused = np.full(ruleset.state.dtype.itemsize, 255, np.uint8)

    def use(dtype: np.dtype[Any], start: int) -> None:
        for name in dtype.names or ():
            part, offset = dtype.fields[name][:2]  # type: ignore[index]
            for k in range(int(np.prod(part.shape, dtype=int))):
                begin = start + offset + k * part.base.itemsize
                if part.base.names:
                    use(part.base, begin)
                elif not is_gap(name):
                    unused[begin : begin + part.base.itemsize] = 0

    use(ruleset.state.dtype, 0)
    return unused[: ruleset.state.snapshot_bytes].view(np.uint64)


def start_that_fits(starts: np.ndarray, s: Any) -> int:
    """The start of a pool (plain state records) that a state comes from: the one it names if that has as many units on each
    side, else the first that has; -1 when none has.
    """
    row, sizes = int(s["pool_row"]), starts["side_size"]
    if row < len(sizes) and (sizes[row] == s["side_size"]).all():
        return row
    fitting = np.flatnonzero((sizes == s["side_size"]).all(-1))
    return int(fitting[0]) if len(fitting) else -1


def _names(pool: StartPool, s: Any) -> list[str]:
    """The likely names of the units of a state that may be invalid."""
    return unit_names(pool, int(s["pool_row"])) if 0 <= int(s["pool_row"]) < len(pool.states) else []


# --- records with declarations of their own ---------------------------------------------------------------------------


def unsound_record(fields: Sequence[Field], records: np.ndarray) -> str:
    """The problem with records whose ranges depend on no battle, in words; empty when every number is in its range."""
    for field in fields:
        values = records[field.name]
        kind = field.kind or Kind("number", I64.min, I64.max)
        assert kind.bound == Bound.FIXED
        if values.dtype.kind == "f":
            wrong = ~np.isfinite(values)
        else:
            wrong = (values < kind.low) | (values > kind.high)
        if wrong.any():
            at = tuple(int(k) for k in np.argwhere(wrong)[0])
            allowed = "a finite number" if values.dtype.kind == "f" else kind.allowed
            return f"field {field.name} of row {at[0]} is {values[at]}, allowed {allowed}"
    return ""


# --- numbers given by callers -----------------------------------------------------------------------------------------


def as_number(name: str, value: Any) -> float:
    """An argument that is a number.

    Raises:
        TypeError: it is not a number; ValueError: it is not finite. The messages name the argument.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name}={value!r}: allowed: a number")
    if not math.isfinite(value):
        raise ValueError(f"{name}={value!r}: allowed: a finite number")
    return float(value)


def as_share(name: str, value: Any) -> float:
    """An argument that is a number in 0..1.

    Raises:
        TypeError: it is not a number; ValueError: it is outside. The messages name the argument.
    """
    if not 0 <= as_number(name, value) <= 1:
        raise ValueError(f"{name}={value!r}: allowed: numbers from 0 to 1")
    return float(value)


def as_truth(name: str, value: Any) -> bool:
    """An argument that is true or false.

    Raises:
        TypeError: it is anything else; the message names the argument.
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}={value!r}: allowed: True or False")
    return bool(value)


def as_count(name: str, value: Any, least: int, most: int) -> int:
    """An argument that is a whole number in least..most.

    Raises:
        ValueError: it is anything else; the message names the argument.
    """
    if not is_whole(value, least) or value > most:
        raise ValueError(f"{name}={value!r}: allowed: whole numbers in {least}..{most:,}")
    return int(value)


def as_rows(rows: Any, games: int, starts: int) -> np.ndarray:
    """For each game the row of the pool that it starts from, as numbers a kernel takes.

    Raises:
        ValueError: they are anything but ``games`` whole numbers in 0..``starts`` - 1.
    """
    try:
        found = np.asarray(rows)
    except ValueError:  # lists of different lengths
        found = np.array(None)
    fits = found.shape == (games,) and (games == 0 or found.dtype.kind in "iu")
    if not fits or ((found < 0) | (found >= starts)).any():
        raise ValueError(f"rows={rows!r}: allowed: a whole number in 0..{starts - 1} for each of {games} games")
    return found.astype(np.int64)


def as_choice(value: Any) -> int:
    """A choice as a number a kernel takes; -1 if it is not a whole number of 64 bits."""
    try:
        number = operator.index(value)
    except TypeError:
        return -1
    return number if I64.min <= number <= I64.max else -1


def check_games(num: Any) -> None:
    """Refuse an invalid number of games side by side.

    Raises:
        ValueError: it is not a whole number from 1, or more than any machine has room for.
    """
    if isinstance(num, bool | np.bool_) or as_choice(num) < 1:
        raise ValueError(f"a batch needs a whole number of games from 1, not {num!r}")
    if num > MOST_GAMES:
        raise ValueError(
            f"a batch has at most {MOST_GAMES:,} games, not {num:,}; use several batches, one after the other"
        )


def thread_count(threads: Any) -> int:
    """How many threads are meant: the number itself, for 0 one for each core that this process may use.

    Raises:
        ValueError: it is not a whole number from 0, or too large.
    """
    number = -1 if isinstance(threads, bool | np.bool_) else as_choice(threads)
    if not 0 <= number <= MOST_THREADS:
        raise ValueError(
            f"threads={threads!r}: allowed: whole numbers in 0..{MOST_THREADS}; 0 means one for each core, 1 none of their own"
        )
    return number or usable_cores()


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_side(side: Any, side_count: int, what: str = "viewer") -> int:
    """A side that takes part.

    Raises:
        ValueError: it is not a whole number, or there is no such side.
    """
    try:
        number = operator.index(side)
    except TypeError:
        number = -1
    if not 0 <= number < side_count:
        raise ValueError(f"{what} {side!r} is not a side of this battle: 0..{side_count - 1}")
    return number


def checked_sight(sight: Any) -> str:
    """Whose sight is shown.

    Raises:
        ValueError: it is neither ``"side"`` nor ``"unit"``.
    """
    if sight not in tuple(SIGHTS):
        raise ValueError(f"sight {sight!r} is not one of {', '.join(map(repr, SIGHTS))}")
    return str(sight)


def checked_unit(s: Any, side: int, unit: Any) -> int:
    """A roster row of a side in a state record, or NO_UNIT.

    Raises:
        ValueError: it is not a whole number, or no unit of that side.
    """
    first, size = int(s["side_start"][side]), int(s["side_size"][side])
    try:
        number = operator.index(unit)
    except TypeError:
        number = NO_UNIT - 1
    if number != NO_UNIT and not first <= number < first + size:
        raise ValueError(f"unit {unit!r} is not a unit of side {side}: {first}..{first + size - 1}, or -1 for the side")
    return number


def checked_row(row: Any, count: int) -> int:
    """A row of a pool of ``count`` starts.

    Raises:
        ValueError: it is not a whole number; IndexError: the pool has no such row.
    """
    try:
        number = None if isinstance(row, bool | np.bool_) else operator.index(row)
    except TypeError:
        number = None
    if number is None:
        raise ValueError(f"row {row!r} is not a whole number; rows: 0..{count - 1}")
    if not 0 <= number < count:
        raise IndexError(f"no row {number} in the pool; rows: 0..{count - 1}")
    return number


def check_arrays(given: Mapping[str, np.ndarray], like: Mapping[str, np.ndarray]) -> None:
    """Refuse arrays for one game that do not match those of a batch without the first axis.

    Raises:
        ValueError: an array has another shape, kind or order.
    """
    for name, wanted in like.items():
        array, shape = given[name], wanted.shape[1:]
        if array.shape != shape or array.dtype != wanted.dtype or not array.flags.c_contiguous:
            raise ValueError(f"{name} is {array.dtype} {array.shape}, needed {wanted.dtype} {shape} in C order")


def checked_mask(given: Any, count: int) -> np.ndarray:
    """Which games are meant: bool (count,).

    Raises:
        ValueError: it is not an array of that many truth values.
    """
    chosen = np.ascontiguousarray(given)
    if chosen.shape != (count,):
        raise ValueError(f"reset_mask has shape {chosen.shape}, needed ({count},)")
    if chosen.dtype != np.bool_:
        raise ValueError(f"reset_mask holds {chosen.dtype}, needed bool")
    return chosen


def seed_of(seed: Any) -> int:
    """A seed as games keep it: its lowest 63 bits.

    Raises:
        ValueError: it is not a whole number in 0..2^64 - 1.
    """
    allowed = f"allowed: whole numbers of at most 64 bits, 0..{2**64 - 1}"
    try:
        if isinstance(seed, bool):
            raise TypeError
        number = operator.index(seed)
    except TypeError:
        raise ValueError(f"seed {seed!r}; {allowed}") from None
    if not 0 <= number < 2**64:
        raise ValueError(f"seed {number}; {allowed}")
    return number & 0x7FFF_FFFF_FFFF_FFFF
