"""Scenes for tests of ground, shots, guards and chases: who stands where, in the book's squares, and what has been rolled.

    table = scene(archer(at="B2"), foe(at="B3", stand=dodging(7)))
    assert chance(table, "shoot orc") == exactly(0.893333)

The units act in the order in which they are given; the first is asked first. Nobody has a standing defence unless it is given
one with ``stand``. What is asked on the way is answered in the plainest way, see :data:`PLAINLY`; tests say what else.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from heimr.scenes import exactly as exactly
from heimr.scenes import faces as faces_of
from heimr.scenes import scene as lay
from heimr.scenes import square

from tactica.envs.sandbox import Event, Table

#: What is answered where a test says nothing.
PLAINLY = {
    "defence": "no_defence", "attacked": "defend", "reroll": "accept", "provoked": "let_it_be", "hold": "keep_hold",
    "stop": "let_pass", "resist": "suffer", "evade": "take_it", "intercepted": "stay", "stumble": "north",
    "blind_axis": "blind_straight", "pursue": "stay_behind", "chase": "chase_run", "surpass": "go_on",
}  # fmt: skip
STEPS = {(0, 1): "north", (1, 0): "east", (0, -1): "south", (-1, 0): "west"}
ABILITIES = (
    "brawl", "agility", "survival", "perception", "persuasion", "insight", "knife_fighting", "dueling", "swordsmanship",
    "sword_and_shield", "pole_arms", "archery", "throwing", "blowguns", "medicine",
)  # fmt: skip
MENTAL = -99  # the fatigue that rolls of the mind know of


# --- numbers


def naturals(c: int) -> dict[int, float]:
    """The chances of all natural results of a consistency: a D6 and so many D10, of which the best or the worst counts."""
    found: dict[int, float] = {}

    def add(natural: int, weight: float) -> None:
        found[natural] = found.get(natural, 0) + weight

    count = abs(c)
    for six in range(1, 7):
        if c == 0:
            add(six, 1 / 6)
        elif c > 0:
            for best in range(1, 10):
                add(max(six, best), ((best / 10) ** count - ((best - 1) / 10) ** count) / 6)
            for tens in range(1, count + 1):
                add(9 + tens, comb(count, tens) * 0.1**tens * 0.9 ** (count - tens) / 6)
        else:
            for worst in range(2, 11):
                weight = (((11 - worst) / 10) ** count - ((10 - worst) / 10) ** count) / 6
                add(min(six, worst) if six > 1 else 1, weight)
            for ones in range(1, count + 1):
                weight = comb(count, ones) * 0.1**ones * 0.9 ** (count - ones) / 6
                add(2 - ones - (six == 1), weight)
    return found


def hits(c: int, p: int, defence: int | None = None, fatigue: int = 4) -> float:
    """The chance that an attack tires nobody too much and is higher than a defence."""
    return sum(w for n, w in naturals(c).items() if n >= fatigue and (defence is None or n + p > defence))


def meets(c: int, p: int, number: int, fatigue: int = 4) -> float:
    """The chance that a physical roll meets a requirement; ``fatigue=-99`` for a mental one."""
    return sum(w for n, w in naturals(c).items() if n >= fatigue and n + p >= number)


# --- defences


def faces(natural: int, c: int = 1) -> list[int]:
    """A D6 and so many D10 that come to a natural result."""
    return faces_of(natural, c)


def dodging(natural: int, c: int = 1) -> tuple[Any, ...]:
    """A standing dodge."""
    return "dodge", *faces(natural, c)


def blocking(natural: int, c: int = 1) -> tuple[Any, ...]:
    """A standing block."""
    return "block", *faces(natural, c)


def parrying(natural: int, c: int = 1) -> tuple[Any, ...]:
    """A standing parry with the sword hand."""
    return "parry", *faces(natural, c)


# --- units


def fighter(name: str, side: str, **more: Any) -> dict[str, Any]:
    """A unit in B2: abilities as (consistency, potential) by training, ``stand`` for what it has rolled for its defence, ``set``
    for fields of its record, everything else as in a scenario; ``hp`` and ``wp`` may be more than a human has.
    """
    return {"name": name, "side": side, "at": "B2", **more}


def man(**more: Any) -> dict[str, Any]:
    """One of the men."""
    return fighter(more.pop("name", "man"), "men", **more)


def foe(**more: Any) -> dict[str, Any]:
    """One of the orcs."""
    return fighter(more.pop("name", "orc"), "orcs", **more)


def archer(**more: Any) -> dict[str, Any]:
    """A man with a bow: consistency 2, potential 3, fatigue 4."""
    return man(**{"weapons": ["bow"], "archery": (2, 2), **more})


def swordsman(**more: Any) -> dict[str, Any]:
    """A man with a sword: consistency 2, potential 4, fatigue 4, damage 2."""
    return man(**{"weapons": ["medium_weapon"], "dueling": (1, 1), **more})


def as_written(unit: dict[str, Any], height: int) -> dict[str, Any]:
    """A unit as :mod:`scenes` takes it."""
    found = {key: value for key, value in unit.items() if key not in ("stand", "set", *ABILITIES)}
    training = {ability: unit[ability] for ability in ABILITIES if ability in unit}
    most = {f"{points}_max": max(unit[points], 3) for points in ("hp", "wp") if points in unit}
    return {**most, **found, "at": square(unit["at"], height), **({"training": training} if training else {})}


# --- scenes


def initiative(units: Sequence[dict[str, Any]]) -> list[int]:
    """What lies on the tape for initiative, side by side as in the roster: each unit comes to less than the one before it."""
    found: dict[str, list[list[int]]] = {}
    before = 1_000
    for unit in units:
        c = unit.get("dex", 0) - unit.get("physical_penalty", 0) - unit.get("dexterity_penalty", 0)
        p = unit.get("wp", 3)
        natural = min(10 if c > 0 else 6, before - 1 - p)
        assert natural > 0, f"{unit['name']} cannot act so late: give it less willpower"
        before = natural + p
        found.setdefault(unit["side"], []).append(faces(natural, c))
    return [face for side in found.values() for rolled in side for face in rolled]


def first_of(laid: Table, units: Sequence[dict[str, Any]], cluster: str) -> int:
    """The number of a cluster: the first roster row of those in it."""
    return min(laid.unit(unit["name"]).row for unit in units if unit.get("set", {}).get("cluster") == cluster)


def direction_to(one: str, other: str) -> str:
    """In which direction a neighbouring square lies; directions by their names, for the rim of the map."""
    if other in STEPS.values():
        return other
    return STEPS[ord(other[0]) - ord(one[0]), int(other[1:]) - int(one[1:])]


def scene(
    *units: dict[str, Any],
    dice: Sequence[int] | None = (),
    size: tuple[int, int] = (3, 3),
    cells: Sequence[tuple[str, Any]] = (),
    borders: Sequence[tuple[str, str, Any]] = (),
    **more: Any,
) -> Table:
    """Units on a board, at the first decision of the first turn.

    Args:
        units: see :func:`fighter`.
        dice: the faces to come; all must be asked for.
        size: of the board.
        cells: (square, what is there).
        borders: (square, its neighbour or a direction, what lies between them).
        more: see :func:`scenes.scene`.
    """
    height = size[1]
    there = [{"flag": marks, "at": [square(at, height)]} for at, marks in cells]
    between = [
        {"type": marks, "cell": square(at, height), "direction": direction_to(at, other)}
        for at, other, marks in borders
    ]
    stand = {unit["name"]: unit["stand"] for unit in units if "stand" in unit}
    written = [as_written(unit, height) for unit in units]
    given = {"order": initiative(units), "size": size, "cells": there, "borders": between, **more}
    laid = lay(*written, defences=stand, **given)
    for unit in units:
        for field, value in unit.get("set", {}).items():
            setattr(laid.unit(unit["name"]), field, first_of(laid, units, value) if field == "cluster" else value)
    laid.dice = None if dice is None else list(dice)
    return laid


# --- playing


def answer(table: Table, wanted: Sequence[str] = ()) -> str | None:
    """What is answered to what is asked now: what a test wants if it is possible, else the plainest."""
    words = table.first_words()
    for text in wanted:
        name, _, word = text.rpartition(": ")
        if word.split(" ")[0] in words and name in ("", table.decider):
            return word
    return PLAINLY.get(str(table.prompt))


def settle(table: Table, *wanted: str) -> None:
    """Go on to the next turn, or to the next decision in it. What is wanted is answered once."""
    left = list(wanted)
    while table.prompt not in ("turn", None):
        text = str(answer(table, left))
        table.play(text)
        for one in left:
            if one.rpartition(": ")[2] == text:
                left.remove(one)
                break


def act(table: Table, text: str, *wanted: str, dice: Sequence[int] | None = None) -> list[Event]:
    """Play a choice and what is asked on the way. Returns what has happened.

    Args:
        table: the table.
        text: the choice.
        wanted: answers in place of the plainest, ``orc: decline`` where it matters whose.
        dice: the faces to come.
    """
    known = len(table.events)
    if dice is not None:
        assert not table.dice_left, f"dice left over: {table.dice_left}"
        table.dice = list(dice)
    table.play(text)
    settle(table, *wanted)
    return table.events[known:]


def rest(table: Table, until: str, *wanted: str) -> None:
    """Let units end their turns until somebody's has begun."""
    for _ in range(60):
        act(table, "end_turn", *wanted)
        if table.decider in (until, None):
            return
    raise AssertionError(f"{until} is never asked")


def chance(table: Table, text: str, want: str = "hit", wanted: Sequence[str] = (), least: int = 1, **how: Any) -> float:
    """The exact chance that something comes of a choice."""
    return float(table.odds(text, want=want, answers=lambda now: answer(now, wanted), **how).at_least(least))


def verbs(table: Table) -> set[str]:
    """What is open to whoever decides."""
    return set(table.first_words())


def kinds(table: Table) -> list[str]:
    """The kinds of all that has happened, in order."""
    return [event.kind for event in table.events]


def targets(table: Table, *kind: str) -> list[str | None]:
    """Whom events of some kinds have befallen, in order."""
    return [event.target for event in table.events if event.kind in kind]


def order(table: Table) -> list[str]:
    """The units in the order of initiative."""
    return [unit.name for unit in sorted(table.units, key=lambda unit: int(unit.order))]
