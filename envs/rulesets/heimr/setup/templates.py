"""The ready-made units."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from ....scenario.wording import read_templates

#: The rulebook's abbreviations, and other names of the fields of a unit.
ALIASES = {
    "str": "strength", "dex": "dexterity", "sta": "stamina", "int": "intelligence", "soc": "sociability", "emp": "empathy",
    "hit_points": "hp_max", "willpower": "wp_max", "hit_points_left": "hp", "willpower_left": "wp", "armor": "armour",
    "poisoned_darts": "poison",
}  # fmt: skip


@functools.cache
def templates() -> dict[str, dict[str, Any]]:
    """The ready-made units of ``templates.yaml``, by name, with their ``points``."""
    return read_templates(Path(__file__).with_name("templates.yaml"), ALIASES)
