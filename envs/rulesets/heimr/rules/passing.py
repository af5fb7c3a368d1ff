"""Whether a unit may go where it wants to: what holds it back, and what borders let through."""

from __future__ import annotations

from ....core.compiler import rule
from ..vocab import Climbing
from .conditions import (
    are_feet_bound,
    in_cluster_together,
    is_able,
    is_body_bound,
    is_dazed,
    is_foe,
    is_held,
    is_helpless,
    is_holding,
    is_leg_bound,
    is_leg_injured,
    is_present,
)
from .edges import crossing_at, ground_at, is_climb, is_walled, neighbour_of, passes_left, toughness_at

# --- what holds one back ---------------------------------------------------------------------------------------------


@rule("forced.restrain", "action.move", "brawl.grab_part", "effect.bind_leg", "effect.bind_feet", "effect.bind_body")
def is_free_to_go(s, w, who):
    """Move: not lying, held or holding somebody, nor bound, nor held back by enough opponents."""
    unit = s.units[who]
    if unit.prone == 1 or is_holding(s, who) or is_stuck(s, w, who):
        return False
    return not are_feet_bound(s, who) and not is_leg_injured(s, who)


@rule("forced.restrain", "effect.bind_leg", "effect.bind_body", "brawl.grab_part")
def is_stuck(s, w, who):
    """Leg, body: who is bound or held there leaves neither cell nor cluster; nor who is restrained."""
    if w.book.blocks_leaving_cluster == 1 and is_held(s, who):
        return True
    return is_leg_bound(s, who) or is_body_bound(s, who) or is_restrained(s, w, who)


@rule("forced.restrain")
def is_restrained(s, w, who):
    """Restrained: as many opponents of its cluster as could carry it hold it back."""
    return holders_of(s, who) >= carriers_for(s, w, who)


@rule("forced.restrain")
def holders_of(s, who):
    """Restrained: how many opponents of its cluster hold a unit back."""
    holders = 0
    for other in range(s.unit_count):
        if s.units[other].assists == who and is_foe(s, who, other) and is_able(s, other):
            holders += 1 if in_cluster_together(s, other, who) else 0
    return holders


@rule("forced.move_unable", "forced.move_bound", "forced.move_unwilling")
def carriers_for(s, w, who):
    """Carriers: how many it takes: two for who cannot stand, three for the bound, four for the unwilling."""
    if is_unable_to_stand(s, who):
        return int(w.book.move_unable_carriers)
    if is_bound_or_held(s, who):
        return int(w.book.move_bound_carriers)
    return carriers_of_unwilling(w)


@rule("forced.move_unable")
def is_unable_to_stand(s, who):
    """Unable to stand and resist: unconscious, asleep, dazed, or injured in the torso."""
    return is_helpless(s, who) or is_dazed(s, who)


@rule("forced.move_bound")
def is_bound_or_held(s, who):
    """Bound: at the feet, a leg or the body, or held by anybody."""
    return are_feet_bound(s, who) or is_leg_bound(s, who) or is_body_bound(s, who) or is_held(s, who)


@rule("forced.move_unwilling")
def carriers_of_unwilling(w):
    """Unwilling: how many it takes to move or hold who resists."""
    return int(w.book.move_unwilling_carriers)


@rule("effect.stumble_combat")
def is_barred_by_stumble(s, who, direction):
    """Stumble: one direction is barred."""
    return s.units[who].stumble_timer > 0 and s.units[who].stumble_direction == direction


@rule("height.climb", "height.free")
def is_high_enough(s, w, who, direction):
    """Heights: a border that rises too much must have been climbed; over a structure from its top."""
    unit = s.units[who]
    cell = int(unit.cell)
    if toughness_at(s, w, cell, direction) > 0:
        return is_on_structure(s, w, who, direction)
    return not is_climb(w, int(unit.elevation), ground_at(w, neighbour_of(w, cell, direction)))


