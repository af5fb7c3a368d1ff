"""Blind spots: where defending against one shot leaves a unit open to others."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import column, row
from ..vocab import Compass, Event

STRAIGHT, DIAGONAL, EITHER = 0, 1, 2
ROW = 3  # directions in a row of the table below
#: Directions by the signs of the offset, row by row from the north-west.
BITS = np.array(
    [
        Compass.NORTHWEST, Compass.NORTH, Compass.NORTHEAST, Compass.WEST, 0, Compass.EAST, Compass.SOUTHWEST, Compass.SOUTH,
        Compass.SOUTHEAST,
    ],
    np.int64,
)  # fmt: skip


@kernel
def sign(number):
    """-1, 0 or 1."""
    return 1 if number > 0 else (-1 if number < 0 else 0)


@rule("blind.snap")
def line_of(dx, dy):
    """Lines: the nearer of the straight and the diagonal one, counted in squares; either where both are as near."""
    across, along = abs(dx), abs(dy)
    straight, diagonal = min(across, along), abs(across - along)
    if straight == diagonal:
        return EITHER
    return STRAIGHT if straight < diagonal else DIAGONAL


@rule("blind.snap")
def compass_of(dx, dy, line):
    """Lines: the direction of an attack from an offset, on a straight line or a diagonal."""
    if line == STRAIGHT:
        if abs(dx) >= abs(dy):
            dy = 0
        else:
            dx = 0
    return int(BITS[(sign(dy) + 1) * ROW + sign(dx) + 1])


@rule("blind.geometry")
def is_in_wedge(compass, dx, dy):
    """Geometry: whether an offset lies in the right angle opposite to the direction of an attack."""
    if compass == Compass.NORTH:
        return dy > 0 and abs(dx) <= dy
    if compass == Compass.SOUTH:
        return dy < 0 and abs(dx) <= -dy
    if compass == Compass.EAST:
        return dx < 0 and abs(dy) <= -dx
    if compass == Compass.WEST:
        return dx > 0 and abs(dy) <= dx
    if dx == 0 and dy == 0:
        return False
    east = compass == Compass.NORTHEAST or compass == Compass.SOUTHEAST
    north = compass == Compass.NORTHEAST or compass == Compass.NORTHWEST
    return (dx <= 0 if east else dx >= 0) and (dy >= 0 if north else dy <= 0)


@rule("intro.modular_core")
def are_in_play(w):
    """Modules: whether that of blind spots is in play."""
    return w.book.module_blind_spots == 1


@rule("blind.create", "blind.extend", "blind.geometry")
def is_blind_to(s, w, who, cell):
    """Blind spot: whether a location lies in it; the wedges of all attacks together."""
    blind = int(s.units[who].blind)
    here = int(s.units[who].cell)
    if not are_in_play(w) or blind == 0 or cell < 0 or cell == here:
        return False
    dx, dy = column(cell) - column(here), row(cell) - row(here)
    for k in range(8):
        if (blind >> k) & 1 == 1 and is_in_wedge(1 << k, dx, dy):
            return True
    return False


@rule("blind.penalty")
def is_shot_from_blind_spot(s, w, who, shooter):
    """Blind spot: whether a shot comes from it."""
    return is_blind_to(s, w, who, int(s.units[shooter].cell))


@rule("blind.melee")
def is_entered_from_blind_spot(s, w, who, attacker):
    """Melee from a blind spot: whether the attacker came in from there this turn."""
    return is_blind_to(s, w, who, int(s.units[attacker].entered_from))


@rule("blind.penalty", "blind.melee")
def blind_penalty(s, w, who, attacker, is_shot):
    """Blind spot: consistency off defences against shots from it, and against who came in from there this turn."""
    if is_shot:
        comes_from_it = is_shot_from_blind_spot(s, w, who, attacker)
    else:
        comes_from_it = is_entered_from_blind_spot(s, w, who, attacker)
    return int(w.book.blind_penalty) if comes_from_it else 0


@rule("blind.create", "blind.extend")
def makes_blind_spot(s, w, who, attacker):
    """Blind spot: it comes from defending against a shot from another square, and grows by one that is not yet inside it."""
    if not are_in_play(w) or s.units[who].cell == s.units[attacker].cell:
        return False
    return not is_shot_from_blind_spot(s, w, who, attacker)


@rule("blind.snap")
def line_from(s, who, attacker):
    """Lines: on which an attack counts; EITHER where the shooter has the choice."""
    here, there = int(s.units[who].cell), int(s.units[attacker].cell)
    return line_of(column(there) - column(here), row(there) - row(here))


@kernel
def direction_from(s, who, attacker, line):
    """The direction of an attack on a line."""
    here, there = int(s.units[who].cell), int(s.units[attacker].cell)
    return compass_of(column(there) - column(here), row(there) - row(here), line)


@rule("blind.snap", "blind.extend")
def is_line_of_matter(s, who, attacker):
    """Lines: whether it matters on which one an attack counts: one of the two still adds to the blind spot."""
    blind = int(s.units[who].blind)
    both = direction_from(s, who, attacker, STRAIGHT) | direction_from(s, who, attacker, DIAGONAL)
    return blind | both != blind


@rule("blind.create", "blind.extend")
def add_blind_spot(s, who, attacker, line):
    """Blind spot: it lasts until the defender's next turn; where there is one already, the wedge of the new attack is added."""
    s.units[who].blind |= direction_from(s, who, attacker, line)
    emit(s, Event.BLIND_SPOT, who, NO_UNIT, int(s.units[who].blind), 0)
