"""Chance that a pursuit catches: all that a flight and a pursuit may come to, one against the other."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel
from ....core.state import top
from ..rules.bodies import has_trait
from ..vocab import Fate, Frame, Trait
from .falling import D6, SUMS, chances_of_sums


def chances_but_lowest() -> np.ndarray:
    """Chance of each sum of so many D6 without the lowest of them: float64 (dice, sum)."""
    table = np.zeros_like(SUMS)
    table[0, 0] = 1.0
    for lowest in range(1, D6 + 1):
        shown = chances_of_sums(lowest) - chances_of_sums(lowest + 1)
        table[:, :-lowest] += shown[:, lowest:]
    return table


BUT_LOWEST = chances_but_lowest()


@kernel
def chance_of_run(s, who, dice, swiftstride_dice, cells):
    """Chance that a unit flees or pursues just so many cells: some dice, with swiftstride others without the lowest."""
    if has_trait(s, who, int(Trait.SWIFTSTRIDE)):
        return float(BUT_LOWEST[swiftstride_dice, cells])
    return float(SUMS[dice, cells])


@kernel
def chance_to_catch(s, w, who):
    """Chance that a pursuit goes as far as the flight; 0 where the enemy does not flee, or none is left."""
    frame = top(s)
    if frame.kind != Frame.AFTERMATH or s.units[frame.who].fate != Fate.BREAK:
        return 0.0
    caught, fled = 0.0, 0.0
    for cells in range(SUMS.shape[1]):
        fled += chance_of_run(s, int(frame.who), int(w.book.flee_dice), int(w.book.flee_swiftstride_dice), cells)
        caught += fled * chance_of_run(s, who, int(w.book.pursue_dice), int(w.book.swiftstride_pursue_dice), cells)
    return min(caught, 1.0)
