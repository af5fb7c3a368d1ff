"""What a unit's numbers follow from, by the rulebook's knobs: HEALTH, SPEED, jumps, DEFENSES, SOAK, LUCK, points."""

from __future__ import annotations

from typing import Any

from ....core.compiler import outside
from ....scenario.battle import Battle
from ..vocab import Item, Spell, Trait, WeaponKind
from .profile import AVERAGE, ITEM_NAMES, SNIPER, Unit, carried

LADDER = 10
MOST_DEFENCE, MOST_SOAK, MOST_HEALTH, MOST_SPEED, MOST_FEET = 60, 60, 250, 30, 999
PLAIN = (Spell.MEND, Spell.FOG)  # spells that are no attacks


def weapon_number(battle: Battle, item: Item, column: str) -> int:
    """A number of the table of weapons, as it is in this battle."""
    table = battle.ruleset.rulebook.tables["weapons"]
    if column in ("kind", "natural", "unarmed"):
        return int(table.rows[item][table.columns.index(column)])
    return battle.number(f"tables.weapons.{ITEM_NAMES[item]}.{column}")


@outside.rule("completion.attribute_ladder")
def dice(battle: Battle, score: int | None) -> int:
    """Attributes: dice of a score."""
    reached = AVERAGE if score is None else score
    address = "completion.attribute_ladder.threshold_{}d6"
    return sum(reached >= battle.number(address.format(number)) for number in range(1, LADDER + 1))


@outside.rule("completion.max_pool")
def max_pool(battle: Battle, rank: int) -> int:
    """Maximum pool: by rank."""
    address = "completion.max_pool."
    by_rank = rank * battle.number(address + "dice_per_rank")
    return max(battle.number(address + "min_pool"), min(by_rank, battle.number(address + "max_pool")))


@outside.rule("completion.size")
def body_size(battle: Battle, unit: Unit) -> int:
    """Sizes: the number of a word."""
    return battle.number(f"completion.size.{unit.size}") if isinstance(unit.size, str) else int(unit.size)


@outside.rule("completion.health")
def health_max(battle: Battle, unit: Unit) -> int:
    """HEALTH: by END and WIL, and for every size above medium."""
    if unit.health_max is not None:
        return unit.health_max
    pool = dice(battle, unit.endurance) + dice(battle, unit.willpower)
    points = pool * battle.number("completion.health.per_die") // 100
    steps = max(body_size(battle, unit) - battle.number("completion.size.medium"), 0)
    return min(max(points + steps * battle.number("completion.health.per_size_category"), 1), MOST_HEALTH)


@outside.rule("completion.defenses")
def defence(battle: Battle, unit: Unit, attribute: int, skill: int, is_of_body: bool) -> int:
    """DEFENSES: by a pool, at least the minimum; size and shields count where the body is struck at."""
    address = "completion.defenses."
    pool = min(attribute + skill, max_pool(battle, unit.rank))
    number = pool * battle.number(address + "per_die") // 100
    if is_of_body:
        steps = body_size(battle, unit) - battle.number("completion.size.medium")
        number += steps * battle.number(address + "per_size_category")
    number = max(number, battle.number(address + "minimum"))
    if is_of_body and unit.shield:
        number += battle.number(address + "shield_bonus")
    return min(number, MOST_DEFENCE)


def defences(battle: Battle, unit: Unit) -> dict[str, int]:
    """The four DEFENSES, as given or worked out."""
    strength, agility = dice(battle, unit.strength), dice(battle, unit.agility)
    found = {
        "melee_defence": defence(battle, unit, max(strength, agility), unit.parry_skill, True),
        "ranged_defence": defence(battle, unit, agility, unit.dodge_skill, True),
        "mental_defence": defence(battle, unit, dice(battle, unit.willpower), unit.concentration_skill, False),
        "vital_defence": defence(battle, unit, dice(battle, unit.endurance), unit.resistance_skill, False),
    }
    return {name: number if getattr(unit, name) is None else getattr(unit, name) for name, number in found.items()}


@outside.rule("completion.speed_jump", "move.speed", "completion.weapon_table")
def speed(battle: Battle, unit: Unit) -> int:
    """SPEED: by STR and AGI, less what armour takes; the usual one for who gives neither."""
    if unit.speed is not None:
        return unit.speed
    squares = dice(battle, unit.strength) + dice(battle, unit.agility)
    if unit.strength is None and unit.agility is None:
        squares = battle.number("move.speed.default_speed")
    penalty = battle.number(f"tables.armours.{unit.armour.name.lower()}.speed_penalty")
    least = battle.number("completion.speed_jump.min_speed")
    return min(max(squares + unit.speed_bonus - penalty, least), MOST_SPEED)


