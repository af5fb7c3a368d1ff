"""The page ``OBSERVATION.md`` of a ruleset: every number of an observation, and every choice, for those who write learners.

``make generated`` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.looking.catalogue import ObservationField
from ..core.ruleset import Ruleset
from ..core.state.fields import OWN
from .spaces import Layout

__all__ = ["page", "page_file"]

FEW_WORDS = 8  # a category with more has its words at the end of the page
KINDS = {"unit": "a row of `units`", "cell": "a cell of `grid`", "direction": "a direction"}
HEAD = """\
# {title}: observations and choices

Written by `python -m tactica.experiments.generated --write` from the declarations in `observe.py`, `state.py` and `choices.py`.

An observation is a dictionary of arrays. Their shapes depend on the layout (`env.unwrapped.layout`), {small}:

| array | shape | dtype | |
|---|---|---|---|
| `grid` | (channels, height, width) = {grid} | int8 | the board |
| `units` | (rows, features) = {units} | int16 | a row a unit: the viewer's own side first, then all others |
| `context` | (numbers,) = {context} | int16 | everything else |
| `action_mask` | (choices,) = ({n},) | int8 | 1 for every legal choice |

`env.unwrapped.layout.catalogue()` gives the tables below as a list of dictionaries. Kinds of numbers: a *flag* is 0 or 1; a
*count*, *timer* or *coordinate* is a number; a *category* or *direction* is one of its words; a *unit row* is a row of `units`,
-1 for none; *unit rows* are bits, 1 << k for row k of the viewer's side (`..._own`) or of the others (`..._others`). Rows of
units that the viewer does not know of are all 0. `typical` is the size of the number in most fights.

With `flat=True` an observation is one vector of float32, here with {flat} numbers: `grid`, `units`, `context`. Flags, counts,
timers and coordinates are divided by `typical`; categories, directions and unit rows are one-hot, and unit rows in bits a
flag each. `layout.flat_columns` names each number, `layout.flat_space` is the space, and `layout.flatten(observation)`
does it to one observation or to a batch.
"""
CHOICES = """\
## Choices

A choice is an index into sections that follow one another. `env.unwrapped.layout.choices` has arrays with an entry for every
index: `section`, `part` (the place in the section), `verb`, `unit` (a row of `units`), `cell` (`y * width + x` of `grid`) and
`direction`, -1 where an index has none. With them a network can score units by their rows and cells by their places in the
grid.

| section | kind | choices |
|---|---|---|
"""


def page_file(ruleset: Ruleset) -> Path:
    """Where the page of a ruleset lies."""
    return ruleset.folder / "OBSERVATION.md"


def values_of(field: ObservationField, place_of_words: dict[tuple[str, ...], str]) -> str:
    """The values a number takes, in words where it has them."""
    if not field.words:
        return f"{field.low}..{field.high}"
    if len(field.classes) <= FEW_WORDS:
        return ", ".join(f"{value} {field.words[value - field.low]}" for value in field.classes)
    first = place_of_words.setdefault(field.words, field.name)
    return f"[words of {first}](#words)"


def table(fields: Sequence[ObservationField], place_of_words: dict[tuple[str, ...], str]) -> list[str]:
    """The table of one array."""
    rows = ["| place | name | kind | values | typical | meaning |", "|---|---|---|---|---|---|"]
    for place, field in enumerate(fields):
        is_scaled = not field.words and field.kind not in ("flag", "unit row", "unit rows")
        typical = f"{field.divisor:g}" if is_scaled else ""
        meaning = field.meaning + ("; of friends only" if field.seen == OWN else "")
        values = values_of(field, place_of_words)
        rows.append(f"| {place} | `{field.name}` | {field.kind} | {values} | {typical} | {meaning} |")
    return rows


def page(ruleset: Ruleset) -> str:
    """The page of a ruleset."""
    layout = Layout.named(ruleset, "small")
    sizes = {name: str(layout.shapes[name]) for name in ("grid", "units", "context")}
    lines = [HEAD.format(title=ruleset.slug, small="here `small`", n=layout.n, flat=layout.flat_size, **sizes)]
    words: dict[tuple[str, ...], str] = {}
    for title, fields in (("grid", layout.channels), ("units", layout.features), ("context", layout.context)):
        lines += [f"## {title}", "", *table(fields, words), ""]
    rows = []
    for name, kind, size in layout.answer_sections:
        listed = ", ".join(f"{place} {word}" for place, word in layout.words_of(name).items())
        rows.append(f"| `{name}` | {kind} | {listed or KINDS.get(kind, f'0..{size - 1}')} |")
    lines += [CHOICES + "\n".join(rows), ""]
    lines += ["## What is not shown", "", "| field of the state | why | |", "|---|---|---|"]
    unseen = ruleset.book.records.unseen
    lines += [f"| `{name}` | {one.why.value} | {one.reason} |" for name, one in unseen.items()]
    if words:
        lines += ["", "## Words", ""]
        for found, name in words.items():
            field = next(field for field in (*layout.channels, *layout.features, *layout.context) if field.name == name)
            listed = ", ".join(f"{value} {found[value - field.low]}" for value in field.classes)
            lines += [f"- `{name}`: {listed}"]
    return "\n".join(lines) + "\n"
