"""Dangerous ground: models that step onto it may come to harm."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import successes
from ....core.state import NO_UNIT, emit_dice
from ..board import STEP, base_of, count_in, full_ranks_of, short_rank_of
from ..vocab import Event
from .bodies import is_there
from .casualties import wound_unit

D6 = 6


@kernel
def risky_cells(s, w, who, cell, facing, files):
    """Dangerous cells that a unit would cover in a pose, which is on the board."""
    unit = s.units[who]
    models, base_width, base_depth = int(unit.models), int(unit.base_width), int(unit.base_depth)
    ax, ay, aw, ah = full_ranks_of(cell, facing, files, models, base_width, base_depth)
    bx, by, bw, bh = short_rank_of(cell, facing, files, models, base_width, base_depth, int(s.from_right))
    return count_in(w.field.risky, ax, ay, aw, ah) + count_in(w.field.risky, bx, by, bw, bh)


@kernel
def is_model_at_risk(s, w, who, model, cell, facing, files):
    """Whether a model would stand on dangerous ground if its unit took a pose on the board."""
    unit = s.units[who]
    models, base_width, base_depth = int(unit.models), int(unit.base_width), int(unit.base_depth)
    x, y, width, height = base_of(cell, facing, files, models, base_width, base_depth, int(s.from_right), model)
    return count_in(w.field.risky, x, y, width, height) > 0


@rule("x.terrain.dangerous")
def entering(s, w, who, old_cell, old_facing, old_files, cell, facing, files):
    """Dangerous terrain: models on dangerous ground in a pose that were not in another one; both are on the board."""
    if risky_cells(s, w, who, cell, facing, files) == 0:
        return 0
    number = 0
    for model in range(s.units[who].models):
        if is_model_at_risk(s, w, who, model, cell, facing, files):
            if not is_model_at_risk(s, w, who, model, old_cell, old_facing, old_files):
                number += 1
    return number


@rule("x.terrain.dangerous")
def enters_danger(s, w, who, cell, facing, files):
    """Dangerous terrain: models on dangerous ground in a pose that are not on any now."""
    unit = s.units[who]
    return entering(s, w, who, int(unit.cell), int(unit.facing), int(unit.files), cell, facing, files)


@rule("x.terrain.dangerous", "x.move.fly")
def step_into_danger(s, w, who, there):
    """Dangerous terrain: models that come onto it at the first of the steps straight ahead to a cell that brings any; fliers
    touch the ground only where they end.
    """
    unit = s.units[who]
    before, facing, files = int(unit.cell), int(unit.facing), int(unit.files)
    if unit.fly > 0:
        return enters_danger(s, w, who, there, facing, files)
    while before != there:
        after = before + int(STEP[facing])
        models = entering(s, w, who, before, facing, files, after, facing, files)
        if models > 0:
            return models
        before = after
    return 0


@rule("x.terrain.dangerous")
def resolve_danger(s, w, who, models):
    """Dangerous terrain: a die for each model that came onto it, once an activation; no save against what it does."""
    unit = s.units[who]
    if models == 0 or unit.in_danger == 1 or not is_there(s, who):
        return
    unit.in_danger = 1
    wounds = successes(s, models, D6, int(w.book.fail_on))
    emit_dice(s, Event.DANGER, who, NO_UNIT, wounds, models, models)
    if wounds > 0:
        wound_unit(s, w, who, wounds, NO_UNIT)
