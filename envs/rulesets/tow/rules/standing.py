"""Standing: where a step of a unit may end, on free ground and apart from the enemy.

Mostly nobody else is near, which one look at the rectangles around the others tells.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends
from ..board import body_of, bounds_of, box_of, gap_squared, overlap
from ..vocab import Refusal
from .bodies import bounds, full_rect, is_apart, is_enterable, is_there, keeps_apart, refusal_of_place, short_rect
from .shapes import grown


@kernel
def is_clear(s, w, who, x, y, width, height):
    """Whether a rectangle is so far from all other units that a unit may be anywhere in it: the quick look before a long one."""
    least = int(w.book.min_gap) * int(w.book.min_gap)
    for other in range(s.unit_count):
        if other == who or not is_there(s, other):
            continue
        ax, ay, aw, ah = box_of(body_of(s, other))
        if overlap(x, y, width, height, ax, ay, aw, ah) > 0:
            return False
        if gap_squared(x, y, width, height, ax, ay, aw, ah) < least and not are_friends(s, who, other):
            return False
    return True


@rule("x.move.enemy_buffer", "x.setup.table")
def refusal_of_standing(s, w, who, cell, facing, files):
    """Other moves: where a step may end: on free ground, apart from the enemy."""
    unit = s.units[who]
    x, y, width, height = bounds_of(cell, facing, files, int(unit.models), int(unit.base_width), int(unit.base_depth))
    if is_enterable(s, w, who, x, y, width, height) and is_clear(s, w, who, x, y, width, height):
        return Refusal.NONE
    refusal = refusal_of_place(s, w, who, cell, facing, files)
    if refusal != Refusal.NONE or keeps_apart(s, w, who, cell, facing, files):
        return refusal
    return Refusal.NEAR_ENEMY


@rule("x.move.enemy_buffer")
def keeps_apart_ahead(s, w, who, cells):
    """Keeping apart: at none of so many steps straight ahead too near to an enemy, unless it was and comes no nearer."""
    facing = int(s.units[who].facing)
    ax, ay, aw, ah = full_rect(s, who)
    ax, ay, aw, ah = grown(ax, ay, aw, ah, facing, cells)
    bx, by, bw, bh = short_rect(s, who)
    if bw > 0:
        bx, by, bw, bh = grown(bx, by, bw, bh, facing, cells)
    x, y, width, height = bounds(s, who)
    x, y, width, height = grown(x, y, width, height, facing, cells)
    return is_apart(s, w, who, ax, ay, aw, ah, bx, by, bw, bh, x, y, width, height)
