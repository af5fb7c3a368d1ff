"""A vector environment for Stable-Baselines3 on the same arrays; needs ``pip install tactica[train]``.

>>> from sb3_contrib import MaskablePPO
>>> from tactica.sb3 import EntityPolicy, WholeNumbers, make_sb3_vec
>>> envs = make_sb3_vec("wfrp1", 512, scenario="small", opponent="charge", seat="alternate", mirror=True, seed=1)
>>> model = MaskablePPO(EntityPolicy, envs, rollout_buffer_class=WholeNumbers, n_steps=64, batch_size=8192, n_epochs=2)
>>> model.learn(10_000_000)

``EntityPolicy`` sees the structure of a position; Stable-Baselines3's own ``MultiInputPolicy`` works too, but reads
category codes as numbers.

MaskablePPO stores an observation only after the next step has been taken. Two sets of arrays, written in turn, make that
safe without copying: the arrays of a step stay valid until the step after the next.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from ..core.loops.seats import EVERY_SEAT
from ..core.ruleset import Ruleset
from ..engine.gate import checked_row, seed_of
from ..render import render
from .shared import checked_options, checked_render_mode
from .slots import RENDER_MODES, SlotOptions, Slots

__all__ = ["Sb3VecEnv", "make_sb3_vec"]


def make_sb3_vec(ruleset: str | Ruleset, num_envs: int = 512, **options: Unpack[SlotOptions]) -> Sb3VecEnv:
    """A Stable-Baselines3 vector environment, see :class:`Sb3VecEnv`; options as of :func:`tactica.make_vec`, but it needs an
    opponent and has no other ``autoreset_mode`` than ``SAME_STEP``.
    """
    return Sb3VecEnv(ruleset, num_envs, **options)


class Sb3VecEnv(Slots, VecEnv):
    """Many games of one ruleset; the learner plays one seat, policies the rest.

    Observations are ``grid``, ``units`` and ``context`` (or one float32 vector when flat); the mask comes from
    ``env_method("action_masks")``, which sb3-contrib calls, or from :meth:`action_masks` at once.
    """

    def _set_up(self, render_mode: str | None) -> None:
        if self.batch.control["seat_mode"][0] == EVERY_SEAT:
            raise ValueError("Stable-Baselines3 trains one seat; give an opponent for the others")
        if self._resets != AutoresetMode.SAME_STEP:
            raise ValueError("Stable-Baselines3 resets in the same step; leave out autoreset_mode")
        self._mode = checked_render_mode(render_mode, RENDER_MODES)
        self._actions: Any = None
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs, np.int64)
        self._began = time.time()
        self._blank: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if self._view:
            space: spaces.Space[Any] = self._view.space
        else:
            space = spaces.Dict({name: self.layout.observation_space[name] for name in ("grid", "units", "context")})
        VecEnv.__init__(self, self.num_envs, space, self.layout.action_space)

    # --- stepping

    def reset(self) -> Any:
        """Begin a new game in every slot. ``seed()`` before it starts over.

        ``set_options({"row": 3})`` before it names the start of the pool, a list of such options one for each slot.

        Raises:
            ValueError: an unknown option, a row that is not a whole number, or a seed that is not in 0..2^64 - 1;
            IndexError: the pool has no such row. The next reset forgets the options and seeds that were refused.
        """
        given, seeds = self._options, [seed for seed in self._seeds if seed is not None]
        self._reset_seeds()
        self._reset_options()
        count = len(self.batch.pool_states)
        rows = [checked_options(options, "row").get("row") for options in given]
        rows = [None if row is None else checked_row(row, count) for row in rows]
        if seeds or not self._seeded:
            base = seeds[0] if seeds else self._given_seed
            if base is None:
                base = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
            self.batch.seed(seed_of(base))
            self._seeded = True
        for slot, row in enumerate(rows):
            self._set_rows(row, slice(slot, slot + 1))
        self.batch.reset()
        self._returns[:] = 0
        self._lengths[:] = 0
        return self._observation()

    def step_async(self, actions: np.ndarray) -> None:
        """Store the choices for :meth:`step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Apply the stored choices.

        Returns:
            observation; rewards float32 (n,); dones bool (n,); one info a slot, with ``terminal_observation``,
            ``TimeLimit.truncated``, ``episode`` (r, l, t) and the keys of ``Batch.told`` where a game ended.

        Raises:
            IllegalChoice: with ``illegal="raise"``; no game has changed.
        """
        self.batch.step(self._actions)
        games = self.batch.games
        rewards = games["reward"].astype(np.float32)
        self._returns += games["reward"]
        self._lengths += 1
        dones = games["ended"] != 0
        infos = self._blank
        if dones.any():
            infos = list(self._blank)
            for slot in np.flatnonzero(dones).tolist():
                infos[slot] = self._ending(slot)
        return self._observation(), rewards, dones, infos

    def _ending(self, slot: int) -> dict[str, Any]:
        final = self._final(slot)
        if not self._view:
            del final["action_mask"]
        info = {
            **self.batch.told(slot),
            "terminal_observation": final,
            "TimeLimit.truncated": bool(self.batch.games["ended"][slot] == 2),
            "episode": {
                "r": float(self._returns[slot]),
                "l": int(self._lengths[slot]),
                "t": round(time.time() - self._began, 3),
            },
        }
        self._returns[slot] = 0
        self._lengths[slot] = 0
        return info

    def _observation(self) -> Any:
        if self._view:
            return self._flattened(self._view)
        seen = self.batch.observation
        return {name: seen[name].copy() if self.copy else seen[name] for name in ("grid", "units", "context")}

    # --- snapshots

    def restore(self, data: bytes) -> Any:
        """Continue from a snapshot; returns the observation. Opponents of later games are this environment's own."""
        self.batch.restore(data)
        self._seeded = True
        return self._observation()

    # --- what VecEnv asks for

    def close(self) -> None:
        """End the threads that step the games."""
        self.batch.close()

    def _slots(self, indices: int | Iterable[int] | None) -> list[int]:
        return [int(i) for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute of the environment, once for every slot asked for."""
        if attr_name == "render_mode":
            return [self._mode for _ in self._slots(indices)]
        return [getattr(self, attr_name) for _ in self._slots(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Set an attribute of the environment; slots have none of their own."""
        setattr(self, attr_name, value)

    def has_attr(self, attr_name: str) -> bool:
        """Whether :meth:`get_attr` finds it."""
        return hasattr(self, attr_name)

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        """``action_masks`` and ``render`` answer for each slot; any other method is called once and its result
        repeated.
        """
        slots = self._slots(indices)
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[slot] for slot in slots]
        if method_name == "render":
            return [render(self.game(slot), self._mode or "rgb_array") for slot in slots]
        result = getattr(self, method_name)(*method_args, **method_kwargs)
        return [result for _ in slots]

    def env_is_wrapped(self, wrapper_class: Any, indices: int | Iterable[int] | None = None) -> list[bool]:
        """No slot is wrapped; episode statistics are in the infos all the same."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor for _ in self._slots(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        """A picture of every game."""
        return [render(self.game(slot), "rgb_array") for slot in range(self.num_envs)]
