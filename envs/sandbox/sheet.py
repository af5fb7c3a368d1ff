"""Readings of a unit's sheet besides the fields of its record: values that the rules derive, under the names of the book.

A ruleset declares them as ``Sheet`` of its book. A reading has the name of its function, and its docstring as the meaning; the
function returns a number, a word, yes or no. The functions read a copy of the position and may call any function of the rules.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.compiler import record_at
from ..core.ruleset import Ruleset

if TYPE_CHECKING:
    from .table import Table


class SheetReading(NamedTuple):
    """One line of a sheet.

    Attributes:
        name: the name by which it is read.
        meaning: its meaning, in a sentence.
        function: the function that computes it.
        is_of_two: whether it depends on a second unit.
    """

    name: str
    meaning: str
    function: Callable[..., Any]
    is_of_two: bool


@functools.cache
def readings_of(ruleset: Ruleset) -> dict[str, SheetReading]:
    """The lines of a ruleset's sheet, by name, in their order."""
    found = {}
    for function in ruleset.book.sheet.readings:
        meaning = " ".join((function.__doc__ or "").split())
        is_of_two = len(inspect.signature(function).parameters) > len(("s", "w", "who"))
        found[function.__name__] = SheetReading(function.__name__, meaning, function, is_of_two)
    return found


def reading_of(ruleset: Ruleset, name: str) -> SheetReading | None:
    """The line of a sheet that has a name or alias, None without such a line."""
    known = readings_of(ruleset)
    return known.get(name) or known.get(ruleset.book.sheet.aliases.get(name.lower(), ""))


def worked_out(table: Table, function: Callable[..., Any], *more: Any) -> Any:
    """The value of a sheet's function in the position of a table; it works on a copy.

    Raises:
        ValueError: a value set by hand is not allowed.
    """
    chooser, game = table._look(), table._game
    states = chooser.states
    states["kept"], states["known_to"], states["term_count"] = 0, 0, 0
    s = record_at(states, 0)
    w = game.loops.World(record_at(game.books, int(s.book_row)), record_at(game.fields, int(s.field_row)))
    return function(s, w, *more)


def order_of(table: Table) -> list[int]:
    """Roster rows in the order of their turns.

    Raises:
        AttributeError: the ruleset has no such order.
    """
    order = table.ruleset.book.sheet.order
    if order is None:
        raise AttributeError(f"{table.ruleset.slug} has no order of turns")
    return [int(row) for row in worked_out(table, order)]


def put_in_order(table: Table, names: Sequence[str]) -> None:
    """Set the order of the turns.

    Raises:
        AttributeError: the ruleset has no order that can be set.
        ValueError: not every unit that has a turn is named, each once; nothing has changed then.
    """
    set_order = table.ruleset.book.sheet.set_order
    if set_order is None:
        raise AttributeError(f"{table.ruleset.slug} has no order of turns that can be set")
    there_are = [table.names[row] for row in order_of(table)]
    given = [names] if isinstance(names, str) else [str(name) for name in names]
    if sorted(given) != sorted(there_are):
        raise ValueError(f"order = {given}: name each of these once: {', '.join(there_are)}")
    game = table._game
    s = game.states[game.row]
    w = game.loops.World(game.books[int(s["book_row"])], game.fields[int(s["field_row"])])
    set_order(s, w, [table.names.index(name) for name in given])
    table.refresh()