@rule("c.climb_over")
def is_on_structure(s, w, who, direction):
    """Climbing over: whether a unit is on top of a structure that can be climbed."""
    unit = s.units[who]
    cell, k = int(unit.cell), direction // 2
    return w.field.climb[cell, k] >= 0 and unit.elevation >= w.field.structure[cell, k]


@rule("grid.borders")
def is_passable(s, w, who, direction):
    """Borders: whether a unit can pass here as it stands: no wall, no structure in the way, room for one more."""
    cell = int(s.units[who].cell)
    there = neighbour_of(w, cell, direction)
    if there < 0 or is_walled(w, cell, direction) or passes_left(s, w, cell, direction) == 0:
        return False
    return is_high_enough(s, w, who, direction) and has_room(s, w, there)


@rule("grid.location")
def has_room(s, w, cell):
    """Locations: any number of units, unless a battle says how many."""
    return has_room_for(s, w, cell, 1)


@rule("grid.location")
def has_room_for(s, w, cell, count):
    """Locations: room for so many more."""
    limit = int(w.book.units_per_cell_limit)
    if limit == 0:
        return True
    here = 0
    for other in range(s.unit_count):
        here += 1 if is_present(s, other) and s.units[other].cell == cell else 0
    return here + count <= limit


@rule("action.move")
def may_move(s, w, who, direction):
    """Move: over one border, also one with a challenge, by who is free to go; bound feet hop over jumps."""
    if is_barred_by_stumble(s, who, direction) or not is_passable(s, w, who, direction):
        return False
    if not is_off_ropes(s, w, who, direction):
        return False
    return is_free_to_go(s, w, who) or may_hop(s, w, who, direction)


@rule("effect.bind_feet")
def may_hop(s, w, who, direction):
    """Bound feet: no walking, but jumps, over borders with a challenge."""
    hops = are_feet_bound(s, who) and crossing_at(w, int(s.units[who].cell), direction) > 0
    return hops and s.units[who].prone == 0 and not is_holding(s, who) and not is_stuck(s, w, who)


@rule("height.climb", "position.climbing")
def is_off_ropes(s, w, who, direction):
    """Climbing: who hangs on a border goes on only over its top."""
    unit = s.units[who]
    if unit.climbing == Climbing.NOT:
        return True
    if unit.climbing != Climbing.BORDER or unit.climb_direction != direction:
        return False
    there = neighbour_of(w, int(unit.cell), direction)
    return is_high_enough(s, w, who, direction) and unit.elevation >= ground_at(w, there)


@rule("action.run", "action.charge")
def is_runnable(s, w, who, direction):
    """Run, charge: over a border without challenge or structure, on one's feet and not up a climb."""
    unit = s.units[who]
    cell = int(unit.cell)
    if crossing_at(w, cell, direction) > 0 or toughness_at(s, w, cell, direction) > 0 or unit.climbing != Climbing.NOT:
        return False
    return (
        is_free_to_go(s, w, who) and is_passable(s, w, who, direction) and not is_barred_by_stumble(s, who, direction)
    )


@rule("action.run")
def may_run(s, w, who, direction):
    """Run: over a border without a challenge; off an edge the jump comes after the border."""
    return is_runnable(s, w, who, direction)


@rule("action.charge", "height.free")
def is_level(s, w, who, direction):
    """Charge: the ground beyond is no more than a level higher or lower."""
    there = neighbour_of(w, int(s.units[who].cell), direction)
    return abs(ground_at(w, there) - int(s.units[who].elevation)) <= w.book.free_difference


@rule("action.crawl")
def may_crawl(s, w, who, direction):
    """Crawl: prone, in the same square since the turn began, over a border without challenge, structure or climb."""
    unit = s.units[who]
    cell = int(unit.cell)
    if unit.prone == 0 or unit.turn_cell != cell or is_holding(s, who) or is_stuck(s, w, who):
        return False
    if crossing_at(w, cell, direction) > 0 or toughness_at(s, w, cell, direction) > 0:
        return False
    if is_barred_by_stumble(s, who, direction) or not is_passable(s, w, who, direction):
        return False
    return is_level(s, w, who, direction)
