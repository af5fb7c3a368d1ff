"""What a state has room for, and how a battle that runs out of room says so.

A ruleset declares its capacities in ``state.py``; kernels read them off the lengths of the arrays. Kernels do not raise: what
would be written past the end is left out, the first capacity that did not suffice is noted in the state's ``overrun``, and the
battle ends as STALLED. Rows of the log are the exception: what does not fit is counted, and the battle goes on.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ..compiler import kernel


class Capacities(NamedTuple):
    """What the state of a ruleset has room for.

    Attributes:
        sides: sides in a battle.
        frames: procedures nested in each other.
        choices: answers that may be legal at once.
        plans: complete choices a behaviour compares.
        events, terms: rows of the log between two decisions.
        paces: cells that units come to between two decisions, for pictures; a longer way is drawn straight from there on.
        kinds: kinds of events a ruleset may have.
        tape: dice that can be laid out at once.
        trace: rolls in one step, when odds are counted.
        labels: labels of one die, when odds are counted.
        pool: totals of dice thrown together, when odds are counted: n dice of k sides need n (k - 1) / 2 + 1, pools of n
            D6 2 n + 1.
    """

    sides: int = 4
    frames: int = 12
    choices: int = 1400
    plans: int = 256
    events: int = 256
    terms: int = 512
    paces: int = 64
    kinds: int = 128
    tape: int = 128
    trace: int = 16
    labels: int = 64
    pool: int = 128


class Overrun(IntEnum):
    """The capacity that did not suffice. Also the places of ``most_used``, for the first five."""

    NONE = 0
    FRAMES = 1
    CHOICES = 2
    PLANS = 3
    EVENTS = 4  # never ends a battle
    TERMS = 5  # never ends a battle
    TRACE = 6
    LABELS = 7
    POOL = 8


WATCHED = (Overrun.FRAMES, Overrun.CHOICES, Overrun.PLANS, Overrun.EVENTS, Overrun.TERMS)  # their peak use is noted

_WORDS = {
    Overrun.FRAMES: "too many procedures are nested in each other",
    Overrun.CHOICES: "the list of legal choices is full",
    Overrun.PLANS: "the list of choices a behaviour compares is full",
    Overrun.EVENTS: "the log of events is full",
    Overrun.TERMS: "the log of totals is full",
    Overrun.TRACE: "too many rolls are made in one step for counting odds",
    Overrun.LABELS: "one die decides too many different things for counting odds",
    Overrun.POOL: "too many dice are thrown together for counting odds",
}


def room_for(overrun: Overrun, capacities: Capacities) -> int:
    """How much a ruleset has room for."""
    return int(getattr(capacities, overrun.name.lower()))


def overrun_words(overrun: int, capacities: Capacities) -> str:
    """Which capacity did not suffice and what to do about it; empty for NONE."""
    if overrun == Overrun.NONE:
        return ""
    name = Overrun(overrun).name.lower()
    room = room_for(Overrun(overrun), capacities)
    return f"{_WORDS[Overrun(overrun)]} ({room:,}): declare a larger `{name}` in state.py"


@kernel
def note_overrun(s, capacity):
    """Note that a capacity did not suffice. The first one stands."""
    if s.overrun == 0:
        s.overrun = capacity


@kernel
def note_use(s, capacity, used):
    """Keep the highest use of a capacity."""
    if used > s.most_used[capacity]:
        s.most_used[capacity] = used
