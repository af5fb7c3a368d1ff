"""Rows of players in the kernel's arrays: lent, held while their player plays, and lent again.

A row's number gives the seat code of its player, counted from ``FIRST_BEHAVIOUR`` for behaviours, and so on. A player keeps its
row while it is **held**: a batch holds the players in it, a run of games those that play in it, and a player that stands on
others holds them as long as it has a row: a search the one that plays its simulations, a player with barred options the one
it is. Once all rows are taken, a row that is not held is lent to another player, the least recently requested one first.
So thousands of players may come and go. Networks stay in their rows. :class:`Seats` has them all.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import weakref
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.loops.seats import FIRST_BARRED, FIRST_BEHAVIOUR, FIRST_NETWORK, FIRST_SEARCHER
from ..core.ruleset import Ruleset

__all__ = ["TAKING_IN", "BehaviourRows", "LentRows", "RowsTaken", "Seats", "held", "hold", "rows_of", "seats_of"]

#: Held while a player of any kind is added to a ruleset, because each addition replaces the arrays of all players.
#: The same thread may acquire it again: garbage collection may release a row while another is being lent.
TAKING_IN = threading.RLock()

MOST_ROWS = FIRST_NETWORK - FIRST_BEHAVIOUR
MOST_SEARCHERS = FIRST_BARRED - FIRST_SEARCHER


class RowsTaken(RuntimeError):
    """More players of a kind are playing at once than there is room for."""


class LentRows:
    """The rows of one kind of players, and the keys of the players that have them.

    Attributes:
        most: the maximum number of rows.
        holders: the number of holders of each row.
    """

    def __init__(self, most: int) -> None:
        self.most, self.holders = most, Counter[int]()
        self._keys: list[Any] = []
        self._row: OrderedDict[Any, int] = OrderedDict()  # the longest not requested first
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, row: int) -> Any:
        return self._keys[row]

    def find(self, key: Any) -> int | None:
        """The row that a player has; None if it has none."""
        if key in self._row:
            self._row.move_to_end(key)
        return self._row.get(key)

    def lend(self, key: Any) -> int | None:
        """A row for a player that has none: a free one, else that of another; None if all are held."""
        if not self._free:
            if len(self._keys) < self.most:
                self._keys.append(None)
                self._free.append(len(self._keys) - 1)
            elif self.take_back() is None:
                return None
        row = self._free.pop()
        self._keys[row] = key
        self._row[key] = row
        return row

    def take_back(self) -> int | None:
        """Free the row of the player that was requested longest ago and is not held; None if all are held."""
        gone = next((key for key, row in self._row.items() if not self.holders[row]), None)
        if gone is None:
            return None
        self._free.append(self._row.pop(gone))
        return self._free[-1]

    def hold(self, row: int) -> None:
        """Keep a row for its player until :meth:`release`."""
        with TAKING_IN:
            self.holders[row] += 1

    def release(self, row: int) -> None:
        """Remove one holder of a row."""
        with TAKING_IN:
            self.holders[row] -= 1


class BehaviourRows(LentRows):
    """The rows of behaviours. A key is a name and the packed behaviour.

    Attributes:
        give_way: frees behaviours that only players out of use stand on; whether there was one.
    """

    def __init__(self, most: int = MOST_ROWS, give_way: Callable[[], bool] = lambda: False) -> None:
        super().__init__(most)
        self.give_way = give_way

    def row_of(self, loops: Any, name: str, packed: np.ndarray) -> int:
        """The row of a behaviour, an array of one BEHAVIOUR record, given one when it has none.

        Raises:
            RowsTaken: all of them are held.
        """
        key = (name, packed.tobytes())
        with TAKING_IN:
            if (row := self.find(key)) is None:
                while (row := self.lend(key)) is None:
                    if not self.give_way():
                        raise RowsTaken(f"{self.most:,} behaviours are playing at once; close some environments")
                if row == len(loops.players.behaviours):
                    loops.players = loops.players.with_room("behaviours")
                loops.players.behaviours[row] = packed[0]
            return row


@dataclass
class Seats:
    """The players that a ruleset's kernels have, by kind. A player's row is its row in the kernel's array.

    Attributes:
        behaviours: the rows of behaviours.
        networks: name and digest of each network.
        searchers: the rows of searchers, by name and packed numbers.
        barred: the rows of players with barred options, by name, seat code of the player, and options.
        stands_on: seat codes that a searcher or a player with barred options holds, by its own seat code.
    """

    behaviours: BehaviourRows = field(init=False)
    networks: list[tuple[str, str]] = field(default_factory=list)
    searchers: LentRows = field(default_factory=lambda: LentRows(MOST_SEARCHERS))
    barred: LentRows = field(default_factory=lambda: LentRows(sys.maxsize))
    stands_on: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.behaviours = BehaviourRows(give_way=self.give_way)

    def rows(self, code: int) -> tuple[LentRows, int] | None:
        """The rows that a seat code belongs to, and which of them; None where rows are not lent."""
        if FIRST_BEHAVIOUR <= code < FIRST_NETWORK:
            return self.behaviours, code - FIRST_BEHAVIOUR
        if FIRST_SEARCHER <= code < FIRST_BARRED:
            return self.searchers, code - FIRST_SEARCHER
        return (self.barred, code - FIRST_BARRED) if code >= FIRST_BARRED else None

    def hold(self, code: int) -> None:
        """Keep the row behind a seat code for its player until :meth:`release`."""
        if (found := self.rows(code)) is not None:
            found[0].hold(found[1])

    def release(self, code: int) -> None:
        """Remove one holder of the row behind a seat code."""
        if (found := self.rows(code)) is not None:
            found[0].release(found[1])

    def stand(self, code: int, on: tuple[int, ...]) -> None:
        """Let a player hold those it stands on, and release those that the player before it in its row stood on."""
        before, self.stands_on[code] = self.stands_on.get(code, ()), on
        for one in on:
            self.hold(one)
        for one in before:
            self.release(one)

    def give_way(self) -> bool:
        """Free the longest unrequested row that is not held: of a player with barred options, else of a searcher."""
        for rows, first in ((self.barred, FIRST_BARRED), (self.searchers, FIRST_SEARCHER)):
            if (row := rows.take_back()) is not None:
                self.stand(first + row, ())
                return True
        return False


_SEATS: dict[Ruleset, Seats] = {}  # as long as the arrays they describe: a ruleset's loops are executed once


def seats_of(ruleset: Ruleset) -> Seats:
    """The players that a ruleset's kernels have."""
    return _SEATS.get(ruleset) or _SEATS.setdefault(ruleset, Seats())


def rows_of(ruleset: Ruleset) -> BehaviourRows:
    """The rows of behaviours of a ruleset."""
    return seats_of(ruleset).behaviours


def hold(ruleset: Ruleset, code: int, owner: Any) -> weakref.finalize | None:
    """Hold the player behind a seat code as long as ``owner`` lives.

    Returns:
        a function that releases it at once; None where there is nothing to release.
    """
    seats = seats_of(ruleset)
    if seats.rows(code) is None:
        return None
    seats.hold(code)
    return weakref.finalize(owner, seats.release, code)


@contextlib.contextmanager
def held(ruleset: Ruleset, codes: Iterable[int]) -> Iterator[None]:
    """Hold the players behind seat codes inside a ``with`` block."""
    seats, mine = seats_of(ruleset), tuple(codes)
    for code in mine:
        seats.hold(code)
    try:
        yield
    finally:
        for code in mine:
            seats.release(code)
