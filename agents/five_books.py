"""One network that plays five rulebooks, and its training: masked PPO over the common view, in one file.

python -m tactica.agents.five_books          # train it anew, into five_books.safetensors
tactica battle owh/small --red agents/five_books.py:FiveBooks --blue archer
tactica benchmark run books --agent agents/five_books.py:FiveBooks --json five_books.json

Needs PyTorch (the extra ``train``). Prints decisions so far and the share of the points in each book.
"""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_model, save_model
from torch import Tensor, nn
from torch.distributions import Categorical

import tactica
from tactica.envs.apis.common_view import CommonView
from tactica.envs.core.behaviour.common_view import CHOICE_COLUMNS, SITUATION_COLUMNS, UNIT_COLUMNS
from tactica.envs.engine.common_view import VERBS

BOOKS = ("heimr", "owh", "tow", "wfrp1", "woin")
WEIGHTS = Path(__file__).with_suffix(".safetensors")
UNIT, SIZE, DISCOUNT = 16, 64, 0.995


class Net(nn.Module):
    """Scores every choice from its numbers, its verb, its target, and what the side has before it; values the position."""

    def __init__(self) -> None:
        super().__init__()
        self.verb = nn.Embedding(VERBS, 8)
        self.unit = nn.Sequential(nn.Linear(len(UNIT_COLUMNS), UNIT), nn.ReLU())
        before = len(SITUATION_COLUMNS) + 2 * UNIT
        self.choice = nn.Sequential(nn.Linear(len(CHOICE_COLUMNS) + 8 + UNIT, SIZE), nn.ReLU())
        self.before = nn.Linear(before, SIZE)
        self.score = nn.Sequential(nn.Linear(SIZE, SIZE), nn.ReLU(), nn.Linear(SIZE, 1))
        self.worth = nn.Sequential(nn.Linear(before + SIZE, SIZE), nn.ReLU(), nn.Linear(SIZE, 1))

    def forward(self, seen: dict[str, Tensor]) -> tuple[Categorical, Tensor]:
        """Odds of the rows of choices, 0 for empty ones; the worth of the positions (batch,)."""
        legal = seen["action_mask"] == 1
        rows = max(int(legal.sum(1).max()), 1)  # what is behind is empty
        units = self.unit(seen["units"])
        friend, known = seen["units"][:, :, 1:2], seen["units"][:, :, :1]
        sides = [(units * who).sum(1) / 4 for who in (known * friend, known * (1 - friend))]
        before = torch.cat([seen["situation"], *sides], 1)
        targets = seen["targets"][:, :rows].long()
        target = units.gather(1, targets.clamp(min=0)[:, :, None].expand(-1, -1, UNIT)) * (targets >= 0)[:, :, None]
        verb = self.verb(seen["verbs"][:, :rows].long())
        hidden = self.choice(torch.cat([seen["choices"][:, :rows], verb, target], 2)) + self.before(before)[:, None]
        legal = legal[:, :rows]
        scores = self.score(hidden.relu())[:, :, 0].masked_fill(~legal, -1e8)
        best = (hidden.relu() * legal[:, :, None]).amax(1)
        return Categorical(logits=scores), self.worth(torch.cat([before, best], 1))[:, 0]


class FiveBooks:
    """The trained network as a policy: draws its answers as likely as it finds them good."""

    name = "five_books"
    view = "common"

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self.net = Net()
        load_model(self.net, weights)

    @torch.no_grad()
    def act(self, observation: Any, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A row of the choices for each position."""
        odds = self.net({name: torch.as_tensor(array) for name, array in observation.items()})[0].probs.numpy()
        drawn = odds.cumsum(1) > rng.random((len(mask), 1)) * odds.sum(1, keepdims=True)
        return np.where(mask[:, : odds.shape[1]] == 1, drawn, False).argmax(1)


POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class Games:
    """Small battles of every book side by side, and the points of the last ones in each."""

    def __init__(self, games: int, seed: int) -> None:
        options: Any = {"scenario": ["tiny", "small", "small_random"], "seat": "alternate", "seed": seed}
        options |= {"opponent": ["random", "charge", "guardian", "charger", "archer", "line"]}
        options |= {"shaping": 1.0, "discount": DISCOUNT}  # staying power lost and taken counts at once
        self.games = games
        self.books = [CommonView(tactica.make_vec(slug, games, **options)) for slug in BOOKS]
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


def learn(net: Net, optimizer: torch.optim.Optimizer, games: Games, steps: int) -> None:
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
    net, battles = Net(), Games(games, seed)
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
