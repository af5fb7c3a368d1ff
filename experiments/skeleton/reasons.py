"""When each refusal is true, read off the position without the rules' own functions: the conformance tests compare the two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .board import STRIDE
from .vocab import Prompt, Refusal


def others(a: Any) -> list[Any]:
    """The standing units but the one that is asked."""
    return [unit for who, unit in enumerate(a.s.units[: a.s.unit_count]) if who != a.who and unit["health"] > 0]


def steps(cell: int, other: int) -> int:
    """Cells between two cells, diagonals as long as straight ways."""
    (y, x), (there_y, there_x) = divmod(cell, STRIDE), divmod(other, STRIDE)
    return max(abs(x - there_x), abs(y - there_y))


def is_out_of_reach(a: Any, unit: Any) -> bool:
    """Whether a blow does not reach a unit."""
    return steps(int(a.s.units[a.who]["cell"]), int(unit["cell"])) > int(a.book.reach_cells)


def is_friend(a: Any, unit: Any) -> bool:
    """Whether a unit fights on the same side, or an allied one."""
    return bool(a.s.allied[a.s.units[a.who]["side"], unit["side"]])


def reached(a: Any) -> set[int]:
    """The cells one move leads to, found step by step."""
    taken = {int(unit["cell"]) for unit in others(a)}
    here = int(a.s.units[a.who]["cell"])
    found = {here}
    for _ in range(int(a.book.move_cells)):
        for y, x in [divmod(cell, STRIDE) for cell in found]:
            for there_y in range(max(y - 1, 0), min(y + 2, int(a.s.board_height))):
                for there_x in range(max(x - 1, 0), min(x + 2, int(a.s.board_width))):
                    cell = there_y * STRIDE + there_x
                    if cell not in taken and not a.field.blocked[cell]:
                        found.add(cell)
    return found - {here}


HOLDS: dict[Refusal, Callable[[Any], bool]] = {
    Refusal.ANOTHER_PROMPT: lambda a: a.s.prompt != Prompt.TURN,
    Refusal.NOBODY_IN_REACH: lambda a: all(is_friend(a, unit) or is_out_of_reach(a, unit) for unit in others(a)),
    Refusal.NO_WAY: lambda a: not reached(a),
    Refusal.FRIEND: lambda a: is_friend(a, a.s.units[a.value]),
    Refusal.FALLEN: lambda a: a.s.units[a.value]["health"] == 0,
    Refusal.OUT_OF_REACH: lambda a: is_out_of_reach(a, a.s.units[a.value]),
    Refusal.ROCK: lambda a: bool(a.field.blocked[a.value]),
    Refusal.TAKEN: lambda a: a.value in a.s.units["cell"].tolist(),
    Refusal.TOO_FAR: lambda a: a.value not in reached(a),
}
