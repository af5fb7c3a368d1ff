"""Where units stand: bodies, room, who sees whom."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel, rule
from tactica.envs.core.state import are_friends, emit

from ..board import CELLS, STRIDE
from ..vocab import Event

ENEMY = 100  # more than any room


@kernel
def is_standing(s, who):
    """Whether a unit is in the fight."""
    return s.units[who].health > 0


@kernel
def is_seen_by(s, side, who):
    """Whether a side knows where a unit is."""
    unit = s.units[who]
    return unit.hidden == 0 or s.allied[side, unit.side] == 1


@rule("march.room")
def fill_crowd(s, w, who, knows_all):
    """Room: what others take of each cell; without ``knows_all`` only what the unit's side knows of."""
    me = s.units[who]
    for cell in range(s.board_height * STRIDE):
        s.crowd[cell] = 0
        s.next_to[cell] = 0
    for other in range(s.unit_count):
        unit = s.units[other]
        if other == who or unit.health <= 0 or not (knows_all or is_seen_by(s, me.side, other)):
            continue
        is_friend = are_friends(s, who, other)
        taken = ENEMY
        if is_friend:
            taken = int(w.book.room) if unit.span > 1 else 1
        for dy in range(-1, unit.span + 1):
            for dx in range(-1, unit.span + 1):
                x, y = unit.cell % STRIDE + dx, unit.cell // STRIDE + dy
                if x < 0 or y < 0 or x >= s.board_width or y >= s.board_height:
                    continue
                if 0 <= dx < unit.span and 0 <= dy < unit.span:
                    s.crowd[y * STRIDE + x] += taken
                elif not is_friend:
                    s.next_to[y * STRIDE + x] = 1


@rule("march.room")
def has_room(s, w, who, cell):
    """Room: whether a unit's whole body fits at a cell; reads what :func:`fill_crowd` wrote."""
    span = s.units[who].span
    own = int(w.book.room) if span > 1 else 1
    x, y = cell % STRIDE, cell // STRIDE
    if x + span > s.board_width or y + span > s.board_height:
        return False
    for dy in range(span):
        for dx in range(span):
            there = cell + dy * STRIDE + dx
            if w.field.blocked[there] == 1 or s.crowd[there] + own > w.book.room:
                return False
    return True


@kernel
def is_next_to_enemy(s, who, cell):
    """Whether any part of a unit's body at a cell would touch an enemy; reads what :func:`fill_crowd` wrote."""
    span = s.units[who].span
    for dy in range(span):
        for dx in range(span):
            if s.next_to[min(cell + dy * STRIDE + dx, CELLS - 1)] == 1:
                return True
    return False


@rule("march.bump", "clash.target")
def resolve_reveal(s, who):
    """Bumping, striking: a hidden unit shows itself."""
    if s.units[who].hidden == 1:
        s.units[who].hidden = 0
        emit(s, Event.REVEALED, who, -1, 0, 0)
