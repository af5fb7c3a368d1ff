"""Where a unit stands after a choice, and what that is worth: which way it looks, how level the line stays, whose flank is
open.
"""

from __future__ import annotations

from ....core.behaviour.features import NOWHERE
from ....core.compiler import kernel
from ....core.state import are_friends
from ..board import DIRECTIONS, DX, DY, HALF_TURN, QUARTER_TURN, bounds_of, front_middle, gap_between
from ..rules.bodies import bounds, is_engaged, is_there
from ..rules.contact import charge_side
from ..rules.formation import ranks_of
from ..rules.shapes import movement_of
from ..vocab import A_TURN, FIRST_MANOEUVRE, LAST_MANOEUVRE, TURNS, Mode, Side, Verb

IN_FRONT = 0.707  # cosine of the edge of the front arc
FAR = 10_000


@kernel
def pace_of(s, who):
    """Inches of an ordinary move."""
    return max(movement_of(s, who), 1)


@kernel
def place_now(s, who):
    """The cell in the middle of the front of a unit; -1 off the table."""
    unit = s.units[who]
    if not is_there(s, who):
        return -1
    return front_middle(int(unit.cell), int(unit.facing), int(unit.files), int(unit.base_width))


# --- what a manoeuvre makes of a formation -----------------------------------------------------------------------------


@kernel
def facing_after(s, w, who, verb, turn):
    """Which way a unit looks after a manoeuvre."""
    facing = int(s.units[who].facing)
    if verb == Verb.WHEEL_LEFT or verb == Verb.TURN_LEFT:
        return (facing + DIRECTIONS - QUARTER_TURN) % DIRECTIONS
    if verb == Verb.WHEEL_RIGHT or verb == Verb.TURN_RIGHT:
        return (facing + QUARTER_TURN) % DIRECTIONS
    if verb == Verb.ABOUT_FACE:
        return (facing + HALF_TURN) % DIRECTIONS
    if verb == Verb.REFORM:
        return (facing + QUARTER_TURN * turn) % DIRECTIONS
    return facing


@kernel
def files_after(s, w, who, verb, mode):
    """How many files a unit has after a manoeuvre."""
    unit = s.units[who]
    if verb == Verb.TURN_LEFT or verb == Verb.TURN_RIGHT:
        return min(ranks_of(int(unit.models), int(unit.files)), int(unit.models))
    if verb == Verb.REDRESS:
        return int(unit.files) + int(w.book.redress_steps[mode - Mode.NARROWER_BY_2].files)
    if verb == Verb.REFORM:
        return int(w.book.reform_files[mode - Mode.FILES_1].files)
    return int(unit.files)


@kernel
def turn_of(s, w, who, row):
    """Which way a reform that is planned turns the unit: the side that the place and the corner of the plan fit."""
    if A_TURN <= row.answer < A_TURN + TURNS:
        return int(row.answer) - A_TURN
    base_width = int(s.units[who].base_width)
    files = files_after(s, w, who, int(row.verb), int(row.mode))
    for turn in range(TURNS):
        if front_middle(int(row.aim), facing_after(s, w, who, Verb.REFORM, turn), files, base_width) == row.cell:
            return turn
    return int(Side.FRONT)


@kernel
def pose_of(s, w, who, row):
    """Where a unit stands after a planned choice. Returns (cell of its front-left corner, facing, files)."""
    unit = s.units[who]
    verb = int(row.verb)
    if row.aim == NOWHERE or row.cell == NOWHERE:
        return int(unit.cell), int(unit.facing), int(unit.files)
    if verb == Verb.CHARGE:
        side = charge_side(s, who, int(row.target))
        facing = (int(s.units[row.target].facing) + QUARTER_TURN * side + HALF_TURN) % DIRECTIONS
        return int(row.aim), facing, int(unit.files)
    if not FIRST_MANOEUVRE <= verb <= LAST_MANOEUVRE:
        return int(row.aim), int(unit.facing), int(unit.files)
    turn = turn_of(s, w, who, row) if verb == Verb.REFORM else 0
    return int(row.aim), facing_after(s, w, who, verb, turn), files_after(s, w, who, verb, int(row.mode))


# --- directions --------------------------------------------------------------------------------------------------------


@kernel
def centre_of(s, who):
    """The middle of a unit."""
    x, y, width, height = bounds(s, who)
    return x + width / 2.0, y + height / 2.0


@kernel
def front_of(s, who, cell, facing, files):
    """The middle of the front edge of a unit, if it stood so."""
    unit = s.units[who]
    x, y, width, height = bounds_of(
        cell, facing, files, int(unit.models), int(unit.base_width), int(unit.base_depth)
    )  # fmt: skip
    return x + (1 + DX[facing]) * width / 2.0, y + (1 + DY[facing]) * height / 2.0


