"""Moving others and holding them where they are; structures and objectives."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit
from ..vocab import Climbing, Event, Task
from .clusters import join_cluster
from .conditions import is_able, is_foe, is_in_fight, is_leg_injured, is_there, sees
from .edges import count_passage, crossing_at, edge_at, neighbour_of, passes_left, toughness_at
from .guarding import end_far_guards, guard_of_border
from .hands import wields_melee
from .moving import arrive, put_in, resolve_interception
from .passing import carriers_for, has_room_for, is_bound_or_held, is_free_to_go, is_level
from .readying import has_in_range, note_leaving
from .tasks import start_task
from .victory import objective_at

# --- moving others ---------------------------------------------------------------------------------------------------


@rule("forced.move_willing_leg", "forced.move_unable", "forced.move_bound", "forced.move_unwilling")
def has_to_be_moved(s, who, target):
    """Forced movement: of those who cannot move by themselves or do not want to; other friends walk."""
    return not is_willing(s, who, target) or is_leg_injured(s, target)


@rule("forced.move_willing_leg")
def is_willing(s, who, target):
    """Willing: a friend that has its wits about it, and that nothing binds or holds, goes along."""
    return are_friends(s, who, target) and is_able(s, target) and not is_bound_or_held(s, target)


@rule("c.drag")
def may_assist(s, w, who, target):
    """Helping to move or hold: anybody else in the same location who cannot or will not move."""
    if not is_there(s, who, target) or not (are_friends(s, who, target) or sees(s, who, target)):
        return False
    return s.units[who].assists != target and s.units[who].prone == 0 and has_to_be_moved(s, who, target)


@rule("forced.move_willing_leg", "c.drag")
def carriers_needed(s, w, who, target):
    """Carriers: one is enough for a friend who is willing, and cannot walk for a hurt leg."""
    if is_willing(s, who, target):
        return int(w.book.move_willing_leg_carriers)
    return carriers_for(s, w, target)


@rule("c.drag")
def is_helper(s, w, who, other, target):
    """Carriers: who assists on the same side in the same location, and is free to go along."""
    if other == who or s.units[other].assists != target or not are_friends(s, who, other):
        return False
    return s.units[other].cell == s.units[target].cell and is_able(s, other) and is_free_to_go(s, w, other)


@rule("c.drag", "forced.move_unable", "forced.move_bound", "forced.move_unwilling")
def carriers_of(s, w, who, target):
    """Carriers: the one who drags and those who help."""
    carriers = 1
    for other in range(s.unit_count):
        carriers += 1 if is_helper(s, w, who, other, target) else 0
    return carriers


@rule("c.drag", "env.limit", "grid.borders", "height.free", "grid.location")
def may_drag(s, w, who, target, direction):
    """Drag: with enough carriers, over an open and level border without a challenge, with room for all."""
    if not is_there(s, who, target) or not is_free_to_go(s, w, who) or s.units[who].climbing != Climbing.NOT:
        return False
    if not has_to_be_moved(s, who, target) or not (are_friends(s, who, target) or sees(s, who, target)):
        return False
    needed = carriers_needed(s, w, who, target)
    if carriers_of(s, w, who, target) < needed:
        return False
    cell = int(s.units[who].cell)
    there = neighbour_of(w, cell, direction)
    if there < 0 or crossing_at(w, cell, direction) > 0 or toughness_at(s, w, cell, direction) > 0:
        return False
    if (int(w.field.closed[cell]) >> direction) & 1 == 1 or not is_level(s, w, who, direction):
        return False
    return passes_left(s, w, cell, direction) > needed and has_room_for(s, w, there, needed + 1)


@rule("c.drag", "guard.border_near", "guard.border_end")
def resolve_drag(s, w, who, target, direction):
    """Drag: all of them cross, unless a guard of the border stops them."""
    here = int(s.units[who].cell)
    guard = guard_of_border(s, who, here, direction, 0)
    if guard != NO_UNIT:
        resolve_interception(s, w, guard, who)
        return
    needed = carriers_needed(s, w, who, target) - 1
    for other in range(s.unit_count):
        if needed > 0 and is_helper(s, w, who, other, target):
            needed -= 1
            carry(s, w, other, here, direction)
    carry(s, w, who, here, direction)
    carry(s, w, target, here, direction)
    end_far_guards(s, w, who, here, direction)
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
    """Helping: until the unit's next turn. Who holds an enemy back stands in a cluster with it, unless it is out of the fight."""
    s.units[who].assists = target
    emit(s, Event.ASSISTS, who, target, 0, 0)
    if is_foe(s, who, target) and is_in_fight(s, target):
        join_cluster(s, w, who, target)


# --- structures and objectives ---------------------------------------------------------------------------------------


@rule("c.bash", "env.structure")
def may_bash(s, w, who, direction):
    """Bash: an intact structure on a border, with a melee weapon."""
    return edge_at(w, int(s.units[who].cell), direction) >= 0 and is_structure(s, w, who, direction)


@kernel
def is_structure(s, w, who, direction):
    """Whether an intact structure is on a border, and the unit wields something to strike it with."""
    return toughness_at(s, w, int(s.units[who].cell), direction) > 0 and wields_melee(s, w, who)


@rule("c.bash")
def start_bashing(s, w, who, direction):
    """Bash: at what stands on a border of the own location; stone is harder."""
    start_task(s, who, int(Task.BASHING), NO_UNIT, 0, edge_at(w, int(s.units[who].cell), direction))
    s.stack[s.depth - 1].amount = w.field.stone[s.units[who].cell, direction // 2]


@rule("c.objective")
def may_seize(s, who):
    """Objectives: one in the cell that the own side does not hold, with no enemy in the way that can act."""
    k = objective_at(s, int(s.units[who].cell))
    if k < 0 or s.objective_owner[k] == s.units[who].side:
        return False
    for other in range(s.unit_count):
        if s.units[who].cluster != NO_UNIT and s.units[other].cluster == s.units[who].cluster:
            if is_foe(s, who, other) and is_able(s, other):
                return False
    return True


@rule("c.objective")
def resolve_seizing(s, who):
    """Objectives: it belongs to the unit's side."""
    s.objective_owner[objective_at(s, int(s.units[who].cell))] = s.units[who].side
    emit(s, Event.SEIZED, who, NO_UNIT, 0, 0)
