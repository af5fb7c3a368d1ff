"""A combatant as a scenario writes it: the book's profile, what it carries, and the words for both."""

from __future__ import annotations

import itertools
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

from ....scenario.contract import numbers_of
from ....scenario.model import wrong
from ....scenario.problems import listed, unknown
from ....scenario.wording import Flag, Word, Words, book_names, full_names, slug
from ..state import UNIT
from ..vocab import BodyPlan, Group, Item, Location, Skill
from .templates import ALIASES, templates

#: A number of a unit, within what its record holds: name there, default, meaning.
number = numbers_of(UNIT)

#: The book's abbreviations, and other names a field is known by.
_BOOK_NAMES = {
    Item.KNIFE: "knife/dagger",
    Item.TWO_HANDED_WEAPON: "2-handed weapon",
    Item.TWO_HANDED_FLAIL: "2-handed flail",
    Item.LEFT_HAND_DAGGER: "left-hand dagger",
    Item.SWORD_BREAKER: "sword-breaker",
    Item.STAFF_SLING: "staff-sling",
    Item.DUCK_FOOT: "duck-foot",
}
#: What the book calls each item; a weapon that can also be thrown is two items, the spear and the thrown spear.
ITEM_NAMES = book_names(Item, _BOOK_NAMES)
_MORE_ITEMS = {
    **dict.fromkeys(("none", "empty"), Item.NOTHING),
    **dict.fromkeys(("sword", "axe", "mace", "club", "hammer"), Item.HAND_WEAPON),
    **dict.fromkeys(("knife", "dagger"), Item.KNIFE),
    **dict.fromkeys(("two-handed weapon", "two handed weapon"), Item.TWO_HANDED_WEAPON),
    **dict.fromkeys(("two-handed flail", "two handed flail"), Item.TWO_HANDED_FLAIL),
    **dict.fromkeys(("hooves", "talons", "claws", "teeth", "fangs", "beak", "horns", "tail"), Item.NATURAL_WEAPON),
}
LIGHTS = (Item.CANDLE, Item.TORCH, Item.LAMP, Item.LANTERN)

#: Pieces of the table armour_pieces that are worn.
ARMOUR = ("mail shirt", "sleeved mail shirt", "mail coat", "sleeved mail coat", "mail coif", "breastplate",
          "arm bracers", "leggings", "helmet", "leather jerkin", "leather jack", "leather cap")  # fmt: skip
_MAIL_SHIRTS, _MAIL_COATS = {"mail shirt", "sleeved mail shirt"}, {"mail coat", "sleeved mail coat"}
#: c.armour_pieces: what may be worn over what; all other pieces must not meet on any location.
LAYERS = {
    "leggings": _MAIL_COATS,
    "breastplate": _MAIL_SHIRTS | _MAIL_COATS,
    "helmet": {"mail coif"},
    "arm bracers": {"sleeved mail shirt", "sleeved mail coat"},
}
LIMBS = ("head", "right_arm", "left_arm", "body", "right_leg", "left_leg")  # columns of armour_pieces, as in Location


_ITEM = Word(Item, "item", ITEM_NAMES, _MORE_ITEMS, Item.NOTHING)
read_item = _ITEM.read


def _light(value: Any) -> Item:
    item = read_item(value)
    if item != Item.NOTHING and item not in LIGHTS:
        raise wrong(f"{ITEM_NAMES[item]!r} gives no light", listed(["none", *(ITEM_NAMES[one] for one in LIGHTS)]))
    return item


def _kit(value: Any) -> tuple[Item, ...]:
    given = value if isinstance(value, (list, tuple)) else [value]
    return tuple(item for one in given if (item := read_item(one)) != Item.NOTHING)


def _armour(value: Any) -> tuple[str, ...]:
    """c.armour_pieces: pieces whose locations overlap must be permitted layers."""
    if not isinstance(value, (list, tuple)):
        raise wrong(f"{value!r} is not a list of armour pieces", f"a list of: {listed(ARMOUR)}")
    by_slug = {slug(name): name for name in ARMOUR}
    pieces = []
    for one in value:
        if one == "shield":
            raise wrong("a shield is held, not worn", "off_hand: shield")
        if not isinstance(one, str) or slug(one) not in by_slug:
            raise wrong(unknown("armour piece", one, ARMOUR), listed(ARMOUR))
        pieces.append(by_slug[slug(one)])
    for one, other in itertools.combinations(pieces, 2):
        if other not in LAYERS.get(one, ()) and one not in LAYERS.get(other, ()) and _covers(one) & _covers(other):
            layers = "; ".join(f"{over} over {' or '.join(sorted(under))}" for over, under in LAYERS.items())
            raise wrong(f"{one!r} and {other!r} cannot be worn together", f"as layers: {layers}")
    return tuple(pieces)


def _covers(piece: str) -> set[str]:
    """Locations a piece covers."""
    from .. import RULESET

    table = RULESET.rulebook.tables["armour_pieces"]
    row = table.rows[table.keys.index(slug(piece))]
    return {limb for limb in LIMBS if row[table.columns.index(limb)]}


