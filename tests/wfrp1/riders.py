"""An orc on foot beside a rider."""

from __future__ import annotations

from typing import Any

from fixtures import table

from tactica.envs.sandbox import Table


def horse_of(scene: Table) -> Any:
    """The mount of the rider, which stands behind all others in the roster."""
    return scene.unit(len(scene.names) - 1)


def mounted(
    dice: Any = None, orc: Any = None, rider: Any = None, rules: Any = None, at: tuple[int, int] = (5, 5), upto: str = "",
    horse: Any = None, **more: Any,
) -> Table:  # fmt: skip
    """An orc on foot (I 60, WS 33) at (4, 5) beside a rider (I 20) on a warhorse (8 ft, T 4, S 5)."""
    scene = table(
        {"name": "orc", "side": "orcs", "at": [4, 5], "facing": "east", "i": 60, "ws": 33, "s": 4, "w": 20, **(orc or {})},
        {"name": "rider", "side": "men", "at": list(at), "facing": "west", "i": 20, "w": 20, "mount": "warhorse",
         **(rider or {})},
        dice=dice,
        rules=rules,
        upto=upto,
        **more,
    )  # fmt: skip
    for name, value in (horse or {}).items():
        setattr(horse_of(scene), name, value)
    return scene
