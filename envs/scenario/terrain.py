"""The map: walking over it, and strewing random terrain that cuts nobody off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.book import Setup
from .battle import STEPS, Board, Cell
from .bodies import wall_through
from .draw import Draw
from .ground import blocked_map, can_have, is_blocked, read_border, read_cell, separates
from .model import GenerateModel

ORTHOGONAL = (0, 2, 4, 6)
MOST_LOOKS = 5000  # at whether a board holds together


def put(board: Board, cells: Iterable[Cell], marks: Mapping[str, int]) -> None:
    """Put on cells what :func:`read_cell` has read."""
    for name, value in marks.items():
        for x, y in cells:
            board.layers[name][y, x] = value


def cells_of(board: Board, at: tuple[Cell, ...] | str | None, area: tuple[int, int, int, int] | None) -> list[Cell]:
    """The cells that ``at`` or ``area`` names; of ``all``, those of the board."""
    if area is not None:
        return [(x, y) for y in range(area[1], area[3] + 1) for x in range(area[0], area[2] + 1)]
    if isinstance(at, str):
        return [(x, y) for y in range(board.height) for x in range(board.width)]
    return list(at or ())


# --- walking ---------------------------------------------------------------------------------------------------------


def free_cells(board: Board, setup: Setup) -> list[Cell]:
    """Cells that a unit can stand in, row by row."""
    blocked = blocked_map(board, setup)
    return [(x, y) for x, y in cells_of(board, "all", None) if not blocked[y][x]]


def neighbours(board: Board, setup: Setup, cell: Cell) -> list[Cell]:
    """Cells one orthogonal step away that nothing separates for good. A diagonal step reaches no further than two."""
    found = []
    for direction in ORTHOGONAL:
        there = (cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1])
        if board.has(there) and not is_blocked(board, setup, there):
            border = board.border(cell, direction)
            if not border or not separates(setup, border):
                found.append(there)
    return found


def region(board: Board, setup: Setup, start: Cell, targets: Iterable[Cell] = ()) -> set[Cell]:
    """Cells that can be walked to, the start included; with targets, no further than needed to reach them all."""
    blocked = blocked_map(board, setup)
    walls = [key for key, border in board.borders.items() if separates(setup, border)]
    separated = {side for x, y, direction in walls for side in board.both_sides((x, y), direction)}
    wanted = set(targets) - {start}
    looking = bool(wanted)
    found, waiting = {start}, [start]
    while waiting and (wanted or not looking):
        x, y = waiting.pop()
        for direction in ORTHOGONAL:
            nx, ny = there = (x + STEPS[direction][0], y + STEPS[direction][1])
            if 0 <= nx < board.width and 0 <= ny < board.height and not blocked[ny][nx] and there not in found:
                if (x, y, direction) not in separated:
                    found.add(there)
                    wanted.discard(there)
                    waiting.append(there)
    return found


class Effort:
    """How often it may still be looked whether a board holds together, while one battle is drawn."""

    def __init__(self, most: int = MOST_LOOKS) -> None:
        self.left = most

    def spend(self) -> None:
        """One look more.

        Raises:
            TooMuchTerrain: it is one too many.
        """
        self.left -= 1
        if self.left < 0:
            raise TooMuchTerrain


class TooMuchTerrain(Exception):
    """Random terrain that takes too long to find a place for."""


def _holds_together(board: Board, setup: Setup, cells: list[Cell], effort: Effort) -> bool:
    """Whether these cells can still be walked between."""
    effort.spend()
    standing = [cell for cell in cells if not is_blocked(board, setup, cell)]
    return not standing or set(standing) <= region(board, setup, standing[0], standing)


# --- random terrain --------------------------------------------------------------------------------------------------


def generate(
    board: Board,
    setup: Setup,
    how: GenerateModel,
    draw: Draw,
    bodies: Sequence[Iterable[Cell]],
    effort: Effort | None = None,
) -> None:
    """Add one kind of random terrain to a board.

    Args:
        bodies: the cells of everybody who stands there already; they stay open, and nothing separates them.
        effort: what may be spent on it.

    Raises:
        TooMuchTerrain: that was not enough.
    """
    strew = _scatter if how.kind == "scatter" else _walls
    strew(board, setup, how, draw, bodies, effort or Effort())


def _image(board: Board, cell: Cell) -> Cell:
    """The cell that turning the board by half a circle puts in this one's place."""
    return (board.width - 1 - cell[0], board.height - 1 - cell[1])


def _open_to(board: Board, setup: Setup, cells: list[Cell], marks: Mapping[str, int], mirror: bool) -> list[Cell]:
    """Those of the cells, and of their images in a mirrored battle, that may have the marks beside what they have."""
    images = [image for cell in cells if mirror and (image := _image(board, cell)) not in cells]
    return [cell for cell in cells + images if can_have(board, setup, cell, marks)]


