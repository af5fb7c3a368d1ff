"""Standing: where a step of a unit may end, on free ground and apart from the enemy.

Usually no other unit is near; a quick check of their bounding rectangles shows it.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends
from ..board import body_of, bounds_of, box_of, full_ranks_of, gap_squared, overlap, short_rank_of
from ..vocab import Refusal
from .bodies import (
    bounds,
    box_gap,
    full_rect,
    is_enterable,
    is_foe,
    is_there,
    overlaps_unit,
    rect_gap,
    refusal_of_place,
    short_rect,
    touches,
    unit_gap,
)
from .shapes import grown

WIDTH = 2  # the place of the width in a rectangle


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


@rule("x.move.enemy_buffer")
def keeps_apart(s, w, who, cell, facing, files):
    """Keeping apart: not nearer than the least gap to an enemy, unless it was that near and comes no nearer nor edge to edge."""
    unit = s.units[who]
    models, base_width, base_depth = int(unit.models), int(unit.base_width), int(unit.base_depth)
    full = full_ranks_of(cell, facing, files, models, base_width, base_depth)
    short = short_rank_of(cell, facing, files, models, base_width, base_depth, int(s.from_right))
    around = bounds_of(cell, facing, files, models, base_width, base_depth)
    return is_apart(s, w, who, full, short, around)


@rule("x.move.enemy_buffer")
def is_apart(s, w, who, full, short, around):
    """Keeping apart: the same of two rectangles (x, y, width, height), the second perhaps of width 0, and the one around both."""
    least = int(w.book.min_gap) * int(w.book.min_gap)
    for enemy in range(s.unit_count):
        if is_foe(s, who, enemy) and box_gap(s, *around, enemy) < least:
            gap = rect_gap(s, *full, enemy)
            if short[WIDTH] > 0:
                gap = min(gap, rect_gap(s, *short, enemy))
            if gap < least and gap < unit_gap(s, who, enemy):
                return False
            if gap == 0 and not touches(s, who, enemy):
                if is_edge_to_edge(s, *full, enemy) or is_edge_to_edge(s, *short, enemy):
                    return False
    return True


@rule("x.move.enemy_buffer", "x.combat.engaged")
def is_edge_to_edge(s, x, y, width, height, who):
    """Keeping apart: whether a rectangle beside a unit, perhaps of width 0, shares an edge with it, not only a corner."""
    if width == 0:
        return False
    return overlaps_unit(s, x - 1, y, width + 2, height, who) or overlaps_unit(s, x, y - 1, width, height + 2, who)


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
    full = grown(*full_rect(s, who), facing, cells)
    short = short_rect(s, who)
    if short[WIDTH] > 0:
        short = grown(*short, facing, cells)
    return is_apart(s, w, who, full, short, grown(*bounds(s, who), facing, cells))
