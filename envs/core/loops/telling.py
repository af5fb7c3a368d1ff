"""What a person is told who chooses: why a verb is not offered, what it risks, and what an answer leads to.

Executed once for every ruleset like ``core/loops/advance.py``. Put in is what its ``choices.py`` has of these hooks:

    why_not(s, w, who, verb)       why a unit may not choose a verb: a number of ``words.REFUSAL_WORDS``, 0 without a known reason
    free_blows(s, w, who, verb)    free blows that enemies its side knows of get at it when it chooses a verb
    leads_to(s, w, who, answer)    what an answer leads to: a number that ``words.outcome`` reads, 0 nothing that is known
"""

# mypy: disable-error-code="has-type, used-before-def"
from __future__ import annotations

from tactica.envs.core.compiler import record_at

REFUSAL, FREE_BLOWS, OUTCOME = 0, 1, 2  # what is asked


if why_not is None:

    @kernel
    def why_not(s, w, who, verb):
        """This ruleset gives no reasons."""
        return 0


if free_blows is None:

    @kernel
    def free_blows(s, w, who, verb):
        """No choice gives enemies free blows."""
        return 0


if leads_to is None:

    @kernel
    def leads_to(s, w, who, answer):
        """Nobody knows what an answer leads to."""
        return 0


@entry("states, int, books, fields, int, int")
def tell(states, i, books, fields, what, verb):
    """Row i: a number for the one who is asked: the REFUSAL of a verb, the FREE_BLOWS it gives, or the OUTCOME of any answer."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    forget(s)
    refresh(s, w)
    if what == REFUSAL:
        return int(why_not(s, w, int(s.decider), int(verb)))
    if what == OUTCOME:
        return int(leads_to(s, w, int(s.decider), int(verb)))
    return int(free_blows(s, w, int(s.decider), int(verb)))
