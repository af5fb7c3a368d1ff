"""The manoeuvres a unit may choose from, and what each is for.

Left out are those that make nothing better for any behaviour: those that make a marching column of a unit that could charge,
and moves that would cost a unit the shot it has. Each plan has in ``aim`` the cell of the front-left corner it leads to.
"""

from __future__ import annotations

from ....core.behaviour.features import GAP_NOW, NO_POST, POST, SOUGHT, Intent, plan
from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..board import DX, DY, STRIDE, column, count_in, distance, front_middle, gap_between, row
from ..rules.bodies import is_engaged, unit_gap
from ..rules.courage import leadership_of
from ..rules.formation import is_column, ranks_of
from ..rules.moving import is_watched, march_multiplier
from ..rules.patterns import STRAIGHT
from ..rules.poses import pose_after
from ..rules.shapes import is_war_machine
from ..rules.standing import refusal_of_standing
from ..vocab import TURNS, MissileKind, Mode, Refusal, Side, Verb
from .estimates import shots_left
from .poses import FAR, IN_FRONT, bears, pace_of
from .volleys import missile_row

FLAMES = STRAIGHT.shape[0]  # inches a flame reaches


@kernel
def aimed(s, answer, intent, verb, mode, target, cell, aim):
    """List a complete choice that is aimed at a cell."""
    before = int(s.plan_count)
    plan(s, answer, intent, verb, mode, target, cell)
    if s.plan_count > before:
        s.plans[before].aim = aim


@kernel
def gap_there(s, w, who, cell):
    """Cells from a place to the nearest enemy, or to where enemies are looked for."""
    if s.enemy_count == 0:
        return int(distance(cell, int(s.place[SOUGHT])))
    gap = FAR
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        gap = min(gap, int(gap_between(s, w, who, cell, enemy, int(s.units[enemy].cell))))
    return gap


@kernel
def has_shot_so(s, w, who, cell, facing, files):
    """Whether an enemy outside combat would be in range of a unit and ahead of it, if it stood so."""
    if shots_left(s, w, who) == 0 or s.units[who].misfire > 0:
        return False
    line = missile_row(s, w, who)
    reach = FLAMES if line.kind == MissileKind.FLAME else int(line.range)
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        if unit_gap(s, who, enemy) <= reach * reach and not is_engaged(s, enemy):
            if bears(s, w, who, enemy, cell, facing, files) >= IN_FRONT:
                return True
    return False


@kernel
def has_shot_now(s, w, who):
    """Whether a unit has a target where it stands, and nothing prevents it from shooting."""
    unit = s.units[who]
    if unit.marched == 1 or unit.reformed == 1 or unit.charge_failed == 1:
        return False
    return has_shot_so(s, w, who, int(unit.cell), int(unit.facing), int(unit.files))


@kernel
def costs_the_shot(s, w, who, verb):
    """Whether a unit could not shoot after a manoeuvre; war machines turn as they like."""
    if verb == Verb.MARCH or verb == Verb.REFORM:
        return True
    if is_war_machine(s, who) and Verb.TURN_LEFT <= verb <= Verb.ABOUT_FACE:
        return False
    return missile_row(s, w, who).stands == 1


@kernel
def makes_column(s, who, files):
    """Whether a formation of so many files would be a marching column, which the unit is not yet."""
    return not is_column(s, who) and ranks_of(int(s.units[who].models), files) > files


@kernel
def intent_of_move(s, w, who, enemy, cell, facing, files, middle):
    """What a manoeuvre is for: turning to an enemy, or leaving a column, makes the next turn better; else by where it leads."""
    unit = s.units[who]
    gap, now = gap_there(s, w, who, middle), int(s.place[GAP_NOW])
    turns = enemy >= 0 and bears(s, w, who, enemy, cell, facing, files) >= IN_FRONT
    if turns:
        turns = bears(s, w, who, enemy, int(unit.cell), int(unit.facing), int(unit.files)) < IN_FRONT
    if turns and (shots_left(s, w, who) > 0 or gap >= now):
        return int(Intent.PREPARE)
    if is_column(s, who) and ranks_of(int(unit.models), files) <= files:
        return int(Intent.PREPARE)
    if gap < now:
        return int(Intent.APPROACH)
    return int(Intent.WITHDRAW) if gap > now else int(Intent.SHIFT)


