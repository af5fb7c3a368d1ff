"""Positions on a scratch copy: their legal answers in words, and the reasons against other answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..core.board import DIRECTION_NAMES
from ..core.dice import PLAY
from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT, as_lanes
from ..core.state.choosing import Part
from .describing import named_part, part_words, refusal_text, what_parts_stand_for
from .pools import plain
from .wording import asked_part, enum_words, part_of, split


class Scratch:
    """Positions of one battle, on a scratch copy: their legal answers and the words for them.

    Attributes:
        ruleset: the ruleset of the choices.
        names: names of the units, in roster order.
        sides: names of the sides.
    """

    def __init__(
        self, ruleset: Ruleset, books: np.ndarray, fields: np.ndarray, names: Sequence[str], sides: Sequence[str]
    ) -> None:
        self.ruleset, self.names, self.sides = ruleset, list(names), list(sides)
        self._loops = ruleset.loops
        self._books, self._fields = books, fields
        self.states = plain(ruleset.new_states(1))
        self.lanes = as_lanes(self.states)
        self._size = ruleset.state.snapshot_lanes
        self._sections = [name for name, kind, _ in ruleset.book.choices.sections if kind == "plain"]

    def put(self, words: np.ndarray) -> None:
        """Copy a position to the scratch copy, given by its uint64 words (position and dice), and list its legal answers."""
        self.lanes[0, : self._size] = words[: self._size]
        self.states["dice_mode"][0] = PLAY
        self._loops.settle_game(self.states, 0, self._books, self._fields, False)

    def put_listed(self, words: np.ndarray, choices: np.ndarray) -> None:
        """Copy a position whose legal answers are known, int16 in their order: they are not listed again."""
        self.lanes[0, : self._size] = words[: self._size]
        self.states["dice_mode"][0] = PLAY
        self.states["choice_count"][0] = len(choices)
        self.states["choices"][0, : len(choices)] = choices

    @property
    def s(self) -> Any:
        """The record of the scratch copy."""
        return self.states[0]

    @property
    def decider(self) -> str:
        """The deciding unit or side of the current position."""
        who, side = int(self.states["decider"][0]), int(self.states["decider_side"][0])
        return self.sides[side] if who == NO_UNIT else self.names[who]

    # --- one part

    @property
    def part(self) -> Part:
        """The part of a choice that the current prompt asks for; ``Part.VERB`` also without a prompt."""
        return asked_part(self.ruleset, self.s)

    def refusal(self, answer: int) -> str:
        """Why an answer to the current prompt is not legal, in words; empty if it is legal or no reason is known."""
        return refusal_text(self.ruleset, self.states.copy(), 0, self._books, self._fields, answer)

    def word(self, answer: int) -> str:
        """The word for an answer to the current prompt."""
        section, kind, part = part_of(self.ruleset, answer)
        if kind == "unit":
            return self.names[part] if part < len(self.names) else f"{section}_{part}"
        if kind == "cell":
            x, y = self.ruleset.board.place(part)
            return f"{x},{y}"
        if kind == "direction":
            return DIRECTION_NAMES[part]
        value, before = named_part(self.ruleset, self.s, section, part)
        word = enum_words(self.ruleset, section).get(value, f"{section}_{part}")
        return f"{word}_{before + 1}" if before else word  # two knives: ``knife`` and ``knife_2``

    def printed(self, answer: int) -> list[str]:
        """Other words that are printed for an answer to the current prompt, each joined by underscores: ``4_inches``."""
        section, kind, part = part_of(self.ruleset, answer)
        if kind != "plain":
            return []
        value, before = named_part(self.ruleset, self.s, section, part)
        words = part_words(self.ruleset, section).get(value, "")
        words += f" {before + 1}" if before and words else ""
        leads_to = self.ruleset.book.text.outcome if words else None
        told = 0
        if leads_to is not None and int(self.states["decider"][0]) != NO_UNIT:
            loops = self._loops
            told = int(loops.tell(self.states, 0, self._books, self._fields, loops.OUTCOME, answer))
        found = [words, f"{words}, {leads_to(told)}"] if told and leads_to is not None else [words]
        return ["_".join(split(one)[1]) for one in found if one]

    def shown_word(self, answer: int) -> str:
        """The words for an answer to the current prompt as the menu has them: ``act normally``."""
        printed = self.printed(answer)
        return printed[0].replace("_", " ") if printed else self.word(answer)

    def named(self, s: Any) -> tuple[tuple[int, ...], ...]:
        """What the words for the parts of a state record's choices depend on, beside the answers themselves."""
        return tuple(tuple(what_parts_stand_for(self.ruleset, s, section) or ()) for section in self._sections)

    def options(self) -> dict[str, int]:
        """The legal answers to the current prompt: word -> answer."""
        count = int(self.states["choice_count"][0])
        return {self.word(answer): answer for answer in self.states["choices"][0, :count].tolist()}

    def give(self, answer: int) -> bool:
        """Answer a part, on the scratch copy. Returns whether a further part is asked."""
        states, books, fields = self.states, self._books, self._fields
        self._loops.give_game_answer(states, 0, answer)
        self._loops.micro_step(states, 0, books, fields)
        while states["prompt"][0] == 0 and states["pending_verb"][0] != 0 and states["ending"][0] == 0:
            self._loops.micro_step(states, 0, books, fields)
        return bool(states["prompt"][0] != 0 and states["pending_verb"][0] != 0)

    # --- complete choices

    def complete(
        self, wanted: Callable[[str], bool] = lambda text: True, say: Callable[[int], str] | None = None
    ) -> Iterator[tuple[str, list[int]]]:
        """Every complete choice of the current position: its text, and the answers that make it.

        Args:
            wanted: whether to continue an incomplete text; a text that it refuses is left out, with all choices that begin
                with it.
            say: the words for an answer, ``word`` without it.
        """
        here, choices = self.lanes[0, : self._size].copy(), self._listed()
        yield from self._complete(here, choices, "", [], wanted, say or self.word)
        self.put_listed(here, choices)

    def _listed(self) -> np.ndarray:
        """The legal answers to the current prompt, a copy."""
        listed: np.ndarray = self.states["choices"][0, : self.states["choice_count"][0]].copy()
        return listed

    def _complete(
        self,
        here: np.ndarray,
        choices: np.ndarray,
        text: str,
        answers: list[int],
        wanted: Callable[[str], bool],
        say: Callable[[int], str],
    ) -> Iterator[tuple[str, list[int]]]:
        """The complete choices of the current position, found by trying each part on the scratch copy."""
        for word, answer in [(say(answer), answer) for answer in self.options().values()]:
            section, _, part = part_of(self.ruleset, answer)
            longer = text if section == "mode" and part == 0 and text else f"{text} {word}".strip()
            if not wanted(longer):
                continue
            self.put_listed(here, choices)
            if self.give(answer):
                after = self.lanes[0, : self._size].copy()
                yield from self._complete(after, self._listed(), longer, [*answers, answer], wanted, say)
            else:
                yield longer, [*answers, answer]
