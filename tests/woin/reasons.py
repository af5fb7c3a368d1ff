"""When each refusal holds, read off the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tactica.envs.core.state.choosing import Part
from tactica.envs.rulesets.woin.board import STRIDE, column, distance, is_crossed, row
from tactica.envs.rulesets.woin.vocab import (
    A_DICE,
    EXPLOIT_OF,
    FIRST_EXPLOIT,
    FIRST_PSIONIC,
    LAST_EXPLOIT,
    LAST_SPELL,
    SLOTS,
    Exploit,
    Ground,
    Immunity,
    Mode,
    Prompt,
    Refusal,
    Strike,
    Thing,
    Trait,
    Verb,
    WeaponKind,
)

if TYPE_CHECKING:
    from conformance.verdicts import Asked


FAR = 1_000
CELL_SPELLS = (Mode.FLAME_BURST, Mode.FOG)
IMMUNITIES = {
    Mode.CALLED_DISARM: Immunity.DISARM, Mode.DISARM: Immunity.DISARM, Mode.CALLED_PRONE: Immunity.PRONE,
    Mode.KNOCKDOWN: Immunity.PRONE, Mode.TRIP: Immunity.PRONE, Mode.GRAB: Immunity.GRAB, Mode.ARM_LOCK: Immunity.GRAB,
    Mode.CALLED_SLOW: Immunity.SLOWED, Mode.CRIPPLING_STRIKE: Immunity.SLOWED, Mode.BLINDING_ATTACK: Immunity.BLINDED,
    Mode.CALLED_PUSH: Immunity.PUSH, Mode.SPINNING_KICK: Immunity.PUSH, Mode.THROW: Immunity.PUSH,
    Mode.STRONG_THROW: Immunity.PUSH, Mode.KNOCKBACK: Immunity.PUSH, Mode.STRONG_KNOCKBACK: Immunity.PUSH,
    Mode.FEAR: Immunity.AFRAID, Mode.ENTANGLE: Immunity.GRAB, Mode.TELEKINETIC_SHOVE: Immunity.PUSH,
    Mode.FIREBOLT: Immunity.FIRE, Mode.MIND_SPIKE: Immunity.PSYCHIC, Mode.MIND_LANCE: Immunity.PSYCHIC,
}  # fmt: skip
ONLY_DAMAGE = (
    Mode.NORMAL, Mode.ACHILLES_HEEL, Mode.BLIND_SHOT, Mode.CHARGE, Mode.DEATH_FROM_ON_HIGH, Mode.DOUBLE_TAP, Mode.RICOCHET,
)  # fmt: skip
COSTS = {
    Verb.OVERWATCH: "cost_overwatch", Verb.AMBUSH_WATCH: "cost_overwatch", Verb.WHIRLWIND: "whirlwind_actions",
    Verb.AIM: "cost_aim_or_feint", Verb.FEINT: "cost_aim_or_feint", Verb.SUPPRESS: "cost_suppress",
    Verb.HUNKER: "cost_hunker", Verb.UNHUNKER: "cost_hunker", Verb.HIDE: "cost_hide",
    Verb.DROP_PRONE: "cost_drop_prone_or_crouch", Verb.STAND: "cost_stand_from_prone",
    Verb.DRAW: "cost_draw_or_sheathe", Verb.SHEATHE: "cost_draw_or_sheathe", Verb.DROP: "cost_drop_item",
    Verb.PICK_UP: "cost_pick_up_item", Verb.RELOAD: "cost_reload_or_recharge", Verb.HEAL: "cost_emergency_healing",
    Verb.SCAN: "cost_scan", Verb.SHAKE_OFF: "cost_shake_off_condition",
    Verb.OPEN: "cost_open_unlocked_door_or_chest", Verb.UNLOCK: "cost_pick_lock_or_disarm_trap",
}  # fmt: skip
PRICES = {
    Mode.ACHILLES_HEEL: "achilles_heel", Mode.ARM_LOCK: "arm_lock", Mode.BLINDING_ATTACK: "blinding_attack",
    Mode.BLIND_SHOT: "blind_shot", Mode.CHARGE: "charge", Mode.CRIPPLING_STRIKE: "crippling_strike",
    Mode.DEATH_FROM_ON_HIGH: "death_from_on_high", Mode.DISARM: "disarm", Mode.DOUBLE_TAP: "double_tap",
    Mode.KNOCKBACK: "knockback_1", Mode.STRONG_KNOCKBACK: "knockback_2", Mode.KNOCKDOWN: "knockdown",
    Mode.RICOCHET: "ricochet", Mode.SCATTERSHOT: "scattershot", Mode.SPINNING_KICK: "spinning_kick",
    Mode.THROW: "throw_2", Mode.STRONG_THROW: "throw_3", Mode.TRIP: "trip",
}  # fmt: skip

# --- what is asked ---------------------------------------------------------------------------------------------------


def me(a: Asked) -> Any:
    """The unit that is asked."""
    return a.s.units[a.who]


def aimed_at(a: Asked) -> int:
    """The row of the unit that is, or would be, the target."""
    return a.value if a.part == Part.TARGET else int(a.frame.target)


def target(a: Asked) -> Any:
    """The unit that is, or would be, the target."""
    return a.s.units[aimed_at(a)]


def mode(a: Asked) -> int:
    """The way to attack, the spell or the condition; a plain attack where none has been chosen."""
    if a.part == Part.MODE:
        return a.value
    return int(a.frame.mode) if a.verb in (Verb.CAST, Verb.CAST_AREA) else int(Mode.NORMAL)


def strike(a: Asked) -> int:
    """The slot of the weapon, or bare hands; before one is chosen what is in hand."""
    if a.part == Part.ITEM:
        return a.value
    if a.part == Part.MODE:
        return int(a.frame.item_used)
    return int(me(a).held) if me(a).held >= 0 else int(Strike.UNARMED)


def weapon(a: Asked, slot: int) -> Any:
    """The row of the weapon in a slot, or of bare hands."""
    return a.book.weapons[me(a).weapons[slot] if slot < SLOTS else 0]


def others(a: Asked, are_friends: bool) -> Iterator[tuple[int, Any]]:
    """The living of one's own side, oneself among them, or of the others."""
    for other, unit in enumerate(a.s.units[: a.s.unit_count]):
        is_there = unit.present == 1 and unit.dead == 0 and unit.cell >= 0
        if is_there and bool(a.s.allied[me(a).side, unit.side]) == are_friends:
            yield other, unit