@kernel
def plan_pose(s, w, who, answer, verb, mode, cell, facing, files):
    """List a manoeuvre by where it leads; one next to the post before the weakest friend shields it, too."""
    if makes_column(s, who, files):
        return
    enemy = int(s.nearest)
    middle = front_middle(cell, facing, files, int(s.units[who].base_width))
    intent = intent_of_move(s, w, who, enemy, cell, facing, files, middle)
    if is_war_machine(s, who) and Verb.TURN_LEFT <= verb <= Verb.ABOUT_FACE:
        if has_shot_now(s, w, who) or not has_shot_so(s, w, who, cell, facing, files):
            return  # it turns for nothing, and would go on turning
        intent = int(Intent.PREPARE)
    aimed(s, answer, intent, verb, mode, NO_UNIT, middle, cell)
    if s.place[POST] != NO_POST and distance(middle, int(s.place[POST])) <= 1:
        aimed(s, answer, Intent.SHIELD, verb, mode, NO_UNIT, middle, cell)


@kernel
def plan_manoeuvre(s, w, who, answer, verb, mode, turn):
    """List a manoeuvre that is legal; not one that costs the unit the shot it has."""
    refusal, cell, facing, files, _ = pose_after(s, w, who, verb, mode, turn)
    if refusal != Refusal.NONE:
        return
    if verb == Verb.REFORM and turn == Side.FRONT and files == s.units[who].files:
        return
    plan_pose(s, w, who, answer, verb, mode, cell, facing, files)


@kernel
def plan_modes(s, w, who, answer, verb, mode):
    """List a manoeuvre in one mode; a reform with each way to face."""
    if verb == Verb.REFORM:
        for turn in range(TURNS):
            plan_manoeuvre(s, w, who, answer, verb, mode, turn)
    else:
        plan_manoeuvre(s, w, who, answer, verb, mode, 0)


@kernel
def plan_move(s, w, who, verb):
    """List every way to carry out a manoeuvre."""
    if has_shot_now(s, w, who) and costs_the_shot(s, w, who, verb):
        return
    if verb == Verb.MARCH:
        plan_march(s, w, who)
    elif verb == Verb.FORWARD:
        for mode in range(Mode.ONE, Mode.EIGHT + 1):
            plan_modes(s, w, who, verb, verb, mode)
    elif verb == Verb.REDRESS:
        for mode in range(Mode.NARROWER_BY_2, Mode.WIDER_BY_2 + 1):
            plan_modes(s, w, who, verb, verb, mode)
    elif verb == Verb.REFORM:
        for mode in range(Mode.FILES_1, Mode.FILES_12 + 1):
            plan_modes(s, w, who, verb, verb, mode)
    else:
        plan_modes(s, w, who, verb, verb, 0)


@kernel
def cells_ahead(s, w, who, most):
    """How many cells straight ahead a unit may go, whatever ground that is easy to it costs."""
    unit = s.units[who]
    cell, facing, files = int(unit.cell), int(unit.facing), int(unit.files)
    x, y, cells, spent = column(cell), row(cell), 0, 0
    while spent < most:
        x += DX[facing]
        y += DY[facing]
        if x < 0 or y < 0 or x >= s.board_width or y >= s.board_height:
            return cells
        there = int(y * STRIDE + x)
        if refusal_of_standing(s, w, who, there, facing, files) != Refusal.NONE:
            return cells
        ax, ay, aw, ah = ahead_of(s, who, there)
        spent += 2 if unit.fly == 0 and count_in(w.field.rough, ax, ay, aw, ah) > 0 else 1
        cells += 1 if spent <= most else 0
    return cells


@kernel
def ahead_of(s, who, cell):
    """The row of cells that the front of a unit covers with its front-left corner in a cell."""
    unit = s.units[who]
    facing, wide = int(unit.facing), int(unit.files) * int(unit.base_width)
    x, y = column(cell), row(cell)
    if facing == 0:
        return x, y, wide, 1
    if facing == 2:
        return x, y, 1, wide
    return (x - wide + 1, y, wide, 1) if facing == 4 else (x, y - wide + 1, 1, wide)


@kernel
def fears_test(s, w, who):
    """Whether a unit may well fail a Leadership test: its Ld is below what the dice show on average."""
    return 2 * leadership_of(s, w, who, True) < int(w.book.leadership_dice) * (int(w.book.leadership_sides) + 1)


@kernel
def plan_march(s, w, who):
    """List a march where it leads farther than walking does; a test that it may well fail it is spared."""
    unit = s.units[who]
    if is_watched(s, w, who) and fears_test(s, w, who):
        return
    pace = pace_of(s, who)
    far = cells_ahead(s, w, who, pace * march_multiplier(s, w, who))
    if far <= pace:
        return
    facing = int(unit.facing)
    there = int(unit.cell) + far * (DY[facing] * STRIDE + DX[facing])
    plan_pose(s, w, who, int(Verb.MARCH), int(Verb.MARCH), 0, int(there), facing, int(unit.files))
