"""From a scenario to packed records; the only place where names become numbers. ``Unit`` and ``Options`` are what a scenario may
write, with ranges and help; the engine reads maps, sides and places.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tactica.envs.core.state.fields import none_fields
from tactica.envs.scenario.battle import Battle
from tactica.envs.scenario.contract import Terrain, numbers_of
from tactica.envs.scenario.packing import border_layer, pack_header, pack_layers, pack_map, pack_roster
from tactica.envs.scenario.problems import Fault

from .state import UNIT
from .vocab import Frame

TERRAIN = {"blocked": Terrain(blocks=True, meaning="a rock: nobody can stand here")}
BORDERS: dict[str, Any] = {}
LEGEND: dict[str, dict[str, Any]] = {".": {}, "#": {"blocked": 1}}  # the characters of a map
number = numbers_of(UNIT)  # a number of a unit, within what its record holds: name there, default, meaning


class Unit(BaseModel):
    """One fighter."""

    model_config = ConfigDict(extra="forbid")

    skill: int = number("skill", 50, "chance to hit in percent")
    strength: int = number("strength", 1, "added to damage it does")
    armour: int = number("armour", 1, "taken off damage it suffers")
    initiative: int = number("initiative", 10, "the highest acts first")
    health: int = number("health_max", 8, "points")


class Options(BaseModel):
    """Settings of a battle."""

    model_config = ConfigDict(extra="forbid")

    rounds: int = Field(20, ge=1, le=99, description="last round")


def templates() -> dict[str, dict[str, Any]]:
    """Units that scenarios name with ``template:``."""
    return {
        "soldier": {},
        "brute": {"skill": 40, "strength": 3, "armour": 0, "initiative": 5, "health": 14},
        "duellist": {"skill": 70, "armour": 0, "initiative": 20, "health": 6},
    }


def problems(battle: Battle) -> list[Fault]:
    """What is wrong with a scenario beside its single numbers: nothing, in these rules."""
    return []


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Fill the record of a state and that of a map."""
    pack_header(battle, s, Frame.BATTLE, decision_cap=5_000)
    pack_roster(battle, s, tuple(Unit.model_fields), none_fields(UNIT))
    for row, fighter in enumerate(battle.units):
        s.units[row].health_max = fighter.unit.health
    s.round_limit = battle.options.rounds
    blocked = battle.board.layers["blocked"]
    pack_map(battle, field, blocked != 0, border_layer(battle.board, lambda kind: 0))
    pack_layers(battle, field, {"blocked": blocked})
