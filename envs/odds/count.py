"""Counting odds: positions are run step by step, in every way the dice can fall, until all branches have ended."""

from __future__ import annotations

import math

import numpy as np

from ..core.state import as_lanes
from ..engine.pools import plain
from ..sandbox import NotKept, Table
from .decisions import ENDS, GOES_ON, Answers, Decisions, OpenDecisions, Then, Until, WhenOpen
from .distribution import Odds
from .positions import Batch, Positions, field_at
from .progress import Progress
from .view import View
from .wants import Want, Wants

BUDGET = 2_000_000  # runs of a step
CUT = 1e-12  # merged positions less likely than this are not followed
LIKELY = (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10)  # a long count goes from likely to unlikely positions, in passes
SHORT = 50_000  # runs up to which a count is short
CHUNK = 128  # positions expanded in one call
ROOM = 512  # results one call has room for


def odds(
    table: Table,
    text: str,
    *,
    then: Then = None,
    answers: Answers = None,
    want: Want = None,
    until: Until = None,
    open: WhenOpen = "error",
    budget: int = BUDGET,
    cut: float = CUT,
) -> Odds:
    """The exact distribution of what follows a choice. The table itself is not changed, its tape of dice not used.

    Ctrl-C ends a count; what it returns is then marked as incomplete.

    Args:
        table: where the battle stands.
        text: the choice of the unit that decides now.
        then: answers to the decisions that follow. A list: in this order, each once; one that is not legal where a
            decision is met is passed over there. A mapping or a function: as ``answers``. ``orc: parry`` and the key
            ``orc: parry`` mean that unit's decisions only. Single legal answers are given unasked, if the table does so.
        answers: answers to the decisions that ``then`` leaves open. A mapping: by prompt (``{"parry": "parry_main"}``),
            as often as it is asked; several texts in order of preference. A function (a policy): called with the table as
            it then stands, returns a text, or None for no answer.
        want: what to look at when a branch has ended, or several of these together, as a list or tuple.
            ``"orc.wounds"``, ``"round"``, ``"ending"`` or another field of the state. ``"hit"``, ``"killed"``,
            ``"orc.killed"`` and other results of the ruleset; any event of its log, ``"critical"``: how often it happens,
            ``"critical.amount"``: the amount of the last one; ``"hit on orc"``, ``"hit by man"``; a part of a total, such
            as ``"weapon_skill"``: what it was last. Where a name stands for several things, write ``"event parried"`` or
            ``"term parried"``. Or a function of the table as it then stands. Without it: how the battle has ended (None:
            it goes on). What is settled but waits for the end of a moment counts as it will be.
        until: when a branch ends. Without it, when what was chosen is over: at the first decision without an answer at
            which nothing is half done, such as somebody's turn. ``"procedure"``: when what asked for the choice is over,
            such as a unit's turn. ``"round"``: when the next round begins. The name of a prompt: when that is asked. A
            function of the table: at the first decision where it is true.
        open: what to do with other decisions that nobody answers. ``"error"``: raise :class:`OpenDecisions`, which
            lists them. ``"stop"``: branches end there; the result says which and how likely, and is not complete:
            ``table.odds("strike orc", want="orc.wounds", open="stop").open`` lists the parries nobody decided.
        budget: steps to run. Beyond it the distribution is partial, and ``lost`` says how much is missing. In long
            counts what is likely is followed first.
        cut: positions less likely than this, after merging, are not followed; they count as lost.

    Raises:
        OpenDecisions: nobody answers a decision in the middle of something, or before ``until``.
        IllegalChoice, ParseError: a text is not legal, or means nothing.
        KeyError, AttributeError: ``want`` names an unknown unit, field, result, event or term; it lists what there is.
    """
    if open not in ("error", "stop"):
        raise ValueError(f"open={open!r}: allowed: 'error', 'stop'")
    if not budget >= 1:
        raise ValueError(f"budget={budget!r}: allowed: 1 step or more")
    kept: frozenset[str] = frozenset()
    while True:
        try:
            return Count(table, then, answers, want, until, open, budget, cut, kept).run(text)
        except NotKept as needed:
            kept |= needed.fields


