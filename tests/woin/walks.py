"""What tests of movement measure: cells within reach, ways, squares spent. And a man who has the ground to himself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from woin.scenes import scene

from tactica.envs.sandbox import Table

MAN = {
    "name": "man",
    "side": "men",
    "at": [0, 0],
    "weapons": ["longsword"],
    "speed": 5,
    "leap_feet": 12,
    "jump_feet": 6,
}


def alone(
    *rows: str,
    at: tuple[int, int] = (0, 0),
    levels: dict[int, Sequence[tuple[int, int]]] | None = None,
    friends: Sequence[dict[str, Any]] = (),
    rules: dict[str, Any] | None = None,
    dice: Sequence[int] = (),
    cells: Sequence[dict[str, Any]] = (),
    **man: Any,
) -> Table:
    """A man on a map, and an orc behind a wall in its last row, who can do nothing.

    Args:
        rows: of the map.
        at: where the man stands.
        levels: cells of each height.
        friends: further units, of either side.
        rules, dice: see :func:`woin.scenes.scene`.
        cells: further cells, as in a scenario.
        man: fields of the man.
    """
    width = max(map(len, rows))
    board: dict[str, Any] = {"map": "\n".join([*rows, "#" * width, "." * width])}
    board["cells"] = [
        {"flag": {"level": level}, "at": [list(cell) for cell in high]} for level, high in (levels or {}).items()
    ]
    board["cells"] += cells
    orc = {"name": "orc", "side": "orcs", "at": [width - 1, len(rows) + 1], "weapons": ["longsword"]}
    return scene({**MAN, "at": list(at), **man}, orc, *friends, board=board, rules=rules, dice=dice)


def reached(table: Table) -> set[tuple[int, int]]:
    """The cells a move may end in."""
    places = [choice.split()[1].split(",") for choice in table.choices("move ")]
    return {(int(x), int(y)) for x, y in places}


def way(table: Table, *kinds: str) -> list[tuple[int, int]]:
    """The cells that have been entered so far, in order."""
    kinds = kinds or ("moved", "leapt", "charged", "plunged")
    return [event.amount for event in table.events if event.kind in kinds]


def place(table: Table, name: str) -> tuple[int, int]:
    """Where a unit is."""
    return table.ruleset.board.place(int(table.unit(name).cell))


def left(table: Table, name: str = "man") -> tuple[int, int]:
    """Actions left, and squares left that have been paid for."""
    unit = table.unit(name)
    return int(unit.actions_left), int(unit.moves_left)


def spent(table: Table, name: str = "man", actions: int = 2) -> int:
    """Squares spent in a turn."""
    unit = table.unit(name)
    return (actions - int(unit.actions_left)) * int(unit.speed) - int(unit.moves_left)


def row_of(cells: Sequence[int] | range, y: int = 0) -> set[tuple[int, int]]:
    """Cells of a row."""
    return {(x, y) for x in cells}
