"""A combatant as a scenario writes it: attributes, training, what it carries, and how it starts."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

from ....scenario.contract import numbers_of
from ....scenario.model import wrong
from ....scenario.problems import listed
from ....scenario.wording import Flag, Word, Words, book_names, full_names, list_reader, word_reader
from ..state import UNIT
from ..vocab import Armour, Attribute, Item, Skill
from .templates import ALIASES
from .training import Training

#: A number of a unit, within what its record holds: name there, default, meaning.
number = numbers_of(UNIT)

MOST_WEAPONS = 4
SHIELDS = (Item.BUCKLER, Item.SMALL_SHIELD, Item.MEDIUM_SHIELD, Item.TOWER_SHIELD)
WEAPONS = tuple(item for item in Item if Item.BARE_HANDS < item < Item.BUCKLER)
NATURAL = (Item.CLAWS, Item.GREAT_MAW)

#: What the list calls each item.
ITEM_NAMES = book_names(Item, {item: item.name.lower() for item in Item})
ATTRIBUTES = ("strength", "dexterity", "stamina", "intelligence", "sociability", "empathy")


def _only(items: tuple[Item, ...], what: str) -> Any:
    """A function that reads the name of one of some items."""
    read = word_reader(Item, what, {item: ITEM_NAMES[item] for item in items})

    def read_one(value: Any) -> Item:
        if isinstance(value, Item) and value not in items:
            raise wrong(f"{ITEM_NAMES[value]} is no {what}", listed(ITEM_NAMES[item] for item in items))
        found: Item = read(value)
        return found

    return read_one


def _weapons(value: Any) -> tuple[Item, ...]:
    allowed = listed(ITEM_NAMES[item] for item in WEAPONS)
    given = list_reader(_only(WEAPONS, "weapon"), allowed)(value if isinstance(value, (list, tuple)) else [value])
    if len(given) > MOST_WEAPONS:
        raise wrong(f"{len(given)} weapons are too many", f"at most {MOST_WEAPONS}")
    return given


def _shield(value: Any) -> Item | None:
    found: Item | None = None if value in (None, "none") else _only(SHIELDS, "shield")(value)
    return found


def _schema_of(items: tuple[Item, ...], *more: str) -> dict[str, Any]:
    return {"type": "string", "enum": [*more, *(ITEM_NAMES[item] for item in items)]}


Weapons = Annotated[
    tuple[Item, ...],
    PlainValidator(_weapons),
    WithJsonSchema({"type": "array", "maxItems": MOST_WEAPONS, "items": _schema_of(WEAPONS)}),
]
Shield = Annotated[Item | None, PlainValidator(_shield), WithJsonSchema(_schema_of(SHIELDS, "none"))]
Items = Annotated[tuple[Item, ...], Words(Item, "item", ITEM_NAMES)]


def _attribute(what: str) -> Any:
    """A field for an attribute."""
    return Field(0, ge=-3, le=8, description=what)


def _penalty(what: str) -> Any:
    """A field for consistency that circumstances take off."""
    return Field(None, ge=0, le=9, description=f"consistency off {what}, all battle long; default: the rulebook's knob")


class Unit(Training):
    """One combatant: attributes, training, what it carries, and how it starts."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    strength: int = _attribute("STR: brawling, heavy weapons")
    dexterity: int = _attribute("DEX: agility, initiative, light weapons")
    stamina: int = _attribute("STA: survival, fatigue")
    intelligence: int = _attribute("INT: perception")
    sociability: int = _attribute("SOC: persuasion")
    empathy: int = _attribute("EMP: insight")
    toughness: int = Field(0, ge=-10, le=30, description="hit points beyond those of a human")
    hp_max: int | None = number("hp_max", None, "full hit points; default: worked out, with those of armour")
    wp_max: int | None = number("wp_max", None, "full willpower; default: that of a human")
    hp: int | None = number("hp_max", None, "hit points it starts with; default: full")
    wp: int | None = number("wp", None, "willpower it starts with; default: full")
    fatigue: int | None = number("fatigue", None, "fatigue it starts with; default: its base")
    armour: Annotated[Armour, Word(Armour, "armour")] = Field(
        Armour.NONE, description="adds hit points, takes consistency off agility"
    )
    weapons: Weapons = Field((), description="up to four weapons, claws and maws among them")
    shield: Shield = Field(None, description="a shield")
    torch: Flag = Field(False, description="carries a burning torch, in hand unless `wielded` says where")
    skills: Annotated[tuple[Skill, ...], Words(Skill, "skill")] = Field((), description="skills it has")
    wielded: Items | None = Field(
        None, description="items in hand; default: a torch, the first weapon, and what else finds a hand"
    )
    packed: Items = Field((), description="items in the pack; what is neither wielded nor packed is within easy reach")
    ammo: int | None = Field(None, ge=0, le=60, description="missiles for each ranged weapon; default: the rulebook's")
    poison: int | None = Field(None, ge=0, le=60, description="poisoned darts for a blowgun; default: the rulebook's")
    initiative: int | None = Field(None, ge=1, le=60, description="initiative; default: rolled when the battle begins")
    prone: Flag = Field(False, description="starts on the ground")
    sleeping: Flag = Field(False, description="starts asleep")
    in_cover: Flag = Field(False, description="starts behind the object of its cell")
    hidden: Flag = Field(False, description="starts hidden from all enemies, who do not know of it")
    hide_value: int | None = Field(
        None, ge=1, le=60, description="what perception must reach to find it; default: rolled when the battle begins"
    )
    elevation: int | None = number("elevation", None, "height level; default: the ground")
    guard: str = Field(
        "", description="what it guards at first: north, east, south, west, cell, or the name of an ally"
    )
    physical_penalty: int | None = _penalty("all physical rolls")
    mental_penalty: int | None = _penalty("all mental rolls")
    strength_penalty: int | None = _penalty("rolls by STR")
    dexterity_penalty: int | None = _penalty("rolls by DEX")
    stamina_penalty: int | None = _penalty("rolls by STA")
    intelligence_penalty: int | None = _penalty("rolls by INT")
    sociability_penalty: int | None = _penalty("rolls by SOC")
    empathy_penalty: int | None = _penalty("rolls by EMP")

    @model_validator(mode="before")
    @classmethod
    def _written_as_in_the_book(cls, given: Any) -> Any:
        """Accept the book's abbreviations."""
        return full_names(given, ALIASES)


def carried(unit: Unit) -> tuple[Item, ...]:
    """What a unit carries, in its slots: weapons, shield, torch."""
    shield = () if unit.shield is None else (unit.shield,)
    return (*unit.weapons, *shield, *((Item.TORCH,) if unit.torch else ()))


assert len(ATTRIBUTES) == len(Attribute)
