"""Scenes of close combat: Ada and an orc, hand to hand, who win, lose, follow and flee."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fixtures import table

from tactica.envs.sandbox import Table

#: A roll that hits with WS 60 and is no double: the right arm.
HIT = 12
#: Hurts its like by what the die shows, S 3 against T 3, and is too dull to parry.
PLAIN = {"m": 4, "ws": 33, "s": 3, "t": 3, "w": 15, "a": 1, "npc": True, "int": 30, "main_hand": "hand weapon"}
#: The odds of a blow are those of its first roll.
ONE_ROLL = {"attack.fumble.opt_fumbles": 0, "damage.additional.opt_additional_damage": 0}
#: A corridor along y = 5.
CORRIDOR = {"size": [12, 12], "cells": [{"flag": "blocked", "at": [[x, y] for x in range(12) for y in (4, 6)]}]}

Placed = tuple[str, str, tuple[int, int], dict[str, Any]]


def verbs(scene: Table) -> set[str]:
    """The verbs that are possible now."""
    return set(scene.first_words())


def deeds(scene: Table) -> set[str]:
    """The verbs that are possible now, save those that only move things from or to the hands."""
    return verbs(scene) - {"take_up", "stow", "drop", "pick_up", "swap_hands"}


def kinds(scene: Table) -> list[str]:
    """What has happened, in order."""
    return [event.kind for event in scene.events]


def winners(scene: Table) -> dict[tuple[str | None, str | None], int]:
    """Who is winning over whom, by how much."""
    return {(event.who, event.target): event.amount for event in scene.events if event.kind == "wins_over"}


def melee(*units: Placed, **more: Any) -> Table:
    """Units with WS 60, given as (name, side, cell, fields); the first of them is the quickest."""
    placed = [
        {"i": 50 - 5 * n, **PLAIN, "ws": 60, **unit, "name": name, "side": side, "at": list(at)}
        for n, (name, side, at, unit) in enumerate(units)
    ]
    return table(*placed, **{"size": (10, 8), **more})


def ada_and_orc(
    dice: Sequence[int] = (),
    ada: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    at: tuple[tuple[int, int], tuple[int, int]] = ((4, 4), (5, 4)),
    others: Iterable[Placed] = (),
    **more: Any,
) -> Table:
    """Ada (4, 4), facing east, in contact with an orc."""
    one: Placed = ("ada", "men", at[0], {"facing": "east", **(ada or {})})
    two: Placed = ("orc", "orcs", at[1], {"facing": "west", **(orc or {})})
    return melee(one, two, *others, dice=dice, **more)


def ada_wins(dice: Sequence[int] = (), after: Sequence[str] = (), **more: Any) -> Table:
    """Ada has hit the orc for 3; whoever else there is has passed. The second round begins."""
    scene = ada_and_orc([HIT, 3, *dice], **more)
    scene.play("ada: strike orc normal", "orc: pass", *after)
    assert scene.round == 2
    return scene


def fight(*units: Placed, upto: str | None = None, **more: Any) -> Table:
    """Units given as (name, side, cell, fields), declarations still to come."""
    placed = [{"i": 30, **PLAIN, **unit, "name": name, "side": side, "at": list(at)} for name, side, at, unit in units]
    return table(*placed, upto=upto, **{"size": (12, 12), **more})


def ada_flees(
    *others: Placed,
    dice: Sequence[int] = (),
    ada: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    at: tuple[tuple[int, int], tuple[int, int]] = ((5, 5), (6, 5)),
    **more: Any,
) -> Table:
    """Ada (I 30) has declared flight from an orc (I 50, A 2) east of her; all others act."""
    one: Placed = ("ada", "men", at[0], {"facing": "east", "i": 30, **(ada or {})})
    two: Placed = ("orc", "orcs", at[1], {"facing": "west", "i": 50, "a": 2, **(orc or {})})
    scene = fight(one, two, *others, dice=dice, **more)
    while scene.prompt == "declare":
        scene.play("declare_flee" if scene.decider == "ada" else "act")
    return scene
