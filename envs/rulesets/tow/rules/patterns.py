"""Templates: which cells a template covers, where a scattering one comes to lie, and which models are under it.

``lay_blast`` and ``lay_flame`` write a template into ``s.pattern``; ``count_covered`` counts the models under it, unit by unit,
into ``s.covered_full``, ``s.covered_part`` and ``s.char_cover``. ``count_crossed`` counts those in the way of a cannon ball.
"""

from __future__ import annotations

import numpy as np

from ....core.board.directions import DX, DY
from ....core.compiler import kernel, rule
from ....core.dice import die, scatter
from ....core.state import NO_UNIT, emit
from ..board import DIRECTIONS, OFF_BOARD, STRIDE, block, column, overlap, row, whole_root
from ..vocab import Event, Mode
from .balls import is_ball_in
from .bodies import bounds, character_model, is_there, model_rect

PART, FULL = 1, 2  # how much of a cell or a base is covered
D6 = 6
MISFIRE = -1

#: The flame template: rows ahead of the shooter, the nearest first; straight from one cell left to one cell right of the middle
#: file, at an angle from the corner outwards.
STRAIGHT = np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0], [1, 2, 1], [1, 2, 1], [1, 2, 1], [1, 2, 1], [1, 1, 1]], np.int64)
DIAGONAL = np.array(
    [
        [1, 1, 0, 0, 0, 0],
        [1, 1, 1, 0, 0, 0],
        [0, 1, 1, 1, 0, 0],
        [0, 0, 1, 2, 1, 1],
        [0, 0, 0, 1, 2, 1],
        [0, 0, 0, 1, 1, 1],
    ],
    np.int64,
)


# --- scatter -----------------------------------------------------------------------------------------------------------


@rule("x.dice.scatter_die")
def roll_scatter(s, w):
    """Scatter die: 0 where it shows a HIT, else 1 more than the direction of its arrow, one of the eight of the board."""
    return scatter(s, int(w.book.scatter_faces), int(w.book.scatter_hit_faces), DIRECTIONS)


@rule("x.dice.artillery_die")
def roll_artillery(s, w):
    """Artillery die: inches in even steps, the highest faces a MISFIRE (-1)."""
    face = die(s, D6)
    return MISFIRE if face > D6 - int(w.book.artillery_misfire_faces) else face * int(w.book.artillery_step)


@rule("scatter.hit_result")
def is_hit(arrow):
    """Scatter: whether the die shows a HIT, and what was placed stays where it is."""
    return arrow == 0


@rule("scatter.arrow_result")
def scatter_from(s, w, cell, direction, inches):
    """Scatter: where an arrow in one of the eight directions (0 north, clockwise) takes what lies in a cell; -1 off the table.
    Slantwise the distance counts along the diagonal, to the nearest cell.
    """
    cells = inches if direction % 2 == 0 else (whole_root(2 * inches * inches) + 1) // 2
    x, y = column(cell) + int(DX[direction]) * cells, row(cell) + int(DY[direction]) * cells
    if not 0 <= x < s.board_width or not 0 <= y < s.board_height:
        return OFF_BOARD
    return int(y * STRIDE + x)


@rule("scatter.hit_result", "scatter.arrow_result")
def resolve_scatter(s, w, who, cell, arrow, inches):
    """Scatter: a HIT leaves what was placed in its cell, an arrow moves it so many inches. Returns its cell; -1 off the table."""
    if is_hit(arrow):
        emit(s, Event.SCATTER_HIT, who, NO_UNIT, cell, 0)
        return cell
    there = int(scatter_from(s, w, cell, arrow - 1, inches))
    emit(s, Event.SCATTER_ARROW, who, NO_UNIT, arrow - 1, 0)
    emit(s, Event.SCATTERED, who, NO_UNIT, there, inches)
    return there


# --- shapes ------------------------------------------------------------------------------------------------------------


@kernel
def clear_pattern(s, x, y, width, height):
    """The next template lies in a rectangle, of which nothing is covered yet. Beyond it ``s.pattern`` says nothing."""
    for cy in range(max(y, 0), min(y + height, int(s.board_height))):
        for cx in range(max(x, 0), min(x + width, int(s.board_width))):
            s.pattern[cy * STRIDE + cx] = 0
    s.pattern_box[0] = x
    s.pattern_box[1] = y
    s.pattern_box[2] = width
    s.pattern_box[3] = height


@kernel
def cover_of(s, x, y):
    """How much of a cell of the board is under the template."""
    if (
        overlap(x, y, 1, 1, int(s.pattern_box[0]), int(s.pattern_box[1]), int(s.pattern_box[2]), int(s.pattern_box[3]))
        == 0
    ):
        return 0
    return int(s.pattern[y * STRIDE + x])


@kernel
def cover_cell(s, x, y, covered):
    """Cover a cell, if there is one."""
    if covered > 0 and 0 <= x < s.board_width and 0 <= y < s.board_height:
        s.pattern[y * STRIDE + x] = covered


@rule("templates.shapes")
def blast_cover(x, y, diameter):
    """Blast: whether a cell so far from the middle is under the circle wholly (2), partly (1) or not at all. Touching the rim
    at one point does not count.
    """
    x, y = abs(x), abs(y)
    if (2 * x + 1) * (2 * x + 1) + (2 * y + 1) * (2 * y + 1) <= diameter * diameter:
        return FULL
    near_x, near_y = max(2 * x - 1, 0), max(2 * y - 1, 0)
    return PART if near_x * near_x + near_y * near_y < diameter * diameter else 0


