"""Is one player stronger than another? A sequential test over pairs of games that stops as soon as it knows.

Two hypotheses about the share of the points that the one player can expect, given in logistic Elo,
``share = 1 / (1 + 10^(-elo / 400))``: at most that of ``elo0`` (H0), or at least that of ``elo1`` (H1). After every look the
logarithm of the likelihood ratio (LLR) of the two is compared with two bounds; outside them the test is over:

- A. Wald (1945), Sequential tests of statistical hypotheses. Ann. Math. Statist. 16.

A pair of games has one of five outcomes, 0, 1/2, 1, 3/2 or 2 points. Their chances are not known, so both likelihoods are
the greatest that any chances with the hypothesis' expected share can reach, which makes it a generalised test:

- X. Li, J. Liu, Z. Ying (2014), Generalized sequential probability ratio test for separate families of hypotheses.
  Sequential Analysis 33.
- M. Van den Bergh, Comments on the MLE of a multinomial distribution (Fishtest), proposition 1.1: the chances are
  p_i / (1 + x (a_i - s)), with p_i the observed shares of outcomes a_i, s the expected share, and x such that
  the mean of a_i - s over these chances is 0.

Chess engines are tested so (Fishtest, cutechess, fastchess), and their LLRs are those of this module.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

__all__ = ["OUTCOMES", "PAIR_POINTS", "Sprt", "elo_of", "expected_share", "likeliest"]

OUTCOMES = 5
PAIR_POINTS = np.arange(OUTCOMES) / 2  # points of a pair
SHARES = np.arange(OUTCOMES) / (OUTCOMES - 1)  # share of a pair's points
NEVER_SEEN = 1e-3  # pairs that an outcome is given which was never seen, as Fishtest does
CLOSE, STEPS = 1e-12, 100


def expected_share(elo: float) -> float:
    """The share of the points that a lead in logistic Elo stands for, a draw half a point: 0 is one half, 400 is 10/11."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """The lead in logistic Elo that a share of the points stands for; infinite for 0 and 1."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def shares_seen(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs in all, float64 (...,), and shares of the outcomes, float64 (..., 5), none of them 0."""
    counts = np.where(np.asarray(counts) == 0, NEVER_SEEN, counts).astype(np.float64)
    total = counts.sum(-1)
    return total, counts / total[..., None]


def likeliest(seen: np.ndarray, share: float) -> np.ndarray:
    """The chances of the outcomes that explain what was seen best among all with this expected share.

    Args:
        seen: shares of the outcomes, none of them 0; float64 (..., 5).
        share: expected, between 0 and 1.

    Returns:
        float64 (..., 5).
    """
    away = SHARES - share
    low, high = np.full(seen.shape[:-1], -1 / away[-1]), np.full(seen.shape[:-1], -1 / away[0])
    x = np.zeros(seen.shape[:-1])
    for _ in range(STEPS):  # the root of a falling function between two poles: Newton's steps, halved where they leave
        parts = away / (1 + x[..., None] * away)
        value = (seen * parts).sum(-1)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        step = x + value / (seen * parts * parts).sum(-1)
        following = np.where((step > low) & (step < high), step, (low + high) / 2)
        moved = (np.abs(following - x) / (1 + np.abs(x))).max(initial=0.0)
        x = following
        if moved < CLOSE:
            break
    found: np.ndarray = seen / (1 + x[..., None] * away)
    return found


@dataclass(frozen=True)
class Sprt:
    """A test of ``elo0`` against ``elo1``.

    Attributes:
        elo0: lead in logistic Elo of H0: a player with this lead or less is accepted with a chance of at most ``alpha``.
        elo1: lead of H1: a player with this lead or more is rejected with a chance of at most ``beta``.
        alpha, beta: these chances.

    Raises:
        ValueError: elo1 is not above elo0, or alpha or beta is not between 0 and one half.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and -2000 <= self.elo0 < self.elo1 <= 2000):
            raise ValueError(f"elo0 {self.elo0:g}, elo1 {self.elo1:g}: allowed: -2000 <= elo0 < elo1 <= 2000")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise ValueError(f"{name} {chance:g}: allowed: between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def jumps(self, seen: np.ndarray) -> np.ndarray:
        """What a pair with each of the outcomes adds to the LLR, after what was seen: float64 (..., 5)."""
        found: np.ndarray = np.log(likeliest(seen, expected_share(self.elo1))) - np.log(
            likeliest(seen, expected_share(self.elo0))
        )
        return found

    def llr(self, counts: np.ndarray) -> np.ndarray:
        """The LLR of outcomes.

        Args:
            counts: pairs with 0, 1/2, 1, 3/2 and 2 points; (..., 5).

        Returns:
            float64 (...,); 0 where nothing was played.
        """
        counts = np.asarray(counts)
        total, seen = shares_seen(counts)
        found: np.ndarray = np.where(counts.sum(-1) > 0, total * (seen * self.jumps(seen)).sum(-1), 0.0)
        return found

    def expected_pairs(self, variance: float = 0.125) -> tuple[float, float]:
        """About how many pairs it takes: where the lead is elo0 or elo1, and half-way, where it takes longest.

        After Wald, without what is played beyond a bound.

        Args:
            variance: of a pair's share of points; one eighth for equals whose two games do not depend on each other.
        """
        gap = (expected_share(self.elo1) - expected_share(self.elo0)) ** 2
        at_one = (1 - self.beta) * self.upper + self.beta * self.lower
        at_zero = -self.alpha * self.upper - (1 - self.alpha) * self.lower
        return 2 * variance / gap * max(at_one, at_zero), -variance / gap * self.upper * self.lower
