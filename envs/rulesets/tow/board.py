"""The board: squares of one inch. A regiment is a block of bases, named by its front-left corner cell and the way it faces.

Gaps are measured between the nearest edges of cells and compared as squares, so that nothing is ever rounded. Where it would
fight, a unit is in the middle of its front: behaviours measure from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.board import Board, Corners, Metric
from ...core.compiler import kernel
from . import RULESET

BOARD = Board(width=72, height=72, metric=Metric.CHEBYSHEV, corners=Corners.EITHER)

if TYPE_CHECKING:
    from ...core.board.geometry import *
    from ...core.looking.index_translation import *
else:
    globals().update(RULESET.on(BOARD))

DIRECTIONS, QUARTER_TURN, HALF_TURN = 8, 2, 4  # of the eight, how many make a turn
BITS_16 = 0xFFFF
SUMS = ("closed_to_all", "closed_to_foot", "rough", "risky", "high", "seen_through")  # see ``count_in``


# --- blocks: rectangles of cells (x, y, width, height) -----------------------------------------------------------------


@kernel
def block(cell, facing, beside, files_wide, behind, ranks_deep):
    """A rectangle of the given width and depth that begins some cells to the right of and behind a front-left corner cell, as
    the unit faces. Facing is 0, 2, 4 or 6. Returns (x, y, width, height).
    """
    x, y = column(cell), row(cell)
    if facing == 0:
        return x + beside, y + behind, files_wide, ranks_deep
    if facing == 2:
        return x - behind - ranks_deep + 1, y + beside, ranks_deep, files_wide
    if facing == 4:
        return x - beside - files_wide + 1, y - behind - ranks_deep + 1, files_wide, ranks_deep
    return x + behind, y - beside - files_wide + 1, ranks_deep, files_wide


@kernel
def full_ranks_of(cell, facing, files, models, base_width, base_depth):
    """The rectangle of the full ranks of a formation."""
    return block(cell, facing, 0, files * base_width, 0, (models // files) * base_depth)


@kernel
def short_rank_of(cell, facing, files, models, base_width, base_depth, from_right):
    """The rectangle of the short last rank, which fills from the left or from the right; its width is 0 if the unit has no
    short rank.
    """
    left = models % files
    if left == 0:
        return 0, 0, 0, 0
    beside = (files - left) * base_width if from_right == 1 else 0
    return block(cell, facing, beside, left * base_width, (models // files) * base_depth, base_depth)


@kernel
def base_of(cell, facing, files, models, base_width, base_depth, from_right, model):
    """The rectangle of one model of a formation, numbered file by file and rank by rank from the front left."""
    file, rank = model, 0
    if model >= files:
        file, rank = model % files, model // files
    if from_right == 1 and rank == models // files:
        file += files - models % files
    return block(cell, facing, file * base_width, base_width, rank * base_depth, base_depth)


@kernel
def bounds_of(cell, facing, files, models, base_width, base_depth):
    """The bounding rectangle of a formation."""
    return block(cell, facing, 0, files * base_width, 0, ((models + files - 1) // files) * base_depth)


@kernel
def pose_key(s, who):
    """Where and how a unit stands: four numbers of 16 bits in one, in the order in which they lie in memory."""
    unit = s.units[who]
    pose = int(unit.cell) & BITS_16 | (int(unit.facing) & BITS_16) << 16
    return pose | (int(unit.models) & BITS_16) << 32 | int(unit.files) << 48


@kernel
def bases_key(s, who):
    """What else the rectangles of a unit follow from: its bases, and the end from which short ranks fill."""
    unit = s.units[who]
    return int(unit.base_width) & BITS_16 | (int(unit.base_depth) & BITS_16) << 16 | int(s.from_right) << 32


@kernel
def body_of(s, who):
    """The rectangles of a unit, computed again only if its pose or its bases have changed."""
    body, pose, bases = s.bodies[who], pose_key(s, who), bases_key(s, who)
    if body.pose != pose or body.bases != bases:
        work_out(s, s.units[who], body)
        body.pose = pose
        body.bases = bases
    return body


@kernel
def work_out(s, unit, body):
    """Work out the rectangles of a unit."""
    cell, facing, files, models = int(unit.cell), int(unit.facing), int(unit.files), int(unit.models)
    wide, deep = int(unit.base_width), int(unit.base_depth)
    body.full_x, body.full_y, body.full_width, body.full_height = full_ranks_of(cell, facing, files, models, wide, deep)
    body.short_x, body.short_y, body.short_width, body.short_height = short_rank_of(
        cell, facing, files, models, wide, deep, int(s.from_right)
    )
    body.x, body.y, body.width, body.height = bounds_of(cell, facing, files, models, wide, deep)


@kernel
def full_of(body):
    """The rectangle of the full ranks."""
    return int(body.full_x), int(body.full_y), int(body.full_width), int(body.full_height)


@kernel
def short_of(body):
    """The rectangle of the short last rank; its width is 0 if the unit has no short rank."""
    return int(body.short_x), int(body.short_y), int(body.short_width), int(body.short_height)


@kernel
def box_of(body):
    """The bounding rectangle of all ranks, for a quick check that something is far from the unit."""
    return int(body.x), int(body.y), int(body.width), int(body.height)


@kernel
def gap_squared(ax, ay, aw, ah, bx, by, bw, bh):
    """The square of the gap between two rectangles: 0 where they touch, by an edge or a corner, or overlap."""
    dx = max(bx - ax - aw, ax - bx - bw, 0)
    dy = max(by - ay - ah, ay - by - bh, 0)
    return dx * dx + dy * dy


@kernel
def overlap(ax, ay, aw, ah, bx, by, bw, bh):
    """How many cells two rectangles share."""
    width = min(ax + aw, bx + bw) - max(ax, bx)
    height = min(ay + ah, by + bh) - max(ay, by)
    return width * height if width > 0 and height > 0 else 0


@kernel
def contacts_between(ax, ay, aw, ah, bx, by, bw, bh, quarter):
    """How many edges of cells on the northern, eastern, southern or western side (0 to 3) of a rectangle are edges of cells of
    another.
    """
    if aw == 0 or bw == 0:
        return 0
    if quarter % 2 == 0:
        meets = by + bh == ay if quarter == 0 else ay + ah == by
        return max(min(ax + aw, bx + bw) - max(ax, bx), 0) if meets else 0
    meets = ax + aw == bx if quarter == 1 else bx + bw == ax
    return max(min(ay + ah, by + bh) - max(ay, by), 0) if meets else 0


@kernel
def is_inside(field, x, y, width, height):
    """Whether a rectangle lies wholly on the board."""
    return x >= 0 and y >= 0 and x + width <= field.width and y + height <= field.height


@kernel
def count_in(sums, x, y, width, height):
    """How many cells of a kind lie in a rectangle on the board, by the sums of a map over all cells north-west of each."""
    right, bottom = x + width - 1, y + height - 1
    if width <= 0 or height <= 0:
        return 0
    number = int(sums[bottom * STRIDE + right])
    if x > 0:
        number -= int(sums[bottom * STRIDE + x - 1])
    if y > 0:
        number -= int(sums[(y - 1) * STRIDE + right])
        if x > 0:
            number += int(sums[(y - 1) * STRIDE + x - 1])
    return number


@kernel
def front_middle(cell, facing, files, base_width):
    """The cell in the middle of the front edge; of two the left one."""
    x, y, _, _ = block(cell, facing, (files * base_width - 1) // 2, 1, 0, 1)
    return int(y * STRIDE + x)


@kernel
def whole_root(square):
    """The whole part of a square root."""
    root = int(square**0.5)
    while root * root > square:
        root -= 1
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root


# --- what behaviours ask -----------------------------------------------------------------------------------------------


@kernel
def gap_to_body(s, x, y, width, height, other):
    """The square of the gap between a rectangle and the body of a unit."""
    body = body_of(s, other)
    ax, ay, aw, ah = full_of(body)
    best = gap_squared(x, y, width, height, ax, ay, aw, ah)
    if body.short_width > 0:
        bx, by, bw, bh = short_of(body)
        best = min(best, gap_squared(x, y, width, height, bx, by, bw, bh))
    return best


@kernel
def gap_between(s, w, who, cell, other, there):
    """Cells from the middle of the front of a unit, if it were at a cell, to the body of another: 1 next to it."""
    if s.units[other].models == 0:
        return distance(cell, there)
    return 1 + whole_root(gap_to_body(s, column(cell), row(cell), 1, 1, other))


@kernel
def may_see(s, w, a, b):
    """Whether no ground that blocks sight lies between two cells."""
    return is_view_open(w.field.opaque, a, b)
