"""Judging: how a network fares against anchors, on starts and dice that training never sees."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...agents.pairing import SEEDS, paired_games
from ...agents.players import load_player
from ...envs import scenario
from ...envs.engine.pools import StartPool, open_pool
from ...envs.rulesets import get
from ..statistics import elo_of
from .recipe import EvaluationPart, Recipe

__all__ = ["IDLE", "Judgement", "Stillness", "figures", "judge", "rating", "stillness"]

IDLE = Path(__file__).resolve().with_name("idle.yaml")  # a behaviour that does nothing

FARTHEST = 800.0  # rating points
JUDGED, FINAL = 1, 2  # which of the seeds that are put aside


class Judgement(NamedTuple):
    """Points against one opponent.

    Attributes:
        opponent: its name.
        share: points a game, a draw half a point.
        error: standard error, by pairs.
        pairs: pairs of games, seats swapped.
        draws: share of the games that nobody won.
    """

    opponent: str
    share: float
    error: float
    pairs: int
    draws: float

    def reversed(self, player: str) -> Judgement:
        """The same games as the opponent sees them.

        Args:
            player: the name of whose games they were.
        """
        return self._replace(opponent=player, share=1.0 - self.share)


@functools.lru_cache(maxsize=2)
def starts(slug: str, scenarios: tuple[str, ...], seed: int, rules: tuple[tuple[str, Any], ...]) -> StartPool:
    """The starts that judge; every generation is judged on the same."""
    return open_pool(slug, list(scenarios), split="eval", seed=seed, rules=dict(rules))


def judge(
    recipe: Recipe,
    player: Any,
    opponents: Sequence[Any],
    pairs: int,
    which: int = JUDGED,
    scenarios: Sequence[str] = (),
) -> list[Judgement]:
    """Play pairs of games against each opponent, every start and seed from both seats.

    Args:
        recipe: whose scenarios and rules.
        player: inside the kernels.
        opponents: specs or players.
        pairs: against each.
        which: seeds of judging, or those for finals: the same games for everybody who is judged by them.
        scenarios: other ones than the recipe's.
    """
    pool = starts(recipe.ruleset, tuple(scenarios or recipe.scenarios), recipe.seed, tuple(recipe.rules.items()))
    found = []
    ruleset = get(recipe.ruleset)
    for opponent in opponents:
        other = load_player(opponent, ruleset) if isinstance(opponent, str) else opponent
        seed = SEEDS * (which - JUDGED) + recipe.seed
        points, draws = paired_games(ruleset, pool, player, other, pairs, seed)
        error = float(points.std(ddof=1) / np.sqrt(pairs)) if pairs > 1 else float("nan")
        name = opponent if isinstance(opponent, str) else opponent.name
        found.append(Judgement(name, float(points.mean()), error, pairs, float(draws.mean())))
    return found


class Stillness(NamedTuple):
    """Whether a player goes and wins, or waits for others to come.

    Attributes:
        draws: share of its games against itself that nobody won.
        idle: share of the points that a player which does nothing takes from it.
    """

    draws: float
    idle: float

    def figures(self) -> list[float]:
        """For a log."""
        return [round(one, 4) for one in self]

    def is_within(self, limits: EvaluationPart) -> bool:
        """Whether it waits no more than a recipe allows."""
        return self.draws <= limits.most_draws and self.idle <= limits.most_idle


def stillness(recipe: Recipe, player: Any, which: int = JUDGED) -> Stillness | None:
    """How often a player draws with itself, and how many points it takes from one that does nothing: on the recipe's
    scenarios that have objectives, on all of them if none has. None if the recipe does not ask for it, or the ruleset plays
    no behaviours.
    """
    ruleset, pairs = get(recipe.ruleset), recipe.evaluation.still_pairs
    if pairs == 0 or not ruleset.book.tactics.plays_behaviours:
        return None
    told = judge(recipe, player, [player, str(IDLE)], pairs, which, contests(recipe))
    return Stillness(told[0].draws, 1.0 - told[1].share)


def contests(recipe: Recipe) -> list[str]:
    """The recipe's scenarios that have objectives; all if none has."""
    names = list(recipe.scenarios)
    return [name for name in names if scenario.load(name, recipe.ruleset).objectives is not None] or names


def figures(judged: Sequence[Judgement]) -> dict[str, list[float]]:
    """By opponent, for a log: share of the points, its standard error, share of the games that were drawn."""
    return {one.opponent: [round(one.share, 4), round(one.error, 4), round(one.draws, 4)] for one in judged}


def rating(share: float) -> float:
    """Rating points above an opponent that a share of points means, in logistic Elo, at most 800 either way."""
    return min(max(elo_of(share), -FARTHEST), FARTHEST)
