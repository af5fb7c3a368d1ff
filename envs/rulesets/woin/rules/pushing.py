"""Pushes: which way, how far, and over what edge."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, note_pace, pop, push
from ..board import BEARINGS, column, neighbour, row
from ..vocab import Event, Frame
from .conditions import (
    check_holds,
    flies,
    floor_of,
    free,
    is_held,
    is_on_map,
    jump_levels,
    leave_cover,
    release,
)
from .falling import start_fall, start_trap
from .ground import NOTHING, is_step_clear, trap_at, unit_in


class Step(IntEnum):
    """Steps of a push."""

    GO = 0
    SPRING = 1


@kernel
def sign(number):
    """-1, 0 or 1."""
    return min(max(number, -1), 1)


@rule("completion.push_direction")
def push_direction(one, other):
    """Direction of a push: from one cell to another, rounded to one of eight; -1 for the same cell."""
    dx, dy = column(other) - column(one), row(other) - row(one)
    x = sign(dx) if 2 * abs(dx) >= abs(dy) else 0
    y = sign(dy) if 2 * abs(dy) >= abs(dx) else 0
    return int(BEARINGS[y + 1, x + 1])


@rule("called.push", "completion.push_direction")
def start_push(s, w, who, here, target, squares):
    """Pushing: some squares straight away from the cell of the attack; a felling hit pushes as well."""
    frame = push(s, Frame.PUSH)
    frame.who = who
    frame.target = target
    frame.number = push_direction(here, int(s.units[target].cell))
    frame.amount = squares


@rule("called.push")
def push_step(s, w, frame):
    """Pushing: square by square, as far as nothing is in the way; traps and falls come between. A fall ends the push."""
    who = int(frame.target)
    if frame.step == Step.SPRING:
        frame.step = Step.GO
        if is_on_map(s, who) and trap_at(s, int(s.units[who].cell)) != NOTHING:
            start_trap(s, w, who, trap_at(s, int(s.units[who].cell)))
        return
    if frame.index >= frame.amount or not is_push_open(s, w, who, int(frame.number)):
        pop(s)
        return
    frame.index += 1
    frame.step = Step.SPRING
    levels = resolve_pushed(s, w, who, int(frame.number))
    if is_falling(s, w, who, levels):
        frame.amount = 0
        start_fall(s, w, who, levels * int(w.book.feet_per_level))


@rule("called.push", "completion.push_direction", "completion.occupancy")
def is_push_open(s, w, who, direction):
    """Pushing: it stops before walls, doors, pillars, chests, the edge of the map, occupied cells, and floors too high to
    jump on; a corner bars a diagonal push.
    """
    if direction < 0 or not is_on_map(s, who):
        return False
    here = int(s.units[who].cell)
    if not is_step_clear(s, w, who, here, direction):
        return False
    there = neighbour(w.field, here, direction)
    if floor_of(w, there) - floor_of(w, here) > jump_levels(s, w, who) and not flies(s, who):
        return False
    return unit_in(s, there) == NO_UNIT


@rule("called.push", "cover.positions")
def resolve_pushed(s, w, who, direction):
    """Pushing: one square on; any hold ends, and nobody stays BLOCKED. Returns the levels the floor is lower there."""
    unit = s.units[who]
    here = int(unit.cell)
    unit.cell = neighbour(w.field, here, direction)
    note_pace(s, who, int(unit.cell))
    emit(s, Event.PUSHED, who, NO_UNIT, int(unit.cell), 0)
    leave_cover(s, who)
    if is_held(s, who):
        free(s, who)
    release(s, who)
    check_holds(s, w)
    return floor_of(w, here) - floor_of(w, int(unit.cell))


@rule("called.push", "move.primary")
def is_falling(s, w, who, levels):
    """Pushing: a unit that does not fly falls over an edge if the drop exceeds its vertical jump."""
    return levels > jump_levels(s, w, who) and not flies(s, who)
