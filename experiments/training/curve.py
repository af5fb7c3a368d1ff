"""A learning curve: how each generation of a run did against the anchors, as a picture that stands alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..report.lines import Line, chart
from ..statistics.quantiles import normal_quantile

__all__ = ["curve", "read_log"]

COLOURS = ("#0b6e69", "#1f77b4", "#d2691e", "#7b4ea3", "#8a6d1b", "#b0307a", "#4d7c0f", "#6b7280")
STYLE = (
    "svg{background:#fffef9;font:10px system-ui,sans-serif}text{fill:#555}.grid{stroke:#e4e0d4}"
    ".book{stroke:#999;stroke-dasharray:3 3}.line{fill:none;stroke:var(--c);stroke-width:1.6}"
    ".band{fill:var(--c);opacity:.15}circle{fill:#fffef9;stroke:var(--c);stroke-width:1;r:2px}"
)
GREY = "#9aa0a6"  # of draws
DRAWS = 2  # where they stand in what was judged
ROW = 15  # of the legend
MILLION = 1e6


def read_log(path: Path) -> list[dict[str, Any]]:
    """The lines of a log."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def curve_of(log: Path) -> str:
    """The learning curve of the log in a file, as SVG."""
    return curve(read_log(log))


def curve(lines: Sequence[Mapping[str, Any]]) -> str:
    """A picture of a log: shares of the points against each anchor, their mean with its 95 % interval, and draws, by decisions.

    Args:
        lines: of ``log.jsonl``: the clone, then the generations. Logs of earlier versions have no draws.

    Returns:
        SVG.
    """
    millions = np.cumsum([line.get("frames", 0) for line in lines]) / MILLION
    anchors = list(lines[0]["judged"])
    nothing = np.full(len(lines), np.nan)
    found = []
    for k, name in enumerate(anchors):
        shares = np.array([line["judged"][name][0] for line in lines])
        found.append(
            Line(f"against {name}", COLOURS[(k + 1) % len(COLOURS)], shares, nothing, nothing, [False] * len(lines))
        )
    errors = np.array([[line["judged"][name][1] for name in anchors] for line in lines])
    means = np.array([line["mean"] for line in lines])
    half = normal_quantile() * np.sqrt((errors**2).sum(1)) / len(anchors)
    found.append(Line("mean", COLOURS[0], means, means - half, means + half, [False] * len(lines)))
    if all(len(line["judged"][name]) > DRAWS for line in lines for name in anchors):
        draws = np.array([np.mean([line["judged"][name][DRAWS] for name in anchors]) for line in lines])
        found.append(Line("draws", GREY, draws, nothing, nothing, [False] * len(lines)))
    drawn = chart(
        found, numbers=millions.tolist(), labels=[f"{value:.1f}" for value in millions], level=0.5, is_share=True,
        about="share of the points against each anchor, by millions of decisions learnt from",
    )  # fmt: skip
    return _alone(drawn, found)


def _alone(drawn: str, lines: Sequence[Line]) -> str:
    """A chart with its colours and a legend below."""
    _, _, width, height = drawn.split('viewBox="', 1)[1].split('"', 1)[0].split()
    below = int(height) + ROW * (1 + (len(lines) + 1) // 2)
    legend = [f'<text x="{int(width) // 2}" y="{int(height) + 8}" text-anchor="middle">millions of decisions</text>']
    for k, line in enumerate(lines):
        x, y = 46 + (k % 2) * 160, int(height) + ROW * (1 + k // 2) + 10
        legend.append(f'<circle cx="{x}" cy="{y - 3}" style="fill:{line.colour};stroke:none;r:4px"/>')
        legend.append(f'<text x="{x + 9}" y="{y}">{line.name}</text>')
    head, body = drawn.split(">", 1)
    head = head.replace(f'viewBox="0 0 {width} {height}"', f'viewBox="0 0 {width} {below}" width="{2 * int(width)}"')
    head = head.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')
    return f"{head}><style>{STYLE}</style>{body.removesuffix('</svg>')}{''.join(legend)}</svg>\n"
