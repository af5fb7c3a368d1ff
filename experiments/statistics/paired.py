"""The same pairs of games played under two rules: means, paired differences, and many questions at once.

Two ways of playing that share starts and dice are compared pair by pair. What chance gives to both cancels; what is left has
an interval from the scatter of the differences. Pairs that are repetitions of each other count once (``clusters.py``).

- S. Holm (1979), A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .clusters import repeated
from .quantiles import student_quantile
from .shares import _share

__all__ = ["Mean", "clusters_of", "difference_of", "holm", "mean_of", "smallest_visible", "unit_share"]

POWER_QUANTILE = 0.8416212335729143  # of the normal distribution, for 8 times out of 10


@dataclass(frozen=True)
class Mean:
    """A mean with its interval.

    Attributes:
        value: nan without observations.
        low, high: interval; nan for a single cluster, which has no scatter.
        error: standard error.
        clusters: independent observations.
        p: chance of a value as far from zero if zero is true; nan if it was not computed.
    """

    value: float
    low: float
    high: float
    error: float
    clusters: int
    p: float = math.nan


def clusters_of(starts: np.ndarray, trace: np.ndarray) -> np.ndarray:
    """Which pairs count as one.

    Args:
        starts: int64 (n,), the start of each pair.
        trace: int64 (n, k), all that is known of how a pair went, under every rule that is compared.

    Returns:
        int64 (n,), the same number for pairs from one start of which all went alike, else a number of its own.
    """
    same = repeated(np.asarray(starts, np.int64), np.asarray(trace, np.int64))
    alone = int(starts.max(initial=0)) + 1 + np.arange(len(starts))
    return np.where(same, starts, alone)


def _sums(values: np.ndarray, clusters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sum and number of the values of every cluster."""
    _, of = np.unique(clusters, return_inverse=True)
    of = of.reshape(-1)
    return np.bincount(of, values), np.bincount(of).astype(np.float64)


def mean_of(values: np.ndarray, clusters: np.ndarray, level: float = 0.95, reach: float = 0.0) -> Mean:
    """A mean with Student's interval from clusters, and the p-value against zero.

    Args:
        values: float64 (n,).
        clusters: int64 (n,), see :func:`clusters_of`.
        level: of the interval.
        reach: for values that cannot lie farther from zero than this: half a cluster at either end is added to the scatter,
            so that equal values are not taken for certainty; the interval does not reach beyond it either.
    """
    values = np.asarray(values, np.float64)
    if not len(values):
        return Mean(math.nan, math.nan, math.nan, math.nan, 0)
    sums, sizes = _sums(values, clusters)
    count, total = len(sums), float(sizes.sum())
    mean = float(values.mean())
    if count < 2:
        return Mean(mean, math.nan, math.nan, math.nan, count)
    squares = float(((sums - sizes * mean) ** 2).sum()) + (total / count * reach) ** 2
    error = math.sqrt(squares * count / (count - 1)) / total
    half = student_quantile(count - 1, level) * error
    low, high = mean - half, mean + half
    if reach:
        low, high = max(low, min(-reach, mean)), min(high, max(reach, mean))
    return Mean(mean, low, high, error, count, _chance(mean, error, count - 1))


def difference_of(
    here: np.ndarray, there: np.ndarray, clusters: np.ndarray, level: float = 0.95, reach: float = 0.0
) -> Mean:
    """The mean of ``here - there``, pair by pair; see :func:`mean_of`."""
    return mean_of(np.asarray(here, np.float64) - np.asarray(there, np.float64), clusters, level, reach)


def unit_share(values: np.ndarray, clusters: np.ndarray, level: float = 0.95) -> Mean:
    """The mean of values in [0, 1] with Wilson's interval for the effective number of clusters; see ``shares.py``."""
    values = np.asarray(values, np.float64)
    sums, sizes = _sums(values, clusters)
    once = np.ones(len(sums), np.int64)
    found = _share(sums, sizes, once, once, level)
    spread = math.sqrt(max(found.value * (1 - found.value), 0.0) / found.effective) if found.effective else math.nan
    return Mean(found.value, found.low, found.high, spread, len(sums))


def _chance(value: float, error: float, freedom: int) -> float:
    """The two-sided chance beyond a value under Student's distribution."""
    from scipy.stats import t

    if error <= 0:  # all alike: a sign test
        return 1.0 if value == 0 else 2.0**-freedom
    return float(2 * t.sf(abs(value) / error, freedom))


def holm(chances: np.ndarray) -> np.ndarray:
    """Chances corrected for how many questions were asked (Holm 1979): one is significant when its own is below alpha.

    Args:
        chances: float64 (n,); nan is no question.

    Returns:
        float64 (n,), nan where it was.
    """
    chances = np.asarray(chances, np.float64)
    found = np.full(chances.shape, math.nan)
    asked = np.flatnonzero(~np.isnan(chances))
    order = asked[np.argsort(chances[asked], kind="stable")]
    steps = (len(order) - np.arange(len(order))) * chances[order]
    found[order] = np.minimum(np.maximum.accumulate(steps), 1.0) if len(order) else steps
    return found


def smallest_visible(error: float, freedom: int, questions: int = 1, alpha: float = 0.05) -> float:
    """The effect that would have been found 8 times out of 10, had it been there.

    Args:
        error: standard error of the estimate.
        freedom: degrees of freedom.
        questions: asked at once; each gets its share of alpha, as in Holm's first step.
        alpha: chance of any false alarm.
    """
    from scipy.stats import t

    if not math.isfinite(error) or freedom < 1:
        return math.nan
    return float((t.isf(alpha / (2 * max(questions, 1)), freedom) + POWER_QUANTILE) * error)
