"""Exact chances of pools by the book's own numbers, worked out once: what estimates look up."""

from __future__ import annotations

import numpy as np

MOST_DICE = 30  # larger pools count as this
MOST_NUMBER = 60  # higher DEFENSES count as this
MOST_SOAK = 30
SURE = 3  # sixes that hit in any case


def distribution(dice: int) -> np.ndarray:
    """Chances of each sum with so many sixes, these capped at three: float64 (sums, 4)."""
    chances = np.zeros((6 * dice + 1, SURE + 1))
    chances[0, 0] = 1.0
    for _ in range(dice):
        after = np.zeros_like(chances)
        for face in range(1, 6):
            after[face:] += chances[:-face] / 6
        sixes = chances[:-6] / 6
        after[6:, 1:] += sixes[:, :-1]
        after[6:, SURE] += sixes[:, SURE]
        chances = after
    return chances


def hit_table() -> np.ndarray:
    """Chance that a pool hits a DEFENSE: float64 (dice, DEFENSE)."""
    table = np.zeros((MOST_DICE + 1, MOST_NUMBER + 1))
    for dice in range(1, MOST_DICE + 1):
        chances = distribution(dice)
        for number in range(MOST_NUMBER + 1):
            table[dice, number] = chances[number:].sum() + chances[:number, SURE].sum()
    return table


def damage_table() -> np.ndarray:
    """Mean damage of dice after SOAK, each six doing a point in any case; of three and more sixes three: float64 (dice, SOAK)."""
    table = np.zeros((MOST_DICE + 1, MOST_SOAK + 1))
    for dice in range(1, MOST_DICE + 1):
        chances = distribution(dice)
        sums, sixes = np.arange(len(chances))[:, None], np.arange(SURE + 1)[None, :]
        for soak in range(MOST_SOAK + 1):
            table[dice, soak] = (chances * np.maximum(sums - soak, sixes)).sum()
    return table


HITS = hit_table()
DAMAGE = damage_table()
