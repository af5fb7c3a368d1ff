"""The choices of the deciding side, as complete choices: the verb with all its parts.

The rules ask part by part. Here the parts are tried on a scratch copy, which is never run beyond the last of them: no die
is rolled. The answers of a choice leave out the parts that have one legal value, since a game fills these in by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...envs.core.board import DIRECTION_NAMES
from ...envs.core.ruleset import Ruleset
from ...envs.core.state.choosing import FIRST_ANSWER, Part
from ...envs.engine.describing import USUAL, IllegalChoice, outcome_text, part_words, what_parts_stand_for
from ...envs.engine.game import Game
from ...envs.engine.parsing import Chooser
from ...envs.engine.wording import answers_beside, is_last_part, part_of
from ...envs.render import known_units
from ...envs.render.scene import side_names
from ..watch.hints import Expected, refusals

MOST = 4_000  # choices that are listed at once
NO_PART = -1
KINDS = ("mode", "item")  # sections that pages know by name; other plain ones are "other"


class ChoiceStep(NamedTuple):
    """One part of a choice.

    Attributes:
        answer: as the rules number it.
        part: which part it is, a ``Part``; ``NO_PART`` for a question of its own.
        value: its value: a roster row, a cell, a direction or a number.
        shown: the part as it is sent to a page.
    """

    answer: int
    part: int
    value: int
    shown: dict[str, Any]


class TooMany(Exception):
    """There are more choices than are listed."""


class Menu:
    """The choices of the deciding side in a game, which stays unchanged."""

    def __init__(self, game: Game) -> None:
        """Of a game that is not over."""
        self.game, ruleset = game, game.ruleset
        self._chooser = Chooser(ruleset, game.books, game.fields, game.names, side_names(game))
        choices = ruleset.book.choices
        self._size = ruleset.state.snapshot_lanes
        self._part_in = parts_by_section(ruleset)
        self._pending = int(game.s["pending_verb"])
        self._verbs = part_words(ruleset, "verb")
        self._steps: dict[int, ChoiceStep] = {}
        self._stand_for = {
            name: what_parts_stand_for(ruleset, game.s, name) for name, kind, _ in choices.sections if kind == "plain"
        }
        self._expected = Expected(game)
        self._is_end: dict[tuple[int, int], bool] = {}
        self._outcomes: dict[int, str] = {}
        self._left = MOST

    def complete(self, give: Sequence[int] = ()) -> list[dict[str, Any]]:
        """Every complete choice that begins with some answers.

        Returns:
            choices with ``give``, the answers to send; ``verb`` and ``words``; ``parts``, each with ``kind``, ``value`` and
            ``words``; ``hint``, what may be expected. Where there are more than ``MOST``, beginnings stand for those that are
            not listed: ``verb``, ``words``, ``more`` and ``give``, with which they are listed.

        Raises:
            IllegalChoice: what they are to begin with is not legal.
        """
        self._left = MOST
        here, listed = self._start()
        steps: list[ChoiceStep] = []
        for answer in give:
            if answer not in listed:
                raise IllegalChoice(f"answer {answer} is not legal here", -1, [])
            steps.append(self._step(answer))
            after = self._after(here, listed, steps)
            if after is None:
                return [self._choice(steps, list(give))]
            here, listed = after
            while (
                len(listed) == 1 and self.game.skip_forced and not self._is_last(self._verb_of(steps), int(listed[0]))
            ):
                steps.append(self._step(int(listed[0])))
                here, listed = self._after(here, listed, steps) or (here, listed)
        return self._below(here, listed, steps, list(give), is_first=True)

    def missing(self) -> list[dict[str, str]]:
        """The verbs that are not offered, where verbs are, with the reason by the rules; only those with a reason. Amounts and
        directions likewise, where these are a question of their own.
        """
        game, offered = self.game, self.game.answers().tolist()
        if self._pending or not offered or part_of(game.ruleset, max(offered)).kind in ("unit", "cell"):
            return []
        beside = answers_beside(game.ruleset, max(offered))
        reasons = refusals(game, [answer for answer in beside if answer not in (0, *offered)])
        return [{"verb": self._step(answer).shown["words"], "reason": reason} for answer, reason in reasons.items()]

    def refused(self, verb: str, part: str, value: int) -> list[dict[str, str]]:
        """Why a unit, a cell or a direction is not to be had, for each verb that asks for one first.

        Args:
            verb: the verb that was picked; empty: any that is offered.
            part, value: the kind of the part, and a roster row, a cell or a direction.

        Returns:
            ``verb`` and ``reason`` of each, those with a reason.
        """
        chooser = self._chooser
        found: dict[str, str] = {}
        here, listed = self._start()
        for answer in [0] if self._pending else listed.tolist():
            named = self._verbs.get(self._pending or answer, "")
            if verb not in ("", named):
                continue
            chooser.put_listed(here, listed)
            if answer and (self._step(answer).part != Part.VERB or not chooser.give(answer)):
                continue
            asked = int(self.game.ruleset.book.choices.answers[chooser.part, FIRST_ANSWER])
            if chooser.part != Part.VERB and part_of(self.game.ruleset, asked).kind == part:
                reason = "" if asked + value in chooser.options().values() else chooser.refusal(asked + value)
                found |= {named: reason} if reason else {}
        return [{"verb": named, "reason": reason} for named, reason in found.items()]

    # --- parts

    def _start(self) -> tuple[np.ndarray, np.ndarray]:
        game = self.game
        return game.lanes[game.row, : self._size].copy(), game.answers()

    def _step(self, answer: int) -> ChoiceStep:
        """One part of a choice, by its answer."""
        found = self._steps.get(answer)
        if found is None:
            found = self._steps[answer] = self._read(answer)
        return found

    def _read(self, answer: int) -> ChoiceStep:
        section, kind, place = part_of(self.game.ruleset, answer)
        value: Any = place
        if kind == "unit":
            names = self.game.names
            words = names[place].replace("_", " ") if place < len(names) else f"unit {place}"
        elif kind == "cell":
            x, y = self.game.ruleset.board.place(place)
            value, words = [x, y], f"{x},{y}"
        elif kind == "direction":
            words = DIRECTION_NAMES[place]
        else:
            values = self._stand_for[section]
            named = place if values is None else values[place]
            words = part_words(self.game.ruleset, section).get(named, f"{section} {place}")
            kind = section if section in KINDS else "other"
        return ChoiceStep(
            answer, self._part_in.get(section, NO_PART), place, {"kind": kind, "value": value, "words": words}
        )

    def _verb_of(self, steps: Sequence[ChoiceStep]) -> int:
        is_verb = bool(steps) and steps[0].part == Part.VERB
        return self._pending or (steps[0].answer if is_verb else 0)

    def _is_last(self, verb: int, answer: int) -> bool:
        """Whether an answer completes a choice."""
        step = self._step(answer)
        key = (answer if step.part == Part.VERB else verb, step.part)
        if key not in self._is_end:
            self._is_end[key] = key[0] == 0 or step.part == NO_PART or is_last_part(self.game.ruleset, *key)
        return self._is_end[key]

    def _after(
        self, here: np.ndarray, listed: np.ndarray, steps: Sequence[ChoiceStep]
    ) -> tuple[np.ndarray, np.ndarray] | None:
        """Position and legal answers behind the last of some steps; None when it was the last part."""
        chooser, answer = self._chooser, steps[-1].answer
        if self._is_last(self._verb_of(steps), answer):
            return None
        chooser.put_listed(here, listed)
        if not chooser.give(answer):
            return None
        s = chooser.states
        return chooser.lanes[0, : self._size].copy(), s["choices"][0, : s["choice_count"][0]].copy()

    # --- complete choices

    def _below(
        self, here: np.ndarray, listed: np.ndarray, steps: list[ChoiceStep], give: list[int], is_first: bool = False
    ) -> list[dict[str, Any]]:
        """The complete choices that begin at a position. A beginning with too many stands for them if it is the first.

        Raises:
            TooMany: too many choices, and this is not the first part.
        """
        found: list[dict[str, Any]] = []
        is_given = len(listed) == 1 and self.game.skip_forced and not is_first
        for answer in listed.tolist():
            longer = [*steps, self._step(answer)]
            sent = give if is_given else [*give, answer]
            left = self._left
            try:
                found += self._from(here, listed, longer, sent)
            except TooMany:
                if not is_first:
                    raise
                self._left = left - 1
                found.append({**self._choice(longer, sent), "more": True})
        return found

    def _from(
        self, here: np.ndarray, listed: np.ndarray, steps: list[ChoiceStep], give: list[int]
    ) -> list[dict[str, Any]]:
        """The complete choices that begin with some steps."""
        after = self._after(here, listed, steps)
        if after is not None:
            return self._below(*after, steps, give)
        if self._left <= 0:
            raise TooMany
        self._left -= 1
        return [self._choice(steps, give)]

    def _outcome(self, verb: int) -> str:
        """What a verb leads to, with a comma before it."""
        if verb not in self._outcomes:
            self._outcomes[verb] = outcome_text(self.game, verb)
        return self._outcomes[verb]

    def _choice(self, steps: Sequence[ChoiceStep], give: list[int]) -> dict[str, Any]:
        """A choice as it is sent to a page."""
        verb = self._verb_of(steps)
        named = [step for step in steps if step.part != Part.VERB]
        first = "" if verb == 0 or (steps and steps[0].part == Part.VERB) else self._verbs.get(verb, "")
        words = [first] if first else []
        words += [step.shown["words"] for step in steps if step.shown["kind"] not in KINDS or step.part == Part.VERB]
        behind = [step.shown["words"] for step in named if step.shown["kind"] in KINDS and not _is_usual(step)]
        text = ", ".join([" ".join(words), *behind])
        if steps and steps[0].part == Part.VERB and not self._pending:
            text += self._outcome(steps[0].answer)
        values = {step.part: step.value for step in named}
        hint = self._expected.words(
            verb, values.get(Part.TARGET, -1), values.get(Part.MODE, -1), values.get(Part.CELL, -1)
        )
        return {
            "give": give, "verb": self._verbs[verb] if verb else "", "words": text,
            "parts": [step.shown for step in named], "hint": hint,
        }  # fmt: skip


def place_of(game: Game, kind: str, value: Sequence[int]) -> int:
    """A unit that the deciding side knows of, a cell given by column and row, or a direction, as the rules number them; -1
    for an invalid place.
    """
    if kind == "cell" and len(value) == 2:
        x, y = value
        return game.ruleset.board.cell(x, y) if x < game.s["board_width"] and y < game.s["board_height"] else -1
    if kind == "unit" and len(value) == 1:
        return value[0] if value[0] in known_units(game, game.side) else -1
    return value[0] if kind == "direction" and len(value) == 1 and value[0] < len(DIRECTION_NAMES) else -1


def parts_by_section(ruleset: Ruleset) -> dict[str, int]:
    """Which part of a choice the answers of a section are."""
    choices = ruleset.book.choices
    part_at = {
        int(row[FIRST_ANSWER]): part for part, row in zip(Part, choices.answers, strict=True) if row[FIRST_ANSWER] >= 0
    }
    found, first = {}, 0
    for name, _, size in choices.sections:
        if first in part_at:
            found[name] = int(part_at[first])
        first += size
    return found


def _is_usual(step: ChoiceStep) -> bool:
    """Whether a part is the mode that goes without saying."""
    return step.part == Part.MODE and step.shown["words"] in USUAL


def with_keys(choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Choices with a key letter for each verb, the first letter of it that is free; empty where none is."""
    taken: dict[str, str] = {}
    for choice in choices:
        verb = choice["verb"] or choice["words"]
        if verb not in taken:
            taken[verb] = next((c for c in verb.lower() if c.isalpha() and c not in taken.values()), "")
        choice["key"] = taken[verb]
    return choices
