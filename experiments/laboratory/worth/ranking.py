"""The best of the shipped behaviours in a scenario, by a quick ranking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ....envs.engine.behaviours import shipped
from ..knobs.settings import fresh
from ..shards import Player, Shard, Stream, play

__all__ = ["best_of"]

ROUNDS = ((4, 6), (8, 24))  # opponents each meets, and pairs against each, twice: all, then the better third


def best_of(stream: Stream, rules: Mapping[str, Any] | None = None) -> str:
    """The name of the shipped behaviour that scores most against others, in two rounds on starts and dice of their own."""
    names = list(shipped())
    for turn, (opponents, pairs) in enumerate(ROUNDS):
        here = fresh(stream, "worth", "ranking", turn)
        points = np.zeros(len(names))
        met = np.zeros(len(names))
        for i, name in enumerate(names):
            for step in range(1, min(opponents, len(names) - 1) // 2 + 1):
                j = (i + step) % len(names)
                games = play(Shard(here, Player.of(name), Player.of(names[j]), 0, pairs, dict(rules or {})))
                points[i] += games.points.sum()
                points[j] += (1 - games.points).sum()
                met[[i, j]] += games.points.size
        order = np.argsort(-points / np.maximum(met, 1), kind="stable")
        names = [names[i] for i in order[: max(len(names) // 3, 1)]]
    return names[0]
