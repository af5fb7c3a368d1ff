"""A small battle of the toy ruleset for the tests of this folder, and its odds by trying every tape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tactica.envs.sandbox import Table, TapeError, sandbox

SKIRMISH: dict[str, Any] = {
    "ruleset": "toybook",
    "board": {"size": [6, 5]},
    "sides": ["red", "blue"],
    "units": [
        {"name": "ann", "side": "red", "at": [1, 2], "strength": 1, "armour": 3, "health": 2},
        {"name": "bea", "side": "red", "at": [1, 3], "strength": 2},
        {"name": "cid", "side": "blue", "at": [2, 2], "strength": 1, "armour": 2, "health": 3},
        {"name": "dot", "side": "blue", "at": [5, 0], "strength": 1},
    ],
}
#: No cards, so that the first decision is an order and every die is known.
PLAIN = {f"tables.cards.{card}.copies": 0 for card in ("might", "haste", "draught")}


def skirmish(dice: list[int] | None = None, rules: dict[str, Any] | None = None, **options: Any) -> Table:
    """Ann and Bea against Cid, who stands next to Ann, and Dot, who is far away."""
    return sandbox("toybook", SKIRMISH, dice, {**PLAIN, **(rules or {})}, **options)


def try_every_tape(table: Table, play: Callable[[Table], Any]) -> dict[Any, float]:
    """What a way of playing comes to: value -> probability, by trying every tape of faces there is.

    ``play`` plays a clone and returns the value. Which die is asked for is learned from the error of a tape too short.
    """
    found: dict[Any, float] = {}
    tapes: list[tuple[list[int], float]] = [([], 1.0)]
    while tapes:
        tape, weight = tapes.pop()
        twin = table.clone()
        twin.dice = tape
        try:
            value = play(twin)
        except TapeError as short:
            faces = int(str(short).split("a D")[1].split(" ")[0])
            tapes += [([*tape, face], weight / faces) for face in range(1, faces + 1)]
            continue
        assert not twin.dice_left
        found[value] = found.get(value, 0.0) + weight
    return found
