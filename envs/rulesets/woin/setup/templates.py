"""The ready-made units."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from ....scenario.wording import read_templates

#: The rulebook's abbreviations, and other names of the fields of a unit.
ALIASES = {
    "STR": "strength", "AGI": "agility", "END": "endurance", "INT": "intuition", "LOG": "logic", "WIL": "willpower",
    "CHA": "charisma", "LUC": "luck_score", "MAG": "magic_score", "PSI": "psionics",
    "HEALTH": "health_max", "health": "health_max", "SPEED": "speed", "SOAK": "soak", "body_size": "size", "armor": "armour",
    "MELEE_DEFENSE": "melee_defence", "RANGED_DEFENSE": "ranged_defence", "MENTAL_DEFENSE": "mental_defence",
    "VITAL_DEFENSE": "vital_defence", "melee_defense": "melee_defence", "ranged_defense": "ranged_defence",
    "mental_defense": "mental_defence", "vital_defense": "vital_defence", "JUMP_H": "leap_feet", "JUMP_V": "jump_feet",
    "luck_dice": "luck", "magic_points": "magic", "psi_points": "psi", "special": "called_special",
    "healing_draught": "draughts", "initiative_bonus_dice": "initiative_bonus",
}  # fmt: skip


@functools.cache
def templates() -> dict[str, dict[str, Any]]:
    """The ready-made units of ``templates.yaml``, by name, with their ``points``."""
    return read_templates(Path(__file__).with_name("templates.yaml"), ALIASES)
