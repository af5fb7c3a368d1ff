"""Several dice of which one counts: the highest or lowest of a number, and advantage and disadvantage."""

from __future__ import annotations

from ..compiler import kernel
from .modes import COUNT, one_face, pick_class, power

DISADVANTAGE, PLAIN, ADVANTAGE = -1, 0, 1  # two dice, the lower counts; one die; two dice, the higher counts
MISSED, HIT, CRITICAL = 0, 1, 2  # what an attack can come to


@kernel
def keep_extreme(s, count, sides, highest):
    """The highest (or lowest) face of ``count`` dice."""
    if s.dice_mode == COUNT:
        face = pick_class(s, sides) + 1
        rank = face if highest else sides + 1 - face
        s.trace_weight *= power(rank / sides, count) - power((rank - 1) / sides, count)
        s.last_face = face
        return face
    kept = one_face(s, sides)
    for _ in range(count - 1):
        face = one_face(s, sides)
        if (face > kept) == highest and face != kept:
            kept = face
    s.last_face = kept
    return kept


@kernel
def chance_below(sides, edge, face):
    """The chance that a roll with an edge, read on the die that counts, is less than ``face``."""
    share = min(max(face - 1, 0), sides) / sides
    if edge > 0:
        return share * share
    if edge < 0:
        return 1.0 - (1.0 - share) * (1.0 - share)
    return share


@kernel
def attack_check(s, sides, edge, at_least, miss_to, critical_from):
    """An attack die: CRITICAL at or above ``critical_from``; MISSED at or below ``miss_to`` and below ``at_least``; else HIT.

    ``edge`` is ADVANTAGE, DISADVANTAGE or PLAIN; naturals are read on the die that counts. A critical hits whatever was needed:
    where a natural 20 is to be critical only if it would hit, ``critical_from`` is no less than ``at_least``. A tape gives
    both dice of an edge, the first rolled first.
    """
    top = min(max(int(critical_from), 1), sides + 1)
    low = min(max(int(at_least), int(miss_to) + 1, 1), top)
    if s.dice_mode == COUNT:
        pick = pick_class(s, (1 if low > 1 else 0) + (1 if top > low else 0) + (1 if top <= sides else 0))
        if low > 1:
            if pick == 0:
                s.trace_weight *= chance_below(sides, edge, low)
                s.last_face = low - 1
                return MISSED
            pick -= 1
        if top > low and pick == 0:
            s.trace_weight *= chance_below(sides, edge, top) - chance_below(sides, edge, low)
            s.last_face = top - 1
            return HIT
        s.trace_weight *= 1.0 - chance_below(sides, edge, top)
        s.last_face = sides
        return CRITICAL
    face = kept_face(s, sides, edge)
    if face >= top:
        return CRITICAL
    return HIT if face >= low else MISSED


@kernel
def edge_check(s, sides, edge, at_least):
    """Whether a roll with an edge, read on the die that counts, is ``at_least`` or more."""
    return attack_check(s, sides, edge, at_least, 0, sides + 1) == HIT


@kernel
def kept_face(s, sides, edge):
    """The face of the die that counts, in play or from the tape: of one die, or of two with an edge."""
    face = one_face(s, sides)
    s.last_dropped = 0
    if edge != PLAIN:
        other = one_face(s, sides)
        if (edge > 0) == (other > face):
            face, other = other, face
        s.last_face = face
        s.last_dropped = other
    return face
