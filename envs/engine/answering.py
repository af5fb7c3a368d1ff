"""Answers given in advance, by the prompt that asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ..core.ruleset import Ruleset
from .parsing import ParseError
from .wording import enum_words

__all__ = ["ByPrompt", "PromptAnswers"]

ByPrompt: TypeAlias = Mapping[str, str | Sequence[str]]


class PromptAnswers:
    """Answers by decider ("" for all) and prompt, in order of preference.

    Attributes:
        by_prompt: (decider, prompt) -> texts.
    """

    def __init__(self, ruleset: Ruleset, names: Sequence[str], sides: Sequence[str]) -> None:
        """Begin without answers, for a battle of these units and sides."""
        self.by_prompt: dict[tuple[str, str], list[str]] = {}
        self._prompts = set(enum_words(ruleset, "prompt").values()) - {"nobody"}
        self._deciders = [*names, *sides]

    def add(self, name: str, given: ByPrompt) -> None:
        """Add answers: ``{"parry": "no_parry", "orc: parry": ["parry_off", "no_parry"]}``.

        Raises:
            ParseError: no prompt has that name, or no unit or side.
        """
        for key, texts in given.items():
            who, _, prompt = key.rpartition(":")
            who, prompt = who.strip().lower(), prompt.strip().lower().replace(" ", "_")
            if prompt not in self._prompts:
                raise ParseError(
                    f"{name}: no prompt {prompt!r}; choose from: {', '.join(sorted(self._prompts))}", -1, []
                )
            if who not in ("", *self._deciders):
                raise ParseError(f"{name}: no unit or side {who!r}; choose from: {', '.join(self._deciders)}", -1, [])
            self.by_prompt[who, prompt] = [texts] if isinstance(texts, str) else list(texts)

    def texts(self, decider: str, *prompts: str) -> list[str]:
        """The texts for a decision, those for its decider first, by the prompts it goes under in this order."""
        keys = [(who, prompt) for who in (decider, "") for prompt in dict.fromkeys(prompts)]
        return [text for key in keys for text in self.by_prompt.get(key, ())]

    @property
    def all_texts(self) -> list[str]:
        """Every text."""
        return [text for texts in self.by_prompt.values() for text in texts]
