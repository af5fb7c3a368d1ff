"""Dice thrown together, of which it matters how many show what: pools. The log keeps their sum, in ``last_face``."""

from __future__ import annotations

from ..compiler import kernel
from .kept import CRITICAL, HIT, MISSED
from .modes import COUNT, choose, one_face, pick_class, power
from .sums import has_room, ways_to, ways_up_to


@kernel
def pool_sum_and_sixes(s, count):
    """``count`` D6 thrown together: their sum and how many of them show a six."""
    if s.dice_mode == COUNT:
        if not has_room(s, count, 5):
            return count, 0
        classes = 0
        for low in range(count + 1):
            classes += 4 * low + 1
        pick = pick_class(s, classes)
        sixes = count
        low = 0
        while pick >= 4 * low + 1:
            pick -= 4 * low + 1
            low += 1
            sixes -= 1
        low_sum = low + pick
        s.trace_weight *= choose(count, sixes) * ways_to(s, low, 5, pick) / power(6.0, count)
        return low_sum + 6 * sixes, sixes
    total = 0
    sixes = 0
    for _ in range(count):
        face = one_face(s, 6)
        total += face
        if face == 6:
            sixes += 1
    s.last_face = total
    return total, sixes


@kernel
def pool_check(s, count, at_least, sixes, needs_total):
    """``count`` D6 whose sum must reach a number, where so many sixes hit in any case and are a critical hit.

    With ``needs_total`` at 1 enough sixes still hit in any case, but are critical only if the sum reaches the number, too.
    With ``sixes`` at 0 the sum alone decides. No dice miss.

    Returns:
        MISSED, HIT or CRITICAL.
    """
    enough = int(sixes) if sixes > 0 else count + 1
    if count <= 0:
        if s.dice_mode == COUNT:
            pick_class(s, 1)
        s.last_face = 0
        return MISSED
    if s.dice_mode == COUNT:
        if not has_room(s, count, 5):
            return MISSED
        missed = 0.0
        hit = 0.0
        critical = 0.0
        for k in range(count + 1):  # k sixes, and others that show 1 to 5
            others = count - k
            short = at_least - 1 - 6 * k - others  # the highest sum of the others that is too low, each die one less
            if k < enough:
                missed += choose(count, k) * ways_up_to(s, others, 5, short)
                hit += choose(count, k) * ways_up_to(s, others, 5, 4 * others - short - 1)
            elif needs_total:
                hit += choose(count, k) * ways_up_to(s, others, 5, short)
                critical += choose(count, k) * ways_up_to(s, others, 5, 4 * others - short - 1)
            else:
                critical += choose(count, k) * power(5.0, others)
        pick = pick_class(s, (1 if missed > 0.0 else 0) + (1 if hit > 0.0 else 0) + (1 if critical > 0.0 else 0))
        result = CRITICAL
        ways = critical
        if missed > 0.0:
            if pick == 0:
                result = MISSED
                ways = missed
            pick -= 1
        if hit > 0.0 and pick == 0:
            result = HIT
            ways = hit
        s.trace_weight *= ways / power(6.0, count)
        return result
    total, shown = pool_sum_and_sixes(s, count)
    if shown >= enough:
        return CRITICAL if total >= at_least or not needs_total else HIT
    return HIT if total >= at_least else MISSED


@kernel
def successes(s, count, sides, at_most):
    """How many of ``count`` dice come up at or under ``at_most``."""
    if s.dice_mode == COUNT:
        good = min(max(int(at_most), 0), sides) / sides
        if good == 0.0 or good == 1.0:
            pick_class(s, 1)
            return count if good == 1.0 else 0
        got = pick_class(s, count + 1)
        s.trace_weight *= choose(count, got) * power(good, got) * power(1.0 - good, count - got)
        return got
    got = 0
    total = 0
    for _ in range(count):
        face = one_face(s, sides)
        total += face
        if face <= at_most:
            got += 1
    s.last_face = total
    return got


@kernel
def hits(s, count, sides, at_least):
    """How many of ``count`` dice come up at or above ``at_least``."""
    return count - successes(s, count, sides, at_least - 1)


@kernel
def hits_and_sixes(s, count, at_least):
    """Of ``count`` D6, how many come up at or above ``at_least``, and how many of these show a six."""
    if s.dice_mode == COUNT:
        six = 1.0 / 6.0 if at_least <= 6 else 0.0
        plain = min(max(6 - int(at_least), 0), 5) / 6.0
        least_hits = count if at_least <= 1 else 0
        most_hits = count if at_least <= 6 else 0
        classes = 0
        for got in range(least_hits, most_hits + 1):
            classes += got + 1 if plain > 0.0 else 1
        pick = pick_class(s, classes)
        got = least_hits
        while plain > 0.0 and pick > got:
            pick -= got + 1
            got += 1
        if plain == 0.0:
            got = pick
        missed = min(max(int(at_least) - 1, 0), 6) / 6.0
        s.trace_weight *= choose(count, got) * power(missed, count - got)
        s.trace_weight *= choose(got, pick) * power(plain, got - pick) * power(six, pick)
        return got, pick
    got = 0
    sixes = 0
    total = 0
    for _ in range(count):
        face = one_face(s, 6)
        total += face
        if face >= at_least:
            got += 1
            if face == 6:
                sixes += 1
    s.last_face = total
    return got, sixes
