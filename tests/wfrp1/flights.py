"""Scenes with fliers: an eagle in the air in the east, an archer or a goblin on the ground in the west."""

from __future__ import annotations

from typing import Any

from fixtures import table

from tactica.envs.sandbox import Table

EAGLE = {"name": "eagle", "side": "beasts", "fly_movement": 12, "natural_weapons": True, "main_hand": "none", "m": 1,
         "facing": "west"}  # fmt: skip


def aerial(
    cells: int = 4,
    altitude: int = 12,
    dice: list[int] | None = None,
    *,
    eagle: dict[str, Any] | None = None,
    man: dict[str, Any] | None = None,
    others: tuple[dict[str, Any], ...] = (),
    size: tuple[int, int] = (12, 12),
    **more: Any,
) -> Table:
    """The eagle (I 60) about to act, ``cells`` to the east of a man (I 25) at (2, 5)."""
    one = {"name": "man", "side": "men", "at": [2, 5], "facing": "east", "i": 25, **(man or {})}
    two = {**EAGLE, "at": [2 + cells, 5], "i": 60, "altitude": altitude, **(eagle or {})}
    return table(one, two, *others, dice=dice, **{"size": size, **more})
