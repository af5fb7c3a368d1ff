"""Writing one battle into records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....core.compiler import outside
from ....core.state.fields import none_fields
from ....scenario.battle import Battle, Cell, Fighter
from ....scenario.packing import pack_header, pack_layers, pack_map, pack_roster, pack_zones
from .. import RULESET
from ..board import SUMS
from ..state import POSITION, UNIT
from ..vocab import Frame, Sight, Trait
from .ground import EVERYBODY, NOBODY, columns_of, terrain_codes
from .profile import SCORES, Unit, character_of, hits_of, points_of

DECISION_CAP = 20_000  # more decisions than this end a battle as stalled
FACING_NORTH, FACING_SOUTH = 0, 4  # where the sides look from their edges of the table
AS_WRITTEN = (
    *SCORES, "troop_type", "models", "ward", "regeneration", "fly", "champion", "standard", "musician", "mount_weapon_skill",
    "mount_strength", "mount_initiative", "mount_attacks", "impact_ap", "fleeing", "lost_wounds",
)  # fmt: skip


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Write a battle into a zeroed state record and a zeroed map record."""
    pack_field(battle, field)
    pack_header(battle, s, Frame.BATTLE, DECISION_CAP)
    for name in none_fields(POSITION):
        s[name] = -1
    s.from_right = battle.number("casualties.back_rank.last_rank_align") == 1
    pack_roster(battle, s, AS_WRITTEN, none_fields(UNIT))
    for row, fighter in enumerate(battle.units):
        pack_unit(battle, fighter, s.units[row])


def pack_unit(battle: Battle, fighter: Fighter, u: Any) -> None:
    """One roster row: what is not written as it stands."""
    unit = fighter.unit
    u.facing = facing_of(battle, fighter)
    u.base_width, u.base_depth = base_cells(unit, battle.number)
    u.models_start = unit.starting_models
    u.files = files_of(unit)
    u.next_end = battle.number("casualties.single_rank.first_end")
    u.traits = sum(set(unit.traits))
    u.frenzied = is_frenzied(unit)
    u.impact_hits, u.impact_die = hits_of(unit.impact_hits)
    u.impact_strength = unit.strength if unit.impact_strength is None else unit.impact_strength
    u.stomp_hits, u.stomp_die = hits_of(unit.stomp)
    u.points = points_of(unit)
    u.phase_models, u.phase_wounds = unit.models, unit.wounds - unit.lost_wounds
    pack_equipment(unit, u, battle.number)
    pack_character(unit, u)


@outside.rule("x.morale.traits", "x.move.flee")
def is_frenzied(unit: Unit) -> bool:
    """Frenzy: a unit with the trait begins frenzied, unless it is fleeing."""
    return Trait.FRENZY in unit.traits and not unit.fleeing


@outside.rule("profile.equipment")
def pack_equipment(unit: Unit, u: Any, number: Callable[[str], int]) -> None:
    """Equipment: a weapon for close combat, one to shoot with, armour and a shield."""
    u.weapon, u.missile, u.shield = unit.weapon, unit.missile, unit.shield
    u.armour = armour_value_of(unit, number)


@outside.rule("x.character.embedded")
def pack_character(unit: Unit, u: Any) -> None:
    """Characters: profile, roles and wounds of the character of a unit; without one an armour and a ward that never save."""
    rider = character_of(unit)
    none = 7
    u.char_armour = u.char_ward = none
    if rider is None:
        return
    u.has_character = u.char_alive = 1
    u.roles, u.wizard_level = sum(set(rider["roles"])), rider["wizard_level"]
    u.char_lost_wounds = unit.char_lost_wounds
    for name in (*SCORES, "ward", "weapon"):
        u[f"char_{name}"] = rider[f"char_{name}"]
    u.char_armour = rider["char_armour_value"]


# --- what the rulebook's numbers make of a unit ------------------------------------------------------------------------


