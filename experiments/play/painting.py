"""Painting the map of a scenario: ground on cells, what lies between them, and the size of the board.

The ground is stored as a picture with a legend. Ground written cell by cell goes into the picture when it is first painted
on; cells that look the same share a character, of the ruleset's where it has one, else one of the scenario's own.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...envs.core.book import Setup
from ...envs.scenario.battle import DIRECTIONS, SHORT_DIRECTIONS, STEPS
from ...envs.scenario.ground import cell_model, open_ground
from ...envs.scenario.model import read_marks

OPEN = "."
HEIGHTS = ("level", "ground")  # how a ruleset calls the height of a cell
BACK = {"east": "west", "west": "east", "north": "south", "south": "north"}
WAYS = DIRECTIONS[::2]
LETTERS = string.ascii_lowercase + string.ascii_uppercase + string.digits + "+*%&=:;/!?$@<>|"

Marks = dict[str, Any]


class Canvas:
    """The ground of a board while it is painted.

    Attributes:
        width, height: cells.
        cells: row by row what each cell has, by name; a bare name has the value True.
    """

    def __init__(self, setup: Setup, board: Mapping[str, Any], size: tuple[int, int]) -> None:
        """The ground as a scenario writes it.

        Args:
            setup: of the ruleset.
            board: what stands under ``board``; what is wrong in it is left out.
            size: of the board.
        """
        self.width, self.height = size
        self._open = open_ground(setup)
        self._setup = setup
        self._legend = {**setup.legend, **_mapping(board.get("legend"))}
        self._own = dict(_mapping(board.get("legend")))
        meanings = {sign: self._meaning(marks) for sign, marks in self._legend.items()}
        rows = _rows(board)
        self.cells: list[list[Marks]] = [
            [dict(meanings.get(row[x], {})) if x < len(row) else {} for x in range(self.width)]
            for row in (rows[y] if y < len(rows) else "" for y in range(self.height))
        ]
        for entry in _list(board.get("cells")):
            marks = self._meaning(entry.get("flag"))
            for x, y in self._places(entry):
                self._add(x, y, marks)

    def _meaning(self, given: Any) -> Marks:
        """What a cell has by what is written; nothing where that is wrong."""
        try:
            return read_ground(self._setup, given)
        except ValueError:
            return {}

    def _places(self, entry: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
        """The cells of the board that an entry names."""
        area, at = entry.get("area"), entry.get("at")
        if at == "all":
            area = [0, 0, self.width - 1, self.height - 1]
        if corners := _numbers(area, 4):
            x0, y0, x1, y1 = corners
            for y in range(max(y0, 0), min(y1 + 1, self.height)):
                yield from ((x, y) for x in range(max(x0, 0), min(x1 + 1, self.width)))
        elif isinstance(at, list):
            yield from ((x, y) for x, y in filter(None, (_numbers(cell, 2) for cell in at)) if self.has(x, y))

    def has(self, x: int, y: int) -> bool:
        """Whether a cell is on the board."""
        return 0 <= x < self.width and 0 <= y < self.height

    def paint(self, x: int, y: int, marks: Marks | None) -> None:
        """Paint one cell; cells off the board are ignored.

        Args:
            x, y: the cell.
            marks: its ground, which leaves its height unchanged; a height, which leaves its ground; None for bare open
                ground.
        """
        if not self.has(x, y):
            return
        if marks is None:
            self.cells[y][x] = {}
            return
        if not set(marks) <= set(HEIGHTS):
            self.cells[y][x] = {name: value for name, value in self.cells[y][x].items() if name in HEIGHTS}
        self._add(x, y, marks)

    def _add(self, x: int, y: int, marks: Marks) -> None:
        cell = self.cells[y][x]
        for name, value in marks.items():
            cell.pop(name, None)
            is_bare = cell.keys() <= self._open.keys()  # else it may differ from ready-made ground that is there
            if value != self._open.get(name, 0) or not is_bare:
                cell[name] = value

    def write(self, board: dict[str, Any]) -> None:
        """Write the picture and its legend into what stands under ``board``."""
        signs = {OPEN: OPEN} | {key_of(self._meaning(marks)): sign for sign, marks in reversed(self._legend.items())}
        signs[key_of({})] = OPEN
        rows = []
        for row in self.cells:
            line = ""
            for cell in row:
                key = key_of(cell)
                if key not in signs:
                    signs[key] = self._new_sign(cell)
                line += signs[key]
            rows.append(line)
        for name in ("size", "map", "cells", "legend"):
            board.pop(name, None)
        kept = {name: board.pop(name) for name in list(board)}
        board["map"] = "\n".join(rows) + "\n"
        if self._own:
            board["legend"] = self._own
        board.update(kept)

    def _new_sign(self, cell: Marks) -> str:
        """A character for ground that has none yet: the number of its height, or a letter of its name."""
        height = next((cell[name] for name in HEIGHTS if isinstance(cell.get(name), int)), None)
        wanted = [str(height)] if height is not None and 0 < height < 10 else []
        wanted += [letter for name in cell for letter in (name[:1], name[:1].upper())]
        sign = next((one for one in [*wanted, *LETTERS] if one not in self._legend and one != OPEN), "")
        if not sign:
            raise ValueError("too many kinds of ground for one picture: no character is left for another")
        self._legend[sign] = self._own[sign] = as_written(cell)
        return sign


def read_ground(setup: Setup, given: Any) -> Marks:
    """What a cell has by what is written: the same for what means the same.

    Raises:
        ValueError: it is neither a name nor ``{field: value}`` nor a list of them.
    """
    marks = read_marks(given)
    if cell_model(setup) is not None:  # a name may be ready-made ground, and a field of the same name something else
        return marks
    return {
        name: int(value) if name in HEIGHTS and value is True else True if name not in HEIGHTS and value == 1 else value
        for name, value in marks.items()
    }


def as_written(marks: Mapping[str, Any]) -> Any:
    """What a cell has, as a scenario writes it: a name, ``{field: value}``, or a list of both."""
    parts = [name if value is True else {name: value} for name, value in marks.items()]
    return parts[0] if len(parts) == 1 else parts


def key_of(marks: Mapping[str, Any]) -> str:
    """A key of what a cell has."""
    return json.dumps(marks, sort_keys=True)


def _rows(board: Mapping[str, Any]) -> list[str]:
    """The rows of a picture."""
    given = board.get("map")
    if isinstance(given, str):
        return [row.rstrip() for row in given.rstrip("\n").split("\n")]
    return [row for row in given if isinstance(row, str)] if isinstance(given, list) else []


def _mapping(given: Any) -> dict[str, Any]:
    return dict(given) if isinstance(given, dict) else {}


def _list(given: Any) -> list[dict[str, Any]]:
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []


def _numbers(given: Any, count: int) -> list[int]:
    """So many whole numbers; empty where something else was given."""
    is_right = isinstance(given, list) and len(given) == count and all(isinstance(one, int) for one in given)
    return list(given) if is_right else []


# --- what lies between cells ------------------------------------------------------------------------------------------


def put_borders(board: dict[str, Any], places: Sequence[tuple[int, int, str]], kind: Any) -> None:
    """Put something between cells, or take away what lies there.

    Args:
        board: what stands under ``board``.
        places: x, y, and the side of the cell.
        kind: as a scenario writes it; None for nothing.
    """
    taken = {_border(*place) for place in places}
    kept = [one for entry in _list(board.get("borders")) if (one := _without(entry, taken)) is not None]
    if kind is not None:
        for x, y, way in sorted(taken):
            _join(kept, x, y, way, kind)
    if kept:
        board["borders"] = kept
    else:
        board.pop("borders", None)


def _border(x: int, y: int, way: str) -> tuple[int, int, str]:
    """One name for a border that two cells share: from its western or northern cell."""
    if way in ("west", "north"):
        dx, dy = STEPS[DIRECTIONS.index(way)]
        return x + dx, y + dy, BACK[way]
    return x, y, way


def _way(given: Any) -> str:
    """A side of a cell by its name."""
    if isinstance(given, int) and 0 <= given <= 7:
        return DIRECTIONS[given]
    return DIRECTIONS[SHORT_DIRECTIONS.index(given)] if given in SHORT_DIRECTIONS else str(given)


def _without(entry: Mapping[str, Any], taken: set[tuple[int, int, str]]) -> dict[str, Any] | None:
    """An entry without some borders; None where nothing is left of it."""
    way, cells = _way(entry.get("direction")), entry.get("cells")
    if way not in WAYS:
        return dict(entry)
    if cell := _numbers(entry.get("cell"), 2):
        return None if _border(cell[0], cell[1], way) in taken else dict(entry)
    if not isinstance(cells, list):
        return dict(entry)
    left = [one for one in cells if not (cell := _numbers(one, 2)) or _border(cell[0], cell[1], way) not in taken]
    return {**entry, "cells": left} if left else None


def _join(entries: list[dict[str, Any]], x: int, y: int, way: str, kind: Any) -> None:
    """Add a border to an entry of its kind and direction, or as a new one."""
    for entry in entries:
        if entry.get("type") == kind and _way(entry.get("direction")) == way:
            if isinstance(entry.get("cells"), list):
                entry["cells"].append([x, y])
                return
            if "cell" in entry:
                first = entry.pop("cell")
                direction = entry.pop("direction")
                entry.update(cells=[first, [x, y]], direction=direction)
                return
    entries.append({"type": kind, "cell": [x, y], "direction": way})
