"""Masked PPO in one file, in the manner of CleanRL: many games a call, the mask in the logits, GAE, the clipped loss.

Needs PyTorch (the extra ``train``). Prints decisions so far, mean reward against ``charge`` (1 all won, -1 all lost), loss.
"""

import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import tactica


def look(net: nn.Module, seen: object, mask: object) -> tuple[Categorical, Tensor]:
    """Odds of the choices, 0 for illegal ones; the worth of the positions (batch,)."""
    out = net(torch.as_tensor(seen))
    return Categorical(logits=out[:, 1:].masked_fill(torch.as_tensor(mask) == 0, -1e8)), out[:, 0]


def main(updates: int = 20, games: int = 64, steps: int = 64, seed: int = 1) -> tuple[nn.Module, list[float]]:
    """Train; returns the network and the loss of each update."""
    torch.manual_seed(seed)
    envs = tactica.make_vec("wfrp1", games, scenario="tiny", seat="alternate", flat=True, copy=True, seed=seed)
    body = nn.Linear(envs.layout.flat_size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh()
    net, losses = nn.Sequential(*body, nn.Linear(128, 1 + envs.layout.n)), list[float]()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-4, eps=1e-5)
    seen, info = envs.reset()
    while len(losses) < updates:
        rollout = []
        for _ in range(steps):
            now = seen, info["action_mask"]
            odds, worth = look(net, *now)
            choice = odds.sample()
            seen, reward, terminated, truncated, info = envs.step(choice.numpy())
            told = odds.log_prob(choice).detach(), worth.detach(), reward.astype("f"), terminated | truncated
            rollout.append([torch.as_tensor(array) for array in (*now, choice, *told)])
        *data, worths, rewards, ends = (torch.stack(column) for column in zip(*rollout, strict=True))
        later = look(net, seen, info["action_mask"])[1].detach()
        gains, gain = torch.zeros_like(worths), torch.zeros_like(later)
        for t in reversed(range(steps)):  # a game that has ended leads to nothing more
            gains[t] = gain = rewards[t] - worths[t] + ~ends[t] * 0.99 * (later + 0.95 * gain)
            later = worths[t]
        seens, masks, choices, old, gains, returns = (x.flatten(0, 1) for x in (*data, gains, gains + worths))
        for rows in (part for _ in range(4) for part in torch.randperm(len(gains)).chunk(4)):
            odds, worth = look(net, seens[rows], masks[rows])
            ratio = (odds.log_prob(choices[rows]) - old[rows]).exp()
            better = (gains[rows] - gains.mean()) / (gains.std() + 1e-8)
            clipped = torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
            loss = 0.5 * (worth - returns[rows]).square().mean() - clipped - 0.01 * odds.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
        losses.append(loss.item())
        print(f"{len(losses) * games * steps} decisions: reward {rewards[ends].mean():+.2f}, loss {loss:+.3f}")
    return net, losses


if __name__ == "__main__":
    main()
