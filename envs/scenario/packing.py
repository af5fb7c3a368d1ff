"""Writing a battle into records: what every ruleset's ``pack`` does in the same way.

    pack_header(battle, s, Frame.BATTLE, decision_cap=20_000)
    pack_roster(battle, s)
    pack_map(battle, field, blocked, walls)
    pack_layers(battle, field, {"level": board.layers["level"]})

A state and a map arrive zeroed; these functions write the fields that mean the same in all rulesets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.board import DX, DY, OFF_BOARD
from .battle import Battle, Board, Cell
from .sight import fill_sight


def cell_number(battle: Battle, cell: Cell | None) -> int:
    """A cell as the rules number it, -1 for none."""
    return OFF_BOARD if cell is None else battle.ruleset.board.cell(*cell)


# --- the position ----------------------------------------------------------------------------------------------------


def pack_header(battle: Battle, s: Any, frame: int, decision_cap: int) -> None:
    """Sides, alliances, the board's size, objectives, and the first procedure on the stack.

    Args:
        frame: kind of that procedure, the vocabulary's ``Frame.BATTLE``.
        decision_cap: more decisions than this end a battle as stalled.
    """
    s.side_count = len(battle.sides)
    s.unit_count = len(battle.units)
    s.board_width, s.board_height = battle.board.width, battle.board.height
    s.depth = 1
    s.stack[0].kind = frame
    s.decision_cap = decision_cap
    for side in range(len(battle.sides)):
        rows = [i for i, fighter in enumerate(battle.units) if fighter.side == side]
        s.side_start[side], s.side_size[side] = min(rows, default=0), len(rows)  # nobody only while a battle is written
        for other in range(len(battle.sides)):
            s.allied[side, other] = battle.allied[side][other]
    if (goals := battle.objectives) is not None:
        s.verdict[: len(goals.verdict)] = goals.verdict
        s.zone_count, s.score_to_win, s.last_round = len(goals.zones), goals.to_win, goals.rounds
        s.attacker = goals.attacker + 1


def pack_roster(battle: Battle, s: Any, as_written: Sequence[str] = (), nobody: Sequence[str] = ()) -> None:
    """The roster rows: side, cell (-1 for who is off the board), facing, and the fields that are packed as they stand.

    Args:
        as_written: fields that the ruleset's ``Unit`` and its unit record share under one name.
        nobody: fields of the unit record that are -1 in every row, in use or not.
    """
    for name in nobody:
        s.units[name] = -1
    has_facing = "facing" in s.units.dtype.names
    for row, fighter in enumerate(battle.units):
        unit = s.units[row]
        unit.side, unit.present, unit.cell = fighter.side, 1, cell_number(battle, fighter.cell)
        if has_facing:
            unit.facing = fighter.facing
        for name in as_written:
            unit[name] = getattr(fighter.unit, name)


def doors(board: Board, is_door: Callable[[Any], bool]) -> list[tuple[tuple[int, int, int], Any]]:
    """The borders of a board that can change, in the order in which the state numbers them."""
    places = sorted(key for key, border in board.borders.items() if is_door(border))
    return [(place, board.borders[place]) for place in places]


def pack_doors(battle: Battle, s: Any, is_door: Callable[[Any], bool], state: Callable[[Any], int]) -> list[Any]:
    """Where the doors are and what they are, into the fields of ``core/board/doors.py``.

    Args:
        is_door: whether a border can change.
        state: what it is at first, 0 open.

    Returns:
        The borders in the order of the state's doors, for what else a ruleset keeps of each.
    """
    found = doors(battle.board, is_door)
    s.door_cell[:] = OFF_BOARD
    s.door_count = len(found)
    for k, ((x, y, direction), border) in enumerate(found):
        s.door_cell[k], s.door_direction[k], s.door_state[k] = cell_number(battle, (x, y)), direction, state(border)
    return [border for _, border in found]


# --- the map ---------------------------------------------------------------------------------------------------------


def pack_layers(battle: Battle, field: Any, layers: Mapping[str, np.ndarray]) -> None:
    """Write layers into fields of the map record: name -> one number (height, width), or several, for each cell."""
    board = battle.board
    for name, layer in layers.items():
        battle.ruleset.board.area(field[name], board.width, board.height)[:] = layer


def border_layer(board: Board, number: Callable[[Any], int]) -> np.ndarray:
    """A number for each border, seen from both of its cells: int64 (height, width, 4), north, east, south, west."""
    found = np.zeros((board.height, board.width, 4), np.int64)
    for (x, y, direction), border in board.borders.items():
        for cx, cy, towards in board.both_sides((x, y), direction):
            found[cy, cx, towards // 2] = number(border)
    return found


def pack_map(battle: Battle, field: Any, blocked: np.ndarray, walls: np.ndarray) -> None:
    """The header of the map: its size, the steps that are closed for good, zones to hold, and sight where the ruleset keeps it.

    Args:
        blocked: bool (height, width), cells nobody can enter or see through.
        walls: bool (height, width, 4), borders nobody can cross or see through, as :func:`border_layer` has them.
    """
    width, height = battle.board.width, battle.board.height
    sides = np.zeros((height, width, 8), bool)
    sides[..., ::2] = walls
    field.width, field.height = width, height
    field.closed[:] = battle.ruleset.board.closed_directions(width, height, np.asarray(blocked, bool), sides)
    if battle.objectives is not None:
        for number, cells in enumerate(battle.objectives.zones.values(), start=1):
            field.objective_zone[[cell_number(battle, cell) for cell in cells]] = number
    if "sight" in field.dtype.names:
        fill_sight(battle.ruleset, field)


def steps_across(battle: Battle, marked: np.ndarray) -> np.ndarray:
    """The steps that cross a marked border; diagonally, when both ways round do.

    Args:
        marked: bool (cells, 4), borders as :func:`pack_layers` lays them out.

    Returns:
        uint8 (cells,), bit d for a step in direction d: what ``field.slow`` takes.
    """
    steps = (DY * battle.ruleset.board.stride + DX).tolist()
    marked = np.asarray(marked, bool)
    found = np.zeros(len(marked), np.uint8)

    def crosses(cell: int, direction: int) -> bool:
        return 0 <= cell < len(marked) and bool(marked[cell, direction // 2])

    for cell in np.flatnonzero(marked.any(axis=1)).tolist():
        for near in {cell, *(cell + step for step in steps if 0 <= cell + step < len(marked))}:
            bits = 0
            for d in range(8):
                one, two = (d - 1) % 8, (d + 1) % 8
                if d % 2 == 0:
                    across = crosses(near, d)
                else:
                    across = all(
                        crosses(near, first) or crosses(near + steps[first], second)
                        for first, second in ((one, two), (two, one))
                    )
                bits |= int(across) << d
            found[near] = bits
    return found


def pack_zones(battle: Battle, field: Any) -> None:
    """Deployment zones: bit ``side`` of ``field.zone`` is set in every cell of that side's zone."""
    zones = np.zeros((battle.board.height, battle.board.width), field.zone.dtype)
    for side, (x0, y0, x1, y1) in battle.zones.items():
        zones[y0 : y1 + 1, x0 : x1 + 1] |= 1 << side
    pack_layers(battle, field, {"zone": zones})
