"""From a scenario to packed records: the only place where names become numbers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ....scenario.battle import Battle, Fighter
from ....scenario.contract import Capacity, Edge, Terrain
from ....scenario.problems import Fault
from ....scenario.wording import Flag
from ..board import GATES
from ..state import SIDES
from ..vocab import UNITS, Ability, Item, Trait
from .packing import pack
from .placing import start_direction, start_distance
from .profile import ITEM_NAMES, Unit, carried
from .templates import ALIASES, templates

__all__ = ["ALIASES", "Options", "Unit", "pack", "start_direction", "start_distance", "templates"]

CAPACITY = Capacity(units=UNITS, sides=SIDES, per_cell=1)
SHORTCUTS = {"round_limit": "completion.round_limit.round_limit", "max_rounds": "completion.round_limit.round_limit"}
TERRAIN = {
    "wall": Terrain(blocks=True, meaning="wall: blocks movement and sight"),
    "lever": Terrain(blocks=True, meaning="lever on a wall: works all gates, from base contact"),
    "difficult": Terrain(meaning="mud or rubble: two points to enter"),
    "cover": Terrain(meaning="hedge, crates or a low wall: two points to enter, +5 Parry against missiles"),
    "water": Terrain(meaning="two points to enter; puts out fire"),
    "gate": Terrain(0, 2, meaning="1 a closed gate, 2 an open one"),
    "level": Terrain(0, 20, meaning="metres above the lowest ground"),
    "daylight": Terrain(meaning="light of the cell, whatever that of the battle"),
    "low_light": Terrain(meaning="light of the cell, whatever that of the battle"),
    "darkness": Terrain(meaning="total darkness, whatever the light of the battle"),
}
BORDERS: dict[str, Edge] = {}
LEGEND: dict[str, dict[str, int]] = {
    "#": {"wall": 1},
    "L": {"lever": 1},
    "~": {"difficult": 1},
    "c": {"cover": 1},
    "w": {"water": 1},
    "G": {"gate": 1},
    "O": {"gate": 2},
    "^": {"level": 1},
}


def _parties(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


Parties = Annotated[tuple[Flag, ...], BeforeValidator(_parties)]


class Options(BaseModel):
    """Circumstances of a battle."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    light: int = Field(
        0, ge=0, le=2, description="light of all cells that say nothing else: 0 daylight, 1 low, 2 total darkness"
    )
    party: Parties | None = Field(
        None, description="which sides are parties, in their order; default: what the rulebook's knobs say (the first)"
    )


def occupies(unit: Unit) -> int:
    """completion.occupancy: one unit a cell; the dead take none."""
    return 0 if unit.dead else 1


def problems(battle: Battle) -> list[Fault]:
    """What is against the rules in a battle."""
    faults = []
    gates = int((battle.board.layers["gate"] != 0).sum())
    if gates > GATES:
        faults.append(Fault(("board",), f"{gates} gate cells are too many", f"0 to {GATES}"))
    party = battle.options.party
    if party is not None and len(party) != len(battle.sides):
        faults.append(
            Fault(("battle", "party"), f"{len(party)} values for {len(battle.sides)} sides", "one for each side")
        )
    for fighter in battle.units:
        faults += [fault._replace(path=(*fighter.path, *fault.path)) for fault in _unit_problems(battle, fighter)]
    return faults


def _unit_problems(battle: Battle, fighter: Fighter) -> list[Fault]:
    unit = fighter.unit
    faults = []
    weapons = carried(unit)
    if unit.wielded is not None and unit.wielded >= len(weapons):
        names = ", ".join(ITEM_NAMES[item] for item, _ in weapons) or "nothing"
        faults.append(
            Fault(("wielded",), f"it carries {names}", f"0 to {len(weapons) - 1}" if weapons else "no wielded")
        )
    gate_there = fighter.cell is not None and battle.board.layers["gate"][fighter.cell[1], fighter.cell[0]] == 1
    if gate_there and not unit.dead:
        faults.append(Fault(("at",), f"{fighter.name} stands in a closed gate", "another cell"))
    if unit.hp_left is not None and unit.hp_left > unit.hp:
        faults.append(Fault(("hp_left",), f"more than its maximum of {unit.hp}", f"1 to {unit.hp}"))
    return faults


def warnings(battle: Battle) -> list[Fault]:
    """What is allowed but perhaps not meant: abilities that what a unit carries does not let it use."""
    faults = []
    table = battle.ruleset.rulebook.tables["weapons"]
    for fighter in battle.units:
        unit = fighter.unit
        if Ability.SHIELD_BASH in unit.abilities and Trait.SHIELD not in unit.traits:
            faults.append(Fault((*fighter.path, "abilities"), f"{fighter.name} has no shield to bash with"))
        kinds = [table.rows[item - 1][table.columns.index("kind")] for item, _ in carried(unit) if item != Item.NOTHING]
        if Ability.RAPID_FIRE in unit.abilities and not any(kinds):
            faults.append(Fault((*fighter.path, "abilities"), f"{fighter.name} has nothing to shoot with"))
    return faults
