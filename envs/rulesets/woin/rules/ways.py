"""Ways: what can be reached at what cost, where a move may end, and which way is taken there."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, offer
from ..board import CELLS, OFF_BOARD, STEP, STRIDE, UNREACHED, bearing, distance, neighbour
from ..vocab import A_CELL, WAY, Refusal, Thing
from .conditions import is_active, is_foe, speed_of
from .ground import (
    crawl_times,
    entry_cost,
    is_step_clear,
    is_too_high,
    leap_end,
    leap_price,
    length_of,
    step_price,
    unit_in,
)

EVERY_WAY = 255  # all eight directions, as bits

# --- how far one may go ----------------------------------------------------------------------------------------------


@rule("action.move", "turn.budget")
def moves_to_come(s, w, who):
    """Move: how many move actions a unit can still pay for; with the free action where they cost none."""
    unit = s.units[who]
    if w.book.cost_move > 0:
        return int(unit.actions_left) // int(w.book.cost_move)
    return int(unit.free_left) + (int(unit.actions_left) if w.book.free_overflow == 1 else 0)


@rule("move.split")
def squares_left(s, w, who):
    """Speed: squares already paid for, and SPEED for every move action to come."""
    return int(s.units[who].moves_left) + moves_to_come(s, w, who) * speed_of(s, w, who)


@rule("action.move", "move.split", "completion.status.restrained")
def refusal_of_setting_out(s, w, who):
    """Move: with squares left or an action to pay for more, and a cell to go to; not when restrained."""
    if s.units[who].restrained > 0:
        return Refusal.RESTRAINED
    if squares_left(s, w, who) <= 0:
        return Refusal.NO_SPEED if moves_to_come(s, w, who) > 0 else Refusal.NO_MOVES
    return Refusal.NONE if has_way(s, w, who) else Refusal.NO_WAY


# --- the ground as it is now -----------------------------------------------------------------------------------------


@rule("completion.terrain_table", "completion.doors_traps", "move.corner")
def lay_out_ground(s, w, who):
    """Terrain: what entering each cell takes, and which directions are open; shut doors close corners, chests do not."""
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            s.entry[cell] = 0 if w.field.blocked[cell] == 1 else entry_cost(s, w, who, cell)
            s.ways_out[cell] = EVERY_WAY - int(w.field.closed[cell])
            s.stop_here[cell] = 0
    for k in range(s.thing_count):
        thing = s.thing[k]
        is_shut = thing == Thing.DOOR_CLOSED or thing == Thing.DOOR_LOCKED
        if is_shut:
            s.entry[s.thing_cell[k]] = 0
        if is_shut or thing == Thing.CHEST_FULL or thing == Thing.CHEST_EMPTY:
            note_corners(s, w, who, int(s.thing_cell[k]))


@kernel
def note_corners(s, w, who, cell):
    """Recompute the diagonal steps past a cell."""
    for d in range(0, 8, 2):
        one = neighbour(w.field, cell, d)
        other = neighbour(w.field, cell, (d + 2) % 8)
        if one != OFF_BOARD and other != OFF_BOARD:
            note_step(s, w, who, one, bearing(one, other))
            note_step(s, w, who, other, bearing(other, one))


@kernel
def note_step(s, w, who, cell, direction):
    """Note whether one step is open."""
    if is_step_clear(s, w, who, cell, direction):
        s.ways_out[cell] |= 1 << direction
    else:
        s.ways_out[cell] &= EVERY_WAY - (1 << direction)


@rule("completion.occupancy")
def note_units(s, who):
    """Occupied cells: no unit passes through active enemies; friends and units that are down can be passed, but not stopped
    on.
    """
    for other in range(s.unit_count):
        unit = s.units[other]
        if other != who and unit.present == 1 and unit.dead == 0 and unit.cell >= 0:
            s.stop_here[unit.cell] = 1
            if is_foe(s, who, other) and is_active(s, other):
                s.entry[unit.cell] = 0


# --- the search ------------------------------------------------------------------------------------------------------


@kernel
def try_cell(s, there, spent, steps, tail):
    """Note a way to a cell if it is the cheapest so far, or as cheap with fewer steps. Returns the new end of the queue."""
    before = s.reach[there]
    if before != UNREACHED and (before < spent or (before == spent and s.steps[there] <= steps)):
        return tail
    s.reach[there] = spent
    s.steps[there] = steps
    if s.on_way[there] == 1:  # in the queue already
        return tail
    s.on_way[there] = 1
    s.queue[tail] = there
    return (tail + 1) % CELLS


@rule("move.speed", "move.diagonal", "move.difficult")
def spread(s, cell, limit, straight, slanted, tail):
    """Speed: the steps from a cell, on a board without heights. Returns the new end of the queue."""
    spent = int(s.reach[cell])
    steps = int(s.steps[cell]) + 1
    out = int(s.ways_out[cell])
    for d in range(8):
        if (out >> d) & 1 == 1:
            there = int(cell + STEP[d])
            total = spent + int(s.entry[there]) * (slanted if d & 1 == 1 else straight)
            if s.entry[there] > 0 and total <= limit:
                tail = try_cell(s, there, total, steps, tail)
    return tail


@rule("move.scenery")
def spread_over_heights(s, w, who, cell, limit, tail):
    """Climbing and jumping: the steps and leaps from a cell, on a board with heights. Returns the new end of the queue."""
    spent = int(s.reach[cell])
    steps = int(s.steps[cell]) + 1
    for d in range(8):
        if is_way_out(s, w, who, cell, d):
            there = int(cell + STEP[d])
            total = spent + step_price(s, w, who, cell, there, d, int(s.entry[there]))
            if s.entry[there] > 0 and total <= limit:
                tail = try_cell(s, there, total, steps, tail)
        there = leap_end(s, w, who, cell, d)
        if there != OFF_BOARD and s.entry[there] > 0:
            total = spent + leap_price(s, w, who, distance(cell, there) - 1, d, int(s.entry[there]))
            if total <= limit:
                tail = try_cell(s, there, total, steps, tail)
    return tail


@rule("move.corner")
def is_way_out(s, w, who, cell, direction):
    """Corners: whether a step is open, by what :func:`lay_out_ground` has noted, and by the floors beside it."""
    if (int(s.ways_out[cell]) >> direction) & 1 == 0:
        return False
    if w.field.has_heights == 0 or direction & 1 == 0:
        return True
    there = int(cell + STEP[direction])
    if is_too_high(s, w, who, int(cell + STEP[(direction - 1) % 8]), cell, there):
        return False
    return not is_too_high(s, w, who, int(cell + STEP[(direction + 1) % 8]), cell, there)


@rule("move.speed", "move.scenery", "completion.occupancy")
def search_ways(s, w, who):
    """Speed: the cheapest ways to all cells within reach; ties go to fewest steps."""
    lay_out_ground(s, w, who)
    note_units(s, who)
    start = int(s.units[who].cell)
    limit = squares_left(s, w, who)
    straight = length_of(w, 0) * crawl_times(s, w, who)
    slanted = length_of(w, 1) * crawl_times(s, w, who)
    for cell in range(s.board_height * STRIDE):
        s.reach[cell] = UNREACHED
        s.on_way[cell] = 0
    s.reach[start] = 0
    s.steps[start] = 0
    s.queue[0] = start
    head = 0
    tail = 1
    while head != tail:
        cell = int(s.queue[head])
        head = (head + 1) % CELLS
        s.on_way[cell] = 0
        if s.reach[cell] < limit and s.steps[cell] < WAY:
            if w.field.has_heights == 1:
                tail = spread_over_heights(s, w, who, cell, limit, tail)
            else:
                tail = spread(s, cell, limit, straight, slanted, tail)


@kernel
def find_ways(s, w, who):
    """Fill ``s.reach`` with the cost of each cell that a unit can reach this turn. The result is reused while nothing
    changes.
    """
    if s.kept != who + 1:
        search_ways(s, w, who)
        s.kept = who + 1


@rule("completion.occupancy", "move.speed")
def refusal_of_stop(s, who, cell):
    """Occupied cells: a move ends on a free cell within reach. Reads what :func:`find_ways` found."""
    if s.stop_here[cell] == 1:
        return Refusal.OCCUPIED
    if s.reach[cell] == UNREACHED:
        return Refusal.NO_WAY_THERE
    return Refusal.THERE_ALREADY if cell == s.units[who].cell else Refusal.NONE


@rule("action.move", "move.speed", "completion.occupancy")
def has_step(s, w, who):
    """Move: whether a unit can pay for a step to a free cell next to it."""
    here = int(s.units[who].cell)
    for d in range(8):
        if is_step_clear(s, w, who, here, d):
            there = int(here + STEP[d])
            entry = entry_cost(s, w, who, there)
            if entry > 0 and step_price(s, w, who, here, there, d, entry) <= squares_left(s, w, who):
                if unit_in(s, there) == NO_UNIT:
                    return True
    return False


@kernel
def has_way(s, w, who):
    """Whether a unit can move at all: a step, or else by a leap, or past a friend."""
    if has_step(s, w, who):
        return True
    find_ways(s, w, who)
    for y in range(s.board_height):
        for x in range(s.board_width):
            if refusal_of_stop(s, who, y * STRIDE + x) == Refusal.NONE:
                return True
    return False


@kernel
def offer_moves(s, w, who):
    """Offer every cell a move can end in."""
    find_ways(s, w, who)
    for y in range(s.board_height):
        for x in range(s.board_width):
            if refusal_of_stop(s, who, y * STRIDE + x) == Refusal.NONE:
                offer(s, A_CELL + y * STRIDE + x)
