"""Writing one battle into records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.compiler import outside
from ....core.state.fields import none_fields
from ....scenario.battle import Battle, Fighter
from ....scenario.packing import border_layer, cell_number, doors, pack_header, pack_layers, pack_map, pack_roster
from ..state import POSITION, UNIT
from ..vocab import Climbing, Frame, GuardKind, Item, ItemKind, Place, Skills
from .ground import BorderFields, crossing_of, limit_of, number_of, toughness_of
from .hands import places_at_first
from .profile import ATTRIBUTES, SHIELDS, Unit, carried
from .training import ABILITIES

DECISION_CAP = 20_000  # more decisions than this end a battle as stalled
TO_BE_ROLLED = -40  # hide value of who hides from the start without a given one
MOST_HP = 40
GUARDED_SIDES = {"north": 0, "east": 2, "south": 4, "west": 6}
OWN_CELL = "cell"
AS_WRITTEN = ("prone", "sleeping", "in_cover")
IN_HAND = (Place.SWORD_HAND, Place.OFF_HAND, Place.BOTH_HANDS)


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Write a battle into a zeroed state record and a zeroed map record."""
    book = battle.ruleset.rulebook.book(battle.rules)[0]
    pack_field(battle, field)
    pack_header(battle, s, Frame.BATTLE, DECISION_CAP)
    for name in none_fields(POSITION):
        s[name] = -1
    pack_edges(battle, s, field)
    pack_objectives(battle, s)
    pack_roster(battle, s, AS_WRITTEN, none_fields(UNIT))
    for row, fighter in enumerate(battle.units):
        pack_unit(battle, book, fighter.unit, s.units[row])
        pack_place(battle, row, s.units[row])


# --- units -----------------------------------------------------------------------------------------------------------


@outside.rule("character.components")
def pack_unit(battle: Battle, book: Any, unit: Unit, u: Any) -> None:
    """Components: hit points, willpower, attributes, training, items, skills and penalties of one roster row."""
    u.hp_max = hp_max(battle, book, unit)
    u.wp_max = wp_max(battle, unit)
    u.hp = u.hp_max if unit.hp is None else unit.hp
    u.wp = u.wp_max if unit.wp is None else unit.wp
    for i, name in enumerate(ATTRIBUTES):
        u.attributes[i] = getattr(unit, name)
    pack_training(unit, u)
    u.skills = sum(Skills[skill.name] for skill in set(unit.skills))
    u.armour_penalty = int(book.armours[unit.armour].agility)
    pack_penalties(battle, unit, u)
    pack_items(battle, book, unit, u)
    u.fatigue = base_fatigue(battle, book, unit) if unit.fatigue is None else unit.fatigue


@outside.rule("ability.concept", "ability.no_fixed_set", "ability.standard", "ability.additional")
def pack_training(unit: Unit, u: Any) -> None:
    """Abilities: levels of training in each of the fixed list; what the sheet does not mention is untrained."""
    for i, name in enumerate(ABILITIES):
        u.trained[i] = getattr(unit, f"{name}_consistency")
        u.trained_potential[i] = getattr(unit, f"{name}_potential")


@outside.rule("c.hp_wp_defaults", "c.armour")
def hp_max(battle: Battle, book: Any, unit: Unit) -> int:
    """Hit points: those of a human, with toughness and armour."""
    if unit.hp_max is not None:
        return unit.hp_max
    points = battle.number("c.hp_wp_defaults.base_hp") + unit.toughness + int(book.armours[unit.armour].hp)
    return min(max(points, 1), MOST_HP)


@outside.rule("c.hp_wp_defaults")
def wp_max(battle: Battle, unit: Unit) -> int:
    """Willpower: that of a human."""
    return battle.number("c.hp_wp_defaults.base_wp") if unit.wp_max is None else unit.wp_max


@outside.rule("fatigue.base", "shield.tower_stamina")
def base_fatigue(battle: Battle, book: Any, unit: Unit) -> int:
    """Base fatigue: lower for an enduring unit, higher for one that holds a tower shield."""
    held = [item for item, place in zip(carried(unit), places_at_first(book, unit), strict=True) if place in IN_HAND]
    stamina = unit.stamina + sum(int(book.items[item].stamina) for item in held if item in SHIELDS)
    base = max(battle.number("fatigue.base.constant") - stamina, battle.number("fatigue.base.min"))
    return min(max(base, battle.number("fatigue.bounds.min")), battle.number("fatigue.bounds.max"))


