"""A vector environment for Stable-Baselines3 on the same arrays; needs ``pip install tactica[train]``.

>>> from sb3_contrib import MaskablePPO
>>> from tactica.sb3 import make_sb3_vec
>>> envs = make_sb3_vec("wfrp1", 256, scenario="small", opponent="random", seat="alternate", seed=1)
>>> model = MaskablePPO("MultiInputPolicy", envs).learn(100_000)

MaskablePPO stores an observation only after the next step has been taken. The two sets of arrays written in turn make
that safe without copying: what a step returns stays as it is until the step after the next.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from ..core.ruleset import Ruleset
from ..engine.batch import Batch
from ..engine.game import Game
from ..engine.policies import REASONS
from ..engine.pools import open_pool, split_name
from ..engine.spaces import Layout
from ..render import render
from .vector import _as_list

__all__ = ["ModelPolicy", "Sb3VecEnv", "make_sb3_vec"]


def make_sb3_vec(ruleset: str | Ruleset, num_envs: int = 256, **options: Any) -> Sb3VecEnv:
    """A Stable-Baselines3 vector environment; see :class:`Sb3VecEnv`."""
    return Sb3VecEnv(ruleset, num_envs, **options)


class Sb3VecEnv(VecEnv):
    """Many games of one ruleset; the learner plays one seat, policies the rest.

    Observations are ``grid``, ``units`` and ``context`` (or one float32 vector when flat); the mask comes from
    ``env_method("action_masks")``, which sb3-contrib calls, or from :meth:`action_masks` at once.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        num_envs: int = 256,
        *,
        scenario: Any = None,
        opponent: Any = "random",
        weights: Sequence[float] | None = None,
        seat: int | str = 0,
        seed: int | None = None,
        layout: str | Layout = "auto",
        mirror: bool = False,
        flat: bool = False,
        copy: bool = False,
        illegal: str = "raise",
        shaping: float = 0.0,
        discount: float = 1.0,
        time_limit: float | None = None,
        on_error: str = "raise",
        pool_size: int | None = None,
        pool_seed: int = 0,
        split: str = "train",
        render_mode: str | None = None,
    ) -> None:
        """Create the environment; arguments as for ``make_vec``, but an opponent is required."""
        found, scenario = split_name(ruleset, scenario)
        opponents = _as_list(opponent)
        if opponents is None:
            raise ValueError("Stable-Baselines3 trains one seat; give an opponent for the others")
        self.batch = Batch(
            found, open_pool(found, scenario, n=pool_size, seed=pool_seed, split=split), num_envs,
            layout=layout, mirror=mirror, seat=seat, opponents=opponents, weights=weights, illegal=illegal,
            shaping=shaping, discount=discount, time_limit=time_limit, on_error=on_error,
        )  # fmt: skip
        self.layout = self.batch.layout
        self.flat, self.copy = flat, copy
        self._mode = render_mode
        self._flat = [np.zeros((num_envs, self.layout.flat_size), np.float32) for _ in range(2)] if flat else []
        self._flat_now = 0
        self._given_seed = seed
        self._seeded = False
        self._actions: Any = None
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._began = time.time()
        self._blank: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        space: spaces.Space[Any] = self.layout.flat_space
        if not flat:
            space = spaces.Dict({name: self.layout.observation_space[name] for name in ("grid", "units", "context")})
        super().__init__(num_envs, space, self.layout.action_space)

    # --- stepping

    def reset(self) -> Any:
        """Begin a new game in every slot. ``seed()`` before it starts over."""
        seeds = [seed for seed in self._seeds if seed is not None]
        if seeds or not self._seeded:
            base = seeds[0] if seeds else self._given_seed
            if base is None:
                base = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
            self.batch.seed(int(base))
            self._seeded = True
        self._reset_seeds()
        self._reset_options()
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
            ``TimeLimit.truncated`` and ``episode`` (r, l, t) where a game ended.

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
            details = self.batch.final_info(dones)
            for i in np.flatnonzero(dones):
                infos[i] = self._ending(int(i), details)
        return self._observation(), rewards, dones, infos

    def _ending(self, i: int, details: dict[str, Any]) -> dict[str, Any]:
        seen = self.batch.final_observation(i)
        final: Any = {name: seen[name] for name in ("grid", "units", "context")}
        if self.flat:
            final = self.layout.flatten({name: array[None] for name, array in seen.items()})[0]
        seat = int(details["seat"][i])
        info = {
            "terminal_observation": final,
            "TimeLimit.truncated": bool(self.batch.games["ended"][i] == 2),
            "episode": {
                "r": float(self._returns[i]), "l": int(self._lengths[i]), "t": round(time.time() - self._began, 3),
            },
            "ending": int(details["ending"][i]),
            "rank": int(details["ranks"][i, seat]),
            "seat": seat,
            "rounds": int(details["round"][i]),
            "opponents": [
                self.batch.seating.name(code)
                for code, rank in zip(details["opponents"][i], details["ranks"][i], strict=True)
                if rank > 0
            ],
        }  # fmt: skip
        if "reason_text" in details and details["reason"][i]:
            info["reason"] = details["reason_text"][i] or REASONS[int(details["reason"][i])]
        self._returns[i] = 0
        self._lengths[i] = 0
        return info

    def _observation(self) -> Any:
        seen = self.batch.observation
        if self.flat:
            self._flat_now ^= 1
            out = self.layout.flatten(seen, self._flat[self._flat_now])
            return out.copy() if self.copy else out
        return {name: seen[name].copy() if self.copy else seen[name] for name in ("grid", "units", "context")}

    # --- masks, opponents, snapshots

    def action_masks(self) -> np.ndarray:
        """The legal choices: bool (n envs, n)."""
        return self.batch.observation["action_mask"].astype(np.bool_)

    def set_opponents(self, policies: Any, weights: Sequence[float] | None = None) -> None:
        """Set who plays the other sides from the next game on; see ``TacticaVectorEnv.set_opponents``."""
        self.batch.set_opponents(_as_list(policies) or [], weights)

    def game(self, slot: int) -> Game:
        """The game of a slot, for inspection."""
        return self.batch.game(slot)

    def snapshot(self) -> bytes:
        """All games, dice, seats and seeds."""
        return self.batch.snapshot()

    def restore(self, data: bytes) -> Any:
        """Continue from a snapshot; returns the observation."""
        self.batch.restore(data)
        self._seeded = True
        return self._observation()

    # --- what VecEnv asks for

    def close(self) -> None:
        """Do nothing: there are no resources to close."""

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


