"""Findings shown: as a page, as Markdown, and on a terminal."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...envs.replay.files import write_whole
from ..common import UserError, say, show_table
from ..report import embedded, filled, part
from ..report.charts import answer_section, definitions, escape
from .finding import (
    MARKDOWN,
    PAGE,
    TERMINAL,
    Block,
    Card,
    Column,
    Drawing,
    Finding,
    FindingTable,
    Fold,
    Section,
    ShownGames,
    SideBySide,
    Value,
    Where,
)
from .parts import markdown_table, written

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["markdown", "markdown_part", "page", "show", "write_markdown"]

STAR = " *"  # behind a significant number on a terminal


def shown(table: FindingTable, where: Where) -> tuple[list[Column], Iterator[list[Value]]]:
    """The columns of a table that are shown somewhere, and their values in every row."""
    columns = [Column(one) if isinstance(one, str) else one for one in table.columns]
    columns[0] = dataclasses.replace(columns[0], kind="words")
    places = [k for k, column in enumerate(columns) if column.on & where]
    rows = ([one if isinstance(one, Value) else Value(one) for one in (row[k] for k in places)] for row in table.rows)
    return [columns[k] for k in places], rows


# --- the page -------------------------------------------------------------------------------------------------------------


def page(finding: Finding) -> str:
    """A finding as a page: one HTML text that needs neither network nor other files."""
    sections = [answer_section(finding.answer), *(_section(one) for one in finding.sections if one.on & PAGE)]
    method = "".join(f"<p>{one}</p>" if isinstance(one, str) else html_table(one) for one in finding.method)
    manifest = finding.manifest
    settings = [
        ("question", str(manifest.get("id", ""))),
        *finding.settings,
        ("rules", f"{manifest.get('ruleset')} {manifest.get('rules')}"),
        ("tactica", str(manifest.get("version"))),
        ("machine", f"{manifest.get('machine')}, Python {manifest.get('python')}"),
    ]
    sections.append(
        f'<section class="method"><h2>How to read this</h2>{method}'
        f"<details><summary>Exact settings</summary>{definitions(settings)}</details></section>"
    )
    slots = {
        "title": escape(finding.title),
        "lead": escape(f"{finding.about} {finding.lead}".strip()),
        "trouble": f'<p class="trouble">{escape(finding.trouble)}</p>' if finding.trouble else "",
        "sections": "\n".join(sections),
    }
    games = [one for section in finding.sections for one in section.blocks if isinstance(one, ShownGames)]
    return filled("games.html", slots | {"games": embedded(games[0].games)}) if games else filled("answer.html", slots)


def _section(section: Section) -> str:
    lead = f"<p>{escape(section.lead)}</p>" if section.lead else ""
    return f"<section><h2>{escape(section.title)}</h2>{lead}{''.join(map(_block, section.blocks))}</section>"


def _block(block: Block) -> str:
    match block:
        case Drawing():
            return block.html
        case FindingTable():
            return html_table(block)
        case list():
            return f'<ul class="said">{"".join(f"<li>{escape(line)}</li>" for line in block)}</ul>'
        case Card():
            yaml = "\n".join(map(escape, block.yaml.splitlines()))
            note = f"<p><small>{escape(block.note)}</small></p>" if block.note else ""
            return (
                f"<article><h3>{escape(block.title)}</h3><p>{escape(block.text)}</p>{block.inner}<details><summary>As a "
                f"behaviour file</summary><pre>{yaml}</pre></details>{note}</article>"
            )
        case ShownGames():
            return part("viewer")
        case SideBySide():
            tables = "".join(f"<div><h3>{escape(one.caption)}</h3>{html_table(one)}</div>" for one in block.tables)
            return f'<div class="grids">{tables}</div>'
        case Fold():
            return f"<details><summary>{escape(block.title)}</summary>{_block(block.block)}</details>"
    return f"<p>{escape(block)}</p>" if block else ""


def html_table(table: FindingTable) -> str:
    """A table as HTML."""
    columns, rows = shown(table, PAGE)
    head = "".join(
        f"<th{_attribute('class', 'num' if one.kind in ('num', 'cell') else '')}{_attribute('title', one.about)}>"
        f"{escape(one.title)}</th>"
        for one in columns
    )
    body = []
    for k, (first, *others) in enumerate(rows):
        cells = "".join(map(_cell, columns[1:], others))
        kind = _attribute("class", "reference" if k == table.reference else "")
        body.append(f'<tr{kind}><th scope="row">{_inner(first)}</th>{cells}</tr>')
    if table.foot:
        cells = "".join(
            f'<td class="chart">{table.foot}</td>' if one.kind == "chart" else "<td></td>" for one in columns
        )
        body.append(f'<tr class="foot">{cells}</tr>')
    kind = "heat" if any(one.kind == "cell" for one in columns) else "values"
    return f'<div class="scroll"><table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'


def _cell(column: Column, value: Value) -> str:
    kinds, style, is_bold = [column.kind.replace("words", "")], "", value.is_sure and column.kind in ("words", "cell")
    if value.shade is not None:
        kinds.append("up" if value.shade >= 0 else "down")
        style = f"--s:{abs(value.shade):.3f}"
    if value.is_sure and not is_bold:
        kinds.append("sure")
    attributes = (("class", " ".join(filter(None, kinds))), ("style", style), ("title", value.about))
    return f"<td{''.join(_attribute(*one) for one in attributes)}>{_inner(value, is_bold)}</td>"


def _inner(value: Value, is_bold: bool = False) -> str:
    text = f"<b>{escape(value.text)}</b>" if is_bold else escape(value.text)
    return f"{value.drawn}{text}{''.join(f'<small>{escape(one)}</small>' for one in value.more if one)}"


def _attribute(name: str, value: str) -> str:
    return f' {name}="{escape(value)}"' if value else ""


# --- Markdown -------------------------------------------------------------------------------------------------------------


def markdown(finding: Finding) -> str:
    """A finding as a document of Markdown."""
    head = [f"# {finding.title}", finding.answer, finding.about, finding.lead]
    return "\n\n".join([*filter(None, head), markdown_part(finding)]) + "\n"


def write_markdown(finding: Finding, path: Path) -> Path:
    """Write a finding as a document of Markdown.

    Raises:
        UserError: it cannot be written.
    """
    try:
        return write_whole(path, markdown(finding).encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None


def markdown_part(finding: Finding) -> str:
    """The sections of a finding that Markdown has."""
    said = []
    for section in finding.sections:
        if section.on & MARKDOWN:
            said += [f"## {section.title}" if section.title else "", section.lead]
            said += [_written(block) for block in section.blocks]
    return "\n\n".join(filter(None, said))


def _written(block: Block) -> str:
    match block:
        case Drawing():
            return f"![{block.about}]({block.file})" if block.file else ""
        case list():
            return "\n".join(f"- {written(line)}" for line in block)
        case Card():
            return f"### {block.title}\n\n{block.text}\n\n```yaml\n{block.yaml.rstrip()}\n```"
        case FindingTable():
            columns, rows = shown(block, MARKDOWN)
            cells = (tuple(map(_cell_written, row)) for row in rows)
            return "\n".join(markdown_table([one.title for one in columns], cells))
        case str():
            return block
    return ""


def _cell_written(value: Value) -> str:
    text = written(value.text)
    text += f" ({written('; '.join(value.more))})" if any(value.more) else ""
    return f"**{text}**" if value.is_sure else text


# --- the terminal ---------------------------------------------------------------------------------------------------------


def show(finding: Finding) -> None:
    """Print what a terminal shows of a finding below its answer: the tables, then the sentences."""
    sections = [section for section in finding.sections if section.on & TERMINAL]
    for section in sections:
        for block in section.blocks:
            if isinstance(block, FindingTable):
                show_table(terminal_table(block, section.title), block.spare, page=bool(section.on & PAGE))
    for section in sections:
        for block in section.blocks:
            for line in block if isinstance(block, list) else [block] if isinstance(block, str) else []:
                if line:
                    say(line)


def terminal_table(table: FindingTable, title: str = "") -> Table:
    """A table for a terminal."""
    from rich.table import Table
    from rich.text import Text

    columns, rows = shown(table, TERMINAL)
    kept = [k for k, column in enumerate(columns) if column.kind not in ("chart", "cell")]
    texts = [[text for k in kept for text in _texts(columns[k], row[k])] for row in rows]
    is_sure = any(text.endswith(STAR) for row in texts for text in row)
    made = Table(title=Text(f"{table.caption or title}{'; * significant' if is_sure else ''}"), title_justify="left")
    for column in (columns[k] for k in kept):
        for name in (column.title, *column.parts):
            made.add_column(name, justify="right" if column.kind in ("num", "effect") else "left")
    for row in texts:
        made.add_row(*map(Text, row))
    return made


def _texts(column: Column, value: Value) -> Sequence[str]:
    """A value and its parts; what the head of a part says already is left out."""
    more = [*value.more, *[""] * len(column.parts)][: len(column.parts)]
    parts = [
        text.removeprefix(f"{name} ").removesuffix(f" {name}") for name, text in zip(column.parts, more, strict=True)
    ]
    return [value.text + (STAR if value.is_sure and column.kind == "num" else ""), *parts]
