"""Dice added up."""

from __future__ import annotations

from ..compiler import kernel
from ..state import Overrun, note_overrun
from .modes import COUNT, choose, one_face, pick_class, power


@kernel
def list_ways(s, count, sides, most):
    """Write to ``pool_ways`` in how many ways ``count`` dice that show 0 to ``sides`` - 1 add up to 0, 1, ..., ``most``.

    Numbers are float64: whole up to 2**53, right to the last digits beyond. Returns whether there was room.
    """
    ways = s.pool_ways
    if most >= len(ways):
        note_overrun(s, Overrun.POOL)
        return False
    for t in range(most + 1):
        ways[t] = 0.0
    ways[0] = 1.0
    for thrown in range(1, count + 1):
        for t in range(min(most, thrown * (sides - 1)), -1, -1):
            sum_of_ways = 0.0
            for left in range(max(0, t - sides + 1), t + 1):
                sum_of_ways += ways[left]
            ways[t] = sum_of_ways
    return True


@kernel
def ways_to(s, count, sides, total):
    """In how many ways ``count`` dice that show 0 to ``sides`` - 1 add up to ``total``; 0 also where there was no room."""
    span = count * (sides - 1)
    if total < 0 or total > span:
        return 0.0
    nearer = min(total, span - total)  # as many ways as far above the middle as below
    if not list_ways(s, count, sides, nearer):
        return 0.0
    return s.pool_ways[nearer]


@kernel
def ways_up_to(s, count, sides, total):
    """In how many ways such dice add up to ``total`` or less; 0 also where there was no room."""
    span = count * (sides - 1)
    if total < 0:
        return 0.0
    if total >= span:
        return power(float(sides), count)
    nearer = min(total, span - total - 1)
    if not list_ways(s, count, sides, nearer):
        return 0.0
    number = 0.0
    for t in range(nearer + 1):
        number += s.pool_ways[t]
    return number if nearer == total else power(float(sides), count) - number


@kernel
def has_room(s, count, sides):
    """Counting: whether the totals of ``count`` dice fit, noted where they do not."""
    if count * (sides - 1) // 2 < len(s.pool_ways):
        return True
    note_overrun(s, Overrun.POOL)
    pick_class(s, 1)
    return False


@kernel
def sum_of(s, count, sides):
    """The sum of ``count`` dice."""
    if s.dice_mode == COUNT:
        if not has_room(s, count, sides):
            return count
        above = pick_class(s, max(count, 0) * (sides - 1) + 1)
        s.trace_weight *= ways_to(s, count, sides, above) / power(float(sides), count)
        return count + above
    total = 0
    for _ in range(count):
        total += one_face(s, sides)
    return total


@kernel
def sum_capped(s, count, sides, most):
    """The sum of ``count`` dice of which none counts for more than ``most``."""
    if most >= sides:
        return sum_of(s, count, sides)
    if most <= 1 or count <= 0:
        if s.dice_mode == COUNT:
            pick_class(s, 1)
        return max(int(most), 0) * max(int(count), 0)
    if s.dice_mode == COUNT:
        return count + capped_above(s, count, sides, most)
    total = 0
    for _ in range(count):
        total += min(one_face(s, sides), int(most))
    return total


@kernel
def capped_above(s, count, sides, most):
    """Counting: by how much such dice come to more than one each."""
    ways = s.pool_ways
    span = count * (most - 1)
    if span >= len(ways):
        note_overrun(s, Overrun.POOL)
        pick_class(s, 1)
        return 0
    for t in range(span + 1):
        ways[t] = 1.0 if t == 0 else 0.0
    for thrown in range(1, count + 1):
        for t in range(thrown * (most - 1), -1, -1):
            number = 0.0
            for shown in range(most):  # above one; the highest is shown by all faces from ``most`` on
                if shown <= t:
                    number += ways[t - shown] * (sides - most + 1 if shown == most - 1 else 1)
            ways[t] = number
    above = pick_class(s, span + 1)
    s.trace_weight *= ways[above] / power(float(sides), count)
    return above


@kernel
def sum_band(s, count, sides, low, high):
    """The sum of ``count`` dice against two numbers: 0 up to ``low``, 1 up to ``high``, 2 above both. The log keeps the sum."""
    upper = max(int(low), int(high))
    if s.dice_mode == COUNT:
        s.last_face = 0  # many sums at once
        if not has_room(s, count, sides):
            return 0
        all_ways = power(float(sides), count)
        up_to_low = ways_up_to(s, count, sides, low - count)
        up_to_upper = ways_up_to(s, count, sides, upper - count)
        above = ways_up_to(s, count, sides, count * sides - upper - 1)
        pick = pick_class(
            s, (1 if up_to_low > 0.0 else 0) + (1 if up_to_upper > up_to_low else 0) + (1 if above > 0.0 else 0)
        )
        if up_to_low > 0.0:
            if pick == 0:
                s.trace_weight *= up_to_low / all_ways
                return 0
            pick -= 1
        if up_to_upper > up_to_low and pick == 0:
            s.trace_weight *= (up_to_upper - up_to_low) / all_ways
            return 1
        s.trace_weight *= above / all_ways
        return 2
    total = sum_of(s, count, sides)
    s.last_face = total
    if total <= low:
        return 0
    return 1 if total <= upper else 2


@kernel
def sum_check(s, count, sides, at_most):
    """The sum of ``count`` dice against a number: whether it came up at or under ``at_most``."""
    return sum_band(s, count, sides, at_most, at_most) == 0


@kernel
def sum_but_lowest(s, count, sides):
    """The sum of ``count`` dice without the lowest of them."""
    if s.dice_mode == COUNT:
        if count < 2:
            pick_class(s, 1)
            return 0
        if not has_room(s, count - 1, sides):
            return count - 1
        total = count - 1 + pick_class(s, (count - 1) * (sides - 1) + 1)
        number = 0.0
        for lowest in range(1, sides + 1):
            for alike in range(1, count + 1):  # dice that show the lowest face; one of them does not count
                others = count - alike
                above = total - (alike - 1) * lowest - others * (lowest + 1)
                number += choose(count, alike) * ways_to(s, others, sides - lowest, above)
        s.trace_weight *= number / power(float(sides), count)
        return total
    total = 0
    lowest = sides
    for _ in range(count):
        face = one_face(s, sides)
        total += face
        lowest = min(lowest, face)
    return total - lowest if count > 0 else 0
