"""Choices played one after the other, with answers given in advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..engine.answering import ByPrompt, PromptAnswers
from ..engine.describing import IllegalChoice
from ..engine.parsing import ParseError
from ..engine.wording import enum_words

if TYPE_CHECKING:
    from .table import Table


def play_all(table: Table, texts: Sequence[str], answers: ByPrompt) -> None:
    """Play choices in order; answer by prompt where the next one is not legal, and after the last one.

    Raises:
        IllegalChoice, ParseError, TapeError: see ``Table.play``.
    """
    given = PromptAnswers(table.ruleset, table.names, table.sides)
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
