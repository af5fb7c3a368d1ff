"""The square grid of one board: cells, distance, straight lines, sight, rectangles, and reach under terrain costs.

A cell is one number, ``y * STRIDE + x``; y grows southwards. A direction is 0..7, clockwise from north. Cells outside the
actual board are closed.

Executed once for every ruleset with its declared board (see ``board.py`` beside this): ``STRIDE``, ``COLUMN``, ``ROW_SHIFT``,
``CELLS``, ``QUEUE``, ``IS_NARROW`` (a row of cells fits into a word of bits), ``METRIC`` and ``WAYS_ROUND`` (a corner that a
diagonal step needs) are put in as globals, and ``kernel``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tactica.envs.core.board.directions import (  # noqa: F401  (a ruleset finds all of them in its board.py)
    BEARINGS,
    DIRECTION_NAMES,
    DX,
    DY,
    OFF_BOARD,
    UNREACHED,
    turn_between,
)

if TYPE_CHECKING:
    from tactica.envs.core.loops.given import AWAY as AWAY
    from tactica.envs.core.loops.given import (
        CELLS,
        COLUMN,
        IS_NARROW,
        METRIC,
        ORTHOGONAL,
        QUEUE,
        ROW_SHIFT,
        STRIDE,
        kernel,
    )


STEP = DY * STRIDE + DX  # what a step in each direction adds to a cell number
#: Of a set of directions, as bits, the first.
LOWEST_BIT = np.array([(bits & -bits).bit_length() - 1 for bits in range(256)], np.int64)


@kernel
def column(cell):
    """x of a cell."""
    return cell & COLUMN


@kernel
def row(cell):
    """y of a cell."""
    return cell >> ROW_SHIFT


if METRIC == ORTHOGONAL:

    @kernel
    def distance(a, b):
        """Distance in cells, without diagonal steps."""
        return abs((a & COLUMN) - (b & COLUMN)) + abs((a >> ROW_SHIFT) - (b >> ROW_SHIFT))

else:

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
def is_map_open(field, a, b):
    """Whether the map lets one step along the whole straight line from a to b."""
    steps = max(abs((a & COLUMN) - (b & COLUMN)), abs((a >> ROW_SHIFT) - (b >> ROW_SHIFT)))
    here = int(a)
    for i in range(1, steps + 1):
        there = line_cell(a, b, i, steps)
        if is_closed(field, here, bearing(here, there)):
            return False
        here = int(there)
    return True


@kernel
def fill_sight(field, sight):
    """Fill the ``sight`` bits of a map (uint8 (CELLS, CELLS / 8)): a line is free if it is open from either end."""
    for a in range(field.height * STRIDE):
        for k in range(CELLS >> 3):
            sight[a, k] = 0
    for a in range(field.height * STRIDE):
        if (a & COLUMN) < field.width:
            for b in range(field.height * STRIDE):
                if (b & COLUMN) < field.width and is_map_open(field, a, b):
                    sight[a, b >> 3] |= 1 << (b & 7)
                    sight[b, a >> 3] |= 1 << (a & 7)


@kernel
def is_in_sight(field, a, b):
    """Whether nothing immovable blocks the straight line from a to b, or from b to a; reads ``field.sight``."""
    return (field.sight[a, b >> 3] >> (b & 7)) & 1 == 1


# --- units on the board: what places, features and behaviours ask. A ruleset may put its own in their stead in board.py ---


@kernel
def gap_between(s, w, who, cell, other, there):
    """Cells from a unit, if it stood at a cell, to another, if that stood at ``there``: 1 next to it."""
    return distance(cell, there)


@kernel
def may_see(s, w, a, b):
    """Whether the map lets one see from one cell to another: the straight line is open from either end."""
    return is_map_open(w.field, a, b) or is_map_open(w.field, b, a)


# --- reach ------------------------------------------------------------------------------------------------------------


@kernel
def is_nearer(s, here, there):
    """Whether a step brings one nearer to any of the cells in ``s.away_from``."""
    for k in range(s.away_count):
        if distance(there, int(s.away_from[k])) < distance(here, int(s.away_from[k])):
            return True
    return False


if IS_NARROW:

    @kernel
    def note_ground(s, field):
        """Note in ``s.may_gain`` all cells that may be entered: a bit each, one bit and one row further on than the cell."""
        s.may_gain[0] = 0
        s.may_gain[field.height + 1] = 0
        for y in range(field.height):
            bits = 0
            for x in range(field.width):
                bits |= (1 if s.step_cost[y * STRIDE + x] != 0 else 0) << (x + 1)
            s.may_gain[y + 1] = bits

    @kernel
    def settle_cell(s, cell):
        """No cheaper way to a cell will be found."""
        s.may_gain[(cell >> ROW_SHIFT) + 1] &= ~(2 << (cell & COLUMN))

    @kernel
    def ways_on(s, cell):
        """The directions from a cell, as bits, to neighbours to which a cheaper way may still be found."""
        y = cell >> ROW_SHIFT
        x = cell & COLUMN
        above = s.may_gain[y] >> x
        beside = s.may_gain[y + 1] >> x
        below = s.may_gain[y + 2] >> x
        east = (above & 4) >> 1 | (beside & 4) | (below & 4) << 1
        west = (below & 1) << 5 | (beside & 1) << 6 | (above & 1) << 7
        return (above & 2) >> 1 | east | (below & 2) << 3 | west

else:

    @kernel
    def note_ground(s, field):
        """Nothing is noted."""
        return

    @kernel
    def settle_cell(s, cell):
        """Nothing is noted."""
        return

    @kernel
    def ways_on(s, cell):
        """All directions."""
        return 255


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
    note_ground(s, field)
    for cell in range(field.height * STRIDE):
        reach[cell] = UNREACHED
    settle_cell(s, start)
    reach[start] = 0
    came_by[start] = -1
    queue[0] = start
    head = 0
    tail = 1
    steps = 0  # no way in the queue has fewer steps, so none costs less
    longer = 1  # where in the queue the ways of one step more begin
    while head != tail:
        if head == longer:
            longer = tail
            steps += 1
        cell = int(queue[head])
        head = (head + 1) % QUEUE
        spent = int(reach[cell])
        if spent >= allowance or (s.stop_here[cell] == 1 and cell != start):
            continue
        slow = int(field.slow[cell])
        gated = int(s.gated[cell])
        left = ways_on(s, cell) & ~(int(field.closed[cell]) | int(s.shut[cell]))
        while left != 0:
            d = LOWEST_BIT[left]
            left &= left - 1
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
                if total <= steps + 1:
                    settle_cell(s, there)
                queue[tail] = there
                tail = (tail + 1) % QUEUE


@kernel
def way_to(s, start, goal):
    """Write the cells from the one after ``start`` to ``goal``, which a flood has reached, into ``s.way``. Returns how many."""
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


# --- rectangles: bodies, bases and formations of more than one cell, named by their north-western cell ----------------


@kernel
def rectangle_gaps(a, a_width, a_height, b, b_width, b_height):
    """Columns and rows from a rectangle to another: 0 where they overlap, 1 where they lie next to each other."""
    dx = (b & COLUMN) - (a & COLUMN)
    dy = (b >> ROW_SHIFT) - (a >> ROW_SHIFT)
    return int(max(dx - a_width + 1, -dx - b_width + 1, 0)), int(max(dy - a_height + 1, -dy - b_height + 1, 0))


@kernel
def rectangle_gap(a, a_width, a_height, b, b_width, b_height):
    """Cells from a rectangle to another by the board's metric: 0 overlapping, 1 next to each other."""
    columns, rows = rectangle_gaps(a, a_width, a_height, b, b_width, b_height)
    return columns + rows if METRIC == ORTHOGONAL else max(columns, rows)


