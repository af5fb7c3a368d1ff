"""Games in pairs: the same start and dice from both seats."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..envs.core.ruleset import Ruleset
from ..envs.engine.rollouts import play_games

__all__ = ["Paired", "paired_games", "paired_points"]

SEEDS = 2**40  # where the seeds of judging begin: those of training are below 2**32
MOST_SEED = 2**64 - 1 - SEEDS


class Paired(NamedTuple):
    """Games in pairs.

    Attributes:
        points: of the player, in [0, 1] a pair, a draw half a point; float64 (pairs,).
        draws: share of drawn games in each pair; float64 (pairs,).
    """

    points: np.ndarray
    draws: np.ndarray


def paired_points(ruleset: Ruleset, pool: Any, player: Any, opponent: Any, pairs: int, seed: int) -> np.ndarray:
    """The points of :func:`paired_games`."""
    return paired_games(ruleset, pool, player, opponent, pairs, seed).points


def paired_games(ruleset: Ruleset, pool: Any, player: Any, opponent: Any, pairs: int, seed: int) -> Paired:
    """Play pairs of games.

    Args:
        ruleset: the ruleset of the battles.
        pool: starts, taken in turn.
        player, opponent: as of ``play_games``.
        pairs: the number of pairs.
        seed: seed of the games, counted from ``SEEDS``, above the seeds of training; in 0..``MOST_SEED``.
    """
    options: dict[str, Any] = {"games": pairs, "seed": SEEDS + seed, "rows": np.arange(pairs) % len(pool.states)}
    first = play_games(ruleset, pool, policies=(player, opponent), **options)
    second = play_games(ruleset, pool, policies=(opponent, player), **options)
    drawn = [(games.scores(0) == games.scores(1)).astype(np.float64) for games in (first, second)]
    return Paired((first.scores(0) + second.scores(1)) / 4 + 0.5, (drawn[0] + drawn[1]) / 2)
