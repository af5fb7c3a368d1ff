"""A replay as frames for the page: what stands where after every decision, and the log that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from ...envs.engine.game import Game
from ...envs.render import happenings, look_at
from ...envs.render.lines import lines_of
from ...envs.render.scene import Figure, Scene
from ...envs.render.words import is_routine, tone_of
from ...envs.replay import Replay, play

__all__ = ["frames_of"]

LAYERS = ("blocked", "difficult", "water", "cover", "indoor", "level")


def frames_of(replay: Replay, *, force: bool = False) -> dict[str, Any]:
    """A replay as JSON types.

    Args:
        replay: the battle.
        force: try even if the rules have changed since.

    Returns:
        ``title``; ``size``; ``ground``, cells by layer; ``units``, what does not change of them; ``borders``, ``fires``,
        ``lights``, ``marks`` and ``rings``, every different state of these; ``frames``, one a decision, each with round, who
        decided what, the units that have changed as [row, x, y, facing, wounds, is_out, conditions, all that is said of it,
        lift, mount, width, height, models], the models of a body of many as [x, y, width, height, sign ...] counted from its
        north-western corner, the states of borders, fires, lights (-1 by day), marks and rings, what was done as lines
        [kind, hue, x, y, x, y ...], the log as [sentence, clause, who, target, tone], where the tone of a routine event is
        ``routine``, and ``keys``, which of hit, wound, fall and round it brought.
    """
    found: dict[str, Any] = {}

    def plain(text: str) -> str:
        """A text with the names of units as they are shown."""
        for name in named:
            text = text.replace(name, name.replace("_", " "))
        return text

    named = sorted((name for name in replay.names if "_" in name), key=len, reverse=True)
    before: dict[int, list[Any]] = {}
    last: Scene | None = None
    for number, decision, game in play(replay, force=force):
        scene = look_at(game)
        if not found:
            found = _still(scene, replay)
        now = {figure.row: _unit(scene, figure) for figure in scene.figures}
        lines, log = lines_of(game, scene, before=last), _log(game)
        frame: dict[str, Any] = {
            "round": scene.round_no,
            "who": plain(decision.who) if decision else "",
            "side": decision.side if decision else -1,
            "asked": decision.prompt if decision else "",
            "what": plain(decision.what) if decision else "the battle begins",
            "units": [[row, *unit] for row, unit in now.items() if before.get(row) != unit],
            "borders": _index(found["borders"], [[x, y, d, kind] for (x, y, d), kind in scene.borders.items()]),
            "fires": _index(found["fires"], _fires(scene)),
            "light": -1 if scene.light is None else _index(found["lights"], _rows(scene.light)),
            "marks": _index(found["marks"], [[*mark.cell, mark.sign, mark.words] for mark in scene.marks]),
            "rings": _index(found["rings"], [[*ring.middle, ring.diameter, ring.words] for ring in scene.rings]),
            "lines": [[line.kind, line.hue, *chain.from_iterable(line.points)] for line in lines],
            "log": [[plain(sentence), *rest] for sentence, *rest in log],
            "keys": _keys(scene, last, [line.kind for line in lines], [tone for *_, tone in log]),
        }
        found["frames"].append(frame)
        before, last = now, scene
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
            "most": figure.wounds_max, "span": min(figure.width, figure.height), "banner": int(figure.has_banner),
        }
        for figure in scene.figures
    }  # fmt: skip
    sides = [
        {"name": side, "hue": scene.hues[i], "player": replay.players[i] if i < len(replay.players) else ""}
        for i, side in enumerate(scene.sides)
    ]
    return {
        "title": scene.title, "size": [scene.width, scene.height], "ground": ground, "units": units, "sides": sides,
        "borders": [], "fires": [], "lights": [], "marks": [], "rings": [], "frames": [],
    }  # fmt: skip


def _unit(scene: Scene, figure: Figure) -> list[Any]:
    x, y = figure.cell if figure.cell is not None else (-1, -1)
    facing = -1 if figure.facing is None else figure.facing
    said, shape = scene.state_of(figure), (figure.width, figure.height)
    models = [part for one in figure.bases for part in (one.x - x, one.y - y, one.width, one.height, one.sign)]
    told = (x, y, facing, figure.wounds, int(figure.is_out), figure.condition, said, figure.lift, figure.mount)
    return [*told, *shape, models]


def _keys(scene: Scene, last: Scene | None, lines: list[str], tones: list[str]) -> list[str]:
    """Which key moments a decision brought: a hit, a wound, a fall, a new round."""
    was = {figure.row: figure for figure in last.figures} if last else {}
    pairs = [(was[figure.row], figure) for figure in scene.figures if figure.row in was]
    held = {
        "hit": "hit" in lines or "hit" in tones,
        "wound": any(now.wounds < then.wounds for then, now in pairs),
        "fall": "down" in tones or any(now.is_out and not then.is_out for then, now in pairs),
        "round": last is not None and scene.round_no != last.round_no,
    }
    return [key for key, holds in held.items() if holds]


def _rows(layer: np.ndarray) -> list[str]:
    """A layer of flags, a text for each row."""
    return ["".join("1" if value else "0" for value in row) for row in layer.tolist()]


def _fires(scene: Scene) -> list[list[int]]:
    layer = scene.layers.get("fire")
    return [] if layer is None else [[int(x), int(y)] for y, x in np.argwhere(layer > 0)]


def _index(known: list[Any], state: Sequence[Any]) -> int:
    """Where a state stands among those known, put there when it is new."""
    if state not in known:
        known.append(state)
    return known.index(state)


def _log(game: Game) -> list[list[Any]]:
    """What happened since the last decision: sentence, clause, who, target, tone."""
    rules = game.ruleset
    rows: list[list[Any]] = [
        [one.sentence, one.clause, one.who, one.target,
         "routine" if is_routine(rules, one.event) else tone_of(rules, one.event)]
        for one in happenings(game)
    ]  # fmt: skip
    if lost := int(game.s["events_lost"]):
        rows.append([f"... and {lost} more", "", -1, -1, ""])
    return rows
