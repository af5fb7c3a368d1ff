"""What a person is told who chooses: why a verb is not offered, and what it risks.

Executed once for every ruleset like ``core/loops/advance.py``. Put in is what its ``choices.py`` has of these hooks:

    why_not(s, w, who, verb)       why a unit may not choose a verb: a number of ``words.REFUSAL_WORDS``, 0 without a known reason
    free_blows(s, w, who, verb)    free blows that enemies its side knows of get at it when it chooses a verb
"""

# mypy: disable-error-code="has-type, used-before-def"
from __future__ import annotations

from tactica.envs.core.compiler import record_at

REFUSAL, FREE_BLOWS = 0, 1  # what is asked


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


@entry("states, int, books, fields, int, int")
def tell(states, i, books, fields, what, verb):
    """Row i: a number about a verb, for the one who is asked: the REFUSAL, or the FREE_BLOWS it gives."""
    s = record_at(states, i)
    w = World(record_at(books, s.book_row), record_at(fields, s.field_row))
    forget(s)
    refresh(s, w)
    if what == REFUSAL:
        return int(why_not(s, w, int(s.decider), int(verb)))
    return int(free_blows(s, w, int(s.decider), int(verb)))