def enemies(a: Asked) -> Iterator[tuple[int, Any]]:
    """Enemies who may be attacked."""
    return ((other, unit) for other, unit in others(a, False) if unit.down == 0 or a.book.down_are_targets == 1)


def gap_to(a: Asked, unit: Any) -> int:
    """Squares to a unit."""
    return int(distance(int(me(a).cell), int(unit.cell)))


# --- what is paid ----------------------------------------------------------------------------------------------------


def costs(a: Asked) -> list[int]:
    """What a verb may cost in actions: of spells one for each that it knows."""
    if a.verb in (Verb.ATTACK, Verb.AMBUSH_ATTACK):
        is_called = Mode.CALLED_PUSH <= mode(a) <= Mode.CALLED_SPECIAL
        return [int(a.book.called_actions if is_called else a.book.cost_attack)]
    if a.verb in (Verb.CAST, Verb.CAST_AREA):
        spells = [mode(a)] if a.part else known_spells(a)
        return [int(a.book.cost_psionic if spell >= FIRST_PSIONIC else a.book.cost_cast_spell) for spell in spells]
    return [int(a.book[COSTS[Verb(a.verb)]] if a.verb != Verb.DRINK else a.book["items"][0]["actions"])]


def is_for(a: Asked, spell: int) -> bool:
    """Whether a spell is cast in the way of the verb, at a unit or at a cell."""
    return (spell in CELL_SPELLS) == (a.verb == Verb.CAST_AREA)


def known_spells(a: Asked) -> list[int]:
    """The spells it knows that are cast so."""
    spells = range(Mode.FIREBOLT, LAST_SPELL + 1)
    return [spell for spell in spells if int(me(a).spells) >> (spell - Mode.FIREBOLT) & 1 and is_for(a, spell)]


def lacks_points(a: Asked, spell: int) -> bool:
    """Whether it has too few points for a spell."""
    left = me(a).psi if spell >= FIRST_PSIONIC else me(a).magic
    return bool(left < a.book.spells[spell - Mode.FIREBOLT].cost)


def price(a: Asked, way: int, other: Any) -> int:
    """Dice that a way to attack costs."""
    larger = max(int(other.body_size) - int(me(a).body_size), 0)
    odd = other.legs == 0 or other.legs > 2

    def more(kind: str) -> int:
        return larger * int(a.book[f"{kind}_size_price"]) + odd * int(a.book[f"{kind}_legs_price"])

    if way == Mode.GRAB:
        return more("grab")
    if Mode.CALLED_PUSH <= way <= Mode.CALLED_SPECIAL:
        kind = {Mode.CALLED_PUSH: "push", Mode.CALLED_PRONE: "prone"}.get(Mode(way))
        return int(a.book.called_price) + (more(kind) if kind else 0)
    if way not in PRICES:
        return 0
    kind = {Mode.ARM_LOCK: "grab", Mode.TRIP: "trip"}.get(Mode(way))
    return int(a.book[f"price_{PRICES[Mode(way)]}"]) + (more(kind) if kind else 0)


def dice(a: Asked, score: int) -> int:
    """Dice of an attribute."""
    return int(a.book.dice_of_score[score])