class Count:
    """One count of odds. See :func:`odds`."""

    def __init__(
        self,
        table: Table,
        then: Then,
        answers: Answers,
        want: Want,
        until: Until,
        when_open: WhenOpen,
        budget: int,
        cut: float,
        kept: frozenset[str],
    ) -> None:
        self.table, self.until, self.when_open, self.budget, self.cut = table, until, when_open, budget, cut
        self.loops = table.ruleset.loops
        self.books, self.fields = table.game.books, table.game.fields
        self.wants = Wants(table, want)
        self.positions = Positions(table, kept | self.wants.fields, self.wants.noted)
        self.view = View(table, self.positions.dropped)
        self.decisions = Decisions(table, then, answers, until, self.positions, self.view)
        dtype = table.ruleset.state.dtype
        self.routing = [field_at(dtype, name)[1] // 2 for name in ("ending", "depth", "round_no")]
        self.depth = int(table._record["depth"])
        self.work = plain(table.ruleset.new_states(1))
        self.work_lanes = as_lanes(self.work)
        self.source = np.tile(self.positions.root, (CHUNK, 1))
        self.out = np.empty((ROOM, self.positions.size), np.uint64)
        self.out_weight = np.empty(ROOM)
        self.waiting: dict[tuple[int, int], list[Batch]] = {}
        self.later: dict[tuple[int, int], list[Batch]] = {}
        self.passes = [likely for likely in LIKELY if likely > cut]
        self.leaves: list[Batch] = []
        self.lost = {"budget": 0.0, "interrupted": 0.0, "cut": 0.0, "trace": 0.0}
        self.runs = self.layers = self.expanded = 0
        self.ended = 0.0  # probability of the branches that have ended

    def run(self, text: str) -> Odds:
        """Count."""
        row = self.positions.root.copy()
        answers = self.table.parse(text)
        self.decisions.check_words()
        row[self.positions.cursor_word] = self.decisions.cursor((0, tuple(answers)))
        interrupted = False
        with Progress(text) as progress:
            try:
                self.positions.note(row[None, :])
                self._sort_in(row[None, :], np.ones(1))
                while self.waiting and self.runs < self.budget:
                    self._advance(min(self.waiting))
                    if not self.waiting and self.later:
                        self.waiting, self.later = self.later, {}
                        self.passes.pop(0)
                    if self.decisions.open and self.when_open == "error":
                        self.budget = min(self.budget, max(self.runs, SHORT))
                    progress.show(self.runs, self.ended)
            except KeyboardInterrupt:
                interrupted = True
        waits = math.fsum(
            float(weights.sum()) for batches in (*self.waiting.values(), *self.later.values()) for _, weights in batches
        )
        if self.decisions.open and self.when_open == "error" and not interrupted:
            raise OpenDecisions(self.decisions.open, self.decisions.unused, waits == 0.0)
        self._read_leaves()
        if interrupted:  # what was under way has been lost as well
            found = (*self.wants.weights.values(), self.lost["cut"], self.lost["trace"])
            self.lost["interrupted"] = max(1.0 - math.fsum(found), 0.0)
        else:
            self.lost["budget"] = waits
        return Odds(
            self.wants.weights, self.lost, self.runs, self.layers, self.expanded, self.decisions.unused, text,
            self.wants.names, self.decisions.open,
        )  # fmt: skip

    def _advance(self, key: tuple[int, int]) -> None:
        """Merge the positions that wait under a key, answer what is asked in them, and run each one step on."""
        values, weights = self.positions.merged(self.waiting.pop(key))
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
        prompt_at = field_at(self.table.ruleset.state.dtype, "prompt")[1] // 2
        for start in range(0, len(values), CHUNK):
            if self.runs >= self.budget:
                self.waiting.setdefault(key, []).append((values[start:], weights[start:]))
                return
            count = min(CHUNK, len(values) - start)
            source, mass = self.source[:count], weights[start : start + count]
            self.positions.unpack(values[start : start + count], source)
            asked = np.flatnonzero(source.view(np.int16)[:, prompt_at])
            comes_to = np.full(count, GOES_ON)
            for i in asked:
                comes_to[i] = self.decisions.answer(source[i], float(mass[i]))
            goes_on = comes_to == GOES_ON
            if not goes_on.all():
                ends = ~goes_on if self.when_open == "stop" else comes_to == ENDS
                if ends.any():
                    self._end(source[ends], mass[ends])
                source, mass = source[goes_on], mass[goes_on]
            self.expanded += len(source)
            self._expand(source, mass)
            self.source[asked] = self.positions.root  # answers may have changed lanes that are no columns yet

    def _expand(self, source: np.ndarray, weights: np.ndarray) -> None:
        """Run positions one step, once for every class of faces."""
        done = 0
        while done < len(source):
            written, after, lost = self.loops.expand_layer(
                source, weights, self.work, self.work_lanes, self.books, self.fields, self.wants.watch, self.out,
                self.out_weight, self.positions.root, self.positions.differs, done,
            )  # fmt: skip
            self.runs += max(written, after - done)
            if lost > 0.0:
                ran = math.fsum(weights[done:after])
                self.lost["trace"] += max(ran - math.fsum(self.out_weight[:written]), 0.0)
            if written:
                self._sort_in(self.out[:written], self.out_weight[:written])
            if after == done:  # one position with more results than there is room for
                self.out = np.empty((2 * len(self.out), self.positions.size), np.uint64)
                self.out_weight = np.empty(len(self.out))
            done = after

    def _sort_in(self, rows: np.ndarray, weights: np.ndarray) -> None:
        """Put positions where they wait: the earliest round first, the deepest nested first."""
        self.positions.drop(rows)
        ending, depth, round_no = (rows.view(np.int16)[:, at] for at in self.routing)
        ended = ending != 0
        if self.until == "round":
            ended = ended | (round_no != self.table.round)
        elif self.until == "procedure":
            ended = ended | (depth < self.depth)
        values = self.positions.compact(rows)
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

    def _end(self, rows: np.ndarray, weights: np.ndarray) -> None:
        """Branches that have ended."""
        self.ended += float(weights.sum())
        if self.wants.is_read_by_field:
            self.wants.count(rows, weights)
            return
        if not self.leaves:  # so that a field that is not kept is missed at once
            self.wants.look(self.view.look(rows[0]))
        rows = rows.copy()
        rows[:, self.positions.cursor_word] = 0
        self.leaves.append((self.positions.compact(rows), weights.copy()))
        if len(self.leaves) > 512:
            self.leaves = [self.positions.merged(self.leaves)]

    def _read_leaves(self) -> None:
        """Look at every distinct position in which a branch has ended."""
        if not self.leaves:
            return
        values, weights = self.positions.merged(self.leaves)
        row = self.positions.root.copy()
        for i in range(len(values)):
            row[self.positions.columns] = values[i]
            self.wants.add(self.view.look(row), float(weights[i]))
