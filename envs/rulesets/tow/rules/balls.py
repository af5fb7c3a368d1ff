"""The flight of a cannon ball, exactly, in whole numbers.

The ball flies from the eye of the machine through the middle of the aim cell. A point on this line is given by u, its share
of the way between the two: u = 1 is the middle of the aim cell, and m inches farther is u = 1 + 2 m / L, where L is the length
of that way in doubled coordinates, a square root. The line enters and leaves a rectangle at fractions. Fraction and root are
compared through their squares, so that nothing is rounded.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import OFF_BOARD, STRIDE, whole_root

FAR = 1_000_000  # farther than any place on the table


@kernel
def compared(above, below, inches, square):
    """Whether the fraction ``above / below`` (below > 0) lies short of (-1), at (0) or past (1) a place so many inches beyond the
    aim; ``square`` is the square of the way to the aim.
    """
    past = above - below
    if past < 0:
        return -1
    left, right = past * past * square, 4 * inches * inches * below * below
    if left == right:
        return 0
    return -1 if left < right else 1


@kernel
def edges_of(start, way, low, high):
    """Where a line that begins at ``start`` and changes by ``way`` enters and leaves a band, as fractions: (enters, leaves,
    below), with ``below`` their denominator. A line along the band is in it from long before to long after, or never (enters
    after it leaves).
    """
    if way == 0:
        inside = low < start < high
        return (-FAR, FAR, 1) if inside else (FAR, -FAR, 1)
    if way > 0:
        return low - start, high - start, way
    return start - high, start - low, -way


@rule("x.shoot.cannon")
def is_ball_in(ax, ay, bx, by, overshoot, bounce, x, y, width, height):
    """Cannon: whether a ball shot from one point at another passes through the interior of a rectangle of cells between the point
    where it lands and the one where it stops; the cell it lands in counts in any case.
    """
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    in_x, out_x, below_x = edges_of(ax, dx, 2 * x, 2 * (x + width))
    in_y, out_y, below_y = edges_of(ay, dy, 2 * y, 2 * (y + height))
    if in_x * below_y >= out_y * below_x or in_y * below_x >= out_x * below_y or in_x >= out_x or in_y >= out_y:
        return False
    # leaves both bands after the landing, and has entered both before the end
    if compared(out_x, below_x, overshoot, square) <= 0 or compared(out_y, below_y, overshoot, square) <= 0:
        return False
    late_x = compared(in_x, below_x, overshoot + bounce, square)
    late_y = compared(in_y, below_y, overshoot + bounce, square)
    if bounce == 0:
        return late_x <= 0 and late_y <= 0
    return late_x < 0 and late_y < 0


@kernel
def beyond_aim(at, way, inches, square):
    """The column or row in which a place so many inches beyond the aim lies; on an edge the one the ball flies on into."""
    whole = whole_root(4 * inches * inches * way * way // square)
    return (at + whole) // 2 if way >= 0 else (at - whole - 1) // 2


@rule("x.shoot.cannon")
def landing_cell(s, ax, ay, bx, by, overshoot):
    """Cannon: the cell in which a ball lands; -1 off the table."""
    square = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
    x, y = beyond_aim(bx, bx - ax, overshoot, square), beyond_aim(by, by - ay, overshoot, square)
    if not 0 <= x < s.board_width or not 0 <= y < s.board_height:
        return OFF_BOARD
    return int(y * STRIDE + x)
