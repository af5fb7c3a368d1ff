"""Wizards for clause tests: about to cast, with spells that nearly always work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tow.scenes import battle, regiment

from tactica.envs.sandbox import Table

SPELLS = "x.magic.spells"
MAGE = {"character": "hexer", "models": 6}  # level 2
ALWAYS = {
    f"{SPELLS}.{name}_cv": 0 for name in ("bolt", "rain", "sinkhole", "ward", "wither", "mend")
}  # but on a natural 2


def mages(
    upto: str = "shoot",
    rules: Mapping[str, int] | None = None,
    orcs: Mapping[str, Any] | None = None,
    friends: Sequence[dict[str, Any]] = (),
    dice: Sequence[int] | None = (),
    men: Mapping[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A wizard among men, about to cast, five inches from orcs whom nothing alarms."""
    foes = regiment("orcs", at=(14, 8), facing="south", **{"models": 20, "traits": ["unbreakable"], **(orcs or {})})
    men = regiment(at=(10, 14), **{**MAGE, **(men or {})})
    return battle(men, foes, *friends, rules={**ALWAYS, **(rules or {})}, dice=dice, upto=upto, who="men", **more)


def others(**more: Any) -> dict[str, Any]:
    """Friends of the wizard who have lost two of six models and two Wounds of another."""
    return regiment(
        "others", "men", (20, 14), **{"models": 4, "models_start": 6, "wounds": 3, "lost_wounds": 2, **more}
    )


def when_cast(scene: Table, text: str, wanted: str) -> dict[Any, float]:
    """What is wanted where the spell has worked: value -> chance."""
    found = scene.odds(text, want=["event cast", wanted], open="stop")
    worked = {value: chance for (cast, value), chance in found.items() if cast}
    return {value: chance / sum(worked.values()) for value, chance in worked.items()}
