"""One network that plays five rulebooks: it scores complete choices by the numbers that all of them share.

tactica battle owh/small --red agents/five_books.py:FiveBooks --blue archer
tactica benchmark run books --agent agents/five_books.py:FiveBooks --json five_books.json

``experiments/training/five_books.py`` trains it. Needs PyTorch (the extra ``train``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_model
from torch import Tensor, nn
from torch.distributions import Categorical

from tactica.envs.core.behaviour.common_view import CHOICE_COLUMNS, SITUATION_COLUMNS, UNIT_COLUMNS, UnitColumn
from tactica.envs.engine.common_view import VERBS

__all__ = ["BOOKS", "FiveBooks", "Net"]

BOOKS = ("heimr", "owh", "tow", "wfrp1", "woin")
WEIGHTS = Path(__file__).with_suffix(".safetensors")
UNIT, WORD, SIZE = 16, 8, 64  # numbers in the vector of a unit, of a verb, and of a choice


class Net(nn.Module):
    """Scores every choice from its numbers, its verb, its target, and what the side has before it; values the position."""

    def __init__(self) -> None:
        super().__init__()
        self.verb = nn.Embedding(VERBS, WORD)
        self.unit = nn.Sequential(nn.Linear(len(UNIT_COLUMNS), UNIT), nn.ReLU())
        before = len(SITUATION_COLUMNS) + 2 * UNIT
        self.choice = nn.Sequential(nn.Linear(len(CHOICE_COLUMNS) + WORD + UNIT, SIZE), nn.ReLU())
        self.before = nn.Linear(before, SIZE)
        self.score = nn.Sequential(nn.Linear(SIZE, SIZE), nn.ReLU(), nn.Linear(SIZE, 1))
        self.worth = nn.Sequential(nn.Linear(before + SIZE, SIZE), nn.ReLU(), nn.Linear(SIZE, 1))

    def forward(self, seen: dict[str, Tensor]) -> tuple[Categorical, Tensor]:
        """Odds of the rows of choices, 0 for empty ones; the worth of the positions (batch,)."""
        legal = seen["action_mask"] == 1
        rows = max(int(legal.sum(1).max()), 1)  # what is behind is empty
        units = self.unit(seen["units"])
        friend, known = (seen["units"][:, :, column, None] for column in (UnitColumn.FRIEND, UnitColumn.KNOWN))
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
