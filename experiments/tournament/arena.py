"""Plays chunks. One arena lives in every process; what it plays depends on the manifest and the chunk alone."""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...agents.players import load_player
from ...envs import rulesets
from ...envs.core.ruleset import Ruleset
from ...envs.engine.pools import EVALUATION_SEEDS
from ...envs.engine.rollouts import Results, play_games
from ...envs.scenario import Pool
from ..statistics import results_of
from .manifest import Manifest
from .plan import Chunk, seed_of

__all__ = ["Arena", "Played"]


@dataclass
class Played:
    """The games of a chunk. Arrays have one row a pair, and two columns: the one player first, then the other first.

    Attributes:
        chunk: which.
        rows: start of each pair; int64 (n,).
        results: 0 won, 1 drawn, 2 lost, always by the one player; int64 (n, 2).
        endings, rounds, decisions, legal: int64 (n, 2).
        ranks: int64 (n, 2, sides).
        reasons: why a game was forfeited, by (pair, column).
        measures: for each column, what the first and the second seat did in a game, on average: name -> number.
        fired: how often each event fired in all games.
        seconds: it took.
    """

    chunk: Chunk
    rows: np.ndarray
    results: np.ndarray
    endings: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray
    legal: np.ndarray
    ranks: np.ndarray
    reasons: dict[tuple[int, int], str] = field(default_factory=dict)
    measures: list[list[dict[str, float]]] = field(default_factory=list)
    fired: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0


class Arena:
    """Pools and players of a tournament, opened when they are needed first."""

    def __init__(self, manifest: Manifest) -> None:
        """For the chunks of this tournament."""
        self.manifest = manifest
        self._pools: dict[int, Pool] = {}

    def ruleset(self, scenario: int) -> Ruleset:
        """The ruleset of a scenario."""
        return rulesets.get(self.manifest.scenarios[scenario].ruleset)

    def pool(self, scenario: int) -> Pool:
        """The starts of a scenario."""
        if scenario not in self._pools:
            entry = self.manifest.scenarios[scenario]
            self._pools[scenario] = self.manifest.open_pool(entry)
        return self._pools[scenario]

    def policies(self, chunk: Chunk) -> tuple[Any, Any]:
        """The two players, loaded again for every chunk: a chunk's games do not depend on earlier ones."""
        ruleset, players = self.ruleset(chunk.scenario), self.manifest.players
        return load_player(players[chunk.one].spec, ruleset), load_player(players[chunk.other].spec, ruleset)

    def seed(self, chunk: Chunk) -> int:
        """The seed of its games; in a comparison, and with fresh dice, one that is reserved for evaluation."""
        if self.manifest.test is not None:
            return EVALUATION_SEEDS | seed_of(self.manifest.seed, str(chunk.scenario), "", "")
        names = self.manifest.player_names
        place = self.manifest.scenarios[chunk.scenario].name
        seed = seed_of(self.manifest.seed, place, names[chunk.one], names[chunk.other])
        return EVALUATION_SEEDS | seed if self.manifest.fresh_dice else seed

    def rows(self, chunk: Chunk) -> np.ndarray:
        """The start of each pair: one after the other, so that all are played equally often."""
        return (chunk.first + np.arange(chunk.size)) % len(self.pool(chunk.scenario))

    def play(self, chunk: Chunk) -> Played:
        """Play every pair: the same start and seed twice, seats swapped."""
        began = time.perf_counter()
        rows = self.rows(chunk)
        seatings = []
        for column in (0, 1):
            policies = self.policies(chunk)
            seatings.append(
                play_games(
                    self.ruleset(chunk.scenario),
                    self.pool(chunk.scenario),
                    policies=policies if column == 0 else policies[::-1],
                    games=chunk.size,
                    seed=self.seed(chunk),
                    first_game=chunk.first,
                    rows=rows,
                    layout=self.manifest.layout,
                    time_limit=self.manifest.time_limit,
                )
            )
        both = functools.partial(_columns, seatings)
        points = np.stack(
            [seatings[0].scores(0) - seatings[0].scores(1), seatings[1].scores(1) - seatings[1].scores(0)], 1
        )
        reasons = {
            (game - chunk.first, column): text
            for column, results in enumerate(seatings)
            for game, text in results.reasons.items()
        }
        fired = [results.fired_by_name() for results in seatings]
        return Played(
            chunk, rows, results_of(points), both("endings"), both("rounds"), both("decisions"), both("legal"),
            both("ranks"), reasons, [measures_of(results) for results in seatings],
            {name: sum(part.get(name, 0) for part in fired) for name in {**fired[0], **fired[1]}},
            time.perf_counter() - began,
        )  # fmt: skip


def _columns(seatings: list[Results], name: str) -> np.ndarray:
    """An array of both seatings side by side: int64 (n, 2, ...)."""
    return np.stack([getattr(results, name).astype(np.int64) for results in seatings], 1)


def measures_of(results: Results) -> list[dict[str, float]]:
    """What each of the two players did in a game, on average: name -> number, without what could not be measured.

    A player of several sides is given the sum of what they did, and the mean of what is no count.
    """
    if not len(results):
        return [{}, {}]
    counted = {measure.name for measure in rulesets.get(results.ruleset).book.tactics.measures}
    found: list[dict[str, float]] = [{}, {}]
    for name, by_side in results.measures().items():
        for player, sides in enumerate((by_side[:1], by_side[1:])):
            known = sides[~np.isnan(sides)]
            if len(known):
                found[player][name] = float(known.sum() if name in counted else known.mean())
    return found
