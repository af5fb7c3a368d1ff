"""A battle written out as a scenario with nothing left open."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np

from ..core.state import Verdict
from ..engine.pools import BattleNames, StartBattle
from ..scenario.battle import Battle, Objectives
from ..scenario.ground import border_model, cell_model, open_ground


def written_out(model: Any) -> dict[str, Any]:
    """The fields of one of a ruleset's models that are not at their default, as a scenario file says them."""
    values = {name: getattr(model, name) for name in type(model).model_fields}
    return {name: _plain(value) for name, value in values.items() if value != type(model).model_fields[name].default}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.name.lower()
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def _cells(setup: Any, board: Any) -> list[dict[str, Any]]:
    """The flags on cells, as a scenario file lists them."""
    model, ground = cell_model(setup), open_ground(setup)
    cells: list[dict[str, Any]] = []
    for name, layer in board.layers.items():
        kind = type(model.model_fields[name].default) if model else int
        for value in np.unique(layer[layer != ground[name]]).tolist():
            at = [[int(x), int(y)] for y, x in np.argwhere(layer == value)]
            cells.append({"flag": {name: _plain(kind(value))}, "at": at})
    return cells


def config_of(battle: StartBattle) -> dict[str, Any] | None:
    """A concrete battle as a scenario with everything written out; None for one of which nobody knows its scenario."""
    if not isinstance(battle, Battle):
        return battle.config if isinstance(battle, BattleNames) else None
    board = battle.board
    setup = battle.ruleset.book.setup
    units = []
    for fighter in battle.units:
        if fighter.bearer >= 0:
            continue
        unit: dict[str, Any] = {"name": fighter.name, "side": battle.sides[fighter.side], "facing": int(fighter.facing)}
        if fighter.cell is not None:
            unit["at"] = [int(fighter.cell[0]), int(fighter.cell[1])]
        units.append({**unit, **written_out(fighter.unit)})
    sides = range(len(battle.sides))
    waiting = {fighter.side for fighter in battle.units if battle.is_waiting(fighter)}
    zones = {battle.sides[side]: list(battle.zones[side]) for side in sorted(waiting)}
    return {
        "ruleset": battle.ruleset.slug,
        "name": battle.name,
        "board": {
            "size": [board.width, board.height],
            "cells": _cells(setup, board),
            "borders": [
                {"type": written_out(border) if border_model(setup) else border, "cell": [x, y], "direction": direction}
                for (x, y, direction), border in board.borders.items()
            ],
        },
        "sides": list(battle.sides),
        "allies": [[battle.sides[i], battle.sides[j]] for i in sides for j in sides if i < j and battle.allied[i][j]],
        "battle": written_out(battle.options),
        "rules": dict(battle.rules),
        "units": units,
        **({"deploy": zones} if zones else {}),
        **({"objectives": _objectives(battle.objectives, battle.sides)} if battle.objectives is not None else {}),
    }


def _objectives(given: Objectives, sides: Sequence[str]) -> dict[str, Any]:
    """The objectives of a battle, as a scenario file says them."""
    return {
        "zones": {name: {"cells": [list(cell) for cell in cells]} for name, cells in given.zones.items()},
        **({"to_win": given.to_win} if given.to_win else {}),
        **({"rounds": given.rounds} if given.rounds else {}),
        **({"attacker": sides[given.attacker]} if given.attacker >= 0 else {}),
        "verdict": [Verdict(number).name.lower() for number in given.verdict],
    }
