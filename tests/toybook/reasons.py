"""When each refusal holds, read off the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from .board import STRIDE
from .vocab import A_CELL, A_UNIT, Card, Prompt, Refusal, Verb

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


def cells_of(unit: np.void, cell: int | None = None) -> set[tuple[int, int]]:
    """The squares of a body, (x, y), where it stands or in another place."""
    y, x = divmod(int(unit["cell"]) if cell is None else cell, STRIDE)
    return {(x + dx, y + dy) for dx in range(unit["width"]) for dy in range(unit["height"])}


def is_crowded(a: Asked, who: int, cell: int | None = None) -> bool:
    """Whether an enemy the side knows of, or too many friends, stand in a square of the place where a unit fell, or of a cell."""
    room = int(a.book.room)

    def taken(unit: np.void) -> int:
        return room if unit["width"] * unit["height"] > 1 else 1

    there = [
        (cells_of(unit), taken(unit) if a.s.allied[a.s.decider_side, unit["side"]] else room + 1)
        for other, unit in enumerate(a.s.units[: a.s.unit_count])
        if other != who and unit["health"] > 0 and unit["cell"] >= 0 and is_seen(a, unit)
    ]
    me = a.s.units[who]
    return any(taken(me) + sum(more for cells, more in there if at in cells) > room for at in cells_of(me, cell))


def is_seen(a: Asked, unit: np.void) -> bool:
    """Whether the side that is asked knows where a unit is."""
    return not unit["hidden"] or bool(a.s.allied[a.s.decider_side, unit["side"]])


def fits(a: Asked, cell: int) -> bool:
    """Whether there is surely room for the unit that is asked: for one with a large body never."""
    me, (y, x) = a.s.units[a.who], divmod(cell, STRIDE)
    is_on_board = x < a.s.board_width and y < a.s.board_height
    return me.width * me.height == 1 and is_on_board and not a.field.blocked[cell] and not is_crowded(a, a.who, cell)


def is_step(a: Asked, cell: int) -> bool:
    """Whether a cell is an easy step north, east, south or west of the unit that is asked."""
    here, me = int(a.s.units[a.who].cell), a.s.units[a.who]
    side = {-STRIDE: 0, 1: 2, STRIDE: 4, -1: 6}.get(cell - here)
    if side is None or me.movement < 1 or not fits(a, cell):
        return False
    return not (int(a.field.closed[here]) | int(a.field.slow[here])) >> side & 1 and not a.field.rough[cell]


def is_in_zone(a: Asked, cell: int) -> bool:
    """Whether the whole body of the unit that is asked would be in the zone of its side."""
    me = a.s.units[a.who]
    return all(a.field.zone[y * STRIDE + x] >> me.side & 1 for x, y in cells_of(me, cell))


def target(a: Asked) -> np.void:
    """The unit that would be struck."""
    return a.s.units[a.value - A_UNIT]


def gap(a: Asked) -> int:
    """Cells from body to body: every second diagonal counts two."""
    pairs = [(abs(x - u), abs(y - v)) for x, y in cells_of(a.s.units[a.who]) for u, v in cells_of(target(a))]
    columns, rows = min(dx for dx, _ in pairs), min(dy for _, dy in pairs)
    return max(columns, rows) + min(columns, rows) // 2


def is_view_open(a: Asked) -> bool:
    """Whether there is neither rock nor wall anywhere between the unit that is asked and the target."""
    (y, x), (v, u) = divmod(int(a.s.units[a.who].cell), STRIDE), divmod(int(target(a).cell), STRIDE)
    between = [j * STRIDE + i for j in range(min(y, v), max(y, v) + 1) for i in range(min(x, u), max(x, u) + 1)]
    return not any(a.field.blocked[cell] or a.field.closed[cell] for cell in between)


HOLDS: dict[Refusal, Callable[[Asked], bool]] = {
    Refusal.ANOTHER_PROMPT: lambda a: not is_answer(a),
    Refusal.NO_CARD: lambda a: a.s.hand[a.s.decider_side] not in (Card.MIGHT, Card.HASTE),
    Refusal.NO_DRAUGHT: lambda a: a.s.hand[a.s.decider_side] != Card.DRAUGHT,
    Refusal.NOBODY_TO_RAISE: lambda a: all(is_crowded(a, who) for who in fallen(a)),
    Refusal.NOT_OF_THE_SIDE: lambda a: a.s.units[a.value].side != a.s.decider_side or a.s.units[a.value].present == 0,
    Refusal.STANDS: lambda a: a.s.units[a.value].health > 0,
    Refusal.NO_ROOM: lambda a: is_crowded(a, a.value),
    Refusal.NO_SPACE: lambda a: not fits(a, a.value - A_CELL),
    Refusal.NOT_ITS_ZONE: lambda a: not is_in_zone(a, a.value - A_CELL),
    Refusal.TOO_FAR: lambda a: a.value - A_CELL != a.s.units[a.who].cell and not is_step(a, a.value - A_CELL),
    Refusal.FALLEN: lambda a: target(a).health <= 0,
    Refusal.FRIEND: lambda a: a.s.allied[a.s.units[a.who].side, target(a).side] == 1,
    Refusal.UNSEEN: lambda a: not is_seen(a, target(a)),
    Refusal.OUT_OF_REACH: lambda a: gap(a) > a.book.reach_cells,
    Refusal.OUT_OF_SIGHT: lambda a: not is_view_open(a),
}
