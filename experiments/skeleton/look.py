"""What pictures show beside what they find by the names of fields (cell, health, health_max, blocked): a note on each unit."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tactica.envs.engine.game import Game
    from tactica.envs.render.scene import Scene


def look(game: Game, scene: Scene) -> Scene:
    """Say of each unit when it acts."""
    for i, figure in enumerate(scene.figures):
        initiative = int(game.s["units"][figure.row]["initiative"])
        scene.figures[i] = dataclasses.replace(figure, note=f"initiative {initiative}")
    return scene
