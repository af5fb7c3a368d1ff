"""What a question of the laboratory found, as one value. The questions build it, :mod:`.showing` shows it."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from ..report.lines import number_text

__all__ = [
    "MARKDOWN",
    "NOWHERE",
    "PAGE",
    "TERMINAL",
    "Block",
    "Card",
    "Column",
    "Drawing",
    "Finding",
    "FindingTable",
    "Fold",
    "Row",
    "Section",
    "ShownGames",
    "SideBySide",
    "Value",
    "Where",
    "estimate",
    "in_words",
]  # fmt: skip


class Where(enum.Flag):
    """Where something is shown."""

    PAGE = enum.auto()
    MARKDOWN = enum.auto()
    TERMINAL = enum.auto()


NOWHERE, PAGE, MARKDOWN, TERMINAL = Where(0), Where.PAGE, Where.MARKDOWN, Where.TERMINAL


@dataclass(frozen=True)
class Value:
    """A cell of a table.

    Attributes:
        text: what it says.
        more: smaller, below it: its interval, say; in the order of the parts of its column.
        is_sure: whether it is significant: bold; a number has a star on a terminal.
        about: said when a pointer rests on it.
        drawn: HTML that stands before the text.
        shade: from -1 to 1, how strongly the cell is coloured as down or up; None: not at all.
    """

    text: str = ""
    more: tuple[str, ...] = ()
    is_sure: bool = False
    about: str = ""
    drawn: str = ""
    shade: float | None = None


Row = Sequence[Value | str]


def estimate(
    value: float,
    low: float,
    high: float,
    *,
    is_share: bool = False,
    sign: bool = False,
    unit: str = "",
    is_sure: bool = False,
) -> Value:
    """A number with its unit, above its 95 % interval where that is known; shares in percent."""
    interval = f"{number_text(low, is_share, sign)} to {number_text(high, is_share, sign)}" if isfinite(low) else ""
    return Value(number_text(value, is_share, sign) + unit, (interval,), is_sure)


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        title: its head.
        kind: numbers, words, or what only pages have: charts, bars with a number below, and coloured cells.
        parts: heads of what stands below the values, which has columns of its own on a terminal, where it is not shown
            without a head.
        about: said when a pointer rests on the head.
        on: where it is shown.
    """

    title: str = ""
    kind: Literal["num", "words", "chart", "effect", "cell"] = "num"
    parts: tuple[str, ...] = ()
    about: str = ""
    on: Where = PAGE | MARKDOWN | TERMINAL


def in_words(title: str, on: Where = PAGE | MARKDOWN | TERMINAL) -> Column:
    """A column of words."""
    return Column(title, "words", on=on)


@dataclass(frozen=True)
class FindingTable:
    """A table; the first column names the rows.

    Attributes:
        columns: a text alone is the head of numbers, that of the first column one of words.
        rows: as long as there are columns; a text is a value without more.
        reference: the row with which others are compared.
        caption: its title on a terminal; that of the section if empty.
        spare: heads of columns that a narrow terminal goes without, the first first.
        foot: HTML below the column of charts: its scale.
    """

    columns: Sequence[Column | str]
    rows: Sequence[Row]
    reference: int | None = None
    caption: str = ""
    spare: tuple[str, ...] = ()
    foot: str = ""


@dataclass(frozen=True)
class Card:
    """A behaviour: its name, what it does, HTML about it, its file, and small print."""

    title: str
    text: str
    yaml: str
    inner: str = ""
    note: str = ""


@dataclass(frozen=True)
class Drawing:
    """A figure, or what else only a page has: its HTML, the file that Markdown shows instead, if any, and what that shows."""

    html: str
    file: str = ""
    about: str = ""


@dataclass(frozen=True)
class ShownGames:
    """Games to step through, as :func:`~tactica.experiments.report.boards.frames_of` gives them; on pages only."""

    games: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class SideBySide:
    """Tables beside each other on a page, each below its caption."""

    tables: Sequence[FindingTable]


@dataclass(frozen=True)
class Fold:
    """What a page opens on request."""

    title: str
    block: FindingTable | Drawing | list[str]


#: A text is a paragraph, a list of texts a list.
Block = str | list[str] | FindingTable | Card | Drawing | ShownGames | SideBySide | Fold


@dataclass(frozen=True)
class Section:
    """A part of a finding: its head, if any, what stands in it, the sentence below the head, and where it is shown."""

    title: str
    blocks: Sequence[Block]
    lead: str = ""
    on: Where = PAGE


@dataclass(frozen=True)
class Finding:
    """What was found.

    Attributes:
        title: the question, in a few words.
        answer: in one to three sentences.
        lead: what was played.
        sections: the rest, in order.
        manifest: of the folder: its name, rules, version and machine.
        settings: what was played, exactly, beside these.
        method: how to read it: paragraphs of HTML, or tables.
        trouble: what went wrong in games.
        about: what it is about, in the words of who asked.
    """

    title: str
    answer: str
    lead: str
    sections: Sequence[Section]
    manifest: Mapping[str, Any]
    settings: Sequence[tuple[str, str]] = ()
    method: Sequence[str | FindingTable] = ()
    trouble: str = ""
    about: str = ""
