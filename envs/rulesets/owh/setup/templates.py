"""The ready-made units."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from ....scenario.wording import read_templates

#: The rulebook's abbreviations, and other names of the fields of a unit.
ALIASES = {
    "AGI": "agility", "STR": "strength", "STA": "stamina", "SPI": "spirit", "FGT": "fighting", "SHT": "shooting",
    "HEA": "healing", "STL": "stealth", "NOT": "notice", "PAR": "parry", "HP": "hp", "hp_max": "hp", "AM": "armour",
    "armor": "armour", "MR": "magic_resistance", "SIZ": "size", "body_size": "size", "MOV": "move", "WND": "winds",
}  # fmt: skip


@functools.cache
def templates() -> dict[str, dict[str, Any]]:
    """The ready-made units of ``templates.yaml``, by name, with their ``points``."""
    return read_templates(Path(__file__).with_name("templates.yaml"), ALIASES)
