"""What rulebooks, scenarios and suites are called for people, and which address a misspelt name may mean."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..envs import rulesets
from ..envs.core.rulebook import Rulebook

__all__ = [
    "book_name",
    "close_addresses",
    "in_a_row",
    "in_force_text",
    "is_in_force",
    "names_of",
    "place_name",
    "rules_text",
    "suite_name",
]

#: What the title in a ``rulebook.yaml`` says of the part that is played.
PART = re.compile(r" \(.*\)$| - combat$")


def book_name(slug: str) -> str:
    """A rulebook by name: ``Warhammer Fantasy Roleplay, 1st edition`` for wfrp1.

    Raises:
        UnknownRuleset: no such ruleset.
    """
    return PART.sub("", rulesets.get(slug).rulebook.title)


def names_of(slugs: Sequence[str]) -> str:
    """The rules of a rulebook, or of several that are only counted: ``the rules of Heimr``, ``5 rulebooks``."""
    return f"the rules of {book_name(slugs[0])}" if len(slugs) == 1 else f"{len(slugs)} rulebooks"


def place_name(slug: str, *scenarios: str) -> str:
    """Scenarios and their rulebook by name: ``small (Warhammer Fantasy Roleplay, 1st edition)``; of a file its name alone."""
    names = [one.rsplit("/", 1)[-1] if one.endswith((".yaml", ".yml")) else one for one in scenarios]
    return f"{', '.join(names)} ({book_name(slug)})"


def suite_name(slug: str, name: str) -> str:
    """A suite by name: ``core (Heimr)`` for ``heimr core``."""
    return f"{name.removeprefix(f'{slug} ')} ({book_name(slug)})"


def close_addresses(book: Rulebook, word: str) -> list[str]:
    """The chapters, clauses and knobs whose address is written much like a word, the closest first; three at most."""
    known = dict.fromkeys([*(clause.partition(".")[0] for clause in book.clauses), *book.clauses, *book.addresses()])
    return difflib.get_close_matches(word.lower().removeprefix(f"{book.id}."), known, 3, 0.75)


def is_in_force(book: Rulebook, held: Mapping[str, Any], rules: Mapping[str, Any]) -> bool:
    """Whether every house rule has the value that the scenario, or else the book, gives it anyway.

    Args:
        book: whose knobs these are.
        held: the rules of the scenario.
        rules: knobs by address.
    """
    found = {book.knob(address).address: value for address, value in held.items()}
    for address, value in rules.items():
        knob = book.knob(address)
        now = found.get(knob.address, knob.default)
        if not isinstance(now, int | str) or knob.value(now) != knob.value(value):  # it may be drawn
            return False
    return True


def rules_text(rules: Mapping[str, Any]) -> str:
    """House rules in a line: ``parry.cost.parry_cost_attacks = 0``."""
    return ", ".join(f"{address} = {value}" for address, value in rules.items())


def in_force_text(rules: Mapping[str, Any]) -> str:
    """That house rules are what holds anyway, without a full stop."""
    return f"{rules_text(rules)} is what holds here without --rule"


def in_a_row(names: Sequence[str]) -> str:
    """One name, or several as a sentence has them: ``a, b and c``."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
