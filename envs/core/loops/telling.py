"""Explanations for a person who chooses: why a verb is not offered, what it risks, and what an answer leads to.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals include the hooks ``refusal_of``,
``refusal_of_part``, ``free_blows`` and ``leads_to`` of the ruleset, see ``Rules`` of ``core/book.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at
from tactica.envs.core.state import top
from tactica.envs.core.state.choosing import FIRST_ANSWER, NO_REFUSAL, Part, is_offered, part_asked

if TYPE_CHECKING:
    from tactica.envs.core.loops.advance import World, forget, refresh
    from tactica.envs.core.loops.given import (
        ANSWERS,
        entry,
        find_places,
        free_blows,
        kernel,
        leads_to,
        refusal_of,
        refusal_of_part,
    )


REFUSAL, FREE_BLOWS, OUTCOME = 0, 1, 2  # the kinds of explanation


@kernel
def refusal_of_answer(s, w, answer):
    """Why a verb, a value of the part that the prompt asks for, or an amount that has a prompt of its own, cannot be chosen."""
    part = part_asked(ANSWERS, s.prompt)
    if part == Part.VERB:
        return refusal_of(s, w, int(s.decider), answer)
    value = answer - int(ANSWERS[part, FIRST_ANSWER])
    if value < 0 or s.depth == 0:
        return NO_REFUSAL
    if part == Part.CELL:
        find_places(s, w, int(s.decider), int(s.pending_verb))
    return refusal_of_part(s, w, top(s), int(s.pending_verb), part, value)


@entry("states, int, books, fields, int, int")
def tell(states, i, books, fields, what, answer):
    """Row i: a number for the decider: the REFUSAL of an answer, which is a verb, a value of the part that the prompt asks
    for, or an amount that has a prompt of its own; the FREE_BLOWS that a verb gives; or the OUTCOME of an answer, 0 if it is
    not offered.
    """
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    forget(s)
    refresh(s, w)
    if what == REFUSAL:
        return int(refusal_of_answer(s, w, int(answer)))
    if what == OUTCOME:
        return int(leads_to(s, w, int(s.decider), int(answer))) if is_offered(s, int(answer)) else 0
    return int(free_blows(s, w, int(s.decider), int(answer)))
