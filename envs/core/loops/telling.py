"""What a person is told who chooses: why a verb is not offered, what it risks, and what an answer leads to.

Executed once for every ruleset like ``core/loops/advance.py``. Put in are its hooks ``why_not``, ``free_blows`` and ``leads_to``,
see ``Rules`` of ``core/book.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at
from tactica.envs.core.state.choosing import is_offered

if TYPE_CHECKING:
    from tactica.envs.core.loops.advance import World, forget, refresh
    from tactica.envs.core.loops.given import entry, free_blows, leads_to, why_not


REFUSAL, FREE_BLOWS, OUTCOME = 0, 1, 2  # what is asked


@entry("states, int, books, fields, int, int")
def tell(states, i, books, fields, what, verb):
    """Row i: a number for the one who is asked: the REFUSAL of a verb, the FREE_BLOWS it gives, or the OUTCOME of an answer, 0
    where it is not offered.
    """
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    forget(s)
    refresh(s, w)
    if what == REFUSAL:
        return int(why_not(s, w, int(s.decider), int(verb)))
    if what == OUTCOME:
        return int(leads_to(s, w, int(s.decider), int(verb))) if is_offered(s, int(verb)) else 0
    return int(free_blows(s, w, int(s.decider), int(verb)))
