"""When each refusal holds, read off the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tactica.envs.core.state.choosing import Part
from tactica.envs.rulesets.wfrp1.board import STRIDE
from tactica.envs.rulesets.wfrp1.vocab import (
    PACK,
    STRIKES_AS,
    BodyPlan,
    Border,
    Flaw,
    HandUse,
    HoldRole,
    Item,
    Mode,
    Prompt,
    Rate,
    Refusal,
    Skill,
    Slot,
    Verb,
)

if TYPE_CHECKING:
    from conformance.verdicts import Asked

FILLED = 255  # ``closed`` of a cell that nobody can enter
MOVED, FIRED, CLIMBED = 1, 2, 4  # flags of a turn
BOMBS = (Item.BOMB, Item.INCENDIARY)
LIGHTS = range(Item.CANDLE, Item.LANTERN + 1)
MISSILES = range(Item.SHORT_BOW, Item.VOLLEY_GUN + 1)
GUNS = range(Item.ARQUEBUS, Item.VOLLEY_GUN + 1)
MELEE = range(Item.HAND_WEAPON, Item.WHIP + 1)

# --- units -----------------------------------------------------------------------------------------------------------


def me(a: Asked) -> Any:
    """The unit that is asked."""
    return a.s.units[a.who]


def others(a: Asked) -> list[int]:
    """Rows of the other units of the battle."""
    return [k for k in range(int(a.s.unit_count)) if k != a.who and a.s.units[k].present == 1]


def is_enemy(a: Asked, k: int) -> bool:
    """Whether a unit fights for a side that is no ally."""
    return not a.s.allied[me(a).side, a.s.units[k].side]


def enemies(a: Asked) -> list[int]:
    """Rows of the enemies."""
    return [k for k in others(a) if is_enemy(a, k)]


def targets(a: Asked) -> list[int]:
    """The target that is asked for; of a verb all enemies."""
    return [a.value] if a.part == Part.TARGET else enemies(a)


def some(predicate: Callable[[Asked, int], Any]) -> Callable[[Asked], bool]:
    """Of the target that is asked for, or of some enemy."""
    return lambda a: any(bool(predicate(a, k)) for k in targets(a))


def place(a: Asked, k: int) -> int:
    """Where a unit is; a mount is where its rider is."""
    unit = a.s.units[k]
    return int(unit.cell if unit.rider < 0 else a.s.units[unit.rider].cell)


def gap(one: int, other: int) -> int:
    """Cells from one cell to another, by the longer side."""
    return max(abs(one % STRIDE - other % STRIDE), abs(one // STRIDE - other // STRIDE))


def distance_to(a: Asked, k: int) -> int:
    """Cells to another unit."""
    return gap(place(a, a.who), place(a, k))


def is_out(unit: Any) -> bool:
    """Whether a unit is dead, unconscious, or has left."""
    return bool(unit.present == 0 or unit.dead or unit.escaped or unit.unconscious_rounds > 0)


def is_fighting(a: Asked) -> bool:
    """Whether an enemy that can fight is beside it, above or below it, or one of the two dives upon the other."""
    foes = [k for k in enemies(a) if not is_out(a.s.units[k]) and a.s.units[k].fleeing == 0]
    return any(distance_to(a, k) <= 1 or a.s.units[k].swoop_partner == a.who for k in foes)


def steed(a: Asked) -> Any:
    """The mount it rides; None on foot."""
    return a.s.units[me(a).mount] if me(a).mount >= 0 else None


def walker(a: Asked) -> Any:
    """The one of the pair that does the walking and flying."""
    return me(a) if me(a).mount < 0 else steed(a)


def lies(a: Asked) -> bool:
    """Whether it, or its mount, lies."""
    return bool(me(a).prone) or (steed(a) is not None and bool(steed(a).prone))


def wits(a: Asked) -> int:
    """Intelligence, at most."""
    return int(me(a).intelligence)


# --- hands -----------------------------------------------------------------------------------------------------------


def held(a: Asked) -> list[int]:
    """What its hands hold."""
    return [int(me(a).main_hand), int(me(a).off_hand)]


def hands(a: Asked) -> list[int]:
    """The hand that is asked for, as an index of :func:`held`; both for a verb or an item."""
    return [a.value] if a.part == Part.MODE else [0, 1]


def item_held(a: Asked) -> int:
    """What a parry, or the hand that is asked for, is about."""
    return held(a)[1 if a.verb == Verb.PARRY_OFF else 0]


def takes_two(a: Asked, item: int) -> bool:
    """Whether an item takes both hands, by its table."""
    if item in MELEE:
        return int(a.book.melee_weapons[item - Item.HAND_WEAPON].hands) == 2
    if item in GUNS:
        return int(a.book.firearms[item - Item.ARQUEBUS].hands) == 2
    return item in MISSILES and int(a.book.missile_weapons[item - Item.SHORT_BOW].hands) == 2


def has_bad_arm(a: Asked) -> bool:
    """Whether an arm is disabled."""
    return bool(me(a).right_arm_off > 0 or me(a).left_arm_off > 0)


def is_hand_full(a: Asked, hand: int) -> bool:
    """Whether a hand cannot take something up."""
    wanted = wanted_items(a)
    if me(a).natural_weapons == 1 or held(a)[hand] != Item.NOTHING or has_bad_arm(a):
        return True
    takes_both = any(takes_two(a, item) for item in wanted)
    return (hand == 1 and (takes_two(a, held(a)[0]) or takes_both)) or (takes_both and held(a)[1] != Item.NOTHING)


def wanted_items(a: Asked) -> list[int]:
    """What may be meant to be taken up: from the ground, one thing of the pack, or any."""
    if a.verb == Verb.PICK_UP:
        return [int(me(a).ground_item)]
    if a.part == Part.ITEM:
        return [int(me(a).pack[a.value])]
    if a.part == Part.MODE:
        return [int(me(a).pack[a.frame.item_used])]
    return packed(a)


def packed(a: Asked) -> list[int]:
    """What it carries besides its hands."""
    return [int(item) for item in me(a).pack if item != Item.NOTHING]


def slots_asked(a: Asked) -> list[int]:
    """The places of the pack that are asked for, or all that hold something."""
    if a.part == Part.ITEM:
        return [a.value]
    return [k for k in range(PACK) if me(a).pack[k] != Item.NOTHING]


def missiles_held(a: Asked) -> list[int]:
    """Missile weapons in its hands."""
    return [item for item in held(a) if item in MISSILES]


def bombs_at_hand(a: Asked) -> set[int]:
    """Bombs and incendiaries that could be thrown: in a hand with something to throw, or on top of the pack."""
    found = {item for item in held(a) if item in BOMBS and me(a).ammunition > 0}
    return found | {int(me(a).pack[k]) for k in range(PACK) if me(a).pack[k] in BOMBS and me(a).pack_buried[k] == 0}


def wanted_bombs(a: Asked) -> set[int]:
    """The bomb that is asked for, or both kinds."""
    if a.part != Part.MODE:
        return set(BOMBS)
    return {Item.INCENDIARY if a.value == Mode.INCENDIARY else Item.BOMB}


# --- the board -------------------------------------------------------------------------------------------------------


def cell_asked(a: Asked) -> int:
    """The cell that is asked for, or the one in the direction; for a verb its own."""
    if a.part == Part.CELL:
        return a.value
    here = place(a, a.who)
    if a.part == Part.DIRECTION:
        dx, dy = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][a.value]
        return here + dy * STRIDE + dx
    return place(a, a.value) if a.part == Part.TARGET else here


def stands(a: Asked, cell: int) -> list[int]:
    """Others in a cell that its side knows of."""
    return [k for k in others(a) if a.s.units[k].cell == cell and a.s.known[k] == 1 and not a.s.units[k].dead]


def burns(a: Asked, cell: int) -> bool:
    """Whether a cell burns."""
    return any(c == cell and r > 0 for c, r in zip(a.s.fire_cell, a.s.fire_rounds, strict=True))


def is_shut(a: Asked) -> bool:
    """Whether a cell is filled, or a wall, a shut door or the edge keeps one from stepping in a direction."""
    if a.part == Part.CELL:
        return int(a.field.closed[a.value]) == FILLED
    return bool(int(a.field.closed[place(a, a.who)]) >> a.value & 1) or has_shut_door(a)


def has_shut_door(a: Asked) -> bool:
    """Whether a door on the board is shut."""
    return any(a.s.door_state[k] in (Border.DOOR, Border.LOCKED_DOOR) for k in range(int(a.s.door_count)))


def is_shut_in(a: Asked, cell: int) -> bool:
    """Whether walls or doors are about, so that two cells side by side need not be in contact."""
    return has_shut_door(a) or bool(a.field.closed[cell]) or bool(a.field.closed[place(a, a.who)])


def beside(a: Asked) -> list[int]:
    """The eight cells around."""
    here = place(a, a.who)
    return [here + dy * STRIDE + dx for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def free_cells_beside(a: Asked) -> list[int]:
    """Neighbouring cells it could step into if nothing were at stake but room: open, with nobody in them, not burning."""
    here, found = place(a, a.who), []
    in_air = me(a).altitude_yd > 0
    for d, (dx, dy) in enumerate([(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]):
        cell = here + dy * STRIDE + dx
        if int(a.field.closed[here]) >> d & 1 or (burns(a, cell) and not in_air):
            continue
        if not [k for k in stands(a, cell) if a.s.units[k].altitude_yd == me(a).altitude_yd]:
            found.append(cell)
    return found


def is_hemmed_in(a: Asked, cell: int) -> bool:
    """Whether something else is in the way of a step into a free cell: rough ground, an enemy, a door, or a slow walker."""
    is_rough = bool(a.field.difficult[cell]) or any(a.s.units[k].cell == cell for k in others(a))
    is_slow = bool(a.field.slow[place(a, a.who)]) or pace_cells(a) < 1
    return is_rough or is_slow or is_beside_enemy(a, cell) or int(a.s.door_count) > 0


def movement(a: Asked) -> int:
    """M of the pair, in the air or with a bad leg."""
    unit = walker(a)
    if me(a).altitude_yd > 0:
        return int(unit.fly_movement)
    return int(unit.movement) if unit.leg_off == 0 else max(1, int(unit.movement) // int(a.book.leg_m_divisor))


def pace_cells(a: Asked) -> int:
    """Cells that it goes by a verb."""
    rate = Rate.CAUTIOUS + a.verb - Verb.MOVE_CAUTIOUS
    if a.verb in (Verb.FLEE, Verb.FLEE_EXIT):
        rate = int(a.book.voluntary_flee_rate)
        rate = int(Rate.STANDARD) if rate >= Rate.RUN and walker(a).leg_off > 0 else rate
    per_m = {Rate.CAUTIOUS: a.book.cautious_per_m, Rate.STANDARD: a.book.standard_per_m}
    yards = movement(a) * int(per_m.get(Rate(rate), a.book.running_per_m))
    if rate == Rate.EVADE:
        yards = yards * int(a.book.evade_fraction_pct) // 100
    return yards // int(a.book.yards_per_cell)


def reached(a: Asked) -> list[tuple[int, int]]:
    """Cells of the board that the rules have found a way to, and what it costs."""
    cells = [y * STRIDE + x for y in range(int(a.s.board_height)) for x in range(int(a.s.board_width))]
    return [(cell, int(a.s.reach[cell])) for cell in cells if a.s.reach[cell] >= 0]


def is_at_edge(a: Asked, cell: int) -> bool:
    """Whether a cell lies at the edge of the board."""
    x, y = cell % STRIDE, cell // STRIDE
    return x in (0, int(a.s.board_width) - 1) or y in (0, int(a.s.board_height) - 1)


def is_beside_enemy(a: Asked, cell: int) -> bool:
    """Whether an enemy that its side knows of is beside a cell."""
    return any(gap(cell, place(a, k)) <= 1 for k in enemies(a) if a.s.known[k] == 1 and place(a, k) >= 0)


def locked_doors(a: Asked) -> list[int]:
    """Directions in which a locked door is beside it."""
    here, found = place(a, a.who), []
    for k in range(int(a.s.door_count)):
        if a.s.door_state[k] == Border.LOCKED_DOOR:
            cell, direction = int(a.s.door_cell[k]), int(a.s.door_direction[k])
            dx, dy = {0: (0, -1), 2: (1, 0), 4: (0, 1), 6: (-1, 0)}[direction]
            if cell == here:
                found.append(direction)
            elif cell + dy * STRIDE + dx == here:
                found.append((direction + 4) % 8)
    return found


def range_of(a: Asked, item: int) -> int:
    """Yards a missile flies at most."""
    if item in GUNS:
        return int(a.book.firearms[item - Item.ARQUEBUS].extreme_range)
    return int(a.book.missile_weapons[item - Item.SHORT_BOW].extreme) if item in MISSILES else 0


def is_beyond_range(a: Asked, k: int) -> bool:
    """Whether a target is farther than the weapon shoots; one that flies counts as farther than it is."""
    yards = int(a.book.yards_per_cell) * distance_to(a, k)
    return a.s.units[k].altitude_yd > 0 or any(yards > range_of(a, item) for item in missiles_held(a))


def sees_nobody(a: Asked) -> bool:
    """Whether there is no enemy on the board in plain sight: in the line of sight of the map, by day, and not hiding."""
    if a.s.light == 0 or a.s.door_count > 0:
        return True  # darkness and doors take the rules to judge
    return not any(is_in_line(a, k) for k in enemies(a))


def is_in_line(a: Asked, k: int) -> bool:
    """Whether a unit is on the board by itself, does not hide, and stands in a free line."""
    unit, here = a.s.units[k], place(a, a.who)
    if unit.cell < 0 or unit.dead or unit.hidden:
        return False
    there = int(unit.cell)
    return bool(int(a.field.sight[here, there >> 3]) >> (there & 7) & 1)


def is_unseen(a: Asked, k: int) -> bool:
    """Whether a unit hides, is out of line, or cannot be judged by light alone."""
    return a.s.light == 0 or a.s.door_count > 0 or not is_in_line(a, k)


def is_apart(a: Asked, k: int) -> bool:
    """Whether a unit is not beside one: farther away, at another height, or behind a wall or door."""
    if distance_to(a, k) > 1 or a.s.units[k].altitude_yd != me(a).altitude_yd or place(a, k) < 0:
        return True
    dives = any(a.s.units[j].swoop_partner >= 0 for j in (a.who, k))
    return dives or is_shut_in(a, place(a, k)) or place(a, k) == place(a, a.who)


# --- what else stands in the way ---------------------------------------------------------------------------------------


def round_target(a: Asked) -> int:
    """The opponent that the blows of this round go to."""
    return int(me(a).round_target)


def is_of_prompt(*prompts: Prompt) -> Callable[[Asked], bool]:
    """Whether something else is asked than at these prompts."""
    return lambda a: a.s.prompt not in prompts


def flag(bit: int) -> Callable[[Asked], bool]:
    """Whether a turn has a flag."""
    return lambda a: bool(a.frame.flag_bits & bit)


def charge_gap(a: Asked, k: int) -> bool:
    """Whether a gap is none, or more than one charges over."""
    cells = distance_to(a, k) - 1
    return cells < 1 or cells * int(a.book.yards_per_cell) > movement(a) * int(a.book.charge_reach_yards_per_m)


def is_tended_well(a: Asked) -> bool:
    """Whether there is nothing that it could do for a friend."""
    unit = a.s.units[a.value]
    heals = bool(me(a).skills & Skill.HEAL_WOUNDS)
    return unit.bleeding == 0 and not (heals and unit.wounds < unit.wounds_max and unit.tended == 0)


def own_steeds(a: Asked) -> list[Any]:
    """Mounts of its own that nobody rides."""
    return [a.s.units[k] for k in others(a) if a.s.units[k].owner == a.who and a.s.units[k].rider < 0]


def is_front_clear(a: Asked) -> bool:
    """Whether the attacker is not in the cell that one faces."""
    foe = place(a, int(a.frame.who))
    dx, dy = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][int(me(a).facing)]
    return foe != place(a, a.who) + dy * STRIDE + dx and foe != place(a, a.who)


def blows_left(a: Asked) -> int:
    """Blows of this round that are still to come, for whom they are not given up."""
    return 0 if me(a).slots_forfeited else int((me(a).slot_state[1:] == 1).sum())


def can_threaten(a: Asked, k: int) -> bool:
    """Whether a unit engages those it touches: able, no mount, and not on the run."""
    unit = a.s.units[k]
    return not is_out(unit) and unit.fleeing == 0 and unit.owner < 0


def can_be_struck(a: Asked, k: int) -> bool:
    """Whether a unit is alive, in plain view and not ridden."""
    unit = a.s.units[k]
    return unit.dead == 0 and unit.escaped == 0 and unit.hidden == 0 and unit.rider < 0


def acts_later(a: Asked, k: int) -> bool:
    """Whether an event of a unit comes at a lower count than one's own turn."""
    unit, count = a.s.units[k], me(a).slot_at[0]
    if is_out(unit):
        return False
    if unit.turn_taken == 0 and unit.owner < 0 and unit.slot_at[0] < count:
        return True
    return any(
        unit.slot_state[n] == Slot.OPEN and unit.slot_at[n] < count for n in range(1, 10) if not unit.slots_forfeited
    )


