"""Games whose outcomes follow a known rule, for questions about rules: no kernel is needed."""

from __future__ import annotations

import zlib

import numpy as np

from tactica.experiments.laboratory.shards import Games

SCALE = 1_000_000  # rounds are whole numbers: so many stand for one


def games_of(score, rounds, *, measure=None, shard=0) -> Games:
    """Games of pairs with these shares of the points, in [0, 1], and these lengths, times ``SCALE``."""
    score, rounds = np.asarray(score, np.float64), np.asarray(rounds, np.float64)
    pairs = len(score)
    points = np.stack([np.round(score * 2) / 2, np.round(score * 2) / 2], 1)
    lengths = np.round(rounds * SCALE).astype(np.int64)
    return Games(
        points, np.stack([lengths, lengths], 1), np.ones((pairs, 2), np.int64), np.ones((pairs, 2), np.int64),
        np.arange(pairs), np.full(pairs, shard), [measure or ({}, {})],
    )  # fmt: skip


def dice_of(shard, purpose: str = "") -> np.random.Generator:
    """Dice that are the same for the same stream and pairs, whatever the rules and players."""
    what = f"{shard.stream.seed} {shard.stream.start_seed} {shard.first} {shard.pairs} {purpose}"
    return np.random.default_rng(zlib.crc32(what.encode()))