@kernel
def is_covered(cell, width, height, there):
    """Whether a cell lies in a rectangle."""
    dx = (there & COLUMN) - (cell & COLUMN)
    dy = (there >> ROW_SHIFT) - (cell >> ROW_SHIFT)
    return 0 <= dx < width and 0 <= dy < height


@kernel
def is_on_board(field, cell, width, height):
    """Whether a whole rectangle lies on the board."""
    return cell >= 0 and (cell & COLUMN) + width <= field.width and (cell >> ROW_SHIFT) + height <= field.height


@kernel
def is_cut(field, cell, width, height):
    """Whether a step from a cell of a rectangle, which lies on the board, to the next one in it is closed."""
    for dy in range(height):
        for dx in range(width):
            there = cell + dy * STRIDE + dx
            if (dx + 1 < width and is_closed(field, there, 2)) or (dy + 1 < height and is_closed(field, there, 4)):
                return True
    return False


@kernel
def add_rectangle(cells, cell, width, height, amount):
    """Add a number to the cells of an array that a rectangle covers."""
    for dy in range(height):
        for dx in range(width):
            cells[cell + dy * STRIDE + dx] += amount


@kernel
def most_in_rectangle(cells, cell, width, height):
    """The largest number of an array in the cells that a rectangle covers."""
    most = int(cells[cell])
    for dy in range(height):
        for dx in range(width):
            most = max(most, int(cells[cell + dy * STRIDE + dx]))
    return most


# --- sight by exact geometry: segments between points in doubled coordinates ------------------------------------------


@kernel
def is_crossed(ax, ay, bx, by, cell):
    """Whether the straight segment between two points passes through the interior of a cell; touching a corner or running
    along an edge is not passing through. Points in doubled coordinates: the centre of column x is ``2 * x + 1``.
    """
    left, top = 2 * (cell & COLUMN), 2 * (cell >> ROW_SHIFT)
    if max(ax, bx) <= left or min(ax, bx) >= left + 2 or max(ay, by) <= top or min(ay, by) >= top + 2:
        return False
    below = 0
    above = 0
    for corner in range(4):
        cross = (bx - ax) * (top + 2 * (corner >> 1) - ay) - (by - ay) * (left + 2 * (corner & 1) - ax)
        if cross < 0:
            below += 1
        elif cross > 0:
            above += 1
    return below > 0 and above > 0


@kernel
def is_view_open(opaque, a, b):
    """Whether no cell of ``opaque`` (1 blocks, indexed by cell) lies on the segment between the centres of two cells,
    whose own cells do not block. It squeezes between two blocking cells that meet only at a corner.
    """
    ax, ay = 2 * (a & COLUMN) + 1, 2 * (a >> ROW_SHIFT) + 1
    bx, by = 2 * (b & COLUMN) + 1, 2 * (b >> ROW_SHIFT) + 1
    for y in range(min(ay, by) >> 1, (max(ay, by) >> 1) + 1):
        for x in range(min(ax, bx) >> 1, (max(ax, bx) >> 1) + 1):
            cell = y * STRIDE + x
            if cell != a and cell != b and opaque[cell] == 1 and is_crossed(ax, ay, bx, by, cell):
                return False
    return True
