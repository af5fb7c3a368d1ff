"""From a described battle to packed records; the only place where names become numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tactica.envs.core.state.fields import none_fields
from tactica.envs.scenario.battle import Battle, Board, Fighter
from tactica.envs.scenario.bodies import cells_of, rectangle
from tactica.envs.scenario.contract import Capacity, Edge, Terrain, numbers_of
from tactica.envs.scenario.packing import border_layer, pack_header, pack_layers, pack_map, pack_roster, pack_zones
from tactica.envs.scenario.problems import Fault

from .state import SIDES, UNIT
from .vocab import UNITS, Frame

TERRAIN = {
    "blocked": Terrain(blocks=True, meaning="nobody can stand here or see through"),
    "rough": Terrain(meaning="costs two cells to enter"),
}
BORDERS = {"wall": Edge(1, blocks=True, meaning="cannot be crossed or seen through")}
LEGEND = {".": {}, "#": {"blocked": 1}, "~": {"rough": 1}}
CAPACITY = Capacity(units=UNITS, sides=SIDES, per_cell=2)
number = numbers_of(UNIT)


class Unit(BaseModel):
    """One fighter."""

    model_config = ConfigDict(extra="forbid")

    strength: int = number("strength", 3, "dice in a clash")
    armour: int = number("armour", 2, "saves at or under")
    movement: int = number("movement", 3, "cells a march")
    health: int = number("health_max", 3, "points")
    width: int = number("width", 1, "cells from west to east")
    height: int = number("height", 1, "cells from north to south")
    hidden: bool = Field(False, description="not seen by its enemies at the start")


class Options(BaseModel):
    """Settings of a battle."""

    model_config = ConfigDict(extra="forbid")

    rounds: int = Field(8, ge=1, le=99, description="last round")


def templates() -> dict[str, dict[str, Any]]:
    """Fighters that scenarios may name."""
    return {
        "soldier": {},
        "brute": {"strength": 5, "armour": 1, "movement": 2, "health": 6, "width": 2, "height": 2},
        "rank": {"strength": 4, "movement": 2, "health": 5, "width": 3},
        "scout": {"strength": 2, "armour": 1, "movement": 4, "health": 2, "hidden": True},
    }


def footprint(unit: Unit, facing: int) -> tuple[tuple[int, int], ...]:
    """march.room: a body covers a rectangle as it is set up; its own cell is the north-western one."""
    return rectangle(unit.width, unit.height)


def occupies(unit: Unit) -> int:
    """march.room: a body of several cells fills them."""
    return CAPACITY.per_cell if unit.width * unit.height > 1 else 1


def deploys(number: Callable[[str], int]) -> bool:
    """deploy.zone: whether the players place the units that have no place."""
    return number("deploy.zone.players_deploy") == 1


def problems(battle: Battle) -> list[Fault]:
    """march.room: enemies share no cell, and no more friends than it has room for."""
    found: list[Fault] = []
    room = battle.number("march.room.room")
    cells = [set(cells_of(battle, fighter)) for fighter in battle.units]
    for i, fighter in enumerate(battle.units):
        for j, other in enumerate(battle.units[:i]):
            if battle.are_enemies(fighter, other) and cells[i] & cells[j]:
                found.append(Fault((*fighter.path, "at"), f"{other.name} stands there, an enemy", "another cell"))
        sharing = [other for j, other in enumerate(battle.units[:i]) if cells[i] & cells[j]]
        if len(sharing) >= room:
            names = ", ".join(other.name for other in sharing)
            found.append(Fault((*fighter.path, "at"), f"{names} stand there already", f"room for {room} in a cell"))
    return found


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Fill one state record's position and one map record."""
    pack_header(battle, s, Frame.BATTLE, decision_cap=5_000)
    pack_roster(battle, s, tuple(Unit.model_fields), none_fields(UNIT))
    for side in range(SIDES):
        s.allied[side, side] = 1
    for row, fighter in enumerate(battle.units):
        s.units[row].health_max = fighter.unit.health
    s.round_limit = battle.options.rounds
    layers = battle.board.layers
    pack_map(battle, field, layers["blocked"] != 0, border_layer(battle.board, lambda kind: kind == "wall"))
    pack_layers(battle, field, layers)
    pack_zones(battle, field)


def example(s: Any, field: Any, seed: int) -> None:
    """Pack a ready battle: three sides on a small map; with odd seeds the second and the third are allies."""
    from . import RULESET

    rng = np.random.default_rng(seed)
    width, height = 6 + seed % 3, 5
    rough = rng.random((height, width)) < 0.15
    blocked = np.zeros((height, width), bool)
    blocked[2 + seed % 2, 2] = True
    layers = {"blocked": blocked.astype(np.int16), "rough": rough.astype(np.int16)}
    kinds = {name: Unit(**stats) for name, stats in templates().items()}
    places = [
        [("soldier", (0, 0)), ("soldier", (0, 0)), ("scout", (2, 0))],
        [("brute", (width - 2, 0)), ("scout", (width - 1, 2)), ("rank", (3, 3))],
        [("soldier", (1, 4)), ("soldier", (2, 4)), ("soldier", (2, 4)), ("scout", (width - 1, 4))],
    ]
    units = [
        Fighter(f"{name}_{k}", side, kinds[name], cell)
        for side, fighters in enumerate(places)
        for k, (name, cell) in enumerate(fighters)
    ]
    allied = tuple(tuple(i == j or (seed % 2 == 1 and i > 0 and j > 0) for j in range(3)) for i in range(3))
    board = Board(width, height, layers, {(3, 1, 2): "wall"})
    sides = ("red", "green", "blue")
    pack(Battle(RULESET, "example", board, sides, allied, Options(), {}, tuple(units)), s, field)
