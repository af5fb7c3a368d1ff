"""A set-up for tests, with what toybook lacks: cells and borders with fields of their own, formations, a phase in which the
players deploy, and a large board. It stands in for toybook's set-up; the rulebook is toybook's.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tactica.envs.core.book import Records, Setup
from tactica.envs.core.state import record, state_type
from tactica.envs.scenario.battle import Battle
from tactica.envs.scenario.bodies import ranks
from tactica.envs.scenario.contract import BorderModel, CellModel
from tactica.envs.scenario.packing import (
    border_layer,
    pack_doors,
    pack_header,
    pack_layers,
    pack_map,
    pack_roster,
    pack_zones,
)
from tactica.envs.scenario.problems import Fault
from tactica.envs.scenario.wording import Flag, Word, Words, book_names, full_names
from toybook.board import BOARD, CELLS, door_fields


class Land(IntEnum):
    """What grows or lies in a cell."""

    OPEN = 0
    WOODS = 1
    ROCK = 2


class Drill(IntEnum):
    """What a regiment has learnt."""

    WHEEL = 1
    SHIELD_WALL = 2


DRILL_NAMES = book_names(Drill, {Drill.SHIELD_WALL: "shield-wall"})
ALIASES = {"M": "models", "F": "files"}


class CellFields(CellModel):
    """A cell."""

    land: Annotated[Land, Word(Land, "land")] = Field(Land.OPEN, description="what is there")
    height: int = Field(0, ge=0, le=6, description="metres")
    places: int = Field(1, ge=0, le=4, description="who finds room")
    roofed: bool = Field(False, description="no rain")

    @property
    def blocks(self) -> bool:
        """Nobody stands on rock."""
        return self.land == Land.ROCK

    @property
    def room(self) -> int:
        """As many as it says."""
        return self.places


class BorderFields(BorderModel):
    """What lies between two cells."""

    toughness: int = Field(0, ge=0, le=9, description="of a structure, 0 none")
    limit: int = Field(9, ge=0, le=9, description="how many come through in a turn")
    drill: Annotated[Drill, Word(Drill, "drill", DRILL_NAMES)] | None = Field(
        None, description="what it takes to cross"
    )

    @model_validator(mode="after")
    def _is_something(self) -> BorderFields:
        if self.toughness and self.limit == 9:
            raise ValueError("a structure has a limit")
        return self

    @property
    def blocks(self) -> bool:
        """Nobody comes through a structure without openings."""
        return self.limit == 0


TERRAIN = {"woods": {"land": "woods", "places": 1}, "tower": {"height": 4, "roofed": True}}
BORDERS = {"palisade": {"toughness": 2, "limit": 0}, "gate": {"toughness": 3, "limit": 2}}
UNITS = 12
LEGEND: dict[str, Any] = {"#": {"land": "rock"}, "w": "woods", "T": ["tower", {"height": 5}]}


class Unit(BaseModel):
    """A regiment."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    models: int = Field(1, ge=1, le=40, description="how many")
    files: int = Field(1, ge=1, le=12, description="in the front rank")
    aloft: Flag = Field(False, description="takes no room")
    drills: Annotated[tuple[Drill, ...], Words(Drill, "drill", DRILL_NAMES, {"wall": Drill.SHIELD_WALL})] = ()

    @model_validator(mode="before")
    @classmethod
    def _full_names(cls, given: Any) -> Any:
        return full_names(given, ALIASES)


class Options(BaseModel):
    """Circumstances."""

    model_config = ConfigDict(extra="forbid", strict=True)

    rounds: int = Field(8, ge=1, le=99, description="last round")


def templates() -> dict[str, dict[str, Any]]:
    """Regiments that scenarios may name."""
    return {"scout": {}, "guard": {"models": 8, "files": 4}, "eagle": {"aloft": True}}


def footprint(unit: Unit, facing: int) -> tuple[tuple[int, int], ...]:
    """Models side by side in files, behind each other in ranks."""
    return ranks(unit.models, unit.files, facing)


def occupies(unit: Unit) -> int:
    """What is aloft takes no room."""
    return 0 if unit.aloft else 1


def deploys(number: Any) -> bool:
    """Tests say with a knob of toybook's whether the players deploy."""
    return bool(number("rising.rise.rise_limit") == 0)


def problems(battle: Battle) -> list[Fault]:
    """Nothing more."""
    return []


UNIT = record([("side", "i2"), ("present", "i2"), ("cell", "i2"), ("facing", "i2"), ("models", "i2"), ("rider", "i2")])
FRAME = record([("kind", "i2"), ("step", "i2"), ("who", "i2")])
STATE = state_type(
    [("units", UNIT, (UNITS,)), *door_fields(4), ("door_toughness", "i2", (4,))],
    FRAME,
    [*BOARD.flood_scratch],
    cells=CELLS,
)
FIELD = record(
    [
        *BOARD.field_header,
        ("land", "u1", (CELLS,)),
        ("height_m", "u1", (CELLS,)),
        ("toughness", "u1", (CELLS, 4)),
        ("zone", "u1", (CELLS,)),
    ]
)


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Write a battle into records."""
    pack_header(battle, s, 1, decision_cap=100)
    pack_roster(battle, s, as_written=("models",), nobody=("cell", "rider"))
    board = battle.board
    gates = pack_doors(battle, s, lambda border: border.toughness > 0 and border.limit > 0, lambda border: 1)
    s.door_toughness[: len(gates)] = [gate.toughness for gate in gates]
    pack_map(battle, field, board.layers["land"] == Land.ROCK, border_layer(board, lambda border: border.blocks))
    toughness = border_layer(board, lambda border: border.toughness)
    layers = {"land": board.layers["land"], "height_m": board.layers["height"], "toughness": toughness}
    pack_layers(battle, field, layers)
    pack_zones(battle, field)


RECORDS = Records(STATE, FIELD)
SETUP = Setup(
    unit=Unit, options=Options, units=UNITS, sides=4, terrain=TERRAIN, borders=BORDERS, legend=LEGEND, cell=CellFields,
    border=BorderFields, aliases=ALIASES, templates=templates, footprint=footprint, occupies=occupies, deploys=deploys,
    problems=problems, pack=pack,
)  # fmt: skip
