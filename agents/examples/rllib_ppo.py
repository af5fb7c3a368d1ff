"""Self-play with RLlib: both sides of a PettingZoo environment are agents and share one policy, which keeps to the mask.

Needs RLlib (``ray[rllib]``) and PyTorch. Prints games so far, their mean length in steps, loss.
"""

from copy import deepcopy
from typing import Any

from gymnasium.spaces import Dict
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import tactica


class Masked(ActionMaskingTorchRLModule):
    """RLlib's module for masks, which calls the observation otherwise than PettingZoo does."""

    def __init__(self, *, observation_space: Dict, **options: Any) -> None:
        seen, mask = observation_space["observation"], observation_space["action_mask"]
        super().__init__(observation_space=Dict({"observations": seen, "action_mask": mask}), **options)

    def _preprocess_batch(self, batch: Any, **options: Any) -> Any:
        batch["obs"]["observations"] = batch["obs"].pop("observation")
        return super()._preprocess_batch(batch, **options)


def main(iterations: int = 5, batch: int = 1024, seed: int = 1) -> tuple[Any, Any, list[float]]:
    """Train; returns the weights by name before and after, and the loss of each iteration."""
    register_env("tactica", lambda config: ParallelPettingZooEnv(tactica.parallel("wfrp1", **config)))
    config = PPOConfig().environment(
        "tactica",
        env_config={"scenario": "tiny", "control": "side", "flat": True},
        disable_env_checking=True,  # the check plays without masks
    )
    config.env_runners(num_env_runners=0).debugging(seed=seed)
    config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *rest, **more: "shared")
    config.rl_module(rl_module_spec=RLModuleSpec(module_class=Masked))
    config.training(train_batch_size_per_learner=batch, minibatch_size=batch // 2, num_epochs=2)
    algorithm: Any = config.build_algo()
    before, losses = deepcopy(algorithm.get_module("shared").get_state()), []
    for _ in range(iterations):
        result = algorithm.train()
        losses.append(float(result["learners"]["shared"]["total_loss"]))
        games, steps = (result["env_runners"].get(key, 0) for key in ("num_episodes_lifetime", "episode_len_mean"))
        print(f"{games:.0f} games of {steps:.0f} steps, loss {losses[-1]:+.3f}")
    after = algorithm.get_module("shared").get_state()
    algorithm.stop()
    return before, after, losses


if __name__ == "__main__":
    main()
