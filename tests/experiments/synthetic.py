"""Players of known strength who play by the model, with pairs whose two games depend on each other."""

from __future__ import annotations

import numpy as np

from tactica.experiments.statistics import ELO, Clusters, cluster_pairs


def chances(d, draw):
    """Chances that the first seat wins, draws and loses."""
    up, down = np.exp(d / 2), np.exp(-d / 2)
    return np.stack([up, draw * np.ones_like(up), down], -1) / (up + down + draw)[..., None]


def drawn_from(p, luck):
    """0 won, 1 drawn, 2 lost, by where the luck falls."""
    return (luck > p[:, 0]).astype(np.int64) + (luck > p[:, 0] + p[:, 1])


def tournament(rng, elo, side, draw, pairs, dependence=0.0) -> Clusters:
    """All against all in every scenario.

    Args:
        rng: generator.
        elo: strengths.
        side, draw: what the first seat is worth (points) and the draw term, by scenario.
        pairs: of each pairing in each scenario.
        dependence: share of the pairs whose second game has the luck of the first: the same player's when positive,
            the same seat's when negative.
    """
    columns = []
    for i in range(len(elo)):
        for j in range(i + 1, len(elo)):
            for s in range(len(side)):
                d = (elo[i] - elo[j]) / ELO
                one = chances(np.full(pairs, d + side[s] / ELO), draw[s])
                two = chances(np.full(pairs, d - side[s] / ELO), draw[s])  # still seen by i
                luck = rng.random(pairs)
                again = rng.random(pairs)
                bound = rng.random(pairs) < abs(dependence)
                again[bound] = luck[bound] if dependence > 0 else 1 - luck[bound]
                who = np.ones(pairs, np.int64)
                columns.append(
                    (who * i, who * j, who * s, np.arange(pairs), drawn_from(one, luck), drawn_from(two, again))
                )
    parts = [np.concatenate(part) for part in zip(*columns, strict=True)]
    return cluster_pairs(*parts, np.zeros((len(parts[0]), 2), np.bool_))
