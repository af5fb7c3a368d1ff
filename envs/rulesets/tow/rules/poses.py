"""Poses: where a unit would stand after one manoeuvre, what that costs, and whether it may.

A pose is (front-left corner cell, facing, files). Everything is asked of rectangles: what a step newly covers is the strip ahead
of the front rank, what a wheel sweeps is one strip for each row.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import DIRECTIONS, QUARTER_TURN, STEP, STRIDE, block, count_in, full_ranks_of, short_rank_of
from ..vocab import FORWARDS, REDRESSES, REFORMS, TURNS, Mode, Refusal, Side, Verb
from .bodies import bounds, full_rect, is_enterable, is_free, short_rect
from .formation import ranks_of
from .shapes import front_cells, grown, is_war_machine, movement_of, shared, square, strip_ahead, turned_cell
from .standing import is_clear, keeps_apart_ahead, refusal_of_standing

QUARTERS = 4  # of an inch
PERCENT = 100
MILLION = 1_000_000

# --- what holds of several manoeuvres ----------------------------------------------------------------------------------


@rule("x.move.turn", "x.move.redress")
def share_of_move(s, who, percent):
    """Turns and redressing: quarters of an inch that a share of the unmultiplied Movement comes to, rounded up."""
    return (movement_of(s, who) * QUARTERS * percent + PERCENT - 1) // PERCENT


@rule("x.move.normal", "x.move.back_and_side")
def newly_rough(s, w, who, cell):
    """Difficult ground: whether a unit would cover rough cells that it does not cover now, if it only moved to a cell."""
    unit = s.units[who]
    facing, files, models = int(unit.facing), int(unit.files), int(unit.models)
    base_width, base_depth = int(unit.base_width), int(unit.base_depth)
    ax, ay, aw, ah = full_ranks_of(cell, facing, files, models, base_width, base_depth)
    bx, by, bw, bh = short_rank_of(cell, facing, files, models, base_width, base_depth, int(s.from_right))
    return newly_rough_in(s, w, who, ax, ay, aw, ah) + newly_rough_in(s, w, who, bx, by, bw, bh) > 0


@kernel
def newly_rough_in(s, w, who, x, y, width, height):
    """Rough cells of a rectangle on the board that a unit does not cover."""
    number = count_in(w.field.rough, x, y, width, height)
    if number == 0:
        return 0
    ax, ay, aw, ah = full_rect(s, who)
    ax, ay, aw, ah = shared(x, y, width, height, ax, ay, aw, ah)
    bx, by, bw, bh = short_rect(s, who)
    bx, by, bw, bh = shared(x, y, width, height, bx, by, bw, bh)
    return number - count_in(w.field.rough, ax, ay, aw, ah) - count_in(w.field.rough, bx, by, bw, bh)


@rule("x.move.normal")
def refusal_of_cost(s, who, cost):
    """Other moves: no manoeuvre costs more than is left of the move."""
    if cost <= s.units[who].allowance:
        return Refusal.NONE
    return Refusal.TOO_DEAR if s.units[who].allowance > 0 else Refusal.NO_MOVE_LEFT


# --- straight moves ----------------------------------------------------------------------------------------------------


@rule("x.move.normal")
def forward_cost(s, w, who, cells):
    """Other moves: quarters of an inch for so many steps ahead, which are on the board: more where a step covers rough ground."""
    x, y, width, height = strip_ahead(s, who, 0, cells)
    slow = 0
    if count_in(w.field.rough, x, y, width, height) > 0:
        for step in range(cells):
            x, y, width, height = strip_ahead(s, who, step, 1)
            if count_in(w.field.rough, x, y, width, height) > 0:
                slow += 1
    return QUARTERS * (cells - slow + slow * int(w.book.difficult_cost))


@rule("x.move.normal", "x.move.enemy_buffer")
def forward_pose(s, w, who, cells):
    """Forward: every step ends on free ground, apart from the enemy."""
    unit = s.units[who]
    facing, files = int(unit.facing), int(unit.files)
    there = int(unit.cell) + cells * int(STEP[facing])
    if unit.fly > 0:
        return flying_pose(s, w, who, cells, there)
    least = QUARTERS * cells * min(int(w.book.difficult_cost), 1)  # on any ground
    if least > unit.allowance:
        return refusal_of_cost(s, who, least), 0, 0, 0, 0
    x, y, width, height = strip_ahead(s, who, 0, cells)
    if not is_enterable(s, w, who, x, y, width, height):
        return Refusal.GROUND, 0, 0, 0, 0
    cost = forward_cost(s, w, who, cells)
    if cost > unit.allowance:
        return refusal_of_cost(s, who, cost), 0, 0, 0, 0
    ax, ay, aw, ah = bounds(s, who)
    ax, ay, aw, ah = grown(ax, ay, aw, ah, facing, cells)
    if is_clear(s, w, who, ax, ay, aw, ah):
        return Refusal.NONE, there, facing, files, cost
    if not is_free(s, who, x, y, width, height):
        return Refusal.OCCUPIED, 0, 0, 0, 0
    is_apart = keeps_apart_ahead(s, w, who, cells)
    return Refusal.NONE if is_apart else Refusal.NEAR_ENEMY, there, facing, files, cost


@rule("x.move.fly")
def flying_pose(s, w, who, cells, there):
    """Flying: only where it ends counts, and every cell costs an inch."""
    unit = s.units[who]
    facing, files, cost = int(unit.facing), int(unit.files), cells * QUARTERS
    refusal = refusal_of_cost(s, who, cost)
    if refusal == Refusal.NONE:
        refusal = refusal_of_standing(s, w, who, there, facing, files)
    return refusal, there, facing, files, cost


@kernel
def side_of(verb):
    """The side a unit moves or turns to by a verb."""
    if verb == Verb.BACK or verb == Verb.ABOUT_FACE:
        return int(Side.REAR)
    return int(Side.LEFT) if verb == Verb.SIDE_LEFT or verb == Verb.TURN_LEFT else int(Side.RIGHT)


@rule("x.move.back_and_side")
def shifted_cell(s, who, turn):
    """Backwards and sideways: one cell."""
    unit = s.units[who]
    return int(unit.cell) + int(STEP[(int(unit.facing) + QUARTER_TURN * turn) % DIRECTIONS])


@rule("x.move.back_and_side")
def shifted_pose(s, w, who, turn):
    """Backwards and sideways: one cell, at twice the cost, and again more on rough ground."""
    unit = s.units[who]
    facing, files = int(unit.facing), int(unit.files)
    there = shifted_cell(s, who, turn)
    cost = QUARTERS * int(w.book.back_and_side_cost)
    refusal = refusal_of_cost(s, who, cost)
    if refusal == Refusal.NONE:
        refusal = refusal_of_standing(s, w, who, there, facing, files)
    if refusal == Refusal.NONE and unit.fly == 0 and newly_rough(s, w, who, there):
        cost *= int(w.book.difficult_cost)
        refusal = refusal_of_cost(s, who, cost)
    return refusal, there, facing, files, cost


# --- wheels and turns --------------------------------------------------------------------------------------------------


@rule("x.move.wheel")
def wheel_cost(w, front):
    """Wheel: quarters of an inch, the arc of the outer end of the front in whole inches, rounded up."""
    return QUARTERS * ((int(w.book.wheel_cost_millionths) * front + MILLION - 1) // MILLION)


@rule("x.move.wheel")
def is_sweep_free(s, w, who, is_left):
    """Wheel: the cells ahead whose middles are nearer to the pivot than the front is wide may be entered and are free."""
    unit = s.units[who]
    front = front_cells(s, who)
    x, y, width, height = strip_ahead(s, who, 0, front)
    if is_enterable(s, w, who, x, y, width, height) and is_free(s, who, x, y, width, height):
        return True
    span = front  # cells of this row within reach
    for ahead in range(front):
        while span > 0 and square(2 * span - 1) + square(2 * ahead + 1) >= square(2 * front):
            span -= 1
        beside = 0 if is_left else front - span
        x, y, width, height = block(int(unit.cell), int(unit.facing), beside, span, -ahead - 1, 1)
        if span > 0 and not (is_enterable(s, w, who, x, y, width, height) and is_free(s, who, x, y, width, height)):
            return False
    return True


@rule("x.move.wheel")
def wheel_pose(s, w, who, is_left):
    """Wheel: a quarter turn of the whole formation about its front-left or front-right corner."""
    unit = s.units[who]
    front, files, facing = front_cells(s, who), int(unit.files), int(unit.facing)
    cost = wheel_cost(w, front)
    if cost > unit.allowance:
        return refusal_of_cost(s, who, cost), 0, 0, 0, 0
    beside, ahead = (0, 1) if is_left else (front - 1, front)
    x, y, _, _ = block(int(unit.cell), facing, beside, 1, -ahead, 1)
    there = int(y * STRIDE + x)
    facing = (facing + (DIRECTIONS - QUARTER_TURN if is_left else QUARTER_TURN)) % DIRECTIONS
    refusal = refusal_of_standing(s, w, who, there, facing, files)
    if refusal == Refusal.NONE and not is_sweep_free(s, w, who, is_left):
        refusal = Refusal.NO_WHEEL
    return refusal, there, facing, files, cost


@rule("x.move.turn")
def turn_cost(s, w, who):
    """Turn on the spot: a quarter of the Movement; war machines turn freely."""
    if is_war_machine(s, who):
        return QUARTERS * int(w.book.war_machine_cost)
    return share_of_move(s, who, int(w.book.turn_cost_pct))


@rule("x.move.turn")
def turn_pose(s, w, who, turn):
    """Turn on the spot: every model turns. A quarter turn makes files of the ranks and keeps the corner between the two fronts;
    after an about-face the rear-right corner is in front.
    """
    unit = s.units[who]
    facing, files, models = int(unit.facing), int(unit.files), int(unit.models)
    ranks = ranks_of(models, files)
    cost = turn_cost(s, w, who)
    if cost > unit.allowance:
        return refusal_of_cost(s, who, cost), 0, 0, 0, 0
    if turn != Side.REAR and (unit.tripled == 1 or ranks > w.book.max_files):
        return Refusal.TRIPLE_MOVE if unit.tripled == 1 else Refusal.TOO_WIDE, 0, 0, 0, 0
    beside, behind = front_cells(s, who) - 1, 0
    if turn == Side.REAR:
        behind = ranks * int(unit.base_depth) - 1
    else:
        files = min(ranks, models)
        if turn == Side.LEFT:
            beside, behind = 0, files * int(unit.base_width) - 1
    x, y, _, _ = block(int(unit.cell), facing, beside, 1, behind, 1)
    there = int(y * STRIDE + x)
    facing = (facing + QUARTER_TURN * turn) % DIRECTIONS
    return refusal_of_standing(s, w, who, there, facing, files), there, facing, files, cost


# --- other files -------------------------------------------------------------------------------------------------------


@rule("x.move.redress")
def redress_pose(s, w, who, more):
    """Redressing: more or fewer files on the same front line, half of them on either side."""
    unit = s.units[who]
    facing, files = int(unit.facing), int(unit.files) + more
    cost = share_of_move(s, who, int(w.book.redress_cost_pct))
    if cost > unit.allowance:
        return refusal_of_cost(s, who, cost), 0, 0, 0, 0
    if unit.tripled == 1:
        return Refusal.TRIPLE_MOVE, 0, 0, 0, 0
    if files < 1 or files > unit.models or files > w.book.max_files:
        is_possible = 1 <= files <= unit.models
        return Refusal.TOO_WIDE if is_possible else Refusal.NO_SUCH_FILES, 0, 0, 0, 0
    x, y, _, _ = block(int(unit.cell), facing, -(more * int(unit.base_width) // 2), 1, 0, 1)
    there = int(y * STRIDE + x)
    return refusal_of_standing(s, w, who, there, facing, files), there, facing, files, cost


@rule("x.move.reform", "x.move.war_machine")
def refusal_of_reform(s, who):
    """Reform: only as the first act of a move that is no march; war machines never."""
    unit = s.units[who]
    if is_war_machine(s, who):
        return Refusal.WAR_MACHINE
    if unit.marched == 1:
        return Refusal.MARCHES
    if unit.manoeuvred == 1:
        return Refusal.REFORM_FIRST
    return Refusal.NONE if unit.allowance > 0 else Refusal.NO_MOVE_LEFT


@rule("x.move.reform", "formation.ranks")
def refusal_of_files(s, w, who, row):
    """Reform: the files an order comes to, at most one for each model, are no more than there may be, and no earlier order
    comes to the same.
    """
    files = reform_files(s, w, who, row)
    if files > w.book.max_files:
        return Refusal.TOO_WIDE
    for earlier in range(row):
        if reform_files(s, w, who, earlier) == files:
            return Refusal.SAME_FILES
    return Refusal.NONE


@rule("x.move.reform", "formation.ranks")
def reform_files(s, w, who, row):
    """Reform: the files an order comes to."""
    return min(int(w.book.reform_files[row].files), int(s.units[who].models))


@rule("x.move.reform")
def reform_pose(s, w, who, row, turn):
    """Reform: other files and another facing about the middle of the unit, for the whole move."""
    unit = s.units[who]
    refusal = refusal_of_reform(s, who)
    if refusal == Refusal.NONE:
        refusal = refusal_of_files(s, w, who, row)
    if refusal != Refusal.NONE:
        return refusal, 0, 0, 0, 0
    files = reform_files(s, w, who, row)
    facing = (int(unit.facing) + QUARTER_TURN * turn) % DIRECTIONS
    there = turned_cell(s, who, facing, files)
    return refusal_of_standing(s, w, who, there, facing, files), there, facing, files, int(unit.allowance)


@rule("x.move.normal", "x.move.war_machine")
def pose_after(s, w, who, verb, mode, turn):
    """Other moves: one manoeuvre of a unit; what costs nothing is done only as often as there are facings. Returns (Refusal,
    cell, facing, files, quarters of an inch).
    """
    refusal, cell, facing, files, cost = pose_of(s, w, who, verb, mode, turn)
    if refusal == Refusal.NONE and cost == 0 and s.units[who].free_turns >= TURNS:
        refusal = Refusal.FREE_ENOUGH
    return refusal, cell, facing, files, cost


@kernel
def pose_of(s, w, who, verb, mode, turn):
    """Where a manoeuvre ends, by its verb."""
    if verb == Verb.FORWARD and mode < FORWARDS:
        return forward_pose(s, w, who, int(w.book.forward_steps[mode].cells))
    if Verb.BACK <= verb <= Verb.SIDE_RIGHT:
        return shifted_pose(s, w, who, side_of(verb))
    if verb == Verb.WHEEL_LEFT or verb == Verb.WHEEL_RIGHT:
        return wheel_pose(s, w, who, verb == Verb.WHEEL_LEFT)
    if Verb.TURN_LEFT <= verb <= Verb.ABOUT_FACE:
        return turn_pose(s, w, who, side_of(verb))
    if verb == Verb.REDRESS and Mode.NARROWER_BY_2 <= mode < Mode.NARROWER_BY_2 + REDRESSES:
        return redress_pose(s, w, who, int(w.book.redress_steps[mode - int(Mode.NARROWER_BY_2)].files))
    if verb == Verb.REFORM and Mode.FILES_1 <= mode < Mode.FILES_1 + REFORMS:
        return reform_pose(s, w, who, mode - int(Mode.FILES_1), turn)
    return Refusal.OTHER_ORDER, 0, 0, 0, 0
