"""Writing one battle into records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.state.fields import none_fields
from ....scenario.battle import Battle, Fighter
from ....scenario.packing import border_layer, pack_doors, pack_header, pack_layers, pack_map, pack_roster, steps_across
from ....scenario.wording import slug
from ..rules.weapons import is_missile_weapon
from ..state import POSITION, UNIT
from ..vocab import BodyPlan, Border, Cover, Frame, Item, Location, Surprise
from .equipment import (
    ammunition,
    is_dark,
    loaded,
    missile_weapon,
    night_vision_yd,
    opening_rounds,
    search_rounds,
    stowed,
)
from .profile import LIMBS, Unit

DECISION_CAP = 20_000  # more decisions than this end a battle as stalled
BORDER_NUMBERS = {border.name.lower(): border for border in Border}
DOOR_KINDS = ("door", "locked_door")
AS_WRITTEN = ("movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "initiative", "attacks",
              "dexterity", "leadership", "intelligence", "cool", "will_power", "fellowship", "height_ft", "body_plan",
              "heads", "attack_limb", "left_handed", "fly_movement", "natural_weapons", "natural_damage",
              "npc")  # fmt: skip


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Write a battle into a zeroed state record and a zeroed map record."""
    _pack_field(battle, field)
    pack_header(battle, s, Frame.BATTLE, DECISION_CAP)
    options = battle.options
    for name in none_fields(POSITION):
        s[name] = -1
    s.light = not is_dark(battle)
    s.rain = options.rain
    s.surprise_mode = _surprise_mode(battle)
    s.forewarned = options.forewarned
    s.door_attempts = options.door_attempts
    found = pack_doors(battle, s, DOOR_KINDS.__contains__, BORDER_NUMBERS.__getitem__)
    s.door_wounds[: len(found)] = battle.number("c.doors.door_w")
    pack_roster(battle, s, AS_WRITTEN, none_fields(UNIT))
    for row, fighter in enumerate(battle.units):
        _pack_unit(battle, fighter, s.units[row])
    for row, fighter in enumerate(battle.units):
        if fighter.companion >= 0:  # c.flight: a mount is as high as its rider
            s.units[fighter.companion].altitude_yd = s.units[row].altitude_yd


#: Who has the free round, by the number of the side.
SIDES_FREE = (Surprise.SIDE_0_FREE, Surprise.SIDE_1_FREE, Surprise.SIDE_2_FREE, Surprise.SIDE_3_FREE)


def _surprise_mode(battle: Battle) -> Surprise:
    given = battle.options.surprise
    named = {"nobody": Surprise.NOBODY, "everybody": Surprise.EVERYBODY, "by_unit": Surprise.BY_UNIT}
    return named[given] if given in named else SIDES_FREE[battle.sides.index(given)]


def _is_surprised(battle: Battle, fighter: Fighter) -> bool:
    """surprise.general: whether a unit may lose the round before the first.

    ``by_unit`` means the units marked as surprised, with their mounts; if no unit is marked, every unit but those of the first
    side, which bursts in, and its allies. With ``forewarned`` no unit is surprised in this mode; otherwise units inside may still
    hear the attempts on the door once the battle begins.
    """
    if fighter.bearer >= 0:
        fighter = battle.units[fighter.bearer]
    mode = _surprise_mode(battle)
    if mode == Surprise.BY_UNIT:
        if battle.options.forewarned:
            return False
        chosen = any(other.unit.surprised for other in battle.units)
        return fighter.unit.surprised if chosen else not battle.allied[fighter.side][0]
    if mode in SIDES_FREE:
        return not battle.allied[fighter.side][SIDES_FREE.index(mode)]
    return mode == Surprise.EVERYBODY


