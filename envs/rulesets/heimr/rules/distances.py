"""Distances in squares for ranged attacks, and lines of sight."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import OFF_BOARD, STRIDE, column, distance, row
from .edges import ground_at, is_climb, is_walled, neighbour_of, top_of_structure, toughness_at

NO_WAY = -1


@rule("ranged.distance", "c.climb_over")
def cost_across(s, w, cell, direction, high):
    """Distance: squares for crossing a border from a height; -1 nobody can. Limits, challenges, guards and units do not count.

    A structure that can be climbed is climbed.
    """
    there = neighbour_of(w, cell, direction)
    if there == OFF_BOARD or is_walled(w, cell, direction):
        return NO_WAY
    top = ground_at(w, there)
    if toughness_at(s, w, cell, direction) > 0:
        if w.field.climb[cell, direction // 2] < 0:
            return NO_WAY
        top = top_of_structure(w, cell, direction)
    return int(w.book.border_cost) + climb_price(w, high, top)


@rule("ranged.distance")
def climb_price(w, low, high):
    """Distance: each level of a climb counts; going down is jumping down."""
    if is_climb(w, low, high):
        return (high - low) * int(w.book.climb_cost_per_level)
    return (low - high) * int(w.book.descent_cost) if low > high else 0


@kernel
def is_even(w):
    """Whether nothing on the map makes any way longer than it looks."""
    return w.field.has_heights == 0 and w.field.has_edges == 0


@rule("ranged.distance", "grid.location")
def squares_between(s, w, here, there, high, other_high):
    """Distance: the fewest squares from a place to another, with the climb at the end; -1 there is no way."""
    if is_even(w):
        squares = distance(here, there) * int(w.book.border_cost)
    else:
        squares = squares_by_ways(s, w, here, there, high)
    if squares < 0:
        return NO_WAY
    return squares + climb_price(w, high if here == there else ground_at(w, there), other_high)


@kernel
def squares_by_ways(s, w, here, there, high):
    """Fewest squares over the borders; -1 no way. Fills ``s.steps``."""
    for cell in range(s.board_height * STRIDE):
        s.steps[cell] = NO_WAY
    s.steps[here] = 0
    s.queue[0] = here
    head, tail, room = 0, 1, len(s.queue)
    while head != tail:
        cell = int(s.queue[head])
        head = (head + 1) % room
        level = high if cell == here else ground_at(w, cell)
        for direction in range(0, 8, 2):
            cost = cost_across(s, w, cell, direction, level)
            if cost < 0:
                continue
            beyond = neighbour_of(w, cell, direction)
            total = int(s.steps[cell]) + cost
            if s.steps[beyond] < 0 or total < s.steps[beyond]:
                s.steps[beyond] = total
                s.queue[tail] = beyond
                tail = (tail + 1) % room
    return int(s.steps[there])


@rule("ranged.distance")
def squares_to(s, w, who, target):
    """Distance: between two units."""
    one, other = s.units[who], s.units[target]
    return squares_between(s, w, int(one.cell), int(other.cell), int(one.elevation), int(other.elevation))


@rule("c.los")
def bars_sight(s, w, cell, direction, high):
    """Lines of sight: an intact structure bars them, but not from or to a place as high as it is; nor does any unit."""
    if is_walled(w, cell, direction):
        return True
    return toughness_at(s, w, cell, direction) > 0 and w.field.structure[cell, direction // 2] > high


@rule("c.los")
def has_line(s, w, here, there, high, other_high):
    """Lines of sight: some shortest way in steps towards the target that no structure bars; the same from either end."""
    if w.field.has_edges == 0 or here == there:
        return True
    high = max(high, other_high)
    across = 2 if column(there) > column(here) else 6
    along = 4 if row(there) > row(here) else 0
    columns, rows = abs(column(there) - column(here)), abs(row(there) - row(here))
    step_x, step_y = 1 if across == 2 else -1, STRIDE if along == 4 else -STRIDE
    for y in range(rows + 1):
        for x in range(columns + 1):
            cell = here + x * step_x + y * step_y
            seen = x == 0 and y == 0
            if x > 0 and s.queue[cell - step_x] == 1 and not bars_sight(s, w, cell - step_x, across, high):
                seen = True
            if y > 0 and s.queue[cell - step_y] == 1 and not bars_sight(s, w, cell - step_y, along, high):
                seen = True
            s.queue[cell] = 1 if seen else 0
    return s.queue[there] == 1


@kernel
def has_line_to(s, w, who, target):
    """Whether a line of sight leads from a unit to another."""
    one, other = s.units[who], s.units[target]
    return has_line(s, w, int(one.cell), int(other.cell), int(one.elevation), int(other.elevation))
