"""What the last decision did, as lines on the board: blows and shots, hits and misses, and who moved from where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ..core.state import NO_UNIT
from .scene import Figure, Line, Scene, known_units, words_of

if TYPE_CHECKING:
    from ..engine.game import Game


def middle(figure: Figure) -> tuple[float, float]:
    """The middle of the cells a unit covers, in cells from the north-western corner of the board."""
    if figure.cell is None:
        raise ValueError(f"{figure.name} is not on the board")
    return figure.cell[0] + figure.width / 2, figure.cell[1] + figure.height / 2


def lines_of(
    game: Game,
    scene: Scene,
    viewer: int | None = None,
    before: Scene | None = None,
    known: Sequence[Collection[int]] | None = None,
) -> list[Line]:
    """What happened since the last decision, as lines: first moves, then blows and shots.

    Args:
        game: whose log.
        scene: its position.
        viewer: a side, to leave out what it does not know of; None for everything.
        before: the position in front of the decision, to show who has moved from where.
        known: for each event, the units the viewer knew of when it happened, see :func:`.witness`.
    """
    figures = {figure.row: figure for figure in scene.figures if figure.cell is not None}
    was = {figure.row: figure for figure in before.figures if figure.cell is not None} if before else {}
    found = [
        Line("move", middle(was[row]), middle(figure), figure.hue)
        for row, figure in figures.items()
        if row in was and was[row].cell != figure.cell
    ]
    kinds = words_of(game.ruleset, "STROKES")
    now = None if viewer is None else known_units(game, viewer)
    for i, event in enumerate(game.s["events"][: int(game.s["event_count"])]):
        who, target = int(event["who"]), int(event["target"])
        seen = known[i] if known is not None and i < len(known) else now
        if int(event["kind"]) not in kinds or NO_UNIT in (who, target) or who == target:
            continue
        if seen is not None and not {who, target} <= set(seen):
            continue
        one, other = figures.get(who) or was.get(who), figures.get(target) or was.get(target)
        if one is None or other is None:
            continue
        line = Line(kinds[int(event["kind"])], middle(one), middle(other), one.hue)
        if line not in found:
            found.append(line)
    return found
