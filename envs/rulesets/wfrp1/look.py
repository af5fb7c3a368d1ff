"""What pictures show of this ruleset beside the usual: fire, light in the dark, riders, fliers, items on the ground."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from .vocab import LIGHTS, Item

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...render.scene import Scene


def look(game: Game, scene: Scene) -> Scene:
    """Add the layer ``fire`` (rounds that the fire in each cell still burns), light, marks, mounts and altitudes."""
    fire = np.zeros((scene.height, scene.width), np.int16)
    for cell, rounds in zip(game.s["fire_cell"].tolist(), game.s["fire_rounds"].tolist(), strict=True):
        if rounds > 0:
            x, y = game.ruleset.board.place(cell)
            fire[y, x] = rounds
    scene.layers["fire"] = fire
    _add_figures(game, scene)
    _add_marks(game, scene)
    if not game.s["light"]:
        scene.light = _light(game, scene)
    return scene


def _add_figures(game: Game, scene: Scene) -> None:
    """Say of the units shown whom they ride, how high they are, and whether they are still hidden."""
    units = game.s["units"]
    shown = {figure.row for figure in scene.figures}
    for i, figure in enumerate(scene.figures):
        unit = units[figure.row]
        mount, altitude = int(unit["mount"]), int(unit["altitude_yd"])
        scene.figures[i] = dataclasses.replace(
            figure,
            mount=mount if mount in shown else -1,
            lift=f"{altitude} yd" if altitude > 0 else "",
            statuses=figure.statuses + ((("hidden", 1),) if unit["hidden"] else ()),
        )


def _add_marks(game: Game, scene: Scene) -> None:
    """Mark the lights and bombs that lie about."""
    s, place = game.s, game.ruleset.board.place
    for cells, items in ((s["light_cell"], s["light_item"]), (s["bomb_cell"], s["bomb_item"])):
        for cell, item in zip(cells.tolist(), items.tolist(), strict=True):
            if cell >= 0 and item != Item.NOTHING:
                scene.mark(place(cell), Item(item).name.lower().replace("_", " "))


def _light(game: Game, scene: Scene) -> np.ndarray:
    """1 in every cell that a light lights: one in the hand of a unit shown, one that lies about, a fire."""
    s, book, place = game.s, game.book, game.ruleset.board.place
    reach = {light: int(book[f"{light.name.lower()}_yards"]) for light in LIGHTS}
    lights = [(int(s["units"][figure.row]["cell"]), int(s["units"][figure.row][hand]))
              for figure in scene.figures for hand in ("main_hand", "off_hand")]  # fmt: skip
    lights += zip(s["light_cell"].tolist(), s["light_item"].tolist(), strict=True)
    sources = [(cell, reach[Item(item)]) for cell, item in lights if cell >= 0 and item in reach]
    fires = zip(s["fire_cell"].tolist(), s["fire_rounds"].tolist(), strict=True)
    sources += [(cell, int(book["fire_yards"])) for cell, rounds in fires if rounds > 0]
    rows, columns = np.indices((scene.height, scene.width))
    light = np.zeros((scene.height, scene.width), np.int16)
    for cell, yards in sources:
        x, y = place(cell)
        light |= int(book["yards_per_cell"]) * np.maximum(abs(columns - x), abs(rows - y)) <= yards
    return light
