"""Lanes: how far a unit can go straight on before something lies in its way, by rectangles."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from .bodies import full_rect, overlaps_unit, short_rect
from .shapes import EAST, SOUTH, grown

FAR = 10_000  # cells: never


@kernel
def room_ahead(field, x, y, width, height, direction):
    """Cells a rectangle can move in a direction before it leaves the table."""
    if direction == 0:
        return y
    if direction == EAST:
        return int(field.width) - x - width
    if direction == SOUTH:
        return int(field.height) - y - height
    return x


@rule("x.setup.table")
def room_to_edge(s, w, who, direction):
    """Battlefield: cells a unit can move in a direction before a cell of it leaves the table; less than 0 where one has."""
    ax, ay, aw, ah = full_rect(s, who)
    room = least_room(w, ax, ay, aw, ah, direction)
    bx, by, bw, bh = short_rect(s, who)
    return min(room, least_room(w, bx, by, bw, bh, direction)) if bw > 0 else room


@kernel
def least_room(w, x, y, width, height, direction):
    """Room ahead of a rectangle; -1 where it is off the table on any side."""
    for side in range(4):
        if room_ahead(w.field, x, y, width, height, 2 * side) < 0:
            return -1
    return room_ahead(w.field, x, y, width, height, direction)


@kernel
def steps_free(x, y, width, height, direction, ox, oy, ow, oh):
    """Steps a rectangle can make in a direction before it would cover cells of another rectangle ahead of it."""
    if ow == 0 or width == 0:
        return FAR
    if direction == 0 or direction == SOUTH:
        if ox >= x + width or ox + ow <= x:
            return FAR
        if direction == 0:
            return FAR if oy >= y else max(0, y - oy - oh)
        return FAR if oy + oh <= y + height else max(0, oy - y - height)
    if oy >= y + height or oy + oh <= y:
        return FAR
    if direction == EAST:
        return FAR if ox + ow <= x + width else max(0, ox - x - width)
    return FAR if ox >= x else max(0, x - ox - ow)


@kernel
def steps_free_of(s, x, y, width, height, direction, other):
    """Steps a rectangle can make before it would cover cells of a unit ahead of it."""
    ax, ay, aw, ah = full_rect(s, other)
    bx, by, bw, bh = short_rect(s, other)
    free = steps_free(x, y, width, height, direction, ax, ay, aw, ah)
    return min(free, steps_free(x, y, width, height, direction, bx, by, bw, bh))


@kernel
def steps_to(s, who, direction, other):
    """Steps a unit can make before its path covers cells of another. What it stands on when it begins is not on its path."""
    ax, ay, aw, ah = full_rect(s, who)
    free = steps_free_of(s, ax, ay, aw, ah, direction, other)
    if direction == s.units[who].facing:  # the short last rank follows where the full ranks have gone
        return free
    bx, by, bw, bh = short_rect(s, who)
    return min(free, steps_free_of(s, bx, by, bw, bh, direction, other))


@kernel
def is_passed(s, who, direction, cells, other):
    """Whether a unit covers cells of another anywhere on so many steps, where it begins included."""
    ax, ay, aw, ah = full_rect(s, who)
    ax, ay, aw, ah = grown(ax, ay, aw, ah, direction, cells)
    if overlaps_unit(s, ax, ay, aw, ah, other):
        return True
    bx, by, bw, bh = short_rect(s, who)
    if bw == 0:
        return False
    bx, by, bw, bh = grown(bx, by, bw, bh, direction, cells)
    return overlaps_unit(s, bx, by, bw, bh, other)
