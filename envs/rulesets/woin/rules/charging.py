"""Charges, and leaps down on a target: the cells such attacks are made from."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..board import OFF_BOARD, STEP, bearing, column, distance, neighbour, row
from ..vocab import Mode
from .conditions import floor_of, speed_of
from .ground import climb_levels, entry_cost, is_enterable, is_step_clear, step_price, unit_in
from .sight import is_covered_from, is_sight_open
from .weapons import has_reach

FAR = 10_000
NEAR_LEVELS = 1  # most levels between the target and the unit that leaps down on it


@rule("completion.melee_reach", "cover.positions")
def would_reach(s, w, who, target, strike, cell):
    """Reach: whether a unit would have its target in melee reach from a cell."""
    there = int(s.units[target].cell)
    if not has_reach(s, w, who, strike, cell, there):
        return False
    if s.units[target].hunkered == 1 and is_covered_from(s, w, cell, there):
        return False
    return is_sight_open(s, w, cell, there)


@rule("completion.exploit.charge")
def charge_end(s, w, who, target, strike, direction):
    """Charge: the first cell in a direction from which the target can be struck, some squares on; every step is nearer to it,
    none is a climb, and all together are within SPEED. OFF_BOARD none. Also what the way there costs.
    """
    goal = int(s.units[target].cell)
    here = int(s.units[who].cell)
    cost = 0
    squares = 0
    while is_step_clear(s, w, who, here, direction):
        there = int(here + STEP[direction])
        if distance(there, goal) >= distance(here, goal) or not is_enterable(s, w, who, there):
            break
        if climb_levels(s, w, who, here, there) > 0:
            break
        cost += step_price(s, w, who, here, there, direction, entry_cost(s, w, who, there))
        if cost > speed_of(s, w, who):
            break
        here = there
        squares += 1
        if (
            squares >= w.book.charge_least
            and unit_in(s, here) == NO_UNIT
            and would_reach(s, w, who, target, strike, here)
        ):
            return here, cost
    return OFF_BOARD, FAR


@rule("completion.exploit.charge")
def charge_cell(s, w, who, target, strike):
    """Charge: where it ends; in the direction with the least cost, ties go to the one nearest to the line to the target, then
    to the first. OFF_BOARD if none.
    """
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    best = OFF_BOARD
    least, nearest = FAR, FAR
    for d in range(8):
        cell, cost = charge_end(s, w, who, target, strike, d)
        if cell != OFF_BOARD:
            aside = slant(here, there, d)
            if cost < least or (cost == least and aside < nearest):
                best = cell
                least = cost
                nearest = aside
    return best


@kernel
def slant(here, there, direction):
    """How far a direction is off the line from one cell to another, as a number to compare by; 0 straight ahead."""
    dx, dy = column(there) - column(here), row(there) - row(here)
    step = here + int(STEP[direction])
    aside = dx * (row(step) - row(here)) - dy * (column(step) - column(here))
    return aside * aside * (1 if direction & 1 == 1 else 2)  # a diagonal step is longer by the root of 2


@rule("completion.exploit.death_from_on_high")
def plunge_cell(s, w, who, target):
    """Death from on high: the free cell next to the target, about as high as the target's, that is nearest to the start of
    the leap; only from high enough and near enough. OFF_BOARD if none.
    """
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    if floor_of(w, here) - floor_of(w, there) < w.book.plunge_levels or distance(here, there) > w.book.plunge_distance:
        return OFF_BOARD
    best = OFF_BOARD
    for d in range(8):
        cell = neighbour(w.field, there, d)
        if is_landing(s, w, who, cell, there) and (best == OFF_BOARD or distance(here, cell) < distance(here, best)):
            best = cell
    return best


@rule("completion.exploit.death_from_on_high")
def is_landing(s, w, who, cell, there):
    """Death from on high: whether one can land in a cell and strike from it."""
    if not is_enterable(s, w, who, cell) or unit_in(s, cell) != NO_UNIT:
        return False
    if abs(floor_of(w, cell) - floor_of(w, there)) > NEAR_LEVELS:
        return False
    return is_sight_open(s, w, cell, there) and is_sight_open(s, w, int(s.units[who].cell), cell)


@kernel
def find_charge(s, w, who, target, strike, mode):
    """Write the way of a charge, or of a leap down on a target, to ``s.way``."""
    s.way_length = 0
    here = int(s.units[who].cell)
    if mode == Mode.DEATH_FROM_ON_HIGH:
        goal = plunge_cell(s, w, who, target)
        if goal != OFF_BOARD:
            s.way[0] = goal
            s.way_length = 1
        return
    goal = charge_cell(s, w, who, target, strike)
    if goal == OFF_BOARD:
        return
    for i in range(distance(here, goal)):
        here = int(here + STEP[bearing(here, goal)])
        s.way[i] = here
        s.way_length += 1
