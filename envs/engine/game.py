"""One game: its arrays, its clock of decisions, what each side sees, and choices in words.

Whatever plays a single game stands on :class:`Game`. The rules themselves are called in one kernel call a step.

>>> game = Game.of("wfrp1", "tiny", seed=1)
>>> game.legal_texts()
>>> game.step(game.parse("strike goblin"))
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT, STALLED, as_lanes, overrun_words
from ..rulesets import get
from . import describing
from .describing import IllegalChoice
from .gate import as_choice, check_arrays, checked_row, checked_side, checked_unit, seed_of
from .pools import StartPool, agent_names, open_pool, plain, unit_names
from .ranks import rewards_by_rank
from .restoring import checked_position
from .snapshots import Shelf, check_header, header_value, pack_snapshot, unpack_snapshot
from .spaces import Layout, Observation

__all__ = ["Game"]

READ = ("prompt", "decider", "decider_side", "ending", "choice_count", "pool_row", "rank", "book_row", "field_row")


class Game:
    """One game of a pool.

    Attributes:
        ruleset, pool, layout: the ruleset, the starts, and the layout of observations and choices.
        states: state records; this game is row ``row`` of them.
        books, fields: rulebook and map records.
        row: which of ``states``.
        skip_forced: whether single legal answers are given without asking.
        names: names of the units, in roster order.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        pool: StartPool,
        layout: str | Layout | Mapping[str, Any] = "auto",
        *,
        mirror: bool = False,
        sight: str = "side",
        skip_forced: bool = True,
        shelf: Shelf | None = None,
        states: np.ndarray | None = None,
        row: int = 0,
    ) -> None:
        """A game that has not started yet; see :meth:`start` and :meth:`of`.

        Args:
            ruleset: slug or ruleset.
            pool: the starts.
            layout: ``auto`` (the smallest that covers the pool), a name, or a Layout.
            mirror: rotate the board by half a turn for every side but the first.
            sight: what is observed: all a ``"side"`` knows, or what the ``"unit"`` that decides perceives itself.
            skip_forced: give single legal answers without asking.
            shelf: rulebooks and maps to share with other games.
            states, row: a row of existing state records to use, in place of a record of its own.

        Raises:
            IndexError: ``states`` has no such row; LayoutMismatch, ValueError: see :meth:`Layout.of`.
        """
        self.ruleset = get(ruleset)
        self.pool = pool
        self.loops: Any = self.ruleset.loops
        self.layout = Layout.of(self.ruleset, pool.states, layout, mirror, sight)
        self.shelf = shelf or Shelf(pool.books, pool.fields)
        self.books, self.fields = self.shelf.books, self.shelf.fields
        self.pool_states = plain(pool.states)
        self.pool_lanes = as_lanes(self.pool_states)
        self.skip_forced = bool(skip_forced)
        self.states = plain(self.ruleset.new_states(1)) if states is None else states
        if not 0 <= as_choice(row) < len(self.states):
            raise IndexError(f"no game {row!r}; choose from: 0..{len(self.states) - 1}")
        self.row = row
        self.lanes = as_lanes(self.states)
        self._buffer = self.layout.buffers(1)
        self._snapshot_lanes = self.ruleset.state.snapshot_lanes
        self._choices = self.states["choices"]
        self._fields_read = {name: self.states[name] for name in READ}
        self._heads: dict[tuple[Any, ...], bytes] = {}
        self._names_of = -1
        self._names: list[str] = []
        self._policy_rng = np.zeros(4, np.int64)

    @classmethod
    def of(
        cls,
        ruleset: str | Ruleset,
        scenario: Any,
        *,
        seed: int = 0,
        row: int | None = None,
        rules: Mapping[str, int | bool | str] | None = None,
        **options: Any,
    ) -> Game:
        """A started game of a scenario: row ``row`` of its pool, or one drawn by the seed; ``rules`` are knobs by address."""
        game = cls(ruleset, open_pool(ruleset, scenario, rules=rules), **options)
        return game.start(row, seed=seed)

    def start(self, row: int | None = None, *, seed: int = 0, slot: int = 0, game: int = 0) -> Game:
        """Start a new battle and run to the first decision.

        Args:
            row: start of the pool, None for the one that (seed, slot, game) draws.
            seed, slot, game: the dice: game ``game`` of slot ``slot``, -1 for keyed ones; a seed is in 0..2^64 - 1.

        Raises:
            IndexError: the pool has no such row; ValueError: it is not a whole number, or the seed not one in 0..2^64 - 1.
        """
        key = seed_of(seed), slot, game
        if row is None:
            rows = np.zeros(1, np.int64)
            self.loops.draw_rows(self.pool_states, *key, self._policy_rng, rows)
            row = int(rows[0])
        else:
            row = checked_row(row, len(self.pool_states))
        self.loops.start_game(
            self.states, self.lanes, self.row, self.pool_states, self.pool_lanes, row, *key, self._snapshot_lanes
        )
        self.loops.settle_game(self.states, self.row, self.books, self.fields, self.skip_forced)
        return self

    # --- the pending decision

    @property
    def s(self) -> Any:
        """The state record, to read."""
        return self.states[self.row]

    @property
    def book(self) -> Any:
        """The rulebook record of this game."""
        return self.books[self.s["book_row"]]

    @property
    def field(self) -> Any:
        """The map record of this game."""
        return self.fields[self.s["field_row"]]

    @property
    def prompt(self) -> int:
        """The pending prompt, a Prompt of the ruleset; 0 if no decision is pending."""
        return int(self._fields_read["prompt"][self.row])

    @property
    def decider(self) -> int:
        """Roster row of the unit that is asked, -1 when its side is asked as a whole."""
        return int(self._fields_read["decider"][self.row])

    @property
    def side(self) -> int:
        """The side that answers."""
        return int(self._fields_read["decider_side"][self.row])

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return bool(self._fields_read["ending"][self.row] != 0)

    @property
    def ending(self) -> int:
        """An Ending of the ruleset, 0 while the battle continues."""
        return int(self._fields_read["ending"][self.row])

    @property
    def ending_text(self) -> str:
        """Why the battle ended, in words; empty while it continues."""
        if not self.over:
            return ""
        if self.truncated and self.s["overrun"]:
            return f"stopped: {overrun_words(int(self.s['overrun']), self.ruleset.state.capacities)}"
        return describing.ending_text(self.ruleset, self.ending)

    @property
    def truncated(self) -> bool:
        """Whether the battle was cut off: by the safety cap on decisions, or for lack of room."""
        return self.ending == STALLED

    @property
    def side_count(self) -> int:
        """Sides taking part."""
        return int(self.s["side_count"])

    @property
    def ranks(self) -> np.ndarray:
        """Place of each side, 1 best, 0 while the battle continues: int16 (sides,)."""
        return self._fields_read["rank"][self.row, : self.side_count].copy()

    def told(self, side: int) -> dict[str, Any]:
        """How the battle ended for a side, as every interface reports it in its infos.

        Keys: ``ending`` in words, ``result`` (win, draw or loss), ``rank``, ``ranks`` of all sides, ``rounds``,
        ``decisions``.
        """
        ranks = self.ranks
        return {
            "ending": self.ending_text,
            "result": describing.result_text(ranks, self.s["allied"], side),
            "rank": int(ranks[side]),
            "ranks": ranks,
            "rounds": int(self.s["round_no"]),
            "decisions": int(self.s["decisions"]),
        }

    @property
    def rewards(self) -> np.ndarray:
        """Reward of each side by rank, zero while the battle continues: float64 (sides,)."""
        return rewards_by_rank(self._fields_read["rank"][self.row], self.side_count)[: self.side_count]

    @property
    def names(self) -> list[str]:
        """What the units are called, in roster order."""
        start = int(self._fields_read["pool_row"][self.row])
        if start != self._names_of:
            has_start = 0 <= start < len(self.pool_states)
            self._names = unit_names(self.pool, start) if has_start else agent_names(self.s)
            self._names_of = start
        return self._names

    @property
    def decider_text(self) -> str:
        """The deciding unit or side, in words."""
        return f"side {self.side}" if self.decider == NO_UNIT else self.names[self.decider]

    @property
    def prompt_text(self) -> str:
        """The pending prompt, in words."""
        return describing.part_words(self.ruleset, "prompt").get(self.prompt, f"prompt {self.prompt}")

    # --- what may be chosen

    def answers(self) -> np.ndarray:
        """The legal answers, as the rules number them: int16, ascending within what each prompt lists."""
        return self._choices[self.row, : self._fields_read["choice_count"][self.row]].copy()

    def legal(self) -> np.ndarray:
        """The legal indices of the deciding side, in the order of :meth:`answers`: int64."""
        if self.over:
            return np.zeros(0, np.int64)
        indices = np.empty(self._choices.shape[1], np.int64)
        return indices[: self.loops.list_indices(self.states, self.row, self.layout.record, indices)].copy()

    def index_of(self, answer: int) -> int:
        """The decider's index for an answer; -1 when the layout cannot show it."""
        return int(self.loops.index_of(self.states, self.row, self.layout.record, as_choice(answer)))

    def answer_of(self, index: int) -> int:
        """The answer behind a decider's index; -1 when it stands for nothing."""
        return int(self.loops.answer_of(self.states, self.row, self.layout.record, as_choice(index)))

    def mask(self, viewer: int | None = None) -> np.ndarray:
        """1 for every legal choice, int8 (n,); all zero for a side that does not decide; see :meth:`observe`."""
        return self.observe(viewer)["action_mask"]

    def observe(self, viewer: int | None = None, unit: int | None = None) -> Observation:
        """What a side sees (the one that decides when none is named); fresh arrays, see ``Layout.observation_space``.

        Args:
            viewer: the side.
            unit: roster row of a unit of that side, for what it perceives itself; -1 for all the side knows; None: as the
                layout says.

        Raises:
            ValueError: there is no such side, or it has no such unit.
        """
        side = self.side if viewer is None else viewer
        out = {name: np.empty(shape, self._buffer[name].dtype) for name, shape in self.layout.shapes.items()}
        self.observe_into(side, out, unit)
        return out

    def observe_into(self, viewer: int, out: Observation, unit: int | None = None) -> None:
        """As :meth:`observe`, into arrays given: C-contiguous, of the shapes and kinds of the layout.

        Raises:
            ValueError: there is no such side or unit, or an array is another.
        """
        side = checked_side(viewer, self.side_count)
        check_arrays(out, self._buffer)
        record = self.layout.record if unit is None else self.layout.record_for(checked_unit(self.s, side, unit))
        self.loops.observe_game(
            self.states, self.row, self.books, self.fields, record, side,
            out["grid"], out["units"], out["context"], out["action_mask"],
        )  # fmt: skip

    # --- words

    def describe_answer(self, answer: int) -> str:
        """An answer to the current prompt in words, with what it leads to, where the ruleset says so."""
        words = describing.describe_answer(self.ruleset, self.s, self.names, answer)
        return words + describing.outcome_text(self, int(answer))

    def describe(self, index: int) -> str:
        """A choice of the side that decides in words; what stands for nothing here is described by its place."""
        answer = self.answer_of(index)
        return self.layout.describe(index) if answer < 0 else self.describe_answer(answer)

    def legal_texts(self) -> dict[int, str]:
        """All legal choices: index -> words."""
        pairs = zip(self.legal(), self.answers(), strict=True)
        return {int(index): self.describe_answer(int(answer)) for index, answer in pairs}

    def parse(self, text: str) -> int:
        """The index of a legal choice, given its words or an unmistakable beginning of them, in any case.

        Raises:
            IllegalChoice: no legal choice matches, or several begin with the text.
        """
        return describing.parse_choice(text, self.legal_texts(), self._asked)

    @property
    def _asked(self) -> str:
        return f"{self.decider_text} ({self.prompt_text})"

    def illegal(self, index: Any) -> IllegalChoice:
        """The error for a choice that is not legal here."""
        if self.over:
            return IllegalChoice(f"choice {index!r}: the battle is over", -1, [])
        return describing.illegal_choice(index, self.layout.n, self.describe, self.legal_texts(), self._asked)

    # --- playing

    def choose(self, code: int | None, rng: np.ndarray, *, keyed: bool = True) -> int:
        """What a player inside the kernels answers here; nothing is played.

        Args:
            code: its seat code, see :func:`.players.seat_code`.
            rng: its generator, int64 (4,); it moves on.
            keyed: whether a game with keyed dice begins its generator for each decision, as in play.

        Raises:
            TypeError: no code: it plays in Python.
        """
        if code is None:
            raise TypeError("a player in Python is asked by Host.act")
        choose = self.loops.choose_next if keyed else self.loops.choose_game
        here = self.states[self.row : self.row + 1]
        return int(choose(here, 0, self.books, self.fields, code, rng.reshape(1, 4)))

    def step(self, index: int) -> None:
        """Apply a choice of the side that decides, and run on to the next decision or the end.

        Raises:
            IllegalChoice: it is not legal; nothing has changed.
        """
        if self.over or not self.loops.step_index(
            self.states, self.row, self.books, self.fields, self.layout.record, as_choice(index), self.skip_forced
        ):
            raise self.illegal(index)

    def answer(self, answer: int) -> None:
        """As :meth:`step`, with an answer as the rules number it.

        Raises:
            IllegalChoice: it is not legal; nothing has changed.
        """
        if self.over or not self.loops.step_game(
            self.states, self.row, self.books, self.fields, as_choice(answer), self.skip_forced
        ):
            listed = describing.list_legal(self.legal_texts(), self._asked)
            raise IllegalChoice(
                f"answer {answer} ({self.describe_answer(as_choice(answer))}) is not legal; {listed}",
                self.index_of(answer), self.legal().tolist(),
            )  # fmt: skip

    def forfeit(self) -> None:
        """The deciding side gives up: it comes last, all others share first place."""
        if not self.over:
            self.loops.forfeit_game(self.states, self.row)

    # --- snapshots

    def header(self) -> dict[str, Any]:
        """What a snapshot says of itself."""
        s = self.s
        return {
            "face": "game",
            "ruleset": self.ruleset.slug,
            "rules": self.ruleset.rules_hash,
            "layout": self.layout.hash,
            "book": self.shelf.digest("book", int(s["book_row"])),
            "field": self.shelf.digest("field", int(s["field_row"])),
            "skip_forced": self.skip_forced,
        }

    def position(self) -> bytes:
        """Position and dice, bare."""
        return self.lanes[self.row, : self._snapshot_lanes].tobytes()

    def snapshot(self) -> bytes:
        """Position and dice with a header; :meth:`restore` continues from it byte for byte, in any process."""
        key = (self._fields_read["book_row"][self.row], self._fields_read["field_row"][self.row], self.skip_forced)
        head = self._heads.get(key)
        if head is None:  # nothing else in a header changes
            head = self._heads[key] = pack_snapshot(self.header(), bytes(8 * self._snapshot_lanes))
            head = self._heads[key] = head[: -8 * self._snapshot_lanes]
        return head + self.lanes[self.row, : self._snapshot_lanes].tobytes()

    def restore(self, data: bytes) -> Game:
        """Continue from a snapshot. It may come from anywhere: nothing has changed when it is refused.

        Raises:
            SnapshotError: it is damaged, holds an invalid number, or belongs to other rules, another ruleset, layout or
                scenario.
        """
        header, parts = unpack_snapshot(data)
        check_header(header, {key: value for key, value in self.header().items() if key != "face"})
        skip_forced = header_value(header, "skip_forced", bool)
        self.put(checked_position(self, parts[0] if parts else b"", header))
        self.skip_forced = skip_forced
        return self

    @functools.cached_property
    def spare(self) -> np.ndarray:
        """A state record (1,) for what is not known to be fine yet: it takes longer to make one than to look it over."""
        return plain(self.ruleset.new_states(1))

    def put(self, states: np.ndarray) -> None:
        """Take over a state record (1,) that has been checked."""
        self.lanes[self.row] = as_lanes(states)[0]
        self._names_of = -1

    def clone(self) -> Game:
        """An independent game in the same position, with the same dice to come."""
        twin = Game(self.ruleset, self.pool, self.layout, skip_forced=self.skip_forced, shelf=self.shelf)
        twin.lanes[0] = self.lanes[self.row]
        return twin

    def digest(self) -> str:
        """16 hex digits over the position: equal positions have equal digests."""
        size = self.ruleset.state.position_bytes // 8
        return hashlib.sha256(self.lanes[self.row, :size].tobytes()).hexdigest()[:16]

    def __repr__(self) -> str:
        state = self.ending_text if self.over else f"{self.decider_text}: {self.prompt_text}"
        return f"Game({self.ruleset.slug}, round {int(self.s['round_no'])}, {state})"
