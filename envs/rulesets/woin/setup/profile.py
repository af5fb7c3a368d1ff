"""A combatant as a scenario writes it: attributes, skills, what it owns, and what it carries."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

from ....scenario.contract import numbers_of
from ....scenario.model import wrong
from ....scenario.problems import listed, unknown
from ....scenario.wording import Flag, Word, Words, book_names, by_name, full_names, slug
from ..state import UNIT
from ..vocab import SLOTS, Armour, Exploit, Immunity, Item, Special, Spell, Trait
from .templates import ALIASES

#: A number of a unit, within what its record holds: name there, default, meaning.
number = numbers_of(UNIT)

#: What the list calls each weapon.
ITEM_NAMES = book_names(Item, {item: item.name.lower() for item in Item})
_ITEMS = by_name({item: name for item, name in ITEM_NAMES.items() if item != Item.UNARMED})
SIZES = ("tiny", "small", "medium", "large", "enormous", "gigantic", "colossal", "titanic")
QUALITIES = ("standard", "high", "exceptional", "mastercraft", "artisanal", "legendary")
SNIPER = "sniper"
ATTRIBUTES = (
    "strength", "agility", "endurance", "intuition", "logic", "willpower", "charisma", "luck_score", "magic_score", "psionics",
)  # fmt: skip
SKILLS = (
    "melee_skill", "ranged_skill", "unarmed_skill", "magic_skill", "psionic_skill", "concentration_skill", "tactics_skill",
    "stealth_skill", "bluff_skill", "perception_skill", "medicine_skill", "athletics_skill", "thievery_skill",
)  # fmt: skip
DEFENDING = ("parry_skill", "dodge_skill", "resistance_skill")  # skills that the DEFENSES alone go by
AVERAGE = 6


def read_weapon(value: Any) -> str:
    """A weapon of the list, with its quality: ``longbow+high``."""
    if not isinstance(value, str):
        raise wrong(f"{value!r} is no weapon", listed(_ITEMS))
    name, *quality = value.split("+")
    if slug(name) not in _ITEMS:
        raise wrong(unknown("weapon", name, _ITEMS), listed(_ITEMS))
    if len(quality) > 1 or (quality and slug(quality[0]) not in QUALITIES):
        raise wrong(unknown("quality", "+".join(quality), QUALITIES), listed(QUALITIES))
    return "+".join([slug(name), *map(slug, quality)])


def _weapons(value: Any) -> tuple[str, ...]:
    given = value if isinstance(value, (list, tuple)) else [value]
    if len(given) > SLOTS:
        raise wrong(f"{len(given)} weapons are too many", f"at most {SLOTS}")
    return tuple(read_weapon(one) for one in given)


def _number_or(what: str, words: tuple[str, ...], low: int, high: int) -> tuple[PlainValidator, WithJsonSchema]:
    """What reads a whole number, or a word whose number is the rulebook's."""

    def read(value: Any) -> int | str | None:
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and low <= value <= high):
            return value
        if isinstance(value, str) and slug(value) in words:
            return slug(value)
        raise wrong(f"{value!r} is no {what}", f"{low} to {high}, or {listed(words)}")

    schema = {"anyOf": [{"type": "integer", "minimum": low, "maximum": high}, {"type": "string", "enum": list(words)}]}
    return PlainValidator(read), WithJsonSchema(schema)


_WEAPONS_SCHEMA = {"type": "array", "maxItems": SLOTS, "items": {"type": "string"}}
Weapons = Annotated[tuple[str, ...], PlainValidator(_weapons), WithJsonSchema(_WEAPONS_SCHEMA)]
_SIZE, _INTERVAL = _number_or("size", SIZES, -2, 5), _number_or("interval", (SNIPER,), 1, 10)
Size = Annotated[int | str, _SIZE[0], _SIZE[1]]
Interval = Annotated[int | str | None, _INTERVAL[0], _INTERVAL[1]]


