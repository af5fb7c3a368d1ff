"""Shares of points with intervals that respect the pairs.

A share of points is a proportion from clusters of games. Its variance is estimated from the clusters, turned into an
effective number of independent games, and Wilson's interval is drawn for that number, with Student's t for the number
of clusters. This is the usual treatment of proportions from cluster samples:

- E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference. J. Amer. Statist. Assoc. 22.
- E. L. Korn, B. I. Graubard (1998), Confidence intervals for proportions with small expected number of positive counts
  estimated from survey data. Survey Methodology 24.
- C. Franco, R. J. A. Little, T. A. Louis, E. V. Slud (2019), Comparative study of confidence intervals for proportions
  in complex sample surveys. J. Survey Statist. Methodol. 7.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .clusters import POINTS, Clusters
from .quantiles import student_quantile

__all__ = ["Share", "first_seat", "pair_correlation", "share_of", "share_of_pairs", "wilson_interval"]


@dataclass(frozen=True)
class Share:
    """A share of points.

    Attributes:
        value: points per game, in [0, 1]; nan without games.
        low, high: interval.
        games, unique, clusters: what it rests on.
        effective: independent games that would give an interval as wide.
    """

    value: float
    low: float
    high: float
    games: int
    unique: int
    clusters: int
    effective: float


def wilson_interval(share: float, trials: float, z: float) -> tuple[float, float]:
    """Wilson's interval for a share of so many trials, which need not be a whole number: (low, high)."""
    if trials <= 0 or not math.isfinite(z):
        return 0.0, 1.0
    middle = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def _share(points: np.ndarray, games: np.ndarray, times: np.ndarray, unique: np.ndarray, level: float = 0.95) -> Share:
    """A share from the points and games of clusters.

    So that clusters which all ended alike are not taken for certainty, the variance is estimated with half a cluster
    of nothing but wins and half a cluster of nothing but losses added. With no other information than c clusters won,
    the interval is then that of c independent wins.
    """
    total, clusters = float((times * games).sum()), int(times.sum())
    if clusters == 0:
        return Share(math.nan, 0.0, 1.0, 0, 0, 0, 0.0)
    won = float((times * points).sum())
    size = total / clusters
    centre = (won + size / 2) / (total + size)
    squares = float((times * (points - games * centre) ** 2).sum())
    squares += size * size / 2 * (centre**2 + (1 - centre) ** 2)
    effective = centre * (1 - centre) * total * total / squares
    low, high = wilson_interval(won / total, effective, student_quantile(clusters - 1, level))
    if clusters == 1:
        low, high = 0.0, 1.0
    distinct = int((times * unique).sum())
    return Share(won / total, low, high, int(total), distinct, clusters, effective)


def share_of(clusters: Clusters, level: float = 0.95) -> Share:
    """Share of the points ``one`` won: turn the clusters with ``seen_by`` or ``between`` first."""
    return _share(clusters.points, clusters.games, clusters.times, clusters.unique, level)


def first_seat(clusters: Clusters, level: float = 0.95) -> Share:
    """Share of the points that went to the first seat. Every player sat there as often as opposite: one half is fair."""
    points = clusters.first @ POINTS + clusters.second @ (1 - POINTS)
    return _share(points, clusters.games, clusters.times, clusters.unique, level)


def share_of_pairs(counts: np.ndarray, level: float = 0.95) -> Share:
    """Share of the points, from how many pairs had 0, 1/2, 1, 3/2 and 2 points, each for itself: int64 (5,)."""
    points = np.arange(len(counts)) / 2
    two = np.full(len(counts), 2, np.int64)
    return _share(points, two, np.asarray(counts, np.int64), two, level)


def pair_correlation(clusters: Clusters) -> float:
    """Correlation of one player's points in the two games of a pair, within each pairing and scenario.

    Near -1 the start or the seat decides, near +1 the players do whatever the seat, near 0 the dice do. nan when
    nothing varies.
    """
    key = np.stack([clusters.one, clusters.other, clusters.scenario], 1)
    groups, of = np.unique(key, axis=0, return_inverse=True)
    tables = np.zeros((len(groups), 3, 3))
    np.add.at(tables, of.reshape(-1), clusters.times[:, None, None] * clusters.table)
    pairs = tables.sum((1, 2))
    first, second = tables.sum(2), tables.sum(1)
    safe = np.maximum(pairs, 1)
    mean_first, mean_second = first @ POINTS / safe, second @ POINTS / safe
    both = np.einsum("gij,i,j->g", tables, POINTS, POINTS) - pairs * mean_first * mean_second
    spread_first = first @ POINTS**2 - pairs * mean_first**2
    spread_second = second @ POINTS**2 - pairs * mean_second**2
    scale = math.sqrt(max(spread_first.sum(), 0.0) * max(spread_second.sum(), 0.0))
    return float(both.sum() / scale) if scale > 1e-12 else math.nan
