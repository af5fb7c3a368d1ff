"""A Minari dataset of behaviours' games for offline learning: seen, legal, chosen and paid, decision by decision.

Needs Minari (``minari[hdf5]``). Behaviours play each other from either seat; the dataset goes where Minari keeps them
(``$MINARI_DATASETS_PATH``), a name only once. Prints what was loaded: each behaviour's games, decisions, mean reward.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import minari
import numpy as np
from minari import MinariDataset
from minari.data_collector import EpisodeBuffer

import tactica
from tactica.envs.engine.behaviours import code_of, load

NAME = "tactica/wfrp1-small/behaviours-v0"


def play(env: Any, code: int, rng: np.random.Generator, seed: int | None) -> EpisodeBuffer:
    """A game in which the behaviour of that code takes the learner's decisions."""
    seen, _ = env.reset(seed=seed)
    game = env.unwrapped.game
    views, choices, told = [seen], [], []
    while not game.over:
        words = rng.integers(1 << 32, size=(1, 4))  # for what the behaviour leaves to chance
        choices.append(game.index_of(game.loops.choose_game(game.states, 0, game.books, game.fields, code, words)))
        seen, *rest, _ = env.step(choices[-1])
        views.append(seen)
        told.append(rest)
    rewards, ends, cuts = map(list, zip(*told, strict=True))
    together = {name: np.stack([view[name] for view in views]) for name in seen}
    return EpisodeBuffer(None, seed, None, together, np.array(choices), rewards, ends, cuts, {})


def main(
    players: Sequence[str] = ("archer", "charger", "duellist"), games: int = 20, name: str = NAME
) -> MinariDataset:
    """``games`` games of each player; returns the loaded dataset."""
    env = gymnasium.make("tactica/wfrp1-v0", scenario="small", opponent=list(players), seat="alternate")
    rng, ruleset, episodes = np.random.default_rng(1), tactica.rulesets.get("wfrp1"), []
    for k, player in enumerate(players):  # the first of its games is seeded, the others follow
        episodes += [play(env, code_of(ruleset, load(player)), rng, None if i else k) for i in range(games)]
    made = minari.create_dataset_from_buffers(name, episodes, env, env, algorithm_name=" ".join(players))
    made.storage.update_episode_metadata([{"player": player} for player in players for _ in range(games)])
    dataset = minari.load_dataset(name)
    notes = list(dataset.storage.get_episode_metadata(range(len(dataset))))
    for player in players:
        own = [game for game, note in zip(dataset, notes, strict=True) if note["player"] == player]
        score = np.mean([game.rewards.sum() for game in own])
        print(f"{player}: {len(own)} games, {sum(map(len, own))} decisions, mean reward {score:+.2f}")
    return dataset


if __name__ == "__main__":
    main()
