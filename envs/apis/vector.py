"""Thousands of games per call: a Gymnasium vector environment.

>>> envs = tactica.make_vec("wfrp1", 1024, scenario="small", opponent="charge", seed=1)
>>> observation, info = envs.reset()
>>> observation, reward, terminated, truncated, info = envs.step(envs.random_actions())

* A slot whose game ends begins the next one in the same call (``autoreset_mode="SAME_STEP"``): ``info["final_obs"]`` and
  ``info["final_info"]`` hold the end of the game before, as in Gymnasium's own vector environments. With ``NEXT_STEP`` a
  step returns the end itself, its keys stand in ``info``, and the next step ignores the choice for that slot and begins a
  game; most of Gymnasium's vector wrappers need that. With ``DISABLED`` you reset ended games by ``options["reset_mask"]``.
* ``gymnasium.make_vec`` follows Gymnasium's own defaults, ``NEXT_STEP`` and ``copy=True``; :func:`make_vec` the faster
  ``SAME_STEP`` and ``copy=False``. Both take either. The games are the same.
* The learner plays ``seat``; ``opponent`` plays the others and answers before ``step`` returns. With
  ``opponent=None`` every decision is the caller's, ``info["side"]`` says who decides, and rewards are the first side's.
* Game k of slot i is seeded from (seed, i, k): a slot depends only on its own actions. With
  ``seat="alternate"`` the first k depends on the seed, so that consecutive seeds alternate the seats.
* ``info["final_info"]`` (``info`` unless the mode is ``SAME_STEP``) has the keys of every interface at an end: ``ending``,
  ``result``, ``rank``, ``ranks``, ``rounds``, ``decisions``, and ``seat``, ``opponents``, ``row``, ``game``, ``reason``; see
  ``Batch.told``.
* Two sets of arrays are written in turn. The arrays of a step stay valid until the step after the next;
  ``copy=True`` returns fresh arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..core.ruleset import Ruleset
from ..engine.batch import NotReset
from ..engine.gate import seed_of
from ..engine.pools import EVALUATION_SEEDS
from ..render import render
from .shared import checked_options, checked_render_mode
from .slots import RENDER_MODES, SlotOptions, Slots

__all__ = ["TacticaVectorEnv", "make_vec", "registered"]


def make_vec(ruleset: str | Ruleset, num_envs: int = 256, **options: Unpack[SlotOptions]) -> TacticaVectorEnv:
    """Many games stepped together: a Gymnasium vector environment, see :class:`TacticaVectorEnv`.

    Args:
        ruleset: slug (``"wfrp1"``), ``"slug/scenario"``, or a Ruleset.
        num_envs: games (default 256).
        scenario: name of a shipped scenario, path, list of these, or a pool of starts. None, the default: the ruleset's own
            choice (wfrp1: ``small``).
        opponent: who plays the other sides: an in-kernel policy by name, a policy (``act(observation, mask, rng)``), a function,
            or a list of these, from which each game draws. ``"auto"``, the default: the ruleset's own choice (wfrp1:
            ``charge``). None: you decide for every side, and ``info["side"]`` names the side to decide.
        weights: how often each opponent is drawn, one number for each, on any scale. None, the default: equally often.
        seat: index of the side you play, from 0 (default 0), or ``"alternate"``: the next side in each new game; neighbouring
            slots begin with different sides. With ``opponent=None`` it has no effect.
        seed: of all games, a whole number in 0..2^64 - 1, for the first ``reset`` without one. None, the default: drawn.
        layout: sizes of observations and actions: ``"auto"`` (default), the smallest that fits the starts; ``"small"``,
            ``"standard"``, ``"full"``, a Layout, or what its ``to_dict`` gives.
        mirror: rotate the board by half a turn for every side but the first (default False).
        sight: observe all that your ``"side"`` knows (default), or only what the deciding ``"unit"`` perceives; where no unit
            decides, when your side does as a whole or the game is over, all your side knows.
        flat: False, the default: a dict of arrays. True: one float32 vector (see ``Layout.flatten``). ``"varying"``: the
            vector without what the scenario holds constant (see ``tactica.envs.engine.varying``). ``env.flat_columns`` names
            its numbers; such a list given here shows those.
        copy: return fresh arrays. False, the default: arrays stay valid until the step after the next.
        illegal: what an illegal action does: ``"raise"`` (default), ``"forfeit"`` (you lose the game) or ``"random_legal"``.
        shaping: weight of potential-based shaping, which adds ``shaping * (discount * Phi(s') - Phi(s))`` to each reward; Phi, in
            [-1, 1], is your side's share of its staying power less the best enemy's, and 0 at the end. 0, the default: none.
        discount: your algorithm's gamma, for ``shaping`` (default 1).
        time_limit: seconds that a Python opponent may take for one call. None, the default: no limit.
        on_error: what a failing or late Python opponent does: ``"raise"`` (default) or ``"forfeit"`` (it loses the game).
        pool_size: number of starts drawn from a scenario that varies. None, the default: the scenario's own number.
        pool_seed: seed by which these are drawn (default 0).
        split: ``"train"`` (default) or ``"eval"`` starts.
        rules: knobs by address, which override the scenario's own: ``{"parry.shield.shield_parry_bonus": 10}``.
        autoreset_mode: when the next game of a slot begins, as in Gymnasium: ``SAME_STEP`` (default), in the call that ends one;
            ``NEXT_STEP``, in the call after it, which ignores the action for that slot; ``DISABLED``, when you reset it.
            Stable-Baselines3 knows ``SAME_STEP`` only.
        render_mode: ``"ansi"`` or ``"rgb_array"``: ``render`` shows every game (default None).
        threads: number of threads that step the games, 0 for one on each core (default 1). The games are the same; more than one
            pays off from a few hundred games on. ``close`` ends the threads.

    Raises:
        ValueError, TypeError: an argument has an invalid value.
    """
    return TacticaVectorEnv(ruleset, num_envs, **options)


def registered(ruleset: str | Ruleset, num_envs: int = 1, **options: Unpack[SlotOptions]) -> TacticaVectorEnv:
    """What ``gymnasium.make_vec`` makes: :func:`make_vec` with Gymnasium's defaults, ``NEXT_STEP`` and fresh arrays."""
    options.setdefault("autoreset_mode", AutoresetMode.NEXT_STEP)
    options.setdefault("copy", True)
    return TacticaVectorEnv(ruleset, num_envs, **options)


class TacticaVectorEnv(Slots, VectorEnv[Any, Any, Any]):
    """Many games of one ruleset, stepped together.

    With ``flat=True`` the mask is in ``info["action_mask"]``.

    Attributes:
        batch: the arrays and kernel calls underneath.
        layout: shapes of choices and observations.
        single_observation_space, single_action_space: of one game.
        autoreset_mode: ``SAME_STEP``, or ``DISABLED`` where a caller may reset ended games itself by
            ``options["reset_mask"]``. ``NEXT_STEP`` also accepts ``reset_mask``, which TorchRL uses: a game reset that way
            is not reset again. ``metadata["autoreset_mode"]`` is the mode the environment was made with.
    """

    def _set_up(self, render_mode: str | None) -> None:
        self.render_mode = checked_render_mode(render_mode, RENDER_MODES)
        self.metadata = {"autoreset_mode": self._resets, "render_modes": list(RENDER_MODES)}
        is_same_step = self._resets == AutoresetMode.SAME_STEP
        self.autoreset_mode = AutoresetMode.SAME_STEP if is_same_step else AutoresetMode.DISABLED
        self.single_action_space = self.layout.action_space
        self.single_observation_space = self._view.space if self._view else self.layout.observation_space
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    # --- Gymnasium

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game in every slot, or in those of ``options["reset_mask"]`` (bool (num_envs,)).

        Args:
            seed: seeds all games to come; None continues with the next games (the first time: with the seed given when
                made).
            options: ``reset_mask``, and ``row``, the start of the pool: one for all games, or one for each.

        Raises:
            ValueError: an unknown option, or a seed that is not in 0..2^64 - 1; IndexError: the pool has no such row.

        Returns:
            observation and info; info holds ``side`` (the viewing side), and ``action_mask`` when flat.
        """
        given = checked_options(options, "reset_mask", "row")
        chosen = given.get("reset_mask")
        self._seed(seed)
        if chosen is not None:
            chosen = np.ascontiguousarray(chosen, np.bool_)
        self._set_rows(given.get("row"), slice(None) if chosen is None else chosen)
        self.batch.reset(chosen)
        return self._observation(), self._info()

    def _seed(self, seed: Any) -> None:
        if seed is None:
            if self._seeded:
                return
            seed = self._given_seed
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) % EVALUATION_SEEDS
        elif np.ndim(seed) > 0:
            if any(part is None for part in seed):
                raise ValueError("a list of seeds must not contain None; give one number for all games instead")
            if len(seed) != self.num_envs:
                raise ValueError(
                    f"{len(seed)} seeds for {self.num_envs} games; give one per game, or one number for all"
                )
            for part in seed:
                seed_of(part)
            numbers = np.random.SeedSequence([int(part) for part in seed])
            seed = int(numbers.generate_state(1, np.uint64)[0] >> 1) % EVALUATION_SEEDS
        number = seed_of(seed)
        self.batch.seed(number, self.batch.first_game(number))
        self._np_random_seed = number
        self._np_random = np.random.default_rng(number)
        self._seeded = True

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Apply one choice in every game.

        Args:
            actions: integers (num_envs,).

        Returns:
            observation; rewards float64 (num_envs,); terminated and truncated bool (num_envs,); info with ``side``, and
            where games ended ``final_obs`` and ``final_info`` with their masks ``_final_obs`` and ``_final_info``; in the
            other modes the keys of ``final_info`` themselves. ``action_mask`` of a game that is over is all zero.

        Raises:
            IllegalChoice: with ``illegal="raise"``; no game has changed.
            NotReset: before the first reset; with ``DISABLED`` also if a game is over.
        """
        if self._resets == AutoresetMode.NEXT_STEP:
            self.batch.step_or_begin(actions)
        else:
            if self._resets == AutoresetMode.DISABLED and (over := np.flatnonzero(self.batch.over)).size:
                raise NotReset(f"game {over[0]} is over: reset it with options={{'reset_mask': ...}} first")
            self.batch.step(actions)
        games = self.batch.games
        ended = games["ended"]
        observation = self._observation()
        info = self._info()
        if ended.any():
            told = self._told(ended != 0)
            if self._resets == AutoresetMode.SAME_STEP:
                final = np.full(self.num_envs, None, object)
                for slot in np.flatnonzero(ended).tolist():
                    final[slot] = self._final(slot)
                info.update(final_obs=final, _final_obs=ended != 0, final_info=told, _final_info=ended != 0)
            else:
                info.update(told)
        return observation, games["reward"].copy(), ended == 1, ended == 2, info

    def _observation(self) -> Any:
        if self._view:
            return self._flattened(self._view)
        seen = self.batch.observation
        return {name: array.copy() for name, array in seen.items()} if self.copy else dict(seen)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"side": self.batch.games["viewer"].copy(), "_side": self._all}
        if self._view:
            mask = self.batch.observation["action_mask"]
            info["action_mask"] = mask.copy() if self.copy else mask
            info["_action_mask"] = self._all
        if self.batch.control["illegal"][0] != 0:
            info["illegal"] = self.batch.games["illegal"] != 0
            info["_illegal"] = self._all
        return info

    def _told(self, ended: np.ndarray) -> dict[str, Any]:
        """How the games ended that did, in the form of Gymnasium's vector infos."""
        told: dict[str, Any] = {}
        for slot in np.flatnonzero(ended).tolist():
            ranks = self.batch.games["last_rank"][slot].copy()  # rows of equal length, however many sides take part
            told = self._add_info(told, {**self.batch.told(slot), "ranks": ranks}, slot)
        return told

    # --- more than Gymnasium

    @property
    def passed_over(self) -> int:
        """Number of games since seeding that were skipped because they ended before the learner had a decision."""
        return int(self.batch.games["passed_over"].sum())

    def restore(self, data: bytes) -> tuple[Any, dict[str, Any]]:
        """Continue from a snapshot; returns observation and info as :meth:`reset` does. Opponents of later games are this
        environment's own.

        Raises:
            SnapshotError: it does not fit this environment, or names an opponent that it does not have.
        """
        self.batch.restore(data)
        self._seeded = True
        return self._observation(), self._info()

    def render(self) -> tuple[Any, ...] | None:
        """Every game as text or picture."""
        if self.render_mode is None:
            return None
        return tuple(render(self.game(slot), self.render_mode) for slot in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads that step the games."""
        self.batch.close()
