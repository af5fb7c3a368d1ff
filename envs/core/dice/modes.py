"""The three modes of a roll, and what every roll is made of: one face in play or from the tape, one class when counted."""

from __future__ import annotations

from ..compiler import kernel
from ..state import KEYED_SLOT, Overrun, note_overrun, top
from .generator import keyed_bits, random_below, whole_multiples

PLAY, TAPE, COUNT = 0, 1, 2
MOST_COUNTED = 2**15 - 1


@kernel
def keyed_below(s, n):
    """A uniform integer in [0, n) that depends on the round, the acting unit, the step of its procedure, and the number of
    dice already rolled for these, so that events elsewhere do not change it.
    """
    if s.keyed_round != s.round_no:
        s.keyed_round = s.round_no
        for k in range(len(s.keyed_counts)):
            s.keyed_counts[k] = 0
    frame = top(s)
    purpose = (int(frame.who) << 16) + (int(frame.kind) << 8) + int(frame.step)
    place = (int(frame.who) * 67 + int(frame.kind) * 29 + int(frame.step) * 7) % len(s.keyed_counts)
    limit = whole_multiples(n)
    word = limit
    while word >= limit:
        word = keyed_bits(s.rng, int(s.round_no), purpose, int(s.keyed_counts[place]))
        s.keyed_counts[place] = (int(s.keyed_counts[place]) + 1) & MOST_COUNTED
    return word % int(n)


@kernel
def one_face(s, sides):
    """A face 1..sides from the generator or the tape."""
    if s.dice_mode == TAPE:
        if s.tape_next < min(s.tape_length, len(s.tape)):
            face = int(s.tape[s.tape_next])
            s.tape_next += 1
            if 1 <= face <= sides:
                s.last_face = face
                return face
            s.tape_wrong += 1
        else:
            s.tape_short += 1
    face = int(keyed_below(s, sides) if s.seed_slot == KEYED_SLOT else random_below(s.rng, sides)) + 1
    s.last_face = face
    return face


@kernel
def pick_class(s, classes):
    """Counting: which of so many classes this roll takes in this run."""
    at = s.trace_length
    if at >= len(s.trace_pick):
        note_overrun(s, Overrun.TRACE)
        return 0
    if at >= s.trace_given:
        s.trace_pick[at] = 0
    s.trace_classes[at] = classes
    s.trace_length = at + 1
    return int(s.trace_pick[at])


@kernel
def power(base, exponent):
    """``base`` to a whole power, by multiplication: ``**`` differs in the last digit between the two engines."""
    value = 1.0
    for _ in range(exponent):
        value *= base
    return value


@kernel
def choose(n, k):
    """Binomial coefficient, as a float."""
    value = 1.0
    for i in range(k):
        value = value * (n - i) / (i + 1)
    return value
