"""A ruleset in a process of its own, which knows it by $TACTICA_RULESETS: random games, every interface once, or the page
of the browser.

python -m cli.played games SLUG
python -m cli.played interfaces SLUG
python -m cli.played page SLUG
"""

from __future__ import annotations

import hashlib
import math
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import tactica
from tactica.envs import rulesets, scenario

GAMES = 200  # over all scenarios together


def games(slug: str) -> None:
    """Random games in every scenario; prints how many, and a digest of all their results."""
    digest, played = hashlib.sha256(), 0
    names = scenario.shipped(slug)
    for name in names:
        found = tactica.play_games(slug, name, games=GAMES // len(names), seed=3)
        for column in (found.endings, found.ranks, found.rounds, found.decisions):
            digest.update(np.ascontiguousarray(column).tobytes())
        played += len(found.endings)
        assert (found.endings < rulesets.get(slug).book.vocab.endings.FORFEIT).all()
    print(played, digest.hexdigest())


def play_learner(env: Any) -> None:
    """One game in the Gymnasium environment."""
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        assert env.observation_space.contains(observation)
        choice = env.action_space.sample(observation["action_mask"])
        observation, _, terminated, truncated, _ = env.step(choice)
        over = terminated or truncated


def page(slug: str) -> None:
    """A battle on the page of `tactica play`, to its end."""
    from play.scenes import Page, match_of, pick

    from tactica.experiments.play import House, SavedBattles

    rng = np.random.default_rng(1)
    match = match_of(f"{slug}/small", "human")
    while not match.game.over:
        if match.is_waiting:
            match.play_on(60)
        else:
            match.answer(match.game.side, match.at, pick(match, rng))
    with tempfile.TemporaryDirectory() as folder:
        assert slug in str(Page(House(SavedBattles(Path(folder)))).get("/api/setup"))


def interfaces(slug: str) -> None:
    """Gymnasium, vectors, PettingZoo, the sandbox with odds and sheets."""
    import gymnasium
    from pettingzoo.test import api_test, parallel_api_test

    play_learner(gymnasium.make(f"tactica/{slug}-v0", disable_env_checker=True))
    vector = tactica.make_vec(slug, 4, scenario="small", opponent="charge", seed=1)
    vector.reset()
    for _ in range(30):
        vector.step(vector.random_actions())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the checkers, about masks in observations
        api_test(tactica.aec(slug, scenario="tiny"), 30)
        parallel_api_test(tactica.parallel(slug, scenario="tiny"), 30)
    table = tactica.sandbox(slug, f"{slug}/tiny")
    assert table.order == ["soldier_1", "soldier_2"] and table.unit("soldier_1").to_hit("soldier_2") == 50
    assert math.isclose(table.odds("strike soldier_2", want="hit").mean(), 0.5)


if __name__ == "__main__":
    {"games": games, "interfaces": interfaces, "page": page}[sys.argv[1]](sys.argv[2])
