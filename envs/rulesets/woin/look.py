"""What pictures show of this ruleset in addition: ground, doors, chests and traps, darkness and smoke, weapons on the ground, and
which units hold each other.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from .vocab import FOGS, SLOTS, Ground, Thing
from .words import item

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...render.scene import Scene

#: Layer -> the ground it shows -> its value.
LAYERS: dict[str, dict[Ground, int]] = {
    "difficult": {Ground.DIFFICULT: 1},
    "water": {Ground.DEEP_WATER: 1},
    "cover": {Ground.RUBBLE: 1, Ground.LOW_WALL: 2},
}
SHUT = (Thing.DOOR_CLOSED, Thing.DOOR_LOCKED)
FOG = 5  # row of the table of spells


def look(game: Game, scene: Scene) -> Scene:
    """Add the ground by its codes, things and weapons on it, light, smoke, and HEALTH."""
    board = game.ruleset.board
    ground = board.area(game.field["ground"], scene.width, scene.height)
    for name, values in LAYERS.items():
        scene.layers[name] = np.zeros((scene.height, scene.width), np.int16)
        for code, value in values.items():
            scene.layers[name][ground == code] = value
    level = board.area(game.field["level"], scene.width, scene.height)
    scene.layers["level"] = np.maximum(level, 0).astype(np.int16)
    marked = {"pillar": ground == Ground.PILLAR, "pit": (ground == Ground.PIT) | (level < 0)}
    for name, cells in marked.items():
        for y, x in np.argwhere(cells):
            scene.mark((int(x), int(y)), name)
    _add_things(game, scene)
    dark = board.area(game.field["dark"], scene.width, scene.height)
    if dark.any():
        scene.light = (dark == 0).astype(np.int16)
    for y, x in np.argwhere(_smoke(game, scene)):
        scene.mark((int(x), int(y)), "smoke")
    _add_figures(game, scene)
    return scene


def _add_things(game: Game, scene: Scene) -> None:
    """Doors, chests and traps in their present state."""
    shut, danger = scene.layers["blocked"].copy(), np.zeros((scene.height, scene.width), np.int16)
    for k in range(int(game.s["thing_count"])):
        x, y = game.ruleset.board.place(int(game.s["thing_cell"][k]))
        thing = Thing(int(game.s["thing"][k]))
        shut[y, x] |= thing in SHUT
        danger[y, x] = thing == Thing.TRAP_ARMED
        scene.mark((x, y), thing.words)
    scene.layers["blocked"], scene.layers["danger"] = shut, danger


def _smoke(game: Game, scene: Scene) -> np.ndarray:
    """Cells with smoke, or with fog raised by a spell."""
    board = game.ruleset.board
    smoke = board.area(game.field["smoke"], scene.width, scene.height) != 0
    radius = int(game.book["spells"]["radius"][FOG])
    for k in range(FOGS):
        middle = int(game.s["fog_cell"][k])
        if middle >= 0:
            x, y = board.place(middle)
            smoke[max(y - radius, 0) : y + radius + 1, max(x - radius, 0) : x + radius + 1] = True
    return smoke


def _add_figures(game: Game, scene: Scene) -> None:
    """HEALTH of the units shown, the units that hold them, and their weapons on the ground."""
    for i, figure in enumerate(scene.figures):
        unit = game.s["units"][figure.row]
        scene.figures[i] = dataclasses.replace(
            figure, wounds=max(int(unit["health"]), 0), wounds_max=int(unit["health_max"])
        )
        if int(unit["restrained"]) > 0:
            scene.link(int(unit["holder"]), figure.row, "held by")
        for slot in range(SLOTS):
            if int(unit["lies"][slot]) >= 0:
                place = game.ruleset.board.place(int(unit["lies"][slot]))
                scene.mark(place, item(int(unit["weapons"][slot])))
