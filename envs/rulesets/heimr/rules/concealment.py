"""Concealment: what hides a unit from each observer, darkness, weather and light."""

from __future__ import annotations

from ....core.compiler import rule
from ..board import STRIDE, column, distance, row
from ..vocab import SLOTS, Item, Place
from .conditions import in_cluster_together, is_present

# --- light -----------------------------------------------------------------------------------------------------------


@rule("concealment.light")
def is_by_campfire(s, w, cell):
    """Light: a camp fire lights up so many squares around, through walls as well."""
    for y in range(s.board_height):
        for x in range(s.board_width):
            there = y * STRIDE + x
            if w.field.campfire[there] == 1 and distance(cell, there) <= w.book.campfire_distance:
                return True
    return False


@rule("c.torch")
def is_by_torch(s, w, cell):
    """Torches: they burn in the hand, and where they have been dropped."""
    for who in range(s.unit_count):
        unit = s.units[who]
        for slot in range(SLOTS):
            if unit.items[slot] != Item.TORCH:
                continue
            there = int(unit.lies[slot])
            if is_present(s, who) and (unit.places[slot] == Place.SWORD_HAND or unit.places[slot] == Place.OFF_HAND):
                there = int(unit.cell)
            if there >= 0 and distance(cell, there) <= w.book.torch_distance:
                return True
    return False


@rule("concealment.light", "concealment.ambient")
def darkness(s, w, cell):
    """Darkness: none where light falls."""
    if w.field.dark[cell] == 0 or is_by_campfire(s, w, cell) or is_by_torch(s, w, cell):
        return 0
    return int(w.field.dark[cell])


@rule("concealment.roof")
def weather_at(w, cell):
    """Weather: any roof helps."""
    return int(w.book.weather_under_roof) if w.field.roof[cell] == 1 else int(w.field.weather)


@rule("concealment.ambient")
def ambient(s, w, cell):
    """Ambient concealment: darkness and extreme weather together, up to a limit."""
    if w.field.has_darkness == 0 and w.field.weather == 0:
        return 0
    return min(darkness(s, w, cell) + weather_at(w, cell), int(w.book.ambient_most))


# --- objects ---------------------------------------------------------------------------------------------------------


@rule("concealment.scope")
def is_side_covered(w, here, there):
    """Scope: whether the object of a cell helps against an observer elsewhere; in the same cell against all."""
    mask = w.field.cover_mask
    dx, dy = column(there) - column(here), row(there) - row(here)
    if dx == 0 and dy == 0:
        return True
    if (dy < 0 and mask[here, NORTH] == 1) or (dx > 0 and mask[here, EAST] == 1):
        return True
    return (dy > 0 and mask[here, SOUTH] == 1) or (dx < 0 and mask[here, WEST] == 1)


NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3  # sides of a cell


@rule("concealment.density")
def cover_of(s, w, observer, target):
    """Objects: their effectiveness for a unit behind them, but not against observers too high above."""
    unit = s.units[target]
    cell = int(unit.cell)
    if unit.in_cover == 0 or w.field.cover[cell] == 0 or not is_side_covered(w, cell, int(s.units[observer].cell)):
        return 0
    return 0 if is_seen_over(s, w, observer, target) else int(w.field.cover[cell])


@rule("concealment.total")
def is_seen_over(s, w, observer, target):
    """Total: an object does not help against who stands more levels higher than it is high; the highest always help."""
    height = int(w.field.cover_height[s.units[target].cell])
    return height >= 0 and s.units[observer].elevation - s.units[target].elevation > height


@rule("concealment.total")
def total_concealment(s, w, observer, target):
    """Total: the object, and what lies over the whole place."""
    return cover_of(s, w, observer, target) + ambient(s, w, int(s.units[target].cell))


@rule("position.concealed")
def concealment(s, w, observer, target):
    """Concealed: from each observer by so much, and from members of the own cluster not at all."""
    return 0 if in_cluster_together(s, observer, target) else total_concealment(s, w, observer, target)


@rule("position.hidden", "action.hide")
def is_concealed_enough(s, w, observer, target):
    """Hidden: only who is concealed from an observer can be hidden from it."""
    return concealment(s, w, observer, target) >= w.book.hidden_concealment
