"""Reading the map: its picture, what is on cells, and what lies between them."""

from __future__ import annotations

from ..core.ruleset import Ruleset
from .battle import DIRECTIONS, Board, Cell
from .ground import empty_board, faults_of_ground, read_border, read_cell
from .model import FEWEST_CELLS, read_marks
from .problems import Fault, Path
from .shell import Shell
from .terrain import cells_of, put


def read_board(shell: Shell, ruleset: Ruleset, default_size: tuple[int, int]) -> tuple[Board | None, list[Fault]]:
    """The board as written, without what is generated later, and what is wrong with it; None for an impossible size."""
    model, setup = shell.model.board, ruleset.book.setup
    faults: list[Fault] = []
    width, height = model.size or default_size
    rows = model.map or ()
    if not _is_possible(ruleset, width, height):
        what = f"a board of {width} x {height} cells is not possible"
        return None, [Fault(("board", "size"), what, f"[width, height], {_limits(ruleset)}")]
    if rows:
        longest = max(map(len, rows))
        if not _is_possible(ruleset, longest, len(rows)):
            what = f"a map of {longest} x {len(rows)} cells is not possible"
            return None, [Fault(("board", "map"), what, _limits(ruleset))]
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
    board = empty_board(setup, (width, height))
    legend: dict[str, dict[str, int]] = {".": {}}
    for character, marks in setup.legend.items():
        legend[character] = read_cell(setup, read_marks(marks), ())[0]
    for character, marks in model.legend.items():
        path: Path = ("board", "legend", character)
        if len(character) != 1:
            faults.append(Fault(path, f"{character!r} is not one character", "one character"))
        legend[character], wrong = read_cell(setup, marks, path)
        faults += wrong
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character not in legend:
                what = f"column {x}: unknown character {character!r}"
                faults.append(Fault(("board", "map", y), what, " ".join(sorted(legend))))
            elif board.has((x, y)):
                put(board, [(x, y)], legend[character])
    for i, cells in shell.items("board", "cells"):
        path = ("board", "cells", i)
        values, wrong = read_cell(setup, cells.flag, (*path, "flag"))
        if (cells.at is None) == (cells.area is None):
            wrong.append(
                Fault(path, "give either `at` or `area`", "at: [[x, y], ...], at: all, or area: [x0, y0, x1, y1]")
            )
        area = cells.area
        if area is not None and not (board.has(area[:2]) and board.has(area[2:])):
            allowed = f"x 0 to {board.width - 1}, y 0 to {board.height - 1}"
            wrong.append(Fault((*path, "area"), f"{list(area)} reaches off the board", allowed))
            area = None
        where = cells_of(board, cells.at, area)
        wrong += [_off(board, cell, (*path, "at")) for cell in where if not board.has(cell)]
        faults += wrong
        if not wrong:
            put(board, where, values)
    for i, mark in shell.items("board", "borders"):
        path = ("board", "borders", i)
        border, wrong = read_border(setup, mark.type, (*path, "type"))
        if (mark.cell is None) == (mark.cells is None):
            wrong.append(Fault(path, "give either `cell` or `cells`", "cell: [x, y], or cells: [[x, y], ...]"))
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
                board.borders[board.border_key(cell, mark.direction)] = border
    return board, faults + faults_of_ground(board, setup)


def _is_possible(ruleset: Ruleset, width: int, height: int) -> bool:
    return FEWEST_CELLS <= width <= ruleset.board.width and FEWEST_CELLS <= height <= ruleset.board.height


def _limits(ruleset: Ruleset) -> str:
    """The sizes a board may have."""
    width, height = ruleset.board.width, ruleset.board.height
    if width == height:
        return f"each {FEWEST_CELLS} to {width} cells"
    return f"{FEWEST_CELLS} to {width} x {FEWEST_CELLS} to {height} cells"


def _off(board: Board, cell: Cell, path: Path) -> Fault:
    allowed = f"x 0 to {board.width - 1}, y 0 to {board.height - 1}"
    return Fault(path, f"cell {list(cell)} is off the board", allowed)
