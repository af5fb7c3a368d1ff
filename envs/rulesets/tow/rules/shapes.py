"""Shapes of moving units: how far they go, the rectangles they would cover, and the corners these turn about."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import STRIDE, block, full_ranks_of, short_rank_of
from ..vocab import MainType
from .bodies import bounds, rect_gap
from .casualties import is_character_alone
from .formation import main_type, ranks_of
from .profile import own_movement

EAST, SOUTH, WEST = 2, 4, 6


@rule("x.move.fly", "x.character.embedded")
def movement_of(s, who):
    """Movement: inches of an ordinary move; of fliers through the air; of a character who is left alone his own."""
    fly = int(s.units[who].fly)
    return fly if fly > 0 else own_movement(s, who, is_character_alone(s, who))


@rule("troop.war_machines")
def is_war_machine(s, who):
    """War machines: artillery, by its troop type."""
    return main_type(int(s.units[who].troop_type)) == MainType.WAR_MACHINES


# --- rectangles --------------------------------------------------------------------------------------------------------


@kernel
def corner_of(x, y, width, height, facing):
    """The front-left cell of a rectangle with this facing."""
    if facing == EAST or facing == SOUTH:
        x += width - 1
    if facing == SOUTH or facing == WEST:
        y += height - 1
    return int(y * STRIDE + x)


@rule("x.move.reform")
def turned_cell(s, who, facing, files):
    """Reform: the front-left corner cell after a change of facing and files; the middle of the rectangle stays in place."""
    unit = s.units[who]
    x, y, width, height = bounds(s, who)
    wide = files * int(unit.base_width)
    deep = ranks_of(int(unit.models), files) * int(unit.base_depth)
    if facing == EAST or facing == WEST:
        wide, deep = deep, wide
    return corner_of((2 * x + width - wide) // 2, (2 * y + height - deep) // 2, wide, deep, facing)


@kernel
def grown(x, y, width, height, direction, cells):
    """A rectangle and so many cells more on one side."""
    if direction == 0:
        return x, y - cells, width, height + cells
    if direction == EAST:
        return x, y, width + cells, height
    if direction == SOUTH:
        return x, y, width, height + cells
    return x - cells, y, width + cells, height


@kernel
def shared(ax, ay, aw, ah, bx, by, bw, bh):
    """The rectangle that two rectangles share; its width or height is 0 or less if they share none."""
    x, y = max(ax, bx), max(ay, by)
    return x, y, min(ax + aw, bx + bw) - x, min(ay + ah, by + bh) - y


@kernel
def front_cells(s, who):
    """Cells of the front of a unit."""
    return int(s.units[who].files) * int(s.units[who].base_width)


@kernel
def strip_ahead(s, who, first, deep):
    """The strip as wide as the front that begins so many cells ahead of it (0 next to it) and is so deep."""
    unit = s.units[who]
    return block(int(unit.cell), int(unit.facing), 0, front_cells(s, who), -first - deep, deep)


@rule("x.setup.distance")
def pose_gap(s, who, cell, facing, files, other):
    """Distance: the square of the gap between a unit in a pose and another unit."""
    unit = s.units[who]
    models, base_width, base_depth = int(unit.models), int(unit.base_width), int(unit.base_depth)
    ax, ay, aw, ah = full_ranks_of(cell, facing, files, models, base_width, base_depth)
    gap = rect_gap(s, ax, ay, aw, ah, other)
    bx, by, bw, bh = short_rank_of(cell, facing, files, models, base_width, base_depth, int(s.from_right))
    return min(gap, rect_gap(s, bx, by, bw, bh, other)) if bw > 0 else gap


@kernel
def square(number):
    """A number times itself."""
    return number * number
