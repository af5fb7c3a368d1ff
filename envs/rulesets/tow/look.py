"""What pictures show of this ruleset beside the usual: the ground by its codes, regiments model by model, templates."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.state import NO_UNIT
from .board import base_of, bounds_of
from .rules.sight import arc_of
from .vocab import Phase, Role, Side, Status, Terrain, Troop

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...render.scene import Figure, Scene

#: Layer -> the terrain it shows -> its value.
LAYERS: dict[str, dict[Terrain, int]] = {
    "blocked": {Terrain.ROCK: 1, Terrain.HIGH_OBSTACLE: 2},
    "difficult": {Terrain.DIFFICULT: 1, Terrain.DANGEROUS: 1},
    "danger": {Terrain.DANGEROUS: 1},
    "water": {Terrain.DEEP_WATER: 1},
    "cover": {Terrain.LOW_OBSTACLE: 2, Terrain.WOODS: 3},
    "level": {Terrain.HILL: 1},
}
SINGLE = (Troop.MONSTROUS_CREATURES, Troop.BEHEMOTHS, Troop.WAR_MACHINES)  # their wounds count, not their models


def look(game: Game, scene: Scene) -> Scene:
    """Add the ground, the models of each regiment, the charges that are declared, and the template that fell last."""
    board = game.ruleset.board
    ground = board.area(game.field["terrain"], scene.width, scene.height)
    for name, values in LAYERS.items():
        scene.layers[name] = np.zeros((scene.height, scene.width), np.int16)
        for code, value in values.items():
            scene.layers[name][ground == code] = value
    scene.figures[:] = [figure_of(game, figure) for figure in scene.figures]
    if int(game.s["phase"]) in (Phase.CHARGE, Phase.CHARGE_MOVES):
        for row, unit in enumerate(game.s["units"][: int(game.s["unit_count"])]):
            if is_charging(unit):
                scene.link(row, int(unit["charge_target"]), "charged by")
    middle, size = int(game.s["template_cell"]), int(game.s["template_size"])
    if middle >= 0:
        x, y = board.place(middle)
        scene.ring((x + 0.5, y + 0.5), max(size, 1), "template")
    return scene


def figure_of(game: Game, figure: Figure) -> Figure:
    """A regiment: its models and what is left of them, its banner, its character."""
    unit = game.s["units"][figure.row]
    models, most = int(unit["models"]), int(unit["models_start"])
    if int(unit["troop_type"]) in SINGLE and most == 1:
        most = int(unit["wounds"])
        models = most - int(unit["lost_wounds"]) if models else 0
    statuses = tuple((name, 1) for name in condition_names(unit))
    figure = dataclasses.replace(
        figure, wounds=models, wounds_max=most, statuses=statuses, is_out=int(unit["models"]) == 0, note=note_on(unit),
        has_banner=bool(unit["standard"]),
    )  # fmt: skip
    if figure.cell is None or not unit["models"]:
        return figure
    return figure.in_bases(bases_of(game, unit))


def condition_names(unit: Any) -> list[str]:
    """Its conditions in words; none of a unit that is gone."""
    if not unit["models"]:
        return []
    return [status.name.lower().replace("_", " ") for status in Status if int(unit[status.name.lower()]) > 0]


def bases_of(game: Game, unit: Any) -> list[tuple[int, int, int, int, str]]:
    """The place of every model, with a letter for that of the character."""
    pose = [int(unit[name]) for name in ("cell", "facing", "files", "models", "base_width", "base_depth")]
    found = []
    for model in range(unit["models"]):
        x, y, wide, deep = base_of(*pose, int(game.s["from_right"]), model)
        leads = unit["char_alive"] and model == (int(unit["files"]) - 1) // 2
        found.append((int(x), int(y), int(wide), int(deep), character_sign(unit) if leads else ""))
    return found


def arcs(game: Game, row: int) -> dict[str, np.ndarray]:
    """The front, the flanks and the rear of a regiment: the cells whose middles lie there."""
    unit, s = game.s["units"][row], game.s
    pose = [int(unit[name]) for name in ("cell", "facing", "files", "models", "base_width", "base_depth")]
    x, y, wide, deep = (int(number) for number in bounds_of(*pose))
    size = int(s["board_height"]), int(s["board_width"])
    found = {side.words: np.zeros(size, np.bool_) for side in (Side.FRONT, Side.LEFT, Side.RIGHT, Side.REAR)}
    for cy in range(s["board_height"]):
        for cx in range(s["board_width"]):
            if not (x <= cx < x + wide and y <= cy < y + deep):
                side = Side(int(arc_of(2 * cx + 1, 2 * cy + 1, x, y, wide, deep, int(unit["facing"]))))
                found[side.words][cy, cx] = True
    return found


def character_sign(unit: Any) -> str:
    """A letter for the character of a regiment: G its side's general, B bears the battle standard, W a wizard, C another."""
    roles = int(unit["roles"])
    if roles & Role.GENERAL:
        return "G"
    if roles & Role.BATTLE_STANDARD:
        return "B"
    return "W" if unit["wizard_level"] else "C"


def note_on(unit: Any) -> str:
    """How it is formed, where it charges, and the wounds of its character."""
    said = []
    files, models = int(unit["files"]), int(unit["models"])
    if models > 1:
        said.append(f"{files} x {-(-models // files)}")
    if models and unit["fly"]:
        said.append("flies")
    if models and int(unit["lost_wounds"]) and int(unit["troop_type"]) not in SINGLE:
        said.append(f"one has lost {int(unit['lost_wounds'])}")
    if unit["char_alive"] and models:
        left = int(unit["char_wounds"]) - int(unit["char_lost_wounds"])
        said.append(f"{character_word(unit)} {left}/{int(unit['char_wounds'])}")
    if is_charging(unit):
        said.append(f"charges a {Side(int(unit['charge_side'])).words}")
    return ", ".join(said)


def is_charging(unit: Any) -> bool:
    """Whether a unit has declared a charge that it has not made yet."""
    return bool(
        unit["models"]
        and unit["charge_target"] != NO_UNIT
        and not unit["charged"]
        and not unit["charge_failed"]
        and not unit["moved"]
    )


def character_word(unit: Any) -> str:
    """What the character of a regiment is."""
    return {"G": "general", "B": "battle standard", "W": "wizard", "C": "character"}[character_sign(unit)]
