"""Borders that change in a battle: doors that open, walls that fall. The map leaves them open; the position says what they are.

A ruleset puts ``*door_fields(most)`` into its position and fills them with ``scenario.packing.pack_doors``. What opens a door,
and what it takes to break one, are its rules; here is where doors stand, and what they shut.

Executed once for every board, like ``geometry.py``, on which it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tactica.envs.core.board.geometry import STEP, bearing, distance, is_closed, line_cell
    from tactica.envs.core.loops.given import STRIDE, WAYS_ROUND, kernel


NO_DOOR = -1


def door_fields(most):
    """Fields of a position for at most so many doors."""
    return [
        ("door_count", "i2"),  # doors on the board
        ("door_cell", "i2", (most,)),  # doors: the cell each belongs to, -1 none
        ("door_direction", "i2", (most,)),  # on which side of that cell: 0, 2, 4, 6
        ("door_state", "i2", (most,)),  # what it is now, a number of the ruleset's; 0 open
    ]


def doors_of(s):
    """The doors of a state record, which need not have any: (cell, direction, state) of each. For pictures, not for kernels."""
    count = int(s["door_count"]) if "door_count" in s.dtype.names else 0
    return [(int(s["door_cell"][k]), int(s["door_direction"][k]), int(s["door_state"][k])) for k in range(count)]


@kernel
def door_at(s, cell, direction):
    """The door on a cell's border in an orthogonal direction; -1 if there is no door. A door is stored for one of its two
    cells only.
    """
    for k in range(s.door_count):
        if s.door_cell[k] == cell and s.door_direction[k] == direction:
            return k
        if s.door_cell[k] + STEP[s.door_direction[k]] == cell and (s.door_direction[k] + 4) % 8 == direction:
            return k
    return NO_DOOR


@kernel
def is_door_shut(s, cell, direction):
    """Whether a door that is not open lies on the border in an orthogonal direction."""
    k = door_at(s, cell, direction)
    return k != NO_DOOR and s.door_state[k] != 0


@kernel
def is_way_open(s, w, cell, direction):
    """Whether one can step, or reach, from a cell to its neighbour: neither the map nor a shut door is between. A diagonal
    needs one of the two ways round, or both, as the board has it.
    """
    if is_closed(w.field, cell, direction):
        return False
    if s.door_count == 0:
        return True
    if direction % 2 == 0:
        return not is_door_shut(s, cell, direction)
    ways = 0
    for turn in (-1, 1):
        first = (direction + turn) % 8
        second = (direction - turn) % 8
        corner = int(cell + STEP[first])
        if (
            not is_closed(w.field, cell, first)
            and not is_closed(w.field, corner, second)
            and not is_door_shut(s, cell, first)
            and not is_door_shut(s, corner, second)
        ):
            ways += 1
    return ways >= WAYS_ROUND


@kernel
def is_line_clear(s, w, from_cell, to_cell):
    """Whether every step of the straight line is open as it is drawn from the first cell."""
    steps = distance(from_cell, to_cell)
    here = from_cell
    for i in range(1, steps + 1):
        there = line_cell(from_cell, to_cell, i, steps)
        if not is_way_open(s, w, here, bearing(here, there)):
            return False
        here = there
    return True


@kernel
def shut_ways(s, w):
    """Note in ``s.shut`` for a flood which ways shut doors close, on both their sides and past their ends."""
    for k in range(s.door_count):
        for y in range(-1, 2):
            for x in range(-1, 2):
                cell = int(s.door_cell[k]) + y * STRIDE + x
                if 0 <= cell < s.board_height * STRIDE:
                    for d in range(8):
                        if not is_way_open(s, w, cell, d):
                            s.shut[cell] |= 1 << d


@kernel
def unshut_way(s, cell, direction):
    """Clear the bit that :func:`shut_ways` has set for one way: its door gives way."""
    s.shut[cell] &= 255 - (1 << direction)
