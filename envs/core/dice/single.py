"""One die, whatever it decides, and one card."""

from __future__ import annotations

from ..compiler import kernel
from ..state import Overrun, note_overrun
from .modes import COUNT, one_face, pick_class

STRAY = 1000  # added by zone_class to the label of a face in the second zone


@kernel
def die(s, sides):
    """One die: a face 1..sides."""
    if s.dice_mode == COUNT:
        face = pick_class(s, sides) + 1
        s.trace_weight *= 1.0 / sides
        s.last_face = face
        return face
    return one_face(s, sides)


@kernel
def check(s, sides, at_most):
    """One die against a number: whether it came up at or under ``at_most``."""
    if s.dice_mode == COUNT:
        good = min(max(int(at_most), 0), sides)
        if good == 0 or good == sides:
            pick_class(s, 1)
            s.last_face = sides
            return good == sides
        if pick_class(s, 2) == 0:
            s.trace_weight *= good / sides
            s.last_face = good
            return True
        s.trace_weight *= (sides - good) / sides
        s.last_face = sides
        return False
    return one_face(s, sides) <= at_most


@kernel
def reaches(s, sides, at_least):
    """One die against a number to be reached: whether it came up at or above ``at_least``."""
    return not check(s, sides, at_least - 1)


@kernel
def band(s, sides, uppers):
    """One die on a table: the first row whose inclusive upper limit is not below the face. The last row takes the rest."""
    last = len(uppers) - 1
    if s.dice_mode == COUNT:
        rows = 0
        below = 0
        for i in range(last + 1):
            upper = sides if i == last else min(max(int(uppers[i]), below), sides)
            if upper > below:
                rows += 1
                below = upper
        pick = pick_class(s, rows)
        below = 0
        for i in range(last + 1):
            upper = sides if i == last else min(max(int(uppers[i]), below), sides)
            if upper > below:
                if pick == 0:
                    s.trace_weight *= (upper - below) / sides
                    s.last_face = upper
                    return i
                pick -= 1
                below = upper
        return last
    face = one_face(s, sides)
    for i in range(last):
        if face <= uppers[i]:
            return i
    return last


@kernel
def zone_label(face, at_most, stray_to, hits, misses):
    """What a face means: ``hits[face]`` up to ``at_most``, ``STRAY + hits[face]`` up to ``stray_to``, else ``misses[face]``."""
    if face <= at_most:
        return int(hits[face])
    if face <= stray_to:
        return STRAY + int(hits[face])
    return int(misses[face])


@kernel
def zone_class(s, sides, at_most, stray_to, hits, misses):
    """One die that decides more than one thing at once (to hit, and where): the label of :func:`zone_label`.

    ``hits`` and ``misses`` hold a label of 0 or more for every face, index 0 unused. Faces with one label are one class.
    """
    if s.dice_mode == COUNT:
        labels = 0
        for face in range(1, sides + 1):
            label = zone_label(face, at_most, stray_to, hits, misses)
            known = False
            for i in range(labels):
                if s.class_label[i] == label:
                    s.class_size[i] += 1
                    known = True
                    break
            if not known:
                if labels == len(s.class_label):
                    note_overrun(s, Overrun.LABELS)
                    break
                s.class_label[labels] = label
                s.class_size[labels] = 1
                s.class_face[labels] = face
                labels += 1
        pick = pick_class(s, labels)
        s.trace_weight *= s.class_size[pick] / sides
        s.last_face = s.class_face[pick]
        return int(s.class_label[pick])
    return zone_label(one_face(s, sides), at_most, stray_to, hits, misses)


@kernel
def check_class(s, sides, at_most, hits, misses):
    """One die against a number that also selects: ``hits[face]`` at or under ``at_most``, else ``misses[face]``."""
    return zone_class(s, sides, at_most, at_most, hits, misses)


@kernel
def scatter(s, sides, hits, directions):
    """A scatter die: 0 where it shows a HIT, else the direction of its arrow, 1..directions, all equally likely.

    Args:
        sides, hits: faces of the die, and how many of them show HIT.

    A tape gives the die (1..hits is a HIT) and, only after an arrow, the direction.
    """
    if s.dice_mode == COUNT:
        good = min(max(int(hits), 0), sides)
        first = 0 if good > 0 else 1
        pick = first + pick_class(s, (directions if good < sides else 0) + 1 - first)
        if pick == 0:
            s.trace_weight *= good / sides
            return 0
        s.trace_weight *= (sides - good) / sides / directions
        return pick
    if one_face(s, sides) <= hits:
        return 0
    return one_face(s, directions)


@kernel
def card(s, counts):
    """Draw one card from a deck with ``counts[kind]`` cards of each kind; the kind drawn, -1 from an empty deck.

    The card is not taken out: the caller lowers ``counts``. A tape gives the place in the deck, kinds in order.
    """
    total = 0
    kinds = 0
    for i in range(len(counts)):
        total += int(counts[i])
        if counts[i] > 0:
            kinds += 1
    if total == 0:
        return -1
    if s.dice_mode == COUNT:
        pick = pick_class(s, kinds)
        for i in range(len(counts)):
            if counts[i] > 0:
                if pick == 0:
                    s.trace_weight *= counts[i] / total
                    return i
                pick -= 1
        return -1
    place = one_face(s, total)
    for i in range(len(counts)):
        place -= int(counts[i])
        if place <= 0:
            return i
    return -1
