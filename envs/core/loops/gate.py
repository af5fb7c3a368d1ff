"""The gate: states from outside are checked before any kernel runs on them.

Executed once for every ruleset like ``advance.py``, with ``invariants`` and ``broken_dice`` of ``checks.py`` as globals.
``engine.gate`` describes the problems in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at

if TYPE_CHECKING:
    from tactica.envs.core.loops.advance import World
    from tactica.envs.core.loops.checks import broken_dice, invariants
    from tactica.envs.core.loops.given import entry, kernel


@kernel
def what_is_unsound(s, books, fields):
    """0, or the number of what is broken in dice and position. Every number is looked at before it is used."""
    broken = broken_dice(s)
    if broken != 0:
        return broken
    if s.book_row >= len(books):
        return 912
    if s.field_row >= len(fields):
        return 913
    return int(invariants(s, World(record_at(books, s.book_row), record_at(fields, s.field_row))))


@entry("states, books, fields, int64[:]")
def look_over(states, books, fields, broken):
    """Write for each of the states 0, or the number of what is broken (``Ruleset.broken``)."""
    for i in range(len(states)):
        broken[i] = what_is_unsound(record_at(states, i), books, fields)
