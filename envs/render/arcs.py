"""Arcs of units in a picture: the ground on each side of a unit in a shade of its own, and what that side is called."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .pen import CELL, INK, PAPER, SIDES, Colour, Pen, mix
from .scene import Figure, Scene

if TYPE_CHECKING:
    from ..engine.game import Game

NEAR = 3  # cells from the unit, within which an arc has its words
FRONT, REAR, FLANK = 0.32, 0.3, 0.14  # how strong the shades are


@dataclass(frozen=True)
class Arc:
    """The cells that lie on one side of a unit.

    Attributes:
        row: roster row of the unit.
        words: which side: front, rear ...
        cells: bool (height, width).
    """

    row: int
    words: str
    cells: np.ndarray


def add_arcs(game: Game, scene: Scene, names: Collection[str]) -> None:
    """Add the arcs of some units to a scene; units off the board or out of the battle have no arcs.

    Raises:
        ValueError: no unit in the scene has that name, or the ruleset has no arcs.
    """
    known = {figure.name: figure for figure in scene.figures}
    for name in names:
        if name not in known:
            raise ValueError(f"arcs of {name!r}: no unit is called that; units: {', '.join(known)}")
        from .. import rulesets

        arcs_of = game.ruleset.book.pictures.arcs
        if arcs_of is None:
            able = ", ".join(slug for slug in rulesets.names() if rulesets.get(slug).book.pictures.arcs is not None)
            raise ValueError(f"arcs of {name!r}: {game.ruleset.slug} cannot draw them; rulesets that can: {able}")
        row = known[name].row
        if known[name].cell is not None and not known[name].is_out:
            scene.arcs += [Arc(row, words, cells) for words, cells in arcs_of(game, row).items()]


def shade_of(arc: Arc, hue: int) -> tuple[Colour, float]:
    """The colour of an arc and how strong it is: the front in the colour of the side, the flanks pale, the rear dark."""
    if arc.words == "rear":
        return INK, REAR
    return SIDES[hue], FRONT if arc.words == "front" else FLANK


def tinted(scene: Scene, x: int, y: int, ground: Colour) -> Colour:
    """The colour of the ground of a cell, shaded by the arcs it lies in."""
    hues = {figure.row: figure.hue for figure in scene.figures} if scene.arcs else {}
    for arc in scene.arcs:
        if arc.cells[y, x]:
            ground = mix(ground, *shade_of(arc, hues[arc.row]))
    return ground


def draw_arc_words(pen: Pen, scene: Scene, arc: Arc, left: float, up: float) -> None:
    """What a side of a unit is called, in the middle of the cells of the arc that are near to the unit."""
    figure = next(figure for figure in scene.figures if figure.row == arc.row)
    near = arc.cells & near_to(figure, arc.cells.shape)
    if not near.any():
        return
    rows, columns = np.nonzero(near)
    x, y = left + (columns.mean() + 0.5) * CELL, up + (rows.mean() + 0.5) * CELL
    wide = pen.width(arc.words, 13) + 12
    pen.box(x - wide / 2, y - 10, wide, 20, PAPER, SIDES[figure.hue], 6)
    pen.write(x, y, arc.words, 13, mix(SIDES[figure.hue], INK, 0.35), "mm")


def near_to(figure: Figure, shape: tuple[int, ...]) -> np.ndarray:
    """The cells near to a unit; bool (height, width)."""
    near = np.zeros(shape, np.bool_)
    if figure.cell is not None:
        x, y = figure.cell
        near[max(y - NEAR, 0) : y + figure.height + NEAR, max(x - NEAR, 0) : x + figure.width + NEAR] = True
    return near
