"""Reading the map: its picture, flags on cells, and what lies between cells."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

import numpy as np

from .battle import DIRECTIONS, Board, Cell
from .model import FEWEST_CELLS, MOST_CELLS
from .problems import Fault, Path, listed, unknown
from .shell import Shell
from .terrain import cells_of, put


def check_marks(marks: Mapping[str, int], setup: ModuleType, path: Path) -> list[Fault]:
    """What is wrong with flags and their values."""
    faults = []
    for flag, value in marks.items():
        kind = setup.TERRAIN.get(flag)
        if kind is None:
            faults.append(Fault(path, unknown("flag", flag, setup.TERRAIN), listed(setup.TERRAIN)))
        elif not kind.low <= value <= kind.high:
            faults.append(Fault(path, f"{flag} cannot be {value}", f"{kind.low} to {kind.high}"))
    return faults


def read_board(shell: Shell, setup: ModuleType, default_size: tuple[int, int]) -> tuple[Board, list[Fault]]:
    """The board as written, without what is generated later, and what is wrong with it."""
    model = shell.model.board
    faults: list[Fault] = []
    width, height = model.size or default_size
    rows = model.map or ()
    if rows:
        longest = max(map(len, rows))
        allowed = f"{FEWEST_CELLS} to {MOST_CELLS} cells"
        if not (FEWEST_CELLS <= longest <= MOST_CELLS and FEWEST_CELLS <= len(rows) <= MOST_CELLS):
            what = f"a map of {longest} x {len(rows)} cells is not possible"
            return _empty(default_size, setup), [Fault(("board", "map"), what, allowed)]
        if model.size is None:
            width, height = longest, len(rows)
        elif len(rows) != height:
            faults.append(
                Fault(("board", "map"), f"{len(rows)} rows, but the board is {height} cells high", f"{height} rows")
            )
        for y, row in enumerate(rows):
            if len(row) != width:
                what = f"row {y} has {len(row)} cells"
                faults.append(
                    Fault(
                        ("board", "map", y),
                        what,
                        f"{width} cells, as the others" if model.size is None else f"{width} cells",
                    )
                )
    board = _empty((width, height), setup)
    legend: dict[str, Mapping[str, int]] = {".": {}, **setup.LEGEND}
    for character, marks in model.legend.items():
        path: Path = ("board", "legend", character)
        if len(character) != 1:
            faults.append(Fault(path, f"{character!r} is not one character", "one character"))
        faults += check_marks(marks, setup, path)
        legend[character] = marks
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character not in legend:
                what = f"column {x}: the character {character!r} means nothing"
                faults.append(Fault(("board", "map", y), what, " ".join(sorted(legend))))
            elif board.has((x, y)):
                put(board, [(x, y)], legend[character])
    for i, cells in shell.items("board", "cells"):
        path = ("board", "cells", i)
        wrong = check_marks(cells.flag, setup, (*path, "flag"))
        if (cells.at is None) == (cells.area is None):
            wrong.append(
                Fault(path, "either `at` or `area` says where", "at: [[x, y], ...], at: all, or area: [x0, y0, x1, y1]")
            )
        where = cells_of(board, cells.at, cells.area)
        wrong += [_off(board, cell, (*path, "area" if cells.area else "at")) for cell in where if not board.has(cell)]
        faults += wrong
        if not wrong:
            put(board, where, cells.flag)
    for i, mark in shell.items("board", "borders"):
        path = ("board", "borders", i)
        wrong = []
        if mark.type not in setup.BORDERS:
            wrong.append(Fault((*path, "type"), unknown("border", mark.type, setup.BORDERS), listed(setup.BORDERS)))
        if (mark.cell is None) == (mark.cells is None):
            wrong.append(Fault(path, "either `cell` or `cells` says where", "cell: [x, y], or cells: [[x, y], ...]"))
        where = [mark.cell] if mark.cell is not None else cells_of(board, mark.cells, None)
        wrong += [
            _off(board, cell, (*path, "cells" if mark.cells else "cell")) for cell in where if not board.has(cell)
        ]
        for cell in where:
            if not wrong and len(board.both_sides(cell, mark.direction)) == 1:
                what = f"the {DIRECTIONS[mark.direction]} side of cell {list(cell)} is the edge of the board"
                wrong.append(Fault((*path, "direction"), what, "a border between two cells of the board"))
        faults += wrong
        if not wrong:
            for cell in where:
                board.borders[board.border_key(cell, mark.direction)] = mark.type
    return board, faults


def _empty(size: tuple[int, int], setup: ModuleType) -> Board:
    width, height = size
    return Board(width, height, {flag: np.zeros((height, width), np.int16) for flag in setup.TERRAIN})


def _off(board: Board, cell: Cell, path: Path) -> Fault:
    allowed = f"x 0 to {board.width - 1}, y 0 to {board.height - 1}"
    return Fault(path, f"cell {list(cell)} is off the board", allowed)
