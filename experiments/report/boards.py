"""A replay as frames for the page: what stands where after every decision, and the log that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...envs.engine.game import Game
from ...envs.render import happenings, look_at
from ...envs.render.scene import Scene
from ...envs.replay import Replay, play

__all__ = ["frames_of"]

LAYERS = ("blocked", "difficult", "water", "cover", "indoor", "level")


def frames_of(replay: Replay) -> dict[str, Any]:
    """A replay as JSON types.

    Returns:
        ``size``; ``ground``, cells by layer; ``units``, what does not change of them; ``borders`` and ``fires``, every
        different state of these; ``frames``, one a decision, each with round, who decided what, the units that have
        changed as [row, x, y, facing, wounds, is_out, conditions], the states of borders and fires, and the log as
        [sentence, clause, who, target].
    """
    found: dict[str, Any] = {}

    def plain(text: str) -> str:
        """A text with the names of units as they are shown."""
        for name in named:
            text = text.replace(name, name.replace("_", " "))
        return text

    named = sorted((name for name in replay.names if "_" in name), key=len, reverse=True)
    before: dict[int, list[Any]] = {}
    for number, decision, game in play(replay):
        scene = look_at(game)
        if not found:
            found = _still(scene, replay)
        now = {figure.row: _unit(figure) for figure in scene.figures}
        frame: dict[str, Any] = {
            "round": scene.round_no,
            "who": plain(decision.who) if decision else "",
            "side": decision.side if decision else -1,
            "asked": decision.prompt if decision else "",
            "what": plain(decision.what) if decision else "the battle begins",
            "units": [[row, *unit] for row, unit in now.items() if before.get(row) != unit],
            "borders": _index(found["borders"], [[x, y, d, kind] for (x, y, d), kind in scene.borders.items()]),
            "fires": _index(found["fires"], _fires(scene)),
            "log": [[plain(sentence), *rest] for sentence, *rest in _log(game)],
        }
        found["frames"].append(frame)
        before = now
        if number == len(replay.decisions):
            frame["end"] = f"{replay.ending_text}: {replay.result}" if replay.ending else ""
    return found


def _still(scene: Scene, replay: Replay) -> dict[str, Any]:
    """What does not change in a battle."""
    ground = {
        name: [[int(x), int(y), int(scene.layers[name][y, x])] for y, x in np.argwhere(scene.layers[name] != 0)]
        for name in LAYERS
        if name in scene.layers
    }
    units = {
        figure.row: {
            "name": figure.name.replace("_", " "), "code": figure.code, "hue": figure.hue, "side": figure.side,
            "span": figure.span, "most": figure.wounds_max,
        }
        for figure in scene.figures
    }  # fmt: skip
    sides = [
        {"name": side, "hue": scene.hues[i], "player": replay.players[i] if i < len(replay.players) else ""}
        for i, side in enumerate(scene.sides)
    ]
    return {
        "size": [scene.width, scene.height], "ground": ground, "units": units, "sides": sides, "borders": [],
        "fires": [], "frames": [],
    }  # fmt: skip


def _unit(figure: Any) -> list[Any]:
    x, y = figure.cell if figure.cell is not None else (-1, -1)
    facing = -1 if figure.facing is None else figure.facing
    return [x, y, facing, figure.wounds, int(figure.is_out), figure.condition]


def _fires(scene: Scene) -> list[list[int]]:
    layer = scene.layers.get("fire")
    return [] if layer is None else [[int(x), int(y)] for y, x in np.argwhere(layer > 0)]


def _index(known: list[Any], state: Sequence[Any]) -> int:
    """Where a state stands among those known, put there when it is new."""
    if state not in known:
        known.append(state)
    return known.index(state)


def _log(game: Game) -> list[list[Any]]:
    rows: list[list[Any]] = [[one.sentence, one.clause, one.who, one.target] for one in happenings(game)]
    if lost := int(game.s["events_lost"]):
        rows.append([f"... and {lost} more", "", -1, -1])
    return rows
