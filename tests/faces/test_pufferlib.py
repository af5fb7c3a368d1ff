"""PufferLib's emulation of Gymnasium's and PettingZoo's environments; skipped where PufferLib is not installed."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from starts import starts

from tactica.envs import make, parallel

pytestmark = [
    pytest.mark.skipif(find_spec("pufferlib") is None, reason="PufferLib is not installed"),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """PufferLib leaves a link in the folder in which it is imported."""
    monkeypatch.chdir(tmp_path)


def test_a_policy_can_read_the_mask_from_an_emulated_observation():
    import pufferlib.pytorch
    import torch
    from pufferlib.emulation import GymnasiumPufferEnv

    ruleset, pool = starts("toybook")
    env = GymnasiumPufferEnv(env_creator=lambda: make(ruleset, scenario=pool))
    kinds = pufferlib.pytorch.nativize_dtype(env.emulated)
    rng, over = np.random.default_rng(1), False
    seen, _ = env.reset(seed=1)
    while not over:
        parts = pufferlib.pytorch.nativize_tensor(torch.as_tensor(seen), kinds)
        assert parts["action_mask"][0].bool().tolist() == env.env.action_masks().tolist()
        assert parts["units"].shape[1:] == env.env.observation_space["units"].shape
        seen, reward, *ends, _ = env.step(np.array(rng.choice(np.flatnonzero(parts["action_mask"][0]))))
        over = any(ends)
    assert reward in (-1, 0, 1)


def test_agents_of_a_parallel_environment_are_rows():
    from pufferlib.emulation import PettingZooPufferEnv, nativize

    env = PettingZooPufferEnv(env_creator=lambda: parallel("toybook/ranks", control="side", flat=True))
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    while not env.done:
        masks = [infos[agent]["action_mask"] for agent in env.possible_agents]
        for row, mask in zip(env.observations, masks, strict=True):
            shown = nativize(row, env.env_single_observation_space, env.obs_dtype)
            assert shown["action_mask"].tolist() == mask.tolist()
        *_, infos = env.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))
    assert env.rewards.sum() == 0 and env.terminals.all()
