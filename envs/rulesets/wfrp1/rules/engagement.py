"""Initiating hand-to-hand combat: borders, contact, and the area in front."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit, note_pace
from ..board import STEP, bearing, distance, is_way_open, neighbour, turn_between
from ..vocab import Border, Event, Refusal
from .conditions import fighter_of, is_able, is_fallen_mount, is_mount, place_of
from .heights import is_down_elsewhere, is_level_with
from .weapons import carries_powder

NO_FIRE = -1
FILLED = 255  # ``closed`` of a cell that nobody can enter

# --- borders ---------------------------------------------------------------------------------------------------------


@kernel
def border_between(w, cell, direction):
    """What lies on the border in an orthogonal direction (0, 2, 4, 6)."""
    return int(w.field.border[cell, direction // 2])


@rule("mounted.slain_mount", "c.difficult_ground")
def is_rough(s, w, cell):
    """Slain mounts: difficult ground, by nature or by the body of a mount."""
    if w.field.difficult[cell] == 1:
        return True
    for who in range(s.unit_count):
        if s.units[who].cell == cell and is_fallen_mount(s, who):
            return True
    return False


@kernel
def ground_unit_at(s, cell):
    """The unit that blocks a cell: anyone on the ground but the dead, and mounts that have gone down; -1 none."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.cell == cell and unit.dead == 0 and unit.altitude_yd == 0 and unit.present == 1:
            if not is_fallen_mount(s, who):
                return who
    return NO_UNIT


@kernel
def known_unit_at(s, cell):
    """The unit that blocks a cell, if the side that decides knows of it; -1 none."""
    who = ground_unit_at(s, cell)
    return who if who == NO_UNIT or s.known[who] == 1 else NO_UNIT


@rule("c.fire_damage")
def fire_at(s, cell):
    """Fire: the place of a cell in the list of fires, -1 when it does not burn."""
    for k in range(len(s.fire_cell)):
        if s.fire_rounds[k] > 0 and s.fire_cell[k] == cell:
            return k
    return NO_FIRE


@rule("c.fire_damage")
def is_burning(s, cell):
    """Fire: whether a cell burns, which everybody knows."""
    return fire_at(s, cell) != NO_FIRE


@rule("firearm.damp", "c.fire_damage")
def enter_cell(s, w, who, cell):
    """Damp: a unit that enters water on the ground has wet powder from then on; one that enters fire will be burnt."""
    unit = s.units[who]
    unit.cell = cell
    note_pace(s, who, cell)
    if unit.altitude_yd == 0 and is_burning(s, cell):
        s.in_the_fire |= 1 << who
        if unit.mount != NO_UNIT:
            s.in_the_fire |= 1 << unit.mount
    if w.field.water[cell] == 1 and unit.altitude_yd == 0 and unit.powder_wet == 0:
        unit.powder_wet = 1
        if w.book.opt_damp == 1 and carries_powder(s, who):
            emit(s, Event.POWDER_WET, who, NO_UNIT, 0, 0)


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


@rule("c.prone", "c.mounts", "c.fire_damage")
def refusal_of_way(s, w, who, direction):
    """Prone: a unit that crawls or dismounts needs a free cell beside it, as far as its side knows."""
    here = int(s.units[who].cell)
    if not is_way_open(s, w, here, direction):
        return Refusal.CLOSED
    there = neighbour(w.field, here, direction)
    if known_unit_at(s, there) != NO_UNIT:
        return Refusal.OCCUPIED
    return Refusal.BURNING if is_burning(s, there) else Refusal.NONE


@kernel
def has_way(s, w, who):
    """Whether there is a free cell beside a unit to crawl or step down to."""
    for direction in range(8):
        if refusal_of_way(s, w, who, direction) == Refusal.NONE:
            return True
    return False


# --- contact ---------------------------------------------------------------------------------------------------------


@rule("engage.contact")
def is_touching(s, w, a, b):
    """Initiating hand-to-hand combat: two cells are in base contact when they are neighbours with no wall between."""
    return distance(a, b) == 1 and is_way_open(s, w, a, bearing(a, b))


@kernel
def is_close(s, one, other):
    """Whether two units are near enough for contact: in neighbouring cells, or in one, or linked by a dive."""
    return distance(place_of(s, one), place_of(s, other)) <= 1 or s.units[fighter_of(s, one)].swoop_partner == other


@rule("engage.contact")
def is_in_contact(s, w, one, other):
    """Initiating hand-to-hand combat: two units on a level whose cells touch, or of which one dives upon the other."""
    return is_close(s, one, other) and is_contact_open(s, w, one, other)


