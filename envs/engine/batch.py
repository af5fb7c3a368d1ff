"""Many games at once: the arrays and kernel calls under the vectorised faces and the single Gymnasium environment.

The slots may be divided among threads, each of which steps the same ones in every call. What happens in a slot depends on that
slot alone, so the games are the same.

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
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.loops.seats import ALTERNATE, FIXED_SEATS, REFUSE
from ..core.state import as_lanes
from .batch_arrays import FINAL, BatchArrays, ThreadPart, spans_of
from .common_view import CommonPositions
from .describing import IllegalChoice, ending_text, result_text
from .game import Game
from .gate import checked_mask, seed_of
from .policies import REASONS, Host, PolicyAnswer
from .positions import LayoutPositions
from .restoring import checked_games
from .snapshots import pack_snapshot
from .spaces import Layout, Observation

__all__ = ["Batch", "NotReset"]


class NotReset(RuntimeError):
    """A step was taken before the first reset, or in a game that is over."""


class Batch(BatchArrays):
    """A fixed number of games, stepped together.

    Attributes:
        observation: the arrays last written, ``grid``, ``units``, ``context``, ``action_mask``, each (n, ...).
    """

    # --- playing

    @property
    def observation(self) -> Observation:
        """The arrays last written."""
        return self._buffers[self._now]

    def seed(self, base: int, episode: int | np.ndarray = 0) -> None:
        """Seed all games to come: game k of slot i is seeded from (base, i, k).

        Raises:
            ValueError: ``base`` is not a whole number in 0..2^64 - 1.
        """
        self.control["seed_base"] = seed_of(base)
        self._shown[:] = 0
        self.games["episode"] = episode
        self.games["passed_over"] = 0
        self._reasons.clear()
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
        now = self._now
        if self._each(
            lambda part: self.loops.reset_games(part.arrays, chosen[part.slots], part.views[now], part.final)
        ):
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

        The result is in ``games["reward"]``, ``games["ended"]`` (1 ended, 2 cut off) and ``games["illegal"]``.

        Raises:
            IllegalChoice: in mode ``raise``; no game has changed.
            NotReset: before the first reset.
            PolicyError: a Python policy failed and ``on_error`` is ``raise``.
            RuntimeError: no start lets this seat decide.
        """
        return self._step(indices)

    def _step(self, indices: np.ndarray, *again: np.ndarray) -> Observation:
        """See :meth:`step`; ``again``: the slots in which the next game begins instead, bool (n,), if there may be any."""
        if not self.is_reset:
            raise NotReset("reset() comes before step()")
        indices = self.as_indices(indices)
        if self._changed:
            self._let_go()
        mask, now = self.observation["action_mask"], self._now ^ 1
        if len(self._parts) > 1 and self.control["illegal"][0] == REFUSE:  # before any part is stepped
            if self.loops.count_illegal(self.games, again[0] if again else self.loops.NO_SLOTS, indices, mask):
                self._refuse(indices)

        def step(part: ThreadPart) -> Any:
            some = part.slots
            chosen = (flags[some] for flags in again)
            return self.loops.step_games(part.arrays, indices[some], mask[some], part.views[now], part.final, *chosen)

        waiting = self._each(step)
        if waiting < 0:
            self._refuse(indices)
        self._now = now
        if waiting:
            self._ask_policies()
        self._check_stuck()
        return self._buffers[now]

    def _each(self, call: Callable[[ThreadPart], int]) -> int:
        """Make a call for each part of the slots, side by side. Returns the sum of what they return."""
        if len(self._parts) == 1:
            return call(self._parts[0])
        if not self._is_loaded:
            self.compile()  # once, before several threads would
            self._is_loaded = True
        return sum(self._threads.run([functools.partial(call, part) for part in self._parts]))

    def _refuse(self, indices: np.ndarray) -> None:
        """Refuse the first index that is marked as not legal.

        Raises:
            IllegalChoice: always.
        """
        slot = int(np.flatnonzero(self.games["illegal"])[0])
        error = self.game(slot).illegal(int(indices[slot]))
        where = f"game {slot}: " if self.num > 1 else ""
        raise IllegalChoice(f"{where}{error}", error.index, error.legal)

    def step_or_begin(self, indices: np.ndarray) -> Observation:
        """Apply one index in every game that goes on, and begin the next game where one is over; for ``autoreset=False``.

        A slot that begins a game ignores its index and has no reward. What the call before returned is left alone.

        Raises:
            IllegalChoice, NotReset, PolicyError, RuntimeError: as :meth:`step`.
        """
        return self._step(indices, self.over)

    def as_indices(self, indices: Any) -> np.ndarray:
        """One whole number for each game, int64 (num,).

        Raises:
            IllegalChoice: the numbers are of another kind, or not one for each game.
        """
        try:
            array = np.asarray(indices)
        except ValueError:  # lists of different lengths
            array = np.zeros(0, object)
        if array.shape != (self.num,) or array.dtype.kind not in "iu":
            got = f"{array.dtype} of shape {array.shape}" if array.dtype.kind in "biufc" else type(indices).__name__
            raise IllegalChoice(f"need {self.num} integers, one for each game; got {got}", -1, [])
        if array.dtype == np.uint64:
            array = np.minimum(array, np.uint64(2**63 - 1))
        return np.ascontiguousarray(array, np.int64)

    def _ask_policies(self) -> None:
        """Let Python policies answer until every slot is the caller's again."""
        while True:
            rows = np.flatnonzero(self.games["waits"])
            if len(rows) == 0:
                break
            codes = self.games["seats"][rows, self._decider_side[rows]]
            for code in np.unique(codes):
                group = rows[codes == code]
                host, rng = self.seating.hosts[-2 - int(code)], self.seating.rngs[-2 - int(code)]
                answer = self._answers_of(host, rng, group)
                if answer.reason:
                    lost = group[answer.indices < 0]
                    self.games["reason"][lost] = answer.reason
                    numbers = self.states["seed_game"][lost].tolist()
                    self._reasons.update(
                        (slot, (game, answer.text)) for slot, game in zip(lost.tolist(), numbers, strict=True)
                    )
                indices = answer.indices
                self._spread(len(group), functools.partial(self._answer_rows, group, indices))

    def _answers_of(self, host: Host, rng: np.random.Generator, group: np.ndarray) -> PolicyAnswer:
        """What a Python policy answers in some slots, as indices of our layout."""
        positions = host.positions(self.ruleset, self.layout, len(group))
        self.look(positions, group)
        seen = positions.seen
        answer = host.act(seen, seen["action_mask"], rng, self._sides_of_games(group) if host.remembers else ())
        indices = positions.to_indices(answer.indices)
        if positions.layout != self.layout:
            indices = self._translated(group, indices, positions.layout)
        return answer._replace(indices=indices)

    def look(self, positions: LayoutPositions | CommonPositions, slots: np.ndarray) -> None:
        """Write what the deciding sides of some slots see."""
        books, fields = self.shelf.books, self.shelf.fields
        self._spread(len(slots), functools.partial(positions.observe, self.states, books, fields, slots))

    def _spread(self, count: int, call: Callable[[slice], Any]) -> None:
        """Make a call for spans that take in ``count`` rows, side by side."""
        spans = spans_of(count, self.threads)
        if len(spans) == 1:
            call(spans[0])
        else:
            self._threads.run([functools.partial(call, span) for span in spans])

    def _answer_rows(self, rows: np.ndarray, indices: np.ndarray, some: slice) -> None:
        view = self._views[self._now]
        self.loops.answer_rows(self._slots, rows[some], indices[some], view, self._views[FINAL])

    def _sides_of_games(self, rows: np.ndarray) -> list[tuple[int, int, int, int]]:
        """Batch, slot, game and deciding side of rows, by which a policy finds the positions that belong together."""
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

        def draw(some: slice) -> None:
            self.loops.random_indices(self.states[some], self.layout.record, self.games[some], indices[some])

        self._spread(self.num, draw)
        return indices

    def compile(self) -> None:
        """Compile every kernel a batch calls (or load it from the cache) without touching a game."""
        rows = np.zeros(0, np.int64)
        self.loops.answer_rows(self._slots, rows, rows, self._views[0], self._views[FINAL])
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
        game, text = self._reasons.get(slot, (-1, ""))
        return text if text and game == self.games["last_game"][slot] else REASONS[int(self.games["last_reason"][slot])]

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
            SnapshotError: it is damaged, holds an invalid number, or belongs to other rules, another ruleset, layout,
                scenario, number of games or policies. Nothing has changed then.
        """
        states, games, control, generators, started = checked_games(self, data)
        self.lanes[:], self.games[:], self.control[:] = as_lanes(states), games, control
        for rng, state in zip(self.seating.rngs.values(), generators, strict=True):
            rng.bit_generator.state = state
        self._changed = self.control["seat_mode"][0] != FIXED_SEATS
        self._reasons.clear()
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
        """The data that :meth:`continue_from` needs: a snapshot of the games, and their players; can be pickled."""
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
