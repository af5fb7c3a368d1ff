"""Dice of which only the highest count."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.dice import hits, keep_extreme, sum_but_lowest, sum_of

D6 = 6


@kernel
def sum_of_highest(s, dice, keep):
    """The sum of the highest of some D6."""
    if keep >= dice:
        return sum_of(s, dice, D6)
    if keep == 1:
        return keep_extreme(s, dice, D6, True)
    if keep == dice - 1:
        return sum_but_lowest(s, dice, D6)
    total = 0
    for face in range(D6, 0, -1):  # of those that show no more than a face, how many show it
        shown = hits(s, dice, face, face)
        total += face * min(shown, keep)
        dice -= shown
        keep -= min(shown, keep)
    return total
