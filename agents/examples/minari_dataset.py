"""Imitation in plain PyTorch, from a dataset of recorded games: ``tactica benchmark dataset wfrp1/small`` records it.

Needs Minari and PyTorch (the extras ``data`` and ``train``). Prints after each pass the loss and the share of answers that agree
in games it does not learn from; then its share of the points against a behaviour, on other starts.
"""

from typing import Any

import minari
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy


def logits_of(net: nn.Module, seen: np.ndarray, mask: np.ndarray) -> Tensor:
    """The network's liking for each choice (batch, n), almost none for illegal ones."""
    return net(torch.as_tensor(seen)).masked_fill(torch.as_tensor(mask) == 0, -1e8)


def points(net: nn.Module, env: Any, games: int) -> float:
    """The share of the points from some games in a flat environment, a draw half a point."""
    rewards = []
    for game in range(games):
        (seen, info), over = env.reset(seed=game), False
        while not over:
            seen, reward, *ends, info = env.step(int(logits_of(net, seen[None], info["action_mask"][None]).argmax()))
            over = any(ends)
        rewards.append(reward)
    return (sum(rewards) / games + 1) / 2


def main(name: str = "tactica/wfrp1-small/mixed-v1", passes: int = 5, games: int = 50) -> tuple[Any, float]:
    """Learn; returns loss and agreement before the first and after each pass, and points against ``guardian``."""
    torch.manual_seed(1)
    dataset, found, parts = minari.load_dataset(name), list[list[float]](), []
    env = dataset.recover_environment(eval_env=True, opponent="guardian", flat=True)
    layout = env.unwrapped.layout
    for game in dataset:
        parts.append((layout.flatten(game.observations)[:-1], game.observations["action_mask"][:-1], game.actions))
    tenth = 1 + len(parts) // 10  # games to judge by
    apart, learnt = ([np.concatenate(a) for a in zip(*some, strict=True)] for some in (parts[:tenth], parts[tenth:]))
    net = nn.Sequential(nn.Linear(layout.flat_size, 128), nn.Tanh(), nn.Linear(128, layout.n))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for count in range(passes + 1):
        for rows in torch.randperm(len(learnt[2])).split(256) if count else ():
            seen, mask, answers = (array[rows.numpy()] for array in learnt)
            optimizer.zero_grad()
            cross_entropy(logits_of(net, seen, mask), torch.as_tensor(answers)).backward()
            optimizer.step()
        liked, wanted = logits_of(net, *apart[:2]), torch.as_tensor(apart[2])
        found.append([cross_entropy(liked, wanted).item(), (liked.argmax(1) == wanted).float().mean().item()])
        print(f"pass {count}: loss {found[-1][0]:.3f}, {found[-1][1]:.0%} of the answers agree")
    print(f"{(taken := points(net, env, games)):.1%} of the points against guardian")
    return found, taken


if __name__ == "__main__":
    main()
