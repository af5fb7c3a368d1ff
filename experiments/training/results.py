"""How the games of a learner end."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback

from ...envs.engine.ranks import rewards_by_rank

__all__ = ["Results"]


class Results(BaseCallback):
    """Notes how the learner's games end, and tells how far it is."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        super().__init__()
        self.tell = tell
        self.results: list[tuple[str, float]] = []

    def _on_step(self) -> bool:
        for slot in np.flatnonzero(self.locals["dones"]).tolist():
            info = self.locals["infos"][slot]
            seat, ranks = info["seat"], info["ranks"]
            reward = float(rewards_by_rank(ranks, len(ranks))[seat])
            others = [name for side, name in enumerate(info["opponents"]) if side != seat]
            self.results.append((others[0], (reward + 1) / 2))
        self.tell(self.training_env.num_envs)
        return True
