"""What cells and borders of a scenario may have. A number that the book's tables print may be given by the name of its row."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from ....core.compiler import outside
from ....scenario.battle import Battle
from ....scenario.contract import BorderModel, CellModel
from ....scenario.model import wrong
from ....scenario.problems import listed
from ....scenario.wording import Flag, Word
from ..vocab import ALL_WAYS, EffectKind

LIMITS = {
    row: f"env.limit_table.{row}" for row in ("single_door", "thick_vegetation", "double_door", "window", "ladder")
}
CROSSINGS = {
    row: f"env.crossing_table.{row}" for row in ("window", "jump_1_5m", "jump_2m", "jump_2_5m", "jump_3m", "rope_swing")
}
STRUCTURES = {
    row: f"env.structure_table.{row}"
    for row in ("regular_door", "strong_door", "regular_gate", "wooden_wall", "stone_wall")
}
CLIMBS = {
    row: f"climb.table.{row}"
    for row in ("ladder_or_stairs", "rope_ladder", "rope", "rock_face", "steep_rock_face", "tree", "stone_wall")
}
OBJECTS = ("thick_tree", "wooden_cart_or_crate", "shrubbery", "stone_merlon", "wooden_table", "tall_grass")
CONCEALMENT = {row: f"concealment.table.{row}" for row in OBJECTS}
OBJECT_HEIGHTS = {row: f"concealment.table.{row}_height" for row in OBJECTS}
HEIGHTS = {"door": "c.los.door_height", "wall": "c.los.wall_height", "gate": "c.los.gate_height"}
STRUCTURE_HEIGHT = "c.climb_over.structure_height_default"
HAZARD = "c.hazard.default_cr"
SIDES_COVERED = "concealment.scope.direction_mask"

#: Numbers of the book that a scenario names; on the board each stands as ``FIRST_NAMED`` minus its place here.
ADDRESSES = (
    *LIMITS.values(), *CROSSINGS.values(), *STRUCTURES.values(), *CLIMBS.values(), *HEIGHTS.values(), STRUCTURE_HEIGHT, HAZARD,
    SIDES_COVERED, *CONCEALMENT.values(), *OBJECT_HEIGHTS.values(),
)  # fmt: skip
FIRST_NAMED = -1000
COMPASS = ("north", "east", "south", "west")


def named(address: str) -> int:
    """What stands on the board for a number of the book."""
    return FIRST_NAMED - ADDRESSES.index(address)


@outside.rule("env.limit_table", "env.crossing_table", "env.structure_table", "climb.table")
def number_of(battle: Battle, value: int) -> int:
    """Tables of the environment: a number as the scenario gives it, or that of the row it names."""
    return battle.number(ADDRESSES[FIRST_NAMED - value]) if value <= FIRST_NAMED else value


def is_named(value: Any) -> bool:
    """Whether a whole number stands for a number of the book, as boards in replays hold it."""
    return FIRST_NAMED - len(ADDRESSES) < value <= FIRST_NAMED


def _number(low: int, high: int, rows: dict[str, str]) -> Any:
    """What reads a whole number, or the name of a row of one of the book's tables."""

    def read(value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and (low <= value <= high or is_named(value)):
            return value
        if isinstance(value, str) and value in rows:
            return named(rows[value])
        raise wrong(f"{value!r} is not possible", f"{low} to {high}, or {listed(rows)}")

    schema = {"anyOf": [{"type": "integer", "minimum": low, "maximum": high}, {"type": "string", "enum": list(rows)}]}
    return PlainValidator(read), WithJsonSchema(schema)


def _by_the_book(address: str, what: str) -> Any:
    """A field whose default is a number of the book, so that the schema can name none."""

    def without_default(schema: dict[str, Any]) -> None:
        del schema["default"]

    return Field(named(address), description=what, json_schema_extra=without_default)


def _sides(value: Any) -> int:
    """Sides of a cell as bits: a number, or a list of directions."""
    if isinstance(value, int) and not isinstance(value, bool) and (0 <= value <= ALL_WAYS or is_named(value)):
        return value
    given = value if isinstance(value, (list, tuple)) else [value]
    if not all(isinstance(side, str) and side in COMPASS for side in given):
        raise wrong(f"{value!r} are no sides", f"a list of: {listed(COMPASS)}, or 0 to {ALL_WAYS}")
    return sum({1 << COMPASS.index(side) for side in given})


_LIMIT, _CROSSING, _TOUGHNESS = _number(0, 16, LIMITS), _number(0, 30, CROSSINGS), _number(0, 20, STRUCTURES)
_CLIMB, _HEIGHT = _number(-1, 30, CLIMBS), _number(0, 20, HEIGHTS)
_COVER, _COVER_HEIGHT = _number(0, 9, CONCEALMENT), _number(-1, 12, OBJECT_HEIGHTS)
Limit = Annotated[int, _LIMIT[0], _LIMIT[1]]
Crossing = Annotated[int, _CROSSING[0], _CROSSING[1]]
Toughness = Annotated[int, _TOUGHNESS[0], _TOUGHNESS[1]]
Climb = Annotated[int, _CLIMB[0], _CLIMB[1]]
Height = Annotated[int, _HEIGHT[0], _HEIGHT[1]]
Cover = Annotated[int, _COVER[0], _COVER[1]]
CoverHeight = Annotated[int, _COVER_HEIGHT[0], _COVER_HEIGHT[1]]
_SIDES_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": ALL_WAYS},
        {"type": "array", "items": {"type": "string", "enum": list(COMPASS)}},
    ]
}
Requirement = Annotated[int, _number(0, 30, {})[0], WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 30})]
CoveredSides = Annotated[int, PlainValidator(_sides), WithJsonSchema(_SIDES_SCHEMA)]