@outside.rule("c.gm_penalties")
def pack_penalties(battle: Battle, unit: Unit, u: Any) -> None:
    """Situational penalties: what the scenario takes off rolls all battle long, or the rulebook's number."""
    default = battle.number("c.gm_penalties.default")

    def penalty(name: str) -> int:
        given = getattr(unit, f"{name}_penalty")
        return default if given is None else int(given)

    u.physical_penalty, u.mental_penalty = penalty("physical"), penalty("mental")
    u.attribute_penalty[:] = [penalty(name) for name in ATTRIBUTES]
    u.ability_penalty[:] = [penalty(name) for name in ABILITIES]


@outside.rule("c.setup", "c.poison_darts", "c.reload")
def pack_items(battle: Battle, book: Any, unit: Unit, u: Any) -> None:
    """Set-up: what is carried and where; every ranged weapon has a missile ready, poisoned darts come first."""
    for slot, (item, place) in enumerate(zip(carried(unit), places_at_first(book, unit), strict=True)):
        u.items[slot], u.places[slot] = item, place
        if int(book.items[item].kind) == ItemKind.RANGED:
            u.ammo[slot] = int(book.items[item].ammo) if unit.ammo is None else unit.ammo
        if item == Item.BLOWGUN:
            darts = battle.number("c.poison_darts.darts") if unit.poison is None else unit.poison
            u.poison[slot] = min(darts, u.ammo[slot])


@outside.rule("c.setup", "initiative.roll")
def pack_place(battle: Battle, row: int, u: Any) -> None:
    """Set-up: initiative if it is given, height, cover, hidden units, and guards."""
    fighter = battle.units[row]
    unit: Unit = fighter.unit
    u.order = row
    if unit.initiative is not None:
        u.initiative = unit.initiative
    u.turn_cell = u.cell
    u.elevation = elevation(battle, fighter)
    u.climbing = Climbing.FEATURE if is_on_the_way_up(battle, fighter) else Climbing.NOT
    if unit.sleeping:
        u.prone = 1
    for side in range(len(battle.sides)):
        u.last_seen[side] = u.cell
    if unit.hidden:
        pack_hidden(battle, fighter, u)
    pack_guard(battle, fighter, u)


@outside.rule("c.setup")
def pack_hidden(battle: Battle, fighter: Fighter, u: Any) -> None:
    """Set-up: a unit that starts hidden is hidden from all enemies, and no enemy knows that it hides."""
    unit: Unit = fighter.unit
    u.hide_value = TO_BE_ROLLED if unit.hide_value is None else unit.hide_value
    u.hidden_from = sum(1 << i for i, other in enumerate(battle.units) if battle.are_enemies(fighter, other))
    if cover_at(battle, fighter) > 0:
        u.in_cover = 1
    for side in range(len(battle.sides)):
        if not battle.allied[fighter.side][side]:
            u.last_seen[side] = -1


@outside.rule("concealment.table")
def cover_at(battle: Battle, fighter: Fighter) -> int:
    """Table of concealment: the number of the object in the cell of a unit, 0 for no object."""
    if fighter.cell is None:
        return 0
    x, y = fighter.cell
    return number_of(battle, int(battle.board.layers["cover"][y, x]))


def pack_guard(battle: Battle, fighter: Fighter, u: Any) -> None:
    """What a unit guards from the start: a border of its cell, the cell, or an ally in it."""
    guard = fighter.unit.guard
    if not guard:
        return
    u.guard_left = battle.number("guard.one_opponent.interceptions")
    if guard in GUARDED_SIDES:
        u.guard, u.guard_direction = GuardKind.BORDER, GUARDED_SIDES[guard]
    elif guard == OWN_CELL:
        u.guard = GuardKind.CELL
    else:
        u.guard, u.guard_unit = GuardKind.ALLY, battle.unit(guard)


def heights_at(battle: Battle, fighter: Fighter) -> tuple[int, int]:
    """Level of the ground where a unit is, and of the top of what stands there; without anything the ground again."""
    if fighter.cell is None:
        return 0, 0
    x, y = fighter.cell
    ground = int(battle.board.layers["ground"][y, x])
    return ground, max(int(battle.board.layers["feature"][y, x]), ground)


def elevation(battle: Battle, fighter: Fighter) -> int:
    """The height level a unit starts on."""
    given = fighter.unit.elevation
    return heights_at(battle, fighter)[0] if given is None else int(given)


