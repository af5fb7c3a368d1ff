"""``envs/BOOK.md``: every field of the contract of a ruleset, from the dataclasses that are the contract.

python -m tactica.envs.rulesets.contract_page
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from ..core import book

PAGE = Path(__file__).resolve().parent.parent / "BOOK.md"
HEAD = """# What a book holds

Written by `python -m tactica.envs.rulesets.contract_page` from [core/book.py](core/book.py). A ruleset's `book.py` makes one
`Book` of these chapters, and gives the `board`. What is needed is in **bold**; the rest may be left out, and is then as
[core/usual.py](core/usual.py) has it: nobody hides, nothing covers, there are no shots. In the arguments of functions `s` is the
state record, `w` the world (`w.book`, `w.field`), `who` a roster row.
"""
LEFT_OUT = ("Hidden", "Checks", "Spent", "Sheet", "Pictures")


def contract_page() -> str:
    """The page as Markdown."""
    parts = [HEAD]
    for chapter, steps in groupby(book.steps(), lambda step: step.chapter):
        about = (getattr(book, chapter).__doc__ or "").strip()
        name = chapter if chapter in LEFT_OUT else f"**{chapter}**"
        parts.append(f"\n## {name}\n\n{about}\n\n| field | arguments | what it is |\n|---|---|---|\n")
        for step in steps:
            field = f"**`{step.name}`**" if step.is_needed else f"`{step.name}`"
            takes = "" if step.takes is None else f"`({', '.join(step.takes)})`"
            parts.append(f"| {field} | {takes} | {step.about.replace('``', '`')} |\n")
    return "".join(parts).replace("``", "`")


if __name__ == "__main__":
    PAGE.write_text(contract_page(), encoding="utf-8")
