"""Cyclic fields, in which no order of the players is right: reported when the games show it significantly, with Nash
mixture and alpha-rank.

A pairing is won **significantly** when its interval lies on one side of one half at a level so high that in all pairings
together no more than one field in twenty would show any such interval without reason (Bonferroni). A field is **cyclic**
when the significantly won pairings contain a cycle: then no ratings can say who beats whom. So a field that can be put in
order is called cyclic with a chance of at most one in forty: the weaker player would have to win one of its pairings
significantly.

The Nash mixture is that of the shares of the points; alpha-rank goes by who beats whom, and pairings without a significant
winner count as even in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..statistics import Clusters, alpha_rank, cycle, nash, share_of

__all__ = ["Cyclic", "cyclic_of"]

LEVEL = 0.95  # of all intervals together


@dataclass(frozen=True)
class Cyclic:
    """Numbers shown beside the ratings of a cyclic field.

    Attributes:
        cycle: players, each of which beats the next significantly, and the last one the first.
        shares: of the points, of each of these against the next.
        nash: share of each player in a mixture that no player beats on average; float64 (players,).
        alpha_rank: share of the time each player is in use when it is replaced again and again by one that beats it;
            float64 (players,).
    """

    cycle: list[int]
    shares: list[float]
    nash: np.ndarray
    alpha_rank: np.ndarray

    def sentence(self, names: Sequence[str]) -> str:
        """The cycle in words."""
        others = self.cycle[1:] + self.cycle[:1]
        return ", ".join(
            f"{names[one]} beats {names[other]} ({share:.0%})"
            for one, other, share in zip(self.cycle, others, self.shares, strict=True)
        )


def cyclic_of(mine: Sequence[Clusters]) -> Cyclic | None:
    """What is to be said of a field that is cyclic; None where the games do not show that it is.

    Args:
        mine: for each player, what it played, seen by it.
    """
    n = len(mine)
    level = 1 - (1 - LEVEL) / max(n * (n - 1) // 2, 1)
    payoff, beats = np.zeros((n, n)), np.zeros((n, n), np.bool_)
    for one in range(n):
        for other in range(one + 1, n):
            share = share_of(mine[one].chosen_by_other(other), level)
            if share.games:
                payoff[one, other] = share.value - 0.5
                beats[one, other], beats[other, one] = share.low > 0.5, share.high < 0.5
    payoff -= payoff.T
    found = cycle(beats)
    if not found:
        return None
    shares = [float(payoff[one, other] + 0.5) for one, other in zip(found, found[1:] + found[:1], strict=True)]
    return Cyclic(found, shares, nash(payoff), alpha_rank(beats.astype(np.float64) - beats.T))
