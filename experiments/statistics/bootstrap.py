"""Shares of points of several agents against several opponents: interquartile mean, and a stratified bootstrap.

- R. Agarwal, M. Schwarzer, P. S. Castro, A. Courville, M. G. Bellemare (2021), Deep reinforcement learning at the edge of the
  statistical precipice. NeurIPS 34.

There, runs on different tasks are independent and are drawn for each task. Here an agent meets all opponents, so agents are drawn
as a whole, and then the pairs of games of each agent with each opponent in each scenario. So that pairs which all ended alike are
not taken for certainty, half a pair won and half a pair lost are added to each before drawing; the interval is centred on the
estimate from the pairs as they were played.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .sprt import OUTCOMES

__all__ = ["REPEATS", "bootstrap", "iqm", "mean_score", "scores_of"]

REPEATS = 2000  # of a bootstrap
TRIMMED = 0.25  # of the scores, at either end
SMOOTHING = np.array([0.5, 0, 0, 0, 0.5])  # pairs by points, added to those that were played
POINTS = np.arange(OUTCOMES) / (OUTCOMES - 1)


def iqm(scores: np.ndarray) -> np.ndarray:
    """Interquartile mean: the mean of the middle half of the scores.

    Args:
        scores: float64 (..., agents, opponents).

    Returns:
        float64 (...).
    """
    flat = np.sort(scores.reshape(*scores.shape[:-2], -1), axis=-1)
    cut = int(TRIMMED * flat.shape[-1])
    found: np.ndarray = flat[..., cut : flat.shape[-1] - cut].mean(-1)
    return found


def mean_score(scores: np.ndarray) -> np.ndarray:
    """The mean of all scores: (..., agents, opponents) -> (...)."""
    found: np.ndarray = scores.mean((-2, -1))
    return found


def scores_of(counts: np.ndarray) -> np.ndarray:
    """Shares of points, every scenario equally: counts (..., opponents, scenarios, 5) -> float64 (..., opponents)."""
    found: np.ndarray = ((counts @ POINTS) / counts.sum(-1)).mean(-1)
    return found


def bootstrap(
    counts: np.ndarray,
    statistic: Callable[[np.ndarray], np.ndarray] = iqm,
    *,
    level: float = 0.95,
    repeats: int = REPEATS,
    seed: int = 0,
) -> tuple[float, float]:
    """Interval of a statistic of scores, between 0 and 1. With one agent it holds for that agent alone, over its games.

    Args:
        counts: pairs of games with 0, 1/2, 1, 3/2 and 2 points; int64 (agents, opponents, scenarios, 5).
        statistic: scores (..., agents, opponents) -> (...).
        level: of the interval.
        repeats, seed: of the bootstrap.
    """
    rng = np.random.default_rng(seed)
    agents = rng.integers(len(counts), size=(repeats, len(counts)))
    games = counts.sum(-1)
    shares = (counts + SMOOTHING) / (games[..., None] + SMOOTHING.sum())
    drawn = np.stack([scores_of(rng.multinomial(games[chosen], shares[chosen])) for chosen in agents])
    tail = (1 - level) / 2
    found = statistic(drawn)
    low, high = np.quantile(found, [tail, 1 - tail]) - found.mean() + statistic(scores_of(counts))
    return float(max(low, 0.0)), float(min(high, 1.0))
