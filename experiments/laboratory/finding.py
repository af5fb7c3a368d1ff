"""What a question of the laboratory found, as one value. The questions build it, :mod:`.showing` shows it."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = [
    "CHART",
    "CODE",
    "EFFECT",
    "HEAT",
    "MARKDOWN",
    "NOWHERE",
    "NUMBER",
    "PAGE",
    "TERMINAL",
    "WORDS",
    "Block",
    "Bullets",
    "Card",
    "Column",
    "Drawing",
    "Finding",
    "FindingTable",
    "Fold",
    "Section",
    "SideBySide",
    "Value",
    "settings_of",
]


class Where(enum.Flag):
    """Where something is shown."""

    PAGE = enum.auto()
    MARKDOWN = enum.auto()
    TERMINAL = enum.auto()


NOWHERE, PAGE, MARKDOWN, TERMINAL = Where(0), Where.PAGE, Where.MARKDOWN, Where.TERMINAL
#: Kinds of columns: their class on a page. Charts and bars are drawn on pages only.
NUMBER, WORDS, CODE, CHART, EFFECT, HEAT = "num", "", "code", "chart", "effect", "cell"


@dataclass(frozen=True)
class Value:
    """A cell of a table.

    Attributes:
        text: what it says.
        more: smaller, below it: its interval, say; in the order of the parts of its column.
        is_sure: whether it is significant: bold, with a star on a terminal.
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


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        title: its head.
        kind: of its values.
        parts: heads of what stands below the values, which has columns of its own on a terminal, where it is not shown
            without a head.
        about: said when a pointer rests on the head.
        on: where it is shown.
    """

    title: str = ""
    kind: str = NUMBER
    parts: tuple[str, ...] = ()
    about: str = ""
    on: Where = PAGE | MARKDOWN | TERMINAL


@dataclass(frozen=True)
class FindingTable:
    """A table; the first column names the rows.

    Attributes:
        columns, rows: of the same length; text alone is a value without more.
        reference: the row with which others are compared.
        caption: its title on a terminal; that of the section if empty.
        spare: heads of columns that a narrow terminal goes without, the first first.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Value | str]]
    reference: int | None = None
    caption: str = ""
    spare: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bullets:
    """Sentences, each for itself."""

    lines: Sequence[str]


@dataclass(frozen=True)
class Card:
    """A behaviour: its name, what it does, and its file.

    Attributes:
        title: its name.
        text: what it does, and how well.
        yaml: its file.
        inner: HTML between the two.
        note: small print below.
    """

    title: str
    text: str
    yaml: str
    inner: str = ""
    note: str = ""


@dataclass(frozen=True)
class Drawing:
    """A figure, or what else only a page has.

    Attributes:
        html: as a page has it.
        file: the file that Markdown shows; empty: Markdown does without.
        about: what it shows.
    """

    html: str
    file: str = ""
    about: str = ""


@dataclass(frozen=True)
class SideBySide:
    """Tables beside each other on a page, each below its caption."""

    tables: Sequence[FindingTable]


@dataclass(frozen=True)
class Fold:
    """What a page opens on request."""

    title: str
    block: FindingTable | Bullets | Drawing


Block = str | FindingTable | Bullets | Card | Drawing | SideBySide | Fold


@dataclass(frozen=True)
class Section:
    """A part of a finding; a text among its blocks is a paragraph.

    Attributes:
        title: its head; Markdown that is put into a report has none.
        blocks: what stands in it.
        lead: the sentence below the head.
        on: where it is shown.
        name: by which links find it.
    """

    title: str
    blocks: Sequence[Block]
    lead: str = ""
    on: Where = PAGE
    name: str = ""


@dataclass(frozen=True)
class Finding:
    """What was found.

    Attributes:
        title: the question, in a few words.
        answer: in one to three sentences.
        lead: what was played.
        sections: the rest, in order.
        method: how to read it: paragraphs of HTML, or tables.
        settings: what was played, exactly.
        trouble: what went wrong in games.
    """

    title: str
    answer: str
    lead: str
    sections: Sequence[Section]
    method: Sequence[str | FindingTable] = ()
    settings: Sequence[tuple[str, str]] = ()
    trouble: str = ""


def settings_of(manifest: Mapping[str, Any], *rows: tuple[str, str]) -> list[tuple[str, str]]:
    """Exact settings: those of a question, between its name and the rules, version and machine of its folder."""
    return [
        ("question", str(manifest.get("id", ""))),
        *rows,
        ("rules", f"{manifest.get('ruleset')} {manifest.get('rules')}"),
        ("tactica", str(manifest.get("version"))),
        ("machine", f"{manifest.get('machine')}, Python {manifest.get('python')}"),
    ]
