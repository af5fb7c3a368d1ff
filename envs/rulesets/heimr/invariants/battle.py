"""What must hold of the order of the units, of borders and of objectives."""

from __future__ import annotations

from ....core.compiler import kernel
from .units import QUARTER, is_on_map


@kernel
def is_order_fine(s):
    """Every place in the order belongs to a unit."""
    taken = 0
    for who in range(s.unit_count):
        taken |= 1 << s.units[who].order
    return taken == (1 << s.unit_count) - 1


@kernel
def are_edges_fine(s, w):
    """Changeable borders have their numbers on the map; a count is within its limit, and has a first unit if above 0."""
    for k in range(len(s.edge_cell)):
        cell, direction = int(s.edge_cell[k]), int(s.edge_direction[k])
        if k >= s.edge_count:
            if cell >= 0 or direction != 0 or s.edge_toughness[k] != 0 or s.edge_passed[k] != 0 or s.edge_first[k] >= 0:
                return False
            continue
        if not is_on_map(s, cell) or direction % QUARTER != 0 or w.field.edge[cell, direction // QUARTER] != k + 1:
            return False
        if (s.edge_passed[k] > 0) != (s.edge_first[k] >= 0):
            return False
        if s.edge_passed[k] > 0 and s.edge_passed[k] > w.field.limit[cell, direction // QUARTER]:
            return False
    return True


@kernel
def are_objectives_fine(s):
    """One objective in a cell; the others nowhere and nobody's."""
    for k in range(len(s.objective_cell)):
        cell = int(s.objective_cell[k])
        if k >= s.objective_count:
            if cell >= 0 or s.objective_owner[k] >= 0:
                return False
            continue
        if not is_on_map(s, cell):
            return False
        for other in range(k):
            if s.objective_cell[other] == cell:
                return False
    return True
