"""The contract of a ruleset as a page, from the dataclasses that are the contract: ``envs/BOOK.md``. A ruleset from elsewhere has
a ``BOOK.md`` of its own, which also says where each field comes from. ``make generated`` writes them.
"""

from __future__ import annotations

import inspect
from dataclasses import MISSING
from itertools import groupby
from pathlib import Path
from typing import Any

from ..core import book
from ..core.book import Step
from ..core.ruleset import Ruleset

PAGE = Path(__file__).resolve().parent.parent / "BOOK.md"
HEAD = """# What a book holds

Written by `python -m tactica.experiments.generated --write` from [core/book.py](core/book.py). A ruleset's `book.py` makes one
`Book` of these chapters, and gives the `board`. What is needed is in **bold**; the rest may be left out, and is then as
[core/usual.py](core/usual.py) has it: nobody hides, nothing covers, there are no shots. In the arguments of functions `s` is the
state record, `w` the world (`w.book`, `w.field`), `who` a roster row.
"""
HEAD_OF = """# What the book of {title} holds

Written by `python -m tactica.experiments.generated --write {slug}`. `book.py` makes one `Book` of these chapters, and gives the
`board`. The last column says where a field comes from here. What is needed is in **bold**; what is left out is as usual: nobody
hides, nothing covers, there are no shots. In the arguments of functions `s` is the state record, `w` the world (`w.book`,
`w.field`), `who` a roster row.
"""
LEFT_OUT = ("Sight", "Hidden", "Checks", "Spent", "Sheet", "Pictures")


def page_file(ruleset: Ruleset) -> Path:
    """Where a ruleset's own page lies, if it has one."""
    return ruleset.folder / "BOOK.md"


def origin(ruleset: Ruleset, step: Step) -> str:
    """Where a field of a ruleset's book comes from: a function of its own by module and name, `given` for a value, or nothing."""
    chapter: Any = vars(ruleset.book)[step.chapter.lower()]
    if chapter is None:
        return ""
    value, field = vars(chapter)[step.name], type(chapter).__dataclass_fields__[step.name]
    if not step.is_needed and value == (field.default if field.default_factory is MISSING else field.default_factory()):
        return ""
    if step.takes is None:
        return "given"
    function = inspect.unwrap(getattr(value, "py_func", value))
    return f"`{function.__module__.removeprefix(f'{ruleset.package}.')}.{function.__name__}`"


def contract_page(ruleset: Ruleset | None = None) -> str:
    """The page as Markdown; of a ruleset, with a column more."""
    title = HEAD if ruleset is None else HEAD_OF.format(title=ruleset.title, slug=ruleset.slug)
    parts = [title]
    for chapter, steps in groupby(book.steps(), lambda step: step.chapter):
        about = (getattr(book, chapter).__doc__ or "").strip()
        name = chapter if chapter in LEFT_OUT else f"**{chapter}**"
        more = ("", "") if ruleset is None else (" here |", "---|")
        head = f"| field | arguments | what it is |{more[0]}\n|---|---|---|{more[1]}\n"
        parts.append(f"\n## {name}\n\n{about}\n\n{head}")
        for step in steps:
            field = f"**`{step.name}`**" if step.is_needed else f"`{step.name}`"
            takes = "" if step.takes is None else f"`({', '.join(step.takes)})`"
            here = "" if ruleset is None else f" {origin(ruleset, step)} |"
            parts.append(f"| {field} | {takes} | {step.about.replace('``', '`')} |{here}\n")
    return "".join(parts).replace("``", "`")


def contract_table() -> str:
    """The chapters of a book as a Markdown table: what each is, with its files, and the fields it needs."""
    rows = ["| chapter | what it is | needed | may be left out |", "|---|---|---|---|"]
    for chapter, of_chapter in groupby(book.steps(), lambda step: step.chapter):
        listed = list(of_chapter)
        about = " ".join((getattr(book, chapter).__doc__ or "").replace("``", "`").split())
        needed = [f"`{step.name}`" for step in listed if step.is_needed]
        left = [f"`{step.name}`" for step in listed if not step.is_needed]
        name = f"`{chapter}`" if chapter in LEFT_OUT else f"**`{chapter}`**"
        rows.append(f"| {name} | {about} | {', '.join(needed)} | {', '.join(left)} |")
    return "\n".join(rows)


def page_of(ruleset: Ruleset) -> str:
    """The page of a ruleset."""
    return contract_page(ruleset)
