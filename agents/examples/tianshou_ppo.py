"""Masked PPO with Tianshou: sixteen Gymnasium environments, and an actor that puts the mask into its logits.

Needs Tianshou (``pip install tianshou``) and PyTorch. Prints mean reward against ``random`` (1 all won, -1 all lost), before
and after training.
"""

from typing import Any

import gymnasium
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import Net
from torch import nn

import tactica  # noqa: F401  (registers the environments)


class TianshouView(gymnasium.Wrapper):
    """Observations as Tianshou expects them, and no infos: its trainer refuses texts that not every step has."""

    def _named(self, seen: Any) -> dict[str, Any]:
        game: Any = self.unwrapped
        return {"obs": seen, "mask": game.action_masks()}

    def reset(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """``obs``, float32 (size,), and ``mask``, bool (n,)."""
        return self._named(self.env.reset(**options)[0]), {}

    def step(self, action: Any) -> Any:
        """As Gymnasium's."""
        seen, *result, _ = self.env.step(action)
        return self._named(seen), *result, {}


class MaskedNet(nn.Module):
    """A network that looks at ``obs``: an actor with n choices, or, without, a critic."""

    def __init__(self, size: int, n: int = 0) -> None:
        super().__init__()
        self.net, self.n = Net(state_shape=size, action_shape=n or 1, hidden_sizes=[128, 128], activation=nn.Tanh), n

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> Any:
        """Logits (batch, n), near minus infinity for illegal choices, and the state; the critic's values (batch, 1)."""
        out, state = self.net(obs.obs, state)
        return (out.masked_fill(torch.as_tensor(~obs.mask), -1e8), state) if self.n else out


def main(updates: int = 10, frames: int = 1024, games: int = 100, seed: int = 1) -> tuple[nn.Module, list[float]]:
    """Train; returns the policy and its mean reward before and after."""
    torch.manual_seed(seed)
    options: dict[str, Any] = {"scenario": "tiny", "opponent": "random", "seat": "alternate", "flat": "varying"}
    envs = DummyVectorEnv([lambda: TianshouView(gymnasium.make("tactica/wfrp1-v0", **options)) for _ in range(16)])
    envs.seed(seed)
    choices, size = envs.action_space[0], envs.get_env_attr("observation_space", 0)[0].shape[0]
    policy = DiscreteActorPolicy(actor=MaskedNet(size, choices.n), action_space=choices)
    ppo = PPO(policy=policy, critic=MaskedNet(size), optim=AdamOptimizerFactory(lr=1e-3), max_grad_norm=0.5)
    collector, rewards = Collector(policy, envs, VectorReplayBuffer(frames, 16)), list[float]()
    amount = {"max_epochs": 1, "epoch_num_steps": updates * frames, "collection_step_num_env_steps": frames}
    params = OnPolicyTrainerParams(
        training_collector=collector, batch_size=256, update_step_num_repetitions=4, show_progress=False, **amount
    )
    for when in ("before", "after"):
        played = collector.collect(n_episode=games, reset_before_collect=True)
        rewards.append(float(played.returns.mean()))
        print(f"{when} training: reward {rewards[-1]:+.2f} against random")
        collector.reset()
        if when == "before":
            ppo.run_training(params)
    return policy, rewards


if __name__ == "__main__":
    main()
