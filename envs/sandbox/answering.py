"""Answers given in advance, by the prompt that asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ..engine.describing import IllegalChoice
from .parsing import ParseError
from .wording import enum_words

if TYPE_CHECKING:
    from .table import Table

ByPrompt: TypeAlias = Mapping[str, str | Sequence[str]]


class PromptAnswers:
    """Answers by decider ("" for all) and prompt, in order of preference.

    Attributes:
        by_prompt: (decider, prompt) -> texts.
    """

    def __init__(self, table: Table) -> None:
        """Begin without answers."""
        self.by_prompt: dict[tuple[str, str], list[str]] = {}
        self._prompts = set(enum_words(table.ruleset, "prompt").values()) - {"nobody"}
        self._deciders = [*table.names, *table.sides]

    def add(self, name: str, given: ByPrompt) -> None:
        """Add answers: ``{"parry": "no_parry", "orc: parry": ["parry_off", "no_parry"]}``.

        Raises:
            ParseError: no prompt has that name, or no unit or side.
        """
        for key, texts in given.items():
            who, _, prompt = key.rpartition(":")
            who, prompt = who.strip().lower(), prompt.strip().lower().replace(" ", "_")
            if prompt not in self._prompts:
                raise ParseError(f"{name}: no prompt {prompt!r}; there are: {', '.join(sorted(self._prompts))}", -1, [])
            if who not in ("", *self._deciders):
                raise ParseError(f"{name}: no unit or side {who!r}; there are: {', '.join(self._deciders)}", -1, [])
            self.by_prompt[who, prompt] = [texts] if isinstance(texts, str) else list(texts)

    def texts(self, decider: str, *prompts: str) -> list[str]:
        """The texts for a decision, those for its decider first, by the prompts it goes under in this order."""
        keys = [(who, prompt) for who in (decider, "") for prompt in dict.fromkeys(prompts)]
        return [text for key in keys for text in self.by_prompt.get(key, ())]

    @property
    def all_texts(self) -> list[str]:
        """Every text."""
        return [text for texts in self.by_prompt.values() for text in texts]


def play_all(table: Table, texts: Sequence[str], answers: ByPrompt) -> None:
    """Play choices in order; answer by prompt where the next one is not legal, and after the last one.

    Raises:
        IllegalChoice, ParseError, TapeError: see ``Table.play``.
    """
    given = PromptAnswers(table)
    given.add("answers", answers)
    for text in texts:
        made = answers_to(table, text)
        while made is None:
            found = by_prompt(table, given)
            if found is None:
                table.parse(text)  # raises, and says why
            table.give(found or ())
            made = answers_to(table, text)
        table.give(made)
    while (found := by_prompt(table, given)) is not None:
        table.give(found)


def answers_to(table: Table, text: str) -> list[int] | None:
    """The answers that make the choice a text names; None where it is not legal.

    Raises:
        ParseError: a word is unknown, missing, or may mean several things.
    """
    try:
        return table.parse(text)
    except ParseError:
        raise
    except IllegalChoice:
        return None


def by_prompt(table: Table, given: PromptAnswers) -> list[int] | None:
    """The answers to the current decision by its prompt, or by the prompt at which its verb was forced; None without any."""
    if table.game.over:
        return None
    words = enum_words(table.ruleset, "prompt")
    prompts = [words.get(prompt, "") for prompt in (table.forced_at, table.game.prompt) if prompt]
    found = (answers_to(table, text) for text in given.texts(str(table.decider), *prompts))
    return next((made for made in found if made), None)