def sure_dice(a: Asked, slot: int, spell: int, other: Any | None) -> int:
    """Dice that an attack has at least, whatever takes any."""
    unit, book = me(a), a.book
    if slot == Strike.SPELL:
        is_psionic = spell >= FIRST_PSIONIC
        formed = dice(a, unit.psionics if is_psionic else unit.magic_score)
        formed += int(unit.psionic_skill if is_psionic else unit.magic_skill)
        step = int(book.spells[spell - Mode.FIREBOLT].increment)
    else:
        arm, step = weapon(a, slot), int(weapon(a, slot).increment)
        is_shot = arm.kind == WeaponKind.RANGED or (arm.kind == WeaponKind.THROWN and not is_in_reach(a, slot, other))
        formed = max(dice(a, unit.agility), dice(a, unit.intuition if is_shot else unit.strength))
        formed += int(unit.ranged_skill if is_shot else unit.unarmed_skill if arm.unarmed else unit.melee_skill)
        formed += int(unit.quality[slot]) if slot < SLOTS else 0
    formed = min(formed, int(book.pool_of_rank[unit.rank]))
    taken = int(book.restrained_dice) * bool(unit.restrained) + int(book.afraid_dice) * bool(unit.afraid)
    taken += int(book.blinded_dice) * bool(unit.blinded)
    if other is not None:
        taken += int(book.range_dice) * (-(-gap_to(a, other) // step) - 1 if step > 0 else 0)
        taken += max(int(other.suppressed), 0)
        taken += int(book.cover_dice) + int(book.dark_dice) + int(book.into_melee_dice)
        taken += max(-int(book.prone_ranged_dice), -int(book.prone_melee_dice), 0)
    return max(formed - taken, 0)


def is_payable(a: Asked, slot: int, way: int, other: Any | None) -> bool:
    """Whether an attack surely leaves a die to roll."""
    pool = sure_dice(a, slot, way, other)
    cost = price(a, way, other) if slot != Strike.SPELL else 0
    return cost <= pool and pool - cost + min(int(me(a).luck), int(a.book.max_luck)) >= 1


# --- what is seen and reached ----------------------------------------------------------------------------------------


def thing_at(a: Asked, cell: int) -> int:
    """What is in a cell: a door, a chest or a trap."""
    found = [int(a.s.thing[k]) for k in range(a.s.thing_count) if a.s.thing_cell[k] == cell]
    return found[0] if found else int(Thing.NOTHING)


def is_opaque(a: Asked, cell: int) -> bool:
    """Walls, and doors that are shut."""
    return bool(a.field.opaque[cell] == 1 or thing_at(a, cell) in (Thing.DOOR_CLOSED, Thing.DOOR_LOCKED))


def is_line_open(a: Asked, here: int, there: int) -> bool:
    """Whether nothing blocks the line between the middles of two cells."""
    ax, ay, bx, by = (2 * int(n) + 1 for n in (column(here), row(here), column(there), row(there)))
    columns, rows = sorted((ax // 2, bx // 2)), sorted((ay // 2, by // 2))
    walls = {
        cell
        for cell in (y * STRIDE + x for y in range(rows[0], rows[1] + 1) for x in range(columns[0], columns[1] + 1))
        if cell not in (here, there) and is_opaque(a, cell)
    }
    if any(is_crossed(ax, ay, bx, by, cell) for cell in walls):
        return False
    for y in range(rows[0] + 1, rows[1] + 1):
        for x in range(columns[0] + 1, columns[1] + 1):
            if (bx - ax) * (2 * y - ay) == (by - ay) * (2 * x - ax):  # exactly through the corner of four cells
                falls = (bx > ax) == (by > ay)
                beside = ((x, y - 1), (x - 1, y)) if falls else ((x, y), (x - 1, y - 1))
                if all(is_opaque(a, down * STRIDE + across) for across, down in beside):
                    return False
    return True


def neighbours(a: Asked, cell: int) -> list[int]:
    """The cells of the board round a cell."""
    x, y = int(column(cell)), int(row(cell))
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return [v * STRIDE + u for u, v in around if 0 <= u < a.s.board_width and 0 <= v < a.s.board_height]


def gives_cover(a: Asked, cell: int) -> bool:
    """Whether a cell is rubble, or something that covers is next to it."""
    beside = any(a.field.cover_object[other] == 1 for other in neighbours(a, cell))
    return bool(a.field.ground[cell] == Ground.RUBBLE or beside)


def is_covered(a: Asked, here: int, there: int) -> bool:
    """Whether who is there has cover from here."""
    if distance(here, there) < a.book.cover_min_distance:
        return False
    line = [2 * int(n) + 1 for n in (column(here), row(here), column(there), row(there))]
    beside = (cell for cell in neighbours(a, there) if cell != here and a.field.cover_object[cell] == 1)
    return bool(a.field.ground[there] == Ground.RUBBLE or any(is_crossed(*line, cell) for cell in beside))


def sees(a: Asked, unit: Any) -> bool:
    """Whether the unit that is asked sees another."""
    here, there = int(me(a).cell), int(unit.cell)
    hides = me(a).hunkered == 1 and is_covered(a, there, here)
    is_hidden = unit.hunkered == 1 and is_covered(a, here, there)
    return is_line_open(a, here, there) and not hides and not is_hidden


def reach(a: Asked, slot: int) -> int:
    """Squares a weapon reaches in melee."""
    return max(int(weapon(a, slot).reach), int(me(a).reach))


def is_in_reach(a: Asked, slot: int, unit: Any) -> bool:
    """Whether a weapon reaches a unit, sight aside."""
    apart = abs(int(a.field.level[me(a).cell]) - int(a.field.level[unit.cell]))
    far = reach(a, slot)
    return gap_to(a, unit) <= far and apart <= far * int(a.book.levels_per_reach)


def is_in_range(a: Asked, step: int, gap: int) -> bool:
    """Whether a distance is within the increments there are."""
    return step > 0 and -(-gap // step) <= int(a.book.max_increments)


def has_weapon(a: Asked, slot: int) -> bool:
    """Whether a weapon is carried in a slot, not the last of those thrown."""
    unit = me(a)
    if slot >= SLOTS or unit.weapons[slot] == 0 or unit.lies[slot] >= 0:
        return False
    arm = weapon(a, slot)
    is_gone = arm.kind == WeaponKind.THROWN and arm["count"] > 0 and arm.capacity == 0 and unit.loaded[slot] == 0
    return not is_gone


def is_empty(a: Asked, slot: int) -> bool:
    """Whether a weapon lacks the shot it needs."""
    arm = weapon(a, slot)
    return bool(slot < SLOTS and (arm.capacity > 0 or arm["count"] > 0) and me(a).loaded[slot] == 0)


def strikes_with(a: Asked) -> list[int]:
    """What it can strike with: what is in hand, parts of the body, bare hands."""
    slots = [slot for slot in range(SLOTS) if has_weapon(a, slot)]
    ready = [slot for slot in slots if me(a).held == slot or weapon(a, slot).natural == 1]
    return [slot for slot in [*ready, int(Strike.UNARMED)] if weapon(a, slot).kind != WeaponKind.RANGED]


def can_attack(a: Asked, unit: Any) -> bool:
    """Whether a plain attack on a unit is surely possible."""
    actions = int(me(a).actions_left) if a.verb == Verb.ATTACK else int(a.book.ambush_actions)
    if a.book.cost_attack > actions or not sees(a, unit):
        return False
    if a.book.cost_attack == 0 and me(a).free_left == 0 and (a.book.free_overflow == 0 or actions == 0):
        return False
    slots = [slot for slot in strikes_with(a) if is_in_reach(a, slot, unit)]
    held = int(me(a).held)
    if held >= 0 and weapon(a, held).kind != WeaponKind.MELEE and not is_empty(a, held):
        thrown_near = weapon(a, held).kind == WeaponKind.THROWN and is_in_reach(a, held, unit)
        if not thrown_near and is_in_range(a, int(weapon(a, held).increment), gap_to(a, unit)):
            slots.append(held)
    return any(is_payable(a, slot, int(Mode.NORMAL), unit) for slot in slots)


def can_cast(a: Asked, spell: int) -> bool:
    """Whether a spell can surely be cast at somebody."""
    if spell == Mode.MEND:
        return any(unit.health < unit.health_max and gap_to(a, unit) <= 1 for _, unit in others(a, True))
    step = int(a.book.spells[spell - Mode.FIREBOLT].increment)
    return any(
        is_in_range(a, step, gap_to(a, unit))
        and unit.down == 0
        and not unit.immunities & IMMUNITIES.get(Mode(spell), 0)
        and not is_so(a, spell, unit)
        and sees(a, unit)
        and is_payable(a, int(Strike.SPELL), spell, unit)
        for _, unit in enemies(a)
    )


def is_so(a: Asked, way: int, unit: Any) -> bool:
    """Whether a unit is already what an option or a spell would make of it."""
    if way in (Mode.CALLED_PRONE, Mode.KNOCKDOWN, Mode.TRIP):
        return bool(unit.prone == 1)
    if way in (Mode.CALLED_SLOW, Mode.CRIPPLING_STRIKE):
        return bool(unit.slowed == 1)
    if way == Mode.BLINDING_ATTACK:
        return bool(unit.blinded > 0)
    if way == Mode.FEAR:
        return bool(unit.afraid == 1)
    is_hold = way in (Mode.GRAB, Mode.ARM_LOCK, Mode.ENTANGLE)
    return bool(is_hold and unit.restrained >= a.book.max_restrained)


# --- where one may go ------------------------------------------------------------------------------------------------


def speed(a: Asked) -> int:
    """Squares of a move."""
    full = int(me(a).speed)
    slow = min(max(int(a.book.slowed_least), full // int(a.book.slowed_divisor)), full)
    return slow if me(a).slowed == 1 else full


def moves(a: Asked) -> int:
    """Moves that can still be paid for."""
    if a.book.cost_move > 0:
        return int(me(a).actions_left) // int(a.book.cost_move)
    return int(me(a).free_left) + (int(me(a).actions_left) if a.book.free_overflow == 1 else 0)


def is_taken(a: Asked, cell: int) -> bool:
    """Whether somebody else is in a cell."""
    units = a.s.units[: a.s.unit_count]
    return any(u.cell == cell and u.present == 1 and u.dead == 0 for who, u in enumerate(units) if who != a.who)


def is_free(a: Asked, cell: int, level: int) -> bool:
    """Whether a cell is open ground at a height, with nobody and nothing in it."""
    is_plain = a.field.blocked[cell] == 0 and a.field.ground[cell] == Ground.OPEN and a.field.level[cell] == level
    return bool(is_plain and thing_at(a, cell) == Thing.NOTHING and not is_taken(a, cell))


def easy_steps(a: Asked) -> list[int]:
    """Free cells straight beside it for which it has the squares."""
    here = int(me(a).cell)
    square = int(a.book.terrain[0].move_cost) * int(a.book.orthogonal_cost)
    square *= int(a.book.crawl_cost) if me(a).prone == 1 else 1
    if square > int(me(a).moves_left) + moves(a) * speed(a):
        return []
    beside = [cell for cell in neighbours(a, here) if column(cell) == column(here) or row(cell) == row(here)]
    return [cell for cell in beside if is_free(a, cell, int(a.field.level[here]))]


def can_charge(a: Asked) -> bool:
    """Whether an easy run straight along a row or column leads next to the target."""
    here, there = int(me(a).cell), int(target(a).cell)
    if (column(here) != column(there) and row(here) != row(there)) or target(a).hunkered == 1 or me(a).prone == 1:
        return False
    steps = int(distance(here, there)) - 1
    square = int(a.book.terrain[0].move_cost) * int(a.book.orthogonal_cost)
    if steps < int(a.book.charge_least) or steps < 1 or steps * square > speed(a) or reach(a, strike(a)) < 1:
        return False
    level, step = int(a.field.level[here]), (there - here) // (steps + 1)
    way = [here + k * step for k in range(1, steps + 1)]
    return bool(a.field.level[there] == level and all(is_free(a, cell, level) for cell in way))


def can_leap(a: Asked) -> bool:
    """Whether there is an open cell beside the target to leap down to."""
    here, there = int(me(a).cell), int(target(a).cell)
    level = int(a.field.level[there])
    if int(a.field.level[here]) - level < a.book.plunge_levels or distance(here, there) > a.book.plunge_distance:
        return False
    beside = (cell for cell in neighbours(a, there) if is_free(a, cell, level))
    return any(is_line_open(a, cell, there) and is_line_open(a, here, cell) for cell in beside)


# --- all others ------------------------------------------------------------------------------------------------------


def is_asked(a: Asked, *prompts: Prompt) -> bool:
    """Whether one of these prompts is the current one."""
    return a.s.prompt in prompts


def prompts_of(verb: int) -> tuple[Prompt, ...]:
    """The prompts that a verb may answer."""
    if verb <= Verb.RELEASE:
        return (Prompt.TURN, Prompt.AMBUSH) if verb == Verb.CAST else (Prompt.TURN,)
    if verb <= Verb.NO_AMBUSH:
        return (Prompt.AMBUSH,)
    return (Prompt.WATCH,) if verb <= Verb.HOLD_FIRE else (Prompt.GUARD,)


def is_patient(a: Asked, unit: Any) -> bool:
    """Whether a friend can be helped by the verb."""
    far = int(a.book.heal_reach) if a.verb == Verb.HEAL else 1
    is_spent = a.verb == Verb.HEAL and a.book.heal_once == 1 and unit.healed == 1
    return bool(unit.health < unit.health_max and gap_to(a, unit) <= far and not is_spent)


def has_exploit(a: Asked) -> bool:
    """Whether it owns the exploit it is asked about."""
    if a.verb in (Verb.AIM, Verb.FEINT):
        return bool(me(a).traits & (Trait.AIM if a.verb == Verb.AIM else Trait.FEINT))
    return bool(me(a).exploits & exploit(a))


def exploit(a: Asked) -> int:
    """The exploit it is asked about."""
    return int(Exploit.WHIRLWIND_FRENZY if a.verb == Verb.WHIRLWIND else EXPLOIT_OF[mode(a) - FIRST_EXPLOIT])


def whirls_with(a: Asked) -> int:
    """The slot of the weapon that a whirlwind is made with, or bare hands."""
    held = int(me(a).held)
    is_held = held >= 0 and weapon(a, held).kind != WeaponKind.RANGED
    natural = [slot for slot in strikes_with(a) if slot < SLOTS and weapon(a, slot).kind == WeaponKind.MELEE]
    return held if is_held else [*natural, int(Strike.UNARMED)][0]


def is_whirled(a: Asked, unit: Any) -> bool:
    """Whether a whirlwind would strike a unit."""
    return unit.down == 0 and is_in_reach(a, whirls_with(a), unit) and sees(a, unit)


def is_too_large(a: Asked) -> bool:
    """Whether the target is larger than an option allows."""
    larger = int(target(a).body_size) - int(me(a).body_size)
    most = {
        Mode.KNOCKBACK: a.book.knockback_size, Mode.STRONG_KNOCKBACK: a.book.knockback_size,
        Mode.KNOCKDOWN: a.book.knockdown_size, Mode.THROW: 0, Mode.STRONG_THROW: 0,
    }  # fmt: skip
    return larger > int(most.get(Mode(mode(a)), FAR))


def has_condition(a: Asked, condition: int) -> bool:
    """Whether it has a condition to shake off."""
    unit = me(a)
    found = {
        Mode.RESTRAINED: unit.restrained, Mode.SLOWED: unit.slowed, Mode.BLINDED: unit.blinded, Mode.AFRAID: unit.afraid,
    }  # fmt: skip
    return int(found.get(Mode(condition), 0)) > 0


def things(a: Asked) -> tuple[Thing, Thing]:
    """What the verb deals with."""
    is_opening = a.verb == Verb.OPEN
    return (Thing.DOOR_CLOSED, Thing.CHEST_FULL) if is_opening else (Thing.DOOR_LOCKED, Thing.TRAP_ARMED)


def is_thing_near(a: Asked) -> bool:
    """Whether a thing that the verb deals with is next to it."""
    return any(thing_at(a, cell) in things(a) for cell in neighbours(a, int(me(a).cell)))


def is_hard_to_see(a: Asked) -> bool:
    """Whether it is in the dark or in smoke."""
    cell, fog = int(me(a).cell), int(a.book.spells[Mode.FOG - Mode.FIREBOLT].radius)
    in_fog = any(middle >= 0 and distance(int(middle), cell) <= fog for middle in a.s.fog_cell)
    return bool(a.field.dark[cell] == 1 or a.field.smoke[cell] == 1 or in_fog)


def is_free_action_left(a: Asked) -> bool:
    """Whether a free action, or an ordinary one in its place, is left."""
    return bool(me(a).free_left > 0 or (a.book.free_overflow == 1 and me(a).actions_left > 0))


def step_of(a: Asked) -> int:
    """The range increment of what is used."""
    is_spell = a.verb in (Verb.CAST, Verb.CAST_AREA)
    return int(a.book.spells[mode(a) - Mode.FIREBOLT].increment if is_spell else weapon(a, strike(a)).increment)


def gap(a: Asked) -> int:
    """Squares to the target, or to the cell that is asked about."""
    return int(distance(int(me(a).cell), a.value)) if a.part == Part.CELL else gap_to(a, target(a))


def is_in_sight(a: Asked) -> bool:
    """Whether the target, or the cell that is asked about, is in sight."""
    if a.part != Part.CELL:
        return sees(a, target(a))
    here = int(me(a).cell)
    return is_line_open(a, here, a.value) and not (me(a).hunkered == 1 and is_covered(a, a.value, here))


def most_cells(a: Asked) -> int:
    """How far away who is helped or scanned may be."""
    return int({Verb.HEAL: a.book.heal_reach, Verb.SCAN: a.book.scan_squares}.get(Verb(a.verb), 1))


def is_left_out(a: Asked) -> bool:
    """Whether an ambush does not allow a way to attack, or a spell."""
    if a.verb == Verb.AMBUSH_ATTACK:
        return mode(a) in (Mode.CHARGE, Mode.DEATH_FROM_ON_HIGH) or costs(a)[0] > a.book.ambush_actions
    spells = [mode(a)] if a.part else known_spells(a)
    return any(spell in (Mode.MEND, *CELL_SPELLS) for spell in spells)


def may_open_with(a: Asked, spell: int) -> bool:
    """Whether a spell that it knows fails neither by its points nor by its actions."""
    cost = int(a.book.cost_psionic if spell >= FIRST_PSIONIC else a.book.cost_cast_spell)
    is_open = cost <= me(a).actions_left if cost > 0 else is_free_action_left(a)
    return bool(is_open and not lacks_points(a, spell) and (a.s.round_no > 0 or spell != Mode.MEND))


def held_weapon(a: Asked) -> Any:
    """The row of the weapon in hand."""
    return weapon(a, int(me(a).held))


def shots_for(a: Asked) -> int:
    """Shots that suppressive fire, or a double tap, takes."""
    return int(a.book.suppress_shots if a.verb == Verb.SUPPRESS else a.book.tap_shots)


def lost(a: Asked) -> list[int]:
    """Where weapons it has lost lie."""
    return [int(cell) for cell in me(a).lies if cell >= 0]


def has_dice(a: Asked) -> bool:
    """Whether what is asked about surely leaves a die to roll, of verbs whatever it might be used for."""
    if a.verb in (Verb.CAST, Verb.CAST_AREA):
        spells = [mode(a)] if a.part else [spell for spell in known_spells(a) if may_open_with(a, spell)]
        return all(is_payable(a, int(Strike.SPELL), n, target(a) if a.part == Part.TARGET else None) for n in spells)
    if a.verb == Verb.WHIRLWIND:
        whirled = [unit for _, unit in others(a, False) if is_whirled(a, unit)]
        return any(
            sure_dice(a, whirls_with(a), int(Mode.NORMAL), unit) > a.book.price_whirlwind_frenzy for unit in whirled
        )
    if a.s.prompt == Prompt.TRADE:
        left = left_after(a, dice_asked(a))
        return left >= 0 and left + min(int(me(a).luck), int(a.book.max_luck)) >= 1
    return is_payable(a, strike(a), mode(a), target(a))


def dice_asked(a: Asked) -> int:
    """How many dice are to be bought as damage, or added as LUCK dice."""
    return a.verb - A_DICE


def left_after(a: Asked, bought: int) -> int:
    """Dice of the pool that are left once the option and so many dice of damage are paid for."""
    paid = 0 if a.frame.strike == Strike.SPELL else price(a, int(a.frame.mode), target(a))
    return int(a.frame.pool) - paid - bought * int(a.book.dice_per_damage_die)


def does_no_damage(a: Asked) -> bool:
    """Whether an attack does none that dice could add to."""
    way = int(a.frame.mode)
    if a.frame.strike == Strike.SPELL:
        return bool(a.book.spells[way - Mode.FIREBOLT].dice == 0)
    return way in (Mode.GRAB, Mode.ESCAPE, Mode.SCATTERSHOT) or Mode.CALLED_PUSH <= way < Mode.CALLED_SPECIAL


HOLDS: dict[Refusal, Callable[[Asked], bool]] = {
    Refusal.TURN_ONLY: lambda a: a.verb <= Verb.RELEASE and not is_asked(a, Prompt.TURN),
    Refusal.WHEN_ASKED: lambda a: not is_asked(a, *prompts_of(a.verb)),
    Refusal.FIGHT_HAS_BEGUN: lambda a: a.s.round_no > 0,
    Refusal.NO_ACTIONS: lambda a: me(a).actions_left == 0 and max(costs(a)) > 0,
    Refusal.TOO_FEW_ACTIONS: lambda a: 0 < me(a).actions_left < max(costs(a)),
    Refusal.NO_FREE_ACTION: lambda a: not is_free_action_left(a) and min(costs(a)) == 0,
    Refusal.BOUND: lambda a: me(a).restrained >= 2,
    Refusal.RESTRAINED: lambda a: me(a).restrained > 0,
    Refusal.NO_SPEED: lambda a: speed(a) == 0,
    Refusal.NO_MOVES: lambda a: me(a).moves_left == 0 and moves(a) == 0,
    Refusal.NO_WAY: lambda a: not easy_steps(a),
    Refusal.OFF_THE_BOARD: lambda a: column(a.value) >= a.s.board_width or row(a.value) >= a.s.board_height,
    Refusal.THERE_ALREADY: lambda a: a.value == me(a).cell,
    Refusal.OCCUPIED: lambda a: is_taken(a, a.value),
    Refusal.NO_WAY_THERE: lambda a: a.value not in easy_steps(a),
    Refusal.ABSENT: lambda a: target(a).present == 0,
    Refusal.NO_ENEMY: lambda a: a.s.allied[me(a).side, target(a).side] == 1,
    Refusal.ENEMY: lambda a: a.s.allied[me(a).side, target(a).side] == 0,
    Refusal.ITSELF: lambda a: a.value == a.who,
    Refusal.DEAD: lambda a: target(a).dead == 1 or target(a).cell < 0,
    Refusal.DOWN: lambda a: target(a).down == 1,
    Refusal.OUT_OF_REACH: lambda a: not is_in_reach(a, strike(a), target(a)),
    Refusal.OUT_OF_RANGE: lambda a: not is_in_range(a, step_of(a), gap(a)),
    Refusal.OUT_OF_SIGHT: lambda a: not is_in_sight(a),
    Refusal.NOT_NEXT: lambda a: gap(a) != 1,
    Refusal.TOO_FAR: lambda a: gap(a) > most_cells(a),
    Refusal.NOBODY_TO_ATTACK: lambda a: not any(can_attack(a, unit) for _, unit in enemies(a)),
    Refusal.NOBODY_IN_REACH: lambda a: not any(is_whirled(a, unit) for _, unit in others(a, False)),
    Refusal.NO_ATTACK: lambda a: mode(a) > LAST_EXPLOIT,
    Refusal.NOT_IN_AMBUSH: lambda a: a.s.round_no == 0 and is_left_out(a),
    Refusal.NO_WEAPON: lambda a: not has_weapon(a, strike(a)),
    Refusal.NOT_IN_HAND: lambda a: me(a).held != strike(a),
    Refusal.NOT_LOADED: lambda a: me(a).held >= 0 and is_empty(a, int(me(a).held)),
    Refusal.TOO_FEW_SHOTS: lambda a: me(a).loaded[me(a).held] < shots_for(a),
    Refusal.SINGLE: lambda a: held_weapon(a).single == 1,
    Refusal.MELEE_WEAPON: lambda a: weapon(a, strike(a)).kind == WeaponKind.MELEE,
    Refusal.RANGED_WEAPON: lambda a: weapon(a, strike(a)).kind == WeaponKind.RANGED,
    Refusal.WITHIN_REACH: lambda a: is_in_reach(a, strike(a), target(a)),
    Refusal.BARE_HANDS: lambda a: weapon(a, strike(a)).unarmed == 0,
    Refusal.WEAPON_TOO_LARGE: lambda a: weapon(a, strike(a)).item_size > a.book.escape_weapon_size,
    Refusal.NOT_ITS_HOLDER: lambda a: me(a).holder != aimed_at(a),
    Refusal.NO_CHARGE: lambda a: not can_charge(a),
    Refusal.NO_LEAP: lambda a: not can_leap(a),
    Refusal.NO_DICE: lambda a: not has_dice(a),
    Refusal.NO_EXPLOITS: lambda a: a.book.max_exploits == 0,
    Refusal.NO_EXPLOIT: lambda a: not has_exploit(a),
    Refusal.EXPLOIT_USED: lambda a: me(a).exploits_used & exploit(a) != 0,
    Refusal.CALLED_BEFORE: lambda a: me(a).called_shots >= a.book.called_uses,
    Refusal.NO_LOCATION: lambda a: target(a).special == 0,
    Refusal.IMMUNE: lambda a: target(a).immunities & IMMUNITIES[Mode(mode(a))] != 0,
    Refusal.ALREADY_SO: lambda a: is_so(a, mode(a), target(a)),
    Refusal.UNARMED: lambda a: target(a).held < 0,
    Refusal.ONLY_HURT: lambda a: target(a).down == 1 and mode(a) not in ONLY_DAMAGE,
    Refusal.HOLDS_ANOTHER: lambda a: any(u.holder == a.who for n, u in enumerate(a.s.units) if n != aimed_at(a)),
    Refusal.TOO_LARGE: is_too_large,
    Refusal.DONE_BEFORE: lambda a: me(a).aimed == (1 if a.verb == Verb.AIM else 2),
    Refusal.NO_MISSILES: lambda a: me(a).held < 0 or held_weapon(a).kind == WeaponKind.MELEE,
    Refusal.WATCHES_ALREADY: lambda a: me(a).overwatch == 1,
    Refusal.HUNKERED: lambda a: me(a).hunkered == 1,
    Refusal.BLINDED: lambda a: me(a).blinded > 0,
    Refusal.NO_ENEMY_IN_SIGHT: lambda a: not any(u.down == 0 and sees(a, u) for _, u in others(a, False)),
    Refusal.NO_ALLY: lambda a: not any(u.down == 0 and n != a.who for n, u in others(a, True)),
    Refusal.NO_COVER: lambda a: not gives_cover(a, int(me(a).cell)),
    Refusal.NOT_HUNKERED: lambda a: me(a).hunkered == 0,
    Refusal.NOT_PINNED: lambda a: me(a).pinned == 0,
    Refusal.IN_THE_OPEN: lambda a: me(a).prone == 0 and not is_hard_to_see(a) and not gives_cover(a, int(me(a).cell)),
    Refusal.PRONE: lambda a: me(a).prone == 1,
    Refusal.NOT_PRONE: lambda a: me(a).prone == 0,
    Refusal.NEVER_PRONE: lambda a: me(a).immunities & Immunity.PRONE != 0,
    Refusal.HANDS_FULL: lambda a: me(a).held >= 0,
    Refusal.PART_OF_BODY: lambda a: weapon(a, strike(a)).natural == 1,
    Refusal.NO_WEAPON_TO_DRAW: lambda a: all(weapon(a, n).natural == 1 for n in range(SLOTS) if has_weapon(a, n)),
    Refusal.NO_WEAPON_HELD: lambda a: me(a).held < 0,
    Refusal.NOTHING_LOST: lambda a: not lost(a),
    Refusal.LOST_TOO_FAR: lambda a: all(distance(int(me(a).cell), c) > a.book.pick_up_reach for c in lost(a)),
    Refusal.NO_CAPACITY: lambda a: held_weapon(a).capacity == 0,
    Refusal.LOADED: lambda a: me(a).loaded[me(a).held] >= held_weapon(a).capacity,
    Refusal.UNHURT: lambda a: target(a).health >= target(a).health_max,
    Refusal.HEALED_BEFORE: lambda a: target(a).healed == 1,
    Refusal.NOBODY_TO_HEAL: lambda a: not any(is_patient(a, unit) for _, unit in others(a, True)),
    Refusal.NO_DRAUGHT: lambda a: me(a).draughts == 0,
    Refusal.NO_SPELL: lambda a: (
        mode(a) > LAST_SPELL or mode(a) not in known_spells(a) if a.part else not known_spells(a)
    ),
    Refusal.OTHER_KIND: lambda a: not is_for(a, mode(a)),
    Refusal.NO_POINTS: lambda a: any(lacks_points(a, n) for n in ([mode(a)] if a.part else known_spells(a))),
    Refusal.NOBODY_TO_CAST_AT: lambda a: (
        not any(can_cast(a, n) for n in ([mode(a)] if a.part else known_spells(a)) if may_open_with(a, n))
    ),
    Refusal.SOLID: lambda a: a.field.blocked[a.value] == 1 or is_opaque(a, a.value),
    Refusal.NOBODY_TO_SCAN: lambda a: (
        not any(u.down == 0 and gap_to(a, u) <= a.book.scan_squares for _, u in others(a, False))
    ),
    Refusal.NO_CONDITION: lambda a: not any(has_condition(a, n) for n in ([a.value] if a.part else Mode)),
    Refusal.HELD: lambda a: me(a).restrained > 0 and me(a).holder >= 0,
    Refusal.NOTHING_TO_OPEN: lambda a: not is_thing_near(a),
    Refusal.NOTHING_TO_UNLOCK: lambda a: not is_thing_near(a),
    Refusal.NOTHING_THERE: lambda a: thing_at(a, a.value) not in things(a),
    Refusal.HOLDS_NOBODY: lambda a: not any(unit.holder == a.who for unit in a.s.units),
    Refusal.THROWN_WEAPON: lambda a: weapon(a, strike(a)).kind == WeaponKind.THROWN,
    Refusal.NO_EXTRA_DAMAGE: does_no_damage,
    Refusal.TOO_MUCH_DAMAGE: lambda a: dice_asked(a) > a.book.max_extra_dice,
    Refusal.TOO_MUCH_LUCK: lambda a: dice_asked(a) > a.book.max_luck,
    Refusal.TOO_LITTLE_LUCK: lambda a: left_after(a, int(a.frame.trade)) + dice_asked(a) < 1,
    Refusal.NO_LUCK: lambda a: dice_asked(a) > me(a).luck,
}