@kernel
def squareness(x, y, facing, to_x, to_y):
    """How squarely a point lies ahead: 1 straight ahead, 0 abreast, -1 straight behind."""
    dx, dy = to_x - x, to_y - y
    length = (dx * dx + dy * dy) ** 0.5
    return (dx * DX[facing] + dy * DY[facing]) / length if length > 0.0 else 1.0


@kernel
def nearest_enemy(s, w, who, cell):
    """The enemy nearest to the middle of the front of a unit, if that were in a cell; -1 none."""
    best, gap = -1, FAR
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        away = int(gap_between(s, w, who, cell, enemy, int(s.units[enemy].cell)))
        if away < gap:
            best, gap = enemy, away
    return best


@kernel
def bears(s, w, who, enemy, cell, facing, files):
    """How squarely an enemy lies ahead of a unit, if it stood so."""
    if enemy < 0:
        return 0.0
    x, y = front_of(s, who, cell, facing, files)
    to_x, to_y = centre_of(s, enemy)
    return squareness(x, y, facing, to_x, to_y)


# --- the line of battle ------------------------------------------------------------------------------------------------


@kernel
def way_to_enemies(s, who):
    """The quarter in which the enemies of a unit lie, as seen from its whole side: a direction, -1 if either side has only
    fleeing units or none.
    """
    x, y, own, others = 0.0, 0.0, 0, 0
    for other in range(s.unit_count):
        if is_there(s, other) and s.units[other].fleeing == 0 and are_friends(s, who, other):
            own += 1
        elif is_there(s, other) and s.units[other].fleeing == 0:
            others += 1
    if own == 0 or others == 0:
        return -1
    for other in range(s.unit_count):
        if is_there(s, other) and s.units[other].fleeing == 0:
            cx, cy = centre_of(s, other)
            weight = -1.0 / own if are_friends(s, who, other) else 1.0 / others
            x += weight * cx
            y += weight * cy
    if abs(x) > abs(y):
        return 2 if x > 0.0 else 6
    return 4 if y > 0.0 else 0


@kernel
def in_line(s, w, who, cell, facing, files):
    """Where a unit would stand in its line of battle. Returns (own moves it is ahead of its friends' fronts, how far right
    of them it is: 1 the right end of the line, -1 the left), 0 where it has no friends in the line.
    """
    way = way_to_enemies(s, who)
    if way < 0:
        return 0.0, 0.0
    right = (way + QUARTER_TURN) % DIRECTIONS
    ahead, beside, spread, friends = 0.0, 0.0, 1.0, 0
    x, y = front_of(s, who, cell, facing, files)
    for other in range(s.unit_count):
        if other == who or not is_there(s, other) or not are_friends(s, who, other):
            continue
        if s.units[other].fleeing == 1 or is_engaged(s, other):
            continue
        unit = s.units[other]
        fx, fy = front_of(s, other, int(unit.cell), int(unit.facing), int(unit.files))
        ahead += (x - fx) * DX[way] + (y - fy) * DY[way]
        offset = (x - fx) * DX[right] + (y - fy) * DY[right]
        beside += offset
        spread = max(spread, abs(offset))
        friends += 1
    if friends == 0:
        return 0.0, 0.0
    lead = ahead / friends / pace_of(s, who)
    return min(max(lead, -1.0), 1.0), min(max(beside / friends / spread, -1.0), 1.0)


# --- flanks ------------------------------------------------------------------------------------------------------------


@kernel
def outflanking(s, w, who, enemy, cell, facing, files):
    """How far round an enemy a place lies that the unit outpaces: 0 before its front, 0.5 beside it, 1 behind it."""
    if enemy < 0 or pace_of(s, who) <= pace_of(s, enemy):
        return 0.0
    x, y = front_of(s, who, cell, facing, files)
    from_x, from_y = centre_of(s, enemy)
    return (1.0 - squareness(from_x, from_y, int(s.units[enemy].facing), x, y)) / 2.0


@kernel
def exposed_flank(s, w, who, cell, facing, files):
    """Share of the enemies that could charge a unit in its flank or rear, if it stood so."""
    if s.enemy_count == 0:
        return 0.0
    unit = s.units[who]
    x, y, width, height = bounds_of(
        cell, facing, files, int(unit.models), int(unit.base_width), int(unit.base_depth)
    )  # fmt: skip
    middle_x, middle_y = x + width / 2.0, y + height / 2.0
    number = 0.0
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        to_x, to_y = centre_of(s, enemy)
        if squareness(middle_x, middle_y, facing, to_x, to_y) >= IN_FRONT:
            continue
        ex, ey, ew, eh = bounds(s, enemy)
        dx, dy = max(ex - x - width, x - ex - ew, 0), max(ey - y - height, y - ey - eh, 0)
        reach = pace_of(s, enemy) + int(w.book.charge_die_max)
        if dx * dx + dy * dy <= reach * reach:
            number += 1.0
    return number / s.enemy_count
