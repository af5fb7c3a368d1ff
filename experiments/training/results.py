"""How the games of a learner end, and how long they take."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback

from ...envs.engine.ranks import rewards_by_rank

__all__ = ["Stopwatch", "TrainingResults", "charge_draws"]


class Stopwatch:
    """Seconds that environments take to step."""

    def __init__(self, envs: Any) -> None:
        """Measure every step of a vector environment from now on."""
        self.seconds, step = 0.0, envs.step_wait

        def step_wait() -> Any:
            began = time.perf_counter()
            try:
                return step()
            finally:
                self.seconds += time.perf_counter() - began

        envs.step_wait = step_wait

    def lap(self) -> float:
        """Seconds since the last call."""
        found, self.seconds = self.seconds, 0.0
        return found


def charge_draws(envs: Any, cost: float) -> None:
    """Take something from the learner's reward for every game that nobody wins, at every step of environments from now on."""
    step = envs.step_wait

    def step_wait() -> Any:
        observation, rewards, dones, infos = step()
        for slot in np.flatnonzero(dones).tolist():
            ranks = infos[slot]["ranks"]
            if np.ptp(ranks[ranks > 0]) == 0:
                rewards[slot] -= cost
        return observation, rewards, dones, infos

    envs.step_wait = step_wait


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
