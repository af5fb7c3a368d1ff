"""What must hold of every position, beside the ranges of ``state.py``: `tactica fuzz` and the conformance tests check it
after every decision. Write here what you believe; they show you when it is wrong.
"""

from __future__ import annotations

from tactica.envs.core.compiler import kernel

from .rules.turns import next_in_turn
from .vocab import Prompt

BROKEN = {
    1: "a unit has more health than when fresh",
    2: "a fallen unit stands on the board, or a standing one does not",
    3: "a choice keeps something where nothing is being chosen",
    4: "another unit is asked than the one whose turn it is",
}


@kernel
def invariants(s, w):
    """0, or the number of what is broken."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.health > unit.health_max:
            return 1
        if (unit.health > 0) != (unit.cell >= 0):
            return 2
    frame = s.stack[0]
    if s.ending == 0 and (s.pending_verb != frame.verb or frame.target != 0 or frame.cell != 0):
        return 3
    return 4 if s.prompt != Prompt.NOBODY and s.decider != next_in_turn(s) else 0


@kernel
def takes_room(s, who):
    """Whether a unit takes room in its cell, which has room for one."""
    return s.units[who].health > 0
