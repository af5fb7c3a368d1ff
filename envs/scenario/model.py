"""The keys of a scenario file that mean the same in every ruleset."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ..core.printable import LONGEST_NAME
from ..core.state import MANY, Verdict
from .battle import DIRECTIONS, SHORT_DIRECTIONS
from .draw import SPREAD_FORMS, Spread, read_spread

NAME = re.compile(r"[a-z][a-z0-9_]*")
FEWEST_CELLS = 2  # a side of the board; the most is what the ruleset's board says
LONGEST = 128  # cells of a run of walls
MOST_MARKS = 100  # names and fields of one cell or border
MOST_OPTIONS = 500  # units to draw from
VERDICTS = [one.name.lower() for one in Verdict if one]

_INTEGER = {"type": "integer"}
_RANGE = {
    "type": "object",
    "properties": {"from": _INTEGER, "to": _INTEGER, "step": {"type": "integer", "minimum": 1}},
    "required": ["from", "to"],
    "additionalProperties": False,
    "description": "drawn for every battle, each value equally likely",
}


def wrong(what: str, allowed: str) -> PydanticCustomError:
    """An error that says what would be right."""
    return PydanticCustomError("scenario", "{what}", {"what": what, "allowed": allowed})


def spread_schema(value: dict[str, Any], lists: bool = True) -> dict[str, Any]:
    """JSON Schema of something that may be a value, a range, or a choice."""
    choice = {"type": "array", "items": value, "minItems": 1, "description": "one of these, drawn for every battle"}
    forms: list[dict[str, Any]] = [value]
    if value.get("type") == "integer":
        forms.append(_RANGE)
    if lists:
        forms.append(choice)
    any_of = {"type": "object", "properties": {"any_of": choice}, "required": ["any_of"], "additionalProperties": False}
    return {"anyOf": [*forms, any_of]}


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cell(value: Any) -> tuple[int, int]:
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(_is_whole(v) for v in value):
        raise wrong(f"{value!r} is not a cell", "[x, y], counted from 0 at the north-west corner")
    return (value[0], value[1])


def _cells(value: Any) -> tuple[tuple[int, int], ...] | str:
    if value == "all":
        return "all"
    if not isinstance(value, (list, tuple)) or not value:
        raise wrong(f"{value!r} is not a list of cells", "[[x, y], [x, y], ...] or all")
    return tuple(_cell(v) for v in value)


def _area(value: Any) -> tuple[int, int, int, int]:
    if not isinstance(value, (list, tuple)) or len(value) != 4 or not all(_is_whole(v) for v in value):
        raise wrong(f"{value!r} is not an area", "[x0, y0, x1, y1], both corners included")
    x0, y0, x1, y1 = value
    if x1 < x0 or y1 < y0:
        raise wrong(f"{list(value)!r}: the corners are in the wrong order", "[x0, y0, x1, y1] with x0 <= x1, y0 <= y1")
    return (x0, y0, x1, y1)


def _size(value: Any) -> tuple[int, int]:
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(_is_whole(v) for v in value):
        raise wrong(f"{value!r} is not a size", "[width, height] in cells")
    return (value[0], value[1])


def _direction(value: Any) -> int:
    if _is_whole(value) and 0 <= value <= 7:
        return int(value)
    for names in (DIRECTIONS, SHORT_DIRECTIONS):
        if value in names:
            return names.index(value)
    raise wrong(
        f"{value!r} is not a direction", f"{', '.join(DIRECTIONS)} (or n, ne, ..., or 0 to 7 clockwise from north)"
    )


def _side_of_cell(value: Any) -> int:
    direction = _direction(value)
    if direction % 2:
        raise wrong("a border lies on one of the four sides of a cell", "north, east, south, west")
    return direction


def _map(value: Any) -> tuple[str, ...]:
    rows = value.rstrip("\n").split("\n") if isinstance(value, str) else value
    if not isinstance(rows, (list, tuple)) or not rows or not all(isinstance(row, str) for row in rows):
        raise wrong("not a map", "a block of text (map: |), one line per row, one character per cell")
    return tuple(row.rstrip(" \t\r") if isinstance(value, str) else row for row in rows)


def _name(value: Any) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise wrong(f"{value!r} is not a name", "lower-case letters, digits and underscores, beginning with a letter")
    if len(value) > LONGEST_NAME:
        raise wrong(f"a name of {len(value):,} characters", f"at most {LONGEST_NAME}")
    return value


def _amount(low: int, high: int) -> Callable[[Any], Any]:
    """Reader of a whole number in low..high, or a spread of such numbers."""

    def read(value: Any) -> Any:
        allowed = f"{low} to {high}; {SPREAD_FORMS}"
        try:
            spread = read_spread(value)
        except ValueError as e:
            raise wrong(str(e), allowed) from None
        for number in spread.values if isinstance(spread, Spread) else (spread,):
            if not _is_whole(number) or not low <= number <= high:
                raise wrong(f"{number!r} is not possible", allowed)
        return spread

    return read


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 0.6:
        raise wrong(f"{value!r} is not a share of the board", "0 to 0.6")
    return float(value)


def read_marks(value: Any) -> dict[str, Any]:
    """What a cell or a border has: ``water``, ``{level: 1}``, or a list of both; a bare name has the value True."""
    marks: dict[str, Any] = {}
    if isinstance(value, list | dict) and len(value) > MOST_MARKS:
        raise wrong(f"{len(value):,} names are too many", f"at most {MOST_MARKS}")
    for part in value if isinstance(value, list) else [value]:
        if isinstance(part, str):
            marks.pop(part, None)
            marks[part] = True
        elif isinstance(part, dict) and all(isinstance(k, str) for k in part):
            for name, given in part.items():
                marks.pop(name, None)
                marks[name] = given
        else:
            raise wrong(f"{part!r} is not a name", "a name, {field: value}, or a list of them")
    return marks


def _of_at_most(most: int) -> Callable[[Any], Any]:
    """Reader of a list or mapping that refuses a very long one before its parts are looked at."""

    def read(value: Any) -> Any:
        if isinstance(value, (list, dict)) and len(value) > most:
            raise wrong(f"{len(value):,} entries are too many", f"at most {most:,}")
        return value

    return read


def _one_or_more(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


_PAIR = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_FOUR = {"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4}
_MARKS = {
    "anyOf": [
        {"type": "string"},
        {"type": "object"},
        {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}},
    ]
}
_WHERE = {"anyOf": [{"type": "string", "enum": [*DIRECTIONS, *SHORT_DIRECTIONS]}, {"type": "integer"}]}

CellAt = Annotated[Any, PlainValidator(_cell), WithJsonSchema(_PAIR)]
CellsAt = Annotated[
    Any, PlainValidator(_cells), WithJsonSchema({"anyOf": [{"const": "all"}, {"type": "array", "items": _PAIR}]})
]
Area = Annotated[Any, PlainValidator(_area), WithJsonSchema(_FOUR)]
Size = Annotated[Any, PlainValidator(_size), WithJsonSchema(_PAIR)]
Direction = Annotated[Any, PlainValidator(_direction), WithJsonSchema(_WHERE)]
SideOfCell = Annotated[
    Any, PlainValidator(_side_of_cell), WithJsonSchema({"enum": [*DIRECTIONS[::2], *SHORT_DIRECTIONS[::2], 0, 2, 4, 6]})
]
Map = Annotated[
    Any,
    PlainValidator(_map),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Name = Annotated[
    str,
    PlainValidator(_name),
    WithJsonSchema({"type": "string", "pattern": f"^{NAME.pattern}$", "maxLength": LONGEST_NAME}),
]
Marks = Annotated[Any, PlainValidator(read_marks), WithJsonSchema(_MARKS)]
Share = Annotated[Any, PlainValidator(_share), WithJsonSchema({"type": "number", "minimum": 0, "maximum": 0.6})]

Weight = Annotated[int, Field(le=1_000_000)]


def _amount_schema(low: int, high: int) -> WithJsonSchema:
    return WithJsonSchema(spread_schema({"type": "integer", "minimum": low, "maximum": high}))


Count = Annotated[Any, PlainValidator(_amount(1, 64)), _amount_schema(1, 64)]
Points = Annotated[Any, PlainValidator(_amount(1, 1_000_000)), _amount_schema(1, 1_000_000)]
Runs = Annotated[Any, PlainValidator(_amount(0, 64)), _amount_schema(0, 64)]
Length = Annotated[Any, PlainValidator(_amount(1, LONGEST)), _amount_schema(1, LONGEST)]


class Strict(BaseModel):
    """A mapping with no other keys than these."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class CellMarks(Strict):
    """What is put on cells."""

    flag: Marks = Field(description="a name, {field: value}, or a list of them")
    at: CellsAt | None = Field(None, description="[[x, y], ...] or all")
    area: Area | None = Field(None, description="[x0, y0, x1, y1], both corners included")


