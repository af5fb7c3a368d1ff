"""The page of a sweep."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ....envs.replay.files import write_whole
from ...report import filled
from ...report.charts import answer_section, definitions, escape
from ...report.lines import Line, chart
from . import words
from .answers import answers, how_answered
from .found import Curve, Sweep
from .settings import points_of

__all__ = ["sweep_page", "write_page"]

COLOURS = ("var(--p0)", "var(--p1)", "var(--p2)", "var(--p3)", "var(--p4)", "var(--p5)", "var(--p6)", "var(--p7)")
ALONE = "var(--accent)"


def write_page(sweep: Sweep, manifest: Mapping[str, Any], path: Path) -> Path:
    """Write the page of a sweep."""
    return write_whole(path, sweep_page(sweep, manifest).encode("utf-8"))


def sweep_page(sweep: Sweep, manifest: Mapping[str, Any]) -> str:
    """The page as text."""
    is_grid = len(sweep.axes) > 1
    trouble = [
        f"{count:,} games {what}"
        for count, what in (
            (sweep.cut_off, "hit the decision limit and count as draws"),
            (sweep.forfeited, "were forfeited"),
        )
        if count
    ]
    said = "".join(
        f"<li>{escape(line)}</li>" for line in filter(None, (words.together_text(sweep), *words.gist(sweep)))
    )
    main = [curve for curve in sweep.curves.values() if curve.outcome.is_main]
    rest = [curve for curve in sweep.curves.values() if not curve.outcome.is_main]
    sections = [
        answer_section(words.answer_of(sweep)),
        section("Results", f'<ul class="said">{said}</ul>{keys(sweep)}{figures(sweep, main)}'),
    ]
    if sweep.adapted is not None:
        sections.append(section("Players that adapt", answers(sweep), how_answered(sweep)))
    sections += [
        section("The numbers", grids(sweep, main) if is_grid else table(sweep, main), GRID if is_grid else TABLE),
        section("How they fight", figures(sweep, rest) + more(sweep, rest), "Per game, each player for itself."),
        f'<section class="method"><h2>How to read this</h2>{"".join(f"<p>{text}</p>" for text in METHOD)}'
        f"<details><summary>Exact settings</summary>{definitions(settings(sweep, manifest))}</details></section>",
    ]
    return filled(
        "answer.html",
        {
            "title": escape(words.title_of(sweep)),
            "lead": escape(words.between(sweep) + "."),
            "trouble": f'<p class="trouble">{escape("; ".join(trouble))}.</p>' if trouble else "",
            "sections": "\n".join(sections),
        },
    )


TABLE = (
    "Below each value its 95 % interval, then the difference from the shaded row, pair by pair, with its interval. Bold: "
    "significant, corrected for all questions of this table."
)
GRID = (
    "In each cell the value, and below it the difference from the reference, pair by pair, with its 95 % interval. Bold: "
    "significant, corrected for all questions of these tables."
)
METHOD = (
    "<b>Pairs.</b> A pair is one start and one seed played twice, seats swapped, so that neither the seat nor unequal armies "
    "favour a player. All values play the same starts with the same dice. Each pair is compared with itself under "
    "another value, so luck cancels. Where all pairs from one start go alike, they are repetitions and count once.",
    "<b>Intervals</b> are 95 % intervals over pairs, of casualties and other counts over shards of pairs. Bands show the "
    "uncertainty of each value by itself; because values share their luck, their differences are known more exactly than "
    "bands suggest.",
    "<b>Significant</b> means that the chance of so large a difference, if there were none, is below 5 % for all differences of "
    "the same group together (Holm 1979). A <b>trend</b> is the gain from the first value to the last along the straight "
    "line through all values; it asks one question where single values ask several. Outcomes at the top are one group, "
    "those under <i>How they fight</i> another.",
)


def section(title: str, inner: str, lead: str = "") -> str:
    """A section of the page."""
    return f"<section><h2>{title}</h2>{f'<p>{lead}</p>' if lead else ''}{inner}</section>"


def keys(sweep: Sweep) -> str:
    """What colours and points mean."""
    dots = [f'<i class="dot" style="--c:{COLOURS[i]}"></i>{escape(name)}' for i, name in enumerate(sweep.players)]
    if len(sweep.axes) > 1:
        axis = sweep.axes[1]
        dots = [
            f'<i class="dot" style="--c:{COLOURS[i % len(COLOURS)]}"></i>{escape(axis.address)} = {escape(label)}'
            for i, label in enumerate(axis.labels)
        ]
    dots += [
        "band: 95 % interval",
        "filled point: significant difference",
        "dashed: the book\N{RIGHT SINGLE QUOTATION MARK}s value",
    ]
    return f'<div class="keys">{"".join(f"<span>{one}</span>" for one in dots)}</div>'


def figures(sweep: Sweep, curves: Sequence[Curve]) -> str:
    """A chart for every outcome; the two players of a measure share one."""
    groups: dict[str, list[Curve]] = {}
    for curve in curves:
        is_alone = len(sweep.axes) > 1  # its lines are those of the second knob
        groups.setdefault(curve.outcome.key if is_alone else curve.outcome.name, []).append(curve)
    cards = []
    for name, group in groups.items():
        outcome = group[0].outcome
        lines = _lines(sweep, group)
        axis = sweep.axes[0]
        level = 0.5 if name in ("score", "first seat") else None
        if all(
            np.nan_to_num(part).max(initial=0) == np.nan_to_num(part).min(initial=0) == 0
            for part in (c.value for c in group)
        ):
            continue  # nobody ever did that
        shown = chart(
            lines, numbers=axis.numbers, labels=axis.labels, evenly=not axis.is_number, book=axis.default, level=level,
            is_share=outcome.is_share, about=f"{name} over {axis.address}",
        )  # fmt: skip
        cards.append(f'<div class="curve"><h3>{escape(name)}</h3><p>{escape(outcome.meaning)}</p>{shown}</div>')
    return f'<div class="curves">{"".join(cards)}</div>'


def _lines(sweep: Sweep, group: Sequence[Curve]) -> list[Line]:
    """The lines of a chart: one for each player, or for each value of the second knob."""
    found = []
    for curve in group:
        values, lows, highs, sure = (
            part.reshape(len(sweep.axes[0].numbers), -1) for part in (curve.value, curve.low, curve.high, curve.sure)
        )
        for k in range(values.shape[1]):
            if len(sweep.axes) > 1:
                who = f"{curve.outcome.key}, {sweep.axes[1].address} = {sweep.axes[1].labels[k]}"
                colour = COLOURS[k % len(COLOURS)]
            else:
                who = curve.outcome.key
                colour = ALONE if curve.outcome.player < 0 else COLOURS[curve.outcome.player]
            found.append(Line(who, colour, values[:, k], lows[:, k], highs[:, k], sure[:, k].tolist()))
    return found


def table(sweep: Sweep, curves: Sequence[Curve]) -> str:
    """Outcomes by value."""
    head = "".join(f'<th class="num">{escape(curve.outcome.key)}</th>' for curve in curves)
    rows = []
    for k, label in enumerate(sweep.labels):
        cells = []
        for curve in curves:
            apart = "" if k == sweep.reference else f"<small>{escape(words.difference_text(curve, k))}</small>"
            kind = " sure" if curve.sure.flat[k] else ""
            cells.append(
                f'<td class="num{kind}">{words.value_text(curve, k)}<small>{words.interval_text(curve, k)}</small>{apart}</td>'
            )
        share = sweep.changed.flat[k]
        went = "" if k == sweep.reference else f"{100 * share:.1f}%" if share else "none"
        is_book = all(a.numbers[i] == a.default for a, i in zip(sweep.axes, points_of(sweep.axes)[k], strict=True))
        kind = ' class="reference"' if k == sweep.reference else ""
        book = "<small>the book</small>" if is_book else ""
        rows.append(
            f'<tr{kind}><th scope="row">{escape(label)}{book}</th>{"".join(cells)}<td class="num">{went}</td></tr>'
        )
    return (
        f'<div class="scroll"><table class="values"><thead><tr><th>{escape(words.title_of(sweep).rsplit(".", 1)[-1])}</th>{head}'
        f'<th class="num">pairs that played out differently</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def more(sweep: Sweep, curves: Sequence[Curve]) -> str:
    """The table of what is less important, folded."""
    if len(sweep.axes) > 1:
        return ""
    return f"<details><summary>The numbers</summary>{table(sweep, curves)}</details>"


def grids(sweep: Sweep, curves: Sequence[Curve]) -> str:
    """A grid of two knobs as a coloured table for every outcome."""
    one, other = sweep.axes
    found = []
    for curve in curves:
        most = np.nanmax(np.abs(curve.difference)) or 1.0
        head = "".join(f'<th class="num">{escape(label)}</th>' for label in other.labels)
        rows = []
        for i, label in enumerate(one.labels):
            cells = []
            for j in range(len(other.labels)):
                k = i * len(other.labels) + j
                apart = float(curve.difference[i, j])
                strength = 0.0 if not math.isfinite(apart) else abs(apart) / most
                strength *= 0.75 if curve.sure[i, j] else 0.2
                told = "reference" if k == sweep.reference else words.difference_text(curve, k)
                bold = "b" if curve.sure[i, j] or k == sweep.reference else "span"
                cells.append(
                    f'<td class="cell {"up" if apart >= 0 else "down"}" style="--s:{strength:.3f}" title="'
                    f'{escape(words.interval_text(curve, k))}"><{bold}>{words.value_text(curve, k)}</{bold}>'
                    f"<small>{escape(told).replace(' (', '</small><small>').rstrip(')')}</small></td>"
                )
            rows.append(f'<tr><th scope="row">{escape(label)}</th>{"".join(cells)}</tr>')
        found.append(
            f"<div><h3>{escape(curve.outcome.key)}</h3>"
            f'<div class="scroll"><table class="heat"><thead><tr><th></th>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div></div>"
        )
    return (
        f"<p>Rows: {escape(one.address)}. Columns: {escape(other.address)}. Deep colour: significant.</p>"
        f'<div class="grids">{"".join(found)}</div>'
    )


def settings(sweep: Sweep, manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was played, exactly."""
    question = manifest.get("question", {})
    stream = question.get("stream", {})
    rows = [("question", str(manifest.get("id", "")))]
    rows += [(f"knob {axis.address}", f"{', '.join(axis.labels)}; the book: {axis.default}") for axis in sweep.axes]
    rows += [(f"held: {address}", str(value)) for address, value in sweep.held.items()]
    rows += [
        ("scenario", f"{stream.get('scenario')}, {stream.get('starts')} starts, content {question.get('content')}"),
        ("seed", str(stream.get("seed"))),
        *((f"player {name}", digest) for name, digest in question.get("digests", {}).items() if name in sweep.players),
        ("pairs", f"{sweep.pairs:,} for each point"),
        ("pairs of the search for answers", f"{question.get('adapt_pairs', 0):,} for each point, at most"),
        ("rules", f"{manifest.get('ruleset')} {manifest.get('rules')}"),
        ("tactica", str(manifest.get("version"))),
        ("machine", f"{manifest.get('machine')}, Python {manifest.get('python')}"),
    ]
    return rows
