"""Rows of behaviours in the kernel's arrays: lent, held while their behaviour plays, and lent again.

A row's number gives the seat code of its behaviour, counted from ``FIRST_BEHAVIOUR``. A behaviour keeps its row while it is
**held**: a batch holds the behaviours that play in it, a search the one that plays its simulations, a run of games those that
play in it. Once all rows are taken, a row that is not held is lent to another behaviour, the least recently requested one
first. So thousands of behaviours may come and go. Other players stay in their rows; :class:`Seats` has them all.
"""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.loops.seats import FIRST_BEHAVIOUR, FIRST_NETWORK
from ..core.ruleset import Ruleset

__all__ = ["TAKING_IN", "BehaviourRows", "RowsTaken", "Seats", "held", "hold", "rows_of", "seats_of"]

#: Held while a player of any kind is added to a ruleset, because each addition replaces the arrays of all players.
#: The same thread may acquire it again: garbage collection may release a row while another is being lent.
TAKING_IN = threading.RLock()

MOST_ROWS = FIRST_NETWORK - FIRST_BEHAVIOUR
Key = tuple[str, bytes]


class RowsTaken(RuntimeError):
    """More behaviours are playing at once than there is room for."""


class BehaviourRows:
    """The rows, and the behaviours that have them.

    Attributes:
        most: the maximum number of rows.
        holders: the number of holders of each row.
    """

    def __init__(self, most: int = MOST_ROWS) -> None:
        self.most, self.holders = most, Counter[int]()
        self._keys: list[Key] = []
        self._row: OrderedDict[Key, int] = OrderedDict()  # the longest not asked for first

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, row: int) -> Key:
        return self._keys[row]

    def row_of(self, loops: Any, name: str, packed: np.ndarray) -> int:
        """The row of a behaviour, an array of one BEHAVIOUR record, given one when it has none.

        Raises:
            RowsTaken: all of them are held.
        """
        key = (name, packed.tobytes())
        with TAKING_IN:
            if key in self._row:
                self._row.move_to_end(key)
                return self._row[key]
            row = self._free(loops)
            loops.players.behaviours[row] = packed[0]
            self._row[key] = row
            self._keys[row] = key
            return row

    def _free(self, loops: Any) -> int:
        """A row without a holder, a new one if possible, else taken from the behaviour that has it."""
        if len(self._keys) < self.most:
            if len(self._keys) == len(loops.players.behaviours):
                loops.players = loops.players.with_room("behaviours")
            self._keys.append(("", b""))
            return len(self._keys) - 1
        gone = next((key for key, row in self._row.items() if not self.holders[row]), None)
        if gone is None:
            raise RowsTaken(f"{self.most:,} behaviours are playing at once; close some environments")
        return self._row.pop(gone)

    def hold(self, row: int) -> None:
        """Keep a row for its behaviour until :meth:`release`."""
        with TAKING_IN:
            self.holders[row] += 1

    def release(self, row: int) -> None:
        """Remove one holder of a row."""
        with TAKING_IN:
            self.holders[row] -= 1


@dataclass
class Seats:
    """The players that a ruleset's kernels have, by kind. A player's place in its list is its row in the kernel's array.

    Attributes:
        behaviours: the rows of behaviours.
        networks: name and digest of each network.
        searchers: name and packed numbers of each searcher.
        barred: name, seat code of the player, and barred options of each player with barred options.
    """

    behaviours: BehaviourRows = field(default_factory=BehaviourRows)
    networks: list[tuple[str, str]] = field(default_factory=list)
    searchers: list[tuple[str, bytes]] = field(default_factory=list)
    barred: list[tuple[str, int, tuple[Any, ...]]] = field(default_factory=list)


_SEATS: dict[Ruleset, Seats] = {}  # as long as the arrays they describe: a ruleset's loops are executed once


def seats_of(ruleset: Ruleset) -> Seats:
    """The players that a ruleset's kernels have."""
    return _SEATS.get(ruleset) or _SEATS.setdefault(ruleset, Seats())


def rows_of(ruleset: Ruleset) -> BehaviourRows:
    """The rows of behaviours of a ruleset."""
    return seats_of(ruleset).behaviours


def is_lent(code: int) -> bool:
    """Whether a seat code is a behaviour's, and so may come to stand for another one."""
    return FIRST_BEHAVIOUR <= code < FIRST_NETWORK


def hold(ruleset: Ruleset, code: int, owner: Any = None) -> weakref.finalize | None:
    """Hold the behaviour behind a seat code as long as ``owner`` lives, or forever without an owner.

    Returns:
        a function that releases it at once; None where there is nothing to release.
    """
    if not is_lent(code):
        return None
    rows = rows_of(ruleset)
    rows.hold(code - FIRST_BEHAVIOUR)
    return None if owner is None else weakref.finalize(owner, rows.release, code - FIRST_BEHAVIOUR)


@contextlib.contextmanager
def held(ruleset: Ruleset, codes: Iterable[int]) -> Iterator[None]:
    """Hold the behaviours behind seat codes inside a ``with`` block."""
    rows, mine = rows_of(ruleset), [code - FIRST_BEHAVIOUR for code in codes if is_lent(code)]
    for row in mine:
        rows.hold(row)
    try:
        yield
    finally:
        for row in mine:
            rows.release(row)
