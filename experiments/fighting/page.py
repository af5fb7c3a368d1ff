"""The page of a scenario fought many times: one HTML file that needs neither network nor other files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...envs.replay.files import write_whole
from ..report import filled
from ..report.charts import definitions, escape
from .differences import HEADS, difference_rows
from .result import Fought, share_text

__all__ = ["page_of", "write_page"]

WIDTH, HIGH = 640, 18  # of a bar's row, in SVG units
LABEL, NUMBERS = 130, 150
METHOD = (
    "<b>Battles.</b> Nobody swaps sides: this is about the scenario as it stands. Starts and dice are those of "
    "evaluations, which training never uses. Battles from one start that all went the same way are repetitions and count as one.",
    "<b>Intervals</b> are 95 % confidence intervals: Wilson's for shares, Student's for means. They "
    "are not corrected for the number of lines.",
    "<b>With a rule and without it</b> the same battles are played, with the same dice for the same round, unit and purpose. "
    "Differences are taken battle by battle, so they are known more exactly than either share.",
)


def write_page(found: Fought, path: Path) -> Path:
    """Write the page.

    Raises:
        OSError: it cannot be written.
    """
    return write_whole(path, page_of(found).encode("utf-8"))


def page_of(found: Fought) -> str:
    """The page as text. There must be a battle."""
    forfeits = len(found.battles.reasons)
    lead = f"{found.setup.scenario}: {', '.join(found.labels)}; {len(found):,} battles, {found.distinct:,} of them distinct."
    sections = [_section("The answer", f"<p><b>{escape(found.answer)}</b></p>{_wins(found)}")]
    if found.plain is not None:
        sections.append(_section("Without the rule and with it", _differences(found)))
    sections += [
        _section("How battles end", _table(*found.endings_table)),
        _section("How long they last", _rounds(found)),
        _section("Who is left", _left(found)),
        f'<section class="method"><h2>How to read this</h2>{"".join(f"<p>{text}</p>" for text in METHOD)}'
        f"<details><summary>Exact settings</summary>{definitions(_settings(found))}</details></section>",
    ]
    return filled(
        "answer.html",
        {
            "title": escape(f"{found.setup.scenario} fought {len(found):,} times"),
            "lead": escape(lead),
            "trouble": f'<p class="trouble">{forfeits:,} battles were forfeited; first reason: '
            f"{escape(next(iter(found.battles.reasons.values())))}.</p>"
            if forfeits
            else "",
            "sections": "\n".join(sections),
        },
    )


def _section(title: str, inner: str) -> str:
    return f"<section><h2>{title}</h2>{inner}</section>"


def _bars(rows: Sequence[tuple[str, float, str, tuple[float, float] | None]]) -> str:
    """Bars below each other: label, share of the longest possible bar, text, and the interval to draw."""
    parts = []
    room = WIDTH - LABEL - NUMBERS
    for k, (label, share, text, interval) in enumerate(rows):
        y = k * (HIGH + 6)
        parts.append(f'<text x="{LABEL - 8}" y="{y + 13}" text-anchor="end">{escape(label)}</text>')
        parts.append(
            f'<rect x="{LABEL}" y="{y + 2}" width="{room * share:.1f}" height="{HIGH - 4}" rx="3" style="fill:var(--accent)"/>'
        )
        if interval is not None:
            low, high = (LABEL + room * one for one in interval)
            whisker = f"M{low:.1f} {y + 9}H{high:.1f}M{low:.1f} {y + 4}v10M{high:.1f} {y + 4}v10"
            parts.append(f'<path d="{whisker}" style="stroke:var(--ink);fill:none"/>')
        parts.append(f'<text x="{WIDTH - NUMBERS + 8}" y="{y + 13}">{escape(text)}</text>')
    height = len(rows) * (HIGH + 6)
    style = "max-width:640px;fill:var(--ink);font-size:12px"
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" style="{style}">{"".join(parts)}</svg>'


def _wins(found: Fought) -> str:
    """The shares of wins and draws."""
    named = [*zip(found.colours, found.wins, strict=True), ("drawn", found.drawn)]
    return _bars(
        [
            (name, one.value, f"{found.value_text(one)} ({found.interval_text(one)})", (one.low, one.high))
            for name, one in named
        ]
    )


def _rounds(found: Fought) -> str:
    """A histogram of rounds."""
    most = max(count for _, count in found.rounds_bars)
    rows = [(label, count / most, f"{count:,}", None) for label, count in found.rounds_bars]
    return f"<p>Rounds: {found.rounds_text}.</p>{_bars(rows)}"


def _left(found: Fought) -> str:
    """Units and health left, and how often how many units."""
    lines = [line for line in found.lines if line.key.rpartition(".")[2] in ("standing", "fled", "health")]
    rows = [
        [line.name, found.value_text(line.value, line.is_share), found.interval_text(line.value, line.is_share)]
        for line in lines
    ]
    charts = ""
    for side, label in enumerate(found.labels):
        shares = [(units, times / len(found)) for units, times in found.left(side)]
        bars = [(str(units), share, f"{share_text(share, found.digits)} %", None) for units, share in shares]
        charts += f"<h3>{escape(label)}: units left</h3>{_bars(bars)}"
    return _table(["", "mean", "95 % CI"], rows) + charts


def _differences(found: Fought) -> str:
    """What the rule changes, without it and with it, and what it does not."""
    rows, same = difference_rows(found)
    alike = f"<p>No difference in these battles: {escape(', '.join(same))}.</p>" if same else ""
    return (_table(HEADS, rows) if rows else "") + alike


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column is words."""
    head = "".join(f"<th{' class=num' if k else ''}>{escape(text)}</th>" for k, text in enumerate(heads))
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td class=num>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return (
        f'<div class="scroll"><table class="values"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _settings(found: Fought) -> list[tuple[str, str]]:
    """What was played, exactly."""
    setup = found.setup
    return [
        ("scenario", str(setup.scenario)),
        *(("player", f"{label}: {spec}") for label, spec in zip(found.labels, setup.players, strict=True)),
        *(("rule", f"{address} = {value}") for address, value in setup.rules.items()),
        ("seed", str(setup.seed)),
        ("starts", str(setup.starts if setup.scenario.is_random else 1)),
        ("rules", f"{setup.ruleset.slug} {setup.ruleset.rules_hash}"),
    ]