def _pack_unit(battle: Battle, fighter: Fighter, u: Any) -> None:
    unit = fighter.unit
    u.wounds = u.wounds_max = unit.wounds
    u.heads_left = unit.heads
    u.night_vision_yd = night_vision_yd(battle, unit)
    u.skills = sum(set(unit.skills))
    u.specialist = sum(set(unit.specialist))
    _pack_armour(battle, unit, u)
    u.altitude_yd = unit.altitude
    u.mount, u.rider, u.owner = fighter.companion, fighter.bearer, fighter.bearer
    main_hand = Item.NOTHING if unit.main_stowed else unit.main_hand
    if unit.natural_weapons and not main_hand and not unit.main_stowed:
        main_hand = Item.NATURAL_WEAPON
    off_hand = unit.off_hand
    if unit.light:
        if off_hand:
            main_hand = unit.light
        else:
            off_hand = unit.light
    u.main_hand, u.off_hand = main_hand, off_hand
    for slot, item in enumerate(stowed(unit)):
        u.pack[slot] = item
    for slot, item in enumerate(unit.in_pack, start=len(stowed(unit))):
        u.pack[slot] = item
        u.pack_buried[slot] = search_rounds(battle, unit)
        u.pack_closed = opening_rounds(battle)
    _pack_shots(battle, unit, u)
    u.surprised = _is_surprised(battle, fighter)
    u.hidden = unit.hidden


def _pack_shots(battle: Battle, unit: Unit, u: Any) -> None:
    """c.ammunition: the shots of each missile weapon, in hand and stowed; the scenario's own numbers are for the first."""
    first = missile_weapon(unit)
    hands = [hand for hand in ("main_hand", "off_hand") if is_missile_weapon(int(u[hand]))]
    for number, hand in enumerate(hands):
        shots, ready = _shots(battle, unit, Item(u[hand]), in_hand=True, told=number == 0)
        if number == 0:
            u.ammunition, u.loaded = shots, ready
        else:
            u.second_ammunition, u.second_loaded = shots, ready
    is_told = bool(hands)
    for slot, item in enumerate(Item(item) for item in u.pack.tolist()):
        if is_missile_weapon(item):
            told = not is_told and item == first
            is_told = is_told or told
            u.pack_ammunition[slot], u.pack_loaded[slot] = _shots(battle, unit, item, in_hand=False, told=told)


def _shots(battle: Battle, unit: Unit, item: Item, *, in_hand: bool, told: bool) -> tuple[int, int]:
    """Shots left for a missile weapon, and those ready in it."""
    shots = unit.ammunition if told and unit.ammunition is not None else ammunition(battle, item, in_hand)
    ready = unit.loaded if told and unit.loaded is not None else loaded(battle, item, shots, in_hand)
    return shots, ready if item == Item.LASSO else min(ready, shots)


def _pack_armour(battle: Battle, unit: Unit, u: Any) -> None:
    """c.armour_pieces: points on every location, metal and leather apart, the shield left out."""
    table = battle.ruleset.rulebook.tables["armour_pieces"]
    for piece in unit.armour:
        row = slug(piece)
        material = table.rows[table.keys.index(row)][table.columns.index("material")]
        points = battle.number(f"tables.armour_pieces.{row}.points")
        for location, limb in enumerate(LIMBS):
            covered = battle.number(f"tables.armour_pieces.{row}.{limb}")
            (u.metal if material == "metal" else u.leather)[location] += points * covered
    if unit.body_plan == BodyPlan.CENTAUR:
        for points in (u.metal, u.leather):
            points[Location.HORSE_BODY] = points[Location.BODY]


def _pack_field(battle: Battle, field: Any) -> None:
    """The map. Only what never changes is closed and blocks sight; doors are looked up in the state."""
    board, layers = battle.board, battle.board.layers
    pack_layers(battle, field, {"border": border_layer(board, BORDER_NUMBERS.__getitem__)})
    field.slow[:] = steps_across(battle, field.border == Border.OBSTACLE)  # modifier.obstacle
    pack_map(battle, field, layers["blocked"] != 0, border_layer(board, lambda kind: kind == "wall"))
    covers = np.where(
        layers["hard_cover"] != 0, Cover.HARD, np.where(layers["soft_cover"] != 0, Cover.SOFT, Cover.NONE)
    )
    ground = {
        "difficult": (layers["difficult"] != 0) | (layers["water"] != 0),
        "level": layers["level"],
        "cover": covers,
        "water": layers["water"] != 0,
        "indoor": layers["indoor"] != 0,
    }
    pack_layers(battle, field, ground)