def has_company(a: Asked, k: int) -> bool:
    """Whether somebody its side knows of stands on the ground near a unit that does so too."""
    unit = a.s.units[k]
    near = [j for j in others(a) if j != k and a.s.known[j] == 1 and a.s.units[j].cell >= 0]
    near = [j for j in near if a.s.units[j].dead == 0 and a.s.units[j].altitude_yd == 0]
    yards = int(a.book.yards_per_cell)
    is_down = a.s.known[k] == 1 and unit.altitude_yd == 0
    return is_down and any(
        yards * (gap(int(unit.cell), int(a.s.units[j].cell)) - 1) < a.book.group_gap_yards for j in near
    )


def target_asked(a: Asked) -> list[int]:
    """The target that is asked for or was chosen, or all enemies."""
    return [int(a.frame.target)] if a.part == Part.MODE else targets(a)


def has_aimed(a: Asked) -> bool:
    """Whether it has aimed as long as any shot takes at each target, undisturbed."""
    rounds = max([fire_rounds(a, item) for item in missiles_held(a)], default=1) - 1
    rounds += max(int(a.book.extra_aim_rounds), int(a.book.sharpshoot_aim_rounds))
    return not is_fighting(a) and me(a).aim_rounds >= rounds and all(me(a).aim_target == k for k in target_asked(a))


