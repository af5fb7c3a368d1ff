"""When each refusal holds, read off the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from .board import STRIDE
from .vocab import Card, Prompt, Refusal, Verb

if TYPE_CHECKING:
    from conformance.verdicts import Asked


def is_answer(a: Asked) -> bool:
    """Whether a verb answers the current prompt at all."""
    if a.s.prompt == Prompt.CARD:
        return a.verb in (Verb.KEEP, Verb.PLAY, Verb.DRINK)
    return bool(a.s.prompt == Prompt.ORDER and a.verb in (Verb.STRIKE, Verb.GUARD, Verb.MARCH, Verb.HOLD))


def fallen(a: Asked) -> np.ndarray:
    """Rows of the fallen of the side that is asked."""
    units = a.s.units[: a.s.unit_count]
    return np.flatnonzero((units["present"] == 1) & (units["side"] == a.s.decider_side) & (units["health"] <= 0))


def cells_of(unit: np.void) -> set[tuple[int, int]]:
    """The squares of a body, (x, y)."""
    y, x = divmod(int(unit["cell"]), STRIDE)
    return {(x + dx, y + dy) for dx in range(unit["width"]) for dy in range(unit["height"])}


def is_crowded(a: Asked, who: int) -> bool:
    """Whether an enemy the side knows of, or too many friends, stand in a square of the place where a unit fell."""
    room = int(a.book.room)

    def taken(unit: np.void) -> int:
        return room if unit["width"] * unit["height"] > 1 else 1

    there = [
        (cells_of(unit), taken(unit) if a.s.allied[a.s.decider_side, unit["side"]] else room + 1)
        for other, unit in enumerate(a.s.units[: a.s.unit_count])
        if other != who and unit["health"] > 0 and unit["cell"] >= 0 and is_seen(a, unit)
    ]
    me = a.s.units[who]
    return any(taken(me) + sum(more for cells, more in there if cell in cells) > room for cell in cells_of(me))


def is_seen(a: Asked, unit: np.void) -> bool:
    """Whether the side that is asked knows where a unit is."""
    return not unit["hidden"] or bool(a.s.allied[a.s.decider_side, unit["side"]])


HOLDS: dict[Refusal, Callable[[Asked], bool]] = {
    Refusal.ANOTHER_PROMPT: lambda a: not is_answer(a),
    Refusal.NO_CARD: lambda a: a.s.hand[a.s.decider_side] not in (Card.MIGHT, Card.HASTE),
    Refusal.NO_DRAUGHT: lambda a: a.s.hand[a.s.decider_side] != Card.DRAUGHT,
    Refusal.NOBODY_TO_RAISE: lambda a: all(is_crowded(a, who) for who in fallen(a)),
    Refusal.NOT_OF_THE_SIDE: lambda a: a.s.units[a.value].side != a.s.decider_side or a.s.units[a.value].present == 0,
    Refusal.STANDS: lambda a: a.s.units[a.value].health > 0,
    Refusal.NO_ROOM: lambda a: is_crowded(a, a.value),
}
