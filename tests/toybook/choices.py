"""What may be answered at each prompt."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import offer
from tactica.envs.core.state.choosing import Part, offer_if

from .board import CELLS, STRIDE, UNREACHED
from .rules.cards import may_be_raised, may_drink, may_play
from .rules.deploying import fill_zone
from .rules.marching import fill_reach
from .rules.striking import may_strike
from .vocab import A_CELL, A_UNIT, ANSWERS, PARTS_OF, UNITS, Prompt, Verb

__all__ = ["ANSWERS", "PARTS_OF", "SECTIONS", "legal", "may_take", "why_not"]

SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("unit", "unit", UNITS),
    ("direction", "direction", 8),
    ("cell", "cell", CELLS),
)


@kernel
def legal(s, w):
    """Offer every answer to the current prompt but the parts of choices, which ``may_take`` decides."""
    who = s.decider
    if s.prompt == Prompt.CARD:
        offer(s, Verb.KEEP)
        offer_if(s, Verb.PLAY, may_play(s, s.decider_side))
        offer_if(s, Verb.DRINK, may_drink(s, s.decider_side))
    elif s.prompt == Prompt.ORDER:
        for verb in range(Verb.STRIKE, Verb.HOLD + 1):
            offer(s, verb)
    elif s.prompt == Prompt.CELL:
        if s.units[who].cell >= 0:
            fill_reach(s, w, who)
        else:
            fill_zone(s, w, who)
        for y in range(s.board_height):
            for x in range(s.board_width):
                if s.reach[y * STRIDE + x] != UNREACHED:
                    offer(s, A_CELL + y * STRIDE + x)
    elif s.prompt == Prompt.TARGET:
        for target in range(s.unit_count):
            if may_strike(s, w, who, target):
                offer(s, A_UNIT + target)


@kernel
def may_take(s, w, frame, verb, part, value):
    """Whether a value may be a part of a choice: any direction, and whoever may get the draught."""
    return part != Part.TARGET or may_be_raised(s, w, s.decider_side, value)


@kernel
def why_not(s, w, who, verb):
    """What keeps a side from playing: 1 it has no card to play, 2 it has no draught, or nobody to give it to."""
    if s.prompt == Prompt.CARD and verb == Verb.PLAY:
        return 1
    if s.prompt == Prompt.CARD and verb == Verb.DRINK:
        return 2
    return 0
