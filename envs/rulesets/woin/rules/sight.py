"""Sight: straight lines between the middles of cells, cover along them, darkness and smoke. All of it relative to who looks."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends
from ..board import COLUMN, ROW_SHIFT, STRIDE, distance, is_crossed, neighbour
from ..vocab import Ground, Spell, Thing, Trait
from .conditions import are_adjacent, has_trait, is_active, is_on_map

FOG = 5  # row of the table of spells
assert 1 << FOG == Spell.FOG

# --- lines -----------------------------------------------------------------------------------------------------------


@rule("completion.doors_traps")
def is_shut_door(s, cell):
    """Doors: whether a closed or locked one is in a cell."""
    for k in range(s.thing_count):
        if s.thing_cell[k] == cell:
            return s.thing[k] == Thing.DOOR_CLOSED or s.thing[k] == Thing.DOOR_LOCKED
    return False


@kernel
def has_shut_doors(s):
    """Whether any door is shut."""
    for k in range(s.thing_count):
        if s.thing[k] == Thing.DOOR_CLOSED or s.thing[k] == Thing.DOOR_LOCKED:
            return True
    return False


@rule("completion.line_of_sight")
def is_opaque(s, w, cell):
    """Line of sight: walls and shut doors block it, units do not."""
    return w.field.opaque[cell] == 1 or (s.thing_count > 0 and is_shut_door(s, cell))


@rule("cover.los_distinction")
def is_sight_open(s, w, a, b):
    """Line of sight: no blocking cell is crossed between the middles of two cells, nor do two of them meet in a corner on it. It
    is the same both ways.
    """
    if a == b or (w.field.has_opaque == 0 and not has_shut_doors(s)):
        return True
    ax, ay = 2 * (a & COLUMN) + 1, 2 * (a >> ROW_SHIFT) + 1
    bx, by = 2 * (b & COLUMN) + 1, 2 * (b >> ROW_SHIFT) + 1
    for y in range(min(ay, by) >> 1, (max(ay, by) >> 1) + 1):
        for x in range(min(ax, bx) >> 1, (max(ax, bx) >> 1) + 1):
            cell = y * STRIDE + x
            if cell != a and cell != b and is_opaque(s, w, cell) and is_crossed(ax, ay, bx, by, cell):
                return False
    return not is_squeezed(s, w, ax, ay, bx, by)


@rule("completion.line_of_sight")
def is_squeezed(s, w, ax, ay, bx, by):
    """Line of sight: it passes exactly through a corner where the cells on both sides of it block."""
    if ax == bx or ay == by:
        return False
    leans = (bx > ax) == (by > ay)  # from north-west to south-east, or back
    for y in range((min(ay, by) >> 1) + 1, (max(ay, by) >> 1) + 1):
        for x in range((min(ax, bx) >> 1) + 1, (max(ax, bx) >> 1) + 1):
            if (bx - ax) * (2 * y - ay) == (by - ay) * (2 * x - ax):
                corner = y * STRIDE + x  # the cell south-east of the point
                one = corner - STRIDE if leans else corner
                other = corner - 1 if leans else corner - STRIDE - 1
                if is_opaque(s, w, one) and is_opaque(s, w, other):
                    return True
    return False


# --- cover -----------------------------------------------------------------------------------------------------------


@rule("completion.cover_geometry")
def is_own_cover(w, cell):
    """Terrain cover: a unit in rubble has it."""
    return w.field.ground[cell] == Ground.RUBBLE


@rule("completion.cover_geometry")
def is_covered_from(s, w, here, there):
    """Terrain cover: at a distance, the target's own cell gives it, or something next to it that the line crosses and that is
    not the attacker's own cell.
    """
    if w.field.has_cover == 0 or distance(here, there) < w.book.cover_min_distance:
        return False
    if is_own_cover(w, there):
        return True
    ax, ay = 2 * (here & COLUMN) + 1, 2 * (here >> ROW_SHIFT) + 1
    bx, by = 2 * (there & COLUMN) + 1, 2 * (there >> ROW_SHIFT) + 1
    for d in range(8):
        cell = neighbour(w.field, there, d)
        if cell >= 0 and cell != here and w.field.cover_object[cell] == 1 and is_crossed(ax, ay, bx, by, cell):
            return True
    return False


@kernel
def has_terrain_cover(s, w, attacker, target):
    """Whether terrain covers a target from an attacker."""
    return is_covered_from(s, w, int(s.units[attacker].cell), int(s.units[target].cell))


@rule("cover.positions")
def is_cell_covering(s, w, cell):
    """Positions: a cell gives cover if it is rubble, or something that covers stands next to it."""
    if w.field.has_cover == 0:
        return False
    if is_own_cover(w, cell):
        return True
    for d in range(8):
        there = neighbour(w.field, cell, d)
        if there >= 0 and w.field.cover_object[there] == 1:
            return True
    return False


@rule("cover.positions")
def is_blocked_from(s, w, who, cell):
    """Positions: a BLOCKED unit neither sees nor is seen along lines on which it would have cover."""
    return s.units[who].hunkered == 1 and is_covered_from(s, w, cell, int(s.units[who].cell))


@kernel
def is_blocked_by_cover(s, w, who, other):
    """Whether the BLOCKED position of a unit hides it from another, and the other from it."""
    return is_blocked_from(s, w, who, int(s.units[other].cell))


@rule("cover.positions", "cover.los_distinction")
def has_sight(s, w, who, target):
    """Line of sight: open, and neither of the two BLOCKED along it. It is mutual: a unit that can shoot at another can be
    shot at by it.
    """
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    if here < 0 or there < 0 or not is_sight_open(s, w, here, there):
        return False
    return not is_blocked_by_cover(s, w, who, target) and not is_blocked_by_cover(s, w, target, who)


@rule("completion.line_of_sight", "completion.status.blinded")
def perceives(s, w, who, other):
    """Line of sight: a unit on the map perceives its neighbours, an active one that is not blinded also whom it has in sight.
    Darkness and smoke make a target harder to hit, and hide nobody.
    """
    if not is_on_map(s, who) or not is_on_map(s, other):
        return False
    return are_adjacent(s, who, other) or (
        is_active(s, who) and s.units[who].blinded == 0 and has_sight(s, w, who, other)
    )


# --- darkness and smoke ----------------------------------------------------------------------------------------------


@rule("completion.spell.fog")
def is_in_fog(s, w, cell):
    """Fog: a cloud that a spell has raised."""
    for k in range(len(s.fog_cell)):
        if s.fog_cell[k] >= 0 and distance(int(s.fog_cell[k]), cell) <= w.book.spells[FOG].radius:
            return True
    return False


@kernel
def is_smoky(s, w, cell):
    """Whether smoke or fog is in a cell."""
    return w.field.smoke[cell] == 1 or is_in_fog(s, w, cell)


@kernel
def has_fog(s):
    """Whether a spell has raised fog anywhere."""
    for k in range(len(s.fog_cell)):
        if s.fog_cell[k] >= 0:
            return True
    return False


@rule("modifier.darkness")
def is_smoke_between(s, w, here, there):
    """Darkness and smoke: smoke counts where it lies, and where the line passes through it."""
    if w.field.has_smoke == 0 and not has_fog(s):
        return False
    ax, ay = 2 * (here & COLUMN) + 1, 2 * (here >> ROW_SHIFT) + 1
    bx, by = 2 * (there & COLUMN) + 1, 2 * (there >> ROW_SHIFT) + 1
    for y in range(min(ay, by) >> 1, (max(ay, by) >> 1) + 1):
        for x in range(min(ax, bx) >> 1, (max(ax, bx) >> 1) + 1):
            cell = y * STRIDE + x
            if is_smoky(s, w, cell) and (cell == here or cell == there or is_crossed(ax, ay, bx, by, cell)):
                return True
    return False


@rule("completion.scan")
def is_scanned_by(s, who, target):
    """Scanning: whether any unit of a side has scanned an enemy."""
    for friend in range(s.unit_count):
        if are_friends(s, who, friend) and s.units[friend].present == 1:
            if (int(s.units[friend].scanned | s.units[friend].scanned_before) >> target) & 1 == 1:
                return True
    return False


@rule("modifier.darkness", "completion.scan")
def is_obscured(s, w, who, target):
    """Darkness and smoke: the target's cell is dark, which darkvision ignores, or smoke is in the way; scanning sees through."""
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    is_dark = w.field.dark[there] == 1 and not has_trait(s, who, Trait.DARKVISION)
    if not is_dark and not is_smoke_between(s, w, here, there):
        return False
    return not is_scanned_by(s, who, target)
