"""A table to show positions on while they are counted."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sandbox import Table


class View:
    """Shows positions on a table of its own.

    Attributes:
        size: lanes of a position and its dice.
    """

    def __init__(self, table: Table, dropped: frozenset[str]) -> None:
        """A view for a count that begins on a table; dropped fields cannot be read on it."""
        self.size = table.ruleset.state.snapshot_lanes
        self._table = Table.of(table.game.clone(), table.skip_forced)
        self._table._not_kept = dropped
        self._table._counting = True
        self._table.events = _NoLog()

    def look(self, row: np.ndarray) -> Table:
        """The table as it stands in a position."""
        game = self._table.game
        game.lanes[game.row, : self.size] = row
        self._table.refresh()
        return self._table


class _NoLog(list[Any]):
    """Stands for the events of a position: branches that were merged came about in different ways."""

    def _refuse(self, *_: Any) -> Any:
        raise TypeError("events are not recorded while counting odds; ask about the resulting position")

    __iter__ = __len__ = __getitem__ = __contains__ = __reversed__ = __bool__ = _refuse
