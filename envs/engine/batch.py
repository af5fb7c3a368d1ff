"""Many games at once: the arrays and kernel calls under the vectorised faces and the single Gymnasium environment.

One call of :meth:`Batch.step` takes one index for every game and brings each to the caller's next decision: opponents
have answered, finished games have been closed and, where wanted, the next ones begun. As long as all opponents play
inside the kernel that is one kernel call. Python policies are asked for all their games together, each from its own
side.

Observations are written into two sets of buffers in turn: what one call returns is left alone by the next. They are to
be read: the map's channels are written only where a row shows another map than before.
"""

from __future__ import annotations

import functools
import hashlib
import json
import uuid
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.loops.seats import ALTERNATE, EVERY_SEAT, FIXED_SEATS, FORFEIT_GAME, LET_CHANCE_ANSWER, REFUSE
from ..core.ruleset import Ruleset
from ..core.state import as_lanes
from ..rulesets import get
from .describing import IllegalChoice, ending_text, result_text
from .game import Game
from .gate import as_number, check_games, checked_mask, seed_of
from .policies import REASONS
from .pools import Pool, plain
from .restoring import checked_games
from .seating import Seating, check_layout, shares
from .snapshots import Shelf, pack_snapshot
from .spaces import Layout, Observation

__all__ = ["Batch", "NotReset"]

ILLEGAL_MODES = {"raise": REFUSE, "forfeit": FORFEIT_GAME, "random_legal": LET_CHANCE_ANSWER}


class NotReset(RuntimeError):
    """A step was taken before the first reset, or in a game that is over."""


