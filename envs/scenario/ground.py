"""What a ruleset lets cells and borders be: flags and kinds of border, or models with several fields.

A scenario writes both in one form, wherever it puts ground or borders: a name, ``{field: value}``, or a list of them.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import BaseModel, ValidationError

from ..core.book import Setup
from .battle import Board, Cell
from .fields import faults_of
from .problems import Fault, Path, listed, unknown

Marks = Mapping[str, Any]  # name -> value; a bare name has the value True
ONE_OF_TWO = "one of the two"


def cell_model(setup: Setup) -> type[BaseModel] | None:
    """The ruleset's own model of a cell; None: its cells have flags."""
    return setup.cell


def border_model(setup: Setup) -> type[BaseModel] | None:
    """The ruleset's own model of a border; None: its borders have kinds."""
    return setup.border


def open_ground(setup: Setup) -> dict[str, int]:
    """Layer -> its value where nothing is said."""
    model = cell_model(setup)
    if model is None:
        return dict.fromkeys(setup.terrain, 0)
    return {name: int(value) for name, value in model().model_dump().items()}


def empty_board(setup: Setup, size: tuple[int, int]) -> Board:
    """A board of open ground."""
    width, height = size
    layers = {name: np.full((height, width), value, np.int16) for name, value in open_ground(setup).items()}
    return Board(width, height, layers)


def cell_names(setup: Setup) -> list[str]:
    """Everything a cell may be said to have: flags, or ready-made ground and fields."""
    model = cell_model(setup)
    return [*setup.terrain, *(model.model_fields if model else ())]


def border_names(setup: Setup) -> list[str]:
    """Everything a border may be said to be or to have."""
    model = border_model(setup)
    return [*setup.borders, *(model.model_fields if model else ())]


# --- reading ---------------------------------------------------------------------------------------------------------


def read_cell(setup: Setup, marks: Marks, path: Path) -> tuple[dict[str, int], list[Fault]]:
    """What is put on a cell, layer by layer, and what is wrong with it."""
    model = cell_model(setup)
    if model is None:
        return _read_flags(setup, marks, path)
    found, faults = _read_model(model, setup.terrain, marks, path, "flag")
    return {} if faults else {name: int(getattr(found, name)) for name in found.model_fields_set}, faults


def _read_flags(setup: Setup, marks: Marks, path: Path) -> tuple[dict[str, int], list[Fault]]:
    values, faults = {}, []
    for flag, value in marks.items():
        number = 1 if value is True else value
        kind = setup.terrain.get(flag)
        if kind is None:
            faults.append(Fault(path, unknown("flag", flag, setup.terrain), listed(setup.terrain)))
        elif not isinstance(number, int) or isinstance(number, bool) or not kind.low <= number <= kind.high:
            faults.append(Fault(path, f"{flag} cannot be {value}", f"{kind.low} to {kind.high}"))
        else:
            values[flag] = number
    both = [pair for pair in pairs_apart(setup) if all(values.get(flag) for flag in pair)]
    faults += [Fault(path, f"a cell cannot have both {one} and {other}", ONE_OF_TWO) for one, other in both]
    return {} if faults else values, faults


def read_border(setup: Setup, marks: Marks, path: Path) -> tuple[Any, list[Fault]]:
    """What lies between two cells, a kind or an instance of the ruleset's model, and what is wrong with it."""
    model = border_model(setup)
    if model is not None:
        return _read_model(model, setup.borders, marks, path, "border")
    faults = [
        Fault(path, unknown("border", name, setup.borders), listed(setup.borders))
        for name, value in marks.items()
        if name not in setup.borders or value is not True
    ]
    if not faults and len(marks) != 1:
        faults.append(Fault(path, f"{len(marks)} kinds of border in one place", "one of them"))
    return next(iter(marks), ""), faults


