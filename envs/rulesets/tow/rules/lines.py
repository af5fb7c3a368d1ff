"""Lines of sight: what the straight line from the eye of a model to the middle of a cell passes through.

Points are in doubled coordinates: the corners of cells are even, their middles odd. An eye is in the middle of the front edge
of a base, so that one of its coordinates is even; the other end is the middle of a cell, of which both are odd. A line so never
runs along the edges of cells, and passes through a rectangle exactly when it passes through one of its cells.
"""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ..board import STRIDE, count_in, gap_squared, overlap
from ..vocab import Sight
from .bodies import bounds, full_rect, is_there, short_rect


class Hidden(IntEnum):
    """What a line to a cell meets."""

    NOTHING = 0
    LOW = 1  # a low obstacle next to the target
    WOODS = 2
    BLOCKED = 3


@rule("los.line")
def is_rect_crossed(ax, ay, bx, by, x, y, width, height):
    """Line of sight: whether the line between two points passes through the interior of a rectangle of cells. Touching a corner
    or running along an edge is not passing through.
    """
    left, top, right, bottom = 2 * x, 2 * y, 2 * (x + width), 2 * (y + height)
    if max(ax, bx) <= left or min(ax, bx) >= right or max(ay, by) <= top or min(ay, by) >= bottom:
        return False
    dx, dy = bx - ax, by - ay
    north_west, north_east = dx * (top - ay) - dy * (left - ax), dx * (top - ay) - dy * (right - ax)
    south_west, south_east = dx * (bottom - ay) - dy * (left - ax), dx * (bottom - ay) - dy * (right - ax)
    least = min(min(north_west, north_east), min(south_west, south_east))
    return least < 0 < max(max(north_west, north_east), max(south_west, south_east))


# --- units -------------------------------------------------------------------------------------------------------------


@rule("los.blocking")
def units_between(s, who, target, x, y, width, height):
    """Blocking: the units that reach into a rectangle, friend and foe alike: bits. Those of viewer and target never block."""
    found = 0
    for other in range(s.unit_count):
        if other != who and other != target and is_there(s, other):
            ox, oy, ow, oh = bounds(s, other)
            if overlap(x, y, width, height, ox, oy, ow, oh) > 0:
                found |= 1 << other
    return found


@kernel
def is_on_hill(s, w, who):
    """Whether any model of a unit stands on a hill."""
    ax, ay, aw, ah = full_rect(s, who)
    bx, by, bw, bh = short_rect(s, who)
    return count_in(w.field.high, ax, ay, aw, ah) + count_in(w.field.high, bx, by, bw, bh) > 0


@rule("los.blocking", "x.los.terrain")
def is_seen_over(s, w, other, is_viewer_high, x, y):
    """Seeing over units: from a hill, unless both the unit in the way and the cell looked at are on a hill. Only if the book
    lets hills help.
    """
    if w.book.see_over_units == 0 or not is_viewer_high:
        return False
    return count_in(w.field.high, x, y, 1, 1) == 0 or not is_on_hill(s, w, other)


@rule("los.blocking", "los.line")
def is_behind_unit(s, w, between, is_viewer_high, ax, ay, bx, by):
    """Blocking: whether the line to the middle of a cell passes through any of some units (bits)."""
    for other in range(s.unit_count):
        if (between >> other) & 1 == 0 or is_seen_over(s, w, other, is_viewer_high, bx // 2, by // 2):
            continue
        x, y, width, height = full_rect(s, other)
        if is_rect_crossed(ax, ay, bx, by, x, y, width, height):
            return True
        x, y, width, height = short_rect(s, other)
        if width > 0 and is_rect_crossed(ax, ay, bx, by, x, y, width, height):
            return True
    return False


# --- ground ------------------------------------------------------------------------------------------------------------


@kernel
def cell_of(across, along, is_turned):
    """The number of a cell by its place across and along a line; lines that run east or west are turned."""
    return int(across * STRIDE + along) if is_turned else int(along * STRIDE + across)


@rule("x.los.terrain")
def is_low_near(w, x, y, target_x, target_y, ex, ey, ew, eh):
    """Low obstacles: only those near the target cell obscure it, but not its own cell, nor one next to the viewing model."""
    reach = max(abs(x - target_x), abs(y - target_y))
    return 0 < reach <= w.book.obstacle_reach and gap_squared(x, y, 1, 1, ex, ey, ew, eh) > 0


@rule("x.los.terrain", "cover.obscured")
def ground_hides(w, is_viewer_high, ax, ay, bx, by, ex, ey, ew, eh):
    """Terrain and sight: what the ground on the line from an eye (ax, ay) to the middle of a cell (bx, by) does. Rock and high
    obstacles block, hills between two points off any hill, and woods deeper than one can see into. (ex, ey, ew, eh) is the
    base of the viewer.
    """
    target_x, target_y = bx // 2, by // 2
    left, top = min(ax, bx) // 2, min(ay, by) // 2  # of the rectangle of cells that holds the line
    breadth, depth = (max(ax, bx) + 1) // 2 - left, (max(ay, by) + 1) // 2 - top
    if count_in(w.field.seen_through, left, top, breadth, depth) == 0:
        return int(Hidden.NOTHING)
    sees_hills = is_viewer_high or count_in(w.field.high, target_x, target_y, 1, 1) > 0
    is_turned = (
        ay - by
    ) % 2 == 0  # row by row where the ends are in different halves of their rows, else column by column
    if is_turned:
        ax, ay, bx, by = ay, ax, by, bx
    dx, dy = bx - ax, by - ay
    slope, span = (dx, dy) if dy > 0 else (-dx, -dy)  # across per along, as a fraction
    low, high = min(ay, by), max(ay, by)
    woods, is_obscured = 0, False
    for along in range(low // 2, (high - 1) // 2 + 1):
        x, y, width, height = (along, top, 1, depth) if is_turned else (left, along, breadth, 1)
        if count_in(w.field.seen_through, x, y, width, height) == 0:
            continue
        near = ax * span + slope * (
            max(low, 2 * along) - ay
        )  # where the line enters and leaves the row, times the span
        far = ax * span + slope * (min(high, 2 * along + 2) - ay)
        for across in range(min(near, far) // (2 * span), (max(near, far) - 1) // (2 * span) + 1):
            sight = w.book.terrain[w.field.terrain[cell_of(across, along, is_turned)]].sight
            if sight == Sight.BLOCKS or (sight == Sight.HILL and not sees_hills):
                return int(Hidden.BLOCKED)
            if sight == Sight.WOODS:
                woods += 1
            elif sight == Sight.LOW:
                x, y = (along, across) if is_turned else (across, along)
                is_obscured = is_obscured or is_low_near(w, x, y, target_x, target_y, ex, ey, ew, eh)
    if woods > 0:
        return int(Hidden.BLOCKED) if woods > w.book.woods_depth else int(Hidden.WOODS)
    return int(Hidden.LOW) if is_obscured else int(Hidden.NOTHING)
