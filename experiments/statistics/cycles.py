"""Fields without a best player: whether there is a cycle, and what to say in place of a ranking.

A payoff matrix has one row and one column for each player; ``payoff[i, j]`` is what i wins against j, and j loses: the share
of the points less one half. It is antisymmetric.

- D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel (2018), Re-evaluating evaluation. NeurIPS 31: ratings hide cycles, and the
  equilibrium of the game "choose a player" does not; who wins nothing in it counts nothing, however many weak players it beats.
- S. Omidshafiei et al. (2019), alpha-Rank: multi-agent evaluation by evolution. Scientific Reports 9; its limit for
  alpha without end: M. Rowland et al. (2019), Multiagent evaluation under incomplete information. NeurIPS 32.
"""

from __future__ import annotations

from collections import deque

import numpy as np

__all__ = ["alpha_rank", "cycle", "nash"]

RARELY = 1e-9  # how often alpha-rank goes over to a player that loses, so that every player is come to
EVEN = 1e-12  # payoffs nearer to 0 count as none


def checked(payoff: np.ndarray) -> np.ndarray:
    """A payoff matrix as float64.

    Raises:
        ValueError: it is not square, not antisymmetric, or holds no numbers.
    """
    found = np.asarray(payoff, np.float64)
    if found.ndim != 2 or found.shape[0] != found.shape[1] or not len(found):
        raise ValueError(f"a payoff matrix of shape {found.shape}: allowed: (n, n), n at least 1")
    if not np.isfinite(found).all() or np.abs(found + found.T).max() > 1e-9:
        raise ValueError("a payoff matrix must be finite and antisymmetric: payoff[i, j] = -payoff[j, i]")
    return found


def nash(payoff: np.ndarray) -> np.ndarray:
    """A mixture of players that no player beats on average: the equilibrium, by linear programming.

    Args:
        payoff: see the module; float64 (n, n).

    Returns:
        shares of the players, adding up to 1; float64 (n,). Where there are several such mixtures, one of them.

    Raises:
        ValueError: it is no payoff matrix.
    """
    from scipy.optimize import linprog

    payoff = checked(payoff)
    n = len(payoff)
    # The greatest v with x @ payoff >= v in every column; it is 0, for the game is fair.
    solved = linprog(
        np.r_[np.zeros(n), -1.0],
        A_ub=np.c_[-payoff.T, np.ones(n)],
        b_ub=np.zeros(n),
        A_eq=np.r_[np.ones(n), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
        method="highs",
    )
    shares = np.maximum(solved.x[:n], 0.0)
    found: np.ndarray = shares / shares.sum()
    return found


def alpha_rank(payoff: np.ndarray) -> np.ndarray:
    """How long each player stays in use, if again and again another player is tried and replaces it when it wins.

    The stationary distribution of the response graph, alpha-rank without limit of alpha: from each player another one is
    tried, all equally likely; it takes over if it wins, half the time if the two are even, and hardly ever if it loses.

    Args:
        payoff: see the module; float64 (n, n).

    Returns:
        shares of the time, adding up to 1; float64 (n,).

    Raises:
        ValueError: not a payoff matrix.
    """
    payoff = checked(payoff)
    n = len(payoff)
    if n == 1:
        return np.ones(1)
    taking_over = np.where(payoff.T > EVEN, 1 - RARELY, np.where(payoff.T < -EVEN, RARELY, 0.5)) / (n - 1)
    np.fill_diagonal(taking_over, 0.0)
    return _stationary(taking_over)


def _stationary(moves: np.ndarray) -> np.ndarray:
    """The stationary distribution of a chain, from its moves between different states: float64 (n,).

    States are taken out one by one, without any subtraction, so that the smallest chances keep all their digits (W. K.
    Grassmann, M. I. Taksar, D. P. Heyman, 1985, Regenerative analysis and steady state distributions for Markov chains).
    """
    left = moves.copy()
    n = len(left)
    for k in range(n - 1, 0, -1):
        left[:k, k] /= left[k, :k].sum()
        left[:k, :k] += left[:k, k, None] * left[k, :k]
    found = np.ones(n)
    for k in range(1, n):
        found[k] = found[:k] @ left[:k, k]
        found[: k + 1] /= found[: k + 1].sum()
    return found


def cycle(beats: np.ndarray) -> list[int]:
    """A shortest cycle of players, each of which beats the next, and the last one the first; empty without a cycle.

    Args:
        beats: bool (n, n), whether the row's player beats the column's.
    """
    best: list[int] = []
    for start in range(len(beats)):
        way: dict[int, int] = {}  # who was beaten by whom, the nearest first
        queue = deque([start])
        while queue and start not in way:
            at = queue.popleft()
            for other in np.flatnonzero(beats[at]).tolist():
                if other not in way:
                    way[other] = at
                    queue.append(other)
        if start in way:
            found = [way[start]]
            while found[-1] != start:
                found.append(way[found[-1]])
            if not best or len(found) < len(best):
                best = found[::-1]
    return best
