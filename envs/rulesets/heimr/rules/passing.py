"""Whether a unit may move: what holds it back, and which borders let it through."""

from __future__ import annotations

from ....core.compiler import rule
from ..vocab import Climbing, Refusal
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
def refusal_of_going(s, w, who):
    """Move: not while prone, held, holding a unit, bound, with an injured leg, or held back by enough opponents."""
    if s.units[who].prone == 1:
        return Refusal.PRONE
    if is_holding(s, who):
        return Refusal.HOLDS
    refusal = refusal_of_leaving(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if are_feet_bound(s, who):
        return Refusal.FEET_BOUND
    return Refusal.LEG_INJURED if is_leg_injured(s, who) else Refusal.NONE


@rule("forced.restrain", "effect.bind_leg", "effect.bind_body", "brawl.grab_part")
def refusal_of_leaving(s, w, who):
    """Leg, body: a unit bound or held there, or restrained, leaves neither cell nor cluster."""
    if w.book.blocks_leaving_cluster == 1 and is_held(s, who):
        return Refusal.HELD
    if is_leg_bound(s, who) or is_body_bound(s, who):
        return Refusal.BOUND
    return Refusal.RESTRAINED if is_restrained(s, w, who) else Refusal.NONE


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
    """Carriers: the number needed: two for a unit that cannot stand, three for a bound one, four for an unwilling one."""
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
    """Bound: at the feet, a leg or the body, or held by another unit."""
    return are_feet_bound(s, who) or is_leg_bound(s, who) or is_body_bound(s, who) or is_held(s, who)


@rule("forced.move_unwilling")
def carriers_of_unwilling(w):
    """Unwilling: how many it takes to move or hold who resists."""
    return int(w.book.move_unwilling_carriers)


@rule("effect.stumble_combat")
def is_barred_by_stumble(s, who, direction):
    """Stumble: one direction is barred."""
    return s.units[who].stumble_timer > 0 and s.units[who].stumble_direction == direction


@rule("c.climb_over")
def is_on_structure(s, w, who, direction):
    """Climbing over: whether a unit is on top of a structure that can be climbed."""
    unit = s.units[who]
    cell, k = int(unit.cell), direction // 2
    return w.field.climb[cell, k] >= 0 and unit.elevation >= w.field.structure[cell, k]


@rule("grid.borders", "height.climb", "height.free")
def refusal_of_border(s, w, who, direction):
    """Borders: who passes as it stands meets no wall and no structure, room for one more, and no rise that must be climbed;
    over a structure from its top.
    """
    cell = int(s.units[who].cell)
    there = neighbour_of(w, cell, direction)
    if there < 0:
        return Refusal.MAP_ENDS
    if is_walled(w, cell, direction):
        return Refusal.WALLED
    if passes_left(s, w, cell, direction) == 0:
        return Refusal.LIMIT
    if toughness_at(s, w, cell, direction) > 0:
        if not is_on_structure(s, w, who, direction):
            return Refusal.STRUCTURE
    elif is_climb(w, int(s.units[who].elevation), ground_at(w, there)):
        return Refusal.STEEP
    return Refusal.NONE if has_room(s, w, there) else Refusal.FULL


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


@rule("action.move", "effect.bind_feet", "position.climbing")
def refusal_of_walking(s, w, who):
    """Move: by who is free to go; bound feet do not keep one from jumps. Who climbs inside a location goes nowhere else."""
    refusal = refusal_of_going(s, w, who)
    if refusal != Refusal.NONE and refusal != Refusal.FEET_BOUND:
        return refusal
    return Refusal.CLIMBS if s.units[who].climbing == Climbing.FEATURE else Refusal.NONE


@rule("action.move", "effect.bind_feet", "height.climb", "position.climbing")
def refusal_of_move(s, w, who, direction):
    """Move: over one border, also one with a challenge, and over no other with bound feet; who hangs on a border goes on over
    its top.
    """
    unit = s.units[who]
    if is_barred_by_stumble(s, who, direction):
        return Refusal.BARRED
    refusal = refusal_of_border(s, w, who, direction)
    if refusal != Refusal.NONE:
        return refusal
    if are_feet_bound(s, who) and crossing_at(w, int(unit.cell), direction) == 0:
        return Refusal.FEET_BOUND
    if unit.climbing == Climbing.NOT:
        return Refusal.NONE
    if unit.climb_direction != direction:
        return Refusal.HANGS_ELSEWHERE
    is_up = unit.elevation >= ground_at(w, neighbour_of(w, int(unit.cell), direction))
    return Refusal.NONE if is_up else Refusal.NOT_AT_TOP


@rule("action.move")
def may_move(s, w, who, direction):
    """Move: whether a unit can go over a border."""
    if refusal_of_move(s, w, who, direction) != Refusal.NONE:
        return False
    return refusal_of_walking(s, w, who) == Refusal.NONE


@rule("action.run", "action.charge", "c.escape", "c.drag")
def refusal_of_running(s, w, who):
    """Run, charge, flee, drag: free to go, and not climbing."""
    return Refusal.CLIMBS if s.units[who].climbing != Climbing.NOT else refusal_of_going(s, w, who)


@rule("action.run", "action.charge", "action.crawl")
def refusal_of_run(s, w, who, direction):
    """Run, charge: over a border without challenge or structure, and not up a climb; off an edge the jump comes after it."""
    cell = int(s.units[who].cell)
    if crossing_at(w, cell, direction) > 0:
        return Refusal.CHALLENGE
    if toughness_at(s, w, cell, direction) > 0:
        return Refusal.STRUCTURE
    return Refusal.BARRED if is_barred_by_stumble(s, who, direction) else refusal_of_border(s, w, who, direction)


@rule("action.charge", "height.free")
def is_level(s, w, who, direction):
    """Charge: the ground beyond is no more than a level higher or lower."""
    there = neighbour_of(w, int(s.units[who].cell), direction)
    return abs(ground_at(w, there) - int(s.units[who].elevation)) <= w.book.free_difference


@rule("action.crawl")
def refusal_of_crawling(s, w, who):
    """Crawl: prone, in the same square since the turn began, and not held back."""
    unit = s.units[who]
    if unit.prone == 0:
        return Refusal.NOT_PRONE
    if unit.turn_cell != unit.cell:
        return Refusal.MOVED_THIS_TURN
    return Refusal.HOLDS if is_holding(s, who) else refusal_of_leaving(s, w, who)


@rule("action.crawl")
def refusal_of_crawl(s, w, who, direction):
    """Crawl: over a border without challenge, structure or climb."""
    refusal = refusal_of_run(s, w, who, direction)
    if refusal != Refusal.NONE:
        return refusal
    return Refusal.NONE if is_level(s, w, who, direction) else Refusal.NOT_LEVEL
