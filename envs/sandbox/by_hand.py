"""Values set by hand on a table: checked before the rules see them, and refused with a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..core.ranges import FIRST_OF_ALL_RULESETS
from ..core.state import as_lanes
from ..engine.gate import explained, look_at_game

if TYPE_CHECKING:
    from .table import Table


def look_again(table: Table) -> None:
    """See ``Table.refresh``."""
    if table._counting:
        list_choices(table)
    elif look_over(table) >= FIRST_OF_ALL_RULESETS:
        raise ValueError(what_is_wrong(table))


def look_over(table: Table) -> int:
    """Check values set by hand, and list the legal choices if they are valid. Returns the number of the fault, 0 for none."""
    game = table._game
    table._seen = table._lanes.tobytes()
    table._broken, table._fault = look_at_game(game)
    broken = table._broken
    if broken == 0:
        table._sound = table._seen
    if broken == 0 or (not table.strict and broken < FIRST_OF_ALL_RULESETS):
        list_choices(table)
    else:
        game.states["choice_count"][game.row] = 0
    return broken


def what_is_wrong(table: Table, last: str = "") -> str:
    """The fault in words, with the number that is to blame if it can be found.

    Args:
        last: the field that was set last.
    """
    game = table._game
    before = game.states[game.row : game.row + 1].copy()
    as_lanes(before)[0, : table._size] = np.frombuffer(table._sound, np.uint64)
    state = game.states[game.row : game.row + 1]
    return explained(table.ruleset, state, before, game.books, game.fields, table.names, table._fault, last)


def list_choices(table: Table) -> None:
    """List the legal choices of a position that is fine."""
    game = table._game
    s = game.states[game.row : game.row + 1]
    s["choice_count"] = 0
    if s["prompt"][0] != 0 and s["ending"][0] == 0:
        game.loops.settle_game(game.states, game.row, game.books, game.fields, False)
    table._broken, table._fault = 0, ""
    table._seen = table._lanes.tobytes()


def check(table: Table) -> None:
    """Refuse to continue from an invalid position that was set by hand.

    Raises:
        ValueError: the position is invalid; the message says why.
    """
    if table._counting:
        return
    if table._seen != table._lanes.tobytes():
        look_over(table)
    if table._fault and not table.strict and table._broken < FIRST_OF_ALL_RULESETS:
        list_choices(table)
    if table._fault:
        raise ValueError(what_is_wrong(table))
