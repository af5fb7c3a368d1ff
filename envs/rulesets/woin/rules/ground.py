"""The ground: who and what is in a cell, what closes corners, and what a step costs."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..board import OFF_BOARD, STEP, distance, neighbour
from ..vocab import Ground, Rough, Thing, Trait
from .conditions import flies, floor_of, has_trait, is_active, is_foe, jump_levels
from .sight import is_shut_door

NOTHING = -1
OPEN, LOW_WALL, RUBBLE, DIFFICULT, DEEP_WATER = 0, 1, 2, 3, 4  # rows of the table of terrain

# --- units and things in cells ---------------------------------------------------------------------------------------


@rule("completion.occupancy")
def unit_in(s, cell):
    """Occupied cells: the unit, active or down, that is in a cell; the dead have left the map."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.cell == cell and unit.dead == 0 and unit.present == 1:
            return who
    return NO_UNIT


@rule("completion.occupancy")
def is_shared(s, who):
    """Occupied cells: another unit, active or down, is in the same cell."""
    for other in range(s.unit_count):
        unit = s.units[other]
        if other != who and unit.cell == s.units[who].cell and unit.dead == 0 and unit.present == 1:
            return True
    return False


@rule("completion.occupancy")
def is_barred(s, who, cell):
    """Occupied cells: an active enemy is there, and no unit passes through it."""
    for other in range(s.unit_count):
        if s.units[other].cell == cell and is_active(s, other) and is_foe(s, who, other):
            return True
    return False


@rule("completion.doors_traps")
def thing_at(s, cell):
    """Doors, chests and traps: which of them is in a cell. NOTHING none."""
    for k in range(s.thing_count):
        if s.thing_cell[k] == cell:
            return k
    return NOTHING


@rule("completion.doors_traps")
def trap_at(s, cell):
    """Traps: the armed one in a cell. NOTHING none."""
    k = thing_at(s, cell)
    return k if k != NOTHING and s.thing[k] == Thing.TRAP_ARMED else NOTHING


# --- which steps are open --------------------------------------------------------------------------------------------


@rule("completion.terrain_table", "completion.doors_traps")
def is_solid(s, w, cell):
    """Terrain: no unit enters walls, pillars, chests, or a shut door."""
    return w.field.blocked[cell] == 1 or (s.thing_count > 0 and is_shut_door(s, cell))


@rule("move.corner")
def is_too_high(s, w, who, cell, one, other):
    """Corners: the floor of a cell is above both ends of the step by more than the vertical jump."""
    if w.field.has_heights == 0:
        return False
    rise = floor_of(w, cell) - max(floor_of(w, one), floor_of(w, other))
    return rise > 0 and rise > jump_levels(s, w, who)


@rule("move.corner")
def is_corner_blocker(s, w, who, cell, one, other):
    """Corners: walls, pillars, shut doors, and floors that are too high block them. Chests, low walls, rubble and units do
    not.
    """
    if w.field.blocked[cell] == 1 and w.field.ground[cell] != Ground.CHEST:
        return True
    if s.thing_count > 0 and is_shut_door(s, cell):
        return True
    return is_too_high(s, w, who, cell, one, other)


@rule("move.corner")
def is_corner_clear(s, w, who, here, direction, one, other):
    """Corners: whether nothing beside a step closes it; ``one`` and ``other`` are the ends by whose height floors are judged."""
    if direction & 1 == 0:
        return True
    left = neighbour(w.field, here, (direction - 1) % 8)
    right = neighbour(w.field, here, (direction + 1) % 8)
    if is_corner_blocker(s, w, who, left, one, other):
        return False
    return not is_corner_blocker(s, w, who, right, one, other)


@rule("move.corner", "completion.terrain_table")
def is_step_clear(s, w, who, here, direction):
    """Corners: whether map, doors and floors leave a step open. Units are not looked at."""
    there = neighbour(w.field, here, direction)
    if there == OFF_BOARD or is_solid(s, w, there):
        return False
    return is_corner_clear(s, w, who, here, direction, here, there)


