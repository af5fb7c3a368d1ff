"""Exact odds: every way the dice can fall, each with its exact weight. Nothing is sampled.

The procedure that a choice starts is run frame step by frame step. In one step every class of faces that makes a
difference is tried (``core/counting.py``); after it positions that are equal are merged and their probabilities
added. What is nested deepest is run first, so that the branches of a blow are one again before the next blow begins.
Decisions on the way are answered as ``then`` says; the first that nobody answers ends a branch.

Positions are kept as differences from the first one: only the 64-bit words that ever differed, which is also what is
compared.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .core.dice import PLAY
from .core.state import as_words
from .game import IllegalChoice, plain
from .table import NotKept, Table
from .wording import Chooser, NoFit, ParseError, enum_words, split

if TYPE_CHECKING:
    from rich.table import Table as RichTable

__all__ = ["BUDGET", "Odds", "Then", "Until", "Want", "odds"]

Then: TypeAlias = str | Sequence[str] | Mapping[str, str | Sequence[str]] | Callable[[Table], str | None] | None
Want: TypeAlias = str | tuple[str, ...] | Callable[[Table], Hashable] | None
Until: TypeAlias = str | Callable[[Table], bool] | None

BUDGET = 2_000_000  # runs of a step
CUT = 1e-12  # merged positions less likely than this are not followed
LIKELY = (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10)  # a long count goes from likely to unlikely positions, in passes
SHORT = 50_000  # runs up to which a count is short
CHUNK = 128  # positions expanded in one call
ROOM = 512  # results one call has room for
HASHED = 1024  # positions hashed together


class Odds(Mapping[Any, float]):
    """An exact distribution: value -> probability, the values in ascending order where they have one.

    The probabilities add up to ``1 - lost``.

    Attributes:
        lost: the mass that was not followed.
        lost_to: where it was left: ``budget``, ``cut`` (positions less likely than 1e-12), ``trace`` (a step rolled
            more often than can be recorded).
        complete: nothing was left to the budget or the trace.
        runs: steps that were run.
        layers: how often a set of merged positions was run on.
        positions: distinct positions that were run from.
        unused: entries of ``then`` that no branch came to.
    """

    def __init__(
        self,
        weights: Mapping[Any, float],
        lost_to: Mapping[str, float],
        runs: int = 0,
        layers: int = 0,
        positions: int = 0,
        unused: Sequence[str] = (),
        title: str = "",
    ) -> None:
        try:
            values = sorted(weights)
        except TypeError:
            values = sorted(weights, key=lambda value: -weights[value])
        self._weights = {value: weights[value] for value in values}
        self.lost_to = {reason: mass for reason, mass in lost_to.items() if mass > 0.0}
        self.lost = math.fsum(self.lost_to.values())
        self.complete = not {"budget", "trace"} & set(self.lost_to)
        self.runs, self.layers, self.positions = runs, layers, positions
        self.unused = tuple(unused)
        self.title = title

    def __getitem__(self, value: Any) -> float:
        """Probability of a value; 0 for one that never came."""
        return self._weights.get(value, 0.0)

    def __contains__(self, value: object) -> bool:
        return value in self._weights

    def __iter__(self) -> Iterator[Any]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    @property
    def followed(self) -> float:
        """The mass that was followed to the end."""
        return math.fsum(self._weights.values())

    def p(self, predicate: Callable[[Any], Any]) -> float:
        """Probability that a value fulfils a condition."""
        return math.fsum(weight for value, weight in self._weights.items() if predicate(value))

    def at_least(self, x: Any) -> float:
        """Probability of a value of x or more."""
        return self.p(lambda value: value >= x)

    def at_most(self, x: Any) -> float:
        """Probability of a value of x or less."""
        return self.p(lambda value: value <= x)

    def mean(self) -> float:
        """Mean of the values, over the mass that was followed."""
        return math.fsum(value * weight for value, weight in self._weights.items()) / self.followed

    def table(self) -> RichTable:
        """The distribution as a table for the terminal."""
        from rich.table import Table as RichTable

        numeric = all(isinstance(value, int | float) for value in self._weights)
        shown = RichTable(title=self.title or None, caption=self.note(), caption_justify="left")
        shown.add_column("value", justify="right" if numeric else "left")
        shown.add_column("probability", justify="right")
        if numeric:
            shown.add_column("this or more", justify="right")
        rest = self.followed
        for value, weight in self._weights.items():
            shown.add_row(str(value), f"{weight:.6f}", *([f"{rest:.6f}"] if numeric else []))
            rest = max(rest - weight, 0.0)
        return shown

    def note(self) -> str:
        """What was counted, and what was left open, in words."""
        counted = f"{self.runs:,} runs, {self.positions:,} positions"
        if not self.lost_to:
            return f"exact; {counted}"
        left = ", ".join(f"{reason} {mass:.3g}" for reason, mass in self.lost_to.items())
        return f"{'exact up to' if self.complete else 'NOT COMPLETE: left open'} {left}; {counted}"

    def __repr__(self) -> str:
        shown = ", ".join(f"{value!r}: {weight:.6g}" for value, weight in itertools.islice(self._weights.items(), 12))
        return f"Odds({{{shown}{', ...' if len(self) > 12 else ''}}}, {self.note()})"


def odds(
    table: Table,
    text: str,
    *,
    then: Then = None,
    want: Want = None,
    until: Until = None,
    budget: int = BUDGET,
    cut: float = CUT,
) -> Odds:
    """The exact distribution of what follows a choice. The table itself is not changed, its tape of dice not used.

    Args:
        table: where the battle stands.
        text: the choice of the unit that decides now.
        then: answers to the decisions that follow. A list: in this order, each once; one that is not legal where a
            decision is met is passed over there. A mapping: by prompt (``{"parry": "parry_main"}``), as often as it is
            asked; several texts in order of preference. A function: called with the table as it then stands, returns a
            text, or None to stop. ``orc: parry`` and the key ``orc: parry`` mean that unit's decisions only. Single
            legal answers are given unasked, if the table does so.
        want: what to look at when a branch has ended: a function of the table as it then stands; ``"orc.wounds"``,
            ``"round"``, ``"ending"`` or another field of the state; or a tuple of these, for values together. Without
            it, how the battle has ended (None: it goes on).
        until: when a branch ends. Without it, at the first decision that ``then`` does not answer. ``"procedure"``:
            when what asked for the choice is over, such as a unit's turn. ``"round"``: when the next round begins. The
            name of a prompt: when that is asked. A function of the table: at the first decision where it is true. With
            ``until``, a decision before it that ``then`` leaves open is an error.
        budget: steps to run. Beyond it the distribution is partial, and ``lost`` says how much is missing. In long
            counts what is likely is followed first.
        cut: positions less likely than this, after merging, are not followed; they count as lost.

    Raises:
        IllegalChoice, ParseError: a text is not legal, or means nothing; or ``until`` leaves a decision open.
        KeyError, AttributeError: ``want`` names an unknown unit or field.
    """
    kept: frozenset[str] = frozenset()
    while True:
        try:
            return _Count(table, then, want, until, budget, cut, kept).run(text)
        except NotKept as needed:
            kept |= {needed.field}


def _mixed(values: np.ndarray) -> np.ndarray:
    """A hash of every row: uint64 (n,) of uint64 (n, columns)."""
    factors = np.arange(1, 2 * values.shape[1], 2, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = np.empty(len(values), np.uint64)
    for start in range(0, len(values), HASHED):
        part = values[start : start + HASHED]
        part = part ^ (part >> np.uint64(32))
        part *= factors
        part ^= part >> np.uint64(29)
        part *= np.uint64(0xBF58476D1CE4E5B9)
        np.add.reduce(part ^ (part >> np.uint64(32)), axis=1, out=mixed[start : start + HASHED])
    return mixed


def field_at(dtype: Any, name: str) -> tuple[np.dtype[Any], int]:
    """The type of a field of a record, and its first byte."""
    part, at = dtype.fields[name][:2]
    return part, int(at)


class _Count:
    """One count of odds. See :func:`odds`."""

    def __init__(
        self, table: Table, then: Then, want: Want, until: Until, budget: int, cut: float, kept: frozenset[str]
    ) -> None:
        self.table, self.until, self.budget, self.cut = table, until, budget, cut
        self.ruleset = table.ruleset
        self.loops = self.ruleset.loops
        self.books, self.fields = table.game.books, table.game.fields
        state = self.ruleset.state
        self.size, self.position = state.snapshot_words, state.position_bytes // 8
        self.dtype = state.dtype
        # A word of the dice region that no rule reads says which answers a branch has had.
        self.cursor_word = field_at(self.dtype, "seed_game")[1] // 8
        self.routing = [field_at(self.dtype, name)[1] // 2 for name in ("ending", "depth", "round_no")]
        self.wants = _Wants(table, want)
        self.plan = _Plan(then, self.ruleset)
        self.dropped = self._dropped(kept | self.wants.fields)
        self.mask = self._mask()
        self.masked = np.flatnonzero(self.mask != np.uint64(0xFFFFFFFFFFFFFFFF))
        self.root = self._root()
        self.depth = int(table._record["depth"])
        self.columns = np.array([self.cursor_word])
        self.is_column = np.zeros(self.size, bool)
        self.is_column[self.cursor_word] = True
        self.work = plain(self.ruleset.new_states(1))
        self.work_words = as_words(self.work)
        self.source = np.tile(self.root, (CHUNK, 1))
        self.out = np.empty((ROOM, self.size), np.uint64)
        self.out_weight = np.empty(ROOM)
        self.view = self._make_view()
        self.chooser = Chooser(self.ruleset, self.books, self.fields, table.names, table.sides)
        self.cursors: list[tuple[int, tuple[int, ...]]] = []
        self.cursor_ids: dict[tuple[int, tuple[int, ...]], int] = {}
        self.first_answers: dict[Any, Any] = {}
        self.waiting: dict[tuple[int, int], list[tuple[np.ndarray, np.ndarray]]] = {}
        self.later: dict[tuple[int, int], list[tuple[np.ndarray, np.ndarray]]] = {}
        self.passes = [likely for likely in LIKELY if likely > cut]
        self.leaves: list[tuple[np.ndarray, np.ndarray]] = []
        self.lost = {"budget": 0.0, "cut": 0.0, "trace": 0.0}
        self.runs = self.layers = self.positions = 0

    # --- what is left out of the positions

    def _dropped(self, kept: frozenset[str]) -> frozenset[str]:
        """Fields the rules only write, and nobody asks about."""
        return frozenset(getattr(self.ruleset.module("state"), "WRITE_ONLY", ())) - kept

    def _mask(self) -> np.ndarray:
        """All ones where the position is kept, zero where a dropped field lies: uint64 (snapshot words,)."""
        mask = np.full(self.size * 8, 0xFF, np.uint8)
        units, units_at = field_at(self.dtype, "units")
        for name in self.dropped:
            if name in self.ruleset.state.position_fields:
                part, at = field_at(self.dtype, name)
                mask[at : at + part.itemsize] = 0
            else:
                part, at = field_at(units.base, name)
                for row in range(units.shape[0]):
                    start = units_at + row * units.base.itemsize + at
                    mask[start : start + part.itemsize] = 0
        return mask.view(np.uint64)

    def _root(self) -> np.ndarray:
        """The table's position and dice, with the dice thrown and not taken from a tape."""
        states = plain(self.ruleset.new_states(1))
        words = as_words(states)
        words[0, : self.size] = self.table._words
        states["dice_mode"], states["tape_length"], states["tape_next"], states["tape"] = PLAY, 0, 0, 0
        states["seed_game"] = 0
        return words[0, : self.size] & self.mask

    def _make_view(self) -> Table:
        """A table to show a position on."""
        view = Table.of(self.table.game.clone(), self.table.skip_forced)
        view._not_kept = self.dropped
        view._counting = True
        view.events = _NoLog()
        return view

    def look(self, row: np.ndarray) -> Table:
        """The table as it stands in a position."""
        view = self.view
        view.game.words[view.game.row, : self.size] = row
        view.refresh()
        return view

    # --- the count

    def run(self, text: str) -> Odds:
        """Count."""
        row = self.root.copy()
        answers = self.table.parse(text)
        self._look_up_words()
        row[self.cursor_word] = self._cursor((0, tuple(answers)))
        self._sort_in(row[None, :], np.ones(1))
        while self.waiting and self.runs < self.budget:
            self._advance(min(self.waiting))
            if not self.waiting and self.later:
                self.waiting, self.later = self.later, {}
                self.passes.pop(0)
        self.lost["budget"] = math.fsum(
            float(weights.sum()) for batches in (*self.waiting.values(), *self.later.values()) for _, weights in batches
        )
        self._read_leaves()
        unused = [text for text, used in self.plan.used.items() if not used]
        return Odds(self.wants.weights, self.lost, self.runs, self.layers, self.positions, unused, text)

    def _look_up_words(self) -> None:
        """Refuse words of ``then`` that nobody knows, before anything is counted."""
        self.chooser.put(self.root)
        for text in self.plan.used:
            who, words = split(text)
            try:
                self.chooser.check_words([who] if who else [], words)
            except NoFit as fault:
                raise ParseError(f"then: {text!r}: {fault}", -1, []) from None

    def _advance(self, key: tuple[int, int]) -> None:
        """Merge the positions that wait under a key, answer what is asked in them, and run each one step on."""
        values, weights = self._merged(self.waiting.pop(key))
        likely = weights >= self.cut
        if not likely.all():
            self.lost["cut"] += float(weights[~likely].sum())
            values, weights = values[likely], weights[likely]
        if self.passes and self.runs > SHORT:
            likely = weights >= self.passes[0]
            if not likely.all():
                self.later.setdefault(key, []).append((values[~likely], weights[~likely]))
                values, weights = values[likely], weights[likely]
        self.layers += 1
        prompt_at = field_at(self.dtype, "prompt")[1] // 2
        for start in range(0, len(values), CHUNK):
            if self.runs >= self.budget:
                self.waiting.setdefault(key, []).append((values[start:], weights[start:]))
                return
            count = min(CHUNK, len(values) - start)
            source, mass = self.source[:count], weights[start : start + count]
            source[:, self.columns[: values.shape[1]]] = values[start : start + count]
            source[:, self.columns[values.shape[1] :]] = self.root[self.columns[values.shape[1] :]]
            asked = np.flatnonzero(source.view(np.int16)[:, prompt_at])
            goes_on = np.ones(count, bool)
            for i in asked:
                goes_on[i] = self._answer(source[i])
            if not goes_on.all():
                self._end(source[~goes_on], mass[~goes_on])
                source, mass = source[goes_on], mass[goes_on]
            self.positions += len(source)
            self._expand(source, mass)
            self.source[asked] = self.root  # answers may have changed words that are no columns yet

    def _expand(self, source: np.ndarray, weights: np.ndarray) -> None:
        """Run positions one step, once for every class of faces."""
        done = 0
        while done < len(source):
            written, after, lost = self.loops.expand_layer(
                source, weights, self.work, self.work_words, self.books, self.fields, self.out, self.out_weight,
                self.size, done,
            )  # fmt: skip
            self.runs += max(written, after - done)
            if lost > 0.0:
                ran = math.fsum(weights[done:after])
                self.lost["trace"] += max(ran - math.fsum(self.out_weight[:written]), 0.0)
            if written:
                self._sort_in(self.out[:written], self.out_weight[:written])
            if after == done:  # one position with more results than there is room for
                self.out = np.empty((2 * len(self.out), self.size), np.uint64)
                self.out_weight = np.empty(len(self.out))
            done = after

    def _sort_in(self, rows: np.ndarray, weights: np.ndarray) -> None:
        """Put positions where they wait: the earliest round first, the deepest nested first."""
        if len(self.masked):
            rows[:, self.masked] &= self.mask[self.masked]
        ending, depth, round_no = (rows.view(np.int16)[:, at] for at in self.routing)
        ended = ending != 0
        if self.until == "round":
            ended = ended | (round_no != self.table.round)
        elif self.until == "procedure":
            ended = ended | (depth < self.depth)
        values = self._compact(rows)
        if ended.any():
            self._end(rows[ended], weights[ended])
            values, weights = values[~ended], weights[~ended]
            depth, round_no = depth[~ended], round_no[~ended]
        order = round_no.astype(np.int64) * 64 - depth
        for place in np.flatnonzero(np.bincount(order - order.min())) + order.min() if len(order) else ():
            at = order == place
            first = int(np.argmax(at))
            key = (int(round_no[first]), -int(depth[first]))
            batch = (values, weights.copy()) if at.all() else (values[at], weights[at])
            self.waiting.setdefault(key, []).append(batch)

    def _compact(self, rows: np.ndarray) -> np.ndarray:
        """The words of positions that differ from the first one anywhere: uint64 (n, columns)."""
        seen, root = rows[:, : self.position], self.root[: self.position]
        changed = (np.bitwise_or.reduce(seen, axis=0) != root) | (np.bitwise_and.reduce(seen, axis=0) != root)
        new = np.flatnonzero(changed & ~self.is_column[: self.position])
        if len(new):
            self.columns = np.concatenate([self.columns, new])
            self.is_column[new] = True
        return rows[:, self.columns]

    def _merged(self, batches: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
        """Distinct positions of batches, and their summed probabilities."""
        padded = []
        for values, _ in batches:
            missing = self.columns[values.shape[1] :]
            if len(missing):
                values = np.hstack([values, np.broadcast_to(self.root[missing], (len(values), len(missing)))])
            padded.append(values)
        values = np.concatenate(padded)
        weights = np.concatenate([weights for _, weights in batches])
        if len(values) == 1:
            return values, weights
        mixed = _mixed(values)
        _, first, group = np.unique(mixed, return_index=True, return_inverse=True)
        if not (values == values[first[group]]).all():  # two positions share a hash
            _, first, group = np.unique(values, axis=0, return_index=True, return_inverse=True)
            group = group.ravel()
        return values[first], np.bincount(group, weights, len(first))

    # --- decisions

    def _cursor(self, cursor: tuple[int, tuple[int, ...]]) -> int:
        """A number for: how many texts of ``then`` are used up, and which answers are still to be given."""
        if cursor not in self.cursor_ids:
            self.cursor_ids[cursor] = len(self.cursors)
            self.cursors.append(cursor)
        return self.cursor_ids[cursor]

    def _answer(self, row: np.ndarray) -> bool:
        """Answer the question in a position, in place. False when the branch ends here."""
        work = self.work
        self.work_words[0, : self.size] = row
        self.loops.settle_game(work, 0, self.books, self.fields, False)
        count = int(work["choice_count"][0])
        used, queue = self.cursors[int(row[self.cursor_word])]
        if count == 0:
            return False
        if queue:
            answer, queue = queue[0], queue[1:]
        elif count == 1 and (self.table.skip_forced or work["pending_verb"][0] != 0):
            answer = int(work["choices"][0, 0])
        else:
            if self._is_reached(row):
                return False
            found = self._find(row, work["choices"][0, :count].tobytes(), used)
            if found is None:
                if self.until is not None:
                    raise self._left_open(row)
                return False
            (answer, *rest), used = found
            queue = tuple(rest)
        if not self.loops.give_game_answer(work, 0, answer):
            raise IllegalChoice(f"answer {answer} is not legal any more", -1, [])
        row[:] = self.work_words[0, : self.size]
        row[self.cursor_word] = self._cursor((used, queue))
        return True

    def _is_reached(self, row: np.ndarray) -> bool:
        """Whether ``until`` ends a branch at this decision."""
        if callable(self.until):
            return bool(self.until(self.look(row)))
        prompt = enum_words(self.ruleset, "prompt").get(int(self.work["prompt"][0]), "")
        return self.until is not None and self.until.lower() == prompt and self.work["pending_verb"][0] == 0

    def _left_open(self, row: np.ndarray) -> IllegalChoice:
        table = self.look(row)
        choices = ", ".join(table.choices()[:12])
        return IllegalChoice(
            f"nobody answers {table.decider} ({table.prompt}) before {self.until!r}; `then` may be one of: {choices}",
            -1,
            [],
        )

    def _find(self, row: np.ndarray, choices: bytes, used: int) -> tuple[list[int], int] | None:
        """The answers ``then`` gives in a position, and how many of its texts are used up after them."""
        s = self.work
        pending = int(s["pending_verb"][0])
        prompt = enum_words(self.ruleset, "prompt").get(int(s["prompt"][0]), "")
        who = int(s["decider"][0])
        if pending:  # a part that was not named
            found = self._parse(row, "", choices, used, who)
            return None if found is None else (found, used)
        if self.plan.policy is not None:
            text = self.plan.policy(self.look(row))
            if text is None:
                return None
            self.chooser.put(row)
            try:
                return self.chooser.parse(text), used
            except NoFit as fault:
                raise self.chooser.error(row, text, fault) from None
        decider = self.table.names[who] if who >= 0 else self.table.sides[int(s["decider_side"][0])]
        for place, text in self.plan.texts(prompt, decider, used):
            found = self._parse(row, text, choices, used, who)
            if found is not None:
                self.plan.used[text] = True
                return found, place + 1 if self.plan.in_order else used
        return None

    def _parse(self, row: np.ndarray, text: str, choices: bytes, used: int, who: int) -> list[int] | None:
        """The answers a text stands for in a position, None when it is not legal there."""
        key = (text, who, int(self.work["prompt"][0]), choices, self._packed(who))
        if key not in self.first_answers:
            self.chooser.put(row)
            try:
                self.first_answers[key] = self.chooser.first(text) if text else self.chooser.take([], False)
            except NoFit as fault:
                if not fault.clear:
                    raise self.chooser.error(row, text or "then", fault) from None
                self.first_answers[key] = None
        first = self.first_answers[key]
        if first is None:
            return None
        if not first[1]:  # nothing is left to say: parts that follow go without saying
            return [first[0]]
        self.chooser.put(row)
        try:
            return self.chooser.parse(text)
        except NoFit as fault:
            if fault.clear:
                return None
            raise self.chooser.error(row, text, fault) from None

    def _packed(self, who: int) -> bytes:
        """What the words for items depend on."""
        units = self.work["units"]
        return units["pack"][0, who].tobytes() if who >= 0 and "pack" in (units.dtype.names or ()) else b""

    # --- ends of branches

    def _end(self, rows: np.ndarray, weights: np.ndarray) -> None:
        """Branches that have ended."""
        if self.wants.is_read_by_field:
            self.wants.count(rows, weights)
            return
        rows = rows.copy()
        rows[:, self.cursor_word] = 0
        self.leaves.append((self._compact(rows), weights.copy()))
        if len(self.leaves) > 512:
            self.leaves = [self._merged(self.leaves)]

    def _read_leaves(self) -> None:
        """Look at every distinct position in which a branch has ended."""
        if not self.leaves:
            return
        values, weights = self._merged(self.leaves)
        row = self.root.copy()
        for i in range(len(values)):
            row[self.columns] = values[i]
            self.wants.add(self.look(row), float(weights[i]))


class _NoLog(list[Any]):
    """Stands for the events of a position: branches that were merged came about in different ways."""

    def _refuse(self, *_: Any) -> Any:
        raise TypeError("what happened on the way is not kept while odds are counted; ask for the position it leads to")

    __iter__ = __len__ = __getitem__ = __contains__ = __reversed__ = __bool__ = _refuse


class _Wants:
    """What is looked at where a branch has ended."""

    def __init__(self, table: Table, want: Want) -> None:
        self.weights: dict[Any, float] = {}
        self._function = want if callable(want) else None
        self._table = table
        self._dtype = table.ruleset.state.dtype
        self._is_tuple = isinstance(want, tuple)
        self._readers: list[Callable[[np.ndarray], np.ndarray]] = []
        self._namers: list[Mapping[int, Any]] = []
        fields: set[str] = set()
        if want is None:
            want = "ending"
        if not callable(want):
            for spec in want if isinstance(want, tuple) else (want,):
                fields.add(self._add_reader(spec))
        self.fields = frozenset(fields)

    @property
    def is_read_by_field(self) -> bool:
        """Whether numbers are read from the records directly."""
        return self._function is None

    def _add_reader(self, spec: str) -> str:
        """A reader for ``orc.wounds`` or a field of the state. Returns the name of the field."""
        name, dot, field = spec.strip().rpartition(".")
        namer: Mapping[int, Any] = {}
        if dot:
            unit = self._table.unit(name)
            field = unit._field(field)
            units, at = field_at(self._dtype, "units")
            part, offset = field_at(units.base, field)
            at += unit.row * units.base.itemsize + offset
        else:
            field = {"round": "round_no"}.get(field, field)
            if field not in self._table.ruleset.state.position_fields:
                known = ", ".join(self._table.ruleset.state.position_fields)
                raise AttributeError(f"want {spec!r}: unknown; a unit and its field, or one of: {known}")
            part, at = field_at(self._dtype, field)
            if field == "ending":
                namer = {**enum_words(self._table.ruleset, "ending"), 0: None}
        if part.shape or part.kind != "i":
            raise AttributeError(f"want {spec!r}: this is not a single number; use a function")
        width = part.itemsize

        def read(rows: np.ndarray) -> np.ndarray:
            return rows.view(np.dtype(f"i{width}"))[:, at // width]

        self._readers.append(read)
        self._namers.append(namer)
        return field

    def count(self, rows: np.ndarray, weights: np.ndarray) -> None:
        """Add the values found in positions."""
        rows = np.ascontiguousarray(rows)
        columns = np.stack([read(rows).astype(np.int64) for read in self._readers], axis=1)
        values, group = np.unique(columns, axis=0, return_inverse=True)
        sums = np.bincount(group.ravel(), weights, len(values))
        for value, weight in zip(values.tolist(), sums.tolist(), strict=True):
            named = tuple(namer.get(v, v) for namer, v in zip(self._namers, value, strict=True))
            key = named if self._is_tuple else named[0]
            self.weights[key] = self.weights.get(key, 0.0) + weight

    def add(self, table: Table, weight: float) -> None:
        """Add the value a function finds."""
        assert self._function is not None
        value: Any = self._function(table)
        if isinstance(value, np.generic):
            value = value.item()
        self.weights[value] = self.weights.get(value, 0.0) + weight


class _Plan:
    """The answers to the decisions on the way.

    Attributes:
        policy: a function that gives them, or None.
        in_order: each text is used once, in the order of the list.
        used: the texts, and whether a branch came to them.
    """

    def __init__(self, then: Then, ruleset: Any) -> None:
        self.policy = then if callable(then) else None
        self.in_order = False
        self.used: dict[str, bool] = {}
        self._list: list[str] = []
        self._by_prompt: dict[tuple[str, str], list[str]] = {}
        if then is None or callable(then):
            return
        if isinstance(then, Mapping):
            prompts = set(enum_words(ruleset, "prompt").values())
            for key, given in then.items():
                who, _, prompt = key.rpartition(":")
                prompt = prompt.strip().lower().replace(" ", "_")
                if prompt not in prompts:
                    raise ParseError(f"then: no prompt {prompt!r}; there are: {', '.join(sorted(prompts))}", -1, [])
                self._by_prompt[who.strip().lower(), prompt] = [given] if isinstance(given, str) else list(given)
            self._list = list(itertools.chain.from_iterable(self._by_prompt.values()))
        else:
            self.in_order = True
            self._list = [then] if isinstance(then, str) else list(then)
        self.used = dict.fromkeys(self._list, False)

    def texts(self, prompt: str, decider: str, used: int) -> Iterator[tuple[int, str]]:
        """The texts that may answer a decision, the first that is legal does: (place in the list, text)."""
        if self.in_order:
            yield from enumerate(self._list[used:], used)
        else:
            for key in ((decider, prompt), ("", prompt)):
                for text in self._by_prompt.get(key, ()):
                    yield 0, text
