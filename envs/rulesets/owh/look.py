"""What pictures show of this ruleset beside the usual: ground, gates and levers, darkness, hit points, fliers, lost weapons."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from .vocab import Ground, Item, Light, Trait

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...render.scene import Scene

LAYERS = {"difficult": Ground.DIFFICULT, "cover": Ground.COVER, "water": Ground.WATER}


def look(game: Game, scene: Scene) -> Scene:
    """Add the ground by its codes, what shuts or opens, light, hit points and altitudes, and weapons that lie about."""
    board = game.ruleset.board
    ground = board.area(game.field["ground"], scene.width, scene.height)
    for name, code in LAYERS.items():
        scene.layers[name] = (ground == code).astype(np.int16)
    for y, x in np.argwhere(ground == Ground.LEVER):
        scene.mark((int(x), int(y)), "lever")
    shut = scene.layers["blocked"].copy()
    for k in range(int(game.s["gate_count"])):
        x, y = board.place(int(game.s["gate_cell"][k]))
        shut[y, x] |= int(game.s["gate_shut"][k])
        scene.mark((x, y), "closed gate" if game.s["gate_shut"][k] else "open gate")
    scene.layers["blocked"] = shut
    light = board.area(game.field["light"], scene.width, scene.height)
    if (light == Light.DARKNESS).any():
        scene.light = (light != Light.DARKNESS).astype(np.int16)
    _add_figures(game, scene)
    return scene


def _add_figures(game: Game, scene: Scene) -> None:
    """Hit points of the units shown, who of them is in the air, and what they have lost."""
    flying = int(game.book["flying_altitude"])
    for i, figure in enumerate(scene.figures):
        unit = game.s["units"][figure.row]
        is_aloft = int(unit["traits"]) & Trait.FLYING and not unit["grounded"] and not unit["dead"]
        scene.figures[i] = dataclasses.replace(
            figure, wounds=int(unit["hp"]), wounds_max=int(unit["hp_max"]), lift=f"{flying} m" if is_aloft else ""
        )
        lost = int(unit["lost_slot"])
        if lost >= 0:
            scene.mark(game.ruleset.board.place(int(unit["lost_cell"])), Item(int(unit["weapons"][lost])).name.lower())