def _read_model(
    model: type[BaseModel], names: Mapping[str, Marks], marks: Marks, path: Path, what: str
) -> tuple[Any, list[Fault]]:
    """An instance of a model from fields and names that stand for several of them; later ones replace earlier ones."""
    fields: dict[str, Any] = {}
    for name, value in marks.items():
        if name in names and value is True:
            fields.update(names[name])
        else:
            fields[name] = value
    known = [*names, *model.model_fields]
    faults = [
        Fault(path, unknown(what, name, known), listed(known)) for name in fields if name not in model.model_fields
    ]
    if not faults:
        try:
            return model.model_validate(fields), []
        except ValidationError as e:
            faults = faults_of(e, path, {}, model)
    return None, faults


# --- asking ----------------------------------------------------------------------------------------------------------


def pairs_apart(setup: Setup) -> list[tuple[str, str]]:
    """Flags that no cell may have together; a ruleset whose cells have a model keeps none apart."""
    kinds = {} if cell_model(setup) else setup.terrain
    return [(flag, other) for flag, kind in kinds.items() for other in kind.apart]


def faults_of_ground(board: Board, setup: Setup) -> list[Fault]:
    """Cells that have flags which no cell may have together."""
    return [
        Fault(("board",), f"cell {[x, y]} cannot have both {one} and {other}", ONE_OF_TWO)
        for one, other in pairs_apart(setup)
        for y, x in np.argwhere((board.layers[one] != 0) & (board.layers[other] != 0)).tolist()
    ]


def can_have(board: Board, setup: Setup, cell: Cell, marks: Marks) -> bool:
    """Whether a cell may have these flags beside those it has."""
    has = {flag for flag, layer in board.layers.items() if marks.get(flag, layer[cell[1], cell[0]])}
    return not any(one in has and other in has for one, other in pairs_apart(setup))


def is_blocked(board: Board, setup: Setup, cell: Cell) -> bool:
    """Whether the map lets nobody stand in a cell."""
    model, (x, y) = cell_model(setup), cell
    if model is None:
        return any(board.layers[flag][y, x] for flag, kind in setup.terrain.items() if kind.blocks)
    return bool(_cell_of(model, tuple(int(layer[y, x]) for layer in board.layers.values())).blocks)


def blocked_map(board: Board, setup: Setup) -> list[list[bool]]:
    """Row by row, whether nobody can stand in each cell: :func:`is_blocked` of all cells at once."""
    model = cell_model(setup)
    if model is None:
        blocked = np.zeros((board.height, board.width), bool)
        for flag, kind in setup.terrain.items():
            if kind.blocks:
                blocked |= board.layers[flag] != 0
        return blocked.tolist()
    layers = np.stack([layer.ravel() for layer in board.layers.values()]).astype(np.int64)
    kinds = np.zeros(layers.shape[1], np.int64)  # a number for each combination of values
    for layer in layers:
        kinds = kinds * (int(layer.max() - layer.min()) + 1) + layer - layer.min()
    _, first, kind = np.unique(kinds, return_index=True, return_inverse=True)
    blocks = np.array([bool(_cell_of(model, tuple(layers[:, k].tolist())).blocks) for k in first])
    return blocks[kind].reshape(board.height, board.width).tolist()


def room_in(board: Board, setup: Setup, cell: Cell) -> int:
    """How much finds room in a cell."""
    model, (x, y) = cell_model(setup), cell
    room = None
    if model is not None:
        room = _cell_of(model, tuple(int(layer[y, x]) for layer in board.layers.values())).room
    return int(setup.per_cell if room is None else room)


@functools.lru_cache(maxsize=4096)
def _cell_of(model: type[BaseModel], values: tuple[int, ...]) -> Any:
    """A cell by the numbers of its layers."""
    return model.model_construct(None, **dict(zip(model.model_fields, values, strict=True)))


def separates(setup: Setup, border: Any) -> bool:
    """Whether a border separates its two cells for good."""
    return bool(border.blocks if border_model(setup) else setup.borders[border].blocks)