def is_on_the_way_up(battle: Battle, fighter: Fighter) -> bool:
    """Whether a unit starts half way up what stands in its cell."""
    ground, top = heights_at(battle, fighter)
    return ground < elevation(battle, fighter) < top


# --- the map ---------------------------------------------------------------------------------------------------------


def is_edge(border: BorderFields) -> bool:
    """Whether a border can change: it counts who passes, or something can be broken."""
    return border.limit != 0 or border.toughness != 0


def changing(battle: Battle) -> list[tuple[tuple[int, int, int], BorderFields]]:
    """The borders that can change, in the order in which the state numbers them."""
    return doors(battle.board, is_edge)


@outside.rule("env.structure_table", "env.limit_table")
def pack_edges(battle: Battle, s: Any, field: Any) -> None:
    """Structures and limits: the borders that can change, from 1 on the map, the same number from both sides."""
    found = changing(battle)
    s.edge_count = len(found)
    numbers = np.zeros((battle.board.height, battle.board.width, 4), np.int64)
    for k, ((x, y, direction), border) in enumerate(found):
        s.edge_cell[k], s.edge_direction[k] = cell_number(battle, (x, y)), direction
        s.edge_toughness[k] = toughness_of(battle, border)
        for cx, cy, towards in battle.board.both_sides((x, y), direction):
            numbers[cy, cx, towards // 2] = k + 1
    pack_layers(battle, field, {"edge": numbers})


def pack_objectives(battle: Battle, s: Any) -> None:
    """What can be seized, row by row, and which side wins with all of it."""
    places = np.argwhere(battle.board.layers["objective"] != 0).tolist()
    s.objective_count = len(places)
    for k, (y, x) in enumerate(places):
        s.objective_cell[k] = cell_number(battle, (x, y))
    if battle.options.objective is not None:
        s.objective_side = battle.sides.index(battle.options.objective)


@outside.rule("climb.table", "concealment.table", "env.crossing_table", "grid.coordinates")
def pack_field(battle: Battle, field: Any) -> None:
    """Terrain: cells, what lies between them, and where one may leave. Only what is closed for good closes a step."""
    board, layers = battle.board, battle.board.layers
    shape = (board.height, board.width)
    walls = border_layer(board, lambda border: border.closed)
    pack_map(battle, field, np.zeros(shape, bool), walls)
    read = np.vectorize(lambda value: number_of(battle, int(value)), otypes=[np.int64])
    plain = (
        "ground",
        "feature",
        "difficult",
        "dark",
        "roof",
        "campfire",
        "hazard",
        "hazard_number",
    )
    cells = {name: layers[name] for name in plain}
    cells |= {name: read(layers[name]) for name in ("feature_climb", "hazard_cr", "cover", "cover_height")}
    cells["hazard_cr"] = np.where(layers["hazard"] != 0, cells["hazard_cr"], 0)
    cells["feature_climb"] = np.where(layers["feature"] != 0, cells["feature_climb"], -1)
    structures = border_layer(board, lambda border: structure_height(battle, border))
    pack_layers(
        battle,
        field,
        {
            **cells,
            "cover_mask": read(layers["cover_mask"])[..., None] >> np.arange(4) & 1,
            "limit": border_layer(board, lambda border: limit_of(battle, border)),
            "crossing": border_layer(board, lambda border: crossing_of(battle, border)),
            "structure": structures,
            "stone": border_layer(board, lambda border: border.stone),
            "climb": border_layer(board, lambda border: number_of(battle, border.climb) + 1) - 1,
            "exit": exits(battle),
        },
    )
    field.weather = battle.options.weather
    ground = layers["ground"]
    field.has_heights = (ground != ground[0, 0]).any() or (layers["feature"] > ground).any()
    field.has_edges = structures.any() or walls.any()
    field.has_darkness = (layers["dark"] != 0).any()


def structure_height(battle: Battle, border: BorderFields) -> int:
    """Height of the structure on a border, 0 for none."""
    return number_of(battle, border.structure) if border.toughness != 0 else 0


def exits(battle: Battle) -> np.ndarray:
    """Borders over which one may leave the map: bool (height, width, 4)."""
    found = np.zeros((battle.board.height, battle.board.width, 4), bool)
    edges = (found[0, :, 0], found[:, -1, 1], found[-1, :, 2], found[:, 0, 3])
    for way in battle.options.exits:
        edges[way][:] = True
    return found