def fire_rounds(a: Asked, item: int) -> int:
    """Rounds that aiming and firing a weapon take together."""
    if item in GUNS:
        return int(a.book.firearms[item - Item.ARQUEBUS].fire_rounds)
    return int(a.book.missile_weapons[item - Item.SHORT_BOW].fire_rounds)


def is_to_throw(a: Asked, item: int) -> bool:
    """Whether an item is a weapon that leaves the hand itself."""
    if item not in MISSILES or item in GUNS:
        return False
    return bool(a.book.missile_weapons[item - Item.SHORT_BOW].thrown == 1)


def is_thrown_away(a: Asked, item: int) -> bool:
    """Whether a weapon has left the hand, and no other like it has been drawn yet."""
    is_second = item != held(a)[0] and held(a)[0] in MISSILES
    return is_to_throw(a, item) and (me(a).second_loaded if is_second else me(a).loaded) == 0


def is_armed(a: Asked) -> bool:
    """Whether the hand that strikes holds something to strike with, in a sound arm."""
    item = held(a)[1 if a.part == Part.MODE and a.value == Mode.OFF_HAND else 0]
    if is_thrown_away(a, item):
        return False
    return STRIKES_AS[item] >= 0 and not has_bad_arm(a) and not (takes_two(a, item) and held(a)[1] != Item.NOTHING)


