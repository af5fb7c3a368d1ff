"""Counting odds: positions are run step by step, in every way the dice can fall, until all branches have ended."""

from __future__ import annotations

import math

import numpy as np

from .decisions import ENDS, GOES_ON, Answers, Decisions, OpenDecisions, Then, Until, WhenOpen, until_depth
from .distribution import Odds
from .position import HasPosition, NotKept, Position
from .positions import Pile, Positions, wanted_of
from .progress import CountProgress
from .wants import Want, Wants
from .workers import CHUNK, WAVE, CountWorkers

BUDGET = 10_000_000  # runs of a step
CUT = 1e-12  # merged positions less likely than this are not followed
LIKELY = (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10)  # a long count goes from likely to unlikely positions, in passes
SHORT = 50_000  # runs up to which a count is short
THREADS = 0  # 0: as many as there are processors
ENDED = -1  # the place of a branch that has ended; see core/loops/odds_layer.py
NO_ANSWER = -1


def odds(
    start: Position | HasPosition,
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
    """The exact distribution of the results of a choice. Where it starts is not changed, its tape of dice not used.

    Ctrl-C ends a count; the result is then marked as incomplete.

    Args:
        start: a table of the sandbox, or the position of one.
        text: the choice of the unit that decides now.
        then: answers to the decisions that follow. A list: in this order, each once; one that is not legal where a
            decision is met is passed over there. A mapping or a function: as ``answers``. ``orc: parry`` and the key
            ``orc: parry`` mean that unit's decisions only. Single legal answers are given without asking, if the table does so.
        answers: answers to the decisions that ``then`` leaves open. A mapping: by prompt (``{"parry": "parry_main"}``),
            as often as it is asked; several texts in order of preference. A function (a policy): called with the table as
            it then stands, returns a text, or None for no answer.
        want: the value to read when a branch has ended, or several together, as a list or tuple.
            ``"orc.wounds"``, ``"round"``, ``"ending"`` or another field of the state. ``"hit"``, ``"killed"``,
            ``"orc.killed"`` and other results of the ruleset; any event of its log, ``"critical"``: how often it happens,
            ``"critical.amount"``: the amount of the last one; ``"hit on orc"``, ``"hit by man"``; a part of a total, such
            as ``"weapon_skill"``: its last value. Where a name is ambiguous, write ``"event parried"`` or
            ``"term parried"``. Or a function of the table as it then stands. Without it: how the battle has ended (None:
            not yet). Changes that are settled but take effect later are counted as if they had taken effect.
        until: when a branch ends. Without it, when what was chosen is over: at the first decision without an answer at
            which nothing is half done, such as a unit's turn. ``"procedure"``: when the procedure that asked for the choice
            is over. ``"turn"``: when the current turn of a unit or side ends; between turns, when the next one begins.
            ``"initiative"``: at the first decision, in its turn, of the next unit or side in the order of initiative.
            ``"round"``: when the next round begins. The name of another prompt: when that prompt comes up. A function of the
            table: at the first decision where it is true.
        open: what to do with other decisions without an answer. ``"error"``: raise :class:`OpenDecisions`, which
            lists them. ``"stop"``: branches end there; the result lists these decisions with their probabilities, and is not
            complete: ``table.odds("strike orc", want="orc.wounds", open="stop").open`` lists the undecided parries.
        budget: steps to run. Beyond it the distribution is partial, and ``lost`` says how much is missing. Long counts follow
            likely branches first.
        cut: positions less likely than this, after merging, are not followed; they count as lost.

    Raises:
        OpenDecisions: a decision in the middle of a procedure, or before ``until``, has no answer.
        IllegalChoice, ParseError: a text is not legal, or cannot be understood.
        KeyError, UnknownWant: ``want`` names an unknown unit, field, result, event or term; the message lists known ones.
    """
    if open not in ("error", "stop"):
        raise ValueError(f"open={open!r}: allowed: 'error', 'stop'")
    if not budget >= 1:
        raise ValueError(f"budget={budget!r}: allowed: 1 step or more")
    position = start if isinstance(start, Position) else start.position
    kept: frozenset[str] = frozenset()
    while True:
        try:
            return Count(position, text, then, answers, want, until, open, budget, cut, kept).run()
        except NotKept as needed:
            kept |= needed.fields


class Count:
    """One count of odds. See :func:`odds`."""

    def __init__(
        self,
        start: Position,
        text: str,
        then: Then,
        answers: Answers,
        want: Want,
        until: Until,
        when_open: WhenOpen,
        budget: int,
        cut: float,
        kept: frozenset[str],
    ) -> None:
        self.start, self.text, self.when_open, self.budget, self.cut = start, text, when_open, budget, cut
        self.wants = Wants(start, want)
        self.positions = Positions(start, kept | self.wants.fields, self.wants.noted)
        self.show = start.show(self.positions.dropped)
        self.decisions = Decisions(start, then, answers, until, self.positions, self.show)
        until_given = [
            int(start.record["round_no"]) if until == "round" else -1,
            until_depth(start, until),
            int(until == "round" and self._is_told_what_is_spent(text)),
        ]
        self.workers = CountWorkers(start, self.positions, self.wants.watch, np.array(until_given), THREADS)
        self.wanted = wanted_of(start, self.wants.fields, len(self.wants.noted))
        self.waiting: dict[int, Pile] = {}
        self.later: dict[int, Pile] = {}
        self.passes = [likely for likely in LIKELY if likely > cut]
        self.patience = max(SHORT, budget // 2)  # runs after which what is likely comes first
        self.leaves = Pile(self.positions)
        self.lost = {"budget": 0.0, "interrupted": 0.0, "cut": 0.0, "trace": 0.0}
        self.runs = self.layers = self.expanded = 0
        self.ended = 0.0  # probability of the branches that have ended

    def _is_told_what_is_spent(self, text: str) -> bool:
        """Whether the ruleset knows which branches no longer matter to the wanted values, with these answers."""
        spent = self.start.ruleset.book.spent
        verbs = self.decisions.verbs(text)
        return self.wants.is_read_by_field and self.wants.fields <= spent.fields and not len(self.wants.watch) and (
            verbs is not None and verbs <= spent.verbs and self.decisions.always(*spent.needed)
        )  # fmt: skip

    def run(self) -> Odds:
        """Count."""
        answers = self.start.parse(self.text)
        self.decisions.check_words()
        first = self.positions.root[self.positions.columns][None]
        first[0, 0] = self.decisions.cursor((0, tuple(answers or self.decisions.forced_before())))
        interrupted = False
        with CountProgress(self.text) as progress:
            try:
                self._wait(self.waiting, 0, first, np.ones(1))
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
            finally:
                self.workers.close()
        waits = math.fsum(float(pile.taken()[1].sum()) for pile in (*self.waiting.values(), *self.later.values()))
        if self.decisions.open and self.when_open == "error" and not interrupted:
            raise OpenDecisions(self.decisions.open, self.decisions.unused, waits == 0.0)
        self._read_leaves()
        if interrupted:  # what was under way has been lost as well
            found = (*self.wants.weights.values(), self.lost["cut"], self.lost["trace"])
            self.lost["interrupted"] = max(1.0 - math.fsum(found), 0.0)
        else:
            self.lost["budget"] = waits
        return Odds(
            self.wants.weights, self.lost, self.runs, self.layers, self.expanded, self.decisions.unused, self.text,
            self.wants.names, self.decisions.open,
        )  # fmt: skip

    def _advance(self, place: int) -> None:
        """Merge the positions that wait at a place, answer their prompts, and run each one on to its next roll."""
        values, weights = self.waiting.pop(place).taken()
        likely = weights >= self.cut
        if not likely.all():
            self.lost["cut"] += float(weights[~likely].sum())
            values, weights = values[likely], weights[likely]
        if self.passes and self.runs > self.patience:
            likely = weights >= self.passes[0]
            if not likely.all():
                self._wait(self.later, place, values[~likely], weights[~likely])
                values, weights = values[likely], weights[likely]
        self.layers += 1
        start = 0
        while start < len(values):
            if self.runs >= self.budget:
                self._wait(self.waiting, place, values[start:], weights[start:])
                return
            end = start + (WAVE if self.runs + SHORT < self.budget else CHUNK)
            self._run_on(self.positions.padded(values[start:end]), weights[start:end])
            start = end

    def _run_on(self, values: np.ndarray, weights: np.ndarray) -> None:
        """Answer the prompts of positions, and run them on."""
        asked = np.flatnonzero(self.positions.number(values, "prompt"))
        answers = np.full(len(values), NO_ANSWER)
        if len(asked):
            values = values.copy()
            comes_to = np.full(len(values), GOES_ON)
            for i in asked:
                row = self.positions.whole(values[i : i + 1])[0]
                comes_to[i], answers[i], values[i, 0] = self.decisions.answer(row, float(weights[i]))
            goes_on = comes_to == GOES_ON
            if not goes_on.all():
                ends = ~goes_on if self.when_open == "stop" else comes_to == ENDS
                if ends.any():
                    self._end(values[ends], weights[ends])
                values, weights, answers = values[goes_on], weights[goes_on], answers[goes_on]
        self.expanded += len(values)
        for found in self.workers.expand(values, weights, answers):
            self.runs += found.steps
            self.lost["trace"] += found.lost
            self._sort_in(found.values, found.weights, found.places)

    def _sort_in(self, values: np.ndarray, weights: np.ndarray, places: np.ndarray) -> None:
        """Put positions where they wait: the earliest round first, the deepest nested first."""
        for place in np.unique(places).tolist():
            if place == ENDED:
                at = places == place
                self._end(values[at], weights[at])
            else:
                self._wait(self.waiting, place, values, weights, places)

    def _wait(
        self,
        piles: dict[int, Pile],
        place: int,
        values: np.ndarray,
        weights: np.ndarray,
        places: np.ndarray | None = None,
    ) -> None:
        """Put positions, or those that belong there, on the pile of a place."""
        if place not in piles:
            piles[place] = Pile(self.positions)
        piles[place].add(values, weights, places, place)

    def _end(self, values: np.ndarray, weights: np.ndarray) -> None:
        """Branches that have ended."""
        self.ended += float(weights.sum())
        if self.wants.is_read_by_field:
            values = values & self.wanted[self.positions.columns[: values.shape[1]]]
        else:
            if not len(self.leaves):  # so that reading a field that is not stored fails at once
                self.wants.look(self.show(self.positions.whole(values[:1])[0]))
            values = values.copy()
            values[:, 0] = 0
        self.leaves.add(values, weights)

    def _read_leaves(self) -> None:
        """Read the wanted values in every distinct position in which a branch has ended."""
        values, weights = self.leaves.taken()
        for start in range(0, len(values), CHUNK):
            rows, some = self.positions.whole(values[start : start + CHUNK]), weights[start : start + CHUNK]
            if self.wants.is_read_by_field:
                self.wants.count(rows, some)
            else:
                for row, weight in zip(rows, some.tolist(), strict=True):
                    self.wants.add(self.show(row), weight)