def _mark(
    board: Board,
    setup: Setup,
    cells: list[Cell],
    marks: Mapping[str, int],
    bodies: Sequence[Iterable[Cell]],
    effort: Effort,
) -> bool:
    """Put terrain on cells unless that shuts a unit in. Returns whether it did."""
    was_blocked = [is_blocked(board, setup, cell) for cell in cells]
    before = {name: board.layers[name].copy() for name in marks}
    put(board, cells, marks)
    closing = [cell for cell, was in zip(cells, was_blocked, strict=True) if not was and is_blocked(board, setup, cell)]
    if not closing:
        return True
    _put_back(board, before)
    if {cell for body in bodies for cell in body} & set(closing):
        return False
    for cell in closing:
        around = neighbours(board, setup, cell)
        put(board, [cell], marks)
        if not around or not _holds_together(board, setup, around, effort):
            _put_back(board, before)
            return False
    return True


def _put_back(board: Board, layers: Mapping[str, np.ndarray]) -> None:
    """Undo what was put on cells."""
    for name, layer in layers.items():
        board.layers[name][:] = layer


def _scatter(
    board: Board,
    setup: Setup,
    how: GenerateModel,
    draw: Draw,
    bodies: Sequence[Iterable[Cell]],
    effort: Effort,
) -> None:
    """Ground on random cells, in patches."""
    marks = read_cell(setup, how.flag or {}, ())[0]
    inside = [cell for cell in cells_of(board, "all" if how.area is None else None, how.area) if board.has(cell)]
    allowed = set(inside)
    left = round(how.share * len(inside))
    for seed in draw.shuffled(inside):
        if left <= 0:
            return
        patch, size = [seed], min(draw.of(how.patch), left)
        while len(patch) < size:
            x, y = draw.one_of(patch)
            beside = [
                (x + dx, y + dy) for dx, dy in STEPS if (x + dx, y + dy) in allowed and (x + dx, y + dy) not in patch
            ]
            if not beside:
                break
            patch.append(draw.one_of(beside))
        fresh = [cell for cell in patch if not all(board.layers[f][cell[1], cell[0]] == v for f, v in marks.items())]
        cells = _open_to(board, setup, fresh, marks, how.mirror)
        if cells and _mark(board, setup, cells, marks, bodies, effort):
            left -= len(cells)


def _walls(
    board: Board,
    setup: Setup,
    how: GenerateModel,
    draw: Draw,
    bodies: Sequence[Iterable[Cell]],
    effort: Effort,
) -> None:
    """Straight runs of borders, or of cells."""
    inside = [cell for cell in cells_of(board, "all" if how.area is None else None, how.area) if board.has(cell)]
    if not inside:
        return
    border = None if how.flag is not None else read_border(setup, how.type or {}, ())[0]
    marks = {} if how.flag is None else read_cell(setup, how.flag, ())[0]
    left = draw.of(how.count)
    for _ in range(20 * left):
        if left <= 0:
            return
        x, y = draw.one_of(inside)
        length = draw.of(how.length)
        along = draw.below(2)  # 0 from west to east, 1 from north to south
        run = [(x + i * (1 - along), y + i * along) for i in range(length)]
        run = [cell for cell in run if board.has(cell)]
        if how.flag is not None:
            cells = _open_to(board, setup, run, marks, how.mirror)
            left -= bool(cells) and _mark(board, setup, cells, marks, bodies, effort)
            continue
        direction = 4 if along == 0 else 2
        sides = [(cell, direction) for cell in run]
        if how.mirror:
            sides += [(_image(board, cell), (direction + 4) % 8) for cell in run]
        left -= _wall(board, setup, sides, border, bodies, effort)


def _wall(
    board: Board,
    setup: Setup,
    sides: list[tuple[Cell, int]],
    border: Any,
    bodies: Sequence[Iterable[Cell]],
    effort: Effort,
) -> bool:
    """Put up a run of borders unless that shuts a unit in or cuts through one. Returns whether the board has changed."""
    before = dict(board.borders)
    for cell, direction in sides:
        touching = board.both_sides(cell, direction)
        if len(touching) == 2:
            cells = [(x, y) for x, y, _ in touching]
            were_joined = cells[1] in neighbours(board, setup, cell) and not is_blocked(board, setup, cell)
            board.borders.setdefault(board.border_key(cell, direction), border)
            if were_joined and not _holds_together(board, setup, cells, effort):
                break
    else:
        if not any(wall_through(setup, board, body) for body in bodies):
            return board.borders != before
    board.borders.clear()
    board.borders.update(before)
    return False
