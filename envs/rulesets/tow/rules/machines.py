"""War machines: bolt throwers, stone throwers, cannons, and what goes wrong with them. Of several machines in a unit, the one in
the middle of the front rank shoots at cells.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import band
from ....core.state import NO_UNIT, emit, emit_roll, push
from ..board import CELLS, OFF_BOARD, STRIDE, UNREACHED, column, gap_squared, row
from ..vocab import Event, Frame, Gone, Mark, MissileKind, Refusal, Side
from .bodies import bounds, is_in_unit, is_there, middle_model, model_rect
from .casualties import destroy, wound_unit
from .formation import ranks_of
from .harm import start_harm, take_harmed
from .patterns import D6, MISFIRE, model_at, resolve_scatter, roll_artillery, roll_scatter
from .shooters import Step, kind_of, refusal_of_target
from .sight import arc_of, model_sees, model_sees_model, sees
from .templates import aim_of, start_ball, start_template

BOOM, BROKEN = 0, 1  # rows of the misfire table
TURNS_LOST = 2  # this and the next


# --- bolt throwers -----------------------------------------------------------------------------------------------------


@rule("x.shoot.bolt_thrower")
def most_pierced(s, who, target):
    """Bolt thrower: how many models a bolt can go through: ranks if shot from front or rear, files from a flank."""
    ex, ey, _, _ = aim_of(s, who, 0)
    x, y, width, height = bounds(s, target)
    unit = s.units[target]
    side = arc_of(ex, ey, x, y, width, height, int(unit.facing))
    if side == Side.FRONT or side == Side.REAR:
        return ranks_of(int(unit.models), int(unit.files))
    return int(unit.files)


@rule("x.shoot.bolt_thrower")
def bolt_step(s, w, frame):
    """Bolt thrower: a bolt that hit meets a model; weaker with each one it went through."""
    who, foe = int(frame.who), int(frame.foe)
    if frame.hits == 0 or not is_there(s, foe):
        frame.step = Step.END
        return
    if frame.index == 0:
        frame.amount = most_pierced(s, who, foe)
    weapon = w.book.missiles[s.units[who].missile - 1]
    strength = int(weapon.strength) - int(w.book.strength_loss_per_model) * int(frame.index)
    frame.step = Step.BOLT_GOES_ON
    frame.number = s.units[foe].models
    if strength > 0:
        marks = int(Mark.AUTO_HIT) | int(Mark.PIERCING)
        harm = start_harm(
            s, who, foe, marks, 0, 0, strength, int(weapon.ap), 0, int(w.book.bolt_thrower_wounds_die_sides)
        )
        harm.hits = 1


@rule("x.shoot.bolt_thrower")
def bolt_goes_on(s, frame):
    """Bolt thrower: the bolt reaches the model behind only if it has slain the one in front."""
    take_harmed(s)
    foe = int(frame.foe)
    frame.index += 1
    if not is_there(s, foe) or s.units[foe].models == frame.number or frame.index >= frame.amount:
        frame.hits -= 1
        frame.index = 0
    frame.step = Step.BOLT


# --- what is aimed at a cell -------------------------------------------------------------------------------------------


@rule("x.shoot.stone_thrower", "x.shoot.cannon")
def refusal_of_range(w, kind, gap):
    """Range of a machine to its aim cell: a stone thrower has a minimum range as well."""
    least, most = 0, int(w.book.cannon_range)
    if kind == MissileKind.STONE_THROWER:
        least, most = int(w.book.stone_thrower_min_range), int(w.book.stone_thrower_max_range)
    if gap > most * most:
        return Refusal.OUT_OF_RANGE
    return Refusal.UNDER_RANGE if gap < least * least else Refusal.NONE


@rule("x.shoot.stone_thrower", "x.shoot.cannon")
def may_aim_at(s, w, who, target, other):
    """Aiming: a stone thrower needs sight of any part of the unit, a cannon of the model itself."""
    if kind_of(w, int(s.units[who].missile)) == MissileKind.CANNON:
        return model_sees_model(s, w, who, middle_model(s, who), target, other)
    return model_sees(s, w, who, middle_model(s, who), target)


@rule("x.shoot.stone_thrower", "x.shoot.cannon")
def refusal_of_aim_in(s, w, who, x, y):
    """Aiming: at a cell within range; a cannon only into its front arc."""
    kind = kind_of(w, int(s.units[who].missile))
    mx, my, width, height = model_rect(s, who, middle_model(s, who))
    refusal = refusal_of_range(w, kind, gap_squared(x, y, 1, 1, mx, my, width, height))
    if refusal != Refusal.NONE or kind != MissileKind.CANNON:
        return refusal
    side = arc_of(2 * x + 1, 2 * y + 1, mx, my, width, height, int(s.units[who].facing))
    return Refusal.NONE if side == Side.FRONT else Refusal.OUT_OF_ARC


@rule("x.shoot.stone_thrower", "x.shoot.cannon", "x.shoot.eligibility")
def refusal_of_aim(s, w, who, x, y):
    """Aiming: at a cell of an enemy that may be shot at, within range and in sight."""
    target = unit_at(s, x, y)
    if target == NO_UNIT:
        return Refusal.NOBODY_THERE
    refusal = refusal_of_target(s, w, who, target)
    if refusal == Refusal.NONE:
        refusal = refusal_of_aim_in(s, w, who, x, y)
    if refusal == Refusal.NONE and not may_aim_at(s, w, who, target, model_at(s, target, x, y)):
        refusal = Refusal.AIM_UNSEEN if sees(s, w, who, target) else Refusal.UNSEEN
    return refusal


@rule("x.shoot.stone_thrower", "x.shoot.cannon", "x.shoot.eligibility")
def aims_at(s, w, who, target, is_one_enough):
    """Aiming: note in ``s.reach`` the cells of an enemy at which a machine may shoot. Whether there are any; where one is enough,
    the first ends it.
    """
    is_found = False
    if refusal_of_target(s, w, who, target) != Refusal.NONE:
        return False
    is_cannon = kind_of(w, int(s.units[who].missile)) == MissileKind.CANNON
    if not is_cannon and not may_aim_at(s, w, who, target, 0):
        return False
    for other in range(s.units[target].models):
        x, y, width, height = model_rect(s, target, other)
        if is_cannon and not may_aim_at(s, w, who, target, other):
            continue
        for cy in range(y, y + height):
            for cx in range(x, x + width):
                if refusal_of_aim_in(s, w, who, cx, cy) == Refusal.NONE:
                    if is_one_enough:
                        return True
                    s.reach[cy * STRIDE + cx] = 0
                    is_found = True
    return is_found


@kernel
def is_cell_shooter(w, missile):
    """Whether a machine is aimed at cells."""
    kind = kind_of(w, missile)
    return kind == MissileKind.STONE_THROWER or kind == MissileKind.CANNON


@rule("x.shoot.stone_thrower", "x.shoot.cannon")
def has_aim(s, w, who):
    """Aiming: whether there is any cell a machine may shoot at."""
    for target in range(s.unit_count):
        if aims_at(s, w, who, target, True):
            return True
    return False


@rule("x.shoot.stone_thrower", "x.shoot.cannon")
def fill_aims(s, w, who):
    """Aiming: put the cells a machine may shoot at into ``s.reach``."""
    for cell in range(CELLS):
        s.reach[cell] = UNREACHED
    for target in range(s.unit_count):
        aims_at(s, w, who, target, False)


@kernel
def unit_at(s, x, y):
    """Which unit stands on a cell; -1 none."""
    for who in range(s.unit_count):
        if is_there(s, who) and is_in_unit(s, who, x, y):
            return who
    return NO_UNIT


@rule("x.shoot.stone_thrower", "x.shoot.cannon")
def start_cell_shot(s, w, who, cell):
    """Machines: a stone or a ball is shot at a cell."""
    unit = s.units[who]
    unit.shot = 1
    frame = push(s, Frame.SHOT)
    frame.who = who
    frame.foe = unit_at(s, column(cell), row(cell))
    frame.cell = cell
    frame.step = Step.CANNON if kind_of(w, int(unit.missile)) == MissileKind.CANNON else Step.STONE
    emit(s, Event.SHOOTS, who, int(frame.foe), 1, 0)


@rule("scatter.place_and_roll")
def scatter_stone(s, w):
    """Placing and rolling: the scatter die for the direction and, together with it, the artillery die for the distance."""
    arrow = roll_scatter(s, w)
    return arrow, roll_artillery(s, w)


@rule("x.shoot.stone_thrower")
def stone_step(s, w, frame):
    """Stone thrower: it scatters from where it was aimed; a MISFIRE of the artillery die comes first."""
    who, cell = int(frame.who), int(frame.cell)
    arrow, inches = scatter_stone(s, w)
    if inches == MISFIRE:
        frame.step = Step.MISFIRE
        return
    frame.step = Step.END
    cell = resolve_scatter(s, w, who, cell, arrow, inches)
    if cell != OFF_BOARD:
        weapon = w.book.missiles[s.units[who].missile - 1]
        size = int(w.book.template_diameter)
        start_template(s, w, who, int(Mark.CENTRE), int(weapon.strength), int(weapon.ap), 0, cell, size)


@rule("x.shoot.cannon")
def cannon_step(s, w, frame):
    """Cannon: two artillery dice, how far the ball flies beyond the aim, and how far it bounces on. A MISFIRE of the first is
    one of the cannon, one of the second a ball that stays where it lands.
    """
    overshoot = roll_artillery(s, w)
    bounce = roll_artillery(s, w)
    if overshoot == MISFIRE:
        frame.step = Step.MISFIRE
        return
    frame.step = Step.END
    start_ball(s, w, int(frame.who), int(frame.cell), overshoot, max(bounce, 0))


@rule("x.shoot.misfire")
def misfire_step(s, w, frame):
    """Misfire: the machine is destroyed, or damaged and silent until its next turn is over, or has only lost its shot."""
    who = int(frame.who)
    destroyed, damaged = int(w.book.destroyed_max), int(w.book.damaged_max)
    result = band(s, D6, (destroyed, damaged, damaged))  # the last row takes the rest
    emit_roll(s, Event.MISFIRED, who, NO_UNIT, int(s.last_face), 0)
    frame.step = Step.END
    if result == BOOM:
        destroy(s, w, who, int(Gone.SLAIN))
    elif result == BROKEN:
        s.units[who].misfire = TURNS_LOST
        wound_unit(s, w, who, 1, who)
