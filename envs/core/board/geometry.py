"""The square grid: cells, directions, distance, straight lines, sight, arcs, and reach under terrain costs.

A cell is one number, ``y * STRIDE + x``; y grows southwards. A direction is 0..7, clockwise from north. A board may be at
most 32 x 32; cells outside the actual board are closed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiler import kernel

STRIDE = 32
COLUMN, ROW_SHIFT = 31, 5  # x is ``cell & COLUMN``, y is ``cell >> ROW_SHIFT``
CELLS = STRIDE * STRIDE
SIGHT_BYTES = CELLS // 8
QUEUE = 4 * CELLS
AWAY = 8  # at most this many cells a flood keeps away from
UNREACHED = -1
OFF_BOARD = -1

DX = np.array([0, 1, 1, 1, 0, -1, -1, -1], np.int64)
DY = np.array([-1, -1, 0, 1, 1, 1, 0, -1], np.int64)
STEP = DY * STRIDE + DX  # what a step in each direction adds to a cell number
BEARINGS = np.array([[7, 0, 1], [6, -1, 2], [5, 4, 3]], np.int64)  # direction by the signs of dy and dx, each plus one
DIRECTION_NAMES = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")

#: Fields every ruleset's FIELD record begins with.
FIELD_HEADER: list[tuple[Any, ...]] = [
    ("width", "i2"),  # cells
    ("height", "i2"),  # cells
    ("closed", "u1", (CELLS,)),  # bit d set: no step from this cell in direction d (wall, rock, board edge, corner)
    ("slow", "u1", (CELLS,)),  # bit d set: a step from this cell in direction d costs more
    ("sight", "u1", (CELLS, SIGHT_BYTES)),  # bit b of row a set: nothing immovable on a straight line from a to b
]

#: Scratch fields for :func:`flood`.
FLOOD_SCRATCH: list[tuple[Any, ...]] = [
    ("step_cost", "u1", (CELLS,)),  # cost of entering each cell, 0 = may not be entered
    ("stop_here", "u1", (CELLS,)),  # 1 = may be entered but not left again
    ("shut", "u1", (CELLS,)),  # bit d set: shut for now from this cell in direction d, besides what the map closes
    ("slow_cost", "i2"),  # what a slow step costs besides
    ("gated", "u1", (CELLS,)),  # bit d set: for now a step from this cell in direction d costs more
    ("gate_cost", "i2"),  # what such a step costs besides
    ("away_count", "i2"),  # cells no step may bring nearer
    ("away_from", "i2", (AWAY,)),
    ("reach", "i2", (CELLS,)),  # cheapest cost to each cell, -1 = out of reach
    ("came_by", "i1", (CELLS,)),  # direction of the last step of that cheapest way
    ("flood_queue", "i2", (QUEUE,)),
    ("way", "i2", (CELLS,)),  # cells of the way that :func:`way_to` has found, one a step
]


@kernel
def column(cell):
    """x of a cell."""
    return cell & COLUMN


@kernel
def row(cell):
    """y of a cell."""
    return cell >> ROW_SHIFT


@kernel
def distance(a, b):
    """Distance in cells, diagonals counting one."""
    return max(abs((a & COLUMN) - (b & COLUMN)), abs((a >> ROW_SHIFT) - (b >> ROW_SHIFT)))


@kernel
def is_closed(field, cell, direction):
    """Whether the map lets nobody step from a cell in a direction."""
    return (field.closed[cell] >> direction) & 1 == 1


@kernel
def neighbour(field, cell, direction):
    """The cell one step away, -1 when that leaves the board. Walls are not looked at."""
    x = (cell & COLUMN) + DX[direction]
    y = (cell >> ROW_SHIFT) + DY[direction]
    if x < 0 or y < 0 or x >= field.width or y >= field.height:
        return OFF_BOARD
    return int(y * STRIDE + x)


@kernel
def bearing(a, b):
    """Direction 0..7 of the step that points from a to b by the signs of the differences; -1 for the same cell."""
    dx = (b & COLUMN) - (a & COLUMN)
    dy = (b >> ROW_SHIFT) - (a >> ROW_SHIFT)
    return int(BEARINGS[min(max(dy, -1), 1) + 1, min(max(dx, -1), 1) + 1])


@kernel
def turn_between(facing, direction):
    """Eighths of a circle between two directions, 0..4."""
    turn = (direction - facing) % 8
    return min(turn, 8 - turn)


@kernel
def line_cell(a, b, i, n):
    """The i-th of n steps on the straight line from a to b: both coordinates rounded, halves away from a, so that a board
    turned round has the same lines.
    """
    dx = (b & COLUMN) - (a & COLUMN)
    dy = (b >> ROW_SHIFT) - (a >> ROW_SHIFT)
    x = (2 * i * abs(dx) + n) // (2 * n)
    y = (2 * i * abs(dy) + n) // (2 * n)
    return int(a + (y if dy > 0 else -y) * STRIDE + (x if dx > 0 else -x))


@kernel
def is_in_sight(field, a, b):
    """Whether nothing immovable blocks the straight line from a to b, or from b to a."""
    return (field.sight[a, b >> 3] >> (b & 7)) & 1 == 1


@kernel
def is_nearer(s, here, there):
    """Whether a step brings one nearer to any of the cells in ``s.away_from``."""
    for k in range(s.away_count):
        if distance(there, int(s.away_from[k])) < distance(here, int(s.away_from[k])):
            return True
    return False


@kernel
def flood(s, field, start, allowance, goal):
    """Fill ``s.reach`` and ``s.came_by`` with the cheapest ways from ``start`` within ``allowance``: to all cells, or just
    to ``goal`` and whatever is found on the way (OFF_BOARD: to all).

    ``s.step_cost``, ``s.stop_here``, ``s.shut``, ``s.gated`` and ``s.away_from`` say what entering and leaving each cell
    takes in this position. Ties keep the way found first; directions are tried from north clockwise.
    """
    reach = s.reach
    came_by = s.came_by
    queue = s.flood_queue
    slow_cost = int(s.slow_cost)
    gate_cost = int(s.gate_cost)
    keeps_away = s.away_count > 0
    for cell in range(field.height * STRIDE):
        reach[cell] = UNREACHED
    reach[start] = 0
    came_by[start] = -1
    queue[0] = start
    head = 0
    tail = 1
    while head != tail:
        cell = int(queue[head])
        head = (head + 1) % QUEUE
        spent = int(reach[cell])
        if spent >= allowance or (s.stop_here[cell] == 1 and cell != start):
            continue
        closed = int(field.closed[cell]) | int(s.shut[cell])
        slow = int(field.slow[cell])
        gated = int(s.gated[cell])
        for d in range(8):
            if (closed >> d) & 1 == 1:
                continue
            there = int(cell + STEP[d])
            before = int(reach[there])
            if UNREACHED < before <= spent + 1:  # no step costs less than one
                continue
            cost = int(s.step_cost[there])
            if cost == 0 or (keeps_away and is_nearer(s, cell, there)):
                continue
            total = spent + cost + ((slow >> d) & 1) * slow_cost + ((gated >> d) & 1) * gate_cost
            if total <= allowance and (before == UNREACHED or total < before):
                reach[there] = total
                came_by[there] = d
                if there == goal:
                    allowance = total
                queue[tail] = there
                tail = (tail + 1) % QUEUE


@kernel
def way_to(s, start, goal):
    """Write the cells from the one after ``start`` to ``goal`` into ``s.way``, by what a flood has found. Returns how many."""
    steps = 0
    cell = goal
    while cell != start:
        steps += 1
        cell = int(cell - STEP[s.came_by[cell]])
    cell = goal
    for i in range(steps):
        s.way[steps - 1 - i] = cell
        cell = int(cell - STEP[s.came_by[cell]])
    return steps


def closed_directions(width: int, height: int, blocked: np.ndarray, walls: np.ndarray) -> np.ndarray:
    """The ``closed`` bits of a map.

    Args:
        width, height: board size in cells.
        blocked: bool (height, width), cells nobody can enter.
        walls: bool (height, width, 8), True where the border in an orthogonal direction (0, 2, 4, 6) cannot be crossed;
            only the orthogonal entries are read, and either side of a border may be given.

    A diagonal step needs one of the two ways round through an orthogonal neighbour to be open.

    Returns:
        uint8 (CELLS,).
    """
    wall = walls.copy()
    wall[:, :-1, 2] |= walls[:, 1:, 6]
    wall[:, 1:, 6] |= walls[:, :-1, 2]
    wall[:-1, :, 4] |= walls[1:, :, 0]
    wall[1:, :, 0] |= walls[:-1, :, 4]

    def beyond(layer: np.ndarray, d: int) -> np.ndarray:
        """For every cell, what a layer holds in the next cell that way; False beyond the edge."""
        padded = np.pad(layer, 1)
        y, x = 1 + int(DY[d]), 1 + int(DX[d])
        return padded[y : y + height, x : x + width]

    free = ~blocked.astype(bool)
    opens = {d: beyond(free, d) & ~wall[:, :, d] for d in (0, 2, 4, 6)}
    for d in (1, 3, 5, 7):
        one, two = (d - 1) % 8, (d + 1) % 8
        first, second = opens[one] & beyond(opens[two], one), opens[two] & beyond(opens[one], two)
        opens[d] = first | second
    bits = sum((~opens[d]).astype(np.int64) << d for d in range(8))
    closed = np.full(CELLS, 255, np.uint8)
    closed.reshape(STRIDE, STRIDE)[:height, :width] = np.where(free, bits, 255)
    return closed


def sight_bits(width: int, height: int, closed: np.ndarray) -> np.ndarray:
    """The ``sight`` bits of a map whose ``closed`` bits block sight: uint8 (CELLS, SIGHT_BYTES).

    A line is free when every step between its consecutive cells is open; the line from either end will do.
    """
    board = np.zeros((height, width), np.int64) + np.arange(width) + STRIDE * np.arange(height)[:, None]
    cells = board.ravel()
    xs, ys = cells % STRIDE, cells // STRIDE
    free = np.zeros((CELLS, CELLS), bool)
    for dy in range(1 - height, height):
        for dx in range(1 - width, width):
            n = max(abs(dx), abs(dy))
            inside = (xs + dx >= 0) & (xs + dx < width) & (ys + dy >= 0) & (ys + dy < height)
            start = cells[inside]
            is_free = np.ones(len(start), bool)
            px = py = 0
            for i in range(1, n + 1):
                qx, qy = (int(np.sign(d)) * ((2 * i * abs(d) + n) // (2 * n)) for d in (dx, dy))
                d = int(np.flatnonzero((DX == qx - px) & (DY == qy - py))[0])
                is_free &= (closed[start + py * STRIDE + px] >> d) & 1 == 0
                px, py = qx, qy
            free[start, start + dy * STRIDE + dx] = is_free
    free |= free.T
    return np.packbits(free, axis=1, bitorder="little")