def _night_vision(value: Any) -> int | str:
    """Yards, or a species of the chart."""
    from .. import RULESET

    species = RULESET.rulebook.row_names("night_vision")
    if isinstance(value, str) and slug(value) in species:
        return slug(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9999:
        return value
    raise wrong(unknown("night vision", value, species), f"0 to 9999 yards, or {listed(species)}")


def _mount(value: Any) -> str | None:
    if value is not None and (not isinstance(value, str) or value not in templates()):
        raise wrong(unknown("template", value, templates()), listed(templates()))
    return None if value is None else str(value)


_LIGHT_SCHEMA = {"type": "string", "enum": ["none", *(ITEM_NAMES[one] for one in LIGHTS)]}
_ARMOUR_SCHEMA = {"type": "array", "items": {"type": "string", "enum": list(ARMOUR)}}
_VISION_SCHEMA = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 9999}, {"type": "string"}]}

ItemName = Annotated[Item, _ITEM]
LightName = Annotated[Item, PlainValidator(_light), WithJsonSchema(_LIGHT_SCHEMA)]
Kit = Annotated[tuple[Item, ...], PlainValidator(_kit), WithJsonSchema({"type": "array", "items": _ITEM.schema})]
Armour = Annotated[tuple[str, ...], PlainValidator(_armour), WithJsonSchema(_ARMOUR_SCHEMA)]
Skills = Annotated[tuple[Skill, ...], Words(Skill, "skill")]
Groups = Annotated[tuple[Group, ...], Words(Group, "weapon group")]
Shape = Annotated[BodyPlan, Word(BodyPlan, "body plan")]
Limb = Annotated[Location, Word(Location, "location")]
NightVision = Annotated[int | str, PlainValidator(_night_vision), WithJsonSchema(_VISION_SCHEMA)]
MountName = Annotated[str | None, PlainValidator(_mount), WithJsonSchema({"type": "string"})]
Shots = Annotated[int | None, BeforeValidator(lambda value: int(value) if isinstance(value, bool) else value)]


class Unit(BaseModel):
    """One combatant: the fourteen characteristics, traits, training, and what it carries."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    movement: int = number("movement", 4, "M: movement allowance")
    weapon_skill: int = number("weapon_skill", 33, "WS: percent to hit in hand-to-hand combat, and to parry")
    ballistic_skill: int = number("ballistic_skill", 33, "BS: percent to hit with missile weapons")
    strength: int = number("strength", 3, "S: added to damage")
    toughness: int = number("toughness", 3, "T: subtracted from damage")
    wounds: int = Field(7, ge=1, le=60, description="W: damage it can take before critical hits begin")
    initiative: int = number("initiative", 30, "I: order in which combatants act")
    attacks: int = number("attacks", 1, "A: blows a round")
    dexterity: int = number("dexterity", 30, "Dex")
    leadership: int = number("leadership", 30, "Ld")
    intelligence: int = number("intelligence", 30, "Int")
    cool: int = number("cool", 30, "Cl")
    will_power: int = number("will_power", 30, "WP")
    fellowship: int = number("fellowship", 30, "Fel")
    height_ft: int = number("height_ft", 6, "height in feet")
    body_plan: Shape = Field(BodyPlan.HUMANOID, description="body shape, which decides the hit locations")
    heads: int = number("heads", 1, "number of heads")
    attack_limb: Limb = Field(Location.RIGHT_ARM, description="limb it strikes with")
    night_vision: NightVision = Field(
        0, description="yards it sees in the dark (9999: as by day), or a species from the chart"
    )
    left_handed: Flag = Field(False, description="left-handed")
    fly_movement: int = number("fly_movement", 0, "M in the air; 0: cannot fly")
    natural_weapons: Flag = Field(False, description="fights with teeth, claws or hooves")
    natural_damage: int = number("natural_damage", 0, "added to the damage of natural weapons")
    npc: Flag = Field(False, description="run by the referee: parries only when clever enough")
    skills: Skills = Field((), description="skills")
    specialist: Groups = Field((), description="specialist weapon groups it has been trained in")
    main_hand: ItemName = Field(Item.NOTHING, description="what it holds in its good hand")
    off_hand: ItemName = Field(Item.NOTHING, description="what it holds in the other hand")
    backup: Kit = Field((), description="items stowed")
    in_pack: Kit = Field((), description="items in a pack that must be opened and searched")
    pack_encumbrance: int = Field(30, ge=0, le=2000, description="encumbrance of everything in that pack")
    armour: Armour = Field((), description="armour pieces worn; a shield goes in a hand")
    ammunition: int | None = number(
        "ammunition",
        None,
        "shots for the missile weapon at hand, else for the first stowed; default: the book's usual number",
    )
    loaded: Shots = number("loaded", None, "shots ready in that weapon; bows start nocked")
    bombs: int = Field(0, ge=0, le=6, description="bombs carried; each takes one slot")
    light: LightName = Field(Item.NOTHING, description="a light carried in the free hand")
    main_stowed: Flag = Field(False, description="the main-hand weapon is not drawn yet")
    mount: MountName = Field(None, description="template of the mount it rides")
    altitude: int = Field(0, ge=0, le=200, description="yards above the ground")
    hidden: Flag = Field(False, description="lies in ambush, unseen until the battle begins")
    surprised: Flag = Field(False, description="may be surprised; only with `surprise: by_unit`")

    @model_validator(mode="before")
    @classmethod
    def _full_names(cls, given: Any) -> Any:
        """Accept the book's abbreviations."""
        return full_names(given, ALIASES)
