"""What a sequential test says of the size of a difference: an estimate and an interval that allow for when it stopped.

A test that stops when a player has done well stops more often at a lucky moment than at an unlucky one: the plain share of
the points, and an interval around it, lie too far out. Here the outcomes of the whole test are ordered instead: those
accepted early first, then those accepted later, those undecided, and those rejected later and earlier; within one look by
their LLR. A share is in the interval when, if it were true, neither so extreme an outcome nor one beyond it would be rare
in either direction. The estimate is the share that would be exceeded as often as not.

- A. A. Tsiatis, G. L. Rosner, C. R. Mehta (1984), Exact confidence intervals following a group sequential test.
  Biometrics 40.
- P. Armitage, C. K. McPherson, B. C. Rowe (1969), Repeated significance tests on accumulating data. J. R. Statist. Soc. A
  132: the chances, look by look.

Between two looks the LLR is taken for a normal random walk, whose drift and variance follow from the outcomes seen, weighted
to have the share in question. Where three quarters of the points or more went to one player, the test is over after a few
dozen pairs whatever luck does, and too few were lost to weigh: there, where all pairs came out alike, and where an outcome
never seen says so much that the walk finds no end, Wilson's interval is given as it is.
"""

from __future__ import annotations

import math

import numpy as np

from .shares import share_of_pairs
from .sprt import Sprt, elo_of, expected_share, likeliest, shares_seen

__all__ = ["after_stopping", "chance_beyond"]

CELLS = 200  # parts of the range between the bounds
FARTHEST = 1200.0  # Elo; beyond it a lead counts as without end
PRECISION = 0.01  # Elo
LOPSIDED = 0.75  # share of the points


def _below(x: np.ndarray) -> np.ndarray:
    """The normal distribution function."""
    from scipy.special import ndtr

    found: np.ndarray = ndtr(x)
    return found


def chance_beyond(
    test: Sprt, counts: np.ndarray, looks: np.ndarray, llr: float, share: float, jumps: np.ndarray | None = None
) -> float:
    """How likely a test is to end at least as far up as it did, if this share of the points were expected.

    Args:
        test: with its bounds.
        counts: pairs by outcome at the end; (5,).
        looks: pairs at each look, rising, the last one that at the end; (n,).
        llr: at the end.
        share: expected, between 0 and 1.
        jumps: ``test.jumps`` after these pairs, computed when not given.
    """
    _, seen = shares_seen(counts)
    jumps, chances = test.jumps(seen) if jumps is None else jumps, likeliest(seen, share)
    drift = float((chances * jumps).sum())
    variance = max(float((chances * jumps * jumps).sum()) - drift * drift, 1e-12)
    mirrored = llr <= test.lower  # what is below is counted then, and taken from 1
    edges = np.linspace(test.lower, test.upper, CELLS + 1)
    middles, width = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    moves = (np.arange(-CELLS, CELLS) + 0.5) * width  # edges of the cells, seen from the middle of another
    held, come_from, beyond = np.ones(1), np.zeros(1), 0.0
    for look, size in enumerate(np.diff(looks, prepend=0).tolist()):
        drifted, spread = size * drift, math.sqrt(size * variance)
        is_last = look == len(looks) - 1
        edge = llr if is_last else test.lower if mirrored else test.upper
        under = _below((edge - come_from - drifted) / spread)
        beyond += float(held @ (under if mirrored else 1 - under))
        if look == 0:
            held, come_from = np.diff(_below((edges - drifted) / spread)), middles
        elif not is_last:
            held = np.convolve(held, np.diff(_below((moves - drifted) / spread)))[CELLS - 1 : 2 * CELLS - 1]
    return 1 - beyond if mirrored else beyond


def after_stopping(
    test: Sprt, counts: np.ndarray, looks: np.ndarray, llr: float, level: float = 0.95
) -> tuple[float, float, float]:
    """The lead after a test, in logistic Elo.

    Args:
        test, counts, looks, llr: as of :func:`chance_beyond`.
        level: of the interval.

    Returns:
        estimate (as often too high as too low), low, high; infinite where no lead is too large to be possible, nan without
        pairs.
    """
    if not len(looks) or looks[-1] <= 0:
        return math.nan, -math.inf, math.inf
    plain = share_of_pairs(np.asarray(counts), level)
    low, high = (0.0 if plain.value == 0 else plain.low), (1.0 if plain.value == 1 else plain.high)
    as_it_is = elo_of(plain.value), elo_of(low), elo_of(high)
    if not 1 - LOPSIDED < plain.value < LOPSIDED or np.count_nonzero(counts) == 1:
        return as_it_is

    jumps = test.jumps(shares_seen(counts)[1])

    def lead(chance: float) -> float:
        from scipy.optimize import brentq

        def missing(elo: float) -> float:
            return chance_beyond(test, counts, looks, llr, expected_share(elo), jumps) - chance

        if missing(-FARTHEST) >= 0 or missing(FARTHEST) <= 0:
            return math.copysign(math.inf, -missing(0.0))
        return float(brentq(missing, -FARTHEST, FARTHEST, xtol=PRECISION))

    found = lead(0.5), lead((1 - level) / 2), lead((1 + level) / 2)
    return found if all(map(math.isfinite, found)) else as_it_is
