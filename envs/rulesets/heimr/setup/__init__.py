"""From a scenario to packed records: the only place where names become numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import IntEnum
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from ....core.compiler import outside
from ....scenario.battle import Battle, Fighter
from ....scenario.contract import Capacity
from ....scenario.draw import Draw
from ....scenario.opening import opening_direction, opening_distance
from ....scenario.problems import Fault, listed
from ....scenario.wording import Words
from ..state import SIDES
from ..vocab import EDGES, OBJECTIVES, UNITS, Item
from .ground import BORDERS, LEGEND, TERRAIN, BorderFields, CellFields
from .hands import hands_for, is_natural, lacks, wielded_at_first
from .packing import GUARDED_SIDES, OWN_CELL, changing, cover_at, heights_at, hp_max, pack
from .profile import ITEM_NAMES, Unit, carried
from .templates import ALIASES, templates

__all__ = [
    "ALIASES", "BORDERS", "LEGEND", "TERRAIN", "BorderFields", "CellFields", "Options", "Unit", "pack", "start_direction",
    "start_distance", "templates",
]  # fmt: skip

CAPACITY = Capacity(units=UNITS, sides=SIDES, per_cell=UNITS)
SHORTCUTS = {"max_rounds": "c.end.max_rounds", "round_limit": "c.end.max_rounds"}
ARMOURY = tuple(item for item in Item if Item.BARE_HANDS < item <= Item.TOWER_SHIELD)  # but for claws and maws


class Exit(IntEnum):
    """Sides of the map."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class Options(BaseModel):
    """Circumstances of a battle."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    weather: int = Field(0, ge=0, le=3, description="extreme weather: concealment everywhere but under a roof")
    exits: Annotated[tuple[Exit, ...], Words(Exit, "side of the map")] = Field(
        (), description="sides of the map over which one may leave"
    )
    objective: str | None = Field(
        None, description="the side that wins when the last round ends if it holds all objectives; default: none"
    )


@outside.rule("grid.size")
def board_size(number: Callable[[str], int]) -> tuple[int, int]:
    """Battle grid: the size of one of which nothing is said."""
    return number("grid.size.default_width"), number("grid.size.default_height")


# --- the first distance ----------------------------------------------------------------------------------------------


def start_distance(how: Any, draw: Draw, battle: Battle) -> int:
    """Squares between the nearest opponents; locations have no size, so only ``cells`` can be written.

    Raises:
        ValueError: it is no distance.
    """
    return opening_distance(how, draw, "cells", "cells", 1)


def start_direction(how: Any, draw: Draw, battle: Battle) -> int:
    """The direction from which a side comes, in degrees from north.

    Raises:
        ValueError: not a direction.
    """
    return opening_direction(how)


# --- what is wrong ---------------------------------------------------------------------------------------------------


def problems(battle: Battle) -> list[Fault]:
    """What is against the rules in a battle."""
    faults = [*_board_problems(battle), *_option_problems(battle)]
    book = battle.ruleset.rulebook.book(battle.rules)[0]
    for fighter in battle.units:
        found = [*_item_problems(battle, book, fighter), *_place_problems(battle, fighter)]
        faults += [fault._replace(path=(*fighter.path, *fault.path)) for fault in found]
    return faults


@outside.rule("grid.size", "grid.location")
def _board_problems(battle: Battle) -> list[Fault]:
    """Battle grid: its least size, and what there is room for."""
    board, layers = battle.board, battle.board.layers
    faults = []
    least = battle.number("grid.size.min_width"), battle.number("grid.size.min_height")
    if board.width < least[0] or board.height < least[1]:
        what = f"a grid of {board.width} x {board.height} squares is too small"
        faults.append(Fault(("board",), what, f"at least {least[0]} x {least[1]}"))
    edges = len(changing(battle))
    if edges > EDGES:
        faults.append(Fault(("board",), f"{edges} borders with limits or structures are too many", f"0 to {EDGES}"))
    objectives = int((layers["objective"] != 0).sum())
    if objectives > OBJECTIVES:
        faults.append(Fault(("board",), f"{objectives} objectives are too many", f"0 to {OBJECTIVES}"))
    for y, x in np.argwhere((layers["feature"] != 0) & (layers["feature"] <= layers["ground"])).tolist():
        faults.append(
            Fault(("board",), f"what stands in [{x}, {y}] does not rise above the ground", "a higher feature")
        )
    most = battle.number("grid.location.units_per_cell_limit")
    crowds = Counter(fighter.cell for fighter in battle.units if fighter.cell is not None)
    for cell, crowd in crowds.items():
        if 0 < most < crowd:
            faults.append(Fault(("units",), f"{crowd} units start in {list(cell)}", f"{most} in one location"))
    return faults


def _option_problems(battle: Battle) -> list[Fault]:
    side = battle.options.objective
    if side is None:
        return []
    if side not in battle.sides:
        return [Fault(("battle", "objective"), f"there is no side {side!r}", listed(battle.sides))]
    if not battle.board.layers["objective"].any():
        return [Fault(("battle", "objective"), "there is no objective on the board", "flag: objective, at: [[x, y]]")]
    return []


@outside.rule("intro.modular_core", "weapon.table", "shield.table", "character.components")
def _item_problems(battle: Battle, book: Any, fighter: Fighter) -> list[Fault]:
    """Modules: without the armoury, a scenario gives the numbers of weapons itself. Nobody wields what it does not carry."""
    unit: Unit = fighter.unit
    faults = []
    if battle.number("intro.modular_core.module_medieval_armoury") == 0:
        for item in dict.fromkeys(carried(unit)):
            address = f"tables.items.{ITEM_NAMES[item]}."
            if (
                item in ARMOURY
                and not is_natural(book, item)
                and not any(key.startswith(address) for key in battle.rules)
            ):
                what = f"the armoury is switched off, and nothing says what {ITEM_NAMES[item]} does"
                faults.append(Fault(("weapons",), what, f"rules: {{{address}damage: ...}}, or another weapon"))
    carrying = listed(ITEM_NAMES[item] for item in carried(unit)) or "nothing"
    wielded = unit.wielded or ()
    for key, named, before in (("wielded", wielded, ()), ("packed", unit.packed, wielded)):
        missing = lacks(book, unit, named, before)
        if missing:
            what = f"{ITEM_NAMES[missing[0]]} is not there to be {key}"
            faults.append(Fault((key,), what, f"of what it carries: {carrying}"))
    if not faults and hands_for(book, wielded_at_first(book, unit)) is None:
        faults.append(Fault(("wielded",), "these items do not find a hand each", "what two hands can hold"))
    full = hp_max(battle, book, unit)
    if unit.hp is not None and unit.hp > full:
        faults.append(Fault(("hp",), f"more than its full hit points of {full}", f"1 to {full}"))
    return faults


@outside.rule("c.setup")
def _place_problems(battle: Battle, fighter: Fighter) -> list[Fault]:
    """Set-up: heights, hiding and guards that cannot be."""
    unit: Unit = fighter.unit
    faults = []
    ground, top = heights_at(battle, fighter)
    if unit.in_cover and fighter.cell is not None and cover_at(battle, fighter) == 0:
        faults.append(Fault(("in_cover",), f"{fighter.name} has no object to be behind", "a cell with cover"))
    if unit.elevation is not None and fighter.cell is not None:
        x, y = fighter.cell
        climbable = battle.board.layers["feature_climb"][y, x] != -1
        levels = [*range(ground, top + 1)] if climbable else [ground, top]
        if unit.elevation not in levels:
            faults.append(
                Fault(("elevation",), f"nothing is there on level {unit.elevation}", listed(map(str, levels)))
            )
    if unit.hidden and unit.hide_value is None and battle.number("c.setup.ambush_hide_roll") == 0:
        faults.append(
            Fault(("hide_value",), "a unit that starts hidden needs a number: hiding is not rolled here", "1 to 60")
        )
    if unit.guard and unit.guard not in GUARDED_SIDES and unit.guard != OWN_CELL:
        friends = [
            other.name
            for other in battle.units
            if other is not fighter and other.cell == fighter.cell and not battle.are_enemies(fighter, other)
        ]
        if unit.guard not in friends:
            allowed = listed([*GUARDED_SIDES, OWN_CELL, *friends])
            faults.append(Fault(("guard",), f"no ally {unit.guard!r} is in its location", allowed))
    return faults


def warnings(battle: Battle) -> list[Fault]:
    """What is allowed but perhaps not meant: hiding where nothing conceals."""
    faults = []
    layers = battle.board.layers
    for fighter in battle.units:
        if fighter.unit.hidden and fighter.cell is not None:
            x, y = fighter.cell
            under_weather = battle.options.weather > 0 and layers["roof"][y, x] == 0
            if not (cover_at(battle, fighter) or layers["dark"][y, x] or under_weather):
                faults.append(Fault((*fighter.path, "hidden"), f"nothing conceals {fighter.name} where it stands"))
    return faults
