"""Lines with interval bands over the values of a number, as SVG that needs no script."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .charts import MINUS, escape, ticks

__all__ = ["Line", "chart", "number_text"]

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 10, 26
MOST_LABELS = 9
SHORT = 5  # letters of a label that may stand in the middle below the first and the last point


@dataclass(frozen=True)
class Line:
    """A line over the values.

    Attributes:
        name: what it shows, for its tooltips.
        colour: in CSS.
        values, lows, highs: float64 (n,), one each for every value; nan leaves a gap.
        sure: which points are filled.
    """

    name: str
    colour: str
    values: np.ndarray
    lows: np.ndarray
    highs: np.ndarray
    sure: Sequence[bool]


def number_text(value: float, is_share: bool = False, sign: bool = False) -> str:
    """A number with as many digits as mean something; shares in percent."""
    if not math.isfinite(value):
        return "\N{EN DASH}"
    if is_share:
        text = f"{100 * value:{'+' if sign else ''}.1f}"
    else:
        digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
        text = f"{value:{'+' if sign else ''},.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("+-")
    return text.replace("-", MINUS)


def positions(numbers: Sequence[float], evenly: bool) -> list[float]:
    """Where values stand between 0 and 1: as their numbers lie, or evenly."""
    if evenly or len(numbers) < 2:
        return [(i + 0.5) / len(numbers) if len(numbers) < 2 else i / (len(numbers) - 1) for i in range(len(numbers))]
    span = numbers[-1] - numbers[0]
    return [(number - numbers[0]) / span for number in numbers]


def chart(
    lines: Sequence[Line],
    *,
    numbers: Sequence[float],
    labels: Sequence[str],
    evenly: bool = False,
    book: float | None = None,
    level: float | None = None,
    is_share: bool = False,
    about: str = "",
) -> str:
    """A chart.

    Args:
        lines: to draw.
        numbers: ascending, where the points stand.
        labels: what they are called.
        evenly: whether they stand at equal distances.
        book: the number to mark with an upright line.
        level: the height to mark across.
        is_share: whether heights are shares, shown in percent.
        about: what it shows, for those who cannot see it.
    """
    known = [
        float(one)
        for line in lines
        for part in (line.values, line.lows, line.highs)
        for one in part
        if math.isfinite(one)
    ]
    if not known:
        return '<p class="none">nothing was counted</p>'
    low, high = min(known), max(known)
    if level is not None and low - (high - low) <= level <= high + (high - low):
        low, high = min(low, level), max(high, level)
    least = 0.02 if is_share else max(abs(high), abs(low), 0.01) * 0.02
    if high - low < least:
        low, high = low - least / 2, high + least / 2
    pad = (high - low) * 0.06
    low, high = low - pad, high + pad
    if is_share:
        low, high = max(low, -0.004), min(high, 1.004)
    at = positions(numbers, evenly)

    def x(i: int) -> float:
        return LEFT + 8 + (WIDTH - LEFT - RIGHT - 16) * at[i]

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    parts = []
    scale = 100 if is_share else 1
    for tick in ticks(low * scale, high * scale, 5):
        at_y = y(tick / scale)
        text = f"{tick:g}".replace("-", MINUS)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at_y:.1f}" y2="{at_y:.1f}"/>')
        parts.append(
            f'<text x="{LEFT - 6}" y="{at_y + 4:.1f}" text-anchor="end">{text}{"%" if is_share else ""}</text>'
        )
    if level is not None and low <= level <= high:
        parts.append(f'<line class="book" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(level):.1f}" y2="{y(level):.1f}"/>')
    if book is not None and book in numbers:
        where = x(list(numbers).index(book))
        parts.append(f'<line class="book" x1="{where:.1f}" x2="{where:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
    step = -(-len(numbers) // MOST_LABELS)
    for i in range(0, len(numbers), step):
        mark = " (book)" if book == numbers[i] and len(numbers) <= 5 else ""
        is_short = len(labels[i] + mark) <= SHORT
        anchor = "middle" if is_short or 0 < at[i] < 1 else "start" if at[i] == 0 else "end"
        where = x(i) + {"start": -10, "middle": 0, "end": 10}[anchor]
        parts.append(
            f'<text x="{where:.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}">{escape(labels[i].replace("-", MINUS) + mark)}</text>'
        )
    for line in lines:
        parts.append(_line(line, x, y, labels, is_share))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(about)}">{"".join(parts)}</svg>'


def _line(line: Line, x: object, y: object, labels: Sequence[str], is_share: bool) -> str:
    """A line with its band and its points."""
    assert callable(x) and callable(y)
    points = [i for i, value in enumerate(line.values) if math.isfinite(value)]
    banded = [i for i in points if math.isfinite(line.lows[i]) and math.isfinite(line.highs[i])]
    parts = []
    if len(banded) > 1:
        upper = " ".join(f"{x(i):.1f},{y(line.highs[i]):.1f}" for i in banded)
        lower = " ".join(f"{x(i):.1f},{y(line.lows[i]):.1f}" for i in reversed(banded))
        parts.append(f'<polygon class="band" points="{upper} {lower}"/>')
    path = " ".join(f"{x(i):.1f},{y(line.values[i]):.1f}" for i in points)
    parts.append(f'<polyline class="line" points="{path}"/>')
    for i in points:
        spread = ""
        if i in banded:
            spread = f", {number_text(line.lows[i], is_share)} to {number_text(line.highs[i], is_share)}"
            if len(banded) == 1:
                here = f'x1="{x(i):.1f}" x2="{x(i):.1f}"'
                parts.append(f'<line class="rod" {here} y1="{y(line.lows[i]):.1f}" y2="{y(line.highs[i]):.1f}"/>')
        told = f"{line.name} at {labels[i]}: {number_text(line.values[i], is_share)}{'%' if is_share else ''}{spread}"
        kind = ' class="sure"' if line.sure[i] else ""
        parts.append(
            f'<circle{kind} cx="{x(i):.1f}" cy="{y(line.values[i]):.1f}" r="3.6"><title>{escape(told)}</title></circle>'
        )
    return f'<g style="--c:{line.colour}">{"".join(parts)}</g>'
