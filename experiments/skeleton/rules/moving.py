"""Moving: where a unit can get to, and the move.

A permission is a `refusal_of_...`, which returns why not, or NONE. The same function decides what is offered and what
people are shown, so the two never differ.
"""

from __future__ import annotations

from tactica.envs.core.compiler import kernel, rule
from tactica.envs.core.state import emit, note_pace

from ..board import OFF_BOARD, STRIDE, flood
from ..vocab import Event, Refusal


@kernel
def unit_at(s, cell):
    """The unit that stands in a cell, -1 none."""
    for who in range(s.unit_count):
        if s.units[who].cell == cell:
            return who
    return -1


@rule("move.reach")
def fill_reach(s, w, who):
    """How far: the cells within one move, in ``s.reach``; -1 out of reach. ``refusal_of_cell`` reads it."""
    s.away_count = 0
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            s.stop_here[cell] = 0
            s.shut[cell] = 0
            s.gated[cell] = 0
            s.step_cost[cell] = 0 if w.field.blocked[cell] == 1 else 1
    for other in range(s.unit_count):
        if s.units[other].cell >= 0:
            s.step_cost[s.units[other].cell] = 0
    flood(s, w.field, int(s.units[who].cell), int(w.book.move_cells), OFF_BOARD)


@rule("move.reach")
def refusal_of_cell(s, w, cell):
    """How far: why the unit that is asked cannot move to a cell."""
    if w.field.blocked[cell] == 1:
        return Refusal.ROCK
    if unit_at(s, cell) >= 0:
        return Refusal.TAKEN
    return Refusal.NONE if s.reach[cell] > 0 else Refusal.TOO_FAR


@rule("move.reach")
def refusal_of_moving(s, w, who):
    """How far: why a unit cannot move at all."""
    fill_reach(s, w, who)
    for y in range(s.board_height):
        for x in range(s.board_width):
            if s.reach[y * STRIDE + x] > 0:
                return Refusal.NONE
    return Refusal.NO_WAY


@rule("move.reach")
def resolve_move(s, who, cell):
    """How far: the unit moves."""
    s.units[who].cell = cell
    note_pace(s, who, cell)
    emit(s, Event.MOVED, who, -1, cell, 0)