@outside.rule("completion.speed_jump")
def jumps(battle: Battle, unit: Unit) -> tuple[int, int]:
    """Jumps: feet across by AGI, feet up by STR, but no more up than across."""
    address = "completion.speed_jump."
    agility = AVERAGE if unit.agility is None else unit.agility
    strength = AVERAGE if unit.strength is None else unit.strength
    across = agility * battle.number(address + "horizontal_feet_per_agi") if unit.leap_feet is None else unit.leap_feet
    up = min(strength * battle.number(address + "vertical_feet_per_str"), across)
    return min(across, MOST_FEET), min(up if unit.jump_feet is None else unit.jump_feet, MOST_FEET)


@outside.rule("completion.weapon_table")
def soak(battle: Battle, unit: Unit) -> int:
    """SOAK: of the armour and of the body."""
    if unit.soak is not None:
        return unit.soak
    return min(battle.number(f"tables.armours.{unit.armour.name.lower()}.soak") + unit.natural_soak, MOST_SOAK)


@outside.rule("completion.melee_reach")
def reach(battle: Battle, unit: Unit) -> int:
    """Reach: a unit's own, one square for most."""
    return battle.number("completion.melee_reach.default_reach") if unit.reach is None else unit.reach


@outside.rule("completion.luck_pool")
def luck(battle: Battle, unit: Unit) -> int:
    """LUCK dice: those of LUC."""
    return dice(battle, unit.luck_score) if unit.luck is None else unit.luck


@outside.rule("completion.spell_rules")
def points(battle: Battle, unit: Unit) -> tuple[int, int]:
    """Casting: magic points by MAG, psi points by PSI."""
    magic = unit.magic_score * battle.number("completion.spell_rules.mp_per_mag") if unit.magic is None else unit.magic
    psi = unit.psionics * battle.number("completion.spell_rules.pp_per_psi") if unit.psi is None else unit.psi
    return magic, psi


@outside.rule("pinned.traditions")
def pin_interval(battle: Battle, unit: Unit) -> int:
    """Harder to pin: turns for each die, more for a sniper."""
    if unit.pin_interval is None:
        return battle.number("pinned.traditions.default_pin_interval")
    if unit.pin_interval == SNIPER:
        return battle.number("pinned.traditions.sniper_pin_interval")
    return int(unit.pin_interval)


@outside.rule("aim.free_exploit")
def traits(battle: Battle, unit: Unit) -> int:
    """Aim and feint: everybody owns one of the two, aim where the main weapon is ranged or an attack spell is known."""
    owned = set(unit.traits)
    first, second = (Trait.AIM, Trait.FEINT) if is_shooter(battle, unit) else (Trait.FEINT, Trait.AIM)
    for trait in (first, second):
        if len(owned & {Trait.AIM, Trait.FEINT}) < battle.number("aim.free_exploit.free_choice"):
            owned.add(trait)
    return sum(owned)


def is_shooter(battle: Battle, unit: Unit) -> bool:
    """Whether the main weapon is a ranged one, or an attack spell is known."""
    main = carried(unit)[:1]
    is_ranged = any(weapon_number(battle, item, "kind") == WeaponKind.RANGED for item, _ in main)
    return is_ranged or any(spell not in PLAIN for spell in unit.spells)


@outside.rule("completion.quality_dice")
def quality_dice(battle: Battle, quality: str) -> int:
    """Quality: equipment dice."""
    return battle.number(f"completion.quality_dice.{quality}")


def profile(battle: Battle, unit: Unit) -> dict[str, Any]:
    """Everything of a unit that follows from something else, by the names of the fields of the unit record."""
    across, up = jumps(battle, unit)
    magic, psi = points(battle, unit)
    return {
        "strength": AVERAGE if unit.strength is None else unit.strength,
        "agility": AVERAGE if unit.agility is None else unit.agility,
        "body_size": body_size(battle, unit),
        "health_max": health_max(battle, unit),
        "speed": speed(battle, unit),
        "leap_feet": across,
        "jump_feet": up,
        "soak": soak(battle, unit),
        "luck": luck(battle, unit),
        "magic": magic,
        "psi": psi,
        "reach": reach(battle, unit),
        "pin_interval": pin_interval(battle, unit),
        "traits": traits(battle, unit),
        **defences(battle, unit),
    }
