"""One observation and one action space for all rulesets: a wrapper of vector environments.

>>> envs = CommonView(tactica.make_vec("heimr", 64, scenario="small", opponent="guardian", seed=1))
>>> observation, info = envs.reset()
>>> envs.step(observation["action_mask"].argmax(1))

An action is a row of ``observation["choices"]``: a complete choice, such as to strike that orc with the sword. It gives the
answer to the present prompt that leads there; where the rules go on asking (whom, with what), the next observation lists what is
still possible. ``tactica.envs.core.behaviour.common_view`` names every column, ``tactica.envs.engine.common_view`` the spaces.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import VectorWrapper
from gymnasium.vector.utils import batch_space

from ..core.loops.seats import REFUSE
from ..engine import common_view as common
from ..engine.describing import IllegalChoice
from .vector import TacticaVectorEnv

__all__ = ["CommonView"]


class CommonView(VectorWrapper[Any, Any, Any, Any]):
    """A vector environment with the spaces that are the same for every ruleset and scenario.

    ``final_obs`` of games that have ended has no choice, and all its numbers are 0: nobody decides at an end.
    """

    env: TacticaVectorEnv

    def __init__(self, env: TacticaVectorEnv) -> None:
        """Wrap what ``tactica.make_vec`` made.

        Raises:
            TypeError: it is something else; ValueError: it shows the sight of units.
        """
        if not isinstance(env, TacticaVectorEnv):
            raise TypeError(f"CommonView wraps what tactica.make_vec makes, not {type(env).__name__}")
        if env.layout.sight != "side":
            raise ValueError("CommonView shows what a side knows; make the environment with sight='side'")
        super().__init__(env)
        self.single_observation_space = common.observation_space()
        self.single_action_space = common.action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._view = common.CommonPositions(env.batch.ruleset, env.layout, self.num_envs)
        self._slots = np.arange(self.num_envs)

    def _seen(self) -> dict[str, np.ndarray]:
        self.env.batch.look(self._view, self._slots)
        return {name: array.copy() for name, array in self._view.seen.items()}

    def _told(self, info: dict[str, Any], seen: dict[str, np.ndarray]) -> dict[str, Any]:
        """An info whose ``final_obs`` are empty observations of this view."""
        if "final_obs" in info:
            final = np.full(self.num_envs, None, object)
            for slot in np.flatnonzero(info["_final_obs"]).tolist():
                final[slot] = {name: np.zeros_like(array[slot]) for name, array in seen.items()}
                final[slot]["targets"][:] = -1
            info["final_obs"] = final
        return info

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """See :meth:`TacticaVectorEnv.reset`."""
        _, info = self.env.reset(seed=seed, options=options)
        return self._seen(), info

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """See :meth:`TacticaVectorEnv.step`; actions are rows of the choices, integers (num_envs,).

        Raises:
            IllegalChoice: these are not integers, one for each game; or, where ``illegal`` is ``"raise"``, a row holds no
            choice. No game has changed.
        """
        batch = self.env.batch
        rows = batch.as_indices(actions)
        over = batch.over
        indices = self._view.to_indices(rows)
        indices[over] = 0  # their choice is ignored
        if batch.is_reset and batch.control["illegal"][0] == REFUSE:
            inside = (rows >= 0) & (rows < common.CHOICES)
            empty = self._view.rows.mask[self._slots, np.where(inside, rows, 0)] == 0
            wrong = np.flatnonzero(~over & (empty | ~inside))
            if len(wrong):
                slot = int(wrong[0])
                legal = np.flatnonzero(self._view.rows.mask[slot]).tolist()
                where = f"game {slot}: " if self.num_envs > 1 else ""
                raise IllegalChoice(
                    f"{where}row {rows[slot]} holds no choice; rows with a choice: 0..{legal[-1]} (see action_mask)",
                    int(rows[slot]),
                    legal,
                )
        _, reward, terminated, truncated, info = self.env.step(indices)
        seen = self._seen()
        return seen, reward, terminated, truncated, self._told(info, seen)

    def action_masks(self) -> np.ndarray:
        """The rows that hold a choice: bool (num_envs, CHOICES)."""
        return self._view.rows.mask.astype(np.bool_)

    def random_actions(self) -> np.ndarray:
        """A random row for every game, by the environment's own generator: int64 (num_envs,); 0 where nobody decides."""
        mask = self.action_masks()
        chances = self.env.np_random.random(mask.shape)
        return np.where(mask, chances, -1.0).argmax(1)
