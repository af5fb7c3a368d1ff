"""What is looked at in games: for every pair, or for every shard where it is counted by shard; and how it differs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ....envs import rulesets
from ....envs.core.state import FORFEIT, STALLED
from ....envs.render.words import tone_of
from ...statistics import Mean, clusters_of, difference_of, mean_of, unit_share
from ..shards import Games

__all__ = [
    "EVERYWHERE",
    "Outcome",
    "changed",
    "compared",
    "fates",
    "of_pairs",
    "outcomes_of",
    "sizes",
    "taken",
]

FALLS = "down"  # the tone of an event that takes a unit out of the fight


@dataclass(frozen=True)
class Outcome:
    """Something that is looked at.

    Attributes:
        key: ``score``, or ``deaths: guardian``.
        name: without the player.
        player: 0 or 1 whose it is; -1 both.
        meaning: in a few words.
        is_share: lies between 0 and 1.
        is_main: stands in the first row of a page: score, lengths, casualties.
    """

    key: str
    name: str
    player: int
    meaning: str
    is_share: bool = False
    is_main: bool = True


def of_pairs(games: Games) -> dict[str, np.ndarray]:
    """What is known of every pair: key -> float64 (n,)."""
    points = games.points
    return {
        "score": points.mean(1),
        "first seat": (points[:, 0] + 1 - points[:, 1]) / 2,
        "draws": (points == 0.5).mean(1),
        "rounds": games.rounds.mean(1),
        "decisions": games.decisions.mean(1),
    }


#: What is looked at whatever the rulebook.
EVERYWHERE = ("score", "rounds", "draws", "first seat", "decisions", "distance kept")


def outcomes_of(slug: str, names: Sequence[str], games: Games) -> list[Outcome]:
    """Everything that can be looked at in these games, the most important first."""
    one = names[0]
    found = [
        Outcome("score", "score", -1, f"{one}'s share of the points; a draw is half a point", True),
        Outcome("rounds", "rounds", -1, "rounds per game"),
        Outcome("draws", "draws", -1, "share of the games that were drawn", True),
        Outcome("first seat", "first seat", -1, "the first seat's share of the points; 50 % is fair", True),
        Outcome("decisions", "decisions", -1, "decisions with two or more legal answers per game", False, False),
    ]
    ruleset = rulesets.get(slug)
    events = ruleset.book.vocab.events
    falls = {int(event) for event in events if tone_of(ruleset, event.name) == FALLS}
    measures = {measure.name: measure for measure in ruleset.book.tactics.measures}
    counted = list(dict.fromkeys(name for both in games.measures for side in both for name in side))
    for name in sorted(counted, key=lambda name: not _falls(measures.get(name), falls)):
        measure = measures.get(name)
        meaning = measure.meaning if measure else "cells to the nearest enemy when one of its units decides"
        for player, who in enumerate(names):
            found.append(Outcome(f"{name}: {who}", name, player, meaning, False, _falls(measure, falls)))
    return found


def _falls(measure: object, falls: set[int]) -> bool:
    """Whether a measure counts casualties: only events that take a unit out of the fight."""
    kinds = {int(kind) for kind in getattr(measure, "kinds", ())}
    return bool(kinds) and kinds <= falls


def changed(here: Games, there: Games) -> np.ndarray:
    """Which pairs of two did not go the same way: bool (n,)."""
    return (here.trace != there.trace).any(1)


def fates(games: Games) -> tuple[int, int]:
    """How many games were cut off at the decision limit, and how many were forfeited."""
    return int((games.endings == STALLED).sum()), int((games.endings == FORFEIT).sum())


def sizes(games: Games) -> np.ndarray:
    """Pairs of each shard: int64 (shards,)."""
    return np.bincount(games.shard, minlength=len(games.measures))


def measured(games: Games, outcome: Outcome) -> np.ndarray:
    """A measure for every pair: what its shard says, nan where the shard does not."""
    by_shard = np.array([both[outcome.player].get(outcome.name, math.nan) for both in games.measures])
    return by_shard[games.shard]


def taken(games: Games, outcome: Outcome, per_pair: Mapping[str, np.ndarray] | None = None) -> Mean:
    """An outcome in some games, with its interval."""
    known = of_pairs(games) if per_pair is None else per_pair
    clusters = clusters_of(games.rows, games.trace)
    if outcome.key in known:
        values = known[outcome.key]
        return unit_share(values, clusters) if outcome.is_share else mean_of(values, clusters)
    return _by_shard(measured(games, outcome), games, clusters)


def compared(here: Games, there: Games, outcome: Outcome) -> Mean:
    """How an outcome differs between the same pairs under two rules, with confidence interval and p-value."""
    clusters = clusters_of(here.rows, np.concatenate([here.trace, there.trace], 1))
    one, other = of_pairs(here), of_pairs(there)
    if outcome.key in one:
        reach = 1.0 if outcome.is_share else 0.0
        return difference_of(one[outcome.key], other[outcome.key], clusters, reach=reach)
    return _by_shard(measured(here, outcome) - measured(there, outcome), here, clusters)


def combined(games: Sequence[Games], weights: np.ndarray, outcome: Outcome) -> Mean:
    """A weighted sum of an outcome over several settings, pair by pair, with confidence interval and p-value.

    The weights add up to zero; each setting is compared with the first, so pairs with the same result give exactly zero.
    """
    clusters = clusters_of(games[0].rows, np.concatenate([one.trace for one in games], 1))
    if outcome.key in of_pairs(games[0]):
        there = of_pairs(games[0])[outcome.key]
        values = sum(weight * (of_pairs(one)[outcome.key] - there) for weight, one in zip(weights, games, strict=True))
        return mean_of(
            np.asarray(values), clusters, reach=float(np.abs(weights).sum() / 2) if outcome.is_share else 0.0
        )
    there = measured(games[0], outcome)
    values = sum(weight * (measured(one, outcome) - there) for weight, one in zip(weights, games, strict=True))
    return _by_shard(np.asarray(values), games[0], clusters)


def _by_shard(values: np.ndarray, games: Games, clusters: np.ndarray) -> Mean:
    """The mean of what is known for whole shards; no interval where these are repetitions of each other."""
    known = ~np.isnan(values)
    if not known.any():
        return Mean(math.nan, math.nan, math.nan, math.nan, 0)
    found = mean_of(values[known], games.shard[known])
    distinct = len(np.unique(clusters))
    if distinct < found.clusters:
        return Mean(found.value, math.nan, math.nan, math.nan, distinct)
    return found
