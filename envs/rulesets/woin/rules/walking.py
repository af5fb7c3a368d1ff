"""Which way a move takes: the cheapest, of those one with fewest steps, of those the straightest."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import OFF_BOARD, STRIDE, UNREACHED, distance, neighbour
from ..vocab import WAY
from .ground import leap_end, leap_price, step_price
from .ways import EVERY_WAY, find_ways, is_way_out

NO_DIRECTION = -1
MANY_TURNS = 255  # more than any way has


@kernel
def is_best_step(s, w, who, here, there, direction):
    """Whether a step, or a leap, is part of a cheapest way with fewest steps to where it ends."""
    if s.reach[here] == UNREACHED or s.reach[there] == UNREACHED or s.steps[there] != s.steps[here] + 1:
        return False
    entry = int(s.entry[there])
    width = distance(here, there) - 1
    if width > 0:
        return s.reach[there] - s.reach[here] == leap_price(s, w, who, width, direction, entry)
    return s.reach[there] - s.reach[here] == step_price(s, w, who, here, there, direction, entry)


@kernel
def note_way(s, cell, tail):
    """Note that a cell lies on a best way to the goal. Returns the new end of the queue."""
    if s.on_way[cell] == 1:
        return tail
    s.on_way[cell] = 1
    s.queue[tail] = cell
    return tail + 1


@kernel
def trace_back(s, w, who, goal):
    """Note in ``s.on_way`` all cells that lie on a best way to the goal, and in the queue as well, the goal first. Returns how
    many these are.
    """
    for cell in range(s.board_height * STRIDE):
        s.on_way[cell] = 0
    tail = note_way(s, goal, 0)
    head = 0
    while head < tail:
        there = int(s.queue[head])
        head += 1
        for d in range(8):
            here = neighbour(w.field, there, (d + 4) % 8)
            if here != OFF_BOARD and is_way_out(s, w, who, here, d) and is_best_step(s, w, who, here, there, d):
                tail = note_way(s, here, tail)
            if w.field.has_heights == 1:
                while here != OFF_BOARD:
                    here = neighbour(w.field, here, (d + 4) % 8)
                    if here != OFF_BOARD and is_best_step(s, w, who, here, there, d):
                        if leap_end(s, w, who, here, d) == there:
                            tail = note_way(s, here, tail)
    return tail


@rule("move.speed")
def find_best_way(s, w, who, goal):
    """Speed: the cheapest way; ties go to fewest steps, then to fewest turns, then to the first in the order of the
    directions, a step before a leap. Written to ``s.way``; no way where the goal is out of reach.
    """
    find_ways(s, w, who)
    s.way_length = 0
    if s.reach[goal] == UNREACHED:
        return
    count_turns(s, w, who, trace_back(s, w, who, goal))
    here = int(s.units[who].cell)
    direction = NO_DIRECTION
    while here != goal and s.way_length < WAY:
        direction = straightest(s, w, who, here, direction)
        if direction == NO_DIRECTION:
            return
        here = end_of_stride(s, w, who, here, direction)
        s.way[s.way_length] = here
        s.way_length += 1


@kernel
def count_turns(s, w, who, found):
    """For each cell in the queue, from the goal back: write to ``s.turns`` the fewest turns of a best way from there to the
    goal, and to ``s.on_way`` the directions in which such a way leaves the cell.
    """
    goal = int(s.queue[0])
    s.turns[goal] = 0
    s.on_way[goal] = EVERY_WAY
    for i in range(1, found):
        here = int(s.queue[i])
        fewest = MANY_TURNS
        for d in range(8):
            fewest = min(fewest, turns_after(s, end_of_stride(s, w, who, here, d), d))
        ways_on = 0
        for d in range(8):
            if turns_after(s, end_of_stride(s, w, who, here, d), d) == fewest:
                ways_on |= 1 << d
        s.turns[here] = fewest
        s.on_way[here] = ways_on


@kernel
def turns_after(s, there, direction):
    """The fewest turns to the goal for a unit that arrives in a cell in a direction."""
    if there == OFF_BOARD:
        return MANY_TURNS
    return int(s.turns[there]) + 1 - ((int(s.on_way[there]) >> direction) & 1)


@kernel
def end_of_stride(s, w, who, here, direction):
    """The cell to which a step in a direction leads on a best way, or else a leap; OFF_BOARD if neither does. If both do, the
    one with fewer turns to come; ties go to the step.
    """
    end = OFF_BOARD
    there = neighbour(w.field, here, direction)
    if there != OFF_BOARD and s.on_way[there] != 0 and is_way_out(s, w, who, here, direction):
        if is_best_step(s, w, who, here, there, direction):
            end = there
    if w.field.has_heights == 1:
        there = leap_end(s, w, who, here, direction)
        if there != OFF_BOARD and s.on_way[there] != 0 and is_best_step(s, w, who, here, there, direction):
            if turns_after(s, there, direction) < turns_after(s, end, direction):
                end = there
    return end


@kernel
def straightest(s, w, who, here, before):
    """The first direction in which a best way continues with the fewest turns, for a unit that arrives in the direction
    ``before``. NO_DIRECTION if no way continues.
    """
    best = NO_DIRECTION
    fewest = MANY_TURNS
    for d in range(8):
        turns = turns_after(s, end_of_stride(s, w, who, here, d), d)
        if before != NO_DIRECTION and d != before:
            turns += 1
        if turns < fewest:
            best = d
            fewest = turns
    return best
