"""From a described battle to packed records; the only place where names become numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tactica.envs.scenario.contract import Capacity, Edge, Terrain
from tactica.envs.scenario.problems import Fault

from .board import BOARD, STRIDE
from .state import SIDES, UNIT
from .vocab import UNITS, Frame

TERRAIN = {
    "blocked": Terrain(blocks=True, meaning="nobody can stand here or see through"),
    "rough": Terrain(meaning="costs two cells to enter"),
}
BORDERS = {"wall": Edge(1, blocks=True, meaning="cannot be crossed or seen through")}
LEGEND = {".": {}, "#": {"blocked": 1}, "~": {"rough": 1}}
CAPACITY = Capacity(units=UNITS, sides=SIDES, per_cell=2)


class Unit(BaseModel):
    """One fighter."""

    model_config = ConfigDict(extra="forbid")

    strength: int = Field(3, ge=1, le=10, description="dice in a clash")
    armour: int = Field(2, ge=0, le=5, description="saves at or under")
    movement: int = Field(3, ge=0, le=8, description="cells a march")
    health: int = Field(3, ge=1, le=20, description="points")
    span: int = Field(1, ge=1, le=2, description="cells along each edge")
    hidden: bool = Field(False, description="not seen by its enemies at the start")


class Options(BaseModel):
    """Settings of a battle."""

    model_config = ConfigDict(extra="forbid")

    rounds: int = Field(8, ge=1, le=99, description="last round")


def templates() -> dict[str, dict[str, Any]]:
    """Fighters that scenarios may name."""
    return {
        "soldier": {},
        "brute": {"strength": 5, "armour": 1, "movement": 2, "health": 6, "span": 2},
        "scout": {"strength": 2, "armour": 1, "movement": 4, "health": 2, "hidden": True},
    }


def pack_field(field: Any, width: int, height: int, flags: dict[str, np.ndarray], walls: np.ndarray) -> None:
    """Fill a map: ``flags`` are bool (height, width) under the names of TERRAIN, ``walls`` bool (height, width, 8)."""
    field.width, field.height = width, height
    for name in TERRAIN:
        field[name] = 0
        BOARD.area(field[name], width, height)[:] = flags.get(name, np.zeros((height, width), bool))
    field.closed = BOARD.closed_directions(width, height, BOARD.area(field.blocked, width, height) != 0, walls)


def pack_state(s: Any, width: int, height: int, sides: list[list[tuple[Unit, int]]], allied: Any, rounds: int) -> None:
    """Fill the position at the start: per side its fighters and their cells; ``allied`` lists pairs of sides."""
    s.side_count, s.board_width, s.board_height = len(sides), width, height
    s.allied = np.eye(SIDES, dtype=np.int16)
    for one, other in allied:
        s.allied[one, other] = s.allied[other, one] = 1
    who = 0
    for side, fighters in enumerate(sides):
        s.side_start[side], s.side_size[side] = who, len(fighters)
        for fighter, cell in fighters:
            unit = s.units[who]
            for name, value in fighter.model_dump().items():
                unit[name] = value
            unit.side, unit.present, unit.cell, unit.health_max = side, 1, cell, fighter.health
            who += 1
    s.unit_count, s.round_limit, s.decision_cap = who, rounds, 5_000
    s.depth, s.stack[0].kind = 1, Frame.BATTLE
    assert set(Unit.model_fields) <= set(UNIT.names or ())


def problems(battle: Any) -> list[Any]:
    """What the fields alone cannot tell: a large body needs room to the south-east."""
    board, found = battle.board, []
    for fighter in battle.units:
        corner = (fighter.cell[0] + fighter.unit.span - 1, fighter.cell[1] + fighter.unit.span - 1)
        if not board.has(corner):
            found.append(Fault((*fighter.path, "at"), "a large unit would stand beyond the edge of the board"))
    return found


def pack(battle: Any, s: Any, field: Any) -> None:
    """Fill one state record's position and one map record from a battle of ``tactica.envs.scenario``."""
    board = battle.board
    walls = np.zeros((board.height, board.width, 8), bool)
    for (x, y, direction), kind in board.borders.items():
        walls[y, x, direction] = BORDERS[kind].blocks
    pack_field(field, board.width, board.height, {name: layer != 0 for name, layer in board.layers.items()}, walls)
    sides: list[list[tuple[Unit, int]]] = [[] for _ in battle.sides]
    for fighter in battle.units:
        sides[fighter.side].append((fighter.unit, fighter.cell[1] * STRIDE + fighter.cell[0]))
    allied = [(i, j) for i in range(len(sides)) for j in range(i) if battle.allied[i][j]]
    pack_state(s, board.width, board.height, sides, allied, battle.options.rounds)


def example(s: Any, field: Any, seed: int) -> None:
    """Pack a ready battle: three sides on a small map; with odd seeds the second and the third are allies."""
    rng = np.random.default_rng(seed)
    width, height = 6 + seed % 3, 5
    blocked, rough = np.zeros((height, width), bool), rng.random((height, width)) < 0.15
    blocked[2 + seed % 2, 3] = True
    walls = np.zeros((height, width, 8), bool)
    walls[1, 4, 2] = True
    pack_field(field, width, height, {"blocked": blocked, "rough": rough}, walls)
    kinds = {name: Unit(**stats) for name, stats in templates().items()}
    soldier, brute, scout = kinds["soldier"], kinds["brute"], kinds["scout"]
    east, south = width - 1, (height - 1) * STRIDE
    sides = [
        [(soldier, 0), (soldier, 0), (scout, 2)],
        [(brute, east - 1), (scout, east + 2 * STRIDE)],
        [(soldier, south + 1), (soldier, south + 2), (soldier, south + 2), (scout, south + east)],
    ]
    pack_state(s, width, height, sides, [(1, 2)] if seed % 2 else [], rounds=8)
