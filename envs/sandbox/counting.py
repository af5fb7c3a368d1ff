"""A table's position as exact odds take it, and a table to show positions on while they are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.state import as_lanes
from ..engine.pools import plain
from ..odds.position import Position

if TYPE_CHECKING:
    from .table import Table

__all__ = ["position_of"]


def position_of(table: Table) -> Position:
    """The position of a table.

    Raises:
        ValueError: a value set by hand is not allowed.
    """
    game, ruleset = table.game, table.ruleset
    states = plain(ruleset.new_states(1))
    as_lanes(states)[0] = game.lanes[game.row]
    unit = table.units[0]
    return Position(
        ruleset, states, game.books, game.fields, table.names, table.sides, table.skip_forced, table.forced_at,
        table.parse, lambda name: table.unit(name).row, unit.fields, unit._field, lambda dropped: view(table, dropped),
    )  # fmt: skip


def view(table: Table, dropped: frozenset[str]) -> Callable[[np.ndarray], Table]:
    """Shows positions on a table of its own, on which dropped fields cannot be read."""
    size = table.ruleset.state.snapshot_lanes
    shown = table.of(table.game.clone(), table.skip_forced)
    shown._not_kept = dropped
    shown._counting = True
    shown.events = _NoLog()

    def look(row: np.ndarray) -> Table:
        game = shown.game
        game.lanes[game.row, :size] = row
        shown.refresh()
        return shown

    return look


class _NoLog(list[Any]):
    """Stands for the events of a position: branches that were merged came about in different ways."""

    def _refuse(self, *_: Any) -> Any:
        raise TypeError("events are not recorded while counting odds; ask about the resulting position")

    __iter__ = __len__ = __getitem__ = __contains__ = __reversed__ = __bool__ = _refuse
