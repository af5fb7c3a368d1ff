"""Exact chances of pools, worked out once: what estimates look up."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel

MOST_DICE = 25  # larger pools count as this
MOST_NUMBER = 6 * MOST_DICE + 1  # no pool reaches more


def distribution(dice: int) -> np.ndarray:
    """Chances of each sum with so many sixes: float64 (sums, sixes)."""
    chances = np.zeros((6 * dice + 1, dice + 1))
    chances[0, 0] = 1.0
    for _ in range(dice):
        after = np.zeros_like(chances)
        for face in range(1, 6):
            after[face:] += chances[:-face] / 6
        after[6:, 1:] += chances[:-6, :-1] / 6
        chances = after
    return chances


def reach_table() -> np.ndarray:
    """Chance that a pool reaches a number and shows a number of sixes or more: float64 (dice, number, sixes)."""
    table = np.zeros((MOST_DICE + 1, MOST_NUMBER + 1, MOST_DICE + 2))
    for dice in range(1, MOST_DICE + 1):
        chances = distribution(dice)
        reached = chances[::-1, ::-1].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
        table[dice, : len(reached), : dice + 1] = reached
    return table


REACH = reach_table()
assert REACH.nbytes <= 1_000_000, "numba refers to a larger table by its address, which no later process can load"


@kernel
def chance_of_both(dice, number, sixes):
    """Chance that a pool comes to a number and shows so many sixes; no dice come to nothing."""
    return float(
        REACH[min(max(dice, 0), MOST_DICE), min(max(number, 0), MOST_NUMBER), min(max(sixes, 0), MOST_DICE + 1)]
    )


@kernel
def chance_of_either(dice, number, sixes):
    """Chance that a pool reaches a number or shows a number of sixes."""
    return chance_of_both(dice, number, 0) + chance_of_both(dice, 0, sixes) - chance_of_both(dice, number, sixes)


@kernel
def chance_to_exceed(dice, against, edge):
    """Chance that a pool comes to more than another, less an edge; no dice come to nothing."""
    if dice <= 0:
        return 1.0 if against <= 0 and edge > 0 else 0.0
    chance = 0.0
    for total in range(dice, 6 * min(dice, MOST_DICE) + 1):
        shown = chance_of_both(dice, total, 0) - chance_of_both(dice, total + 1, 0)
        chance += shown * (1.0 - chance_of_both(against, total + edge, 0))
    return chance