class BorderMark(Strict):
    """Something that lies between two cells."""

    type: Marks = Field(
        description="a kind of border; where borders have fields, also {field: value}, or a list of both"
    )
    cell: CellAt | None = Field(None, description="a cell it borders")
    cells: CellsAt | None = Field(None, description="several cells that each get such a border")
    direction: SideOfCell = Field(description="the side of the cell it lies on")


class BoardModel(Strict):
    """The map: an ASCII picture, lists of cells, or both."""

    size: Size | None = Field(None, description="[width, height] in cells")
    map: Map | None = Field(None, description="one line per row, one character per cell")
    legend: dict[str, Marks] = Field({}, description="meaning of the map's characters, added to the ruleset's legend")
    cells: list[CellMarks] = Field([], description="what is put on cells")
    borders: list[BorderMark] = Field([], description="what lies between cells")


class UnitModel(Strict):
    """The keys of a unit that place it; all others are the ruleset's."""

    template: str = Field("", description="a ready-made unit; other keys given here override it")
    side: str = Field("", description="name of its side")
    at: CellAt | None = Field(
        None,
        description=(
            "[x, y]; default: a random free cell of the side's deployment zone, or where the player deploys it"
        ),
    )
    facing: Direction | None = Field(None, description="default: towards the nearest enemy")
    name: Name | None = Field(None, description="default: the template's name, numbered if there are several")
    count: Count = Field(1, description="number of such units")


