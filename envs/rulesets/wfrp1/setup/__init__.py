"""From a scenario to packed records: the only place where names become numbers."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ....core.compiler import outside
from ....scenario.battle import Battle, Fighter
from ....scenario.contract import Capacity, Edge, Terrain
from ....scenario.draw import Draw
from ....scenario.opening import opening_direction
from ....scenario.problems import Fault, listed, unknown
from ....scenario.wording import Flag
from ..state import STATE
from ..vocab import DOORS, LAST_MELEE, PACK, UNITS, Border, Item
from .equipment import (
    groups_to_learn,
    hands,
    is_dark,
    lights_held,
    missile_weapon,
    most_loaded,
    night_vision_yd,
    stowed,
)
from .packing import DOOR_KINDS, pack
from .profile import ITEM_NAMES, Unit
from .templates import ALIASES, templates

__all__ = ["ALIASES", "Unit", "pack", "templates"]

CAPACITY = Capacity(units=UNITS, sides=STATE.capacities.sides, per_cell=1)
ATTACHED = ("mount",)
SHORTCUTS = {"max_rounds": "c.victory.max_rounds"}

TERRAIN = {
    "blocked": Terrain(blocks=True, meaning="wall or rock filling the cell"),
    "difficult": Terrain(meaning="costs two cells; no running, evading or charging"),
    "level": Terrain(-9, 9, meaning="height; +10 to hit from higher ground"),
    "soft_cover": Terrain(meaning="-10 to hit a unit inside with missiles"),
    "hard_cover": Terrain(meaning="-20 to hit a unit inside with missiles"),
    "water": Terrain(meaning="difficult ground; wets gunpowder"),
    "indoor": Terrain(meaning="keeps rain off gunpowder"),
}
BORDERS = {
    "obstacle": Edge(
        Border.OBSTACLE, meaning="hedge or low wall: -10 to hit across it, hard cover, no charge across it"
    ),
    "wall": Edge(Border.WALL, blocks=True, meaning="blocks contact and sight"),
    "door": Edge(Border.DOOR, meaning="closed; opens when a unit moves through"),
    "locked_door": Edge(Border.LOCKED_DOOR, blocks=True, meaning="must be broken down"),
}
LEGEND: dict[str, dict[str, int]] = {
    "#": {"blocked": 1},
    "~": {"water": 1},
    ",": {"difficult": 1},
    "^": {"level": 1},
    "s": {"soft_cover": 1},
    "h": {"hard_cover": 1},
    "_": {"indoor": 1},
}


class Options(BaseModel):
    """Circumstances of a battle."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    light: Literal["day", "dark"] | None = Field(
        None, description="daylight or darkness; default: what the rulebook's knob says"
    )
    rain: Flag = Field(False, description="it rains")
    surprise: str = Field(
        "nobody",
        description="who is surprised: nobody, everybody, by_unit; or the side that gets the free round, with its allies",
    )
    forewarned: Flag = Field(False, description="the defenders were warned of the attempts on the door")
    door_attempts: int = Field(
        0, ge=0, le=100, description="rounds it took to burst in; each one beyond the first may alert the defenders"
    )


def board_size(number: Any) -> tuple[int, int]:
    """setup.scene: the size of a board that gives none."""
    return int(number("setup.scene.default_width_cells")), int(number("setup.scene.default_height_cells"))


def occupies(unit: Unit) -> bool:
    """c.flight: what is aloft takes no room on the ground."""
    return unit.altitude == 0


# --- opening distance and direction ----------------------------------------------------------------------------------


