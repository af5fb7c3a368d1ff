"""A regiment as a scenario writes it: profile, models and files, what it carries, its command group and its character."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

from ....core.compiler import outside
from ....scenario.contract import numbers_of
from ....scenario.model import wrong
from ....scenario.problems import listed, unknown
from ....scenario.wording import Flag, Word, Words, slug
from ..state import UNIT
from ..vocab import MODELS, Missile, Role, Trait, Troop, Weapon
from .templates import characters

#: A number of a unit, within what its record holds: name there, default, meaning.
number = numbers_of(UNIT)

LARGEST_BASE_MM = 200
SIZE = re.compile(r"([1-9]\d?)(\+|-([1-9]\d?))?")
HITS = re.compile(r"(?:([1-9])|([1-9])?d([36]))")
ARMOURS = ("none", "light", "heavy", "full_plate")
NOBODY = "none"
CHARACTER = "char_"
SCORES = (
    "movement", "weapon_skill", "ballistic_skill", "strength", "toughness", "wounds", "initiative", "attacks", "leadership",
)  # fmt: skip


class Hits(NamedTuple):
    """Automatic hits of a model: a number of them, or of dice."""

    number: int
    die: int = 0


def _base(value: Any) -> tuple[int, int]:
    is_pair = isinstance(value, (list, tuple)) and len(value) == 2
    if not is_pair or not all(isinstance(mm, int) and 1 <= mm <= LARGEST_BASE_MM for mm in value):
        raise wrong(f"{value!r} is no base", f"[width, depth] in millimetres, each 1 to {LARGEST_BASE_MM}")
    return int(value[0]), int(value[1])


def _size(value: Any) -> str:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    read = SIZE.fullmatch(text) if isinstance(text, str) else None
    if read is None or (read[3] and int(read[3]) < int(read[1])):
        raise wrong(f"{value!r} is no unit size", 'a minimum "10+", a span "5-30", or a number "1"')
    return str(text)


def _hits(value: Any) -> str:
    text = "0" if value is None else str(value)
    if (
        not isinstance(value, (int, str, type(None)))
        or isinstance(value, bool)
        or not (text == "0" or HITS.fullmatch(text))
    ):
        raise wrong(f"{value!r} are no automatic hits", "0 to 9, or dice such as d3, d6 and 2d6")
    return text


def hits_of(text: str) -> Hits:
    """Automatic hits by what a scenario says: a number, or dice."""
    read = HITS.fullmatch(text)
    if read is None:
        return Hits(0)
    return Hits(int(read[1])) if read[1] else Hits(int(read[2] or 1), int(read[3]))


def _character(value: Any) -> str:
    known = (NOBODY, *characters())
    if value is None:
        return NOBODY
    if not isinstance(value, str) or slug(value) not in known:
        raise wrong(unknown("character", value, known), listed(known))
    return slug(value)


def _armour(value: Any) -> str:
    worn = NOBODY if value is None else value
    if not isinstance(worn, str) or slug(worn) not in ARMOURS:
        raise wrong(unknown("armour", value, ARMOURS), listed(ARMOURS))
    return slug(worn)


_INTEGERS = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_HITS_SCHEMA = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 9}, {"type": "string", "pattern": HITS.pattern}]}
Base = Annotated[tuple[int, int], PlainValidator(_base), WithJsonSchema(_INTEGERS)]
Size = Annotated[str, PlainValidator(_size), WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "integer"}]})]
Automatic = Annotated[str, PlainValidator(_hits), WithJsonSchema(_HITS_SCHEMA)]
Who = Annotated[str, PlainValidator(_character), WithJsonSchema({"type": "string", "enum": [NOBODY, *characters()]})]
Worn = Annotated[str, PlainValidator(_armour), WithJsonSchema({"type": "string", "enum": list(ARMOURS)})]
TroopType = Annotated[Troop, Word(Troop, "troop type", also={"light_infantry": Troop.REGULAR_INFANTRY})]
CloseWeapon = Annotated[Weapon, Word(Weapon, "close-combat weapon")]
MissileWeapon = Annotated[
    Missile, Word(Missile, "missile weapon", also={"none": Missile.NOTHING}, none=Missile.NOTHING)
]


class Unit(BaseModel):
    """One regiment: one profile for all its models, and the character that rides with it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    troop_type: TroopType = Field(Troop.REGULAR_INFANTRY, description="sub-type: row of the troop type table")
    base_mm: Base = Field((25, 25), description="width and depth of a base in millimetres")
    unit_size: Size = Field("1+", description='how many models it may have: "10+", "5-30", "1"')
    models: int = Field(20, ge=1, le=MODELS, description="models it has, its character included")
    models_start: int | None = number("models_start", None, "models it began the battle with; default: those it has")
    files: int = Field(5, ge=1, le=MODELS, description="models in the front rank; all of them where there are fewer")
    movement: int = number("movement", 4, "M: inches of an ordinary move")
    weapon_skill: int = number("weapon_skill", 3, "WS: skill in close combat")
    ballistic_skill: int = number("ballistic_skill", 3, "BS: skill in shooting, 0 cannot shoot")
    strength: int = number("strength", 3, "S: how hard it strikes")
    toughness: int = number("toughness", 3, "T: how little it is hurt")
    wounds: int = number("wounds", 1, "W: wounds of a model")
    initiative: int = number("initiative", 3, "I: order of striking")
    attacks: int = number("attacks", 1, "A: attacks of a model")
    leadership: int = number("leadership", 7, "Ld: courage")
    armour: Worn = Field("none", description="worn armour")
    shield: Flag = Field(False, description="carries a shield")
    barding: Flag = Field(False, description="its mounts are armoured")
    armour_value: int | None = number(
        "armour", None, "AV: number that saves, shield and barding included; default: from what it wears"
    )
    ward: int = number("ward", 7, "number of its ward save, 7 none")
    regeneration: int = number("regeneration", 7, "number of its regeneration, 7 none")
    fly: int = number("fly", 0, "M in the air, 0 does not fly")
    weapon: CloseWeapon = Field(Weapon.HAND_WEAPON, description="weapon for close combat")
    missile: MissileWeapon = Field(Missile.NOTHING, description="missile weapon or machine")
    traits: Annotated[tuple[Trait, ...], Words(Trait, "trait")] = Field((), description="special rules")
    mount_weapon_skill: int = number("mount_weapon_skill", 0, "WS of its mounts")
    mount_strength: int = number("mount_strength", 0, "S of its mounts")
    mount_initiative: int = number("mount_initiative", 0, "I of its mounts")
    mount_attacks: int = number("mount_attacks", 0, "A of its mounts, 0 no mounts that fight")
    impact_hits: Automatic = Field("0", description="impact hits of a model: a number, d3, d6 or 2d6")
    impact_strength: int | None = number("impact_strength", None, "S of impact hits; default: that of the model")
    impact_ap: int = number("impact_ap", 0, "armour piercing of impact hits, 0 or less")
    stomp: Automatic = Field("0", description="stomps of a model: a number, d3, d6 or 2d6")
    champion: Flag = Field(False, description="led by a champion")
    standard: Flag = Field(False, description="carries a standard")
    musician: Flag = Field(False, description="has a musician")
    points_each: int = Field(0, ge=0, le=1000, description="points of a model")
    points_extra: int = Field(0, ge=0, le=5000, description="points of what was chosen besides")
    points: int | None = number("points", None, "what the whole unit is worth; default: models, options and character")

    character: Who = Field(NOBODY, description="ready-made character that is one of its models")
    roles: Annotated[tuple[Role, ...], Words(Role, "role")] | None = Field(None, description="what the character is")
    wizard_level: int | None = number("wizard_level", None, "level of the character as a wizard, 0 none")
    char_movement: int | None = number("char_movement", None, "M of the character; default: that of the unit")
    char_weapon_skill: int | None = number("char_weapon_skill", None, "WS of the character")
    char_ballistic_skill: int | None = number("char_ballistic_skill", None, "BS of the character")
    char_strength: int | None = number("char_strength", None, "S of the character")
    char_toughness: int | None = number("char_toughness", None, "T of the character")
    char_wounds: int | None = Field(None, ge=1, le=10, description="W of the character")
    char_initiative: int | None = number("char_initiative", None, "I of the character")
    char_attacks: int | None = number("char_attacks", None, "A of the character")
    char_leadership: int | None = number("char_leadership", None, "Ld of the character")
    char_armour_value: int | None = number("char_armour", None, "AV of the character, 7 none")
    char_ward: int | None = number("char_ward", None, "number of the ward save of the character, 7 none")
    char_weapon: CloseWeapon | None = Field(None, description="weapon of the character")
    char_points: int | None = Field(None, ge=0, le=5000, description="points of the character")

    fleeing: Flag = Field(False, description="in flight when the battle begins")
    lost_wounds: int = number("lost_wounds", 0, "wounds its one wounded model has lost already")
    char_lost_wounds: int = number("char_lost_wounds", 0, "wounds its character has lost already")

    @model_validator(mode="after")
    def _is_one_unit(self) -> Self:
        """Hold the numbers against each other."""
        low, high = size_limits(self.unit_size)
        if not low <= self.starting_models <= high:
            text = f"{self.starting_models} models do not fit its unit size {self.unit_size}"
            raise wrong(text, f"{low} models" if low == high else f"{low} to {high} models")
        if self.models > self.starting_models:
            raise wrong(f"{self.models} models are more than it began with", f"1 to {self.starting_models} models")
        if self.fleeing and Trait.UNBREAKABLE in self.traits:
            raise wrong("an unbreakable unit never flees", "fleeing: false")
        if self.lost_wounds >= self.wounds:
            raise wrong(f"{self.lost_wounds} lost wounds would kill the model", f"0 to {self.wounds - 1} lost wounds")
        rider = character_of(self)
        if rider is None:
            given = [name for name in (*CHARACTER_FIELDS, "char_lost_wounds") if getattr(self, name)]
            if given:
                raise wrong(f"{given[0]} without a character", f"character: {listed(characters())}")
        elif self.char_lost_wounds >= rider["char_wounds"]:
            text = f"{self.char_lost_wounds} lost wounds would kill the character"
            raise wrong(text, f"0 to {rider['char_wounds'] - 1} lost wounds")
        return self

    @property
    def starting_models(self) -> int:
        """Models at the start of the battle."""
        return self.models if self.models_start is None else self.models_start


