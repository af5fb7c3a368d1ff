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

from ..engine import common_view as common
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
            IllegalChoice: a row holds no choice, where ``illegal`` is ``"raise"``; no game has changed.
        """
        indices = self._view.to_indices(np.asarray(actions, np.int64))
        over = self.env.batch.over
        indices[over] = 0  # their choice is ignored
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
