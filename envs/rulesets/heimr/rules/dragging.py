"""Moving others and holding them where they are; structures and objectives."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit
from ..vocab import Climbing, Event, Task
from .clusters import join_cluster
from .conditions import is_able, is_foe, is_in_fight, is_there, sees
from .distances import square_of
from .edges import count_passage, crossing_at, edge_at, neighbour_of, passes_left, toughness_at
from .hands import wields_melee
from .moving import arrive, put_in
from .passing import carriers_for, has_room_for, is_free_to_go, is_level
from .tasks import start_task
from .victory import objective_at

# --- moving others ---------------------------------------------------------------------------------------------------


@rule("c.drag")
def may_assist(s, w, who, target):
    """Helping to move or hold: anybody else in the same location who cannot or will not move."""
    if not is_there(s, who, target) or not (are_friends(s, who, target) or sees(s, who, target)):
        return False
    return s.units[who].assists != target and s.units[who].prone == 0


@rule("forced.move_willing_leg", "c.drag")
def carriers_needed(s, w, who, target):
    """Carriers: one is enough for a friend who is willing, and cannot walk for a hurt leg."""
    if is_willing(s, who, target):
        return int(w.book.move_willing_leg_carriers)
    return carriers_for(s, w, target)


@rule("forced.move_willing_leg")
def is_willing(s, who, target):
    """Willing: a friend that has its wits about it goes along."""
    return are_friends(s, who, target) and is_able(s, target)


@rule("c.drag", "forced.move_unable", "forced.move_bound", "forced.move_unwilling")
def helpers_of(s, who, target):
    """Carriers: the one who drags and those of its side who assist in the same location."""
    helpers = 1
    for other in range(s.unit_count):
        if other != who and s.units[other].assists == target and are_friends(s, who, other):
            if s.units[other].cell == s.units[target].cell and is_able(s, other):
                helpers += 1
    return helpers


@rule("c.drag", "env.limit", "grid.borders", "height.free", "grid.location")
def may_drag(s, w, who, target, direction):
    """Drag: with enough carriers, over an open and level border without a challenge, with room for all."""
    if not is_there(s, who, target) or not is_free_to_go(s, w, who) or s.units[who].climbing != Climbing.NOT:
        return False
    if not are_friends(s, who, target) and not sees(s, who, target):
        return False
    needed = carriers_needed(s, w, who, target)
    if helpers_of(s, who, target) < needed:
        return False
    cell = int(s.units[who].cell)
    there = neighbour_of(w, cell, direction)
    if there < 0 or crossing_at(w, cell, direction) > 0 or toughness_at(s, w, cell, direction) > 0:
        return False
    if (int(w.field.closed[cell]) >> direction) & 1 == 1 or not is_level(s, w, who, direction):
        return False
    return passes_left(s, w, cell, direction) > needed and has_room_for(s, w, there, needed + 1)


@rule("c.drag")
def resolve_drag(s, w, who, target, direction):
    """Drag: all of them cross; each body counts towards the limit. Being carried reopens nothing."""
    needed = carriers_needed(s, w, who, target) - 1
    here = int(s.units[who].cell)
    there = neighbour_of(w, here, direction)
    for other in range(s.unit_count):
        is_helper = other != who and s.units[other].assists == target and are_friends(s, who, other)
        if is_helper and needed > 0 and s.units[other].cell == here and is_able(s, other):
            needed -= 1
            count_passage(s, w, here, direction, other)
            put_in(s, w, other, there)
            arrive(s, other)
    for one in (who, target):
        count_passage(s, w, here, direction, one)
        put_in(s, w, one, there)
        s.units[one].entered_from = here
        arrive(s, one)
    emit(s, Event.DRAGGED, who, target, square_of(s, there), 0)


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
