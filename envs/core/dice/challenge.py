"""The dice challenge: a D6 and some D10, of which the best or the worst counts.

A **consistency** C above 0 throws C D10 beside the D6 and keeps the highest of all; each ten beyond the first adds one.
Below 0 it throws as many and keeps the lowest; each one beyond the first, the D6 among them, takes one off. At 0 the D6
stands alone. What comes of it is the **natural** result. A tape gives the D6 first, then the D10.
"""

from __future__ import annotations

from ..compiler import kernel
from .modes import COUNT, choose, one_face, pick_class, power


@kernel
def tens_or_ones(count, wanted):
    """The chance that of ``count`` D10 exactly so many show one given face."""
    return choose(count, wanted) * power(0.1, wanted) * power(0.9, count - wanted)


@kernel
def chance_of_natural(consistency, six, natural):
    """The chance of a natural result while the D6 shows ``six``."""
    if consistency == 0:
        return 1.0 if natural == six else 0.0
    if consistency > 0:
        if natural > 9 + consistency or natural < six:
            return 0.0
        if natural > 9:
            return tens_or_ones(consistency, natural - 9)
        below = 0.0 if natural == six else power((natural - 1) / 10, consistency)
        return power(natural / 10, consistency) - below
    count = -consistency
    if natural > six:
        return 0.0
    if natural >= 2:
        above = 0.0 if natural == six else power((10 - natural) / 10, count)
        return power((11 - natural) / 10, count) - above
    ones = 2 - natural - (1 if six == 1 else 0)
    return tens_or_ones(count, ones) if 0 <= ones <= count else 0.0


@kernel
def chance_to_reach(consistency, six, natural):
    """The chance of a natural result or more while the D6 shows ``six``."""
    if consistency == 0:
        return 1.0 if natural <= six else 0.0
    chance = 0.0
    if consistency > 0:
        if natural <= six:
            return 1.0
        if natural <= 10:
            return 1.0 - power((natural - 1) / 10, consistency)
        for tens in range(consistency, natural - 10, -1):
            chance += tens_or_ones(consistency, tens)
        return chance
    count = -consistency
    if natural > six:
        return 0.0
    if natural >= 2:
        return power((11 - natural) / 10, count)
    most = 2 - natural - (1 if six == 1 else 0)
    if most >= count:
        return 1.0
    for ones in range(most + 1):
        chance += tens_or_ones(count, ones)
    return chance


@kernel
def roll_challenge(s, consistency):
    """In play and from the tape: the natural result and the face of the D6."""
    six = one_face(s, 6)
    natural = six
    extremes = 1 if consistency < 0 and six == 1 else 0
    for _ in range(abs(consistency)):
        face = one_face(s, 10)
        if consistency > 0:
            natural = max(natural, face)
            extremes += 1 if face == 10 else 0
        else:
            natural = min(natural, face)
            extremes += 1 if face == 1 else 0
    s.last_face = six
    if extremes > 1:
        natural += extremes - 1 if consistency > 0 else 1 - extremes
    return natural, six


@kernel
def challenge(s, consistency):
    """A dice challenge of which everything matters: the natural result and the face of the D6."""
    c = int(consistency)
    if s.dice_mode != COUNT:
        return roll_challenge(s, c)
    lowest, highest = min(1, 1 + c), 6 if c <= 0 else 9 + c
    classes = 0
    for natural in range(lowest, highest + 1):
        for six in range(1, 7):
            if chance_of_natural(c, six, natural) > 0.0:
                classes += 1
    pick = pick_class(s, classes)
    for natural in range(lowest, highest + 1):
        for six in range(1, 7):
            chance = chance_of_natural(c, six, natural)
            if chance > 0.0:
                if pick == 0:
                    s.trace_weight *= chance / 6.0
                    s.last_face = six
                    return natural, six
                pick -= 1
    return 1, 1


@kernel
def challenge_natural(s, consistency):
    """A dice challenge of which only the natural result matters."""
    c = int(consistency)
    if s.dice_mode != COUNT:
        return roll_challenge(s, c)[0]
    lowest, highest = min(1, 1 + c), 6 if c <= 0 else 9 + c
    natural = lowest + pick_class(s, highest + 1 - lowest)
    chance = 0.0
    for six in range(1, 7):
        chance += chance_of_natural(c, six, natural)
    s.trace_weight *= chance / 6.0
    return natural


@kernel
def band_of(natural, low, high):
    """2 at ``high`` or more, 1 at ``low`` or more, else 0."""
    if natural >= high:
        return 2
    return 1 if natural >= low else 0


@kernel
def challenge_band(s, consistency, low, high, labels, below):
    """A dice challenge against two numbers, of which the D6 decides something, too (where it hits, and whether it tires).

    Args:
        low, high: what the natural result must reach for the first and for the second band, ``high`` no less than ``low``.
        labels: a label of 0 or more for every face of the D6, index 0 unused.
        below: the number the D6 may fall short of.

    Returns:
        (2 where the natural reached ``high``, 1 where it reached ``low``, else 0; the label of the D6; 1 where the D6 is
        less than ``below``, else 0).
    """
    c = int(consistency)
    if s.dice_mode != COUNT:
        natural, six = roll_challenge(s, c)
        return band_of(natural, low, high), int(labels[six]), 1 if six < below else 0
    pick = -1
    classes = 0
    for _ in range(2):  # the first time the classes are counted, the second time one of them is found
        seen = 0
        for band in range(3):
            for six in range(1, 7):
                if is_new_face(six, labels, below):
                    chance = chance_of_band(c, band, low, high, six, labels, below)
                    if chance > 0.0:
                        if seen == pick:
                            s.trace_weight *= chance / 6.0
                            s.last_face = six
                            return band, int(labels[six]), 1 if six < below else 0
                        seen += 1
        classes = seen
        if pick < 0:
            pick = pick_class(s, classes)
    return 0, int(labels[1]), 0


@kernel
def means_the_same(one, other, labels, below):
    """Whether two faces of the D6 have the same label and lie on the same side of ``below``."""
    return labels[one] == labels[other] and (one < below) == (other < below)


@kernel
def is_new_face(six, labels, below):
    """Whether no lower face of the D6 means the same."""
    for lower in range(1, six):
        if means_the_same(lower, six, labels, below):
            return False
    return True


@kernel
def chance_of_band(consistency, band, low, high, six, labels, below):
    """Six times the chance of a band together with a D6 that means the same as ``six``."""
    chance = 0.0
    for face in range(six, 7):
        if means_the_same(face, six, labels, below):
            chance += 1.0 if band == 0 else chance_to_reach(consistency, face, high if band == 2 else low)
            if band < 2:
                chance -= chance_to_reach(consistency, face, low if band == 0 else high)
    return chance