class Unit(BaseModel):
    """One combatant: attributes, skills, what it owns, and what it carries."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    rank: int = number("rank", 5, "sets the maximum dice pool")
    strength: int | None = number(
        "strength", None, f"STR; default: {AVERAGE}. Who gives neither STR nor AGI has the usual SPEED"
    )
    agility: int | None = number("agility", None, f"AGI; default: {AVERAGE}")
    endurance: int = number("endurance", AVERAGE, "END: HEALTH, VITAL DEFENSE, dying")
    intuition: int = number("intuition", AVERAGE, "INT: initiative, perception, overwatch, ranged attacks")
    logic: int = number("logic", AVERAGE, "LOG: healing, locks")
    willpower: int = number("willpower", AVERAGE, "WIL: HEALTH, MENTAL DEFENSE")
    charisma: int = number("charisma", AVERAGE, "CHA: ambushes by deceit")
    luck_score: int = number("luck_score", 0, "LUC: LUCK dice")
    magic_score: int = number("magic_score", 0, "MAG: spells and magic points")
    psionics: int = number("psionics", 0, "PSI: powers and psi points")
    melee_skill: int = number("melee_skill", 0, "skill dice: melee attacks")
    ranged_skill: int = number("ranged_skill", 0, "skill dice: ranged attacks")
    unarmed_skill: int = number("unarmed_skill", 0, "skill dice: unarmed attacks, grabs and escapes")
    magic_skill: int = number("magic_skill", 0, "skill dice: spells")
    psionic_skill: int = number("psionic_skill", 0, "skill dice: powers")
    parry_skill: int = Field(0, ge=0, le=5, description="skill dice: MELEE DEFENSE")
    dodge_skill: int = Field(0, ge=0, le=5, description="skill dice: RANGED DEFENSE")
    concentration_skill: int = number("concentration_skill", 0, "skill dice: MENTAL DEFENSE")
    resistance_skill: int = Field(0, ge=0, le=5, description="skill dice: VITAL DEFENSE")
    tactics_skill: int = number("tactics_skill", 0, "skill dice: initiative")
    stealth_skill: int = number("stealth_skill", 0, "skill dice: ambushes and hiding")
    bluff_skill: int = number("bluff_skill", 0, "skill dice: ambushes by deceit")
    perception_skill: int = number("perception_skill", 0, "skill dice: noticing and scanning")
    medicine_skill: int = number("medicine_skill", 0, "skill dice: healing")
    athletics_skill: int = number("athletics_skill", 0, "skill dice: climbing, swimming, falling")
    thievery_skill: int = number("thievery_skill", 0, "skill dice: locks and traps")
    initiative: int | None = Field(
        None, ge=1, le=200, description="initiative total; default: rolled when the battle begins"
    )
    initiative_bonus: int = number("initiative_bonus", 0, "dice added to initiative beyond the maximum")
    size: Size = Field("medium", description="tiny to titanic, or -2 to 5")
    legs: int = number("legs", 2, "legs: none, or more than two, make it harder to grab, push and trip")
    reach: int | None = number("reach", None, "natural reach in squares; default: what the rulebook's knob says")
    actions: int | None = Field(None, ge=2, le=8, description="actions a round; default: what the rulebook's knob says")
    health_max: int | None = number("health_max", None, "full HEALTH; default: worked out")
    health_left: int | None = Field(
        None, ge=-250, le=250, description="HEALTH it starts with, 0 or less down and dying; default: full"
    )
    speed: int | None = number("speed", None, "SPEED in squares; default: worked out")
    speed_bonus: int = Field(0, ge=-10, le=20, description="added to a SPEED that is worked out")
    leap_feet: int | None = number("leap_feet", None, "horizontal jump in feet; default: worked out")
    jump_feet: int | None = number("jump_feet", None, "vertical jump in feet; default: worked out")
    melee_defence: int | None = number("melee_defence", None, "MELEE DEFENSE; default: worked out")
    ranged_defence: int | None = number("ranged_defence", None, "RANGED DEFENSE; default: worked out")
    mental_defence: int | None = number("mental_defence", None, "MENTAL DEFENSE; default: worked out")
    vital_defence: int | None = number("vital_defence", None, "VITAL DEFENSE; default: worked out")
    armour: Annotated[Armour, Word(Armour, "armour")] = Field(
        Armour.NONE, description="SOAK, and what it takes off SPEED"
    )
    shield: Flag = Field(False, description="carries a shield: MELEE and RANGED DEFENSE")
    natural_soak: int = Field(0, ge=0, le=30, description="SOAK of hide or toughness, added to that of the armour")
    soak: int | None = number("soak", None, "SOAK; default: worked out")
    traits: Annotated[tuple[Trait, ...], Words(Trait, "trait")] = Field(
        (), description="traits; aim or feint, where neither is given, by the main weapon"
    )
    immunities: Annotated[tuple[Immunity, ...], Words(Immunity, "immunity")] = Field(
        (), description="conditions, effects and types of damage that do nothing to it"
    )
    exploits: Annotated[tuple[Exploit, ...], Words(Exploit, "exploit")] = Field((), description="exploits it owns")
    spells: Annotated[tuple[Spell, ...], Words(Spell, "spell")] = Field((), description="spells and powers it knows")
    called_special: Annotated[Special, Word(Special, "location", none=Special.NONE)] = Field(
        Special.NONE, description="location for Called Shots that its stat block describes"
    )
    pin_interval: Interval = Field(
        None, description="turns for each die of being pinned, or sniper; default: what the rulebook's knob says"
    )
    weapons: Weapons = Field((), description="up to two weapons, +high and so on for their quality")
    held: int | None = number("held", None, "slot in hand, -1 none; default: the first weapon, if it is not natural")
    draughts: int = number("draughts", 0, "healing draughts")
    luck: int | None = number("luck", None, "LUCK dice; default: worked out")
    magic: int | None = number("magic", None, "magic points; default: worked out")
    psi: int | None = number("psi", None, "psi points; default: worked out")
    prone: Flag = Field(False, description="starts on the ground")

    @model_validator(mode="before")
    @classmethod
    def _written_as_in_the_book(cls, given: Any) -> Any:
        """Accept the book's abbreviations."""
        return full_names(given, ALIASES)


def carried(unit: Unit) -> tuple[tuple[Item, str], ...]:
    """The weapons of a unit, in their slots, each with the word for its quality."""
    found = []
    for weapon in unit.weapons:
        name, _, quality = weapon.partition("+")
        found.append((_ITEMS[name], quality or QUALITIES[0]))
    return tuple(found)
