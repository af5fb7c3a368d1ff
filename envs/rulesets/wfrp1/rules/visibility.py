"""Positioning and detection: straight lines, light and darkness, who sees whom."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, are_friends
from ..board import bearing, distance, is_in_sight, is_line_clear, is_way_open
from ..vocab import Item, Refusal
from .conditions import place_of

# --- the straight line -----------------------------------------------------------------------------------------------


@rule("setup.scene")
def range_yd(w, one_cell, other_cell):
    """The scene of battle: yards between the centres of two cells."""
    return w.book.yards_per_cell * distance(one_cell, other_cell)


@rule("c.line", "missile.line_of_fire")
def has_clear_line(s, w, one_cell, other_cell):
    """Straight line: it is free as drawn from one end or from the other. Creatures in between do not block it."""
    if not is_in_sight(w.field, one_cell, other_cell):
        return False
    if s.door_count == 0:
        return True
    return is_line_clear(s, w, one_cell, other_cell) or is_line_clear(s, w, other_cell, one_cell)


# --- light and darkness ----------------------------------------------------------------------------------------------


@rule("c.light_sources")
def is_lit_by(w, item, light_cell, cell):
    """Light sources: a candle, torch, lamp or lantern lights the cells within its radius."""
    if item == Item.CANDLE:
        radius_yd = w.book.candle_yards
    elif item == Item.TORCH:
        radius_yd = w.book.torch_yards
    elif item == Item.LAMP:
        radius_yd = w.book.lamp_yards
    elif item == Item.LANTERN:
        radius_yd = w.book.lantern_yards
    else:
        return False
    return range_yd(w, light_cell, cell) <= radius_yd


@rule("c.light_sources")
def is_lit_by_carried_light(s, w, cell):
    """Light sources: a light in a hand lights the cells around its bearer."""
    for bearer in range(s.unit_count):
        unit = s.units[bearer]
        if unit.cell < 0:
            continue
        if is_lit_by(w, unit.main_hand, int(unit.cell), cell) or is_lit_by(w, unit.off_hand, int(unit.cell), cell):
            return True
    return False


@rule("c.light_sources", "item.dropped_light")
def is_lit_from_the_ground(s, w, cell):
    """Light sources: a dropped light that stayed on keeps its radius, and a burning pool or cell gives light too."""
    for k in range(len(s.light_cell)):
        if s.light_item[k] != Item.NOTHING and is_lit_by(w, s.light_item[k], int(s.light_cell[k]), cell):
            return True
    for k in range(len(s.fire_cell)):
        if s.fire_rounds[k] > 0 and range_yd(w, int(s.fire_cell[k]), cell) <= w.book.fire_yards:
            return True
    return False


@rule("visibility.awareness")
def is_lit(s, w, cell):
    """Positioning and detection: by day everything is lit, in the dark what stands within the radius of a light."""
    return s.light == 1 or is_lit_by_carried_light(s, w, cell) or is_lit_from_the_ground(s, w, cell)


@rule("visibility.night_vision")
def has_night_vision_to(s, w, viewer, cell):
    """Night vision distances: a creature sees this many yards in the dark, by the distance between the centres."""
    return range_yd(w, place_of(s, viewer), cell) <= s.units[viewer].night_vision_yd


# --- who sees whom ---------------------------------------------------------------------------------------------------


@rule("visibility.awareness", "surprise.ambush")
def is_visible(s, w, viewer, target):
    """Positioning and detection: seen is who has a clear line to it, is lit or near enough for night vision, and does
    not hide.
    """
    here = place_of(s, viewer)
    there = place_of(s, target)
    if here < 0 or there < 0 or (s.units[target].hidden == 1 and not are_friends(s, viewer, target)):
        return False
    return has_clear_line(s, w, here, there) and (is_lit(s, w, there) or has_night_vision_to(s, w, viewer, there))


@rule("visibility.night_vision")
def is_perceived(s, w, viewer, target):
    """Night vision distances: darkness hides no unit in the next cell: a unit perceives any that it sees or can touch."""
    if is_visible(s, w, viewer, target):
        return True
    here = place_of(s, viewer)
    there = place_of(s, target)
    return here >= 0 and there >= 0 and distance(here, there) == 1 and is_way_open(s, w, here, bearing(here, there))


@rule("missile.line_of_fire", "c.fighting_blind")
def refusal_of_enemy(s, who, target):
    """Aim: a target at a distance is a living enemy on the board; a ridden mount is attacked by way of its rider."""
    foe = s.units[target]
    if are_friends(s, who, target):
        return Refusal.NOT_ENEMY
    if foe.dead == 1:
        return Refusal.DEAD
    if foe.present == 1 and foe.cell >= 0:
        return Refusal.NONE
    return Refusal.GONE if foe.rider == NO_UNIT else Refusal.RIDDEN


@rule("missile.line_of_fire", "c.fighting_blind")
def refusal_of_sight(s, w, who, target):
    """Aim: the target is such an enemy, in a straight line and seen."""
    refusal = refusal_of_enemy(s, who, target)
    if refusal != Refusal.NONE:
        return refusal
    return Refusal.NONE if is_visible(s, w, who, target) else Refusal.UNSEEN
