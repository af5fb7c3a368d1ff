"""Many games stepped together: what the vector environment and that of Stable-Baselines3 share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from ..core.ruleset import Ruleset
from ..engine.batch import Batch
from ..engine.flattening import FlatView
from ..engine.game import Game
from ..engine.gate import as_truth, seed_of
from ..engine.pools import open_pool, split_name
from ..engine.spaces import Layout
from .shared import BatchEnv, Flat, LearnerOptions, flat_view, opponents_of, seat_of

__all__ = ["RENDER_MODES", "SlotOptions", "Slots"]

RENDER_MODES = ("ansi", "rgb_array")


def resets_of(mode: str | AutoresetMode) -> AutoresetMode:
    """An autoreset mode of Gymnasium, or its name in either spelling (``NEXT_STEP``, ``NextStep``).

    Raises:
        ValueError: there is no such mode; the message lists the known ones.
    """
    for known in AutoresetMode:
        if mode in (known, known.name, known.value):
            return known
    raise ValueError(f"autoreset_mode {mode!r} is not one of {', '.join(repr(known.name) for known in AutoresetMode)}")


class SlotOptions(LearnerOptions, total=False):
    """The options of :class:`Slots`, which ``make_vec`` explains; for type checkers."""

    seed: int | None
    copy: bool
    autoreset_mode: str | AutoresetMode
    threads: int


class Slots(BatchEnv):
    """Many games of one ruleset, one in each slot.

    Attributes:
        num_envs: games.
        flat, copy: whether observations are flat vectors, and whether returned arrays are fresh.
    """

    REMADE = frozenset(
        {"batch", "layout", "_flat", "_flat_now", "_view", "_all", "observation_space", "single_observation_space"}
    )

    def __init__(
        self,
        ruleset: str | Ruleset,
        num_envs: int = 256,
        *,
        scenario: Any = None,
        opponent: Any = "auto",
        weights: Sequence[float] | None = None,
        seat: int | str = 0,
        seed: int | None = None,
        layout: str | Layout | Mapping[str, Any] = "auto",
        mirror: bool = False,
        sight: str = "side",
        flat: Flat = False,
        copy: bool = False,
        illegal: str = "raise",
        shaping: float = 0.0,
        discount: float = 1.0,
        time_limit: float | None = None,
        on_error: str = "raise",
        pool_size: int | None = None,
        pool_seed: int = 0,
        split: str = "train",
        rules: Mapping[str, int | bool | str] | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        threads: int = 1,
    ) -> None:
        """Create the environment; :func:`tactica.make_vec` explains the arguments.

        Raises:
            ValueError, TypeError: an argument has an invalid value.
        """
        self._resets = resets_of(autoreset_mode)
        found, scenario = split_name(ruleset, scenario)
        if num_envs != 1:
            found.wait_until_compiled()
        pool = open_pool(found, scenario, n=pool_size, seed=pool_seed, split=split, rules=rules)
        opponents = opponents_of(found, opponent)
        players = ("random",) if opponents is None else opponents
        self.batch = Batch(
            found, pool, num_envs,
            layout=layout, mirror=mirror, sight=sight, seat=seat_of(seat, opponents),
            opponents=players, weights=None if opponents is None else weights,
            illegal=illegal,
            shaping=shaping, discount=discount, time_limit=time_limit, on_error=on_error,
            autoreset=self._resets == AutoresetMode.SAME_STEP, threads=threads,
        )  # fmt: skip
        self.layout = self.batch.layout
        self.num_envs = num_envs
        self.copy, self.flat = as_truth("copy", copy), flat
        self._view = flat_view(flat, self.layout, pool)
        size = self._view.size if self._view else 0
        self._flat = [np.zeros((num_envs, size), np.float32) for _ in range(2)]
        self._flat_now = 0
        self._all = np.ones(num_envs, np.bool_)
        if seed is not None:
            seed_of(seed)
        self._given_seed = seed
        self._seeded = False
        self._set_up(render_mode)

    def _set_up(self, render_mode: str | None) -> None:
        """Do what the library asks of its environments."""
        raise NotImplementedError

    def _flattened(self, view: FlatView) -> np.ndarray:
        """The observations last written as vectors: float32 (num_envs, size)."""
        self._flat_now ^= 1
        out = view(self.batch.observation, self._flat[self._flat_now])
        return out.copy() if self.copy else out

    def _final(self, slot: int) -> Any:
        """What the learner saw at the end of the game that ended in a slot: a dict of arrays, or one vector."""
        seen = self.batch.final_observation(slot)
        return self._view({name: array[None] for name, array in seen.items()})[0] if self._view else seen

    def action_masks(self) -> np.ndarray:
        """The legal choices: bool (num_envs, n)."""
        return self.batch.observation["action_mask"].astype(np.bool_)

    def random_actions(self) -> np.ndarray:
        """A random legal choice for every game, drawn in the kernel: int64 (num_envs,); 0 for a game that is over."""
        indices = self.batch.random_indices()
        indices[self.batch.over] = 0  # their choice is ignored
        return indices

    def game(self, slot: int) -> Game:
        """The game of a slot, for inspection."""
        return self.batch.game(slot)
