"""Initiating hand-to-hand combat: borders, contact, and the area in front."""

from __future__ import annotations

from ....core.geometry import STEP, bearing, distance, is_closed, turn_between
from ....core.jit import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..vocab import Border
from .conditions import is_able

# --- borders ---------------------------------------------------------------------------------------------------------


@kernel
def border_between(w, cell, direction):
    """What lies on the border in an orthogonal direction (0, 2, 4, 6)."""
    return int(w.field.border[cell, direction // 2])


@kernel
def is_door_shut(s, cell, direction):
    """Whether a shut door lies on the border in an orthogonal direction; doors are kept from one side only."""
    for k in range(s.door_count):
        if s.door_state[k] == Border.OPEN:
            continue
        if s.door_cell[k] == cell and s.door_direction[k] == direction:
            return True
        if s.door_cell[k] + STEP[s.door_direction[k]] == cell and (s.door_direction[k] + 4) % 8 == direction:
            return True
    return False


@kernel
def is_way_open(s, w, cell, direction):
    """Whether one can step, or reach, from a cell to its neighbour: no wall, shut door or blocked corner is between."""
    if is_closed(w.field, cell, direction):
        return False
    if s.door_count == 0:
        return True
    if direction % 2 == 0:
        return not is_door_shut(s, cell, direction)
    for turn in (-1, 1):
        first = (direction + turn) % 8
        second = (direction - turn) % 8
        corner = int(cell + STEP[first])
        if (
            not is_closed(w.field, cell, first)
            and not is_closed(w.field, corner, second)
            and not is_door_shut(s, cell, first)
            and not is_door_shut(s, corner, second)
        ):
            return True
    return False


@kernel
def ground_unit_at(s, cell):
    """The unit that blocks a cell: anyone on the ground but the dead; -1 none."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.cell == cell and unit.dead == 0 and unit.altitude_yd == 0 and unit.present == 1:
            return who
    return NO_UNIT


@kernel
def known_unit_at(s, cell):
    """The unit that blocks a cell, if the side that decides knows of it; -1 none."""
    who = ground_unit_at(s, cell)
    return who if who == NO_UNIT or s.known[who] == 1 else NO_UNIT


@rule("modifier.obstacle")
def crosses_obstacle(s, w, a, b):
    """To hit modifiers: a hedge or low wall lies between two neighbouring cells; diagonally, on both ways round."""
    direction = bearing(a, b)
    if direction % 2 == 0:
        return border_between(w, a, direction) == Border.OBSTACLE
    one = (direction - 1) % 8
    two = (direction + 1) % 8
    way_one = border_between(w, a, one) == Border.OBSTACLE
    way_two = border_between(w, a, two) == Border.OBSTACLE
    way_one = way_one or border_between(w, int(a + STEP[one]), two) == Border.OBSTACLE
    way_two = way_two or border_between(w, int(a + STEP[two]), one) == Border.OBSTACLE
    return way_one and way_two


# --- contact ---------------------------------------------------------------------------------------------------------


@rule("engage.contact")
def is_touching(s, w, a, b):
    """Initiating hand-to-hand combat: two cells are in base contact when they are neighbours with no wall between."""
    return distance(a, b) == 1 and is_way_open(s, w, a, bearing(a, b))


@rule("engage.contact")
def is_in_contact(s, w, one, other):
    """Initiating hand-to-hand combat: two units on the ground whose cells touch."""
    a = s.units[one]
    b = s.units[other]
    if a.cell < 0 or b.cell < 0 or a.altitude_yd > 0 or b.altitude_yd > 0:
        return False
    return is_touching(s, w, int(a.cell), int(b.cell))


@kernel
def is_threat(s, who, enemy):
    """Whether an enemy can engage a unit: able, not fleeing, not aloft."""
    foe = s.units[enemy]
    return not are_friends(s, who, enemy) and is_able(s, enemy) and foe.fleeing == 0 and foe.altitude_yd == 0


@rule("engage.contact")
def is_engaged(s, w, who):
    """Initiating hand-to-hand combat: a unit in contact with an able enemy that does not flee is engaged."""
    for enemy in range(s.unit_count):
        if is_threat(s, who, enemy) and is_in_contact(s, w, who, enemy):
            return True
    return False


@kernel
def is_threatened_at(s, w, who, cell, except_enemy):
    """Whether a unit standing in a cell would touch an able enemy that it knows of, other than the one named."""
    for enemy in range(s.unit_count):
        if enemy == except_enemy or s.known[enemy] == 0:
            continue
        if is_threat(s, who, enemy) and s.units[enemy].cell >= 0:
            if is_touching(s, w, cell, int(s.units[enemy].cell)):
                return True
    return False


# --- the area in front -----------------------------------------------------------------------------------------------


@rule("engage.front_arc")
def is_in_front(s, w, who, cell):
    """Combat: the area in front is the neighbouring cell one faces and the two next to it."""
    return 2 * turn_between(int(s.units[who].facing), bearing(int(s.units[who].cell), cell)) < w.book.front_arc_cells


@rule("engage.front_arc")
def is_in_rear(s, w, who, cell):
    """Combat: the rear is the three cells opposite the front; the two at right angles are the flanks."""
    behind = turn_between(int(s.units[who].facing) + 4, bearing(int(s.units[who].cell), cell))
    return 2 * behind < w.book.rear_arc_cells


@rule("engage.front_arc")
def may_face(s, w, who):
    """Combat: who is not engaged may turn freely, once in a turn."""
    unit = s.units[who]
    return unit.has_faced == 0 and unit.prone == 0 and unit.hold_role == 0 and not is_engaged(s, w, who)


@kernel
def turn_towards(s, who, cell):
    """Face a cell."""
    s.units[who].facing = bearing(int(s.units[who].cell), cell)
