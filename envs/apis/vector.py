"""Thousands of games per call: a Gymnasium vector environment.

>>> envs = tactica.make_vec("wfrp1", 1024, scenario="small", opponent="random", seed=1)
>>> observation, info = envs.reset()
>>> observation, reward, terminated, truncated, info = envs.step(envs.random_actions())

* A slot whose game ends begins the next one in the same call (SAME_STEP): ``info["final_obs"]`` and
  ``info["final_info"]`` tell of the game that ended, as Gymnasium's own vector environments do.
* The learner plays ``seat``; ``opponent`` plays the rest and has answered before ``step`` returns. With
  ``opponent=None`` every decision is the caller's, ``info["side"]`` says who decides, and rewards are the first side's.
* Game k of slot i is seeded from (seed, i, k): what happens in a slot depends on nothing but its own actions.
* Two sets of arrays are written in turn. What a step returns stays as it is until the step after the next;
  ``copy=True`` returns fresh arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..core.ruleset import Ruleset
from ..engine.batch import Batch
from ..engine.game import Game
from ..engine.pools import open_pool, split_name
from ..engine.spaces import Layout
from ..render import render

__all__ = ["TacticaVectorEnv", "make_vec"]


def make_vec(ruleset: str | Ruleset, num_envs: int = 256, **options: Any) -> TacticaVectorEnv:
    """A vector environment; see :class:`TacticaVectorEnv`. ``ruleset`` may be written ``"wfrp1/duel"``."""
    return TacticaVectorEnv(ruleset, num_envs, **options)


class TacticaVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of one ruleset, stepped together.

    Attributes:
        batch: the arrays and kernel calls underneath.
        layout: shapes of choices and observations.
        single_observation_space, single_action_space: of one game.
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
        """Create the environment.

        Args:
            ruleset: slug, ``slug/scenario``, or a Ruleset.
            num_envs: games.
            scenario: name of a shipped scenario, path, list of these, or a pool of starts.
            opponent: an in-kernel policy by name, a policy (``act(observation, mask, rng)``), a function, a list of
                these to draw from; None when every decision is the caller's.
            weights: how often each opponent is drawn.
            seat: side the learner plays, or ``alternate``.
            seed: of all games; drawn when None.
            layout: ``auto``, ``small``, ``standard``, ``full`` or a Layout.
            mirror: turn the board by half a circle for every side but the first.
            flat: observe one float32 vector (see ``Layout.flatten``); the mask is then in ``info["action_mask"]``.
            copy: return fresh arrays.
            illegal: what becomes of an illegal choice: ``raise``, ``forfeit`` or ``random_legal``.
            shaping, discount: weight and discount of potential-based shaping (share of staying power), 0 for none.
            time_limit, on_error: for Python opponents, see ``tactica.agents.policy.Host``.
            pool_size, pool_seed: starts drawn from a scenario that varies, and the seed they are drawn by.
            split: ``train`` or ``eval`` starts.
            render_mode: ``ansi`` or ``rgb_array``: :meth:`render` shows every game.

        Raises:
            ValueError: an argument has no such value.
        """
        found, scenario = split_name(ruleset, scenario)
        pool = open_pool(found, scenario, n=pool_size, seed=pool_seed, split=split)
        opponents = _as_list(opponent)
        self.batch = Batch(
            found, pool, num_envs,
            layout=layout, mirror=mirror, seat=None if opponents is None else seat,
            opponents=opponents or ("random",), weights=weights if opponents else None, illegal=illegal,
            shaping=shaping, discount=discount, time_limit=time_limit, on_error=on_error,
        )  # fmt: skip
        self.layout = self.batch.layout
        self.num_envs = num_envs
        self.copy = copy
        self.flat = flat
        self.render_mode = render_mode
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi", "rgb_array"]}
        self.single_action_space = self.layout.action_space
        self.single_observation_space = self.layout.flat_space if flat else self.layout.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._flat = [np.zeros((num_envs, self.layout.flat_size), np.float32) for _ in range(2)] if flat else []
        self._flat_now = 0
        self._all = np.ones(num_envs, np.bool_)
        given: Any = seed
        if given is not None and not (isinstance(given, int | np.integer) and given >= 0):
            raise ValueError(f"seed {given!r} is not a whole number from 0")
        self._given_seed = seed
        self._seeded = False

    # --- Gymnasium

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game in every slot, or in those of ``options["reset_mask"]`` (bool (num_envs,)).

        Args:
            seed: seeds all games to come; None goes on with the next games (the first time: with the seed given when
                made).
            options: ``reset_mask``.

        Returns:
            observation and info; info holds ``side`` (who is shown), and ``action_mask`` when flat.
        """
        self._seed(seed)
        chosen = (options or {}).get("reset_mask")
        if chosen is not None:
            chosen = np.ascontiguousarray(chosen, np.bool_)
        self.batch.reset(chosen)
        return self._observation(), self._info()

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        if seed is None:
            if self._seeded:
                return
            seed = self._given_seed
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1)
        elif not isinstance(seed, int | np.integer):
            if any(part is None for part in seed):
                raise ValueError("a list of seeds must not contain None; give one number for all games instead")
            if len(seed) != self.num_envs:
                raise ValueError(
                    f"{len(seed)} seeds for {self.num_envs} games; give one per game, or one number for all"
                )
            seed = int(np.random.SeedSequence([int(part or 0) for part in seed]).generate_state(1, np.uint64)[0] >> 1)
        self.batch.seed(int(seed))
        self._np_random_seed = int(seed)
        self._np_random = np.random.default_rng(int(seed))
        self._seeded = True

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Apply one choice in every game.

        Args:
            actions: integers (num_envs,).

        Returns:
            observation; rewards float64 (num_envs,); terminated and truncated bool (num_envs,); info with ``side``, and
            where games ended ``final_obs`` and ``final_info`` with their masks ``_final_obs`` and ``_final_info``.

        Raises:
            IllegalChoice: with ``illegal="raise"``; no game has changed.
        """
        self.batch.step(actions)
        games = self.batch.games
        ended = games["ended"]
        observation = self._observation()
        info = self._info()
        if ended.any():
            self._tell_final(info, ended != 0)
        return observation, games["reward"].copy(), ended == 1, ended == 2, info

    def _observation(self) -> Any:
        seen = self.batch.observation
        if self.flat:
            self._flat_now ^= 1
            out = self.layout.flatten(seen, self._flat[self._flat_now])
            return out.copy() if self.copy else out
        return {name: array.copy() for name, array in seen.items()} if self.copy else dict(seen)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"side": self.batch.games["viewer"].copy(), "_side": self._all}
        if self.flat:
            mask = self.batch.observation["action_mask"]
            info["action_mask"] = mask.copy() if self.copy else mask
            info["_action_mask"] = self._all
        if self.batch.control["illegal"][0] != 0:
            info["illegal"] = self.batch.games["illegal"] != 0
            info["_illegal"] = self._all
        return info

    def _tell_final(self, info: dict[str, Any], ended: np.ndarray) -> None:
        final = np.full(self.num_envs, None, object)
        for slot in np.flatnonzero(ended):
            seen = self.batch.final_observation(int(slot))
            if self.flat:
                final[slot] = self.layout.flatten({name: array[None] for name, array in seen.items()})[0]
            else:
                final[slot] = seen
        details = self.batch.final_info(ended)
        details.update({f"_{name}": ended for name in list(details)})
        info.update(final_obs=final, _final_obs=ended, final_info=details, _final_info=ended)

    # --- more than Gymnasium

    def action_masks(self) -> np.ndarray:
        """The legal choices: bool (num_envs, n)."""
        return self.batch.observation["action_mask"].view(np.bool_)

    def random_actions(self) -> np.ndarray:
        """A random legal choice for every game, drawn in the kernel: int64 (num_envs,)."""
        return self.batch.random_indices()

    def set_opponents(self, policies: Any, weights: Sequence[float] | None = None) -> None:
        """Set who plays the other sides from the next game of each slot on.

        Args:
            policies: one opponent or a list.
            weights: how often each is drawn.

        Raises:
            ValueError: the environment was made with ``opponent=None``, or these are no policies or weights.
        """
        listed = _as_list(policies)
        if listed is None or self.batch.control["seat_mode"][0] == -2:
            raise ValueError("opponents cannot be set when opponent=None; create the environment with an opponent")
        self.batch.set_opponents(listed, weights)

    def opponent_name(self, code: int) -> str:
        """What a code in ``info["final_info"]["opponents"]`` stands for; ``learner`` for the learner's own side."""
        return self.batch.seating.name(int(code))

    @property
    def passed_over(self) -> int:
        """Number of games since seeding that were skipped because they ended before the learner had a decision."""
        return int(self.batch.games["passed_over"].sum())

    def game(self, slot: int) -> Game:
        """The game of a slot, for inspection."""
        return self.batch.game(slot)

    def snapshot(self) -> bytes:
        """All games, dice, seats and seeds; :meth:`restore` continues byte for byte in any process."""
        return self.batch.snapshot()

    def restore(self, data: bytes) -> tuple[Any, dict[str, Any]]:
        """Continue from a snapshot; returns observation and info as :meth:`reset` does.

        Raises:
            SnapshotError: it does not fit this environment.
        """
        self.batch.restore(data)
        self._seeded = True
        return self._observation(), self._info()

    def clone(self) -> TacticaVectorEnv:
        """An independent environment that continues exactly like this one."""
        batch = self.batch
        twin = TacticaVectorEnv(
            batch.ruleset, self.num_envs, scenario=batch.pool, layout=self.layout, flat=self.flat, copy=self.copy,
            opponent=None if batch.control["seat_mode"][0] == -2 else "random", render_mode=self.render_mode,
        )  # fmt: skip
        twin.batch.copy_from(batch)
        twin._seeded = self._seeded
        return twin

    def render(self) -> tuple[Any, ...] | None:
        """Every game as text or picture."""
        if self.render_mode is None:
            return None
        return tuple(render(self.game(slot), self.render_mode) for slot in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Do nothing: there are no resources to close."""


def _as_list(opponent: Any) -> list[Any] | None:
    """One opponent or several as a list; None for no opponent."""
    if opponent is None:
        return None
    if isinstance(opponent, list | tuple):
        return list(opponent)
    return [opponent]
