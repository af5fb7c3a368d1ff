"""What may be answered at each prompt."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import offer
from tactica.envs.core.state.choosing import Part, offer_unless

from .board import CELLS, STRIDE
from .rules.cards import refusal_of_drink, refusal_of_play, refusal_of_raising
from .rules.deploying import fill_zone, refusal_of_place
from .rules.marching import fill_reach, refusal_of_goal
from .rules.striking import refusal_of_strike
from .vocab import A_CELL, A_DIRECTION, A_UNIT, ANSWERS, PARTS_OF, UNITS, Prompt, Refusal, Verb

__all__ = ["ANSWERS", "PARTS_OF", "SECTIONS", "legal", "refusal_of", "refusal_of_part"]

SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("unit", "unit", UNITS),
    ("direction", "direction", 8),
    ("cell", "cell", CELLS),
)


@kernel
def legal(s, w):
    """Offer every answer to the current prompt but the parts of choices, which ``refusal_of_part`` decides."""
    who = s.decider
    if s.prompt == Prompt.CARD:
        offer(s, Verb.KEEP)
        offer_unless(s, Verb.PLAY, refusal_of_play(s, s.decider_side))
        offer_unless(s, Verb.DRINK, refusal_of_drink(s, w, s.decider_side))
    elif s.prompt == Prompt.ORDER:
        for verb in range(Verb.STRIKE, Verb.HOLD + 1):
            offer(s, verb)
    elif s.prompt == Prompt.CELL:
        find_cells(s, w, who)
        for y in range(s.board_height):
            for x in range(s.board_width):
                cell = y * STRIDE + x
                offer_unless(s, A_CELL + cell, refusal_of_cell(s, w, who, cell))
    elif s.prompt == Prompt.TARGET:
        for target in range(s.unit_count):
            offer_unless(s, A_UNIT + target, refusal_of_strike(s, w, who, target))


@kernel
def find_cells(s, w, who):
    """Find where a unit may march to, or be deployed."""
    if s.units[who].cell >= 0:
        fill_reach(s, w, who)
    else:
        fill_zone(s, w, who)


@kernel
def refusal_of_cell(s, w, who, cell):
    """What keeps a unit from marching to a cell, or from being deployed there; reads what :func:`find_cells` found."""
    return refusal_of_goal(s, w, who, cell) if s.units[who].cell >= 0 else refusal_of_place(s, w, who, cell)


@kernel
def refusal_of(s, w, who, verb):
    """What keeps the side or the unit that is asked from a verb, from a cell or from a target."""
    if s.prompt == Prompt.CELL and verb >= A_CELL:
        find_cells(s, w, who)
        return refusal_of_cell(s, w, who, verb - A_CELL)
    if s.prompt == Prompt.TARGET and A_UNIT <= verb < A_DIRECTION:
        return refusal_of_strike(s, w, who, verb - A_UNIT)
    if s.prompt == Prompt.CARD and verb == Verb.PLAY:
        return refusal_of_play(s, s.decider_side)
    if s.prompt == Prompt.CARD and verb == Verb.DRINK:
        return refusal_of_drink(s, w, s.decider_side)
    if (s.prompt == Prompt.CARD and verb == Verb.KEEP) or (s.prompt == Prompt.ORDER and is_order(verb)):
        return Refusal.NONE
    return Refusal.ANOTHER_PROMPT


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """What keeps a value from being a part of a choice: any direction goes, and whoever may get the draught."""
    return refusal_of_raising(s, w, s.decider_side, value) if part == Part.TARGET else Refusal.NONE


@kernel
def is_order(verb):
    """Whether a verb is an order."""
    return Verb.STRIKE <= verb <= Verb.HOLD
