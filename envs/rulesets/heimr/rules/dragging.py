"""Moving others and holding them where they are; structures and objectives."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit
from ..vocab import Event, Refusal, Task
from .aiming import is_near_in_height
from .clusters import join_cluster
from .conditions import is_able, is_first_choice, is_foe, is_in_fight, is_leg_injured, is_with_enemy, sees
from .edges import count_passage, crossing_at, edge_at, is_walled, neighbour_of, passes_left, toughness_at
from .guarding import end_border_guards, guard_of_border
from .moving import arrive, put_in, resolve_interception
from .passing import (
    carriers_for,
    has_room_for,
    is_barred_by_stumble,
    is_bound_or_held,
    is_level,
    refusal_of_running,
)
from .readying import has_in_range, note_leaving
from .tasks import start_task
from .victory import objective_at

ANY_WAY = -1  # in place of a direction

# --- moving others ---------------------------------------------------------------------------------------------------


@rule("forced.move_willing_leg", "forced.move_unable", "forced.move_bound", "forced.move_unwilling")
def has_to_be_moved(s, who, target):
    """Forced movement: of a unit that cannot or does not want to move by itself; other friends walk."""
    return not is_willing(s, who, target) or is_leg_injured(s, target)


@rule("forced.move_willing_leg")
def is_willing(s, who, target):
    """Willing: a friend that is able to act, and neither bound nor held, goes along."""
    return are_friends(s, who, target) and is_able(s, target) and not is_bound_or_held(s, target)


@rule("c.drag", "grid.free_inside", "height.melee")
def refusal_of_handling(s, w, who, target):
    """Helping to move or hold, dragging: another unit in the same location, near in height, that cannot or will not move."""
    if who == target:
        return Refusal.SELF
    if not are_friends(s, who, target) and not sees(s, who, target):
        return Refusal.NOT_SEEN
    if s.units[who].cell != s.units[target].cell:
        return Refusal.NOT_HERE
    if not is_near_in_height(s, w, who, target):
        return Refusal.TOO_HIGH
    return Refusal.NONE if has_to_be_moved(s, who, target) else Refusal.WALKS


@rule("c.drag", "forced.restrain")
def refusal_of_assistance(s, w, who, target):
    """Helping to move or hold: a target that the unit does not help with yet. Help ends when the turn begins, so the first
    choice of a turn already ignores it.
    """
    refusal = refusal_of_handling(s, w, who, target)
    if refusal == Refusal.NONE and s.units[who].assists == target and not is_first_choice(s, who):
        return Refusal.ASSISTS
    return refusal


@rule("forced.move_willing_leg", "c.drag")
def carriers_needed(s, w, who, target):
    """Carriers: one is enough for a friend who is willing, and cannot walk for a hurt leg."""
    if is_willing(s, who, target):
        return int(w.book.move_willing_leg_carriers)
    return carriers_for(s, w, target)


@rule("c.drag")
def is_helper(s, w, who, other, target, direction):
    """Carriers: a friend that assists in the same location, and is free to go along: that way, where one is given."""
    if other == who or s.units[other].assists != target or not are_friends(s, who, other):
        return False
    if s.units[other].cell != s.units[target].cell or not is_able(s, other):
        return False
    if refusal_of_running(s, w, other) != Refusal.NONE:
        return False
    return direction == ANY_WAY or refusal_of_way(s, w, other, direction) == Refusal.NONE


@rule("c.drag", "effect.stumble_combat", "height.free", "height.climb")
def refusal_of_way(s, w, who, direction):
    """Carriers: none goes where a stumble bars the way, or over a rise or a drop that is not walked."""
    if is_barred_by_stumble(s, who, direction):
        return Refusal.BARRED
    return Refusal.NONE if is_level(s, w, who, direction) else Refusal.NOT_LEVEL


@rule("c.drag", "height.melee")
def is_helper_from(s, w, who, other, target, direction, low):
    """Carriers: a helper no lower than a level, and no further above it than a blow reaches."""
    is_between = low <= int(s.units[other].elevation) <= low + w.book.melee_difference
    return is_between and is_helper(s, w, who, other, target, direction)


@rule("c.drag", "forced.move_unable", "forced.move_bound", "forced.move_unwilling")
def carriers_from(s, w, who, target, direction, low):
    """Carriers: the dragging unit and its helpers, none lower than a level or out of reach above it."""
    carriers = 1
    for other in range(s.unit_count):
        carriers += 1 if is_helper_from(s, w, who, other, target, direction, low) else 0
    return carriers


@rule("c.drag", "height.melee")
def level_of_carriers(s, w, who, target, direction):
    """Carriers: all of them and the unit are within reach of each other; the level from which upwards most of them are."""
    one, other = int(s.units[who].elevation), int(s.units[target].elevation)
    best = max(one, other) - int(w.book.melee_difference)
    most = carriers_from(s, w, who, target, direction, best)
    for low in range(best + 1, min(one, other) + 1):
        carriers = carriers_from(s, w, who, target, direction, low)
        if carriers > most:
            best, most = low, carriers
    return best


@kernel
def has_carriers(s, w, who, target, direction):
    """Whether there are enough carriers for a way."""
    low = level_of_carriers(s, w, who, target, direction)
    return carriers_from(s, w, who, target, direction, low) >= carriers_needed(s, w, who, target)


@rule("c.drag")
def refusal_of_drag_of(s, w, who, target):
    """Drag: with enough carriers, and in some direction."""
    refusal = refusal_of_handling(s, w, who, target)
    if refusal != Refusal.NONE:
        return refusal
    if not has_carriers(s, w, who, target, ANY_WAY):
        return Refusal.TOO_FEW
    for direction in range(0, 8, 2):
        if refusal_of_drag(s, w, who, target, direction) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NO_WAY_FOR_IT


@rule("c.drag", "env.limit", "grid.borders", "height.free", "height.climb", "grid.location", "effect.stumble_combat")
def refusal_of_drag(s, w, who, target, direction):
    """Drag: over an open border without a challenge, level for all of them and the unit, with room for all."""
    cell = int(s.units[who].cell)
    there = neighbour_of(w, cell, direction)
    if there < 0:
        return Refusal.MAP_ENDS
    if is_walled(w, cell, direction):
        return Refusal.WALLED
    if crossing_at(w, cell, direction) > 0:
        return Refusal.CHALLENGE
    if toughness_at(s, w, cell, direction) > 0:
        return Refusal.STRUCTURE
    refusal = refusal_of_way(s, w, who, direction)
    if refusal != Refusal.NONE:
        return refusal
    if not is_level(s, w, target, direction):
        return Refusal.NOT_LEVEL
    if not has_carriers(s, w, who, target, direction):
        return Refusal.TOO_FEW_THAT_WAY
    needed = carriers_needed(s, w, who, target)
    if passes_left(s, w, cell, direction) <= needed:
        return Refusal.LIMIT if passes_left(s, w, cell, direction) == 0 else Refusal.LIMIT_FOR_ALL
    return Refusal.NONE if has_room_for(s, w, there, needed + 1) else Refusal.FULL


@rule("c.drag", "guard.border_near", "guard.border_end")
def resolve_drag(s, w, who, target, direction):
    """Drag: all of them cross, unless a guard of the border stops them."""
    here = int(s.units[who].cell)
    guard = guard_of_border(s, w, who, here, direction, 0)
    if guard != NO_UNIT:
        resolve_interception(s, w, guard, who)
        return
    needed = carriers_needed(s, w, who, target) - 1
    low = level_of_carriers(s, w, who, target, direction)
    for other in range(s.unit_count):
        if needed > 0 and is_helper_from(s, w, who, other, target, direction, low):
            needed -= 1
            carry(s, w, other, here, direction)
    carry(s, w, who, here, direction)
    carry(s, w, target, here, direction)
    end_border_guards(s, w, who, here, direction)
    emit(s, Event.DRAGGED, who, target, int(s.units[who].cell), 0)


@rule("c.drag", "ready.declare")
def carry(s, w, who, here, direction):
    """Drag: each body counts towards the limit; being carried reopens nothing."""
    in_range = has_in_range(s, w, who)
    count_passage(s, w, here, direction, who)
    note_leaving(s, who)
    put_in(s, w, who, neighbour_of(w, here, direction))
    s.units[who].entered_from = here
    arrive(s, who, in_range)


@rule("c.drag", "forced.restrain")
def resolve_assist(s, w, who, target):
    """Helping: until the unit's next turn. Holding back an enemy still in the fight joins its cluster."""
    s.units[who].assists = target
    emit(s, Event.ASSISTS, who, target, 0, 0)
    if is_foe(s, who, target) and is_in_fight(s, target):
        join_cluster(s, w, who, target)


# --- structures and objectives ---------------------------------------------------------------------------------------


@rule("c.bash", "env.structure")
def refusal_of_bash(s, w, who, direction):
    """Bash: an intact structure on a border."""
    return Refusal.NONE if toughness_at(s, w, int(s.units[who].cell), direction) > 0 else Refusal.NO_STRUCTURE


@rule("c.bash")
def start_bashing(s, w, who, direction):
    """Bash: at a structure on a border of the own location; stone is harder."""
    start_task(s, who, int(Task.BASHING), NO_UNIT, 0, edge_at(w, int(s.units[who].cell), direction))
    s.stack[s.depth - 1].amount = w.field.stone[s.units[who].cell, direction // 2]


@rule("c.objective")
def refusal_of_seizing(s, who):
    """Objectives: one in the cell that the own side does not hold, with no enemy in the way that can act."""
    k = objective_at(s, int(s.units[who].cell))
    if k < 0:
        return Refusal.NO_OBJECTIVE
    if s.objective_owner[k] == s.units[who].side:
        return Refusal.OWN_OBJECTIVE
    return Refusal.ENEMY_IN_CLUSTER if is_with_enemy(s, who) else Refusal.NONE
