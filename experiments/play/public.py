"""What spectators see while people play: of units, their states and the log, what all sides know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...envs.engine.game import Game
from ...envs.render import look_at
from ...envs.render.letters import codes_of
from ...envs.render.lines import lines_of, middle
from ...envs.render.scene import BoardLine, Figure, Scene
from ...envs.render.witness import Known
from ..report.boards import Film
from .seats import PUBLIC

__all__ = ["PublicFilm", "public_scene"]

#: What stands in a figure where the sides see different things.
UNKNOWN = {"mount": -1, "lift": "", "note": "", "group": -1, "has_banner": False}


class PublicFilm(Film):
    """A battle as frames that show what all sides know; of every decision only the side."""

    def __init__(self, game: Game, players: Sequence[str] = ()) -> None:
        super().__init__(game, players, PUBLIC)

    def viewers(self, game: Game) -> list[int]:
        """All sides."""
        return list(range(game.side_count))

    def look(self, game: Game) -> Scene:
        """See :func:`public_scene`."""
        return public_scene(game)

    def strokes(self, game: Game, scene: Scene, known: Mapping[int, Known]) -> list[BoardLine]:
        """Blows and shots that all sides saw, and who stood elsewhere before."""
        was = {figure.row: figure for figure in self.last.figures} if self.last else {}
        moved = [(was[figure.row], figure) for figure in scene.figures if figure.row in was]
        found = [
            BoardLine("move", (middle(then), middle(now)), now.hue)
            for then, now in moved
            if then.cell and now.cell and middle(then) != middle(now)
        ]
        first, *others = (
            lines_of(game, scene, side, before=self.last, known=known.get(side)) for side in self.viewers(game)
        )
        return found + [line for line in first if line.kind != "move" and all(line in one for one in others)]

    def happened(self, game: Game, known: Mapping[int, Known]) -> list[list[Any]]:
        """The lines of the log that read the same for all sides."""
        first, *others = (self.log_of(game, side, known.get(side)) for side in self.viewers(game))
        found = []
        for line in first:
            if all(line in one for one in others):
                found.append(line)
                for one in others:
                    one.remove(line)
        return found


def public_scene(game: Game) -> Scene:
    """A position as all sides see it: what any of them does not know is left out."""
    first, *others = scenes = [look_at(game, side) for side in range(game.side_count)]
    figures = [{figure.row: figure for figure in scene.figures} for scene in scenes]
    rows = [row for row in figures[0] if all(row in one for one in figures)]
    short = codes_of(game, rows, None)
    lights = [scene.light for scene in scenes if scene.light is not None]
    return replace(
        first,
        figures=[replace(_common([one[row] for one in figures]), code=short[row]) for row in rows],
        borders=dict(item for item in first.borders.items() if all(item in one.borders.items() for one in others)),
        marks=[mark for mark in first.marks if all(mark in one.marks for one in others)],
        rings=[ring for ring in first.rings if all(ring in one.rings for one in others)],
        links=[link for link in first.links if all(link in one.links for one in others)],
        light=np.minimum.reduce(lights) if lights else None,
        asked="",
        viewer=PUBLIC,
    )


def _common(seen: Sequence[Figure]) -> Figure:
    """A unit as all sides see it."""
    first, *others = seen
    unlike: dict[str, Any] = {
        name: value
        for name, value in UNKNOWN.items()
        if any(getattr(one, name) != getattr(first, name) for one in others)
    }
    if any((one.wounds, one.wounds_max) != (first.wounds, first.wounds_max) for one in others):
        unlike |= {"wounds": 0, "wounds_max": 0}
    statuses = tuple(one for one in first.statuses if all(one in other.statuses for other in others))
    return replace(first, statuses=statuses, is_out=all(one.is_out for one in seen), is_deciding=False, **unlike)