class Batch:
    """A fixed number of games, stepped together.

    Attributes:
        ruleset, pool, layout: what is played, from which starts, seen how.
        states: state records (n,).
        games: one GAME record of ``core/loops/batch.py`` for every slot: reward, ended, viewer, seats and so on.
        control: the one CONTROL record: seed, seats, opponents, shaping.
        observation: the arrays last written, ``grid``, ``units``, ``context``, ``action_mask``, each (n, ...).
        seating: the policies behind the seat codes.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        pool: Pool,
        num: int,
        *,
        layout: str | Layout = "auto",
        mirror: bool = False,
        seat: int | str | None = 0,
        opponents: Sequence[Any] = ("random",),
        weights: Sequence[float] | None = None,
        illegal: str = "raise",
        shaping: float = 0.0,
        discount: float = 1.0,
        autoreset: bool = True,
        time_limit: float | None = None,
        on_error: str = "raise",
        slots: Sequence[int] | np.ndarray | None = None,
    ) -> None:
        """Make the arrays; nothing is started.

        Args:
            ruleset: slug or ruleset.
            pool: the starts.
            num: games.
            layout, mirror: see :meth:`Layout.of`.
            seat: side the caller plays, ``alternate`` for turn and turn about, None when every decision is the
                caller's, ``fixed`` when ``games["next_seats"]`` says who plays.
            opponents, weights: who plays the other sides, drawn for every game and side.
            illegal: ``raise``, ``forfeit`` or ``random_legal``.
            shaping, discount: weight and discount of potential-based shaping; 0 for none.
            autoreset: begin the next game in the call that ends one.
            time_limit, on_error: see ``engine.policies.Host``.
            slots: number of each slot for seeding, 0..num-1 when not given.

        Raises:
            ValueError: an argument has no such value; TypeError: it is of another kind; LayoutMismatch: the layout does not fit.
        """
        check_games(num)
        if illegal not in ILLEGAL_MODES:
            raise ValueError(f"illegal {illegal!r} is not one of {', '.join(map(repr, ILLEGAL_MODES))}")
        self.ruleset = get(ruleset)
        self.pool = pool
        self.loops: Any = self.ruleset.loops
        self.layout = Layout.of(self.ruleset, pool.states, layout, mirror)
        self.num = int(num)
        self.shelf = Shelf(pool.books, pool.fields)
        self.pool_states = plain(pool.states)
        self.pool_lanes = as_lanes(self.pool_states)
        self.states = plain(self.ruleset.new_states(num))
        self.lanes = as_lanes(self.states)
        self.games = np.zeros(num, self.loops.GAME)
        self.games["slot"] = np.arange(num) if slots is None else slots
        self.games["next_row"] = -1
        self.control = np.zeros(1, self.loops.CONTROL)
        self.control["snapshot_lanes"] = self.ruleset.state.snapshot_lanes
        self.control["illegal"] = ILLEGAL_MODES[illegal]
        self.control["autoreset"] = autoreset
        self.control["observed"] = 1
        self.control["seat_mode"] = self._seat_mode(seat)
        self.control["shaping"] = as_number("shaping", shaping)
        self.control["discount"] = as_number("discount", discount)
        if shaping and not hasattr(self.ruleset.module("observe"), "potential"):
            raise ValueError(f"{self.ruleset.slug} has no observe.potential; rewards cannot be shaped")
        self.seating = Seating(self.ruleset, time_limit=time_limit, on_error=on_error)
        self.opponents: list[Any] = []
        self.weights: Sequence[float] | None = None
        self._changed = False  # there may be policies that no game needs any more
        self._number = uuid.uuid4().int
        self.set_opponents(opponents, weights)
        self._buffers = (self.layout.buffers(num), self.layout.buffers(num))
        self._final = self.layout.buffers(num)
        self._now = 0
        self._everyone = np.ones(num, np.bool_)
        self._reasons: dict[int, str] = {}
        self._decider_side = self.states["decider_side"]
        self._fixed = (
            self.states, self.lanes, self.shelf.books, self.shelf.fields, self.layout.record, self.pool_states,
            self.pool_lanes, self.games, self.control,
        )  # fmt: skip
        self._shown = np.zeros((3, num, 2), np.int64)  # which game each row of a buffer shows
        self._final_arrays = (self._shown[2], self._final["grid"], self._final["units"], self._final["context"])
        self._views = [
            (shown, buffer["grid"], buffer["units"], buffer["context"], buffer["action_mask"])
            for shown, buffer in zip(self._shown, self._buffers, strict=False)
        ]
        self.is_reset = False

    def _seat_mode(self, seat: int | str | None) -> int:
        if seat is None:
            return EVERY_SEAT
        if seat == "alternate":
            return ALTERNATE
        if seat == "fixed":
            return FIXED_SEATS
        fewest = int(self.pool_states["side_count"].min())
        if isinstance(seat, str) or not 0 <= seat < fewest:
            raise ValueError(f"seat {seat!r} is not 0..{fewest - 1}, 'alternate' or None")
        return int(seat)

    def set_opponents(self, policies: Sequence[Any], weights: Sequence[float] | None = None) -> None:
        """Who plays the sides the caller does not, from the next game on.

        Args:
            policies: names of in-kernel policies, policies, functions.
            weights: how often each is drawn, in any unit; equally often when not given.

        Raises:
            ValueError: no policy, too many, or weights that are no weights; UnknownPolicy: no such name.
        """
        most = self.control["opponents"].shape[1]
        if not 0 < len(policies) <= most:
            raise ValueError(f"{len(policies)} opponents; allowed: 1..{most}")
        ends = shares(len(policies), weights)
        for policy in policies:
            check_layout(policy, self.ruleset, self.pool_states)
        codes = self.seating.codes(policies)
        self.opponents, self.weights = list(policies), weights
        self._changed = self.control["seat_mode"][0] != FIXED_SEATS
        self.control["opponent_count"] = len(policies)
        self.control["opponents"][0, : len(codes)] = codes
        self.control["weights"][0, : len(codes)] = ends

    @property
    def _drawn(self) -> Any:
        """Codes opponents are drawn from."""
        return self.control["opponents"][0, : int(self.control["opponent_count"][0])]

    def _let_go(self) -> None:
        """Forget policies that have been replaced as opponents, once their last games have ended."""
        drawn = set(self._drawn.tolist())
        named = np.unique(np.stack([self.games["last_seats"], self.games["next_seats"]])).tolist()
        self.seating.let_go(drawn.union(np.unique(self.games["seats"]).tolist()), named)
        self._changed = not drawn.issuperset(-2 - k for k in self.seating.hosts)

    # --- playing

    @property
    def observation(self) -> Observation:
        """The arrays last written."""
        return self._buffers[self._now]

    def seed(self, base: int, episode: int | np.ndarray = 0) -> None:
        """Seed all games to come: game k of slot i is seeded from (base, i, k).

        Raises:
            ValueError: ``base`` is no whole number of at most 64 bits.
        """
        self.control["seed_base"] = seed_of(base)
        self._shown[:] = 0
        self.games["episode"] = episode
        self.games["passed_over"] = 0
        self.seating.seed(int(self.control["seed_base"][0]))

    def first_game(self, seed: int) -> int:
        """The number of the first game of a seed. With ``alternate`` it depends on the seed, so that the seat takes turns also
        where every game has a seed of its own: 0 for seed 0, 1 for seed 1, and so on up to the last seat; else 0.

        Every 64 seeds the order moves on irregularly, so that seeds in steps of 100, say, do not all have the same seat.
        """
        if self.control["seat_mode"][0] != ALTERNATE:
            return 0
        return (seed + (seed >> 6).bit_count()) % int(self.pool_states["side_count"].max())

    def reset(self, chosen: np.ndarray | None = None) -> Observation:
        """Start a new game in every slot, or in the chosen ones (bool (n,)); the others keep their place in the
        buffer.

        Raises:
            ValueError: not one truth value for each game; NotReset: the first reset leaves games out.
        """
        if chosen is None:
            self._now ^= 1
            chosen = self._everyone
        else:
            chosen = checked_mask(chosen, self.num)
            if not self.is_reset and not chosen.all():
                raise NotReset("the first reset must start every game")
        waiting = self.loops.reset_games(self._fixed, chosen, self._views[self._now], self._final_arrays)
        if waiting:
            self._ask_policies()
        self._check_stuck()
        self.is_reset = True
        return self.observation

    @property
    def over(self) -> np.ndarray:
        """Which games are over and wait for a reset: bool (n,); never one with ``autoreset``."""
        return self.states["ending"] != 0

    def step(self, indices: np.ndarray) -> Observation:
        """Apply one index in every slot and bring each to the caller's next decision.

        ``games["reward"]``, ``games["ended"]`` (1 ended, 2 cut off) and ``games["illegal"]`` tell what came of it.

        Raises:
            IllegalChoice: in mode ``raise``; no game has changed.
            NotReset: before the first reset.
            PolicyError: a Python policy failed and ``on_error`` is ``raise``.
        """
        if not self.is_reset:
            raise NotReset("reset() comes before step()")
        indices = self._as_indices(indices)
        if self._changed:
            self._let_go()
        before = self._now
        now = before ^ 1
        waiting = self.loops.step_games(
            self._fixed, indices, self._buffers[before]["action_mask"], self._views[now], self._final_arrays
        )
        if waiting < 0:
            self._refuse(int(np.flatnonzero(self.games["illegal"])[0]), indices)
        self._now = now
        if waiting:
            self._ask_policies()
        return self._buffers[now]

    def _refuse(self, slot: int, indices: np.ndarray) -> None:
        """Refuse the index of a slot.

        Raises:
            IllegalChoice: always.
        """
        error = self.game(slot).illegal(int(indices[slot]))
        where = f"game {slot}: " if self.num > 1 else ""
        raise IllegalChoice(f"{where}{error}", error.index, error.legal)

    def step_or_begin(self, indices: np.ndarray) -> Observation:
        """Apply one index in every game that goes on, and begin the next game where one is over; for ``autoreset=False``.

        A slot that begins a game ignores its index and has no reward. What the call before returned is left alone.

        Raises:
            IllegalChoice, NotReset, PolicyError: as :meth:`step`.
        """
        again = self.over
        if not (self.is_reset and again.any()):
            return self.step(indices)
        indices = self._as_indices(indices).copy()
        seen = self.observation["action_mask"].copy()
        rows = np.flatnonzero(again)
        if self.control["illegal"][0] == REFUSE:
            inside = (indices >= 0) & (indices < self.layout.n)
            legal = inside & (seen[np.arange(self.num), np.where(inside, indices, 0)] == 1)
            if not (legal | again).all():
                self._refuse(int(np.flatnonzero(~legal & ~again)[0]), indices)
        if self._changed:
            self._let_go()
        self._now ^= 1
        if self.loops.reset_games(self._fixed, again, self._views[self._now], self._final_arrays):
            self._ask_policies()
        self._check_stuck()
        # The kernel steps every slot. Those that have just begun take any legal index and are put back afterwards.
        parts = (self.lanes, self.games, *self._views[self._now])
        begun = [array[rows] for array in parts]
        seen[rows] = self.observation["action_mask"][rows]
        indices[rows] = seen[rows].argmax(1)
        waiting = self.loops.step_games(self._fixed, indices, seen, self._views[self._now], self._final_arrays)
        for array, values in zip(parts, begun, strict=True):
            array[rows] = values
        if waiting:
            self._ask_policies()
        return self.observation

    def _as_indices(self, indices: Any) -> np.ndarray:
        array = np.asarray(indices)
        if array.shape != (self.num,) or array.dtype.kind not in "iu":
            got = f"{array.dtype} of shape {array.shape}" if array.dtype.kind in "biufc" else type(indices).__name__
            raise IllegalChoice(f"need {self.num} integers, one for each game; got {got}", -1, [])
        return np.ascontiguousarray(array, np.int64)

    def _ask_policies(self) -> None:
        """Let Python policies answer until every slot is the caller's again."""
        views = self._views[self._now]
        while True:
            rows = np.flatnonzero(self.games["waits"])
            if len(rows) == 0:
                break
            codes = self.games["seats"][rows, self._decider_side[rows]]
            for code in np.unique(codes):
                group = rows[codes == code]
                host, rng = self.seating.hosts[-2 - int(code)], self.seating.rngs[-2 - int(code)]
                layout = host.layout or self.layout
                seen = layout.buffers(len(group))
                mask = seen["action_mask"]
                self.loops.observe_rows(
                    self.states, self.shelf.books, self.shelf.fields, layout.record, group,
                    seen["grid"], seen["units"], seen["context"], mask,
                )  # fmt: skip
                answer = host.act(seen, mask, rng, self._sides_of_games(group) if host.remembers else ())
                if answer.reason:
                    lost = group[answer.indices < 0]
                    self.games["reason"][lost] = answer.reason
                    self._reasons.update(dict.fromkeys(lost.tolist(), answer.text))
                indices = answer.indices if layout == self.layout else self._translated(group, answer.indices, layout)
                self.loops.answer_rows(self._fixed, group, indices, views, self._final_arrays)
        self._check_stuck()

    def _sides_of_games(self, rows: np.ndarray) -> list[tuple[int, int, int, int]]:
        """Batch, slot, game and deciding side of rows: what tells a policy which positions belong together."""
        games, sides = self.games["episode"][rows].tolist(), self._decider_side[rows].tolist()
        return [(self._number, *about) for about in zip(rows.tolist(), games, sides, strict=True)]

    def _translated(self, rows: np.ndarray, indices: np.ndarray, layout: Layout) -> np.ndarray:
        """Indices of another layout as those of ours, -1 as it is: int64."""
        found = indices.copy()
        for k, row in enumerate(rows.tolist()):
            if indices[k] >= 0:
                answer = self.loops.answer_of(self.states, row, layout.record, int(indices[k]))
                found[k] = self.loops.index_of(self.states, row, self.layout.record, answer)
        return found

    def _check_stuck(self) -> None:
        if self.games["stuck"].any():
            raise RuntimeError(
                "thousands of games in a row ended before the caller had a decision; "
                "no start of this scenario lets this seat decide"
            )

    def random_indices(self) -> np.ndarray:
        """A random legal index for every slot, drawn in the kernel: int64 (n,)."""
        indices = np.empty(self.num, np.int64)
        self.loops.random_indices(self.states, self.layout.record, self.games, indices)
        return indices

    def compile(self) -> None:
        """Compile every kernel a batch calls (or load it from the cache) without touching a game."""
        rows = np.zeros(0, np.int64)
        self.loops.answer_rows(self._fixed, rows, rows, self._views[0], self._final_arrays)
        self.loops.observe_rows(
            self.states, self.shelf.books, self.shelf.fields, self.layout.record, rows, *self._views[0][1:]
        )

    # --- what came of it

    def final_observation(self, slot: int) -> Observation:
        """What the caller's side saw at the end of the game that ended in this slot in the last call (copies)."""
        return {name: self._final[name][slot].copy() for name in self._final}

    def told(self, slot: int) -> dict[str, Any]:
        """How the game that ended last in a slot ended for the caller's side.

        Keys: those of ``Game.told``, and ``seat``, ``opponents`` (who played each side, by name, ``learner`` for the
        caller), ``row`` of the pool, ``game`` number, and ``reason`` when it was forfeited.
        """
        g = self.games[slot]
        row, seat = int(g["last_row"]), int(g["last_learner"])
        start = self.pool_states[row]
        sides = int(start["side_count"])
        ranks = g["last_rank"][:sides].copy()
        stands = not self.control["autoreset"][0]  # the game is still there to be asked
        info: dict[str, Any] = {
            "ending": self.game(slot).ending_text if stands else ending_text(self.ruleset, int(g["last_ending"])),
            "result": result_text(ranks, start["allied"], seat),
            "rank": int(ranks[seat]),
            "ranks": ranks,
            "rounds": int(g["last_round"]),
            "decisions": int(g["last_decisions"]),
            "seat": seat,
            "opponents": [self.seating.name(code) for code in g["last_seats"][:sides].tolist()],
            "row": row,
            "game": int(g["last_game"]),
        }
        if g["last_reason"]:
            info["reason"] = self.reason(slot)
        return info

    def reason(self, slot: int) -> str:
        """Why the game that ended last in a slot was forfeited; empty when it was not."""
        return self._reasons.pop(slot, "") or REASONS[int(self.games["last_reason"][slot])]

    def game(self, slot: int) -> Game:
        """The game of a slot, to look at: names, texts, rendering. It changes with the batch."""
        return Game(self.ruleset, self.pool, self.layout, shelf=self.shelf, states=self.states, row=slot)

    # --- snapshots

    @functools.cached_property
    def _pool_digest(self) -> str:
        digest = hashlib.sha256()
        for array in (self.pool_states, self.shelf.books, self.shelf.fields):
            digest.update(array.tobytes())
        return digest.hexdigest()[:16]

    def header(self) -> dict[str, Any]:
        """What a snapshot says of itself."""
        return {
            "face": "batch",
            "ruleset": self.ruleset.slug,
            "rules": self.ruleset.rules_hash,
            "layout": self.layout.hash,
            "games": self.num,
            "pool": self._pool_digest,
            "started": self.is_reset,
        }

    def _seat_codes(self) -> list[np.ndarray]:
        """The arrays that hold codes of players."""
        return [self._drawn, *(self.games[name] for name in ("seats", "last_seats", "next_seats"))]

    def snapshot(self) -> bytes:
        """All games with their dice, seats, seeds and the generators of Python policies."""
        codes = {code for array in self._seat_codes() for code in np.unique(array).tolist()}
        rngs = json.dumps([rng.bit_generator.state for rng in self.seating.rngs.values()]).encode()
        size = self.ruleset.state.snapshot_lanes
        return pack_snapshot(
            {**self.header(), "seated": self.seating.seated(codes)},
            self.lanes[:, :size].tobytes(), self.games.tobytes(), self.control.tobytes(), rngs,
        )  # fmt: skip

    def restore(self, data: bytes) -> Observation:
        """Continue from a snapshot, byte for byte, in this or another process.

        Policies are not in a snapshot: the same ones must have been given, in the same order.

        Raises:
            SnapshotError: it is damaged, holds a number that cannot be, or belongs to other rules, another ruleset, layout,
                scenario, number of games or policies. Nothing has changed then.
        """
        states, games, control, generators, started = checked_games(self, data)
        self.lanes[:], self.games[:], self.control[:] = as_lanes(states), games, control
        for rng, state in zip(self.seating.rngs.values(), generators, strict=True):
            rng.bit_generator.state = state
        self._changed = self.control["seat_mode"][0] != FIXED_SEATS
        self.is_reset = started
        self._now ^= 1
        self._shown[:] = 0
        if started:
            self.loops.observe_slots(
                self.states, self.shelf.books, self.shelf.fields, self.layout.record, self.games,
                *self._views[self._now][1:],
            )  # fmt: skip
        return self.observation

    def kept(self) -> dict[str, Any]:
        """What :meth:`continue_from` goes on from: the games as a snapshot, and who plays them; can be pickled."""
        return {
            "snapshot": self.snapshot() if self.is_reset else None,
            "opponents": (self.opponents, self.weights),
            "number": self._number,
            **self.seating.kept(),
        }

    def continue_from(self, kept: dict[str, Any], *, as_a_twin: bool = False) -> None:
        """Take over what :meth:`kept` gave of a batch made alike; a twin shares its Python policies with the original."""
        self.seating.take_over(kept)
        self.set_opponents(*kept["opponents"])
        if not as_a_twin:
            self._number = kept["number"]
        if kept["snapshot"] is not None:
            self.restore(kept["snapshot"])
