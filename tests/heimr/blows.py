"""Who strikes and who is struck in the tests of dice, blows and effects; and what has been rolled.

table = scene(striker(2, 5), shows(12))
assert chance(table, "weapon_attack orc") == exactly(0.51)
"""

from __future__ import annotations

from typing import Any

from heimr.ground import act, dodging, foe, man

from tactica.envs.sandbox import Event, Table

#: Hit points that last.
PLENTY = 30
#: A D6 and a D10 that hit whoever has no defence, strike the torso and tire nobody.
SURE = [6, 10]


def striker(c: int = 1, p: int = 2, fatigue: int = 4, **more: Any) -> dict[str, Any]:
    """A man who strikes with this consistency, potential and fatigue; he has a light weapon: damage 1."""
    by_hand = {"physical_penalty": 1 - c} if c < 1 else {}
    if fatigue > 7:
        by_hand["fatigue"] = fatigue
    given = {"weapons": ["light_weapon"], "dueling": (max(c - 1, 0), p - 2), "sta": max(4 - fatigue, -3), **more}
    who = foe if given.pop("side", "men") == "orcs" else man
    return who(**{**given, "set": {**by_hand, **more.get("set", {})}})


def shows(total: int, **more: Any) -> dict[str, Any]:
    """An orc whose standing dodge comes to a total, at fatigue 1."""
    return foe(
        **{"hp_max": PLENTY, "sta": 3, "agility": (0, max(total - 10, 0)), "stand": dodging(min(total, 10)), **more}
    )


def bare(**more: Any) -> dict[str, Any]:
    """An orc without defence, weapon and worries."""
    return foe(**{"hp_max": PLENTY, **more})


def with_skill(*skills: str, **more: Any) -> dict[str, Any]:
    """A man with a light weapon and some skills: consistency 1, potential 2, fatigue 4."""
    return man(**{"weapons": ["light_weapon"], "skills": list(skills), "hp_max": PLENTY, **more})


def strike(
    table: Table,
    *primed: str,
    dice: list[int] | None = None,
    text: str = "weapon_attack orc",
    wanted: tuple[str, ...] = (),
) -> list[Event]:
    """Get a skill ready and strike."""
    for skill in primed:
        table.play(f"prime_skill {skill}")
    return act(table, text, *wanted, dice=SURE if dice is None else dice)


def of_kind(events: list[Event], *kinds: str) -> list[Event]:
    """The events of some kinds."""
    return [event for event in events if event.kind in kinds]


def happened(table: Table, *kinds: str) -> list[Event]:
    """The events of some kinds since the table was set up."""
    return of_kind(table.events, *kinds)


def unless(usual: Any, address: str, value: Any) -> dict[str, Any]:
    """The rules of a battle in which a number is this one; none where it is as in the book."""
    return {} if value == usual else {address: value}


def use(table: Table, who: str, **fields: Any) -> None:
    """Set fields of a unit by hand."""
    for field, value in fields.items():
        setattr(table.unit(who), field, value)
