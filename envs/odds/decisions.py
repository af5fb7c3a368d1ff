"""The decisions on the way, and who answers them: ``then`` and ``until``."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from ..core.state import as_lanes
from ..engine.describing import IllegalChoice
from ..engine.pools import plain
from ..sandbox import Table
from ..sandbox.parsing import Chooser, NoFit, ParseError, enum_words, split
from .positions import Positions
from .view import View

Then: TypeAlias = str | Sequence[str] | Mapping[str, str | Sequence[str]] | Callable[[Table], str | None] | None
Until: TypeAlias = str | Callable[[Table], bool] | None


class Plan:
    """The answers to the decisions on the way.

    Attributes:
        policy: a function that gives them, or None.
        in_order: each text is used once, in the order of the list.
        used: the texts, and whether any branch used them.
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


class Decisions:
    """Answers what is asked in positions."""

    def __init__(self, table: Table, then: Then, until: Until, positions: Positions, view: View) -> None:
        prompts = ("procedure", "round", *sorted(set(enum_words(table.ruleset, "prompt").values()) - {"nobody"}))
        if isinstance(until, str) and until not in prompts:
            raise ParseError(f"until: no prompt {until!r}; there are: {', '.join(prompts)}", -1, [])
        self._table, self._until, self._positions, self._view = table, until, positions, view
        self._loops = table.ruleset.loops
        self._books, self._fields = table.game.books, table.game.fields
        self._plan = Plan(then, table.ruleset)
        self._chooser = Chooser(table.ruleset, self._books, self._fields, table.names, table.sides)
        self._work = plain(table.ruleset.new_states(1))
        self._work_lanes = as_lanes(self._work)
        self._cursors: list[tuple[int, tuple[int, ...]]] = []
        self._cursor_ids: dict[tuple[int, tuple[int, ...]], int] = {}
        self._first_answers: dict[Any, Any] = {}

    @property
    def unused(self) -> list[str]:
        """Texts of ``then`` that were never legal in any branch."""
        return [text for text, used in self._plan.used.items() if not used]

    def check_words(self) -> None:
        """Refuse words of ``then`` that nobody knows, before anything is counted."""
        self._chooser.put(self._positions.root)
        for text in self._plan.used:
            who, words = split(text)
            try:
                self._chooser.check_words([who] if who else [], words)
            except NoFit as fault:
                raise ParseError(f"then: {text!r}: {fault}", -1, []) from None

    def cursor(self, cursor: tuple[int, tuple[int, ...]]) -> int:
        """A number for: how many texts of ``then`` are used up, and which answers are still to be given."""
        if cursor not in self._cursor_ids:
            self._cursor_ids[cursor] = len(self._cursors)
            self._cursors.append(cursor)
        return self._cursor_ids[cursor]

    def answer(self, row: np.ndarray) -> bool:
        """Answer the question in a position, in place. False when the branch ends here."""
        work = self._work
        self._work_lanes[0, : self._positions.size] = row
        self._loops.settle_game(work, 0, self._books, self._fields, False)
        count = int(work["choice_count"][0])
        used, queue = self._cursors[int(row[self._positions.cursor_word])]
        if count == 0:
            return False
        if queue:
            answer, queue = queue[0], queue[1:]
        elif count == 1 and (self._table.skip_forced or work["pending_verb"][0] != 0):
            answer = int(work["choices"][0, 0])
        else:
            if self._is_reached(row):
                return False
            found = self._find(row, work["choices"][0, :count].tobytes(), used)
            if found is None:
                if self._until is not None:
                    raise self._left_open(row)
                return False
            (answer, *rest), used = found
            queue = tuple(rest)
        if not self._loops.give_game_answer(work, 0, answer):
            raise IllegalChoice(f"answer {answer} is no longer legal", -1, [])
        row[:] = self._work_lanes[0, : self._positions.size]
        row[self._positions.cursor_word] = self.cursor((used, queue))
        return True

    def _is_reached(self, row: np.ndarray) -> bool:
        """Whether ``until`` ends a branch at this decision."""
        if callable(self._until):
            return bool(self._until(self._view.look(row)))
        prompt = enum_words(self._table.ruleset, "prompt").get(int(self._work["prompt"][0]), "")
        return self._until is not None and self._until.lower() == prompt and self._work["pending_verb"][0] == 0

    def _left_open(self, row: np.ndarray) -> IllegalChoice:
        table = self._view.look(row)
        choices = ", ".join(table.choices()[:12])
        return IllegalChoice(
            f"`then` has no answer for {table.decider} ({table.prompt}) before {self._until!r}; add one of: {choices}",
            -1,
            [],
        )

    def _find(self, row: np.ndarray, choices: bytes, used: int) -> tuple[list[int], int] | None:
        """The answers ``then`` gives in a position, and how many of its texts are used up after them."""
        s = self._work
        pending = int(s["pending_verb"][0])
        prompt = enum_words(self._table.ruleset, "prompt").get(int(s["prompt"][0]), "")
        who = int(s["decider"][0])
        if pending:  # a part that was not named
            found = self._parse(row, "", choices, used, who)
            return None if found is None else (found, used)
        if self._plan.policy is not None:
            text = self._plan.policy(self._view.look(row))
            if text is None:
                return None
            self._chooser.put_listed(row, self._listed)
            try:
                return self._chooser.parse(text), used
            except NoFit as fault:
                raise self._chooser.error(row, text, fault) from None
        decider = self._table.names[who] if who >= 0 else self._table.sides[int(s["decider_side"][0])]
        for place, text in self._plan.texts(prompt, decider, used):
            found = self._parse(row, text, choices, used, who)
            if found is not None:
                self._plan.used[text] = True
                return found, place + 1 if self._plan.in_order else used
        return None

    def _parse(self, row: np.ndarray, text: str, choices: bytes, used: int, who: int) -> list[int] | None:
        """The answers a text stands for in a position, None when it is not legal there."""
        key = (text, who, int(self._work["prompt"][0]), choices, self._packed(who))
        if key not in self._first_answers:
            self._chooser.put_listed(row, self._listed)
            try:
                self._first_answers[key] = self._chooser.first(text) if text else self._chooser.take([], False)
            except NoFit as fault:
                if not fault.clear:
                    raise self._chooser.error(row, text or "then", fault) from None
                self._first_answers[key] = None
        first = self._first_answers[key]
        if first is None:
            return None
        if not first[1]:  # nothing is left to say: parts that follow go without saying
            return [first[0]]
        self._chooser.put_listed(row, self._listed)
        try:
            return self._chooser.parse(text)
        except NoFit as fault:
            if fault.clear:
                return None
            raise self._chooser.error(row, text, fault) from None

    @property
    def _listed(self) -> np.ndarray:
        """The legal answers in the position that is being answered."""
        listed: np.ndarray = self._work["choices"][0, : self._work["choice_count"][0]]
        return listed

    def _packed(self, who: int) -> bytes:
        """What the words for items depend on."""
        units = self._work["units"]
        return units["pack"][0, who].tobytes() if who >= 0 and "pack" in (units.dtype.names or ()) else b""
