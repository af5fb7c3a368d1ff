"""What the last decision did, as lines on the board: blows and shots, hits and misses, and who moved from where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ..core.state import NO_UNIT
from .scene import BoardLine, Figure, Scene, known_units
from .words import counts_nothing

if TYPE_CHECKING:
    from ..engine.game import Game


Point: TypeAlias = tuple[float, float]


def middle(figure: Figure, cell: tuple[int, int] | None = None) -> Point:
    """The middle of the cells a unit covers, or would cover elsewhere, in cells from the north-western corner of the board."""
    if figure.cell is None:
        raise ValueError(f"{figure.name} is not on the board")
    x, y = figure.cell[0] + figure.width / 2, figure.cell[1] + figure.height / 2
    if cell is None:
        return x, y
    own = figure.own_cell or figure.cell
    return x + cell[0] - own[0], y + cell[1] - own[1]


def _ways(game: Game, viewer: int | None) -> dict[int, list[tuple[int, int]]]:
    """The cells (x, y) that units came to since the last decision, in order. A side knows those of its friends: where others
    went, it may not have seen.
    """
    s = game.s
    found: dict[int, list[tuple[int, int]]] = {}
    for pace in s["paces"][: int(s["pace_count"])]:
        who = int(pace["who"])
        if viewer is None or s["allied"][viewer, int(s["units"][who]["side"])]:
            found.setdefault(who, []).append(game.ruleset.board.place(int(pace["cell"])))
    return found


def _through(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points without those at which nothing turns or moves."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and _goes_on(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _goes_on(one: Point, two: Point, three: Point) -> bool:
    """Whether the second of three points lies on the straight way from the first to the third."""
    (ax, ay), (bx, by) = (two[0] - one[0], two[1] - one[1]), (three[0] - two[0], three[1] - two[1])
    return ax * by == ay * bx and ax * bx + ay * by > 0


def lines_of(
    game: Game,
    scene: Scene,
    viewer: int | None = None,
    before: Scene | None = None,
    known: Sequence[Collection[int]] | None = None,
) -> list[BoardLine]:
    """What happened since the last decision, as lines: first moves, then blows and shots.

    Args:
        game: the game of the log.
        scene: its position.
        viewer: a side, to leave out what it does not know of; None for everything.
        before: the position in front of the decision, to show who has moved from where.
        known: for each event, the units the viewer knew of when it happened, see :func:`.witness`.
    """
    figures = {figure.row: figure for figure in scene.figures if figure.cell is not None}
    was = {figure.row: figure for figure in before.figures if figure.cell is not None} if before else {}
    ways = _ways(game, viewer)
    found = []
    for row, figure in figures.items():
        if row in was:
            points = _through([middle(was[row]), *(middle(figure, cell) for cell in ways.get(row, ())), middle(figure)])
            if len(points) > 1:
                found.append(BoardLine("move", points, figure.hue))
    kinds = game.ruleset.book.vocab.events
    now = None if viewer is None else known_units(game, viewer)
    for i, event in enumerate(game.s["events"][: int(game.s["event_count"])]):
        who, target = int(event["who"]), int(event["target"])
        seen = known[i] if known is not None and i < len(known) else now
        kind = kinds(int(event["kind"])) if event["kind"] > 0 else None
        stroke = kind.stroke if kind is not None else ""
        if kind is not None and stroke and counts_nothing(kind, int(event["amount"])):
            stroke = "miss"
        if not stroke or NO_UNIT in (who, target) or who == target:
            continue
        if seen is not None and not {who, target} <= set(seen):
            continue
        one, other = figures.get(who) or was.get(who), figures.get(target) or was.get(target)
        if one is None or other is None:
            continue
        line = BoardLine(stroke, (middle(one), middle(other)), one.hue)
        if line not in found:
            found.append(line)
    return found
