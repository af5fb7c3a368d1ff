"""A scenario while it is written: its text, what is wrong with it, the map drawn from it, and changes by hand.

The text is the truth. Every change on the map, to units or in forms is a change of the text, which is then checked and
drawn again, as a battle would be.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import Any

from ...envs import rulesets
from ...envs.core.rulebook.strict_yaml import LIMITS
from ...envs.core.ruleset import Ruleset
from ...envs.core.state import NO_UNIT
from ...envs.engine.game import Game
from ...envs.render import look_at
from ...envs.scenario import Battle, Problem, examine, pack
from ...envs.scenario.examine import Examined
from ...envs.scenario.ground import border_names, cell_model, cell_names
from ..report.boards import BoardPositions
from . import amending, painting
from .editor_messages import Change
from .forms import fields_of

MOST_TEXT = 200 << 10  # bytes of a scenario
KEY = re.compile(r"(units|board\.cells|board\.borders|board\.map)\[(\d+)\]")
COLUMN = re.compile(r"column (\d+):")


# --- what a text is -----------------------------------------------------------------------------------------------------


def checked(text: str, is_ready: Callable[[str], bool]) -> dict[str, Any]:
    """The state of a scenario's text, for the page.

    Args:
        text: YAML.
        is_ready: whether a ruleset is compiled, so that its scenarios can be drawn.

    Returns:
        ``problems`` and ``warnings``, see :func:`_told`; ``data``, what the text means; ``scene``, the drawing, None if it
            cannot be drawn, or not yet, which ``isCompiling`` says; ``size`` of the board; ``isRandom``, whether every
            battle of it begins differently.
    """
    found = examine(text)
    data = found.data if isinstance(found.data, dict) else None
    is_waiting = found.battle is not None and not is_ready(found.battle.ruleset.slug)
    scene = None if found.battle is None or is_waiting else drawn(found.battle)
    return {
        "problems": [_told(problem, data) for problem in found.problems],
        "warnings": [_told(problem, data) for problem in found.warnings],
        "data": data, "scene": scene, "isCompiling": is_waiting, "size": _size(found),
        "isRandom": found.scenario is not None and found.scenario.is_random,
    }  # fmt: skip


def _size(found: Examined) -> list[int] | None:
    return None if found.battle is None else [found.battle.board.width, found.battle.board.height]


def _told(problem: Problem, data: Any) -> dict[str, Any]:
    """A problem: where it stands, what is wrong, what is allowed, and the cells of the board that it is about."""
    return {
        "line": problem.line, "column": problem.column, "key": problem.key, "what": problem.what,
        "allowed": problem.allowed, "cells": _cells_of(problem, data),
    }  # fmt: skip


def _cells_of(problem: Problem, data: Any) -> list[list[int]]:
    found = KEY.match(problem.key)
    if found is None or not isinstance(data, dict):
        return []
    number = int(found[2])
    if found[1] == "board.map":
        column = COLUMN.match(problem.what)
        return [[int(column[1]), number]] if column else []
    entries: Any = data
    for step in found[1].split("."):
        entries = entries.get(step) if isinstance(entries, dict) else None
    entry = entries[number] if isinstance(entries, list) and number < len(entries) else None
    if not isinstance(entry, dict):
        return []
    many = entry.get("cells", entry.get("at") if found[1] != "units" else None)
    cells = [entry.get("at"), entry.get("cell"), *(many if isinstance(many, list) else [])]
    return [
        cell for cell in cells if isinstance(cell, list) and len(cell) == 2 and all(isinstance(x, int) for x in cell)
    ]


def drawn(battle: Battle) -> dict[str, Any]:
    """A battle as it begins, before any die is rolled: what ``board.js`` draws, and for each unit where it is written."""
    pool = pack([battle])
    game = Game(battle.ruleset, pool)
    game.loops.start_game(
        game.states, game.lanes, 0, game.pool_states, game.pool_lanes, 0, 0, 0, 0, battle.ruleset.state.snapshot_lanes
    )
    game.states["decider"][0] = NO_UNIT
    scene = look_at(game)
    positions = BoardPositions(scene)
    frame = positions.add(scene)
    sides = [{"name": name, "hue": hue} for name, hue in zip(scene.sides, scene.hues, strict=True)]
    return {
        "still": positions.still, "units": positions.units, "tables": positions.tables, "frame": {**frame, "at": 0},
        "sides": sides, "written": {row: list(fighter.path) for row, fighter in enumerate(battle.units)},
    }  # fmt: skip


# --- changes --------------------------------------------------------------------------------------------------------------


def changed(text: str, change: Change) -> str:
    """The text after a change by hand.

    Raises:
        YamlError, ValueError: it is no text that can be changed, or would be too long; LookupError: there is no such place.
    """
    if _depth(change.value) > LIMITS.depth:
        raise ValueError(f"more than {LIMITS.depth} lists and mappings inside each other")
    if change.do == "put":
        new = amending.amended(text, change.path, lambda data: amending.put(data, change.path, change.value))
    elif change.do == "take":
        new = amending.amended(text, change.path, lambda data: amending.take(data, change.path))
    elif change.do == "rename":
        new = amending.amended(text, change.path, lambda data: amending.rename(data, change.path, change.text))
    elif change.do == "write":
        value = amending.read_value(change.text)
        new = amending.amended(text, change.path, lambda data: amending.put(data, change.path, value))
    else:
        new = amending.amended(text, ["board"], lambda data: _on_board(data, change))
    if len(new.encode()) > MOST_TEXT:
        raise ValueError(f"the scenario would be too long: at most {MOST_TEXT >> 10} KB are allowed")
    return new


def _depth(value: Any) -> int:
    """How many lists and mappings lie inside each other, at most one more than are allowed."""
    depth, layer = 0, [value]
    while depth <= LIMITS.depth and (layer := [one for one in layer if isinstance(one, list | dict)]):
        layer = [part for one in layer for part in (one.values() if isinstance(one, dict) else one)]
        depth += 1
    return depth


def _on_board(data: dict[str, Any], change: Change) -> None:
    """Change the map in what a text means."""
    given = data.get("board")
    board: dict[str, Any] = given if isinstance(given, dict) else {}
    data["board"] = board
    if change.do == "border":
        painting.put_borders(board, change.borders, change.value)
        return
    ruleset = rulesets.get(str(data.get("ruleset")))
    setup = ruleset.book.setup
    if change.do == "resize":
        width, height = change.cells[0]
        canvas = painting.Canvas(setup, board, (width, height))
        if set(board) <= {"size"}:
            board["size"] = [width, height]
            return
    else:
        canvas = painting.Canvas(setup, board, _board_size(data))
        marks = None if change.value is None else painting.read_ground(setup, change.value)
        for x, y in change.cells:
            canvas.paint(x, y, marks)
    canvas.write(board)


def _board_size(data: Mapping[str, Any]) -> tuple[int, int]:
    """The size of a scenario's board, found without its units.

    Raises:
        ValueError: the size is invalid.
    """
    found = examine(amending.flow({**data, "units": []}))
    if found.battle is None:
        raise ValueError("the board cannot be painted while its size is invalid; correct it in the text")
    return found.battle.board.width, found.battle.board.height


# --- what can be put into a scenario ------------------------------------------------------------------------------------


def blank(ruleset: Ruleset, width: int, height: int) -> str:
    """The text of a scenario on an empty board."""
    return f"ruleset: {ruleset.slug}\nname: New scenario\nboard: {{size: [{width}, {height}]}}\nunits: []\n"


@functools.cache
def kit(slug: str) -> dict[str, Any]:
    """What a ruleset has to build scenarios with.

    Returns:
        ``ground`` and ``borders``: each with its ``value`` as a scenario writes it, ``words`` and ``meaning``; ``height``: what
        heights are called, and the highest; ``templates``; ``fields``: what can be said of a unit, of the circumstances and of
        the scenario as a whole, see :mod:`.forms`; ``most``: the largest board; ``turn``: eighths of a circle by which units
        turn.
    """
    ruleset = rulesets.get(slug)
    setup = ruleset.book.setup
    model = cell_model(setup)
    heights = [name for name in painting.HEIGHTS if name in cell_names(setup)]
    highest = 0
    if heights:
        highest = setup.terrain[heights[0]].high if model is None else _highest(model, heights[0])
    return {
        "slug": slug, "title": ruleset.title, "most": [ruleset.board.width, ruleset.board.height],
        "ground": _ground(setup), "borders": _borders(setup),
        "height": {"name": heights[0], "most": highest} if heights else None,
        "templates": [{"name": name, "points": one.get("points", 0), "given": one} for name, one in setup.templates().items()],
        "turn": 1 if setup.footprint is None else 2, "sides": setup.sides,
        "fields": fields_of(ruleset),
    }  # fmt: skip


@functools.cache
def swatches(slug: str) -> dict[str, list[dict[str, Any]]]:
    """What each kind of ground and of border looks like: ``ground`` of a cell by layer, and the tables that say more of it.

    Args:
        slug: of a ruleset that is compiled.
    """
    own = kit(slug)
    width, count = own["most"][0] // 2 * 2, max(len(own["ground"]), len(own["borders"]))
    places = [(2 * (k % (width // 2)), k // (width // 2)) for k in range(count)]
    cells = [{"flag": one["value"], "at": [list(place)]} for one, place in zip(own["ground"], places, strict=False)]
    size = [width, max(2, places[-1][1] + 1)]
    walls = [
        {"type": one["value"], "cell": list(place), "direction": "east"}
        for one, place in zip(own["borders"], places, strict=False)
    ]
    seen = _seen(slug, {"size": size, "cells": cells})
    found = [_at(seen, place) for place, _ in zip(places, own["ground"], strict=False)]
    seen = _seen(slug, {"size": size, "borders": walls})
    return {"ground": found, "borders": [_at(seen, place) for place, _ in zip(places, own["borders"], strict=False)]}


def _seen(slug: str, board: dict[str, Any]) -> dict[str, Any]:
    """An empty board, for drawing."""
    battle = examine(amending.flow({"ruleset": slug, "board": board, "units": []})).battle
    assert battle is not None, "a board of its own kinds of ground can be drawn"
    return drawn(battle)


def _at(seen: Mapping[str, Any], place: tuple[int, int]) -> dict[str, Any]:
    """What is drawn in one cell, as if it were the only one."""
    x, y = place
    tables, frame = seen["tables"], seen["frame"]

    def of(name: str) -> list[Any]:
        held = tables[name][frame[name]] if frame[name] >= 0 else []
        return [[0, 0, *one[2:]] for one in held if one[:2] == [x, y]]

    ground = {
        layer: [[0, 0, value] for cx, cy, value in cells if (cx, cy) == place]
        for layer, cells in seen["still"]["ground"].items()
    }
    light = tables["lights"][frame["light"]][y][x] if frame["light"] >= 0 else "1"
    return {
        "ground": ground, "borders": of("borders"), "fires": of("fires"), "marks": of("marks"), "light": light,
    }  # fmt: skip


def _highest(model: Any, name: str) -> int:
    schema = model.model_json_schema()["properties"][name]
    return int(schema.get("maximum", 9))


def _ground(setup: Any) -> list[dict[str, Any]]:
    """The kinds of ground: those with a character of their own first."""
    found: dict[str, dict[str, Any]] = {}
    for sign, marks in setup.legend.items():
        value = painting.read_ground(setup, marks)
        if not set(value) <= set(painting.HEIGHTS):
            found[painting.key_of(value)] = _kind(setup, painting.as_written(value), value, sign)
    for name in _names(setup):
        value = {name: True}
        if name not in painting.HEIGHTS and painting.key_of(value) not in found:
            found[painting.key_of(value)] = _kind(setup, name, value, "")
    return list(found.values())


def _names(setup: Any) -> list[str]:
    """The kinds of ground that are written as a bare name."""
    model = cell_model(setup)
    if model is None:
        return list(setup.terrain)
    flags = [name for name, field in model.model_fields.items() if field.annotation is bool]
    return [*setup.terrain, *flags]


def _kind(setup: Any, written: Any, value: Mapping[str, Any], sign: str) -> dict[str, Any]:
    words = ", ".join(name if one in (True, 1) else f"{name} {one}" for name, one in value.items()).replace("_", " ")
    return {"value": written, "words": words, "meaning": _meaning(setup, next(iter(value))), "sign": sign}


def _meaning(setup: Any, name: str) -> str:
    model = cell_model(setup)
    if model is None:
        return str(setup.terrain[name].meaning)
    if name in model.model_fields:
        return model.model_fields[name].description or ""
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in setup.terrain.get(name, {}).items())


def _borders(setup: Any) -> list[dict[str, Any]]:
    found = []
    for name in border_names(setup):
        one = setup.borders.get(name)
        if one is not None:
            meaning = getattr(one, "meaning", "") or ", ".join(f"{k} {v}" for k, v in one.items()).replace("_", " ")
            found.append({"value": name, "words": name.replace("_", " "), "meaning": meaning})
    return found
