"""Writing one battle into records."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....scenario.battle import Battle, Fighter
from ....scenario.sight import fill_sight
from .. import RULESET
from ..board import BOARD, CELLS, STEP
from ..vocab import UNITS, BodyPlan, Border, Cover, Frame, Item, Location, Surprise
from .equipment import ammunition, is_dark, loaded, night_vision_yd, search_rounds, stowed
from .profile import LIMBS, Unit, slug

DECISION_CAP = 20_000  # more decisions than this end a battle as stalled
BORDER_NUMBERS = {border.name.lower(): border for border in Border}
DOORS = ("door", "locked_door")
AS_WRITTEN = ("movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "initiative", "attacks",
              "dexterity", "leadership", "intelligence", "cool", "will_power", "fellowship", "height_ft", "body_plan",
              "heads", "attack_limb", "left_handed", "fly_movement", "natural_weapons", "natural_damage",
              "npc")  # fmt: skip
NONE_YET = ("cell", "mount", "rider", "owner", "hold_partner", "hang_target", "swoop_partner", "round_target", "aim_target",
            "ground_cell", "pushed_from")  # fmt: skip


def pack(battle: Battle, s: Any, field: Any) -> None:
    """Write a battle into a zeroed state record and a zeroed map record."""
    _pack_field(battle, field)
    board, options = battle.board, battle.options
    s.side_count = len(battle.sides)
    s.unit_count = len(battle.units)
    s.board_width, s.board_height = board.width, board.height
    s.depth = 1
    s.stack[0].kind = Frame.BATTLE
    s.decision_cap = DECISION_CAP
    for side in range(len(battle.sides)):
        rows = [i for i, fighter in enumerate(battle.units) if fighter.side == side]
        s.side_start[side], s.side_size[side] = rows[0], len(rows)
        for other in range(len(battle.sides)):
            s.allied[side, other] = battle.allied[side][other]
    s.edge_side = -1
    s.first_side = -1
    s.light = not is_dark(battle)
    s.rain = options.rain
    s.surprise_mode = _surprise_mode(battle)
    s.forewarned = options.forewarned
    s.door_attempts = options.door_attempts
    _pack_doors(battle, s)
    for name in ("fire_cell", "light_cell", "bomb_cell", "bomb_owner"):
        s[name][:] = -1
    for row in range(UNITS):
        unit = s.units[row]
        for name in NONE_YET:
            unit[name] = -1
    for row, fighter in enumerate(battle.units):
        _pack_unit(battle, fighter, s.units[row])
    for row, fighter in enumerate(battle.units):
        if fighter.companion >= 0:  # c.flight: a mount is as high as its rider
            s.units[fighter.companion].altitude_yd = s.units[row].altitude_yd


def _surprise_mode(battle: Battle) -> Surprise:
    given = battle.options.surprise
    named = {"nobody": Surprise.NOBODY, "everybody": Surprise.EVERYBODY, "by_unit": Surprise.BY_UNIT}
    return named[given] if given in named else Surprise(1 + battle.sides.index(given))


def _is_surprised(battle: Battle, fighter: Fighter) -> bool:
    """surprise.general: whether a unit may lose the round before the first.

    ``by_unit`` means the units that say so; when none does, everybody but the first side, which bursts in. Nobody who
    was forewarned is surprised; those inside may still hear the attempts on the door once the battle begins.
    """
    mode = _surprise_mode(battle)
    if mode == Surprise.BY_UNIT:
        if battle.options.forewarned:
            return False
        chosen = any(other.unit.surprised for other in battle.units)
        return fighter.unit.surprised if chosen else fighter.side != 0
    if mode in (Surprise.SIDE_0_FREE, Surprise.SIDE_1_FREE):
        return not battle.allied[fighter.side][mode - 1]
    return mode == Surprise.EVERYBODY


def _pack_unit(battle: Battle, fighter: Fighter, u: Any) -> None:
    unit = fighter.unit
    u.side, u.present = fighter.side, 1
    for name in AS_WRITTEN:
        u[name] = getattr(unit, name)
    u.wounds = u.wounds_max = unit.wounds
    u.heads_left = unit.heads
    u.night_vision_yd = night_vision_yd(battle, unit)
    u.skills = sum(set(unit.skills))
    u.specialist = sum(set(unit.specialist))
    _pack_armour(battle, unit, u)
    if fighter.cell is not None:
        u.cell = BOARD.cell(*fighter.cell)
    u.facing = fighter.facing
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
    u.ammunition = ammunition(battle, unit)
    u.loaded = loaded(battle, unit, main_hand, int(u.ammunition))
    u.surprised = _is_surprised(battle, fighter)
    u.hidden = unit.hidden


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


def _pack_doors(battle: Battle, s: Any) -> None:
    """Doors change in a battle, so their state is in the state."""
    s.door_cell[:] = -1
    doors = [(key, kind) for key, kind in sorted(battle.board.borders.items()) if kind in DOORS]
    s.door_count = len(doors)
    for i, ((x, y, direction), kind) in enumerate(doors):
        s.door_cell[i] = BOARD.cell(x, y)
        s.door_direction[i] = direction
        s.door_state[i] = BORDER_NUMBERS[kind]
        s.door_wounds[i] = battle.number("c.doors.door_w")


def _slow_steps(border: Any) -> np.ndarray:
    """modifier.obstacle: the steps that cross a hedge or low wall; diagonally, when both ways round do. uint8 (CELLS,)."""
    is_obstacle = np.asarray(border) == Border.OBSTACLE
    slow = np.zeros(CELLS, np.uint8)
    for cell in np.flatnonzero(is_obstacle.any(axis=1)):
        for near in {int(cell), *(int(cell + step) for step in STEP if 0 <= cell + step < CELLS)}:
            bits = 0
            for d in range(8):
                if d % 2 == 0:
                    crosses = bool(is_obstacle[near, d // 2])
                else:
                    one, two = (d - 1) % 8, (d + 1) % 8
                    ways = [
                        (near, first, near + int(STEP[first]), second) for first, second in ((one, two), (two, one))
                    ]
                    crosses = all(
                        is_obstacle[a, first // 2] or (0 <= b < CELLS and is_obstacle[b, second // 2])
                        for a, first, b, second in ways
                    )
                bits |= int(crosses) << d
            slow[near] = bits
    return slow


def _pack_field(battle: Battle, field: Any) -> None:
    """The map. Only what never changes is closed and blocks sight; doors are looked up in the state."""
    board = battle.board
    width, height = board.width, board.height
    layers = board.layers
    walls = np.zeros((height, width, 8), bool)
    for (x, y, direction), kind in board.borders.items():
        for cx, cy, towards in board.both_sides((x, y), direction):
            field.border[BOARD.cell(cx, cy), towards // 2] = BORDER_NUMBERS[kind]
            walls[cy, cx, towards] |= kind == "wall"
    field.slow[:] = _slow_steps(field.border)
    field.width, field.height = width, height
    field.closed[:] = BOARD.closed_directions(width, height, layers["blocked"] != 0, walls)
    fill_sight(RULESET, field)
    covers = np.where(
        layers["hard_cover"] != 0, Cover.HARD, np.where(layers["soft_cover"] != 0, Cover.SOFT, Cover.NONE)
    )
    for name, layer in (
        ("difficult", (layers["difficult"] != 0) | (layers["water"] != 0)),
        ("level", layers["level"]),
        ("cover", covers),
        ("water", layers["water"] != 0),
        ("indoor", layers["indoor"] != 0),
    ):
        BOARD.area(field[name], width, height)[:] = layer
