"""Changing what a side cannot know, for tests that nothing of it shows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.state.fields import scramble
from ..board import STRIDE
from ..imagine import is_free_to_imagine, is_under_way
from ..observe import is_known_to, is_read_by
from ..rules.conditions import is_present
from ..state import UNIT

#: What a unit keeps to itself while it is seen, beside willpower: the skills it can still use for nothing; the one it has ready.
PRIVATE = ("free_uses",)
WAITING = ("primed",)
#: What stays as it is when a hidden unit is changed: whose it is, that it hides, its place in the order, what names other units
#: or cells, and what it carries.
KEPT = (
    "side", "present", "cell", "dead", "escaped", "surrendered", "unconscious", "hidden_from", "known_hiding", "last_seen",
    "order", "acted", "cluster", "grab_target", "guard_unit", "due_target", "assists", "turn_cell", "ran_from", "entered_from",
    "items", "places", "lies", "ammo", "to_draw", "poison",
)  # fmt: skip
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
            if unit["wp"] > 0 and not is_read_by(s, viewer, who):  # that it has none left shows
                unit["wp"] = rng.integers(1, int(unit["wp_max"]) + 1)
        elif is_free_to_imagine(s, who):
            scramble(s, unit, UNIT, HIDEABLE, rng)
            unit["cell"] = rng.integers(0, s.board_width) + STRIDE * rng.integers(0, s.board_height)
