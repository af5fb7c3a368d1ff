"""From a described battle to packed records; the only place where names become numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tactica.envs.scenario.battle import Battle, Board, Fighter
from tactica.envs.scenario.bodies import cells_of, rectangle
from tactica.envs.scenario.contract import Capacity, Edge, Terrain
from tactica.envs.scenario.packing import border_layer, pack_header, pack_layers, pack_map, pack_roster
from tactica.envs.scenario.problems import Fault

from .state import SIDES
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


def footprint(unit: Unit, facing: int) -> tuple[tuple[int, int], ...]:
    """march.room: a large body covers a square; its own cell is the north-western one."""
    return rectangle(unit.span, unit.span)


def occupies(unit: Unit) -> int:
    """march.room: a large body fills its cells."""
    return CAPACITY.per_cell if unit.span > 1 else 1


def problems(battle: Battle) -> list[Fault]:
    """march.room: enemies share no cell."""
    found: list[Fault] = []
    cells = [set(cells_of(battle, fighter)) for fighter in battle.units]
    for i, fighter in enumerate(battle.units):
        for j, other in enumerate(battle.units[:i]):
            if battle.are_enemies(fighter, other) and cells[i] & cells[j]:
                found.append(Fault((*fighter.path, "at"), f"{other.name} stands there, an enemy", "another cell"))
    return found


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Fill one state record's position and one map record."""
    pack_header(battle, s, Frame.BATTLE, decision_cap=5_000)
    pack_roster(battle, s, tuple(Unit.model_fields))
    for side in range(SIDES):
        s.allied[side, side] = 1
    for row, fighter in enumerate(battle.units):
        s.units[row].health_max = fighter.unit.health
    s.round_limit = battle.options.rounds
    layers = battle.board.layers
    pack_map(battle, field, layers["blocked"] != 0, border_layer(battle.board, lambda kind: kind == "wall"))
    pack_layers(battle, field, layers)


def example(s: Any, field: Any, seed: int) -> None:
    """Pack a ready battle: three sides on a small map; with odd seeds the second and the third are allies."""
    from . import RULESET

    rng = np.random.default_rng(seed)
    width, height = 6 + seed % 3, 5
    rough = rng.random((height, width)) < 0.15
    blocked = np.zeros((height, width), bool)
    blocked[2 + seed % 2, 3] = True
    layers = {"blocked": blocked.astype(np.int16), "rough": rough.astype(np.int16)}
    kinds = {name: Unit(**stats) for name, stats in templates().items()}
    places = [
        [("soldier", (0, 0)), ("soldier", (0, 0)), ("scout", (2, 0))],
        [("brute", (width - 2, 0)), ("scout", (width - 1, 2))],
        [("soldier", (1, 4)), ("soldier", (2, 4)), ("soldier", (2, 4)), ("scout", (width - 1, 4))],
    ]
    units = [
        Fighter(f"{name}_{k}", side, kinds[name], cell)
        for side, fighters in enumerate(places)
        for k, (name, cell) in enumerate(fighters)
    ]
    allied = tuple(tuple(i == j or (seed % 2 == 1 and i > 0 and j > 0) for j in range(3)) for i in range(3))
    board = Board(width, height, layers, {(4, 1, 2): "wall"})
    sides = ("red", "green", "blue")
    pack(Battle(RULESET, "example", board, sides, allied, Options(), {}, tuple(units)), s, field)