def needs_tending(a: Asked, k: int) -> bool:
    """Whether a friend beside it bleeds, or is hurt and it is a healer."""
    unit = a.s.units[k]
    if is_enemy(a, k) or unit.dead or is_apart(a, k):
        return False
    heals = bool(me(a).skills & Skill.HEAL_WOUNDS)
    return bool(unit.bleeding > 0 or (heals and unit.wounds < unit.wounds_max and unit.tended == 0))


def is_steed_unready(unit: Any) -> bool:
    """Whether a mount lies, is out of action, in the air, or about to run away."""
    return bool(is_out(unit) or unit.prone or unit.bolts or unit.altitude_yd > 0 or unit.cell < 0)


def is_at_hand(a: Asked, unit: Any) -> bool:
    """Whether a mount is in its cell, or beside it where nothing can be between the two."""
    if unit.cell == me(a).cell:
        return True
    return (
        gap(int(me(a).cell), int(unit.cell)) <= 1 and not is_shut_in(a, int(unit.cell)) and not burns(a, int(unit.cell))
    )


def has_odd_shape(a: Asked) -> bool:
    """Whether the target lacks parts of a human shape."""
    return a.s.units[a.frame.target].body_plan in ODD_SHAPES


def is_giant(a: Asked) -> bool:
    """Whether the target is so much taller that only its legs are in reach."""
    heights = []
    for k in (int(a.frame.target), a.who):
        mount = int(a.s.units[k].mount)
        heights.append(int(a.s.units[k].height_ft) + (int(a.s.units[mount].height_ft) // 2 if mount >= 0 else 0))
    return heights[0] - heights[1] >= a.book.height_difference_ft


def is_beyond_short(a: Asked) -> bool:
    """Whether the target is farther away than short range, or in the air, where ranges count as more."""
    k, yards = int(a.frame.target), int(a.book.yards_per_cell)
    for item in missiles_held(a):
        short = (
            a.book.firearms[item - Item.ARQUEBUS].short_range
            if item in GUNS
            else a.book.missile_weapons[item - Item.SHORT_BOW].short
        )
        if yards * distance_to(a, k) > short:
            return True
    return bool(a.s.units[k].altitude_yd > 0)


def is_short_throw(a: Asked, cells: int) -> bool:
    """Whether so many cells are farther than what is thrown goes."""
    mode = a.value if a.part == Part.MODE else int(a.frame.mode)
    ranges = {Mode.BOMB: range_of(a, Item.BOMB), Mode.INCENDIARY: range_of(a, Item.INCENDIARY)}
    return cells * int(a.book.yards_per_cell) > ranges.get(Mode(mode), min(ranges.values()))


def is_line(a: Asked, cell: int) -> bool:
    """Whether a cell is in a free line, and no shut door is about."""
    here = place(a, a.who)
    return not has_shut_door(a) and bool(int(a.field.sight[here, cell >> 3]) >> (cell & 7) & 1)


def is_own_thing_near(a: Asked) -> bool:
    """Whether what it dropped lies in its cell, or beside it where nothing can be between the two."""
    there, here = int(me(a).ground_cell), place(a, a.who)
    if me(a).ground_item == Item.NOTHING or there < 0 or gap(here, there) > 1:
        return False
    return here == there or not is_shut_in(a, there)


def takes_a_round(a: Asked, item: int) -> bool:
    """Whether an item, or what is no weapon, takes a whole round to draw."""
    if item in MELEE:
        return int(a.book.melee_weapons[item - Item.HAND_WEAPON].take_up) == 2
    if item in GUNS:
        return int(a.book.firearms[item - Item.ARQUEBUS].take_up) == 2
    return item not in MISSILES or int(a.book.missile_weapons[item - Item.SHORT_BOW].take_up) == 2


def is_fit_to_parry(a: Asked, item: int) -> bool:
    """Whether an item that is still there parries by its table, where that is in use."""
    if item == Item.SHIELD:
        return True
    if is_thrown_away(a, item):
        return False
    row = int(STRIKES_AS[item])
    return row >= 0 and a.book.melee_weapons[row].can_parry == 1 and a.book.opt_weapon_modifiers == 1


def is_mount(a: Asked) -> bool:
    """Whether the one asked was brought to be ridden."""
    return bool(me(a).owner >= 0)


LATER_BLOWS = (Verb.STRIKE, Verb.SWITCH, Verb.GRAPPLE, Verb.STRIKE_DOOR, Verb.PASS)
ODD_SHAPES = (BodyPlan.AMORPHOUS, BodyPlan.OCTOPUS, BodyPlan.SNAKE, BodyPlan.HYDRA, BodyPlan.FLIGHTLESS_BIRD)
AIMS = range(Mode.AIM_HEAD, Mode.AIM_LEGS + 1)
MANNERS = {
    Verb.STRIKE: [mode for mode in Mode if mode not in (Mode.BOMB, Mode.INCENDIARY)],
    Verb.FIRE: [Mode.NORMAL, *AIMS, Mode.AIM_RIDER, Mode.AIM_MOUNT],
    Verb.THROW_BOMB: [Mode.BOMB, Mode.INCENDIARY],
}
ASKS_FIRST = (Prompt.PRESS, Prompt.PARRY, Prompt.HOLD, Prompt.PRESSURE)

HOLDS: dict[Refusal, Callable[[Asked], bool]] = {
    Refusal.NOBODY_ASKED: lambda a: a.who < 0,
    Refusal.DECLARED_ONLY: lambda a: (
        a.s.prompt != Prompt.DECLARE and (a.verb not in (Verb.FLEE, Verb.FLEE_EXIT) or me(a).fleeing != 1)
    ),
    Refusal.TURN_ONLY: lambda a: a.s.prompt == Prompt.DECLARE,
    Refusal.WHEN_STRUCK: is_of_prompt(Prompt.PARRY),
    Refusal.WHEN_HOLDING: is_of_prompt(Prompt.HOLD),
    Refusal.WHEN_WRESTLING: is_of_prompt(Prompt.PRESSURE),
    Refusal.WHEN_WON: is_of_prompt(Prompt.PRESS),
    Refusal.ASKED_FIRST: lambda a: a.s.prompt in ASKS_FIRST,
    Refusal.MOUNT: is_mount,
    Refusal.BLOWS_ONLY: lambda a: a.s.prompt == Prompt.EXTRA_BLOW and a.verb not in LATER_BLOWS,
    Refusal.LATER_BLOW: lambda a: a.s.prompt == Prompt.TURN,
    Refusal.MUST_RUN: lambda a: me(a).fleeing == 1,
    Refusal.HOLDS_GROUND: lambda a: me(a).hold_ground == 1,
    Refusal.CLIMBED: flag(CLIMBED),
    Refusal.MOVED: flag(MOVED),
    Refusal.LOSING_ALL: lambda a: me(a).doomed == 1,
    Refusal.KEPT_FOR_SHOT: lambda a: me(a).declared == Verb.READY_SHOT,
    Refusal.WENT_OFF: flag(FIRED),
    Refusal.BLOW_LOST: lambda a: me(a).blow_lost == 1,
    Refusal.HAS_FACED: lambda a: me(a).has_faced == 1,
    Refusal.HAS_CAST: lambda a: bool(me(a).hands_used & HandUse.CAST),
    Refusal.DIVES: lambda a: me(a).swoop_partner >= 0 and me(a).altitude_yd > 0,
    Refusal.SURPRISED: lambda a: me(a).surprised == 1,
    Refusal.DAZED: lambda a: me(a).dazed > 0,
    Refusal.FLEES: lambda a: me(a).fleeing != 0,
    Refusal.OFF_GUARD: lambda a: me(a).off_guard != 0,
    Refusal.OUT: lambda a: is_out(me(a)),
    Refusal.PRONE: lambda a: me(a).prone == 1,
    Refusal.HELD: lambda a: me(a).hold_role != HoldRole.NONE,
    Refusal.ENTANGLED: lambda a: me(a).entangled != 0,
    Refusal.TRAPPED: lambda a: me(a).trapped == 1,
    Refusal.STEED_DOWN: lambda a: bool(steed(a).prone or steed(a).dazed or steed(a).entangled),
    Refusal.ENGAGED: is_fighting,
    Refusal.NOT_ENGAGED: lambda a: not any(not is_apart(a, k) for k in enemies(a) if can_threaten(a, k)),
    Refusal.LEG: lambda a: walker(a).leg_off > 0,
    Refusal.TOO_STUPID: lambda a: wits(a) < a.book.evade_min_int or me(a).heads_left < me(a).heads,
    Refusal.ON_FOOT: lambda a: me(a).mount < 0,
    Refusal.MOUNTED: lambda a: me(a).mount >= 0,
    Refusal.NOT_PRONE: lambda a: not lies(a),
    Refusal.NOT_LYING: lambda a: me(a).prone == 0,
    Refusal.NOT_TRAPPED: lambda a: me(a).trapped == 0,
    Refusal.NOT_ENTANGLED: lambda a: me(a).entangled == 0 and (me(a).mount < 0 or steed(a).entangled == 0),
    Refusal.NO_WINGS: lambda a: walker(a).fly_movement == 0 or walker(a).wing_off == 1,
    Refusal.ON_THE_GROUND: lambda a: me(a).altitude_yd == 0,
    Refusal.IN_THE_AIR: lambda a: me(a).altitude_yd > 0,
    Refusal.TOO_HIGH: lambda a: me(a).altitude_yd >= a.book.altitude_step_yards * (a.book.altitude_steps - 1) + 1,
    Refusal.SKY_TAKEN: lambda a: any(a.s.units[k].altitude_yd != me(a).altitude_yd for k in stands(a, place(a, a.who))),
    Refusal.RIDER_FIGHTS_NOT: is_mount,
    Refusal.NOT_BY_CHOICE: lambda a: a.book.opt_target_choice_in_group == 0,
    Refusal.NO_MAGIC: lambda a: a.book.opt_magic == 0,
    Refusal.NO_QUICK_DRAW: lambda a: a.book.opt_take_up_detail == 0 or a.book.opt_instant_take_up == 1,
    Refusal.NO_FREE_DROP: lambda a: a.book.drop_cost > 0,
    Refusal.NO_CRAWLING: lambda a: a.book.crawl_cells == 0,
    Refusal.NO_PRESSING: lambda a: a.book.press_cells == 0,
    Refusal.NO_PARRIES: lambda a: a.book.parries_per_blow == 0,
    Refusal.WAITED_ENOUGH: lambda a: a.s.waits[me(a).side] >= a.book.max_waits_per_round,
    Refusal.NOTHING_LATER: lambda a: not any(acts_later(a, k) for k in others(a) if a.s.known[k] == 1),
    Refusal.CAN_RUN: lambda a: me(a).fleeing == 1 and is_fighting(a),
    Refusal.NO_WAY_OUT: lambda a: all(cost == 0 or is_beside_enemy(a, cell) for cell, cost in reached(a)),
    Refusal.NO_EXIT: lambda a: not any(is_at_edge(a, cell) and cost < pace_cells(a) for cell, cost in reached(a)),
    Refusal.STANDS_THERE: lambda a: a.value == place(a, a.who),
    Refusal.FACES_THERE: lambda a: a.value == me(a).facing,
    Refusal.CLOSED: is_shut,
    Refusal.OCCUPIED: lambda a: bool(stands(a, cell_asked(a))),
    Refusal.BURNING: lambda a: burns(a, cell_asked(a)),
    Refusal.THREATENED: lambda a: is_beside_enemy(a, a.value),
    Refusal.TOO_FAR: lambda a: gap(place(a, a.who), a.value) > pace_cells(a),
    Refusal.NO_WAY_THERE: lambda a: a.s.reach[a.value] < 0,
    Refusal.NO_WAY: lambda a: all(is_hemmed_in(a, cell) for cell in free_cells_beside(a)),
    Refusal.NO_DOOR_THERE: lambda a: a.value not in locked_doors(a),
    Refusal.NO_DOOR: lambda a: not locked_doors(a),
    Refusal.NOT_ENEMY: lambda a: not is_enemy(a, a.value),
    Refusal.NOT_FRIEND: lambda a: a.value == a.who or is_enemy(a, a.value),
    Refusal.NOT_ITS_MOUNT: lambda a: a.s.units[a.value].owner != a.who,
    Refusal.DEAD: lambda a: a.s.units[a.value].dead == 1,
    Refusal.GONE: lambda a: a.s.units[a.value].present == 0 or a.s.units[a.value].cell < 0,
    Refusal.RIDDEN: lambda a: a.s.units[a.value].rider >= 0,
    Refusal.ITS_TARGET: lambda a: a.value == round_target(a),
    Refusal.NO_OPPONENT: lambda a: round_target(a) < 0,
    Refusal.AIRBORNE: some(lambda a, k: a.s.units[k].altitude_yd > 0),
    Refusal.UNSEEN: lambda a: is_unseen(a, a.value),
    Refusal.NOT_IN_CONTACT: lambda a: is_apart(a, a.value),
    Refusal.NO_ENEMY_SEEN: sees_nobody,
    Refusal.NO_ENEMY_IN_CONTACT: lambda a: all(is_apart(a, k) for k in enemies(a) if can_be_struck(a, k)),
    Refusal.NO_OTHER_ENEMY: lambda a: all(
        is_apart(a, k) for k in enemies(a) if can_be_struck(a, k) and k != round_target(a)
    ),
    Refusal.OUT_OF_RANGE: some(is_beyond_range),
    Refusal.OUT_OF_CHARGE: some(charge_gap),
    Refusal.OUT_OF_DIVE: some(lambda a, k: distance_to(a, k) > 1),
    Refusal.ENEMY_HELD: some(lambda a, k: a.s.units[k].hold_role != HoldRole.NONE),
    Refusal.ENEMY_RUNS: some(lambda a, k: a.s.units[k].fleeing != 0),
    Refusal.OTHER_HEIGHT: some(lambda a, k: a.s.units[k].altitude_yd != me(a).altitude_yd),
    Refusal.ENEMY_DIVES: some(lambda a, k: a.s.units[k].swoop_partner >= 0 and a.s.units[k].altitude_yd > 0),
    Refusal.ONLY_PARRIES: some(lambda a, k: a.s.units[k].swoop_partner >= 0),
    Refusal.LET_GO: some(lambda a, k: me(a).declined_on >> k & 1),
    Refusal.FOR_A_MOMENT: some(lambda a, k: me(a).swoop_partner == k),
    Refusal.RIDES: some(lambda a, k: a.s.units[k].mount >= 0),
    Refusal.NO_CHARGE_LINE: some(lambda a, k: distance_to(a, k) > 1),
    Refusal.DIVED_UPON: some(lambda a, k: a.s.units[k].swoop_partner >= 0),
    Refusal.NO_LANDING: lambda a: a.book.climb_out == 0,
    Refusal.OTHER_TARGET: some(lambda a, k: round_target(a) not in (-1, k)),
    Refusal.NO_GROUP: some(lambda a, k: not has_company(a, k)),
    Refusal.NOT_AIMED: lambda a: not has_aimed(a),
    Refusal.NO_WEAPON: lambda a: not is_armed(a),
    Refusal.NOT_HURT: is_tended_well,
    Refusal.NOBODY_TO_TEND: lambda a: not any(needs_tending(a, k) for k in others(a)),
    Refusal.STEED_NOT_READY: lambda a: is_steed_unready(a.s.units[a.value]),
    Refusal.NO_STEED: lambda a: all(is_steed_unready(u) or not is_at_hand(a, u) for u in own_steeds(a)),
    Refusal.NOT_BEATEN: lambda a: not a.s.units[a.value].beaten_by >> a.who & 1 or a.s.units[a.value].pushed_from < 0,
    Refusal.UNKNOWN_WHERE: lambda a: a.s.known[a.value] == 0,
    Refusal.STILL_IN_CONTACT: lambda a: distance_to(a, a.value) <= 1,
    Refusal.FOE_OUT: lambda a: is_out(a.s.units[a.value]),
    Refusal.NO_WAY_TO_FOLLOW: lambda a: all(
        gap(cell, place(a, a.value)) > 1 or is_shut_in(a, cell) for cell in free_cells_beside(a)
    ),
    Refusal.NO_SUCH_MANNER: lambda a: a.value not in MANNERS[Verb(a.verb)],
    Refusal.MOUNT_STRIKES_PLAINLY: lambda a: is_mount(a) and a.value != Mode.NORMAL,
    Refusal.NO_LIMB: lambda a: bool(me(a).natural_weapons or (has_bad_arm(a) and me(a).leg_off > 0)),
    Refusal.HEAD_BEYOND_REACH: lambda a: has_odd_shape(a) or is_giant(a),
    Refusal.NO_SUCH_PART: lambda a: has_odd_shape(a),
    Refusal.PART_BEYOND_REACH: lambda a: is_giant(a),
    Refusal.NOBODY_RIDES: lambda a: a.s.units[a.frame.target].mount < 0,
    Refusal.NOT_NEAR_ENOUGH: lambda a: is_beyond_short(a),
    Refusal.NO_MISSILE: lambda a: not missiles_held(a),
    Refusal.HANDS_UNFIT: lambda a: bool(missiles_held(a)) and (has_bad_arm(a) or Item.NOTHING not in held(a)),
    Refusal.BOMB_IN_HAND: lambda a: any(item in BOMBS for item in held(a)),
    Refusal.BROKEN: lambda a: Flaw.WELDED in (me(a).gun_flaw, me(a).second_flaw),
    Refusal.NO_AMMUNITION: lambda a: me(a).ammunition == 0,
    Refusal.ALL_LOADED: lambda a: 0 < me(a).ammunition <= me(a).loaded,
    Refusal.DAMP: lambda a: bool(me(a).powder_wet or a.s.rain),
    Refusal.NOT_LOADED: lambda a: me(a).loaded == 0,
    Refusal.NOTHING_LOADED: lambda a: me(a).loaded == 0,
    Refusal.LOADED: lambda a: me(a).loaded > 0,
    Refusal.NOT_BROKEN: lambda a: Flaw.WELDED not in (me(a).gun_flaw, me(a).second_flaw) or has_bad_arm(a),
    Refusal.NO_BOMB: lambda a: not bombs_at_hand(a) & wanted_bombs(a) or has_bad_arm(a),
    Refusal.HANDS_FULL: lambda a: Item.NOTHING not in held(a) or has_bad_arm(a) or takes_two(a, held(a)[0]),
    Refusal.BOMB_IN_A_FIGHT: is_fighting,
    Refusal.WALLED_IN: lambda a: all(
        is_short_throw(a, 1) or int(a.field.closed[c]) == FILLED or not is_line(a, c) for c in beside(a)
    ),
    Refusal.BEYOND_THROW: lambda a: is_short_throw(a, gap(place(a, a.who), a.value)),
    Refusal.NO_LINE: lambda a: int(a.s.door_count) > 0 or not is_line(a, a.value),
    Refusal.NO_LANCE: lambda a: me(a).main_hand != Item.LANCE,
    Refusal.NO_HAND_FOR_GRAPPLE: lambda a: bool(me(a).main_hand or me(a).natural_weapons or has_bad_arm(a)),
    Refusal.NO_HANDS: lambda a: me(a).natural_weapons == 1,
    Refusal.NOT_A_HAND: lambda a: a.value not in (Mode.NORMAL, Mode.OFF_HAND),
    Refusal.SLOT_EMPTY: lambda a: me(a).pack[a.value] == Item.NOTHING,
    Refusal.NOTHING_PACKED: lambda a: not packed(a),
    Refusal.HAND_EMPTY: lambda a: held(a)[a.value] == Item.NOTHING,
    Refusal.NOTHING_HELD: lambda a: held(a) == [Item.NOTHING, Item.NOTHING],
    Refusal.NATURAL: lambda a: any(held(a)[h] == Item.NATURAL_WEAPON for h in hands(a)),
    Refusal.NOTHING_DROPPED: lambda a: not is_own_thing_near(a),
    Refusal.BURIED: lambda a: any(me(a).pack_buried[k] > 0 for k in slots_asked(a)),
    Refusal.TAKES_A_ROUND: lambda a: any(takes_a_round(a, int(me(a).pack[k])) for k in slots_asked(a)),
    Refusal.HAND_TAKEN: lambda a: is_hand_full(a, a.value),
    Refusal.NO_FREE_HAND: lambda a: is_hand_full(a, 0) and is_hand_full(a, 1),
    Refusal.ARM_OFF: has_bad_arm,
    Refusal.BOTH_HANDS: lambda a: takes_two(a, held(a)[0]),
    Refusal.ALIGHT: lambda a: any(held(a)[h] in LIGHTS for h in hands(a)),
    Refusal.PACK_FULL: lambda a: len(packed(a)) == PACK,
    Refusal.HANDS_USED: lambda a: bool(me(a).hands_used & 15),
    Refusal.BURIED_IN_A_FIGHT: lambda a: is_fighting(a) and any(me(a).pack_buried[k] > 0 for k in range(PACK)),
    Refusal.MISSILE_IN_A_FIGHT: lambda a: (
        is_fighting(a) and any(is_to_throw(a, int(item)) for item in (me(a).ground_item, *me(a).pack))
    ),
    Refusal.NOTHING_TO_DRAW: lambda a: all(
        me(a).pack_buried[k] > 0
        or takes_a_round(a, int(me(a).pack[k]))
        or (is_fighting(a) and is_to_throw(a, int(me(a).pack[k])))
        for k in range(PACK)
    ),
    Refusal.PARRIED_ENOUGH: lambda a: me(a).parries >= me(a).attacks,
    Refusal.TOO_STUPID_TO_PARRY: lambda a: me(a).npc == 1 and a.book.opt_npc_parry_limit == 1,
    Refusal.NOTHING_TO_PARRY: lambda a: not is_fit_to_parry(a, item_held(a)),
    Refusal.FROM_BEHIND: lambda a: is_front_clear(a) or a.book.front_arc_cells == 0,
    Refusal.NO_BLOW_TO_PAY: lambda a: blows_left(a) == 0,
}
