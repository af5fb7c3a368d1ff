"""Sobol indices: which part of the variance of an outcome each of a few knobs explains, chance set aside.

Every point of the sample is played twice, on dice of its own each time. What the two disagree about is noise; its part of the
variance is taken out of the indices, which are of the outcome that infinitely many games would show.

- A. Saltelli and others (2010), Variance based sensitivity analysis of model output. Computer Physics Communications 181.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..shards import Games, Played, Player, Shard, Stream
from .effects import problem_of, rules_of
from .outcomes import Outcome, of_pairs
from .settings import fresh
from .variations import Opener, Variation

__all__ = ["Indices", "indices_of", "sobol", "without_noise"]

LEAST_SIGNAL = 0.1  # of the variance, below which indices are not shown


@dataclass(frozen=True)
class Indices:
    """Indices; arrays have a row for each knob and a column for each outcome, float64, nan where noise leaves too little.

    Attributes:
        addresses: of the knobs.
        first, first_half: part of the variance a knob explains by itself, and half a 95 % interval.
        total, total_half: likewise, including its interactions with others.
        noise: part of the variance that chance made, taken out; float64 (outcomes,).
        points, refused: of the sample; and those that a rulebook refused, played as the book.
    """

    addresses: list[str]
    first: np.ndarray
    first_half: np.ndarray
    total: np.ndarray
    total_half: np.ndarray
    noise: np.ndarray
    points: int
    refused: int


def sobol(
    variations: Sequence[Variation],
    stream: Stream,
    players: Sequence[Player],
    outcomes: Sequence[Outcome],
    samples: int,
    pairs: int,
    play: Played,
    opener: Opener,
) -> Indices:
    """Play a sample of the values of some knobs, twice, and take their indices.

    Args:
        variations: of the knobs.
        stream, players, outcomes: what is played and looked at.
        samples: base samples, a power of two.
        pairs: of games at each point, each time.
        play: plays shards.
        opener: says which points are refused.
    """
    from SALib.sample import sobol as sampling

    points = sampling.sample(problem_of(variations), samples, calc_second_order=False, seed=stream.seed % 2**31)
    rules = [rules_of(variations, point) for point in points]
    refused = [bool(opener.refusal(one)) for one in rules]
    shards = [
        Shard(fresh(stream, "sobol", turn), players[0], players[1], k * pairs, pairs, {} if no else one)
        for turn in (0, 1)
        for k, (one, no) in enumerate(zip(rules, refused, strict=True))
    ]
    return indices_of(variations, play(shards), outcomes, sum(refused))


def indices_of(
    variations: Sequence[Variation], games: Sequence[Games], outcomes: Sequence[Outcome], refused: int = 0
) -> Indices:
    """The indices that the games of a sample show, played twice behind each other."""
    points = len(games) // 2
    shape = (len(variations), len(outcomes))
    names = ("first", "first_half", "total", "total_half")
    parts = {name: np.full(shape, np.nan) for name in names}
    noise = np.ones(len(outcomes))
    for k, outcome in enumerate(outcomes):
        means = np.array([of_pairs(one)[outcome.key].mean() for one in games]).reshape(2, points)
        columns, noise[k] = without_noise(variations, means[0], means[1])
        for name, column in zip(names, columns, strict=True):
            parts[name][:, k] = column
    addresses = [variation.address for variation in variations]
    return Indices(addresses, **parts, noise=noise, points=points, refused=refused)


def without_noise(
    variations: Sequence[Variation], once: np.ndarray, again: np.ndarray
) -> tuple[list[np.ndarray], float]:
    """First and total indices with half intervals, of what two plays of a sample have in common; and the part of noise.

    Independent noise adds its variance to that of the outcome, and as much to the numerator of a total index, but nothing to
    that of a first one.
    """
    from SALib.analyze import sobol as analysing

    mean = (once + again) / 2
    whole, chance = float(mean.var()), float((once - again).var()) / 4
    noise = min(chance / whole, 1.0) if whole > 0 else 1.0
    signal = 1 - noise
    if signal < LEAST_SIGNAL:
        return [np.full(len(variations), np.nan)] * 4, noise
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        told = analysing.analyze(problem_of(variations), mean, calc_second_order=False, seed=1)  # 0 would be none
    first, total = np.asarray(told["S1"], np.float64), np.asarray(told["ST"], np.float64)
    halves = [np.asarray(told[name], np.float64) / signal for name in ("S1_conf", "ST_conf")]
    return [first / signal, halves[0], (total - noise) / signal, halves[1]], noise
