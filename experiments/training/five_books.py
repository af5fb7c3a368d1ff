"""Training of the network that plays five rulebooks: masked PPO over the common view, in all of them at once.

    python -m tactica.experiments.training.five_books

writes ``five_books.safetensors`` and prints decisions so far and the share of the points in each book.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_model
from torch import Tensor, nn

from ...agents.five_books import BOOKS, Net
from ...envs.apis.common_view import CommonView
from ...envs.apis.vector import make_vec

DISCOUNT = 0.995
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class SmallBattles:
    """Small battles of every book side by side, and the points of the last ones in each."""

    def __init__(self, games: int, seed: int) -> None:
        options: Any = {"scenario": ["tiny", "small", "small_random"], "seat": "alternate", "seed": seed}
        options |= {"opponent": ["random", "charge", "guardian", "charger", "archer", "line"]}
        options |= {"shaping": 1.0, "discount": DISCOUNT}  # staying power lost and taken counts at once
        self.games = games
        self.books = [CommonView(make_vec(slug, games, **options)) for slug in BOOKS]
        self.points: list[list[float]] = [[] for _ in BOOKS]
        self.seen = self.joined([envs.reset()[0] for envs in self.books])

    def joined(self, parts: list[dict[str, np.ndarray]]) -> dict[str, Tensor]:
        """Observations of all books, one behind the other."""
        return {name: torch.as_tensor(np.concatenate([part[name] for part in parts])) for name in parts[0]}

    def step(self, choice: Tensor) -> tuple[Tensor, Tensor]:
        """Answer in every game; rewards and which games have ended."""
        told = [envs.step(rows.numpy()) for envs, rows in zip(self.books, choice.split(self.games), strict=True)]
        self.seen = self.joined([one[0] for one in told])
        for points, (*_, info) in zip(self.points, told, strict=True):
            if "final_info" in info:
                points += [POINTS[result] for result in info["final_info"]["result"][info["_final_info"]]]
                del points[:-400]
        ends = np.concatenate([terminated | truncated for _, _, terminated, truncated, _ in told])
        return torch.as_tensor(np.concatenate([one[1] for one in told])).float(), torch.as_tensor(ends)


def learn(net: Net, optimizer: torch.optim.Optimizer, games: SmallBattles, steps: int) -> None:
    """Play so many steps, then improve the network by PPO's clipped loss."""
    seens, kept = [], []
    for _ in range(steps):
        seen = games.seen
        with torch.no_grad():
            odds, worth = net(seen)
        choice = odds.sample()
        seens.append(seen)
        kept.append((choice, odds.log_prob(choice), worth, *games.step(choice)))
    choices, old, worths, rewards, ends = (torch.stack(column) for column in zip(*kept, strict=True))
    later = net(games.seen)[1].detach()
    gains, gain = torch.zeros_like(worths), torch.zeros_like(later)
    for t in reversed(range(steps)):  # a game that has ended leads to nothing more
        gains[t] = gain = rewards[t] - worths[t] + ~ends[t] * DISCOUNT * (later + 0.95 * gain)
        later = worths[t]
    flat = {name: torch.cat([seen[name] for seen in seens]) for name in seens[0]}
    choices, old, gains, returns = (column.flatten() for column in (choices, old, gains, gains + worths))
    for some in (part for _ in range(3) for part in torch.randperm(len(gains)).split(1024)):
        odds, worth = net({name: array[some] for name, array in flat.items()})
        ratio = (odds.log_prob(choices[some]) - old[some]).exp()
        better = (gains[some] - gains.mean()) / (gains.std() + 1e-8)
        clipped = torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
        loss = 0.5 * (worth - returns[some]).square().mean() - clipped - 0.01 * odds.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimizer.step()


def main(updates: int = 150, games: int = 48, steps: int = 48, seed: int = 1, out: Path | None = None) -> Net:
    """Train in every book at once, against behaviours; save and return the network."""
    torch.manual_seed(seed)
    net, battles = Net(), SmallBattles(games, seed)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3, eps=1e-5)
    for update in range(1, updates + 1):
        learn(net, optimizer, battles, steps)
        means = (f"{slug} {np.mean(row):.0%}" for slug, row in zip(BOOKS, battles.points, strict=True) if row)
        print(f"{update * steps * games * len(BOOKS):,} decisions: {', '.join(means)} of the points", flush=True)
        if out is not None:
            save_model(net, str(out))
    return net


if __name__ == "__main__":
    main(out=Path("five_books.safetensors"))
