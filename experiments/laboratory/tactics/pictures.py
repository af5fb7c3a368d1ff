"""Pictures of a search for tactics as SVG: the map of styles, and the matrix of results. Colours are those of the pages."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ....envs.core.printable import printable
from ...report.charts import amount, escape, ticks
from .atlas import Atlas
from .found import Discovery
from .population import SUPPORT, sure_cycle

__all__ = ["map_picture", "standalone", "wheel_picture"]

CELL, LEFT, BELOW = 62, 58, 44
LEAST_IN_WHEEL, MOST_IN_WHEEL = 4, 5
COLOURS = (
    "svg{--ink:#26231f;--soft:#6b645a;--line:#e2dbcd;--card:#fffdf8;--up:29 107 158;--down:196 98 32;--accent:#0d6e6e;"
    "font-family:system-ui,sans-serif;background:var(--card)}"
    "@media(prefers-color-scheme:dark){svg{--ink:#ece8e1;--soft:#a9a499;--line:#33373c;--card:#1d2024;--up:84 160 214;"
    "--down:226 138 72;--accent:#4fc0b8}}"
)


def standalone(picture: str) -> str:
    """A picture as a file of its own, in light and dark."""
    head, _, rest = picture.partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{COLOURS}</style>{rest}\n'


def _text(
    x: float, y: float, text: str, *, size: float = 12, anchor: str = "middle", colour: str = "ink", more: str = ""
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" fill="var(--{colour})"{more}>'
        f"{escape(text)}</text>"
    )


def map_picture(atlas: Atlas) -> str:
    """The best tactic of each style: cells by two styles, coloured by the points its tactic wins."""
    side = atlas.size * CELL
    width, height = LEFT + side + 12, side + BELOW + 8
    parts = [
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="Map of styles" style="max-width:{width}px;width:100%">'
    ]
    for column in range(atlas.size):
        for row in range(atlas.size):
            x, y = LEFT + column * CELL, 4 + (atlas.size - 1 - row) * CELL
            parts.append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="6" fill="none" stroke="var(--line)"/>'
            )
    for cell in atlas.cells:
        x, y = LEFT + cell.at[0] * CELL, 4 + (atlas.size - 1 - cell.at[1]) * CELL
        share, strength = cell.share, min(abs(cell.share.value - 0.5) * 3, 1.0)
        colour = "up" if share.value >= 0.5 else "down"
        about = (
            f"{share.value:.1%} of the points, {share.low:.1%} to {share.high:.1%}, on fresh dice; {cell.selected:.1%} when "
            f"it was chosen. {', '.join(f'{axis} {amount(cell.style[axis])}' for axis in atlas.axes)}"
        )
        parts.append(
            f'<g><title>{escape(about)}</title><rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="6" '
            f'fill="rgb(var(--{colour}) / {0.1 + 0.7 * strength:.2f})"/>'
            + _text(x + CELL / 2, y + CELL / 2 + 2, f"{100 * share.value:.0f}", size=17)
            + _text(
                x + CELL / 2, y + CELL / 2 + 18, f"{100 * share.low:.0f}\N{EN DASH}{100 * share.high:.0f}", size=10.5
            )
            + "</g>"
        )
    for axis in (0, 1):
        low, high = atlas.ranges[axis]
        for tick in ticks(low, high, 5):
            at = (tick - low) / (high - low) * side
            if axis == 0:
                parts.append(_text(LEFT + at, side + 20, f"{tick:g}", size=11, colour="soft"))
            else:
                parts.append(_text(LEFT - 6, 4 + side - at + 4, f"{tick:g}", size=11, anchor="end", colour="soft"))
    parts.append(_text(LEFT + side / 2, side + 38, printable(atlas.axes[0]), size=13))
    turned = f' transform="rotate(-90 14 {4 + side / 2:.0f})"'
    parts.append(_text(14, 4 + side / 2, printable(atlas.axes[1]), size=13, more=turned))
    return "".join([*parts, "</svg>"])


def wheel_picture(found: Discovery) -> str:
    """The cycle as a wheel: an arrow from each to the one it beats; without a cycle those in the Nash mixture, the first few, and
    who beats whom of them at 95 % each.
    """
    ring = sure_cycle(found.game)
    mixed = np.argsort(-found.game.mixture, kind="stable")[:MOST_IN_WHEEL].tolist()
    first = range(min(LEAST_IN_WHEEL, len(found.game.members)))
    shown = ring or sorted({*first, *(k for k in mixed if found.game.mixture[k] >= SUPPORT)})
    arrows = []
    for place, i in enumerate(shown):
        for other, j in enumerate(shown):
            share = found.game.shares[i][j]
            is_next = bool(ring) and j == shown[(place + 1) % len(shown)]
            if share is not None and (is_next or (not ring and share.low > 0.5)):
                arrows.append((place, other, f"{100 * share.value:.0f} %"))
    return wheel([found.game.members[k].name for k in shown], arrows)


def wheel(names: Sequence[str], arrows: Sequence[tuple[int, int, str]]) -> str:
    """Names on a circle, and labelled arrows between them."""
    radius, middle = 150.0, (260.0, 195.0)
    spots = [
        (
            middle[0] + radius * math.sin(2 * math.pi * k / max(len(names), 1)),
            middle[1] - radius * math.cos(2 * math.pi * k / max(len(names), 1)),
        )
        for k in range(len(names))
    ]
    parts = [
        '<svg viewBox="0 0 520 390" role="img" aria-label="Who beats whom" style="max-width:520px;width:100%"><defs><marker '
        'id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" '
        'fill="var(--accent)"/></marker></defs>'
    ]
    for one, other, label in arrows:
        (x, y), (u, v) = spots[one], spots[other]
        length = math.hypot(u - x, v - y)
        dx, dy = (u - x) / length, (v - y) / length
        ax, ay, bx, by = x + 34 * dx, y + 34 * dy, u - 38 * dx, v - 38 * dy
        cx, cy = (ax + bx) / 2 - 16 * dy, (ay + by) / 2 + 16 * dx
        parts.append(
            f'<path d="M{ax:.1f} {ay:.1f}Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}" fill="none" stroke="var(--accent)" '
            'stroke-width="2" marker-end="url(#tip)"/>'
        )
        parts.append(_text(cx - 6 * dy, cy + 6 * dx + 4, label, size=11.5, colour="soft"))
    for (x, y), name in zip(spots, names, strict=True):
        wide = max(8.2 * len(name) + 16, 60)
        parts.append(
            f'<rect x="{x - wide / 2:.1f}" y="{y - 15:.1f}" width="{wide:.1f}" height="30" rx="15" fill="var(--card)" '
            'stroke="var(--ink)"/>' + _text(x, y + 5, name, size=13.5)
        )
    return "".join([*parts, "</svg>"])
