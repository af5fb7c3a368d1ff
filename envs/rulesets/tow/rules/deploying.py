"""Deployment: units without a place are put into the zones of their sides, the sides in turn."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit
from ..board import CELLS, STRIDE, UNREACHED, full_ranks_of, short_rank_of
from ..state import SIDES
from ..vocab import A_CELL, Event, Gone, Prompt, Refusal
from .bodies import refusal_of_place
from .shapes import SOUTH


@rule("x.setup.deployment")
def deploy_step(s, w, frame):
    """Deployment: the sides alternate, each with its next unit. Waits for its cell; returns whether all have their place."""
    if s.answer != 0:
        resolve_deployment(s, w, int(frame.who), int(s.answer) - A_CELL)
        frame.index = 1 - int(s.units[frame.who].side)
        frame.who = 0
        s.answer = 0
    who = next_to_deploy(s, int(frame.index))
    if who == NO_UNIT:
        frame.index = 0
        return True
    if fill_zone(s, w, who) > 0:
        frame.who = who
        ask(s, Prompt.CELL, who)
    else:
        resolve_left_out(s, who)
        frame.index = 1 - int(s.units[who].side)
    return False


@rule("x.setup.deployment")
def next_to_deploy(s, side):
    """Deployment: the next undeployed unit of a side, or of the other side if it has none; -1 when all are deployed."""
    for turn in range(SIDES):
        for who in range(s.unit_count):
            unit = s.units[who]
            if unit.side == (side + turn) % SIDES and unit.cell < 0 and unit.models > 0:
                return who
    return NO_UNIT


@rule("x.setup.deployment")
def refusal_of_deploying(s, w, who, cell):
    """Deployment: with its front-left corner on a cell, facing the other edge, where it fits and lies wholly in its zone."""
    unit = s.units[who]
    facing = facing_of_side(s, who)
    if (w.field.zone[cell] >> unit.side) & 1 == 0:
        return Refusal.OUT_OF_ZONE
    refusal = refusal_of_place(s, w, who, cell, facing, int(unit.files))
    if refusal == Refusal.NONE and not is_in_zone(s, w, who, cell, facing):
        refusal = Refusal.OUT_OF_ZONE
    return refusal


@rule("x.setup.deployment")
def fill_zone(s, w, who):
    """Deployment: the cells its front-left corner may be put on, in ``s.reach``. Returns how many."""
    found = 0
    for cell in range(CELLS):
        s.reach[cell] = UNREACHED
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if refusal_of_deploying(s, w, who, cell) == Refusal.NONE:
                s.reach[cell] = 0
                found += 1
    return found


@kernel
def facing_of_side(s, who):
    """The way units of a side are deployed: to the other edge of the table."""
    return 0 if s.units[who].side == 0 else SOUTH


@rule("x.setup.deployment")
def is_in_zone(s, w, who, cell, facing):
    """Deployment: whether a unit, which would be on the table, lies wholly in the zone of its side, which is a rectangle."""
    unit = s.units[who]
    files, models, base_width, base_depth = (
        int(unit.files), int(unit.models), int(unit.base_width), int(unit.base_depth),
    )  # fmt: skip
    ax, ay, aw, ah = full_ranks_of(cell, facing, files, models, base_width, base_depth)
    bx, by, bw, bh = short_rank_of(cell, facing, files, models, base_width, base_depth, int(s.from_right))
    side = int(unit.side)
    return is_zone(w, side, ax, ay, aw, ah) and (bw == 0 or is_zone(w, side, bx, by, bw, bh))


@kernel
def is_zone(w, side, x, y, width, height):
    """Whether opposite corners of a rectangle on the table lie in the zone of a side."""
    first, last = y * STRIDE + x, (y + height - 1) * STRIDE + x + width - 1
    return (w.field.zone[first] >> side) & (w.field.zone[last] >> side) & 1 == 1


@rule("x.setup.deployment")
def resolve_deployment(s, w, who, cell):
    """Deployment: the unit stands there."""
    s.units[who].cell = cell
    s.units[who].facing = facing_of_side(s, who)
    emit(s, Event.DEPLOYED, who, NO_UNIT, cell, 0)


@rule("x.setup.deployment", "x.turn.end_and_victory")
def resolve_left_out(s, who):
    """Deployment: a unit that finds no room counts as destroyed; its character is not slain."""
    unit = s.units[who]
    unit.models = 0
    unit.char_left = unit.char_alive
    unit.char_alive = 0
    unit.char_lost_wounds = 0
    unit.lost_wounds = 0
    unit.gone = Gone.LEFT_OUT
    emit(s, Event.LEFT_OUT, who, NO_UNIT, 0, 0)
