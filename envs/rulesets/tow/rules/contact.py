"""Contact: which side of an enemy a charge strikes, where the charger would come to stand, and what lies on the way."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import block, count_in
from ..vocab import Side
from .bodies import bounds, fits, full_rect, is_there, short_rect
from .lines import is_rect_crossed
from .shapes import EAST, SOUTH, WEST, corner_of, front_cells, strip_ahead
from .sight import arc_of

QUARTERS = 4  # of a circle
HALF_TURN = 2
FAR_OFF = 10_000  # beyond any table


@rule("x.move.charge_arc")
def charge_side(s, who, target):
    """Which side is charged: the arc of the target that holds most cells of the charger's front; ties go to front, left,
    right, rear in this order.
    """
    x, y, width, height = bounds(s, target)
    facing = int(s.units[target].facing)
    front, right, rear, left = 0, 0, 0, 0
    for beside in range(front_cells(s, who)):
        cx, cy, _, _ = block(int(s.units[who].cell), int(s.units[who].facing), beside, 1, 0, 1)
        side = arc_of(2 * cx + 1, 2 * cy + 1, x, y, width, height, facing)
        if side == Side.FRONT:
            front += 1
        elif side == Side.RIGHT:
            right += 1
        elif side == Side.REAR:
            rear += 1
        else:
            left += 1
    most = max(max(front, right), max(rear, left))
    if front == most:
        return int(Side.FRONT)
    if left == most:
        return int(Side.LEFT)
    return int(Side.RIGHT) if right == most else int(Side.REAR)


# --- the contact pose --------------------------------------------------------------------------------------------------


@kernel
def edge_span(s, target, quarter):
    """The columns, or rows, in which cells of a unit lie along a side of its rectangle (0 north to 3 west): first and end."""
    x, y, width, height = bounds(s, target)
    ax, ay, aw, ah = full_rect(s, target)
    bx, by, bw, bh = short_rect(s, target)
    first, end = FAR_OFF, -FAR_OFF
    if is_on_side(ax, ay, aw, ah, x, y, width, height, quarter):
        first, end = span_along(ax, ay, aw, ah, quarter)
    if bw > 0 and is_on_side(bx, by, bw, bh, x, y, width, height, quarter):
        short_first, short_end = span_along(bx, by, bw, bh, quarter)
        first, end = min(first, short_first), max(end, short_end)
    return first, end


@kernel
def is_on_side(ax, ay, aw, ah, x, y, width, height, quarter):
    """Whether a part of a rectangle lies along its northern, eastern, southern or western side (0 to 3)."""
    if quarter == 0:
        return ay == y
    if quarter == 1:
        return ax + aw == x + width
    return ay + ah == y + height if quarter == 2 else ax == x


@kernel
def span_along(x, y, width, height, quarter):
    """The columns, or rows, of a rectangle along one of its sides: first and end."""
    if quarter % 2 == 0:
        return x, x + width
    return y, y + height


@kernel
def models_along(offset, base_width, files, first, end):
    """Models of a front rank that begins at an offset whose front edges touch a span."""
    left = max((first - offset) // base_width, 0)
    right = min((end - offset - 1) // base_width, files - 1)
    return max(right - left + 1, 0)


@kernel
def front_middle_of(x, y, width, height, facing):
    """The middle of the front edge of a rectangle, in doubled coordinates."""
    if facing == 0:
        return 2 * x + width, 2 * y
    if facing == EAST:
        return 2 * (x + width), 2 * y + height
    if facing == SOUTH:
        return 2 * x + width, 2 * (y + height)
    return 2 * x, 2 * y + height


@kernel
def cell_against(s, target, quarter, front, offset):
    """The front-left corner cell of a unit whose front lies along a side of another from an offset on."""
    x, y, width, height = bounds(s, target)
    if quarter == 0:
        return corner_of(offset, y - 1, front, 1, SOUTH)
    if quarter == 1:
        return corner_of(x + width, offset, 1, front, WEST)
    if quarter == 2:
        return corner_of(offset, y + height, front, 1, 0)
    return corner_of(x - 1, offset, 1, front, EAST)


@rule("x.move.charge_contact")
def contact_pose(s, w, who, target, side):
    """Contact pose: front along the charged side, with most models of the front rank in contact; then the least sideways shift;
    then the smallest coordinate. Returns (whether there is one, with a free way to it, cell, facing, models in contact).
    """
    unit = s.units[who]
    front, files, base_width = front_cells(s, who), int(unit.files), int(unit.base_width)
    quarter = (int(s.units[target].facing) // 2 + side) % QUARTERS
    facing = 2 * ((quarter + HALF_TURN) % QUARTERS)
    first, end = edge_span(s, target, quarter)
    x, y, width, height = bounds(s, who)
    middle_x, middle_y = front_middle_of(x, y, width, height, int(unit.facing))
    middle = middle_x if quarter % 2 == 0 else middle_y
    most, least, best = 0, 0, 0
    for offset in range(first - front + 1, end):
        models = models_along(offset, base_width, files, first, end)
        shift = abs(2 * offset + front - middle)
        if models < most or models == 0 or (models == most and shift >= least):
            continue
        cell = cell_against(s, target, quarter, front, offset)
        if fits(s, w, who, cell, facing, files):
            most, least, best = models, shift, cell
    if most == 0:
        return False, 0, 0, 0
    return is_way_open(s, w, who, target, best, facing), best, facing, most


# --- the way there -----------------------------------------------------------------------------------------------------


@kernel
def way(s, who, cell, facing):
    """From the middle of the front edge of a unit to where it would be in a pose: two points in doubled coordinates."""
    x, y, width, height = strip_ahead(s, who, -1, 1)
    ax, ay = front_middle_of(x, y, width, height, int(s.units[who].facing))
    x, y, width, height = block(cell, facing, 0, front_cells(s, who), 0, 1)
    bx, by = front_middle_of(x, y, width, height, facing)
    return ax, ay, bx, by


@rule("x.move.charge_contact", "x.move.fly")
def is_way_open(s, w, who, target, cell, facing):
    """Contact pose: the way passes through no impassable cell and no cell of a third unit; fliers need no way."""
    if w.book.path_check == 0 or s.units[who].fly > 0:
        return True
    ax, ay, bx, by = way(s, who, cell, facing)
    if crossed_cells(w.field.closed_to_foot, ax, ay, bx, by) > 0:
        return False
    for other in range(s.unit_count):
        if other != who and other != target and is_there(s, other):
            x, y, width, height = full_rect(s, other)
            if is_body_crossed(ax, ay, bx, by, x, y, width, height):
                return False
            x, y, width, height = short_rect(s, other)
            if is_body_crossed(ax, ay, bx, by, x, y, width, height):
                return False
    return True


@rule("x.move.charge_roll", "x.move.fly")
def is_way_rough(s, w, who, cell, facing):
    """Charge distance: whether the way to a pose crosses rough ground, or the front rank would stand on it; not for fliers."""
    unit = s.units[who]
    if unit.fly > 0:
        return False
    x, y, width, height = block(cell, facing, 0, front_cells(s, who), 0, int(unit.base_depth))
    if count_in(w.field.rough, x, y, width, height) > 0:
        return True
    ax, ay, bx, by = way(s, who, cell, facing)
    return crossed_cells(w.field.rough, ax, ay, bx, by) > 0


@kernel
def crossed_cells(sums, ax, ay, bx, by):
    """Cells of a kind whose interior a segment between points on the table passes through, row by row; doubled coordinates."""
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    rise = by - ay
    if rise == 0:  # along a row, or between two rows
        low, high = min(ax, bx), max(ax, bx)
        return 0 if ay % 2 == 0 else count_in(sums, low // 2, ay // 2, (high + 1) // 2 - low // 2, 1)
    number = 0
    for y in range(ay // 2, (by + 1) // 2):
        above, below = max(2 * y, ay) - ay, min(2 * y + 2, by) - ay  # how far down the segment the row begins and ends
        low, high = ax * rise + above * (bx - ax), ax * rise + below * (bx - ax)
        if low > high:
            low, high = high, low
        first, end = low // (2 * rise), -(-high // (2 * rise))
        number += count_in(sums, first, y, end - first, 1)
    return number


@rule("x.move.charge_contact")
def is_body_crossed(ax, ay, bx, by, x, y, width, height):
    """Contact pose: whether a segment passes through the interior of a cell of a rectangle; all along the edges of cells is not
    through them. Points in doubled coordinates.
    """
    if width == 0 or (ax == bx and ax % 2 == 0) or (ay == by and ay % 2 == 0):
        return False
    return is_rect_crossed(ax, ay, bx, by, x, y, width, height)
