"""From a scenario to packed records: the only place where names become numbers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ....scenario.battle import Battle, Fighter
from ....scenario.contract import Capacity, Edge, Terrain
from ....scenario.problems import Fault
from ....scenario.wording import Flag
from ..state import SIDES
from ..vocab import THINGS, UNITS, Exploit
from .derived import health_max, weapon_number
from .packing import is_natural, pack
from .placing import start_direction, start_distance
from .profile import ITEM_NAMES, Unit, carried
from .templates import ALIASES, templates

__all__ = ["ALIASES", "Options", "Unit", "pack", "start_direction", "start_distance", "templates"]

CAPACITY = Capacity(units=UNITS, sides=SIDES, per_cell=1)
SHORTCUTS = {"round_limit": "completion.battle_end.round_limit", "max_rounds": "completion.battle_end.round_limit"}
#: Rulings on completion.terrain_table and completion.doors_traps: deep water has no rough ground, since one cost to enter counts;
#: and a cell has one door, chest or trap, the one that is opened or stepped on.
TERRAIN = {
    "wall": Terrain(blocks=True, meaning="wall: nobody enters or sees through it"),
    "pillar": Terrain(blocks=True, meaning="pillar: nobody enters it; cover to units next to it"),
    "chest": Terrain(
        0, 2, blocks=True, meaning="1 a full chest, 2 an empty one: nobody enters it; cover", apart=("trap",)
    ),
    "door": Terrain(0, 3, meaning="1 a closed door, 2 a locked one, 3 an open one", apart=("chest", "trap")),
    "trap": Terrain(0, 2, meaning="1 a trap, 2 a spent one"),
    "low_wall": Terrain(meaning="costs more to enter; cover to units next to it"),
    "rubble": Terrain(meaning="costs more to enter; cover to units in it or next to it"),
    "difficult": Terrain(meaning="costs more to enter"),
    "deep_water": Terrain(
        meaning="units that are not swimmers need a check", apart=("difficult", "low_wall", "rubble")
    ),
    "pit": Terrain(meaning="two levels below the ground around it"),
    "level": Terrain(0, 20, meaning="height of the floor in levels of five feet"),
    "dark": Terrain(meaning="dark: units without darkvision hit less easily"),
    "smoke": Terrain(meaning="smoke or fog that stays: harder to hit in it and through it"),
}
BORDERS: dict[str, Edge] = {}
LEGEND: dict[str, dict[str, int]] = {
    "#": {"wall": 1},
    "=": {"low_wall": 1},
    "r": {"rubble": 1},
    "T": {"pillar": 1},
    "m": {"difficult": 1},
    "w": {"deep_water": 1},
    "D": {"door": 1},
    "L": {"door": 2},
    "C": {"chest": 1},
    "^": {"trap": 1},
    "p": {"pit": 1},
    "d": {"dark": 1},
    "s": {"smoke": 1},
}


def _flags(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


Flags = Annotated[tuple[Flag, ...], BeforeValidator(_flags)]


class Options(BaseModel):
    """Circumstances of a battle."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    ambush: Flags | None = Field(
        None,
        description="which sides may ambush the others, in their order; default: what the rulebook's knobs say (none)",
    )


def problems(battle: Battle) -> list[Fault]:
    """What is against the rules in a battle."""
    faults = []
    things = sum(int((battle.board.layers[name] != 0).sum()) for name in ("door", "chest", "trap"))
    if things > THINGS:
        faults.append(Fault(("board",), f"{things} doors, chests and traps are too many", f"0 to {THINGS}"))
    ambush = battle.options.ambush
    if ambush is not None and len(ambush) != len(battle.sides):
        faults.append(
            Fault(("battle", "ambush"), f"{len(ambush)} values for {len(battle.sides)} sides", "one for each side")
        )
    for fighter in battle.units:
        faults += [fault._replace(path=(*fighter.path, *fault.path)) for fault in _unit_problems(battle, fighter)]
    return faults


def _unit_problems(battle: Battle, fighter: Fighter) -> list[Fault]:
    unit = fighter.unit
    faults = []
    weapons = carried(unit)
    if unit.held is not None and unit.held >= len(weapons):
        names = ", ".join(ITEM_NAMES[item] for item, _ in weapons) or "nothing"
        faults.append(Fault(("held",), f"it carries {names}", f"0 to {len(weapons) - 1}" if weapons else "no held"))
    elif unit.held is not None and unit.held >= 0 and is_natural(battle, weapons[unit.held][0]):
        faults.append(
            Fault(("held",), f"{ITEM_NAMES[weapons[unit.held][0]]} is part of the body", "another slot, or -1")
        )
    door_there = fighter.cell is not None and battle.board.layers["door"][fighter.cell[1], fighter.cell[0]] in (1, 2)
    if door_there:
        faults.append(Fault(("at",), f"{fighter.name} stands in a closed door", "another cell"))
    full = health_max(battle, unit)
    if unit.health_left is not None and unit.health_left > full:
        faults.append(Fault(("health_left",), f"more than its full HEALTH of {full}", f"-250 to {full}"))
    return faults


#: Exploits for ranged weapons alone.
FOR_SHOOTING = (Exploit.BLIND_SHOT, Exploit.DOUBLE_TAP, Exploit.RICOCHET, Exploit.SCATTERSHOT)


def warnings(battle: Battle) -> list[Fault]:
    """What is allowed but perhaps not meant: exploits and spells that a unit has nothing for."""
    faults = []
    for fighter in battle.units:
        unit = fighter.unit
        kinds = [weapon_number(battle, item, "kind") for item, _ in carried(unit)]
        if any(exploit in FOR_SHOOTING for exploit in unit.exploits) and not any(kinds):
            faults.append(Fault((*fighter.path, "exploits"), f"{fighter.name} has nothing to shoot with"))
        if unit.spells and not unit.magic_score and not unit.psionics:
            faults.append(Fault((*fighter.path, "spells"), f"{fighter.name} has neither MAG nor PSI"))
    return faults
