"""Exact chances of dice challenges, computed once: tables for estimates and the neutral choices."""

from __future__ import annotations

from math import comb

import numpy as np

from ....core.compiler import kernel

MOST = 12  # consistencies further from 0 count as this
SIDES = 10  # of the dice beside the six-sided one
LEAST = 1 - MOST  # natural result of nothing but ones
ABOVE = 10 + MOST  # more than any natural result
ANY = 7  # more than the six-sided die can show


def distribution(consistency: int) -> np.ndarray:
    """The chances of all natural results of a consistency, from LEAST on, by the face of the D6: float64 (results, 6)."""
    chances = np.zeros((ABOVE - LEAST + 1, 6))
    count = abs(consistency)
    for six in range(1, 7):
        found = chances[:, six - 1]
        if consistency == 0:
            found[six - LEAST] += 1 / 6
        elif consistency > 0:
            for best in range(1, SIDES):
                share = (best / SIDES) ** count - ((best - 1) / SIDES) ** count
                found[max(six, best) - LEAST] += share / 6
            for tens in range(1, count + 1):
                found[SIDES - 1 + tens - LEAST] += extremes(count, tens) / 6
        else:
            for worst in range(2, SIDES + 1):
                share = ((SIDES + 1 - worst) / SIDES) ** count - ((SIDES - worst) / SIDES) ** count
                found[min(six, worst) - LEAST] += share / 6
            for ones in range(1, count + 1):
                found[2 - ones - (six == 1) - LEAST] += extremes(count, ones) / 6
    return chances


def extremes(count: int, wanted: int) -> float:
    """The chance that of so many ten-sided dice exactly some show one given face."""
    return comb(count, wanted) * (1 / SIDES) ** wanted * (1 - 1 / SIDES) ** (count - wanted)


def tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each consistency and natural result: the chance to reach it, the mean of what reaches it, else 0, and the chance to
    reach it with a six-sided die below 1, 2 ... 7.
    """
    each = np.stack([distribution(consistency) for consistency in range(-MOST, MOST + 1)])
    chances = each.sum(axis=2)
    naturals = np.arange(LEAST, ABOVE + 1)
    reached = np.cumsum(chances[:, ::-1], axis=1)[:, ::-1]
    means = np.cumsum((chances * naturals)[:, ::-1], axis=1)[:, ::-1]
    below = np.zeros((*chances.shape, ANY + 1))
    below[:, :, 2:] = np.cumsum(np.cumsum(each[:, ::-1], axis=1)[:, ::-1], axis=2)
    return np.ascontiguousarray(reached), np.ascontiguousarray(means), np.ascontiguousarray(below)


REACHED, MEANS, BELOW = tables()


@kernel
def chance_of(consistency, natural):
    """Chance of a natural result or more."""
    return float(REACHED[min(max(consistency, -MOST), MOST) + MOST, min(max(natural, LEAST), ABOVE) - LEAST])


@kernel
def chance_below(consistency, natural, below):
    """Chance of a natural result or more with a six-sided die that shows less than a face; ANY whatever it shows."""
    row, column = min(max(consistency, -MOST), MOST) + MOST, min(max(natural, LEAST), ABOVE) - LEAST
    return float(BELOW[row, column, min(max(below, 1), ANY)])


@kernel
def mean_valid(consistency, potential, fatigue):
    """Mean of a total where a natural result below fatigue counts as nothing."""
    row, column = min(max(consistency, -MOST), MOST) + MOST, min(max(fatigue, LEAST), ABOVE) - LEAST
    return float(MEANS[row, column]) + potential * float(REACHED[row, column])
