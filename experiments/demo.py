"""What ``tactica demo`` shows: one narrated battle, a small round robin, and a replay."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..agents.policy import kernel_policies
from ..envs import scenario as scenarios
from ..envs.core.dice import seed_words
from ..envs.core.ruleset import Ruleset
from ..envs.game import Game
from ..envs.play import play_games
from ..envs.replay import Recording, record, save
from ..envs.rulesets import get
from .common import wilson
from .watch import POLICY_STREAM, Battle

__all__ = ["Score", "Standing", "narrated_battle", "round_robin", "telling_seed"]

SHORT = 50  # events a battle may have that is told in full


@dataclass
class Score:
    """How a policy did.

    Attributes:
        policy: its name.
        games, wins, draws: played, won alone, shared the first place.
    """

    policy: str
    games: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def losses(self) -> int:
        """Games another side won."""
        return self.games - self.wins - self.draws

    @property
    def rate(self) -> float:
        """Share of the points: a win 1, a draw one half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 percent interval for the rate."""
        return wilson(self.wins + self.draws / 2, self.games)


@dataclass
class Standing:
    """A round robin.

    Attributes:
        scores: by scenario, then by policy.
        games, decisions, seconds: all together.
    """

    scores: dict[str, dict[str, Score]]
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def total(self, policy: str) -> Score:
        """A policy over all scenarios."""
        parts = [by_policy[policy] for by_policy in self.scores.values()]
        return Score(policy, sum(p.games for p in parts), sum(p.wins for p in parts), sum(p.draws for p in parts))


def narrated_battle(
    ruleset: str | Ruleset, scenario: str, players: Sequence[str], seed: int, clauses: bool = True
) -> Recording:
    """Play and tell one battle between in-kernel policies."""
    ruleset = get(ruleset)
    pool = scenarios.pool(ruleset, scenario, n=1)
    recording = record(Game(ruleset, pool).start(0, seed=seed), players)
    Battle(recording, players, board="ends", clauses=clauses).play()
    return recording


def telling_seed(ruleset: str | Ruleset, scenario: str, players: Sequence[str], seeds: Sequence[int]) -> int:
    """The seed of the battle in which most different things happen in few words; of equals the first."""
    ruleset = get(ruleset)
    game = Game(ruleset, scenarios.pool(ruleset, scenario, n=1))
    names = kernel_policies(ruleset)
    codes = [names.index(player) for player in players]
    best, best_score = seeds[0], float("-inf")
    for seed in seeds:
        game.start(0, seed=seed)
        words = np.zeros((1, 4), np.int64)
        seed_words(words[0], seed, 0, 0, POLICY_STREAM)
        kinds, lines = set(), 0
        while True:
            events = game.s["events"]["kind"][: int(game.s["event_count"])].tolist()
            kinds.update(events)
            lines += len(events)
            if game.over or lines > 10 * SHORT:
                break
            code = codes[min(game.side, len(codes) - 1)]
            game.answer(int(game.loops.choose_game(game.states, 0, game.books, game.fields, code, words)))
        score = len(kinds) - max(0, lines - SHORT) / 2 - (100 if not game.over else 0)
        if score > best_score:
            best, best_score = seed, score
    return best


def round_robin(
    ruleset: str | Ruleset,
    names: Sequence[str],
    policies: Sequence[str] | None = None,
    *,
    games: int = 400,
    seed: int = 0,
    tell: Callable[[str, str, str], Any] | None = None,
) -> Standing:
    """Every policy against every other, seats swapped every other game.

    Args:
        ruleset: slug or ruleset.
        names: scenarios.
        policies: in-kernel policies; all of them when None.
        games: of each pair in each scenario.
        seed: of everything.
        tell: called with scenario and pair before they play.
    """
    ruleset = get(ruleset)
    policies = list(policies or kernel_policies(ruleset))
    standing = Standing({name: {policy: Score(policy) for policy in policies} for name in names})
    for name in names:
        pool = scenarios.pool(ruleset, name, seed=seed)
        for pair in itertools.combinations(policies, 2):
            if tell is not None:
                tell(name, *pair)
            began = time.perf_counter()
            results = play_games(ruleset, pool, policies=pair, games=games, seed=seed, alternate=True)
            standing.seconds += time.perf_counter() - began
            standing.games += len(results)
            standing.decisions += int(results.decisions.sum())
            rewards = results.rewards
            for k, policy in enumerate(pair):
                score = standing.scores[name][policy]
                points = (rewards * (results.seats == k)).sum(1)
                score.games += len(results)
                score.wins += int((points > 0).sum())
                score.draws += int((points == 0).sum())
    return standing


def save_demo(recording: Recording, folder: Path, name: str) -> Path:
    """Write the narrated battle."""
    return save(recording, folder / name)
