"""Where units stand: bodies, room, who sees whom."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel, rule
from tactica.envs.core.state import are_friends, emit

from ..board import STRIDE, add_rectangle, column, is_cut, is_on_board, most_in_rectangle, row
from ..vocab import Event

ENEMY = 100  # more than any room


@kernel
def is_standing(s, who):
    """Whether a unit is in the fight."""
    return s.units[who].health > 0


@kernel
def is_placed(s, who):
    """Whether a unit stands on the board."""
    return s.units[who].health > 0 and s.units[who].cell >= 0


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
        if other == who or not is_placed(s, other) or not (knows_all or is_seen_by(s, me.side, other)):
            continue
        is_friend = are_friends(s, who, other)
        taken = ENEMY
        if is_friend:
            taken = room_taken(w, unit.width, unit.height)
        add_rectangle(s.crowd, int(unit.cell), unit.width, unit.height, taken)
        if not is_friend:
            x, y = column(int(unit.cell)), row(int(unit.cell))
            west, north = max(x - 1, 0), max(y - 1, 0)
            east, south = min(x + unit.width, s.board_width - 1), min(y + unit.height, s.board_height - 1)
            add_rectangle(s.next_to, north * STRIDE + west, east - west + 1, south - north + 1, 1)


@rule("march.room")
def has_room(s, w, who, cell):
    """Room: whether a unit as it stands now fits at a cell; reads what :func:`fill_crowd` wrote."""
    return has_room_for(s, w, cell, s.units[who].width, s.units[who].height)


@rule("march.room")
def has_room_for(s, w, cell, width, height):
    """Room: whether a body of this size fits at a cell, on the board, off blocked ground, with no wall through it."""
    if not is_on_board(w.field, cell, width, height) or is_cut(w.field, cell, width, height):
        return False
    if most_in_rectangle(w.field.blocked, cell, width, height) > 0:
        return False
    return most_in_rectangle(s.crowd, cell, width, height) + room_taken(w, width, height) <= w.book.room


@rule("march.room")
def room_taken(w, width, height):
    """Room: a body of several cells fills them."""
    return int(w.book.room) if width * height > 1 else 1


@kernel
def is_next_to_enemy(s, who, cell):
    """Whether any part of a unit's body at a cell would touch an enemy; reads what :func:`fill_crowd` wrote."""
    return most_in_rectangle(s.next_to, cell, s.units[who].width, s.units[who].height) > 0


@rule("march.bump", "clash.target")
def resolve_reveal(s, who):
    """Bumping, striking: a hidden unit shows itself."""
    if s.units[who].hidden == 1:
        s.units[who].hidden = 0
        emit(s, Event.REVEALED, who, -1, 0, 0)