@outside.rule("profile.base_size")
def base_cells(unit: Unit, number: Callable[[str], int]) -> Cell:
    """Base size: the two sides of the base that all models of a unit have, in cells."""
    width, depth = unit.base_mm
    return in_cells(width, number), in_cells(depth, number)


@outside.rule("x.setup.base_to_cells")
def in_cells(mm: int, number: Callable[[str], int]) -> int:
    """Base size in cells: millimetres to the nearest whole cell, halves up, and never less than so many."""
    tenths, least = number("x.setup.base_to_cells.mm_per_cell_tenths"), number("x.setup.base_to_cells.min_cells")
    return max(least, (2 * 10 * mm + tenths) // (2 * tenths))


def usual_base(unit: Unit) -> Cell:
    """Cells of a base by the numbers as the rulebook prints them; ``problems`` looks at those of the battle."""
    width, depth = base_cells(unit, lambda address: RULESET.rulebook.knob(address).default)
    return max(width, 1), max(depth, 1)


@outside.rule("formation.ranks")
def files_of(unit: Unit) -> int:
    """Forming units: the files chosen, or as many as there are models."""
    return min(unit.files, unit.models)


@outside.rule("profile.armour_value")
def armour_value_of(unit: Unit, number: Callable[[str], int]) -> int:
    """Armour value: the number given, or what is worn comes to."""
    return armour_worn(unit, number) if unit.armour_value is None else unit.armour_value


@outside.rule("x.armour.table")
def armour_worn(unit: Unit, number: Callable[[str], int]) -> int:
    """Armour: what is worn, better by a shield and by barding, but never better than the best."""
    worn = unit.armour.removeprefix("full_")
    value = number(f"x.armour.table.{worn}")
    value -= number("x.armour.table.shield") * unit.shield + number("x.armour.table.barding") * unit.barding
    return min(max(value, number("x.armour.table.best"), 2), 7)


@outside.rule("x.setup.deployment")
def facing_of(battle: Battle, fighter: Fighter) -> int:
    """Deployment: units that wait look to the other edge of the table; the others as the scenario says."""
    if battle.is_waiting(fighter):
        return FACING_NORTH if fighter.side == 0 else FACING_SOUTH
    return fighter.facing // 2 * 2


# --- the map -----------------------------------------------------------------------------------------------------------


@outside.rule("x.terrain.table", "x.setup.table")
def pack_field(battle: Battle, field: Any) -> None:
    """The map: a code for each cell, and for each kind of ground how much of it lies north-west of each cell."""
    height, width = battle.board.height, battle.board.width
    codes = terrain_codes(battle)
    columns = columns_of(battle, codes)
    closed, sight = columns["closed"], columns["sight"]
    blocks = sight == Sight.BLOCKS
    pack_map(battle, field, closed == NOBODY, np.zeros((height, width, 4), bool))
    pack_layers(battle, field, {"terrain": codes, "opaque": blocks})
    kinds = {
        "closed_to_all": closed == NOBODY,
        "closed_to_foot": closed != EVERYBODY,
        "rough": columns["rough"] != 0,
        "risky": columns["dangerous"] != 0,
        "high": columns["high"] != 0,
        "seen_through": sight != Sight.CLEAR,
    }
    pack_layers(battle, field, {name: kinds[name].astype(int).cumsum(0).cumsum(1) for name in SUMS})
    pack_deployment(battle, field)


@outside.rule("x.setup.deployment")
def pack_deployment(battle: Battle, field: Any) -> None:
    """Deployment: the zones of the scenario, as far as they lie near enough to the edge of their side."""
    pack_zones(battle, field)
    height, width = battle.board.height, battle.board.width
    depth = battle.number("x.setup.deployment.zone_depth")
    zones = battle.ruleset.board.area(field.zone, width, height)
    zones[: max(height - depth, 0)] &= ~np.uint8(1)
    zones[min(depth, height) :] &= ~np.uint8(2)
