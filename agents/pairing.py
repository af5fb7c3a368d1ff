"""Games in pairs: the same start and dice from both seats."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..envs.core.ruleset import Ruleset
from ..envs.engine.rollouts import play_games

__all__ = ["paired_points"]

SEEDS = 2**40  # where the seeds of judging begin: those of training are below 2**32


def paired_points(ruleset: Ruleset, pool: Any, player: Any, opponent: Any, pairs: int, seed: int) -> np.ndarray:
    """Points of a player, in [0, 1] a pair: float64 (pairs,), a draw half a point.

    Args:
        ruleset: whose battles.
        pool: starts, taken in turn.
        player, opponent: as of ``play_games``.
        pairs: how many.
        seed: of the games, above those of training.
    """
    options: dict[str, Any] = {"games": pairs, "seed": SEEDS + seed, "rows": np.arange(pairs) % len(pool.states)}
    first = play_games(ruleset, pool, policies=(player, opponent), **options)
    second = play_games(ruleset, pool, policies=(opponent, player), **options)
    points: np.ndarray = (first.scores(0) + second.scores(1)) / 4 + 0.5
    return points
