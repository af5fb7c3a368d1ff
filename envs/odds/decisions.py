"""The decisions on the way and their answers by ``then``, ``answers`` and ``until``; and the decisions left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from ..core.ruleset import Ruleset
from ..core.state import as_lanes
from ..core.state.choosing import Part
from ..engine.answering import PromptAnswers
from ..engine.describing import IllegalChoice
from ..engine.parsing import Chooser, NoFit, ParseError
from ..engine.pools import plain
from ..engine.wording import enum_words, split
from .position import Position, Show
from .positions import Positions

Then: TypeAlias = str | Sequence[str] | Mapping[str, str | Sequence[str]] | Callable[[Any], str | None] | None
Answers: TypeAlias = Mapping[str, str | Sequence[str]] | Callable[[Any], str | None] | None
Until: TypeAlias = str | Callable[[Any], bool] | None
WhenOpen: TypeAlias = Literal["error", "stop"]

PROCEDURE, TURN, INITIATIVE, ROUND = "procedure", "turn", "initiative", "round"  # ends that are no prompts
GOES_ON, ENDS, STANDS_OPEN = 0, 1, 2  # what comes of a branch at a decision
EXAMPLES = 4  # choices that are shown of an open decision


class OpenDecision(NamedTuple):
    """A decision without an answer.

    Attributes:
        prompt: its prompt.
        who: the deciding unit or side.
        choices: some of its choices.
        choice_count: the number of its choices.
        mass: the probability of reaching it.
    """

    prompt: str
    who: str
    choices: tuple[str, ...]
    choice_count: int
    mass: float

    def __str__(self) -> str:
        more = f", ... ({self.choice_count} in all)" if self.choice_count > len(self.choices) else ""
        return f"{self.prompt}, asked of {self.who}: {', '.join(self.choices)}{more}; {100 * self.mass:.4g} % of all outcomes"


class OpenDecisions(IllegalChoice):
    """A count reached decisions without an answer, so that their consequences would be missing from the result.

    Attributes:
        open: the decisions, the likeliest first.
    """

    def __init__(self, open_: Sequence[OpenDecision], unused: Sequence[str], whole: bool) -> None:
        self.open = tuple(open_)
        self.unused = tuple(unused)
        self.whole = whole
        answers = ", ".join(f"{prompt!r}: {text!r}" for prompt, text in self.answers)
        super().__init__(self.told(f"answers={{{answers}}}", 'open="stop"'), -1, [])

    @property
    def answers(self) -> list[tuple[str, str]]:
        """One answer to each prompt that stands open, as an example: (prompt, text)."""
        found: dict[str, str] = {}
        for one in self.open:
            key = one.prompt
            if key in found and found[key] not in one.choices:
                key = f"{one.who}: {one.prompt}"
            found.setdefault(key, one.choices[0])
        return list(found.items())

    def told(self, answering: str, stopping: str) -> str:
        """The message, with how to answer and how to stop there instead."""
        mass = sum(one.mass for one in self.open)
        share = f"{'' if self.whole else 'At least '}{100 * mass:.4g} % of all outcomes depend on decisions"
        if mass > 1 - 1e-9:
            share = "Every outcome depends on a decision"
        unused = ""
        if self.unused:
            unused = f"\nthese answers were never legal, so not used: {', '.join(map(repr, self.unused))}"
        return (
            f"{share} you have not answered:\n"
            + "\n".join(f"  {one}" for one in self.open)
            + f"{unused}\nanswer them, for example: {answering}\nor end there, which leaves the result incomplete: {stopping}"
        )


class AnswerPlan:
    """The answers to the decisions on the way.

    Attributes:
        policy: a function that gives them, or None.
        used: the texts, and whether any branch used them.
        listed: those of ``then``.
        by_prompt: answers by decider and prompt.
    """

    def __init__(self, then: Then, answers: Answers, start: Position) -> None:
        self.policy: Callable[[Any], str | None] | None = None
        self.used: dict[str, bool] = {}
        self._list: list[str] = []
        self.by_prompt = PromptAnswers(start.ruleset, start.names, start.sides)
        self.listed: set[str] = set()
        for name, given in (("then", then), ("answers", answers)):
            if callable(given):
                if self.policy is not None:
                    raise TypeError("`then` and `answers` are both functions: only one can answer")
                self.policy = given
            elif isinstance(given, Mapping):
                self.by_prompt.add(name, given)
            elif given is not None and name == "answers":
                raise TypeError(
                    f"answers={given!r}: allowed: a mapping by prompt, or a function; a list goes to `then`"
                )
            elif given is not None:
                self._list = [given] if isinstance(given, str) else list(given)
            if name == "then":
                self.listed.update(self._list, self.by_prompt.all_texts)
        self.used = dict.fromkeys((*self._list, *self.by_prompt.all_texts), False)

    def texts(self, decider: str, prompts: Sequence[str], used: int, with_list: bool) -> Iterator[tuple[int, str]]:
        """The texts that may answer a decision, the first that is legal does: (how many of the list are then used, text)."""
        for place, text in enumerate(self._list[used:] if with_list else (), used):
            yield place + 1, text
        for text in self.by_prompt.texts(decider, *prompts):
            yield used, text


def turn_depth(ruleset: Ruleset, s: Any) -> int:
    """How many procedures of a state record are open up to the turn that is running, that included; 0 without one."""
    frames = enum_words(ruleset, "frame")
    depth = int(s["depth"])
    return next((k for k in range(depth, 0, -1) if frames.get(int(s["stack"][k - 1]["kind"])) == TURN), 0)


def until_depth(start: Position, until: Until) -> int:
    """The number of procedures that must be open for a branch to continue; 0 for any number."""
    if until == PROCEDURE:
        return int(start.record["depth"])
    return turn_depth(start.ruleset, start.record) if until == TURN else 0


def turn_of(ruleset: Ruleset, s: Any) -> tuple[int, int, int] | None:
    """The current turn in a state record, as round, unit and side; None without a turn."""
    depth = turn_depth(ruleset, s)
    if depth == 0:
        return None
    side = int(s["turn_side"]) if "turn_side" in ruleset.state.position_fields else -1
    return int(s["round_no"]), int(s["stack"][depth - 1]["who"]), side


class Decisions:
    """Answers the prompts of positions."""

    def __init__(
        self, start: Position, then: Then, answers: Answers, until: Until, positions: Positions, show: Show
    ) -> None:
        names = set(enum_words(start.ruleset, "prompt").values()) - {"nobody", TURN}
        prompts = (PROCEDURE, TURN, INITIATIVE, ROUND, *sorted(names))
        if isinstance(until, str) and until not in prompts:
            raise ParseError(f"until: no prompt {until!r}; choose from: {', '.join(prompts)}", -1, [])
        self._start, self._until, self._positions, self._show = start, until, positions, show
        self._turn = turn_of(start.ruleset, start.record)
        self._loops = start.ruleset.loops
        self._books, self._fields = start.books, start.fields
        self._plan = AnswerPlan(then, answers, start)
        self._rests = frozenset(start.ruleset.book.vocab.rests)
        self._open: dict[tuple[str, str], OpenDecision] = {}
        self._chooser = Chooser(start.ruleset, self._books, self._fields, start.names, start.sides)
        self._work = plain(start.ruleset.new_states(1))
        self._work_lanes = as_lanes(self._work)
        self._cursors: list[tuple[int, tuple[int, ...]]] = []
        self._cursor_ids: dict[tuple[int, tuple[int, ...]], int] = {}
        self._first_answers: dict[Any, Any] = {}

    @property
    def unused(self) -> list[str]:
        """Texts of ``then`` that were never legal in any branch."""
        return [text for text, used in self._plan.used.items() if not used]

    def check_words(self) -> None:
        """Refuse answers with unknown words, before the count begins."""
        self._chooser.put(self._positions.root)
        for text in self._plan.used:
            who, words = split(text)
            try:
                self._chooser.check_words([who] if who else [], words)
            except NoFit as fault:
                name = "then" if text in self._plan.listed else "answers"
                raise ParseError(f"{name}: {text!r}: {fault}", -1, []) from None

    def forced_before(self) -> tuple[int, ...]:
        """What the answers still to be given begin with where the verb was forced before the count: its prompt, negative."""
        return (-self._start.forced_at,) if self._start.forced_at else ()

    def cursor(self, cursor: tuple[int, tuple[int, ...]]) -> int:
        """A number for: how many texts of ``then`` are used up, and which answers are still to be given; in their place,
        negative, the prompt at which a verb was forced whose parts are asked next.
        """
        if cursor not in self._cursor_ids:
            self._cursor_ids[cursor] = len(self._cursors)
            self._cursors.append(cursor)
        return self._cursor_ids[cursor]

    @property
    def open(self) -> list[OpenDecision]:
        """The decisions without an answer that the count has reached, the likeliest first."""
        return sorted(self._open.values(), key=lambda one: -one.mass)

    def verbs(self, text: str) -> set[str] | None:
        """The words that a choice and all answers begin with; None where a function answers or ends branches."""
        if self._plan.policy is not None or callable(self._until):
            return None
        return {words[0] for words in (split(one)[1] for one in (text, *self._plan.used)) if words}

    def always(self, prompt: str, text: str) -> bool:
        """Whether a text is among the answers to a prompt that hold for every decider, however often the prompt comes up."""
        return text in self._plan.by_prompt.by_prompt.get(("", prompt), ())

    def answer(self, row: np.ndarray, mass: float) -> tuple[int, int, int]:
        """Answer the prompt in a position of some probability.

        Returns the outcome of the branch, the answer (-1 for none), and the cursor of the positions that follow.
        """
        work = self._work
        self._work_lanes[0, : self._positions.size] = row
        self._loops.settle_game(work, 0, self._books, self._fields, False)
        count = int(work["choice_count"][0])
        cursor = int(row[self._positions.cursor_word])
        used, queue = self._cursors[cursor]
        if count == 0:
            return ENDS, -1, cursor
        is_part = int(work["pending_verb"][0]) != 0
        forced = -queue[0] if is_part and queue and queue[0] < 0 else 0  # the prompt at which the verb was forced
        queue = tuple(answer for answer in queue if answer >= 0)
        if queue:
            answer, queue = queue[0], queue[1:]
        elif count == 1 and (self._start.skip_forced or is_part):
            answer = int(work["choices"][0, 0])
            if not is_part and self._has_parts(answer):
                forced = int(work["prompt"][0])
            queue = (-forced,) if forced else ()
        else:
            if self._is_reached(row):
                return ENDS, -1, cursor
            found = self._find(row, work["choices"][0, :count].tobytes(), used, forced)
            if found is None:
                if self._until is None and work["pending_verb"][0] == 0 and int(work["prompt"][0]) in self._rests:
                    return ENDS, -1, cursor
                self._note_open(row, mass)
                return STANDS_OPEN, -1, cursor
            (answer, *rest), used = found
            queue = tuple(rest)
        if not self._loops.give_game_answer(work, 0, answer):
            raise IllegalChoice(f"answer {answer} is no longer legal", -1, [])
        return GOES_ON, answer, self.cursor((used, queue))

    def _is_reached(self, row: np.ndarray) -> bool:
        """Whether ``until`` ends a branch at this decision."""
        if callable(self._until):
            return bool(self._until(self._show(row)))
        if self._until == INITIATIVE or (self._until == TURN and self._turn is None):
            return turn_of(self._start.ruleset, self._work[0]) not in (None, self._turn)
        if self._until in (PROCEDURE, TURN, ROUND):
            return False
        prompt = enum_words(self._start.ruleset, "prompt").get(int(self._work["prompt"][0]), "")
        return self._until is not None and self._until.lower() == prompt and self._work["pending_verb"][0] == 0

    def _note_open(self, row: np.ndarray, mass: float) -> None:
        """Note a decision without an answer."""
        prompt, who = int(self._work["prompt"][0]), int(self._work["decider"][0])
        asked = (enum_words(self._start.ruleset, "prompt").get(prompt, f"prompt_{prompt}"), self._decider(who))
        if asked not in self._open:
            choices = self._show(row).choices()
            self._open[asked] = OpenDecision(*asked, tuple(choices[:EXAMPLES]), len(choices), 0.0)
        self._open[asked] = self._open[asked]._replace(mass=self._open[asked].mass + mass)

    def _decider(self, who: int) -> str:
        return self._start.names[who] if who >= 0 else self._start.sides[int(self._work["decider_side"][0])]

    def _has_parts(self, verb: int) -> bool:
        """Whether a verb asks for parts."""
        parts = self._start.ruleset.book.choices.parts_of
        return verb < len(parts) and bool(parts[verb, 0] != Part.VERB)

    def _find(self, row: np.ndarray, choices: bytes, used: int, forced: int) -> tuple[list[int], int] | None:
        """The answers that are given in a position, and how many texts of ``then`` are used up after them.

        Args:
            forced: the prompt at which the verb was forced whose part is asked; 0 if a text named the verb, or none is pending.
        """
        s = self._work
        is_part = int(s["pending_verb"][0]) != 0
        words = enum_words(self._start.ruleset, "prompt")
        prompts = [words.get(int(prompt), "") for prompt in (forced, s["prompt"][0]) if prompt]
        who = int(s["decider"][0])
        decider = self._decider(who)
        for used_then, text in self._plan.texts(decider, prompts, used, forced != 0 or not is_part):
            found = self._parse(row, text, choices, who)
            if found is not None:
                self._plan.used[text] = True
                used = max(used, used_then)
                if found:
                    return found, used
        if self._plan.policy is not None and (forced or not is_part):
            found = self._ask_policy(row)
            if found:
                return found, used
        if is_part:  # a part that was not named
            found = self._parse(row, "", choices, who, forced != 0)
            return (found, used) if found else None
        return None

    def _ask_policy(self, row: np.ndarray) -> list[int] | None:
        """The answers that a function gives in a position, None for no answer.

        Raises:
            TypeError: it does not return text; IllegalChoice: the returned choice is not legal.
        """
        assert self._plan.policy is not None
        answer = self._plan.policy(self._show(row))
        if answer is None:
            return None
        if not isinstance(answer, str):
            raise TypeError(f"the function that answers returned {answer!r}; allowed: a choice in words, or None")
        self._chooser.put_listed(row, self._listed)
        try:
            return self._chooser.parse(answer)
        except NoFit as fault:
            raise self._chooser.error(row, answer, fault) from None

    def _parse(
        self, row: np.ndarray, text: str, choices: bytes, who: int, may_be_open: bool = False
    ) -> list[int] | None:
        """The answers a text stands for in a position, None when it is not legal there; an empty text names no part, which is
        an error unless a part may be open. No answers when a text only repeats a verb that was forced, and a part is open.
        """
        key = (
            text, who, int(self._work["prompt"][0]), int(self._work["pending_verb"][0]), may_be_open, choices,
            self._chooser.named(self._work[0]),
        )  # fmt: skip
        if key not in self._first_answers:
            self._first_answers[key] = self._first(row, text, may_be_open)
        first = self._first_answers[key]
        if first is None:
            return None
        if not first[1]:  # nothing is left to say: parts that follow go without saying
            return [first[0]] if first[0] >= 0 else []
        self._chooser.put_listed(row, self._listed)
        try:
            return self._chooser.parse(text)
        except NoFit as fault:
            if fault.clear:
                return None
            raise self._chooser.error(row, text, fault) from None

    def _first(self, row: np.ndarray, text: str, may_be_open: bool) -> tuple[int, list[str]] | None:
        """The first answer of a text in a position (-1 if it only repeats settled parts), and the words left; None if illegal."""
        self._chooser.put_listed(row, self._listed)
        if text and self._chooser.only_repeats(text):
            return -1, []
        try:
            return self._chooser.first(text) if text else self._chooser.take([], False)
        except NoFit as fault:
            if fault.clear or (not text and may_be_open):
                return None
            raise self._chooser.error(row, text or "then", fault) from None

    @property
    def _listed(self) -> np.ndarray:
        """The legal answers in the position that is being answered."""
        listed: np.ndarray = self._work["choices"][0, : self._work["choice_count"][0]]
        return listed