@rule("engage.contact")
def is_contact_open(s, w, one, other):
    """Initiating hand-to-hand combat: whether two units near enough for it are in contact: on a level, with no wall between."""
    a = s.units[fighter_of(s, one)]
    here, there = place_of(s, one), place_of(s, other)
    if here < 0 or there < 0:
        return False
    if a.swoop_partner == other:
        return True
    if not is_in_touch(s, w, here, there, int(a.altitude_yd)) or not is_level_with(s, w, one, other):
        return False
    return not is_down_elsewhere(s, one) and not is_down_elsewhere(s, other)


@rule("engage.contact", "c.flight")
def is_in_touch(s, w, a, b, altitude_yd):
    """Initiating hand-to-hand combat: whether the cells touch; in the air one may also be above the other."""
    return is_touching(s, w, a, b) or (altitude_yd > 0 and a == b)


@rule("engage.contact", "c.flight", "flying.swoop")
def is_threat(s, who, enemy):
    """Initiating hand-to-hand combat: the able that do not flee can engage a unit, on the ground or in the air as it is
    itself, or when the two are linked by a dive. A mount leaves that to its rider.
    """
    foe = s.units[enemy]
    if is_mount(s, enemy) or are_friends(s, who, enemy) or not is_able(s, enemy) or foe.fleeing != 0:
        return False
    return foe.swoop_partner == fighter_of(s, who) or (foe.altitude_yd > 0) == (s.units[who].altitude_yd > 0)


@rule("engage.contact")
def is_engaged(s, w, who):
    """Initiating hand-to-hand combat: a unit in contact with an able enemy that does not flee is engaged."""
    for enemy in range(s.unit_count):
        if are_friends(s, who, enemy) or not is_close(s, who, enemy):
            continue
        if is_threat(s, who, enemy) and is_contact_open(s, w, who, enemy):
            return True
    return False


@kernel
def is_threatened_at(s, w, who, cell, except_enemy):
    """Whether a unit standing in a cell would touch an able enemy that it knows of, other than the one named."""
    for enemy in range(s.unit_count):
        if enemy == except_enemy or s.known[enemy] == 0:
            continue
        if is_threat_at(s, w, who, cell, enemy):
            return True
    return False


@rule("engage.contact", "c.flight")
def is_threat_at(s, w, who, cell, enemy):
    """Initiating hand-to-hand combat: whether a unit standing in a cell would touch an enemy that can engage it."""
    foe = s.units[enemy]
    return foe.cell >= 0 and distance(cell, int(foe.cell)) <= 1 and is_threat_beside(s, w, who, cell, enemy)


@rule("engage.contact", "c.flight")
def is_threat_beside(s, w, who, cell, enemy):
    """Initiating hand-to-hand combat: whether an enemy near enough to touch a unit standing in a cell can engage it."""
    foe = s.units[enemy]
    if not is_threat(s, who, enemy) or not is_level_with(s, w, who, enemy):
        return False
    return is_in_touch(s, w, cell, int(foe.cell), int(foe.altitude_yd))


# --- the area in front -----------------------------------------------------------------------------------------------


@rule("engage.front_arc")
def is_in_front(s, w, who, cell):
    """Combat: the area in front is the neighbouring cell one faces and the two next to it, and what is above or below."""
    if cell == s.units[who].cell:
        return True
    return 2 * turn_between(int(s.units[who].facing), bearing(int(s.units[who].cell), cell)) < w.book.front_arc_cells


@rule("engage.front_arc")
def is_in_rear(s, w, who, cell):
    """Combat: the rear is the three cells opposite the front; the two at right angles are the flanks."""
    if cell == s.units[who].cell:
        return False
    behind = turn_between(int(s.units[who].facing) + 4, bearing(int(s.units[who].cell), cell))
    return 2 * behind < w.book.rear_arc_cells


@rule("engage.front_arc")
def refusal_of_facing(s, w, who):
    """Combat: a unit that is not engaged may turn freely, once a turn."""
    unit = s.units[who]
    if unit.has_faced == 1:
        return Refusal.HAS_FACED
    if unit.prone == 1:
        return Refusal.PRONE
    if unit.trapped == 1:
        return Refusal.TRAPPED
    if unit.hold_role != 0:
        return Refusal.HELD
    return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NONE


@kernel
def turn_towards(s, who, cell):
    """Face a cell, unless it is the unit's own."""
    if cell != s.units[who].cell:
        s.units[who].facing = bearing(int(s.units[who].cell), cell)
