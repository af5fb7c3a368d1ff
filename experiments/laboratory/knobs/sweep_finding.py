"""What a sweep found, as a finding."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...report.charts import escape
from ...report.lines import Line, chart
from ..finding import TERMINAL, Block, Column, Drawing, Finding, FindingTable, Fold, Row, Section, SideBySide, Value
from . import words
from .answers import answered
from .found import Curve, Sweep
from .settings import points_of

__all__ = ["finding_of"]

COLOURS = ("var(--p0)", "var(--p1)", "var(--p2)", "var(--p3)", "var(--p4)", "var(--p5)", "var(--p6)", "var(--p7)")
ALONE = "var(--accent)"
CHANGED = "pairs that played out differently"


def finding_of(sweep: Sweep, manifest: Mapping[str, Any], measures: Sequence[str] = ()) -> Finding:
    """The finding, with the manifest of its folder, and measures that a terminal shows beside score and rounds."""
    trouble = [
        f"{count:,} games {what}"
        for count, what in (
            (sweep.cut_off, "hit the decision limit and count as draws"),
            (sweep.forfeited, "were forfeited"),
        )
        if count
    ]
    main = [curve for curve in sweep.curves.values() if curve.outcome.is_main]
    rest = [curve for curve in sweep.curves.values() if not curve.outcome.is_main]
    asked = [curve for curve in sweep.curves.values() if curve.outcome.name in ("score", "rounds", *measures)]
    together = [text] if (text := words.together_text(sweep)) else []
    fights: list[Block] = [Drawing(figures(sweep, rest))]
    if len(sweep.axes) > 1:
        axes = "Rows: {}. Columns: {}. Deep colour: significant.".format(*(axis.address for axis in sweep.axes))
        numbers = Section("The numbers", [axes, SideBySide([grid(sweep, curve) for curve in main])], GRID)
    else:
        numbers = Section("The numbers", [table(sweep, main)], TABLE)
        fights.append(Fold("The numbers", table(sweep, rest)))
    return Finding(
        words.title_of(sweep),
        words.answer_of(sweep),
        f"{words.between(sweep)}.",
        [
            Section("Results", [[*together, *words.gist(sweep)], Drawing(keys(sweep) + figures(sweep, main))]),
            Section(
                "", [*(table(sweep, [curve], "compared with this") for curve in asked), *words.gist(sweep)], on=TERMINAL
            ),
            *(answered(sweep) if sweep.adapted is not None else ()),
            numbers,
            Section("How they fight", fights, "Per game, each player for itself."),
        ],
        manifest,
        settings(sweep, manifest),
        METHOD,
        f"{'; '.join(trouble)}." if trouble else "",
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


def table(sweep: Sweep, curves: Sequence[Curve], reference: str = "") -> FindingTable:
    """Outcomes by value; ``reference`` is said of the value with which others are compared."""
    rows: list[Row] = []
    for k, label in enumerate(sweep.labels):
        is_book = all(a.numbers[i] == a.default for a, i in zip(sweep.axes, points_of(sweep.axes)[k], strict=True))
        cells = [
            Value(
                words.value_text(curve, k),
                (words.interval_text(curve, k), reference if k == sweep.reference else words.difference_text(curve, k)),
                bool(curve.sure.flat[k]),
            )
            for curve in curves
        ]
        share = sweep.changed.flat[k]
        went = "" if k == sweep.reference else f"{100 * share:.1f}%" if share else "none"
        rows.append([Value(label, ("the book",) if is_book else ()), *cells, went])
    columns = [Column(curve.outcome.key, parts=("95 % interval", "difference")) for curve in curves]
    first = words.title_of(sweep) if reference else words.title_of(sweep).rsplit(".", 1)[-1]
    caption = f"{curves[0].outcome.key}: {curves[0].outcome.meaning}"
    return FindingTable([first, *columns, CHANGED], rows, sweep.reference, caption, (CHANGED,))


def grid(sweep: Sweep, curve: Curve) -> FindingTable:
    """An outcome of two knobs as a coloured table."""
    one, other = sweep.axes
    most = np.nanmax(np.abs(curve.difference)) or 1.0
    rows: list[Row] = []
    for i, label in enumerate(one.labels):
        cells = []
        for j in range(len(other.labels)):
            k, apart = i * len(other.labels) + j, float(curve.difference[i, j])
            strength = apart / most * (0.75 if curve.sure[i, j] else 0.2) if math.isfinite(apart) else 0.0
            difference, _, interval = words.difference_text(curve, k).partition(" (")
            more = ("reference",) if k == sweep.reference else (difference, interval.rstrip(")"))
            is_bold = bool(curve.sure[i, j]) or k == sweep.reference
            cells.append(
                Value(words.value_text(curve, k), more, is_bold, words.interval_text(curve, k), shade=strength)
            )
        rows.append([label, *cells])
    return FindingTable(["", *(Column(label, "cell") for label in other.labels)], rows, caption=curve.outcome.key)


def settings(sweep: Sweep, manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was played, exactly."""
    question = manifest.get("question", {})
    stream = question.get("stream", {})
    rows = [(f"knob {axis.address}", f"{', '.join(axis.labels)}; the book: {axis.default}") for axis in sweep.axes]
    rows += [(f"held: {address}", str(value)) for address, value in sweep.held.items()]
    rows += [
        ("scenario", f"{stream.get('scenario')}, {stream.get('starts')} starts, content {question.get('content')}"),
        ("seed", str(stream.get("seed"))),
        *((f"player {name}", digest) for name, digest in question.get("digests", {}).items() if name in sweep.players),
        ("pairs", f"{sweep.pairs:,} for each point"),
        ("pairs of the search for answers", f"{question.get('adapt_pairs', 0):,} for each point, at most"),
    ]
    return rows