@rule("move.jump")
def leap_end(s, w, who, here, direction):
    """Jumping: where a straight leap over lower cells ends, on about the same level; OFF_BOARD if no leap is possible. Fliers
    do not leap.
    """
    there = neighbour(w.field, here, direction)
    if there == OFF_BOARD or floor_of(w, there) >= floor_of(w, here) or flies(s, who):
        return OFF_BOARD
    least = floor_of(w, here) - jump_levels(s, w, who)
    width = 0
    while there != OFF_BOARD and floor_of(w, there) < least and not is_solid(s, w, there):
        width += 1
        there = neighbour(w.field, there, direction)
    if width == 0 or width * w.book.cell_feet > s.units[who].leap_feet or there == OFF_BOARD or is_solid(s, w, there):
        return OFF_BOARD
    if floor_of(w, there) - floor_of(w, here) > jump_levels(s, w, who):
        return OFF_BOARD
    cell = here
    for _ in range(width + 1):
        if not is_corner_clear(s, w, who, cell, direction, here, there):
            return OFF_BOARD
        cell = int(cell + STEP[direction])
    return there


@rule("completion.occupancy")
def is_enterable(s, w, who, cell):
    """Occupied cells: neither terrain nor an active enemy keeps a unit out."""
    return cell >= 0 and not is_solid(s, w, cell) and not is_barred(s, who, cell)


# --- what a step costs -----------------------------------------------------------------------------------------------


@rule("move.primary", "move.non_primary")
def is_swim(s, w, who, cell):
    """Swimming: deep water, for units that neither fly nor swim by nature."""
    return w.field.ground[cell] == Ground.DEEP_WATER and not has_trait(s, who, Trait.PRIMARY_FLY | Trait.PRIMARY_SWIM)


@rule("move.difficult")
def difficult_cost(w):
    """Difficult terrain: squares that entering a cell of it takes."""
    return int(w.book.terrain[DIFFICULT].move_cost)


@rule("completion.terrain_table")
def rough_cost(w, rough):
    """Terrain: squares that entering a cell takes, by the dearest kind of rough ground in it."""
    cost = difficult_cost(w) if rough & Rough.DIFFICULT != 0 else 0
    if rough & Rough.LOW_WALL != 0:
        cost = max(cost, int(w.book.terrain[LOW_WALL].move_cost))
    if rough & Rough.RUBBLE != 0:
        cost = max(cost, int(w.book.terrain[RUBBLE].move_cost))
    return cost


@rule("completion.terrain_table")
def entry_cost(s, w, who, cell):
    """Terrain: squares that entering a cell takes; fliers pay one anywhere, natural swimmers in deep water."""
    if flies(s, who):
        return 1
    if w.field.rough[cell] != 0:
        return rough_cost(w, int(w.field.rough[cell]))
    if is_swim(s, w, who, cell):
        return int(w.book.terrain[DEEP_WATER].move_cost)
    return int(w.book.terrain[OPEN].move_cost)


@rule("move.jump", "move.climb", "move.primary")
def climb_levels(s, w, who, here, there):
    """Climbing: levels of a step up or down, where they are more than the vertical jump; 0 an ordinary step."""
    if w.field.has_heights == 0 or flies(s, who):
        return 0
    levels = abs(floor_of(w, there) - floor_of(w, here))
    return levels if levels > 0 and levels > jump_levels(s, w, who) else 0


@rule("move.climb")
def climb_price(s, w, who, levels):
    """Climbing: squares a climb takes besides the step; half speed, except for natural climbers."""
    return levels if has_trait(s, who, Trait.PRIMARY_CLIMB) else levels * int(w.book.climb_speed_divisor)


@rule("move.diagonal")
def length_of(w, direction):
    """Diagonals: what a square counts, straight on or diagonally."""
    return int(w.book.diagonal_cost) if direction & 1 == 1 else int(w.book.orthogonal_cost)


@rule("completion.status.prone")
def crawl_times(s, w, who):
    """Prone: every square counts double for who crawls."""
    return int(w.book.crawl_cost) if s.units[who].prone == 1 else 1


@rule("move.difficult", "move.climb", "completion.status.prone")
def step_price(s, w, who, here, there, direction, entry):
    """Difficult terrain: it multiplies the step, not the climb; crawling multiplies both.

    Args:
        entry: what entering the cell takes by :func:`entry_cost`.
    """
    price = entry * length_of(w, direction)
    levels = climb_levels(s, w, who, here, there)
    if levels > 0:
        price += climb_price(s, w, who, levels)
    return price * crawl_times(s, w, who)


@rule("move.jump")
def leap_price(s, w, who, width, direction, entry):
    """Jumping: a leap counts the cells it passes and the one it ends in."""
    return (width + entry) * length_of(w, direction) * crawl_times(s, w, who)


@kernel
def way_price(s, w, who, here, there, direction):
    """What a step or a leap costs, by its ends."""
    width = distance(here, there) - 1
    entry = entry_cost(s, w, who, there)
    if width > 0:
        return leap_price(s, w, who, width, direction, entry)
    return step_price(s, w, who, here, there, direction, entry)
