"""How the games of a learner end, and how long they take."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper

from ...envs.engine.ranks import rewards_by_rank

__all__ = ["CostOfDraws", "Timed", "TrainingResults"]


class Timed(VecEnvWrapper):
    """Games of a learner, with a clock: how long they take to step."""

    def __init__(self, venv: VecEnv) -> None:
        super().__init__(venv)
        self.seconds = 0.0

    def reset(self) -> Any:
        """Begin all games."""
        return self.venv.reset()

    def step_wait(self) -> Any:
        """The step, which the clock measures."""
        began = time.perf_counter()
        try:
            return self.venv.step_wait()
        finally:
            self.seconds += time.perf_counter() - began

    def lap(self) -> float:
        """Seconds since the last call."""
        found, self.seconds = self.seconds, 0.0
        return found


class CostOfDraws(VecEnvWrapper):
    """Games of a learner that pays for every game that nobody wins.

    Args:
        venv: the games.
        cost: what a draw takes from its reward.
    """

    def __init__(self, venv: VecEnv, cost: float) -> None:
        super().__init__(venv)
        self.cost = cost

    def reset(self) -> Any:
        """Begin all games."""
        return self.venv.reset()

    def step_wait(self) -> Any:
        """The step, with the cost of the games that end drawn."""
        observation, rewards, dones, infos = self.venv.step_wait()
        for slot in np.flatnonzero(dones).tolist():
            ranks = infos[slot]["ranks"]
            if np.ptp(ranks[ranks > 0]) == 0:
                rewards[slot] -= self.cost
        return observation, rewards, dones, infos


class TrainingResults(BaseCallback):
    """Notes how the learner's games end, and reports progress."""

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