class CellFields(CellModel):
    """A location."""

    ground: int = Field(0, ge=0, le=12, description="height level of the ground")
    feature: int = Field(0, ge=0, le=12, description="height level of the top of what stands there, 0 nothing")
    feature_climb: Climb = Field(-1, description="requirement to climb that, 0 none, -1 it cannot be climbed")
    difficult: Flag = Field(False, description="mud and the like: melee, parries and dodges suffer")
    cover: Cover = Field(0, description="concealment of an object one can be behind")
    cover_height: CoverHeight = Field(-1, description="height of that object, -1 it helps from any height")
    cover_mask: CoveredSides = _by_the_book(SIDES_COVERED, "sides from which it helps; default: the rulebook's, all")
    dark: int = Field(0, ge=0, le=3, description="darkness")
    roof: Flag = Field(False, description="a roof against the weather")
    campfire: Flag = Field(False, description="a camp fire")
    objective: Flag = Field(False, description="something to seize")
    hazard: Annotated[EffectKind, Word(EffectKind, "effect")] = Field(
        EffectKind.NONE, description="effect that entering may bring"
    )
    hazard_number: int = Field(0, ge=0, le=60, description="its seconds or points; 0: what the rulebook says")
    hazard_cr: Requirement = _by_the_book(
        HAZARD, "requirement to avoid it, 0 it cannot be avoided; default: the rulebook's"
    )


class BorderFields(BorderModel):
    """What lies between two locations: any of a limit, a challenge, a structure and something to climb."""

    limit: Limit = Field(0, description="units that may pass, 0 any number")
    crossing: Crossing = Field(0, description="requirement to cross, 0 none")
    toughness: Toughness = Field(0, description="toughness of a structure, 0 nothing bars the way")
    structure: Height = _by_the_book(STRUCTURE_HEIGHT, "height of the structure; default: the rulebook's")
    stone: Flag = Field(False, description="the structure is of stone")
    climb: Climb = Field(-1, description="requirement to climb there, 0 none, -1 nobody can")
    closed: Flag = Field(False, description="nobody can pass or see through it")

    @model_validator(mode="after")
    def _has_a_toughness(self) -> BorderFields:
        if "structure" in self.model_fields_set and self.structure != 0 and self.toughness == 0:
            raise ValueError("a structure has a toughness")
        return self

    @property
    def blocks(self) -> bool:
        """Only what is closed for good separates: structures can be broken."""
        return self.closed


@outside.rule("env.limit_table")
def limit_of(battle: Battle, border: BorderFields) -> int:
    """Table of limits: how many may pass, 0 any number."""
    return number_of(battle, border.limit)


@outside.rule("env.crossing_table")
def crossing_of(battle: Battle, border: BorderFields) -> int:
    """Table of crossings: what it takes to get across, 0 nothing."""
    return number_of(battle, border.crossing)


@outside.rule("env.structure_table")
def toughness_of(battle: Battle, border: BorderFields) -> int:
    """Table of structures: how tough what bars the way is, 0 nothing does."""
    return number_of(battle, border.toughness)


def _object(row: str, **more: Any) -> dict[str, Any]:
    """A concealing object of the table."""
    return {"cover": row, "cover_height": row, **more}


TERRAIN: dict[str, dict[str, Any]] = {
    "thick_tree": _object("thick_tree", feature=4, feature_climb="tree"),
    "cart": _object("wooden_cart_or_crate"),
    "shrubbery": _object("shrubbery"),
    "merlon": _object("stone_merlon"),
    "table": _object("wooden_table"),
    "tall_grass": _object("tall_grass"),
    "mud": {"difficult": True},
    "dusk": {"dark": 1},
    "night": {"dark": 2},
    "pitch_dark": {"dark": 3},
}
BORDERS: dict[str, dict[str, Any]] = {
    "single_door": {"limit": "single_door"},
    "double_door": {"limit": "double_door"},
    "thick_vegetation": {"limit": "thick_vegetation"},
    "window": {"limit": "window", "crossing": "window"},
    "ladder": {"climb": "ladder_or_stairs", "limit": "ladder"},
    "jump_1_5m": {"crossing": "jump_1_5m"},
    "jump_2m": {"crossing": "jump_2m"},
    "jump_2_5m": {"crossing": "jump_2_5m"},
    "jump_3m": {"crossing": "jump_3m"},
    "rope_swing": {"crossing": "rope_swing"},
    "regular_door": {"toughness": "regular_door", "structure": "door"},
    "strong_door": {"toughness": "strong_door", "structure": "door"},
    "regular_gate": {"toughness": "regular_gate", "structure": "gate"},
    "wooden_wall": {"toughness": "wooden_wall", "structure": "wall"},
    "stone_wall": {"toughness": "stone_wall", "structure": "wall", "stone": True, "climb": "stone_wall"},
    "stairs": {"climb": "ladder_or_stairs"},
    "rope_ladder": {"climb": "rope_ladder"},
    "rope": {"climb": "rope"},
    "rock_face": {"climb": "rock_face"},
    "steep_rock_face": {"climb": "steep_rock_face"},
    "tree": {"climb": "tree"},
    "wall": {"closed": True},
}
LEGEND: dict[str, Any] = {
    "t": "thick_tree",
    "c": "cart",
    "s": "shrubbery",
    "M": "merlon",
    "T": "table",
    "g": "tall_grass",
    "m": "mud",
    "d": "night",
    "r": "roof",
    "f": "campfire",
    "o": "objective",
}
