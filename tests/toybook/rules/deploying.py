"""Deploying: units without a place are put into the zone of their side before the first round."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel, rule
from tactica.envs.core.state import ask, emit

from ..board import CELLS, STRIDE, UNREACHED
from ..vocab import A_CELL, Event, Phase, Prompt, Refusal
from .marching import resolve_bump
from .places import fill_crowd, has_room


@rule("deploy.zone")
def deploy_step(s, w, frame):
    """Taking places: the next unit without one. Waits for its cell."""
    who = frame.index
    if s.answer != 0:
        resolve_deployment(s, w, who, int(s.answer) - A_CELL)
    elif who >= s.unit_count:
        frame.index = 0
        frame.step = Phase.ROUND
    elif s.units[who].cell >= 0 or s.units[who].health == 0:
        frame.index += 1
    elif fill_zone(s, w, who) > 0:
        ask(s, Prompt.CELL, who)
    else:
        s.units[who].health = 0
        emit(s, Event.LEFT_OUT, who, -1, 0, 0)


@rule("deploy.zone")
def fill_zone(s, w, who):
    """Taking places: the cells a unit may be deployed in, as far as its side knows, in ``s.reach``. Returns how many."""
    fill_crowd(s, w, who, False)
    found = 0
    for cell in range(CELLS):
        s.reach[cell] = UNREACHED
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if refusal_of_place(s, w, who, cell) == Refusal.NONE:
                s.reach[cell] = 0
                found += 1
    return found


@rule("deploy.zone")
def refusal_of_place(s, w, who, cell):
    """Taking places: where there is room, in the zone of the side; reads what :func:`fill_crowd` wrote."""
    if not has_room(s, w, who, cell):
        return Refusal.NO_SPACE
    return Refusal.NONE if is_in_zone(s, w, who, cell) else Refusal.NOT_ITS_ZONE


@kernel
def is_in_zone(s, w, who, cell):
    """Whether the whole body of a unit lies in the zone of its side."""
    unit = s.units[who]
    for dy in range(unit.height):
        for dx in range(unit.width):
            if (w.field.zone[cell + dy * STRIDE + dx] >> unit.side) & 1 == 0:
                return False
    return True


@rule("deploy.zone", "march.bump")
def resolve_deployment(s, w, who, cell):
    """Taking places: the unit stands there, unless it bumps into somebody hidden: then it is asked again."""
    if resolve_bump(s, w, who, cell):
        return
    s.units[who].cell = cell
    if s.units[who].hidden == 0:
        emit(s, Event.DEPLOYED, who, -1, cell, 0)