class DeployModel(Strict):
    """Where a side sets up."""

    zone: Area = Field(description="[x0, y0, x1, y1], both corners included")


def _zone(value: Any) -> Any:
    return {"zone": value} if isinstance(value, list) else value


class ChooseModel(Strict):
    """Units drawn from a list."""

    side: Annotated[list[str], BeforeValidator(_one_or_more), BeforeValidator(_of_at_most(100))] = Field(
        description="the side that gets them; several sides get the same draw"
    )
    source: Annotated[list[Any], BeforeValidator(_of_at_most(MOST_OPTIONS))] = Field(
        alias="from", min_length=1, description="templates, or units written out"
    )
    count: Count | None = Field(None, description="number of units; with a budget, the maximum")
    budget: Points | None = Field(None, description="points to spend")
    points: Annotated[dict[str, Weight], BeforeValidator(_of_at_most(MOST_OPTIONS))] = Field(
        {}, description="cost of a template, instead of the template's own"
    )
    weights: Annotated[list[Weight], BeforeValidator(_of_at_most(MOST_OPTIONS))] | None = Field(
        None, description="relative chance of each entry of `from`"
    )
    distinct: bool = Field(False, description="draw no entry twice")


class GenerateModel(Strict):
    """Random terrain that never cuts a unit off."""

    kind: str = Field(description="scatter: scattered flags; walls: straight runs of borders or cells")
    flag: Marks | None = Field(None, description="what to put on cells")
    type: Marks | None = Field(None, description="walls: what to put between cells")
    share: Share = Field(0.0, description="scatter: share of the board's cells")
    count: Runs = Field(3, description="walls: number of runs")
    patch: Count = Field(1, description="scatter: cells per patch")
    length: Length = Field(3, description="walls: length in cells")
    area: Area | None = Field(None, description="only in this part of the board")
    mirror: bool = Field(False, description="also place it on the board rotated by half a turn")


