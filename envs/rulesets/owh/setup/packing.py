"""Writing one battle into records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.board import DX, DY
from ....core.compiler import outside
from ....core.state.fields import none_fields
from ....scenario.battle import Battle
from ....scenario.packing import cell_number, pack_header, pack_layers, pack_map, pack_roster
from ..state import POSITION, UNIT
from ..vocab import NO_CARD, Frame, Ground, Item, Light
from .profile import CARRIED, SCORES, Unit, carried

DECISION_CAP = 20_000  # more decisions than this end a battle as stalled
AS_WRITTEN = (
    *SCORES, *CARRIED, "parry", "armour", "magic_resistance", "poison_ability", "fear_aura", "winds", "insane", "dead",
    "disease",
)  # fmt: skip
NO_SLOT = -1
GROUNDS = (
    ("difficult", Ground.DIFFICULT), ("cover", Ground.COVER), ("water", Ground.WATER), ("wall", Ground.WALL),
    ("lever", Ground.LEVER),
)  # fmt: skip
LIGHTS = (("daylight", Light.DAYLIGHT), ("low_light", Light.LOW), ("darkness", Light.DARKNESS))


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Write a battle into a zeroed state record and a zeroed map record."""
    pack_field(battle, field)
    pack_header(battle, s, Frame.BATTLE, DECISION_CAP)
    for name in none_fields(POSITION):
        s[name] = -1
    for side in range(len(battle.sides)):
        s.party[side] = is_party(battle, side)
    pack_gates(battle, s)
    pack_roster(battle, s, AS_WRITTEN, none_fields(UNIT))
    for row, fighter in enumerate(battle.units):
        pack_unit(battle, fighter.unit, s.units[row])


@outside.rule("completion.teams")
def is_party(battle: Battle, side: int) -> bool:
    """Teams: what the scenario says; else the knobs of the first and of the other sides."""
    given = battle.options.party
    if given is not None:
        return bool(given[side])
    return battle.number(f"completion.teams.team{min(side, 1)}_party") == 1


@outside.rule("completion.deployment")
def pack_unit(battle: Battle, unit: Unit, u: Any) -> None:
    """Deployment: one roster row, as far as it is not copied as it is written."""
    u.body_size = unit.size
    u.move = battle.number("completion.movement_cost.human_move") if unit.move is None else unit.move
    u.hp_max = unit.hp
    u.hp = 0 if unit.dead else unit.hp if unit.hp_left is None else unit.hp_left
    u.hidden = unit.hidden and not unit.dead
    u.abilities, u.traits, u.spells = sum(unit.abilities), sum(unit.traits), sum(unit.spells)
    start = battle.number("fatigue.accrual.start_level")
    u.fatigue = start if unit.fatigue is None else unit.fatigue
    u.card = NO_CARD
    u.lost_slot = u.venom_slot = u.sleep_slot = NO_SLOT
    for slot, (item, riders) in enumerate(carried(unit)):
        u.weapons[slot], u.innate[slot] = item, riders
        u.loaded[slot] = 1 if item != Item.NOTHING else 0
    u.wielded = slot_in_hand(battle, unit)


@outside.rule("natural_weapons", "completion.deployment")
def slot_in_hand(battle: Battle, unit: Unit) -> int:
    """Natural weapons: who starts with nothing else in hand has its first natural weapon."""
    if unit.wielded is None:
        return 0 if unit.weapons else NO_SLOT
    if unit.wielded != NO_SLOT:
        return unit.wielded
    is_natural = battle.ruleset.rulebook.book()[0].weapons["natural"]
    for slot, (item, _) in enumerate(carried(unit)):
        if is_natural[item - 1]:
            return slot
    return NO_SLOT


def pack_gates(battle: Battle, s: Any) -> None:
    """completion.lever_gate: the gate cells, row by row, and which are closed."""
    gates = battle.board.layers["gate"]
    places = [(int(x), int(y)) for y, x in np.argwhere(gates != 0)]
    s.gate_count = len(places)
    for k, (x, y) in enumerate(places):
        s.gate_cell[k] = cell_number(battle, (x, y))
        s.gate_shut[k] = gates[y, x] == 1


def pack_field(battle: Battle, field: Any) -> None:
    """The map: walls and levers close cells for good, gates do not."""
    board, layers = battle.board, battle.board.layers
    width, height = board.width, board.height
    walls = np.zeros((height, width, 4), bool)
    blocked = (layers["wall"] != 0) | (layers["lever"] != 0)
    pack_map(battle, field, blocked, walls)
    ground = np.zeros((height, width), np.int64)
    for name, code in GROUNDS:
        ground[layers[name] != 0] = code
    ground[layers["gate"] != 0] = Ground.GATE_OPEN
    light = np.full((height, width), battle.options.light)
    for name, seen in LIGHTS:
        light[layers[name] != 0] = seen
    pack_layers(battle, field, {"blocked": blocked, "ground": ground, "level": layers["level"], "light": light})
    field.has_lever = bool((layers["lever"] != 0).any())
    pack_heights(battle, field)
    ghost = field.ghost[0]
    ghost.width, ghost.height = width, height
    ghost.slow[:] = field.slow
    ghost.closed[:] = battle.ruleset.board.closed_directions(
        width, height, np.zeros((height, width), bool), np.zeros((height, width, 8), bool)
    )


def pack_heights(battle: Battle, field: Any) -> None:
    """completion.movement_cost: in which directions each cell goes up or down, and how far."""
    level = battle.board.layers["level"].astype(int)
    height, width = level.shape
    field.has_heights = bool((level != level[0, 0]).any())
    marks = {name: np.zeros((height, width), np.uint8) for name in ("slow", "climb", "cliff", "drop", "descent")}
    named = {1: "slow", 2: "climb", -1: "drop", -2: "descent"}
    for y, x, d in np.ndindex(height, width, 8):
        there_x, there_y = x + int(DX[d]), y + int(DY[d])
        if 0 <= there_x < width and 0 <= there_y < height:
            rise = int(level[there_y, there_x] - level[y, x])
            if rise != 0:
                marks[named.get(rise, "cliff")][y, x] |= 1 << d
    pack_layers(battle, field, marks)
