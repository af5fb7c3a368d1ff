"""What rulebooks and scenarios are called for people; on the command line they go by their slugs."""

from __future__ import annotations

import re

from ..envs import rulesets

__all__ = ["book_name", "place_name"]

#: What the title in a ``rulebook.yaml`` says of the part that is played.
PART = re.compile(r" \(.*\)$| - combat$")


def book_name(slug: str) -> str:
    """A rulebook by name: ``Warhammer Fantasy Roleplay, 1st edition`` for wfrp1.

    Raises:
        UnknownRuleset: no such ruleset.
    """
    return PART.sub("", rulesets.get(slug).rulebook.title)


def place_name(slug: str, *scenarios: str) -> str:
    """Scenarios and their rulebook by name: ``small (Warhammer Fantasy Roleplay, 1st edition)``; of a file its name alone."""
    names = [one.rsplit("/", 1)[-1] if one.endswith((".yaml", ".yml")) else one for one in scenarios]
    return f"{', '.join(names)} ({book_name(slug)})"
