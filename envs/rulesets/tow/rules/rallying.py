"""Rallying: a fleeing unit comes to its senses and turns to the enemy."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit
from ..board import DIRECTIONS, HALF_TURN
from ..vocab import Event
from .alarm import PERCENT, nearest_enemy, strength_left
from .bodies import fits, is_foe, unit_gap
from .courage import leadership_test, leadership_test_on_naturals
from .fleeing import flight_direction
from .shapes import turned_cell
from .sight import sees
from .standing import keeps_apart


@rule("x.strategy.rally", "x.setup.command_group")
def resolve_rally(s, w, who):
    """Rallying: a Leadership test, with a musician easier; what is left of a unit may need a natural 2."""
    unit = s.units[who]
    bonus = int(w.book.musician_rally_bonus) if unit.musician == 1 else 0
    if has_enough_left(s, w, who):
        passed = leadership_test(s, w, who, bonus, True)
    else:
        passed = leadership_test_on_naturals(s, w, who, bonus, True)
    if passed == 0:
        return
    unit.fleeing = 0
    unit.rallied = 1
    unit.moved = 1
    face_enemy(s, w, who)
    emit(s, Event.RALLIED, who, NO_UNIT, int(unit.cell), int(unit.facing))


@rule("x.strategy.rally")
def has_enough_left(s, w, who):
    """Rallying: a quarter of the models it started with; of its Wounds, if it started as one model."""
    left, start = strength_left(s, who)
    return left * PERCENT >= int(w.book.rally_min_pct) * start


@rule("x.strategy.rally")
def enemy_to_face(s, w, who):
    """Rallying: the nearest enemy it sees, or the nearest of all if it sees no enemy; -1 if none."""
    best, least = NO_UNIT, 0
    for enemy in range(s.unit_count):
        if is_foe(s, who, enemy):
            gap = unit_gap(s, who, enemy)
            if (best == NO_UNIT or gap < least) and sees(s, w, who, enemy):
                best, least = enemy, gap
    return best if best != NO_UNIT else nearest_enemy(s, who)


@rule("x.strategy.rally", "x.move.reform")
def face_enemy(s, w, who):
    """Rallying: it turns about the middle of its rectangle, unless it would not fit or come too near to an enemy."""
    unit = s.units[who]
    enemy = enemy_to_face(s, w, who)
    if enemy == NO_UNIT:
        return
    facing = (int(flight_direction(s, who, enemy)) + HALF_TURN) % DIRECTIONS
    files = int(unit.files)
    cell = turned_cell(s, who, facing, files)
    if fits(s, w, who, cell, facing, files) and keeps_apart(s, w, who, cell, facing, files):
        unit.cell = cell
        unit.facing = facing
