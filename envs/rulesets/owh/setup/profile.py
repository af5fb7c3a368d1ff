"""A combatant as a scenario writes it: scores, traits, and what it carries."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

from ....scenario.contract import numbers_of
from ....scenario.model import wrong
from ....scenario.problems import listed, unknown
from ....scenario.wording import Flag, Words, book_names, by_name, full_names, slug
from ..state import UNIT
from ..vocab import SLOTS, Ability, Item, Rider, Spell, Trait
from .templates import ALIASES

#: A number of a unit, within what its record holds: name there, default, meaning.
number = numbers_of(UNIT)

#: What the list calls each weapon.
ITEM_NAMES = book_names(Item, {item: item.name.lower() for item in Item})
_ITEMS = by_name({item: name for item, name in ITEM_NAMES.items() if item != Item.NOTHING})
_RIDERS = {rider.name.lower(): rider for rider in Rider}
CARRIED = ("bandage", "potion", "antidote", "water", "courage", "venom", "sleep")
SCORES = ("agility", "strength", "stamina", "spirit", "fighting", "shooting", "healing", "stealth", "notice")


def read_weapon(value: Any) -> str:
    """A weapon of the list, with what it does by nature: ``shortbow+poison``."""
    if not isinstance(value, str):
        raise wrong(f"{value!r} is no weapon", listed(_ITEMS))
    name, *riders = value.split("+")
    if slug(name) not in _ITEMS:
        raise wrong(unknown("weapon", name, _ITEMS), listed(_ITEMS))
    for rider in riders:
        if slug(rider) not in _RIDERS:
            raise wrong(unknown("property of a weapon", rider, _RIDERS), listed(_RIDERS))
    return "+".join([slug(name), *map(slug, riders)])


def _weapons(value: Any) -> tuple[str, ...]:
    given = value if isinstance(value, (list, tuple)) else [value]
    if len(given) > SLOTS:
        raise wrong(f"{len(given)} weapons are too many", f"at most {SLOTS}")
    return tuple(read_weapon(one) for one in given)


_WEAPONS_SCHEMA = {"type": "array", "maxItems": SLOTS, "items": {"type": "string"}}
Weapons = Annotated[tuple[str, ...], PlainValidator(_weapons), WithJsonSchema(_WEAPONS_SCHEMA)]


class Unit(BaseModel):
    """One combatant: its scores, what it can take, its abilities, and what it carries."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    agility: int = number("agility", 10, "AGI: thrown attacks; protects friends from execution")
    strength: int = number("strength", 10, "STR: added to melee damage")
    stamina: int = number("stamina", 10, "STA: poison resistance")
    spirit: int = number("spirit", 10, "SPI: fear, and spells")
    fighting: int = number("fighting", 10, "FGT: melee attacks")
    shooting: int = number("shooting", 10, "SHT: ranged attacks and their damage")
    healing: int = number("healing", 10, "HEA: healing checks, and what they restore")
    stealth: int = number("stealth", 10, "STL: hiding and sneaking")
    notice: int = number("notice", 10, "NOT: noticing hidden units")
    size: int = number("body_size", 2, "SIZ: 0 tiny, 1 small, 2 human, 3 large, 4 huge, 5 giant, 6 colossal")
    move: int | None = number(
        "move", None, "MOV: movement points a Move; default: a human's, completion.movement_cost.human_move"
    )
    hp: int = number("hp_max", 50, "HP: maximum hit points")
    hp_left: int | None = Field(None, ge=1, le=400, description="hit points it starts with; default: the maximum")
    parry: int = number("parry", 12, "PAR: what an attack must exceed; a shield is in it already")
    armour: int = number("armour", 0, "AM: armour modifier")
    magic_resistance: int = number("magic_resistance", 0, "MR: subtracted from what magic does")
    poison_ability: int = number("poison_ability", 0, "what abilities take off the poison resistance number")
    abilities: Annotated[tuple[Ability, ...], Words(Ability, "ability")] = Field((), description="abilities")
    traits: Annotated[tuple[Trait, ...], Words(Trait, "trait")] = Field((), description="traits, always on")
    fear_aura: int = number("fear_aura", 0, "level of the fear it spreads; also a trait: fear_aura_2")
    spells: Annotated[tuple[Spell, ...], Words(Spell, "spell")] = Field((), description="spells it knows")
    winds: int = number("winds", 0, "WND: points for spells")
    weapons: Weapons = Field(
        (), description="up to three weapons; +poison, +paralyse, +sleep for what one does by nature"
    )
    wielded: int | None = number("wielded", None, "slot in hand, -1 none; default: the first weapon")
    bandage: int = number("bandage", 0, "bandages, one a healing action")
    potion: int = number("potion", 0, "healing potions")
    antidote: int = number("antidote", 0, "against poison and paralysis")
    water: int = number("water", 0, "against fire")
    courage: int = number("courage", 0, "draughts against fear")
    venom: int = number("venom", 0, "coatings that poison")
    sleep: int = number("sleep", 0, "coatings that put to sleep")
    hidden: Flag = Field(False, description="its enemies do not know where it is")
    insane: Flag = Field(False, description="attacks any unit it can reach")
    dead: Flag = Field(False, description="a corpse from the start")
    disease: int = number("disease", 0, "level of disease")
    fatigue: int | None = Field(
        None, ge=0, le=4, description="level of fatigue; default: what the rulebook's knob says"
    )

    @model_validator(mode="before")
    @classmethod
    def _written_as_in_the_book(cls, given: Any) -> Any:
        """Accept abbreviations, scores and items in mappings of their own, and a fear aura among the traits."""
        given = full_names(given, ALIASES)
        if not isinstance(given, dict):
            return given
        for group, names in (("scores", SCORES), ("items", CARRIED)):
            inner = given.get(group)
            if isinstance(inner, dict):
                for name in inner:
                    if name not in names:
                        raise wrong(unknown(f"name in {group}", name, names), listed(names))
                given = {key: value for key, value in given.items() if key != group} | inner
        traits = given.get("traits")
        if isinstance(traits, (list, tuple)):
            auras = [one for one in traits if isinstance(one, str) and slug(one) in _AURAS]
            if auras:
                level = max(_AURAS[slug(one)] for one in auras)
                given = given | {"traits": [one for one in traits if one not in auras], "fear_aura": level}
        return given


_AURAS = {f"fear_aura_{level}": level for level in (1, 2, 3)}


def carried(unit: Unit) -> tuple[tuple[Item, int], ...]:
    """The weapons of a unit, in their slots, with bits of Rider for what they do by nature."""
    found = []
    for name, *riders in (weapon.split("+") for weapon in unit.weapons):
        found.append((_ITEMS[name], sum({_RIDERS[rider] for rider in riders})))
    return tuple(found)
