"""The cells a unit covers when it is set up: one, a square of several, or a formation that turns with its facing.

A ruleset says it with ``footprint(unit, facing)``: steps (east, south) from the unit's own cell. :func:`rectangle` and
:func:`ranks` make the usual ones. It has all these cells to itself; ``stands_on(unit, facing)`` says where their ground matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..core.book import Setup
from .battle import STEPS, Battle, Board, Cell, Fighter, Zone
from .ground import is_blocked, separates

ALONE: tuple[Cell, ...] = ((0, 0),)


def rectangle(width: int, height: int) -> tuple[Cell, ...]:
    """A body whose own cell is its north-western one, whichever way it faces."""
    return tuple((x, y) for y in range(height) for x in range(width))


def ranks(models: int, files: int, facing: int, base: Cell = (1, 1)) -> tuple[Cell, ...]:
    """A formation whose own cell is that of its front-left model; the last rank fills up from the left.

    Args:
        models: how many.
        files: how many stand beside each other in the front rank.
        facing: 0, 2, 4 or 6; of the directions between, the one before.
        base: cells a model is wide and deep.
    """
    right, back = STEPS[(facing // 2 * 2 + 2) % 8], STEPS[(facing // 2 * 2 + 4) % 8]
    steps = []
    for model in range(models):
        file, rank = model % files, model // files
        for along in range(file * base[0], file * base[0] + base[0]):
            for behind in range(rank * base[1], rank * base[1] + base[1]):
                steps.append((right[0] * along + back[0] * behind, right[1] * along + back[1] * behind))
    return tuple(steps)


def footprint(setup: Setup, unit: Any, facing: int) -> tuple[Cell, ...]:
    """What a unit covers, as steps from its cell."""
    own = setup.footprint
    return ALONE if own is None or unit is None else tuple(own(unit, max(facing, 0)))


def takes(setup: Setup, unit: Any) -> int:
    """How much room a unit takes in every cell it covers."""
    return 1 if setup.occupies is None or unit is None else int(setup.occupies(unit))


def turns(setup: Setup, unit: Any) -> bool:
    """Whether what a unit covers depends on its facing."""
    if unit is None or setup.footprint is None:
        return False
    return len({frozenset(footprint(setup, unit, facing)) for facing in (0, 2, 4, 6)}) > 1


def facing_in(setup: Setup, board: Board, unit: Any, cell: Cell, given: int) -> int:
    """The facing a unit is set up with: the one given, for a body that turns else :func:`inwards`; -1 still open."""
    return inwards(board, cell) if given < 0 and turns(setup, unit) else given


def inwards(board: Board, cell: tuple[float, float]) -> int:
    """North, east, south or west: the one that leads best from a cell to the middle of the board; 0, 2, 4 or 6."""
    dx, dy = board.width - 1 - 2 * cell[0], board.height - 1 - 2 * cell[1]
    if abs(dx) > abs(dy):
        return 2 if dx > 0 else 6
    return 4 if dy > 0 else 0


def inwards_from(board: Board, zone: Zone) -> int:
    """The same from the middle of a deployment zone."""
    x0, y0, x1, y1 = zone
    return inwards(board, ((x0 + x1) / 2, (y0 + y1) / 2))


def covered(setup: Setup, unit: Any, cell: Cell, facing: int) -> list[Cell]:
    """The cells a unit covers."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in footprint(setup, unit, facing)]


def stood_on(setup: Setup, unit: Any, cell: Cell, facing: int) -> set[Cell]:
    """Those of the cells a unit covers whose ground must be open to it."""
    own = setup.stands_on
    steps = footprint(setup, unit, facing) if own is None or unit is None else own(unit, max(facing, 0))
    return {(cell[0] + dx, cell[1] + dy) for dx, dy in steps}


def cells_of(battle: Battle, fighter: Fighter) -> list[Cell]:
    """The cells a unit of a battle covers; none off the board."""
    if fighter.cell is None:
        return []
    return covered(battle.ruleset.book.setup, fighter.unit, fighter.cell, fighter.facing)


class Obstruction(NamedTuple):
    """Why a unit cannot be put somewhere, and what would be right."""

    what: str
    allowed: str


def obstruction(setup: Setup, board: Board, cell: Cell, cells: list[Cell], ground: set[Cell]) -> Obstruction | None:
    """What of the board is in the way of a unit in a cell that covers ``cells`` and stands on the ``ground`` of some of them;
    None: nothing.
    """
    limits = f"x 0 to {board.width - 1}, y 0 to {board.height - 1}"
    for there in cells:
        own = there == cell
        if not board.has(there):
            what = f"cell {list(cell)} is off the board"
            return Obstruction(
                what if own else f"at cell {list(cell)} it extends off the board, to {list(there)}", limits
            )
        if there in ground and is_blocked(board, setup, there):
            what = f"cell {list(there)} is blocked"
            return Obstruction(what, "a cell that is not blocked" if own else "cells that are not blocked")
    wall = wall_through(setup, board, cells)
    if wall:
        what = f"an impassable border between {list(wall[0])} and {list(wall[1])} would cut through it"
        return Obstruction(what, "cells with no border between them")
    return None


def wall_through(setup: Setup, board: Board, cells: Iterable[Cell]) -> tuple[Cell, Cell] | None:
    """Two neighbouring cells of a body that a border separates permanently; None if no border does."""
    if not board.borders:
        return None
    body = set(cells)
    for x, y in sorted(body):
        for direction in (2, 4):
            there = (x + STEPS[direction][0], y + STEPS[direction][1])
            border = board.border((x, y), direction) if there in body else ""
            if border and separates(setup, border):
                return (x, y), there
    return None
