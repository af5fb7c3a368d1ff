"""What pictures show of this ruleset in addition: heights, cover and light, borders, items on the ground, objectives; for each
unit its cluster, the unit it holds or guards, its height, and its standing defence.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.state import NO_UNIT
from .vocab import SLOTS, Climbing, Defence, EffectKind, GuardKind, Injury, Place
from .words import item, part

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...render.scene import Figure, Scene

WAYS = ("north", "east", "south", "west")
HEDGE, LOW_WALL, TREES = 1, 2, 3  # kinds of cover that pictures know
LOW, HIGH = 1, 4  # heights of cover: at most a hedge, at least a tree
#: Conditions, by the fields that hold them.
CONDITIONS = {
    "dead": "dead", "escaped": "escaped", "surrendered": "surrendered", "unconscious": "unconscious", "sleeping": "sleeping",
    "stabilised": "stabilised", "prone": "prone", "stumble_timer": "stumbling", "daze_timer": "dazed",
    "weaken_timer": "weakened", "bound_hands": "bound hands", "bound_feet": "bound feet", "bound_body": "bound",
    "in_cover": "cover", "dodge_ready": "ready for shots", "ongoing": "ongoing action",
}  # fmt: skip


def look(game: Game, scene: Scene) -> Scene:
    """Add the ground, borders, items on the ground, light, and the notes on each unit."""
    field, board = game.field, game.ruleset.board
    scene.layers["level"] = board.area(field["ground"], scene.width, scene.height).astype(np.int16)
    scene.layers["cover"] = _cover(game, scene)
    scene.layers["danger"] = (board.area(field["hazard"], scene.width, scene.height) != 0).astype(np.int16)
    _add_borders(game, scene)
    _add_marks(game, scene)
    if int(field["has_darkness"]):
        scene.light = _light(game, scene)
    defences = _defences(game)
    scene.figures[:] = [_figure(game, scene, figure, defences.get(figure.row, "")) for figure in scene.figures]
    return scene


def _cover(game: Game, scene: Scene) -> np.ndarray:
    """A hedge, a low wall or trees, by the height of what gives cover."""
    board = game.ruleset.board
    cover = board.area(game.field["cover"], scene.width, scene.height)
    height = board.area(game.field["cover_height"], scene.width, scene.height)
    kind = np.where(height < 0, TREES, np.where(height <= LOW, HEDGE, np.where(height < HIGH, LOW_WALL, TREES)))
    return np.where(cover > 0, kind, 0).astype(np.int16)


# --- borders and things on the ground ------------------------------------------------------------------------------------------


def _put(scene: Scene, x: int, y: int, direction: int, kind: str) -> None:
    """Mark a border, by its northern or western cell."""
    if direction == 0 and y > 0:
        x, y, direction = x, y - 1, 4
    elif direction == 6 and x > 0:
        x, y, direction = x - 1, y, 2
    scene.borders[x, y, direction] = kind


def _add_borders(game: Game, scene: Scene) -> None:
    """Standing structures are doors if a limit says how many units pass once they are open, else walls; limits and challenges are
    obstacles.
    """
    field, s, board = game.field, game.s, game.ruleset.board
    for y in range(scene.height):
        for x in range(scene.width):
            cell = board.cell(x, y)
            for way in range(4):
                if int(field["limit"][cell, way]) or int(field["crossing"][cell, way]):
                    _put(scene, x, y, 2 * way, "obstacle")
    for k in range(int(s["edge_count"])):
        cell, direction = int(s["edge_cell"][k]), int(s["edge_direction"][k])
        if int(s["edge_toughness"][k]) > 0:
            x, y = board.place(cell)
            _put(scene, x, y, direction, "door" if int(field["limit"][cell, direction // 2]) else "wall")


def _add_marks(game: Game, scene: Scene) -> None:
    """Objectives, camp fires, dangers, features, limits of borders, exits, and items on the ground."""
    field, s, board = game.field, game.s, game.ruleset.board
    for k in range(int(s["objective_count"])):
        owner = int(s["objective_owner"][k])
        held = f"held by {scene.sides[owner]}" if owner >= 0 else "held by nobody"
        scene.mark(board.place(int(s["objective_cell"][k])), f"objective, {held}")
    for y in range(scene.height):
        for x in range(scene.width):
            cell = board.cell(x, y)
            for words in _words_of_cell(field, cell):
                scene.mark((x, y), words)
    for k in range(int(s["edge_count"])):
        words = _words_of_edge(field, s, k)
        if words:
            scene.mark(board.place(int(s["edge_cell"][k])), words)
    for figure in scene.figures:
        unit = s["units"][figure.row]
        for slot in range(SLOTS):
            if int(unit["places"][slot]) == Place.ON_GROUND and int(unit["lies"][slot]) >= 0:
                scene.mark(board.place(int(unit["lies"][slot])), f"{item(int(unit['items'][slot]))} of {figure.name}")


def _words_of_cell(field: Any, cell: int) -> list[str]:
    """The notes on a cell."""
    said = []
    if int(field["campfire"][cell]):
        said.append("camp fire")
    if int(field["hazard"][cell]):
        said.append(f"danger: {EffectKind(int(field['hazard'][cell])).words} {int(field['hazard_number'][cell])}")
    if int(field["feature"][cell]):
        said.append(f"top at level {int(field['feature'][cell])}")
    exits = [word for way, word in enumerate(WAYS) if int(field["exit"][cell, way])]
    if exits:
        said.append(f"exit to the {' and '.join(exits)}")
    return said


def _words_of_edge(field: Any, s: Any, k: int) -> str:
    """The present state of a border that can change."""
    cell, direction = int(s["edge_cell"][k]), int(s["edge_direction"][k])
    limit, way = int(field["limit"][cell, direction // 2]), WAYS[direction // 2]
    if int(s["edge_toughness"][k]) > 0:
        return f"structure to the {way}, toughness {int(s['edge_toughness'][k])}"
    return f"{int(s['edge_passed'][k])} of {limit} units have passed to the {way}" if limit else ""


def _light(game: Game, scene: Scene) -> np.ndarray:
    """1 in every cell that is not dark."""
    channel = next(i for i, piece in enumerate(game.layout.channels) if piece.name == "darkness")
    dark = game.observe(0, NO_UNIT)["grid"][channel, : scene.height, : scene.width]
    return (dark == 0).astype(np.int16)


# --- units ------------------------------------------------------------------------------------------------------------------


def _defences(game: Game) -> dict[int, str]:
    """The standing defence of each unit that has one; it is public."""
    columns = {piece.name: i for i, piece in enumerate(game.layout.features)}
    found = {}
    for side in range(game.side_count):
        seen, first = game.observe(side, NO_UNIT)["units"], int(game.s["side_start"][side])
        for row in range(first, first + int(game.s["side_size"][side])):
            unit = seen[row - first]
            kind = Defence(int(unit[columns["defence"]]))
            if kind != Defence.NONE:
                valid = "" if unit[columns["defence_valid"]] else ", fails through fatigue"
                found[row] = f"{kind.words} {int(unit[columns['defence_total']])}{valid}"
    return found


def _are_hit_points_known(game: Game, scene: Scene, row: int) -> bool:
    """Whether hit points are shown: those of all to a spectator, to a side what its observation has."""
    column = next(i for i, piece in enumerate(game.layout.features) if piece.name == "hp_known")
    return scene.viewer is None or bool(scene.seen[row][column])


def _figure(game: Game, scene: Scene, figure: Figure, defence: str) -> Figure:
    """A unit with its hit points if they are known, its conditions, and the notes on it."""
    unit = game.s["units"][figure.row]
    is_known = _are_hit_points_known(game, scene, figure.row)
    lift = int(unit["elevation"]) - (int(game.field["ground"][int(unit["cell"])]) if int(unit["cell"]) >= 0 else 0)
    is_out = (
        figure.is_out or bool(unit["unconscious"]) or bool(unit["surrendered"]) or bool(unit["injuries"] & Injury.TORSO)
    )
    return dataclasses.replace(
        figure,
        wounds=max(int(unit["hp"]), 0) if is_known else 0,
        wounds_max=int(unit["hp_max"]) if is_known else 0,
        statuses=tuple(_conditions(unit, scene.viewer in (None, figure.side))),
        is_out=is_out,
        lift=str(lift) if lift > 0 else "",
        group=int(unit["cluster"]),
        note="" if is_out else ", ".join([*_ties(game, scene, figure.row), *([defence] if defence else [])]),
    )


def _conditions(unit: Any, is_own: bool) -> list[tuple[str, int]]:
    """The conditions of a unit; only its own side sees that it is hidden."""
    found = [(words, int(unit[name])) for name, words in CONDITIONS.items() if int(unit[name]) > 0]
    found += [(f"injured {plain(one)}", 1) for one in Injury if int(unit["injuries"]) & one]
    if int(unit["climbing"]) != Climbing.NOT:
        found.append(("climbing", 1))
    if is_own and int(unit["hidden_from"]):
        found.append(("hidden", 1))
    return found


def plain(injury: Injury) -> str:
    """An injured part of the body."""
    return part(int(injury).bit_length())


def _ties(game: Game, scene: Scene, row: int) -> list[str]:
    """Its cluster, and the units it holds or guards."""
    units = game.s["units"]
    unit, names = units[row], {figure.row: figure.name for figure in scene.figures}
    said = []
    if int(unit["cluster"]) >= 0:
        mates = [
            name
            for other, name in names.items()
            if other != row and int(units[other]["cluster"]) == int(unit["cluster"])
        ]
        said.append(f"in a cluster with {', '.join(mates)}")
    if int(unit["grab_target"]) in names:
        said.append(f"holds {names[int(unit['grab_target'])]} by the {part(int(unit['grab_part']))}")
    said += [f"held by {name}" for other, name in names.items() if int(units[other]["grab_target"]) == row]
    if int(unit["guard"]) == GuardKind.ALLY and int(unit["guard_unit"]) in names:
        said.append(f"guards {names[int(unit['guard_unit'])]}")
    elif int(unit["guard"]) == GuardKind.BORDER:
        said.append(f"guards the border to the {WAYS[int(unit['guard_direction']) // 2]}")
    elif int(unit["guard"]) == GuardKind.CELL:
        said.append("guards this square")
    return said
