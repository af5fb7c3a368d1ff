"""Chances and means of the dice of this book, for the estimates of behaviours."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.dice.kept import chance_below
from ....core.dice.modes import power
from ....core.dice.sums import list_ways, ways_up_to
from ..rules.attacking import least_critical, sure_miss


@kernel
def chance_to_reach(sides, edge, number):
    """Chance that a die with an edge shows at least a number."""
    return 1.0 - chance_below(sides, edge, number)


@kernel
def chance_of_critical(w, edge, number):
    """Chance that an attack die is critical, where so much is needed to hit."""
    return chance_to_reach(int(w.book.attack_die), edge, max(least_critical(w, number), 1))


@kernel
def chance_of_hit(w, edge, number):
    """Chance that an attack die hits, where so much is needed; naturals are counted in."""
    return chance_to_reach(
        int(w.book.attack_die), edge, min(max(number, sure_miss(w, number) + 1), least_critical(w, number))
    )


@kernel
def mean_within(s, dice, sides, base, least, beyond, most):
    """Mean of what some dice and a base come to, no less than ``least``; with what goes beyond that, no more than ``most``."""
    lowest, highest = base + dice, base + dice * sides
    if dice <= 0 or min(max(lowest, least) + beyond, most) == min(max(highest, least) + beyond, most):
        return float(min(max(lowest, least) + beyond, most))
    if (lowest >= least and highest + beyond <= most) or not list_room(s, dice, sides):
        return min(max(base + dice * (sides + 1) / 2.0, float(least)) + beyond, float(most))
    mean = 0.0
    for above in range(highest - lowest + 1):
        mean += s.pool_ways[above] * min(max(lowest + above, least) + beyond, most)
    return mean / power(float(sides), dice)


@kernel
def list_room(s, dice, sides):
    """Count in how many ways some dice add up to each sum, if there is room for all of them. Whether there was."""
    span = dice * (sides - 1)
    return span < len(s.pool_ways) and list_ways(s, dice, sides, span)


@kernel
def chance_of_sum(s, dice, sides, least):
    """Chance that some dice add up to at least a number."""
    if dice <= 0 or least <= dice or least > dice * sides:
        return 1.0 if least <= max(dice, 0) else 0.0
    if dice * (sides - 1) // 2 >= len(s.pool_ways):  # no room to count: by the mean
        return 1.0 if least <= dice * (sides + 1) // 2 else 0.0
    return 1.0 - ways_up_to(s, dice, sides, least - dice - 1) / power(float(sides), dice)
