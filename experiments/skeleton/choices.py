"""What can be chosen at each prompt, and why not. ``legal`` offers the verbs; targets and cells are offered by the engine, which
asks ``refusal_of_part`` about each.
"""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state.choosing import Part, offer_unless

from .board import CELLS
from .rules.moving import refusal_of_cell, refusal_of_moving
from .rules.striking import refusal_of_striking, refusal_of_target
from .vocab import UNITS, Prompt, Refusal, Verb

VERBS = len(Verb)
SECTIONS = (("verb", "plain", VERBS), ("unit", "unit", UNITS), ("cell", "cell", CELLS))  # the numbering of answers


@kernel
def legal(s, w):
    """Offer every verb that nothing stands in the way of: none where a part of a choice is asked."""
    for verb in range(1, VERBS):
        offer_unless(s, verb, refusal_of(s, w, s.decider, verb))


@kernel
def refusal_of(s, w, who, verb):
    """Why a unit cannot choose a verb."""
    if s.prompt != Prompt.TURN:
        return Refusal.ANOTHER_PROMPT
    if verb == Verb.STRIKE:
        return refusal_of_striking(s, w, who)
    return refusal_of_moving(s, w, who) if verb == Verb.MOVE else Refusal.NONE


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """Why a unit cannot choose a target or a cell."""
    return refusal_of_target(s, w, s.decider, value) if part == Part.TARGET else refusal_of_cell(s, w, value)