class ModelPolicy:
    """A trained Stable-Baselines3 model as a policy, for example as an opponent in later training.

    The model must have been trained with the layout it is asked in.
    """

    def __init__(self, model: Any, layout: Layout, *, name: str = "model", deterministic: bool = False) -> None:
        """Wrap a model.

        Args:
            model: with ``predict(observation, deterministic=...)``; with ``action_masks`` too for sb3-contrib's.
            layout: the layout it was trained with.
            name: how results call it.
            deterministic: always its likeliest choice.
        """
        self.model, self.layout, self.name, self.deterministic = model, layout, name, deterministic
        self._flat = isinstance(model.observation_space, spaces.Box)
        self._masked = "action_masks" in type(model).predict.__code__.co_varnames

    def act(self, observation: Mapping[str, np.ndarray], mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """See ``tactica.envs.engine.policies.Policy``. Illegal choices of a model without masks are replaced by random
        ones.
        """
        if observation["action_mask"].shape[1] != self.layout.n:
            raise ValueError(f"{self.name} was trained with {self.layout.n} choices, not {mask.shape[1]}")
        seen: Any = {name: observation[name] for name in ("grid", "units", "context")}
        if self._flat:
            seen = self.layout.flatten(observation)
        options = {"action_masks": mask.astype(np.bool_)} if self._masked else {}
        chosen, _ = self.model.predict(seen, deterministic=self.deterministic, **options)
        chosen = np.asarray(chosen, np.int64)
        for i in np.flatnonzero(mask[np.arange(len(mask)), chosen] == 0):
            chosen[i] = rng.choice(np.flatnonzero(mask[i]))
        return chosen