@rule("templates.shapes")
def lay_blast(s, w, cell, diameter):
    """Blast: lay a round template on the middle of a cell."""
    reach = (diameter + 1) // 2
    x, y = column(cell), row(cell)
    clear_pattern(s, x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            cover_cell(s, x + dx, y + dy, blast_cover(dx, dy, diameter))


@rule("x.shoot.flame", "x.templates.flame_pattern")
def flame_files(s, w, who):
    """Flame weapons: which files of the front rank shoot, the middle one or so many around it. Returns (first, number)."""
    files = int(s.units[who].files)
    number = min(int(w.book.firing_models), files)
    return (files - number) // 2, number


@rule("x.templates.flame_pattern")
def lay_flame(s, w, who, mode, file):
    """Flame: lay the template from one model of the front rank, straight ahead or from its left or right front corner."""
    unit = s.units[who]
    cell, facing, base_width = int(unit.cell), int(unit.facing), int(unit.base_width)
    left = file * base_width
    if mode == Mode.STRAIGHT:
        left += (base_width - 1) // 2 - 1  # of an even base the cell left of the middle
        x, y, width, height = block(cell, facing, left, STRAIGHT.shape[1], -STRAIGHT.shape[0], STRAIGHT.shape[0])
    elif mode == Mode.RIGHT:
        left += base_width
        x, y, width, height = block(cell, facing, left, len(DIAGONAL), -len(DIAGONAL), len(DIAGONAL))
    else:
        left -= len(DIAGONAL)
        x, y, width, height = block(cell, facing, left, len(DIAGONAL), -len(DIAGONAL), len(DIAGONAL))
    clear_pattern(s, x, y, width, height)
    rows = STRAIGHT.shape[0] if mode == Mode.STRAIGHT else len(DIAGONAL)
    columns = STRAIGHT.shape[1] if mode == Mode.STRAIGHT else len(DIAGONAL)
    for ahead in range(rows):
        for beside in range(columns):
            cx, cy, _, _ = block(cell, facing, left + beside, 1, -1 - ahead, 1)
            cover_cell(s, cx, cy, flame_cover(mode, ahead, beside))


@rule("x.templates.flame_pattern")
def flame_cover(mode, ahead, beside):
    """Flame: how much of a cell so many rows ahead, counted from the left end of the pattern, is covered."""
    if mode == Mode.STRAIGHT:
        return int(STRAIGHT[ahead, beside])
    outward = beside if mode == Mode.RIGHT else len(DIAGONAL) - 1 - beside
    return int(DIAGONAL[ahead, outward])


# --- models under a template -------------------------------------------------------------------------------------------


@rule("templates.hits")
def model_covered(s, who, model):
    """Models under a template: wholly (2) when all cells of the base are fully covered, partly (1) when any is covered at all."""
    x, y, width, height = model_rect(s, who, model)
    any_covered, all_full = False, True
    for cy in range(y, y + height):
        for cx in range(x, x + width):
            covered = cover_of(s, cx, cy)
            any_covered = any_covered or covered > 0
            all_full = all_full and covered == FULL
    if not any_covered:
        return 0
    return FULL if all_full else PART


@kernel
def clear_counts_of(s, who):
    """No model of a unit is under a template."""
    s.covered_full[who] = 0
    s.covered_part[who] = 0
    s.char_cover[who] = 0


@rule("templates.hits", "x.character.embedded")
def note_covered(s, who, model, covered):
    """Models under a template: count one of a unit; its character for itself."""
    if s.units[who].char_alive == 1 and model == character_model(s, who):
        s.char_cover[who] = covered
    elif covered == FULL:
        s.covered_full[who] += 1
    elif covered == PART:
        s.covered_part[who] += 1


@rule("templates.hits")
def count_covered(s, w):
    """Models under a template: those of each unit wholly and partly under the one that was laid, friends and foes alike."""
    bx, by, bw, bh = int(s.pattern_box[0]), int(s.pattern_box[1]), int(s.pattern_box[2]), int(s.pattern_box[3])
    for who in range(s.unit_count):
        clear_counts_of(s, who)
        if not is_there(s, who):
            continue
        x, y, width, height = bounds(s, who)
        if overlap(x, y, width, height, bx, by, bw, bh) > 0:
            for model in range(s.units[who].models):
                note_covered(s, who, model, model_covered(s, who, model))


@rule("x.shoot.cannon")
def count_crossed(s, ax, ay, bx, by, flown, bounce):
    """Cannon: the models of each unit in the way of a ball aimed from one point at another that lands so many inches beyond it
    and bounces on; they count as wholly covered.
    """
    for who in range(s.unit_count):
        clear_counts_of(s, who)
        if not is_there(s, who):
            continue
        x, y, width, height = bounds(s, who)
        if is_ball_in(ax, ay, bx, by, flown, bounce, x, y, width, height):
            for model in range(s.units[who].models):
                x, y, width, height = model_rect(s, who, model)
                if is_ball_in(ax, ay, bx, by, flown, bounce, x, y, width, height):
                    note_covered(s, who, model, FULL)


@kernel
def has_covered(s, who):
    """Whether any model of a unit was counted."""
    return int(s.covered_full[who]) + int(s.covered_part[who]) + int(s.char_cover[who]) > 0


@kernel
def model_at(s, who, x, y):
    """Which model of a unit stands on a cell; -1 none."""
    for model in range(s.units[who].models):
        mx, my, width, height = model_rect(s, who, model)
        if overlap(x, y, 1, 1, mx, my, width, height) > 0:
            return model
    return -1
