"""Tianshou's wrappers of PettingZoo's and Gymnasium's environments; skipped where Tianshou is not installed."""

from __future__ import annotations

import numpy as np
import pytest
from starts import starts

from tactica.envs import aec, make

pytest.importorskip("tianshou", reason="Tianshou is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")


def wrapped(**options):
    """Two sides of the toy ruleset as agents of Tianshou."""
    from tianshou.env import PettingZooEnv

    return PettingZooEnv(aec("toybook/ranks", control="side", flat=True, **options))


def test_pettingzooenv_hands_on_masks_and_rewards():
    env = wrapped()
    seen, _ = env.reset(seed=1)
    rng, agents, over = np.random.default_rng(1), set(), False
    while not over:
        game = env.env.unwrapped.game
        assert np.flatnonzero(seen["mask"]).tolist() == game.legal().tolist()
        assert seen["obs"].shape == (env.env.unwrapped.layout.flat_size,)
        agents.add(seen["agent_id"])
        seen, rewards, *ends, _ = env.step(int(rng.choice(np.flatnonzero(seen["mask"]))))
        over = any(ends)
        assert over or rewards == [0, 0]
    assert agents == {"side0", "side1"}
    assert sorted(rewards) in ([-1, 1], [0, 0]) and game.over


def test_random_players_of_tianshou_keep_to_the_masks():
    from tianshou.algorithm import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm as Random
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv

    env = wrapped()
    both = MultiAgentOffPolicyAlgorithm(algorithms=[Random(env.action_space), Random(env.action_space)], env=env)
    collector = Collector(both.policy, DummyVectorEnv([wrapped, wrapped]), VectorReplayBuffer(400, 2))
    played = collector.collect(n_episode=4, reset_before_collect=True)  # an illegal choice would raise
    assert played.returns.shape == (4, 2) and (played.returns.sum(1) == 0).all()


def test_vector_environments_take_gymnasium_environments():
    from tianshou.env import DummyVectorEnv

    ruleset, pool = starts("toybook")
    envs = DummyVectorEnv([lambda: make(ruleset, scenario=pool, flat=True) for _ in range(2)])
    envs.seed(3)
    seen, infos = envs.reset()
    assert seen.shape == (2, make(ruleset, scenario=pool).layout.flat_size)
    for _ in range(5):
        masks = np.stack([info["action_mask"] for info in infos])
        seen, rewards, terminated, truncated, infos = envs.step(masks.argmax(1))
        assert rewards.shape == (2,) and not (terminated | truncated).any()
