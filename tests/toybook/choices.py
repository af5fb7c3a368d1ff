"""What may be answered at each prompt."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import offer

from .board import CELLS, STRIDE, UNREACHED
from .rules.cards import may_be_raised, may_play
from .rules.marching import fill_reach
from .rules.striking import may_strike
from .vocab import A_CELL, A_DIRECTION, A_UNIT, UNITS, Prompt, Verb

SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("unit", "unit", UNITS),
    ("direction", "direction", 8),
    ("cell", "cell", CELLS),
)


@kernel
def legal(s, w):
    """Offer every answer to the current prompt."""
    who = s.decider
    if s.prompt == Prompt.CARD:
        offer(s, Verb.KEEP)
        if may_play(s, w, s.decider_side):
            offer(s, Verb.PLAY)
    elif s.prompt == Prompt.ORDER:
        for verb in range(Verb.STRIKE, Verb.HOLD + 1):
            offer(s, verb)
    elif s.prompt == Prompt.DIRECTION:
        for direction in range(8):
            offer(s, A_DIRECTION + direction)
    elif s.prompt == Prompt.CELL:
        fill_reach(s, w, who)
        for y in range(s.board_height):
            for x in range(s.board_width):
                if s.reach[y * STRIDE + x] != UNREACHED:
                    offer(s, A_CELL + y * STRIDE + x)
    elif s.prompt == Prompt.TARGET:
        for target in range(s.unit_count):
            if may_strike(s, w, who, target):
                offer(s, A_UNIT + target)
    elif s.prompt == Prompt.FALLEN:
        for target in range(s.unit_count):
            if may_be_raised(s, w, s.decider_side, target):
                offer(s, A_UNIT + target)
