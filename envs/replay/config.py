"""A battle written out as a scenario with nothing left open."""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np


def written_out(model: Any) -> dict[str, Any]:
    """The fields of a ruleset's unit or options that are not at their default, as a scenario file says them."""

    def plain(value: Any) -> Any:
        if isinstance(value, Enum):
            return value.name.lower()
        return [plain(one) for one in value] if isinstance(value, tuple | list) else value

    values = {name: getattr(model, name) for name in type(model).model_fields}
    return {name: plain(value) for name, value in values.items() if value != type(model).model_fields[name].default}


def config_of(battle: Any) -> dict[str, Any] | None:
    """A concrete battle as a scenario with everything written out; None for what is no battle of a scenario."""
    if not hasattr(battle, "board") or not hasattr(battle, "options"):
        return None
    board = battle.board
    cells: list[dict[str, Any]] = []
    for flag, layer in board.layers.items():
        for value in np.unique(layer[layer != 0]).tolist():
            at = [[int(x), int(y)] for y, x in np.argwhere(layer == value)]
            cells.append({"flag": {flag: int(value)}, "at": at})
    units = []
    for fighter in battle.units:
        if fighter.bearer >= 0:
            continue
        unit: dict[str, Any] = {"name": fighter.name, "side": battle.sides[fighter.side], "facing": int(fighter.facing)}
        if fighter.cell is not None:
            unit["at"] = [int(fighter.cell[0]), int(fighter.cell[1])]
        units.append({**unit, **written_out(fighter.unit)})
    sides = range(len(battle.sides))
    return {
        "ruleset": battle.ruleset.slug,
        "name": battle.name,
        "board": {
            "size": [board.width, board.height],
            "cells": cells,
            "borders": [
                {"type": kind, "cell": [x, y], "direction": direction}
                for (x, y, direction), kind in board.borders.items()
            ],
        },
        "sides": list(battle.sides),
        "allies": [[battle.sides[i], battle.sides[j]] for i in sides for j in sides if i < j and battle.allied[i][j]],
        "battle": written_out(battle.options),
        "rules": dict(battle.rules),
        "units": units,
    }
