"""What a state has room for, and how a battle that runs out of room says so.

Kernels do not raise: what would be written past the end of its field is left out, and the first capacity that was overrun is
noted in the state.
"""

from __future__ import annotations

from enum import IntEnum

from .jit import kernel


class Overrun(IntEnum):
    """The capacity that did not suffice."""

    NONE = 0
    TRACE = 1  # rolls in one step, when odds are counted
    LABELS = 2  # labels of one roll, when odds are counted
    POOL = 3  # totals of dice thrown together, when odds are counted


@kernel
def note_overrun(s, capacity):
    """Note that a capacity did not suffice. The first one stands."""
    if s.overrun == 0:
        s.overrun = capacity
