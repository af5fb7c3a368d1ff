"""The ready-made regiments and characters."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from ....core.compiler import outside
from ....scenario.wording import read_templates, word_reader
from ..vocab import Role, Weapon

SCORES = {
    "M": "movement", "WS": "weapon_skill", "BS": "ballistic_skill", "S": "strength", "T": "toughness", "W": "wounds",
    "I": "initiative", "A": "attacks", "Ld": "leadership",
}  # fmt: skip

#: The rulebook's abbreviations, and other names of the fields of a unit.
ALIASES = {
    **SCORES,
    **{f"char_{short}": f"char_{name}" for short, name in SCORES.items()},
    **{f"mount_{short}": f"mount_{SCORES[short]}" for short in ("WS", "S", "I", "A")},
    "AV": "armour_value", "char_AV": "char_armour_value", "armor": "armour", "size": "unit_size", "close": "weapon",
    "level": "wizard_level",
}  # fmt: skip
ABOUT_THE_CHARACTER = ("roles", "wizard_level")  # fields of a unit that are the character's without saying so


@functools.cache
@outside.rule("x.units.templates")
def templates() -> dict[str, dict[str, Any]]:
    """Unit stat lines: the ready-made regiments of ``templates.yaml``, by name, with their ``points``."""
    return read_templates(Path(__file__).with_name("templates.yaml"), ALIASES)


@functools.cache
def characters() -> dict[str, dict[str, Any]]:
    """The ready-made characters of ``characters.yaml``, by name, as fields of the unit that they are in."""
    role, weapon = word_reader(Role, "role"), word_reader(Weapon, "close-combat weapon")
    found = {}
    for name, fields in read_templates(Path(__file__).with_name("characters.yaml"), ALIASES).items():
        own = {key: value for key, value in fields.items() if key in ABOUT_THE_CHARACTER}
        rest = {f"char_{key}": value for key, value in fields.items() if key not in ABOUT_THE_CHARACTER}
        found[name] = {"roles": (), "wizard_level": 0, "char_ward": 7, "char_weapon": Weapon.HAND_WEAPON, **own, **rest}
        found[name]["roles"] = tuple(role(one) for one in found[name]["roles"])
        found[name]["char_weapon"] = weapon(found[name]["char_weapon"])
    return found
