"""Marching: reach, and what happens where somebody unseen already stands."""

from __future__ import annotations

from tactica.envs.core.compiler import rule
from tactica.envs.core.state import are_friends, emit, open_total, term

from ..board import OFF_BOARD, STRIDE, UNREACHED, flood, gap_from
from ..vocab import A_CELL, Event, Refusal, Term
from .places import fill_crowd, has_room, is_next_to_enemy, is_placed, resolve_reveal


@rule("march.reach", "cards.play")
def march_cells(s, w, who):
    """Reach: how far a unit marches."""
    unit = s.units[who]
    open_total(s)
    cells = term(s, Term.MOVEMENT, int(unit.movement))
    if s.haste[unit.side] == 1:
        cells += term(s, Term.HASTE, int(w.book.haste_cells))
    return cells


@rule("march.reach")
def fill_reach(s, w, who):
    """Reach: the cells a march may end in, as far as its side knows, in ``s.reach``."""
    fill_crowd(s, w, who, False)
    s.away_count = 0
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            s.step_cost[cell] = 0
            s.stop_here[cell] = 0
            s.shut[cell] = 0
            s.gated[cell] = 0
            if has_room(s, w, who, cell):
                s.step_cost[cell] = w.book.rough_cost if w.field.rough[cell] == 1 else 1
                s.stop_here[cell] = 1 if is_next_to_enemy(s, who, cell) else 0
    flood(s, w.field, int(s.units[who].cell), march_cells(s, w, who), OFF_BOARD)


@rule("march.reach")
def refusal_of_goal(s, w, who, cell):
    """Reach: a march ends where there is room and a way; reads what :func:`fill_reach` wrote."""
    if s.reach[cell] != UNREACHED:
        return Refusal.NONE
    return Refusal.TOO_FAR if has_room(s, w, who, cell) else Refusal.NO_SPACE


@rule("march.bump")
def resolve_bump(s, w, who, cell):
    """Bumping: whoever comes to where enemies stand is revealed with them. Returns whether that is so."""
    bumped = False
    for other in range(s.unit_count):
        if is_placed(s, other) and not are_friends(s, who, other) and gap_from(s, w, who, cell, other) == 0:
            emit(s, Event.BUMPED, who, other, 0, 0)
            resolve_reveal(s, other)
            bumped = True
    if bumped:
        resolve_reveal(s, who)
    return bumped


@rule("march.reach", "march.bump")
def resolve_march(s, w, who, answer):
    """Bumping: a march into the place of a hidden enemy reveals both and leads nowhere; any other arrives."""
    cell = answer - A_CELL
    if resolve_bump(s, w, who, cell):
        return
    s.units[who].cell = cell
    if s.units[who].hidden == 0:
        march_cells(s, w, who)
        emit(s, Event.MARCHED, who, -1, cell, 0)
