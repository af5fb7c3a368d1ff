"""The tables of scenarios in ``configs/docs/scenarios.md``: a table for each ruleset, with sides, board and what it is about."""

from __future__ import annotations

import re

from ... import configs
from ...envs import rulesets, scenario
from ...envs.scenario import Battle
from ..laboratory.parts import markdown_table
from ..marked import updated
from ..naming import book_name

__all__ = ["PAGE", "document"]

PAGE = configs.FOLDER / "docs" / "scenarios.md"
#: Every ruleset has these variants of ``tiny``, ``small`` and ``standard``; the page describes them together.
VARIANTS = (
    "tiny_random",
    "small_random",
    "standard_random",
    "contest_small",
    "contest_small_random",
    "contest_standard",
)


def document() -> str:
    """The page, as Markdown."""
    root = configs.FOLDER / "scenarios"
    ours = [slug for slug in rulesets.names() if (root / slug).is_dir()]
    return updated(
        PAGE, {"scenarios": "\n\n".join(f"## {book_name(slug)} (`{slug}`)\n\n{_table(slug)}" for slug in ours)}
    )


def _table(slug: str) -> str:
    rows = []
    for name in scenario.shipped(slug):
        if name not in VARIANTS:
            one = scenario.load(name, slug)
            battle = scenario.expand(one)[0]
            board = f"{battle.board.width} x {battle.board.height}"
            rows.append((f"`{name}`", _sizes(battle), board, _beginning(one.description)))
    return "\n".join(markdown_table(("scenario", "sides", "board", "what it is about"), rows))


def _sizes(battle: Battle) -> str:
    """How many units each side has: ``3 v 3``."""
    return " v ".join(str(sum(unit.side == side for unit in battle.units)) for side in range(len(battle.sides)))


def _beginning(text: str) -> str:
    """The first sentence of a description, and those after it until there are 40 characters."""
    first, *more = re.split(r"(?<=\.) ", " ".join(text.split()))
    while more and len(first) < 40:
        first = f"{first} {more.pop(0)}"
    return first