@outside.rule("setup.placement")
def start_distance(how: Any, draw: Draw, battle: Battle) -> int:
    """Placing the combatants: cells between the nearest opponents; in the dark no farther than the best sight or light.

    Args:
        how: a number of cells, ``rolled`` (the book's dice, in yards), or dice such as ``4d6_yards`` or ``2d4_cells``.

    Raises:
        ValueError: anything else.
    """
    per_cell = battle.number("setup.scene.yards_per_cell")
    dice = re.fullmatch(r"([1-9]\d?)d([1-9]\d{0,2})_(yards|cells)", how) if isinstance(how, str) else None
    if isinstance(how, int) and not isinstance(how, bool) and how >= 1:
        yards = how * per_cell
    elif dice:
        rolled = sum(1 + draw.below(int(dice[2])) for _ in range(int(dice[1])))
        yards = rolled if dice[3] == "yards" else rolled * per_cell
    elif how == "rolled":
        sides = battle.number("setup.placement.start_dice_sides")
        yards = sum(1 + draw.below(sides) for _ in range(battle.number("setup.placement.start_dice_count")))
    else:
        raise ValueError(
            f"{how!r} is not a distance; allowed: a number of cells, rolled, or dice such as 4d6_yards or 2d4_cells"
        )
    if is_dark(battle):
        held = [item for fighter in battle.units for item in lights_held(fighter.unit)]
        lights = [battle.number(f"tables.light_radius.{ITEM_NAMES[item]}.yards") for item in held]
        yards = min(yards, max([night_vision_yd(battle, f.unit) for f in battle.units] + lights))
    return max(1, (2 * yards + per_cell) // (2 * per_cell))


@outside.rule("setup.random_direction")
def start_direction(how: Any, draw: Draw, battle: Battle) -> int:
    """Direction of wandering creatures: degrees from north from which a side comes.

    Args:
        how: a direction, ``corridor`` (front, the east, or behind), or ``clock``.

    Raises:
        ValueError: anything else.
    """
    if how == "clock":
        hours = battle.number("setup.random_direction.clock_die")
        return (1 + draw.below(hours)) * 360 // hours
    if how == "corridor":
        face = 1 + draw.below(battle.number("setup.random_direction.corridor_die"))
        return 90 if face <= battle.number("setup.random_direction.corridor_front_max") else 270
    return opening_direction(how, ", corridor, clock")


# --- faults across several fields ------------------------------------------------------------------------------------


def problems(battle: Battle) -> list[Fault]:
    """Breaches of the rules in a battle."""
    faults = []
    modes = ("nobody", "everybody", "by_unit", *battle.sides)
    if battle.options.surprise not in modes:
        what = unknown("surprise", battle.options.surprise, modes)
        faults.append(Fault(("battle", "surprise"), what, listed(modes)))
    doors = sum(kind in DOOR_KINDS for kind in battle.board.borders.values())
    if doors > DOORS:
        faults.append(Fault(("board", "borders"), f"{doors} doors are too many", f"0 to {DOORS}"))
    for fighter in battle.units:
        faults += [fault._replace(path=(*fighter.path, *fault.path)) for fault in _unit_problems(battle, fighter)]
    return faults


@outside.rule("weapon.specialist")
def warnings(battle: Battle) -> list[Fault]:
    """Ordinary and specialist weapons: items that a unit carries without training."""
    faults = []
    for fighter in battle.units:
        for path, item in _carried(fighter.unit):
            groups = groups_to_learn(battle, fighter.unit, item)
            if groups:
                skill = "WS" if item <= LAST_MELEE else "BS"
                most = battle.number(f"weapon.specialist.untrained_{skill.lower()}")
                what = f"{fighter.name} is not trained in {ITEM_NAMES[item]} ({groups}): {skill} {most} at most"
                faults.append(Fault((*fighter.path, *path), what))
    return faults


def _carried(unit: Unit) -> list[tuple[tuple[str | int, ...], Item]]:
    """What a unit has about it, each kind once, and where that is said."""
    found: dict[Item, tuple[str | int, ...]] = {unit.main_hand: ("main_hand",)}
    found.setdefault(unit.off_hand, ("off_hand",))
    for key, items in (("backup", unit.backup), ("in_pack", unit.in_pack)):
        for i, item in enumerate(items):
            found.setdefault(item, (key, i))
    if unit.bombs:
        found.setdefault(Item.BOMB, ("bombs",))
    return [(path, item) for item, path in found.items()]


def _shot_problems(battle: Battle, unit: Unit) -> list[Fault]:
    """c.ammunition: shots for a weapon that is there, of which no more are ready than it can hold."""
    item = missile_weapon(unit)
    if not item:
        return [Fault(("ammunition",), "it has no missile weapon", "0, or a missile weapon")] if unit.ammunition else []
    most = most_loaded(battle, item)
    if (unit.loaded or 0) <= most:
        return []
    return [Fault(("loaded",), f"{unit.loaded} ready in one {ITEM_NAMES[item]}", f"0 to {most}")]


def _unit_problems(battle: Battle, fighter: Fighter) -> list[Fault]:
    unit, faults = fighter.unit, []
    main_hand = Item.NOTHING if unit.main_stowed else unit.main_hand
    in_hands = hands(battle, main_hand) if main_hand else 0
    if in_hands == 2 and unit.off_hand:
        what = f"{ITEM_NAMES[main_hand]} needs both hands"
        faults.append(Fault(("off_hand",), what, "off_hand: none"))
    if unit.off_hand and hands(battle, unit.off_hand) == 2:
        faults.append(Fault(("off_hand",), f"{ITEM_NAMES[unit.off_hand]} needs both hands", "an item for one hand"))
    if unit.light and in_hands + (unit.off_hand != Item.NOTHING) >= 2:
        faults.append(
            Fault(("light",), f"no free hand for the {ITEM_NAMES[unit.light]}", "an empty hand, or light: none")
        )
    carried = len(stowed(unit)) + len(unit.in_pack)
    if carried > PACK:
        faults.append(Fault(("backup",), f"{carried} items stowed (each bomb counts as one)", f"0 to {PACK}"))
    faults += _shot_problems(battle, unit)
    if unit.altitude:
        step, steps = battle.number("c.flight.altitude_step_yards"), battle.number("c.flight.altitude_steps")
        heights = [step * i for i in range(steps + 1)]
        wings = templates()[unit.mount].get("fly_movement", 0) if unit.mount else unit.fly_movement
        if not wings:
            faults.append(Fault(("altitude",), "it cannot fly", "0, or fly_movement above 0"))
        elif unit.altitude not in heights:
            faults.append(Fault(("altitude",), f"{unit.altitude} yards is not an altitude step", listed(heights)))
    if unit.surprised and battle.options.surprise != "by_unit":
        faults.append(Fault(("surprised",), "only whole sides are surprised here", "battle: {surprise: by_unit}"))
    return faults
