"""How behaviours differ: how often any two decide alike, and what each does in a battle.

>>> alike = agreement("wfrp1", ["archer", "charger"], scenarios=["small"], decisions=2000)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...envs.engine.game import Game
from ...envs.engine.players import seat_code
from ...envs.engine.rollouts import Results, play_games
from ...envs.rulesets import get

__all__ = ["Signature", "agreement", "signatures"]


@dataclass(frozen=True)
class Signature:
    """What a policy does against a yardstick.

    Attributes:
        name: of the policy.
        games: battles, half of them from each seat.
        score: mean reward, 1 for a win and -1 for a loss; low, high: its 95 % interval.
        measures: a battle's mean of everything the ruleset counts.
    """

    name: str
    games: int
    score: float
    low: float
    high: float
    measures: dict[str, float]


def signatures(
    slug: str,
    names: Sequence[str],
    *,
    scenarios: Sequence[str],
    against: str = "random",
    pairs: int = 200,
    seed: int = 1,
    tell: Callable[[Signature], None] | None = None,
) -> list[Signature]:
    """Every policy against a yardstick, each start from both seats.

    Args:
        slug: ruleset.
        names: of the policies.
        scenarios: names; every pair of games is played on each.
        against: the yardstick.
        pairs: pairs of games on each scenario.
        seed: of the games.
        ``tell``: called with each signature as soon as it is measured.

    Returns:
        one for each name. Intervals count a pair, whose two games share start and dice, as one observation.
    """
    found = []
    for name in names:
        rewards, measures = [], []
        for scenario in scenarios:
            first = play_games(slug, scenario, policies=(name, against), games=pairs, seed=seed)
            second = play_games(slug, scenario, policies=(against, name), games=pairs, seed=seed)
            rewards.append((first.rewards[:, 0] + second.rewards[:, 1]) / 2)
            measures += [_of_side(first, 0), _of_side(second, 1)]
        pair_means = np.concatenate(rewards)
        half = 1.96 * pair_means.std(ddof=1) / np.sqrt(len(pair_means))
        mean = float(pair_means.mean())
        means = {key: float(np.nanmean([one[key] for one in measures])) for key in measures[0]}
        found.append(Signature(name, 2 * len(pair_means), mean, mean - half, mean + half, means))
        if tell is not None:
            tell(found[-1])
    return found


def _of_side(results: Results, side: int) -> dict[str, float]:
    return {name: float(by_side[side]) for name, by_side in results.measures().items()}


def agreement(
    slug: str, names: Sequence[str], *, scenarios: Sequence[str], decisions: int = 3000, seed: int = 1
) -> np.ndarray:
    """Share of decisions in which two policies answer alike: float64 (names, names).

    The decisions come from battles in which every one is taken by a policy drawn at random, so that all kinds of
    positions occur; only those with two or more legal answers count.
    """
    rules = get(slug)
    codes = [seat_code(rules, name) for name in names]
    rng = np.random.default_rng(seed)
    answers = np.zeros((decisions, len(names)), np.int64)
    words = np.zeros(4, np.int64)
    done = 0
    while done < decisions:
        game = Game.of(slug, scenarios[int(rng.integers(len(scenarios)))], seed=int(rng.integers(1 << 31)))
        while not game.over and done < decisions:
            words[:] = rng.integers(0, 1 << 32, 4)
            for k, code in enumerate(codes):
                asked = words.copy()  # what a policy leaves to chance, chance decides alike for all
                answers[done, k] = game.choose(code, asked, keyed=False)
            game.answer(int(answers[done, int(rng.integers(len(names)))]))
            done += 1
    return (answers[:, :, None] == answers[:, None, :]).mean(0)