CHARACTER_FIELDS = tuple(
    name
    for name in Unit.model_fields
    if (name.startswith(CHARACTER) and name != "char_lost_wounds") or name in ("roles", "wizard_level")
)


@outside.rule("profile.unit_size")
def size_limits(text: str) -> tuple[int, int]:
    """Unit size: the least and the greatest number of models a unit may have."""
    low, _, high = text.partition("-")
    if text.endswith("+"):
        return int(text[:-1]), MODELS
    return int(low), int(high or low)


@outside.rule("profile.options")
def options_of_character(unit: Unit) -> dict[str, Any]:
    """Options: what a unit says of its character otherwise than the character's template."""
    return {name: getattr(unit, name) for name in CHARACTER_FIELDS if getattr(unit, name) is not None}


@outside.rule("x.character.embedded")
def character_of(unit: Unit) -> dict[str, Any] | None:
    """Characters: the fields of the character of a unit, those of its template unless the unit says others; None without one."""
    if unit.character == NOBODY:
        return None
    found: dict[str, Any] = {**characters()[unit.character], **options_of_character(unit)}
    found.setdefault("char_movement", unit.movement)
    found.setdefault("char_ballistic_skill", unit.ballistic_skill)
    return found


@outside.rule("x.turn.end_and_victory")
def points_of(unit: Unit) -> int:
    """Victory points: models, options and character, or what the scenario says."""
    if unit.points is not None:
        return unit.points
    rider = character_of(unit)
    return unit.starting_models * unit.points_each + unit.points_extra + (int(rider["char_points"]) if rider else 0)