class PlaceModel(Strict):
    """Opening distance and direction, for units without a place or a zone."""

    distance: Any = Field(description="cells between the nearest opponents, or a roll such as 4d6_yards")
    direction: Any = Field("east", description="where the side comes from: a direction, corridor, or clock")
    side: str = Field("", description="the side that arrives; default: the last")


def _number(value: Any) -> int:
    if not _is_whole(value) or not 1 <= value <= MANY:
        raise wrong(f"{value!r} is not possible", f"1 to {MANY}")
    return int(value)


def _verdict(value: Any) -> tuple[str, ...]:
    given = tuple(value) if isinstance(value, list) else (value,)
    if not given or any(one not in VERDICTS for one in given) or len(set(given)) != len(given):
        raise wrong(f"{value!r} is not a verdict", "[score], [staying], or both in either order")
    return given


def _zone_cells(value: Any) -> Any:
    return {"cells": value} if isinstance(value, list) else value


Number = Annotated[Any, PlainValidator(_number), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MANY})]
VerdictOf = Annotated[
    Any,
    PlainValidator(_verdict),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": VERDICTS},
                {"type": "array", "items": {"enum": VERDICTS}, "minItems": 1, "uniqueItems": True},
            ]
        }
    ),
]


class ObjectiveZoneModel(Strict):
    """A zone to hold: cells, a rectangle, or both."""

    cells: CellsAt | None = Field(None, description="[[x, y], ...]")
    corner: CellAt | None = Field(None, alias="from", description="one corner of a rectangle, [x, y]")
    to: CellAt | None = Field(None, description="the opposite corner, included")


class ObjectivesModel(Strict):
    """What decides a battle besides the rules."""

    zones: dict[str, Annotated[ObjectiveZoneModel, BeforeValidator(_zone_cells)]] = Field(
        {},
        description="zones by name; each is a point at the end of a round for a side that stands there without enemies",
    )
    to_win: Number | None = Field(None, description="points that win at once")
    rounds: Number | None = Field(None, description="the battle ends after so many rounds, or when the rules end it")
    attacker: str = Field("", description="the side that loses a tie")
    verdict: VerdictOf | None = Field(
        None,
        description="what decides where the rules leave the winner open, in this order: score, the points for zones; staying, "
        "the share of the staying power that is left. Default: score, or staying without zones",
    )


class ScenarioModel(Strict):
    """A scenario file."""

    ruleset: str = Field(description="the ruleset to play by")
    name: str = Field("", description="a title")
    description: str = Field("", description="what it is about")
    board: BoardModel = Field(default_factory=lambda: BoardModel.model_validate({}), description="the map")
    sides: list[Name] | None = Field(None, description="names of the sides, in order")
    allies: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field(
        [], description="pairs of allied sides"
    )
    battle: dict[str, Any] = Field({}, description="circumstances the ruleset defines")
    rules: dict[str, Any] = Field({}, description="knobs of the rulebook, by address")
    units: list[Any] = Field([], description="who fights")
    deploy: dict[str, Annotated[DeployModel, BeforeValidator(_zone)]] = Field({}, description="deployment zones")
    choose: Annotated[list[ChooseModel], BeforeValidator(_one_or_more)] = Field([], description="random rosters")
    generate: Annotated[list[GenerateModel], BeforeValidator(_one_or_more)] = Field([], description="random terrain")
    place: PlaceModel | None = Field(None, description="random opening distance")
    objectives: ObjectivesModel | None = Field(None, description="zones to hold, and what decides the battle")


PLACING = tuple(UnitModel.model_fields)
