"""Masked PPO with TorchRL: one environment, and a mask that its action spec and the policy's distribution know.

Needs TorchRL. Prints decisions so far, mean reward against ``charge`` (1 all won, -1 all lost), loss.
"""

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import Binary, Composite
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.envs.libs.gym import default_info_dict_reader
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import tactica


def main(updates: int = 10, frames: int = 1024, seed: int = 1) -> tuple[nn.Module, list[float]]:
    """Train; returns the policy and the loss of each update."""
    torch.manual_seed(seed)
    game = tactica.make("wfrp1", scenario="tiny", seat="alternate", flat=True)
    told = Composite(action_mask=Binary(game.layout.n, dtype=torch.int8))
    env = GymWrapper(game, categorical_action_encoding=True)
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], told))
    env = TransformedEnv(env, Compose(DTypeCastTransform(torch.int8, torch.bool, ["action_mask"]), ActionMask()))
    env.set_seed(seed)
    net, worth = (MLP(game.layout.flat_size, n, num_cells=[128, 128]) for n in (game.layout.n, 1))
    net = TensorDictModule(net, in_keys=["observation"], out_keys=["logits"])
    names = {"logits": "logits", "mask": "action_mask"}
    policy = ProbabilisticActor(net, in_keys=names, distribution_class=MaskedCategorical, return_log_prob=True)
    critic = ValueOperator(worth, in_keys=["observation"])
    gains = GAE(gamma=0.99, lmbda=0.95, value_network=critic)
    loss_of, losses = ClipPPOLoss(policy, critic, normalize_advantage=True), []
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=5e-4)
    amount = {"frames_per_batch": frames, "total_frames": updates * frames}
    for data in Collector(env, policy, **amount, auto_register_policy_transforms=True):
        for _ in range(4):
            gains(data)
            for rows in torch.randperm(frames).chunk(4):
                found = loss_of(data[rows])
                loss = found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimizer.step()
        losses.append(loss.item())
        rewards = data["next", "reward"][data["next", "done"]]
        print(f"{len(losses) * frames} decisions: reward {rewards.mean():+.2f}, loss {loss:+.3f}")
    return policy, losses


if __name__ == "__main__":
    main()
