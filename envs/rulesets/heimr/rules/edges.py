"""Borders between locations: structures on them, how many units may still pass, and what bars the way."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..board import neighbour
from .conditions import is_first_choice

NO_EDGE = -1
NO_LIMIT = 99  # as good as any number of units


@rule("grid.combat_orientation")
def neighbour_of(w, cell, direction):
    """Combat grid: the location beyond one of the four borders, as the squares lie; -1 the map ends there."""
    return neighbour(w.field, cell, direction)


@rule("grid.barriers")
def edge_at(w, cell, direction):
    """Barriers: the number of a border that can change; -1 it cannot."""
    return int(w.field.edge[cell, direction // 2]) - 1


@rule("env.structure")
def toughness_at(s, w, cell, direction):
    """Structures: toughness left, 0 nothing stands there, or no more."""
    edge = edge_at(w, cell, direction)
    return int(s.edge_toughness[edge]) if edge != NO_EDGE else 0


@kernel
def is_walled(w, cell, direction):
    """Whether a border is closed for good."""
    return (int(w.field.closed[cell]) >> direction) & 1 == 1


@rule("env.crossing", "grid.barriers")
def crossing_at(w, cell, direction):
    """Crossing challenges: the requirement; 0 none."""
    return int(w.field.crossing[cell, direction // 2])


# --- limits ----------------------------------------------------------------------------------------------------------


@rule("env.limit_reset", "initiative.delay")
def is_count_over(s, edge):
    """Limits: the count ends when the next turn of the first unit to pass begins; its first choice already ignores it."""
    return is_first_choice(s, s.edge_first[edge])


@rule("env.limit")
def passes_left(s, w, cell, direction):
    """Limits: how many units may still pass a border."""
    limit = int(w.field.limit[cell, direction // 2])
    edge = edge_at(w, cell, direction)
    if limit == 0 or edge == NO_EDGE:
        return NO_LIMIT
    passed = 0 if is_count_over(s, edge) else int(s.edge_passed[edge])
    return max(limit - passed, 0)


@rule("env.limit")
def count_passage(s, w, cell, direction, who):
    """Limits: the first to pass counts as one; both directions and both sides count."""
    edge = edge_at(w, cell, direction)
    if edge != NO_EDGE and w.field.limit[cell, direction // 2] > 0:
        if s.edge_passed[edge] == 0:
            s.edge_first[edge] = who
        s.edge_passed[edge] += 1


@rule("env.limit_reset")
def reset_limits(s, who):
    """Limits: counts that begin with a unit are over when its turn comes round, or when it is gone."""
    for edge in range(s.edge_count):
        if s.edge_first[edge] == who:
            s.edge_first[edge] = NO_UNIT
            s.edge_passed[edge] = 0


# --- heights ---------------------------------------------------------------------------------------------------------


@rule("height.free")
def ground_at(w, cell):
    """Heights: level of the ground of a location."""
    return int(w.field.ground[cell])


@rule("c.climb_over")
def top_of_structure(w, cell, direction):
    """Climbing over: the height needed to go over a structure, no lower than the ground beyond it."""
    return max(int(w.field.structure[cell, direction // 2]), ground_at(w, neighbour_of(w, cell, direction)))


@rule("height.free")
def is_walkable(w, low, high):
    """Heights: small differences are walked freely."""
    return high - low <= w.book.free_difference


@rule("height.climb")
def is_climb(w, low, high):
    """Heights: differences that are too large to be walked must be climbed."""
    return not is_walkable(w, low, high) and high - low >= w.book.climb_needed_from_difference


@kernel
def step_towards(here, there, stride):
    """The direction from a cell to its neighbour: 0, 2, 4 or 6; -1 if the two are not neighbours."""
    if there == here - stride:
        return 0
    if there == here + 1:
        return 2
    if there == here + stride:
        return 4
    return 6 if there == here - 1 else -1
