"""From games to rating points: what a change is worth, with interval, chance, and the smallest effect the games could show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...statistics import ELO, elo_of
from ...statistics.paired import clusters_of, mean_of, smallest_visible, unit_share
from ..shards import Games

__all__ = ["Judged", "judge_duel", "judge_paired"]


@dataclass(frozen=True)
class Judged:
    """What a change is worth to the side that has it.

    Attributes:
        worth: in rating points (logistic Elo); positive: the side is stronger with it.
        low, high: 95 % confidence interval.
        p: chance of an effect as large if there were no effect, not corrected.
        error: standard error, in rating points where the games were played.
        pairs: that were played.
        clusters: that count.
        otherwise: share of the pairs in which the change made any difference.
    """

    worth: float
    low: float
    high: float
    p: float
    error: float
    pairs: int
    clusters: int
    otherwise: float

    def smallest(self, questions: int = 1) -> float:
        """The effect that would have been found 8 times out of 10, in rating points, among so many questions."""
        return smallest_visible(self.error, self.clusters - 1, questions)

    def turned(self) -> Judged:
        """The same seen from the other side: what it costs to do without."""
        return Judged(-self.worth, -self.high, -self.low, self.p, self.error, self.pairs, self.clusters, self.otherwise)


def rating(share: float, pairs: int) -> float:
    """Rating points for a share of the points; if every game was won or lost, half a pair is added with the opposite
    result.
    """
    least = 0.5 / (pairs + 1)
    return elo_of(min(max(share, least), 1 - least))


def judge_duel(games: Games) -> Judged:
    """What sets ``one`` apart from ``other``, who are the same but for a change, by their games against each other."""
    values = games.points.mean(1)
    clusters = clusters_of(games.rows, games.trace)
    share, mean = unit_share(values, clusters), mean_of(values - 0.5, clusters, reach=0.5)
    pairs = len(values)
    same = (games.points.sum(1) == 1) & (games.rounds[:, 0] == games.rounds[:, 1])
    same &= (games.decisions[:, 0] == games.decisions[:, 1]) & (games.endings[:, 0] == games.endings[:, 1])
    if same.all():
        return Judged(0.0, 0.0, 0.0, 1.0, 0.0, pairs, mean.clusters, 0.0)
    p = mean.p if math.isfinite(mean.p) else 1.0
    slope = ELO / max(share.value * (1 - share.value), 0.01)
    return Judged(
        rating(share.value, pairs), rating(share.low, pairs), rating(share.high, pairs), p, mean.error * slope, pairs,
        mean.clusters, float(1 - same.mean()),
    )  # fmt: skip


def judge_paired(
    here: Sequence[np.ndarray], there: Sequence[np.ndarray], games: Sequence[Games], pairs_of: Games
) -> Judged:
    """What a change is worth by games against others, with it and without it, pair by pair on the same starts and dice.

    Args:
        here, there: points with and without it, float64 (pairs,) each, a part for every way in which it was tried.
        games: with and without it, to find repetitions and pairs that played out differently.
        pairs_of: any of them, for the starts.
    """
    values = np.mean([one - other for one, other in zip(here, there, strict=True)], axis=0)
    base = float(np.mean(there))
    trace = np.concatenate([part.trace for part in games], 1)
    mean = mean_of(values, clusters_of(pairs_of.rows, trace), reach=0.5)
    pairs, width = len(values), trace.shape[1] // len(games)
    same = np.all([trace[:, k * width : (k + 1) * width] == trace[:, :width] for k in range(len(games))], axis=(0, 2))
    if same.all():
        return Judged(0.0, 0.0, 0.0, 1.0, 0.0, pairs, mean.clusters, 0.0)
    start = rating(base, pairs)
    worth, low, high = (
        rating(base + part, pairs) - start if math.isfinite(part) else math.nan
        for part in (mean.value, mean.low, mean.high)
    )
    middle = min(max(base + mean.value / 2, 0.01), 0.99)
    p = mean.p if math.isfinite(mean.p) else 1.0
    error = mean.error * ELO / (middle * (1 - middle))
    return Judged(worth, low, high, p, error, pairs, mean.clusters, float(1 - same.mean()))
