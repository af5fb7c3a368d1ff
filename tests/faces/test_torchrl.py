"""TorchRL's wrappers of Gymnasium's environments; skipped where TorchRL is not installed."""

from __future__ import annotations

import gymnasium
import pytest
from starts import starts

from tactica.envs.apis.registration import register

torchrl_gym = pytest.importorskip("torchrl.envs.libs.gym", reason="TorchRL is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")

OPTIONS = {"opponent": "fierce", "flat": True, "illegal": "random_legal"}


def test_gymenv_makes_an_environment_by_name():
    register()
    env = torchrl_gym.GymEnv("tactica/toybook-v0", scenario=starts("toybook")[1], **OPTIONS)
    assert env.rollout(5).batch_size == (5,)


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SAME_STEP", "DISABLED"])
def test_gymwrapper_takes_the_vector_environment(mode):
    """What a step leads to is where the next one begins, but after an end."""
    register()
    envs = gymnasium.make_vec(
        "tactica/toybook-v0", 4, scenario=starts("toybook")[1], autoreset_mode=mode, seed=1, **OPTIONS
    )
    env = torchrl_gym.GymWrapper(envs, categorical_action_encoding=True)
    played = env.rollout(150, break_when_any_done=False)
    ends = played["next", "done"].squeeze(-1)[:, :-1]
    goes_on = (played["observation"][:, 1:] == played["next", "observation"][:, :-1]).all(-1)
    assert ends.any() and (goes_on != ends).all()
    assert (played["next", "reward"].squeeze(-1)[:, :-1][~ends] == 0).all()
