"""Writing one battle into records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.compiler import outside
from ....core.state.fields import none_fields
from ....scenario.battle import Battle
from ....scenario.packing import cell_number, pack_header, pack_layers, pack_map, pack_roster
from ..state import POSITION, UNIT
from ..vocab import NO_SLOT, Frame, Ground, Item, Rough, Thing
from .derived import dice, profile, quality_dice, weapon_number
from .profile import ATTRIBUTES, SKILLS, Unit, carried

DECISION_CAP = 20_000  # more decisions than this end a battle as stalled
PIT_LEVELS = 2  # levels of a pit below the ground around it
AS_WRITTEN = (
    "rank", *(name for name in ATTRIBUTES if name not in ("strength", "agility")), *SKILLS,
    "initiative_bonus", "legs", "draughts", "prone",
)  # fmt: skip
#: Terrain codes. Of several in a cell the last is shown, so what costs nothing comes before what costs more to enter.
GROUNDS = (
    ("trap", Ground.TRAP), ("door", Ground.DOORWAY), ("pit", Ground.PIT), ("difficult", Ground.DIFFICULT),
    ("deep_water", Ground.DEEP_WATER), ("low_wall", Ground.LOW_WALL), ("rubble", Ground.RUBBLE), ("chest", Ground.CHEST),
    ("pillar", Ground.PILLAR), ("wall", Ground.WALL),
)  # fmt: skip
ROUGH = (("difficult", Rough.DIFFICULT), ("low_wall", Rough.LOW_WALL), ("rubble", Rough.RUBBLE))
BLOCKING = ("wall", "pillar", "chest")
COVERING = ("low_wall", "rubble", "pillar", "chest")
#: What a thing is at first, by its layer and the value there.
THINGS_OF = {
    "door": (Thing.DOOR_CLOSED, Thing.DOOR_LOCKED, Thing.DOOR_OPEN),
    "chest": (Thing.CHEST_FULL, Thing.CHEST_EMPTY),
    "trap": (Thing.TRAP_ARMED, Thing.TRAP_SPENT),
}


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Write a battle into a zeroed state record and a zeroed map record."""
    pack_field(battle, field)
    pack_header(battle, s, Frame.BATTLE, DECISION_CAP)
    for name in none_fields(POSITION):
        s[name] = -1
    for side in range(len(battle.sides)):
        s.may_ambush[side] = may_ambush(battle, side)
    pack_things(battle, s)
    pack_roster(battle, s, AS_WRITTEN, none_fields(UNIT))
    for row, fighter in enumerate(battle.units):
        pack_unit(battle, fighter.unit, s.units[row])


@outside.rule("ambush.skip", "ambush.awareness")
def may_ambush(battle: Battle, side: int) -> bool:
    """Awareness: the sides that the scenario names; else the knobs of the first and of the other sides."""
    given = battle.options.ambush
    if given is not None:
        return bool(given[side])
    if battle.number("ambush.skip.ambush_enabled") == 0:
        return False
    return battle.number(f"ambush.awareness.team{min(side, 1)}_may_ambush") == 1


@outside.rule("completion.pinned_counter", "turn.budget", "completion.down_and_dying", "sequence.initiative")
def pack_unit(battle: Battle, unit: Unit, u: Any) -> None:
    """Pinned counter: it begins where the unit stands. One roster row, as far as it is not copied as it is written."""
    for name, number in profile(battle, unit).items():
        u[name] = number
    u.immunities, u.exploits, u.spells = sum(unit.immunities), sum(unit.exploits), sum(unit.spells)
    u.special = unit.called_special
    u.actions = battle.number("turn.budget.actions") if unit.actions is None else unit.actions
    u.anchor = u.cell
    u.initiative = unit.initiative or 0
    u.health = u.health_max if unit.health_left is None else unit.health_left
    if u.health <= 0:
        u.down = u.prone = 1
        u.dying_dice = max(battle.number("completion.down_and_dying.min_dice"), dice(battle, unit.endurance))
    u.reactions_left = 0 if u.down == 1 else battle.number("turn.budget.reactions")
    pack_weapons(battle, unit, u)


@outside.rule("completion.ammunition", "completion.weapon_table")
def pack_weapons(battle: Battle, unit: Unit, u: Any) -> None:
    """Ammunition: weapons with a capacity start loaded, thrown ones with all there are."""
    for slot, (item, quality) in enumerate(carried(unit)):
        u.weapons[slot] = item
        u.quality[slot] = quality_dice(battle, quality)
        u.loaded[slot] = max(weapon_number(battle, item, "capacity"), weapon_number(battle, item, "count"))
    u.held = slot_in_hand(battle, unit)


def slot_in_hand(battle: Battle, unit: Unit) -> int:
    """The slot in hand at first: the first weapon, unless it is a natural one."""
    if unit.held is not None:
        return unit.held
    weapons = carried(unit)
    return 0 if weapons and not is_natural(battle, weapons[0][0]) else NO_SLOT


def is_natural(battle: Battle, item: Item) -> bool:
    """Whether a weapon is part of the body."""
    return weapon_number(battle, item, "natural") == 1


@outside.rule("completion.doors_traps")
def pack_things(battle: Battle, s: Any) -> None:
    """Doors, locks, traps, chests: where they are, row by row, and what each is."""
    layers = battle.board.layers
    places = [
        (int(y), int(x), words[int(layers[name][y, x]) - 1])
        for name, words in THINGS_OF.items()
        for y, x in np.argwhere(layers[name] != 0)
    ]
    s.thing_count = len(places)
    for k, (y, x, thing) in enumerate(sorted(places)):
        s.thing_cell[k] = cell_number(battle, (x, y))
        s.thing[k] = thing


@outside.rule("completion.terrain_table")
def pack_field(battle: Battle, field: Any) -> None:
    """Terrain: walls, pillars and chests close cells for good, doors do not. Pits, traps and doors leave the ground there."""
    board, layers = battle.board, battle.board.layers
    width, height = board.width, board.height
    blocked = np.any([layers[name] != 0 for name in BLOCKING], axis=0)
    pack_map(battle, field, blocked, np.zeros((height, width, 4), bool))
    ground = np.zeros((height, width), np.int64)
    for name, code in GROUNDS:
        ground[layers[name] != 0] = code
    rough = np.sum([code * (layers[name] != 0) for name, code in ROUGH], axis=0)
    opaque = layers["wall"] != 0
    covers = np.any([layers[name] != 0 for name in COVERING], axis=0)
    level = layers["level"].astype(int) - PIT_LEVELS * (layers["pit"] != 0)
    dark, smoke = layers["dark"] != 0, layers["smoke"] != 0
    pack_layers(
        battle,
        field,
        {
            "blocked": blocked, "opaque": opaque, "ground": ground, "rough": rough, "level": level, "dark": dark,
            "smoke": smoke, "cover_object": covers,
        },
    )  # fmt: skip
    field.has_opaque = opaque.any()
    field.has_cover = covers.any()
    field.has_heights = (level != level[0, 0]).any()
    field.has_smoke = smoke.any() or dark.any()
