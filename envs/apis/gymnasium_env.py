"""One game for one learner: a Gymnasium environment.

>>> import gymnasium, tactica
>>> env = gymnasium.make("tactica/wfrp1-v0", scenario="small", opponent="charge", seat="alternate")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.unwrapped.action_masks().argmax())

The learner plays one seat; policies play the others and answer before ``step`` returns. sb3-contrib calls
``action_masks()``; the mask is in the observation as well. ``scenario`` and ``opponent`` default to the ruleset's own
(wfrp1: ``small`` and ``charge``). A step is one kernel call if all opponents play inside the kernel. Returned arrays belong
to the caller.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import gymnasium
import numpy as np

from ..core.ruleset import Ruleset
from ..engine.batch import Batch, NotReset
from ..engine.game import Game
from ..engine.gate import as_choice, checked_row, seed_of
from ..engine.pools import open_pool, split_name
from ..engine.spaces import Layout
from ..render import render
from .shared import (
    BatchEnv,
    Flat,
    LearnerOptions,
    checked_options,
    checked_render_mode,
    flat_view,
    opponents_of,
    seat_of,
)

__all__ = ["EnvOptions", "TacticaEnv", "make"]


class EnvOptions(LearnerOptions, total=False):
    """The options of :class:`TacticaEnv`, which explains them; for type checkers."""

    slot: int


def make(ruleset: str | Ruleset, **options: Unpack[EnvOptions]) -> TacticaEnv:
    """A single environment without Gymnasium's wrappers; see :class:`TacticaEnv`.

    Args:
        ruleset: slug (``"wfrp1"``), ``"slug/scenario"``, or a Ruleset.
        scenario: name, path, list of these, or a pool of starts (default: the ruleset's own choice).
        opponent: a name, a policy, or a list of these (default: the ruleset's own choice). None: you decide for every side,
            ``info["side"]`` is the side to decide, and rewards are the first side's.
        weights: how often each opponent is drawn (default: equally often).
        seat: index of the side you play, from 0 (default 0), or ``"alternate"``: the next side in each new game.
        layout: ``"auto"`` (default), ``"small"``, ``"standard"``, ``"full"``, a Layout, or what its ``to_dict`` gives.
        mirror: rotate the board by half a turn for every side but the first (default False).
        sight: observe all that your ``"side"`` knows (default), or only what the deciding ``"unit"`` perceives.
        flat: True or ``"varying"``: observe one float32 vector, with the mask in infos (default False).
        illegal: what an illegal action does: ``"raise"`` (default), ``"forfeit"`` or ``"random_legal"``.
        shaping: weight of potential-based shaping (default 0, none).
        discount: your algorithm's gamma, for ``shaping`` (default 1).
        time_limit: seconds that a Python opponent may take for one call (default None, no limit).
        on_error: what a failing Python opponent does: ``"raise"`` (default) or ``"forfeit"``.
        pool_size, pool_seed: number of starts drawn from a scenario that varies, and their seed (default 0).
        split: ``"train"`` (default) or ``"eval"`` starts.
        rules: knobs by address, which override the scenario's own.
        slot: number of the slot of a vector environment whose games are played (default 0).
        render_mode: ``"ansi"``, ``"rgb_array"`` or ``"human"`` (default None).

    :func:`tactica.make_vec` says more about most of them.

    Raises:
        ValueError, TypeError: an argument has an invalid value.
    """
    return TacticaEnv(ruleset, **options)


class TacticaEnv(BatchEnv, gymnasium.Env[Any, Any]):
    """One game at a time; the learner plays one seat.

    Attributes:
        batch: the arrays and kernel calls underneath, one slot.
        layout: shapes of choices and observations.
    """

    REMADE = frozenset({"batch", "layout", "observation_space", "_view", "_games", "_index", "_reward", "_ended"})
    metadata = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 4}  # noqa: RUF012  (Gymnasium's own way)

    def __init__(
        self,
        ruleset: str | Ruleset,
        *,
        scenario: Any = None,
        opponent: Any = "auto",
        weights: Sequence[float] | None = None,
        seat: int | str = 0,
        layout: str | Layout | Mapping[str, Any] = "auto",
        mirror: bool = False,
        sight: str = "side",
        flat: Flat = False,
        illegal: str = "raise",
        shaping: float = 0.0,
        discount: float = 1.0,
        time_limit: float | None = None,
        on_error: str = "raise",
        pool_size: int | None = None,
        pool_seed: int = 0,
        split: str = "train",
        rules: Mapping[str, int | bool | str] | None = None,
        slot: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Create the environment.

        Args:
            ruleset, scenario, opponent, weights, seat, layout, mirror, sight, illegal: as of :func:`tactica.make_vec`.
            shaping, discount, time_limit, on_error, pool_size, pool_seed, split, rules: as of :func:`tactica.make_vec`.
            flat: as of :func:`tactica.make_vec`; the mask, int8 (n,), is then in ``info["action_mask"]`` of every reset and step,
                all zero when the game is over.
            slot: game k is seeded from (seed, slot, k): with ``slot=i`` it is the game slot i of a vector environment
                plays.
            render_mode: ``ansi``, ``rgb_array``, ``human`` or None.

        Raises:
            ValueError: an argument has an invalid value.
        """
        found, scenario = split_name(ruleset, scenario)
        checked_render_mode(render_mode, self.metadata["render_modes"])
        if isinstance(slot, bool | np.bool_) or as_choice(slot) < 0:
            raise ValueError(f"slot {slot!r}: allowed: whole numbers in 0..{2**63 - 1}")
        opponents = opponents_of(found, opponent)
        players = ("random",) if opponents is None else opponents
        self._sides = opponents is None
        self.batch = Batch(
            found, open_pool(found, scenario, n=pool_size, seed=pool_seed, split=split, rules=rules), 1,
            layout=layout, mirror=mirror, sight=sight, seat=seat_of(seat, opponents), opponents=players,
            weights=None if opponents is None else weights, illegal=illegal,
            shaping=shaping, discount=discount, autoreset=False, time_limit=time_limit, on_error=on_error, slots=[slot],
        )  # fmt: skip
        self.layout = self.batch.layout
        self.flat = flat
        self._view = flat_view(flat, self.layout, self.batch.pool)
        self.render_mode = render_mode
        self.action_space = self.layout.action_space
        self.observation_space = self._view.space if self._view else self.layout.observation_space
        self._games = self.batch.games[0:1]
        self._index = np.zeros(1, np.int64)
        self._reward, self._ended = self.batch.games["reward"], self.batch.games["ended"]
        self._over = True
        self._seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the next game.

        Args:
            seed: start over with the games of this seed; None continues with the next game. With ``seat="alternate"``
                consecutive seeds alternate the seat.
            options: ``row`` names the start of the pool.

        Returns:
            observation; info with ``seat`` (int), ``opponents`` (list of str, who plays each side, ``learner`` for you), ``row``
            of the pool (int) and ``game`` (int, its number); ``side`` (int) with ``opponent=None``.

        Raises:
            ValueError: an unknown option, a row that is not a whole number, or a seed that is not in 0..2^64 - 1;
            IndexError: the pool has no such row.
        """
        row = checked_options(options, "row").get("row")
        if row is not None:
            row = checked_row(row, len(self.batch.pool_states))
        if seed is None and not self._seeded:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
        if seed is not None:
            seed_of(seed)
            seed = operator.index(seed)  # of any kind of integer
        super().reset(seed=seed)
        if seed is not None:
            self.batch.seed(seed, self.batch.first_game(seed))
            self._seeded = True
        if row is not None:
            self._set_rows(row)
        self.batch.reset()
        self._over = False
        games, s = self.batch.games[0], self.batch.states[0]
        info = {
            "seat": int(games["learner"]),
            "opponents": [self.batch.seating.name(code) for code in games["seats"][: s["side_count"]]],
            "row": int(s["pool_row"]),
            "game": int(s["seed_game"]),
        }
        info |= self._info()
        if self.render_mode == "human":
            self.render()
        return self._observation(), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Apply the learner's choice and play on to its next decision.

        Returns:
            observation; reward; terminated: the battle has ended; truncated: it exceeded the limit of decisions (20,000 in the
            built-in rulesets), made 20,000 steps without a decision, or ran out of room, and is a draw; info.

            At the end info has ``ending`` (str), ``result`` (``win``, ``draw`` or ``loss``), ``rank`` (int, 1 best), ``ranks``
            (int16 (sides,)), ``rounds``, ``decisions`` (int), ``seat``, ``opponents``, ``row``, ``game`` as in ``reset``, and
            ``reason`` (str) when it was forfeited.

        Raises:
            IllegalChoice: with ``illegal="raise"``; nothing has changed.
            NotReset: the game is over or was never begun.
            PolicyError: an opponent failed, and ``on_error`` is ``raise``.
        """
        if self._over:
            raise NotReset("call reset() before step()" if not self._seeded else "the game is over: call reset()")
        try:
            self._index[0] = operator.index(action)
        except (TypeError, OverflowError):
            raise self.game.illegal(action) from None
        self.batch.step(self._index)
        ended = int(self._ended[0])
        info: dict[str, Any] = {}
        if ended:
            self._over = True
            info = self.batch.told(0)
        info |= self._info()
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(self._reward[0]), ended == 1, ended == 2, info

    def _info(self) -> dict[str, Any]:
        """What every info holds: the mask when flat, and the side that decides when every decision is the caller's."""
        info: dict[str, Any] = {}
        if self._sides:
            info["side"] = int(self.batch.games["viewer"][0])
        if self._view:
            info["action_mask"] = self.batch.observation["action_mask"][0].copy()
        return info

    def _observation(self) -> Any:
        seen = self.batch.observation
        if self._view:
            return self._view(seen)[0]
        return {name: array[0].copy() for name, array in seen.items()}

    def action_masks(self) -> np.ndarray:
        """The legal choices: bool (n,), for sb3-contrib."""
        return self.batch.observation["action_mask"][0].astype(np.bool_)

    @property
    def game(self) -> Game:
        """The game, to look at: names, texts, rendering."""
        return self.batch.game(0)

    def restore(self, data: bytes) -> Any:
        """Continue from a snapshot; returns the observation. Opponents of later games are this environment's own.

        Raises:
            SnapshotError: it does not fit this environment, or names an opponent that it does not have.
        """
        self.batch.restore(data)
        self._over = bool(self.batch.states["ending"][0] != 0)
        self._seeded = True
        return self._observation()

    def render(self) -> Any:
        """The game as ``render_mode`` says: text, picture (uint8 (height, width, 3)), or printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode")
            return None
        return render(self.game, self.render_mode)
