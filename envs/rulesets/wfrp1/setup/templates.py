"""The ready-made units."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from ....scenario.wording import read_templates

#: The rulebook's abbreviations, and other names of the fields of a unit.
ALIASES = {
    "M": "movement", "WS": "weapon_skill", "BS": "ballistic_skill", "S": "strength", "T": "toughness",
    "W": "wounds", "wounds_max": "wounds", "I": "initiative", "A": "attacks", "Dex": "dexterity", "Ld": "leadership",
    "Int": "intelligence", "Cl": "cool", "WP": "will_power", "Fel": "fellowship", "spec": "specialist",
    "ammo": "ammunition", "fly_m": "fly_movement", "night_vision_yd": "night_vision", "altitude_yd": "altitude",
}  # fmt: skip


@functools.cache
def templates() -> dict[str, dict[str, Any]]:
    """The ready-made units of ``templates.yaml``, by name, with their ``points``."""
    return read_templates(Path(__file__).with_name("templates.yaml"), ALIASES)
