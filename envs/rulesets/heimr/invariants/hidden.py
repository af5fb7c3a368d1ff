"""Changing what a side cannot know, for tests that nothing of it shows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.state.fields import scramble
from ..board import STRIDE
from ..imagine import is_free_to_imagine, is_under_way
from ..observe import is_item_shown, is_known_to, is_read_by
from ..rules.conditions import is_present
from ..state import UNIT
from ..vocab import SLOTS, Defence, Item, Place

#: What a unit keeps to itself while it is seen, beside its strength, missiles and things out of sight: the skills it can still
#: use for nothing; the one it has ready.
PRIVATE = ("free_uses",)
WAITING = ("primed",)
#: What stays as it is when a hidden unit is changed: whose it is, that it hides, its place in the order, what names other units
#: or cells, and what it carries.
KEPT = (
    "side", "present", "cell", "dead", "escaped", "surrendered", "unconscious", "hidden_from", "known_hiding", "last_seen",
    "order", "acted", "cluster", "grab_target", "guard_unit", "due_target", "assists", "turn_cell", "ran_from", "entered_from",
    "items", "places", "lies", "ammo", "to_draw", "poison",
)  # fmt: skip
THINGS = (Item.LIGHT_WEAPON, Item.MEDIUM_WEAPON, Item.GREAT_WEAPON, Item.BUCKLER)
HIDEABLE = [str(row[0]) for row in UNIT if row[0] not in KEPT]


def scramble_hidden(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Change everything that ``viewer`` cannot know: all about hidden enemies, and what the others keep to themselves."""
    for who in range(int(s.unit_count)):
        unit = s.units[who]
        if s.allied[viewer, unit["side"]] == 1 or not is_present(s, who):
            continue
        if is_known_to(s, viewer, who):
            names = list(PRIVATE)
            names += [] if is_under_way(s, who) else WAITING
            names += ["hide_value"] if unit["hidden_from"] else []
            scramble(s, unit, UNIT, names, rng)
            scramble_carried(s, viewer, who, rng)
            if not is_read_by(s, viewer, who):
                scramble_strength(unit, rng)
        elif is_free_to_imagine(s, who):
            scramble(s, unit, UNIT, HIDEABLE, rng)
            unit["cell"] = rng.integers(0, s.board_width) + STRIDE * rng.integers(0, s.board_height)


def scramble_strength(unit: Any, rng: np.random.Generator) -> None:
    """Change willpower and fatigue of a known unit, but not what shows: that no willpower is left, whether a defence counts."""
    if unit["wp"] > 0:
        unit["wp"] = rng.integers(1, int(unit["wp_max"]) + 1)
    natural = int(unit["defence_natural"])
    low, high = 1, 20
    if unit["defence"] != Defence.NONE:
        low, high = (1, min(natural, high)) if unit["fatigue"] <= natural else (max(natural + 1, low), high)
    unit["fatigue"] = rng.integers(low, high + 1)


def scramble_carried(s: Any, viewer: int, who: int, rng: np.random.Generator) -> None:
    """Change the missiles of a known unit, but not whether it has any; and what it carries out of sight."""
    unit = s.units[who]
    for slot in range(SLOTS):
        if is_item_shown(s, viewer, who, slot):
            if unit["ammo"][slot] > 0:
                unit["ammo"][slot] = rng.integers(1, 100)
                unit["poison"][slot] = rng.integers(0, unit["ammo"][slot] + 1)
        elif unit["places"][slot] != Place.BROKEN:
            unit["items"][slot], unit["places"][slot] = rng.choice(THINGS), Place.STOWED
            for name in ("ammo", "to_draw", "poison", "conceal_value", "shown_to"):
                unit[name][slot] = 0
