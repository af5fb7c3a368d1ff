"""PPO with PufferLib's trainer: the vector environment as a native PufferEnv, whose observations end with the mask.

Needs PyTorch and PufferLib, which asks for NumPy 1: install it and what it imports with ``pip install --no-deps``.
Prints decisions so far and mean reward against ``random`` (1 all won, -1 all lost), below PufferLib's dashboard, and saves
the policy into the folder ``experiments``.
"""

from typing import Any

import numpy as np
import pufferlib
import torch
from gymnasium.spaces import Box, Discrete
from pufferlib.models import Default
from pufferlib.pufferl import PuffeRL, load_config
from torch import Tensor, nn

import tactica


class PufferGames(pufferlib.PufferEnv):
    """Many games a step. PufferLib knows no masks, so each observation is a position followed by its mask."""

    def __init__(self, count: int, buf: Any = None, **options: Any) -> None:
        self.envs, self.num_agents = tactica.make_vec("wfrp1", count, flat="varying", **options), count
        self.single_action_space = Discrete(self.envs.layout.n)
        size = len(self.envs.flat_columns) + self.envs.layout.n
        self.single_observation_space = Box(-np.inf, np.inf, (size,), np.float32)
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, list[dict[str, Any]]]:
        """Observations (count, size) and no infos."""
        seen, info = self.envs.reset(seed=seed)
        np.concatenate([seen, info["action_mask"]], axis=1, out=self.observations)
        return self.observations, []

    def step(self, actions: np.ndarray) -> tuple[Any, ...]:
        """Observations, rewards, ends (count, ...), and the mean reward of the games that ended."""
        seen, self.rewards[:], self.terminals[:], self.truncations[:], info = self.envs.step(actions)
        np.concatenate([seen, info["action_mask"]], axis=1, out=self.observations)
        ended = self.rewards[self.terminals | self.truncations]
        return self.observations, self.rewards, self.terminals, self.truncations, [{"reward": ended.tolist()}]

    def close(self) -> None:
        """End the games."""
        self.envs.close()


class MaskedPolicy(Default):
    """PufferLib's default policy, in which illegal choices get almost no probability."""

    def forward_eval(self, observations: Tensor, state: Any = None) -> tuple[Tensor, Tensor]:
        """Logits (batch, n) and values (batch, 1)."""
        logits, values = super().forward_eval(observations, state)
        return logits.masked_fill(observations[:, -logits.shape[1] :] == 0, -1e8), values


def main(updates: int = 8, count: int = 64, steps: int = 64, seed: int = 1) -> tuple[nn.Module, list[float]]:
    """Train; returns the policy and the mean reward of the games that ended in each update."""
    torch.manual_seed(seed)
    games = PufferGames(count, scenario="tiny", opponent="random", seat="alternate", seed=seed)
    config, size = load_config("default")["train"], count * steps
    config |= {"env": "tactica", "device": "cpu", "optimizer": "adam", "learning_rate": 1e-3, "adam_beta1": 0.9}
    config |= {"total_timesteps": updates * size, "batch_size": size, "bptt_horizon": steps, "seed": seed}
    config |= {"minibatch_size": size // 4, "update_epochs": 4}
    trainer, rewards = PuffeRL(config, games, MaskedPolicy(games)), list[float]()
    trainer.print_dashboard = lambda *rest, **more: None  # once is enough
    while len(rewards) < updates:
        rewards.append(float(np.mean(trainer.evaluate()["reward"])))
        trainer.train()
        print(f"{trainer.global_step} decisions: reward {rewards[-1]:+.2f} against random")
    trainer.close()
    return trainer.uncompiled_policy, rewards


if __name__ == "__main__":
    main()
