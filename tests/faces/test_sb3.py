"""Stable-Baselines3: its checker, and that a rollout holds what was really seen."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from starts import SMALL, starts

from tactica.envs import make

pytestmark = [
    pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="needs the extra `train`"),
    pytest.mark.filterwarnings("ignore"),  # what the libraries say of themselves
]


def env_of(name, count, **options):
    from tactica.sb3 import make_sb3_vec

    ruleset, pool = starts(name)
    return make_sb3_vec(ruleset, count, scenario=pool, **options)


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_check_env(name, flat):
    from stable_baselines3.common.env_checker import check_env

    ruleset, pool = starts(name)
    check_env(make(ruleset, scenario=pool, illegal="random_legal", flat=flat), warn=False)


def collect(envs, steps=48):
    """A rollout of MaskablePPO: its buffer, array by array."""
    from sb3_contrib import MaskablePPO

    policy = "MlpPolicy" if envs.flat else "MultiInputPolicy"
    model = MaskablePPO(policy, envs, n_steps=steps, batch_size=16, n_epochs=1, seed=0, device="cpu",
                        policy_kwargs={"net_arch": [8]})  # fmt: skip
    model.learn(1)
    buffer = model.rollout_buffer
    arrays = {name: getattr(buffer, name) for name in ("actions", "rewards", "episode_starts", "action_masks")}
    seen = buffer.observations
    arrays.update(seen if isinstance(seen, dict) else {"observation": seen})
    return arrays, model


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("opponent", ["fierce", None], ids=["kernel", "python"])
def test_a_rollout_without_copying_holds_what_one_with_copies_holds(flat, opponent):
    from tactica.envs.engine.policies import RandomLegal

    opponent = opponent or RandomLegal()
    rollouts = []
    for copy in (False, True):
        envs = env_of("toybook", 3, opponent=opponent, seat="alternate", seed=4, flat=flat, copy=copy)
        rollouts.append(collect(envs)[0])
    assert rollouts[0].keys() == rollouts[1].keys()
    for name in rollouts[0]:
        np.testing.assert_array_equal(rollouts[0][name], rollouts[1][name], err_msg=name)
    assert rollouts[0]["episode_starts"].sum() > 3  # several games have ended
    assert rollouts[0]["action_masks"].min() == 0


def test_ends_are_told_as_sb3_expects():
    envs = env_of("toybook", 3, opponent="fierce", seed=4)
    envs.reset()
    ended = 0
    for _ in range(120):
        masks = np.stack(envs.env_method("action_masks"))
        np.testing.assert_array_equal(masks, envs.action_masks())
        _, rewards, dones, infos = envs.step(np.argmax(masks, axis=1))
        assert rewards.dtype == np.float32
        for i in np.flatnonzero(dones):
            ended += 1
            assert envs.observation_space.contains(infos[i]["terminal_observation"])
            assert infos[i]["episode"]["r"] == pytest.approx(rewards[i])
            assert infos[i]["opponents"][0] == "learner" and not infos[i]["TimeLimit.truncated"]
        assert all(not info for info, done in zip(infos, dones, strict=True) if not done)
    assert ended


def test_a_trained_model_plays_and_opposes():
    from tactica.sb3 import ModelPolicy

    envs = env_of("toybook", 3, opponent="random", seed=4)
    _, model = collect(envs, 16)
    policy = ModelPolicy(model, envs.layout, name="pupil")
    envs.set_opponents([policy, "fierce"])
    envs.reset()
    for _ in range(30):
        envs.step(np.argmax(envs.action_masks(), axis=1))
    assert envs.batch.seating.hosts[0].name == "pupil" and envs.batch.seating.hosts[0].calls > 0


def test_seed_and_reset():
    envs = env_of("toybook", 2, opponent="random")

    def first():
        seen = envs.reset()
        return {name: array.copy() for name, array in seen.items()}

    envs.seed(5)
    one = first()
    two = first()
    envs.seed(5)
    again = first()
    assert all((one[name] == again[name]).all() for name in one)
    assert any((one[name] != two[name]).any() for name in one)


def test_one_wrong_option_or_seed_is_forgotten():
    from tactica.sb3 import make_sb3_vec

    envs = make_sb3_vec("toybook", 2, scenario="alliance", opponent="fierce")
    for wrong, error in (({"rows": 1}, ValueError), ({"row": 10**9}, IndexError), ({"row": "x"}, ValueError)):
        envs.set_options(wrong)
        with pytest.raises(error, match="row"):
            envs.reset()
        envs.reset()
    envs._seeds = [-1, -1]
    with pytest.raises(ValueError, match=r"^seed -1; allowed: "):
        envs.reset()
    envs.reset()


def test_an_unknown_way_to_render_is_refused():
    from tactica.sb3 import make_sb3_vec

    with pytest.raises(ValueError, match="render_mode 'bogus' is not one of 'ansi', 'rgb_array'"):
        make_sb3_vec("toybook", 2, scenario="alliance", opponent="fierce", render_mode="bogus")
