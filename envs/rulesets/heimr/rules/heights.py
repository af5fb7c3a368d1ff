"""Heights: climbing, holding on, falling and jumping down."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, pop
from ..vocab import Ability, Body, Climbing, EffectKind, Event, Refusal, Task
from .aiming import is_near_in_height
from .checks import start_check
from .conditions import (
    are_feet_bound,
    in_cluster_together,
    is_body_bound,
    is_helpless,
    is_holding,
    is_leg_bound,
    is_leg_injured,
    is_present,
)
from .defences import note_change
from .edges import ground_at
from .effects import default_number, receive_effect, resolve_fall, turns_of
from .effects import start_descent as start_descent
from .harm import injure, is_down_to_injury, leave_cluster, resolve_level
from .passing import refusal_of_leaving
from .readying import has_in_range, note_range
from .sounds import LOUD, make_sound

NOT_CLIMBABLE = -1
HERE = 8  # in place of a direction: what stands in the cell


class Step(IntEnum):
    """Steps of a fall or a jump."""

    BEGIN = 0
    LANDED = 1


# --- falling and jumping ---------------------------------------------------------------------------------------------


@kernel
def height_step(s, w, frame):
    """A fall or a jump: the check, and what comes of it."""
    who = int(frame.who)
    if not is_present(s, who):
        s.result = 0
        pop(s)
    elif frame.step == Step.BEGIN:
        frame.step = Step.LANDED
        land(s, w, frame, who)
        levels = int(frame.number)
        if levels >= w.book.fall_least_height:
            start_check(s, who, int(frame.task), int(Ability.AGILITY), number_of_descent(w, int(frame.task), levels))
        else:
            s.result = 1
    else:
        passed, levels, task = int(s.result), int(frame.number), int(frame.task)
        s.result = 0
        pop(s)
        if passed == 0:
            hurt_by_fall(s, w, who, levels)
        if task == Task.FALLING and is_present(s, who):
            receive_effect(s, w, who)
            resolve_fall(s, who, turns_of(w, default_number(w, int(EffectKind.FALL))))


@rule("fall.check")
def number_of_descent(w, task, levels):
    """Falling: the requirement grows with the height; a jump is easier than a fall."""
    if task == Task.JUMPING:
        return levels * int(w.book.jump_per_level)
    return int(w.book.fall_base) + levels * int(w.book.fall_per_level)


@rule("action.jump_down", "fall.check", "c.sounds", "cluster.leave")
def land(s, w, frame, who):
    """Falling: the unit is on the ground of its cell, and out of its cluster if that is too high now; a fall is loud."""
    unit = s.units[who]
    levels = int(frame.number)
    change_height(s, w, who, ground_at(w, int(unit.cell)))
    unit.climbing = Climbing.NOT
    unit.climb_direction = 0
    note_change(s)
    if frame.task == Task.FALLING or not is_near_cluster(s, w, who):
        leave_cluster(s, who)
    if frame.task == Task.FALLING:
        emit(s, Event.FELL, who, NO_UNIT, levels, 0)
        make_sound(s, w, who, LOUD)
    else:
        emit(s, Event.JUMPED, who, NO_UNIT, levels, 0)


@rule("ready.declare")
def change_height(s, w, who, level):
    """Triggers: a unit comes into range by going up or down, too."""
    in_range = has_in_range(s, w, who)
    s.units[who].elevation = level
    note_range(s, w, who, in_range)


@rule("cluster.leave", "height.melee")
def is_near_cluster(s, w, who):
    """Leaving a cluster: whether another member is still near enough in height to be struck at."""
    for other in range(s.unit_count):
        if other != who and in_cluster_together(s, who, other) and is_near_in_height(s, w, who, other):
            return True
    return False


@kernel
def hurt_by_fall(s, w, who, levels):
    """What comes of a failed check: hit points are lost, and those with none left are injured."""
    resolve_fall_damage(s, who, lost_by_fall(s, w, who, levels))
    if is_down_to_injury(s, w, who):
        resolve_fall_injury(s, w, who)


@rule("fall.damage")
def lost_by_fall(s, w, who, levels):
    """Fall damage: the hit points above what the height leaves; a fall never gives any."""
    return max(int(s.units[who].hp) - (int(w.book.fall_damage_base) - levels), 0)


@rule("fall.armour")
def resolve_fall_damage(s, who, lost):
    """Armour: it gives no protection; the hit points it gives are lost with the others."""
    unit = s.units[who]
    if lost > 0:
        unit.hp -= lost
        emit(s, Event.DAMAGED, NO_UNIT, who, lost, int(unit.hp))


@rule("fall.injury")
def resolve_fall_injury(s, w, who):
    """Fall injury: both legs are hurt, after high falls the torso too."""
    injure(s, who, int(Body.RIGHT_LEG))
    injure(s, who, int(Body.LEFT_LEG))
    if s.units[who].hp <= w.book.torso_at_or_below:
        injure(s, who, int(Body.TORSO))
    resolve_level(s, w, who)
    if is_present(s, who):
        resolve_fall(s, who, 0)


# --- jumping down of one's own will ----------------------------------------------------------------------------------


@rule("action.jump_down", "brawl.grab_end", "effect.bind_leg", "effect.bind_body")
def refusal_of_jump(s, w, who):
    """Jump down: from anything higher than the ground here, standing or climbing, unless a grab or a bind holds the unit;
    who is hurt in a leg lets itself down lying.
    """
    unit = s.units[who]
    if unit.elevation <= ground_at(w, int(unit.cell)):
        return Refusal.NO_HEIGHT
    if unit.prone == 1 and not is_leg_injured(s, who):
        return Refusal.PRONE
    return Refusal.HOLDS if is_holding(s, who) else refusal_of_leaving(s, w, who)


@rule("c.change_level", "effect.bind_feet", "effect.bind_leg", "effect.bind_body")
def refusal_of_change(s, w, who):
    """Change of level: a feature one level high is walked up and down, outside clusters."""
    unit = s.units[who]
    if w.field.feature[unit.cell] != w.field.ground[unit.cell] + 1:
        return Refusal.NO_STEP
    if unit.cluster != NO_UNIT:
        return Refusal.IN_CLUSTER
    if unit.climbing != Climbing.NOT:
        return Refusal.CLIMBS
    if unit.prone == 1:
        return Refusal.PRONE
    if are_feet_bound(s, who):
        return Refusal.FEET_BOUND
    return Refusal.BOUND if is_leg_bound(s, who) or is_body_bound(s, who) else Refusal.NONE


@rule("c.change_level")
def resolve_change_level(s, w, who):
    """Change of level: up, or down again."""
    unit = s.units[who]
    cell = int(unit.cell)
    low = ground_at(w, cell)
    change_height(s, w, who, low if unit.elevation > low else int(w.field.feature[cell]))
    emit(s, Event.CLIMBED, who, NO_UNIT, int(unit.elevation), 0)


@rule("climb.table", "c.climb_over", "action.climb")
def climb_number(s, w, who, direction):
    """Climbing: the requirement of what stands in the cell or of a border; 0 none, -1 it cannot be climbed."""
    cell = int(s.units[who].cell)
    if direction == HERE:
        return int(w.field.feature_climb[cell]) if w.field.feature[cell] > 0 else NOT_CLIMBABLE
    return int(w.field.climb[cell, direction // 2])


@rule("climb.table")
def starts_climb_check(s, who, task, number):
    """Climb requirements: a roll of agility against it; ladders and stairs have none. Whether there is a roll."""
    if number <= 0:
        s.result = 1
        return False
    start_check(s, who, task, int(Ability.AGILITY), number)
    return True


# --- holding on ------------------------------------------------------------------------------------------------------


@rule("height.hold_on", "position.climbing")
def must_hold_on(s, who):
    """Holding on: a climber that is hit rolls, if the climb has a requirement; a prone or helpless one cannot."""
    unit = s.units[who]
    return unit.climbing != Climbing.NOT and unit.prone == 0 and not is_helpless(s, who) and unit.dead == 0


@rule("height.hold_on")
def start_holding_on(s, w, who):
    """Holding on: a climb roll of fixed consistency against the requirement; none where the climb has none."""
    unit = s.units[who]
    direction = int(unit.climb_direction) if unit.climbing == Climbing.BORDER else HERE
    if starts_climb_check(s, who, int(Task.HOLDING_ON), climb_number(s, w, who, direction)):
        s.stack[s.depth - 1].consistency = w.book.hold_on_consistency


@kernel
def holds_on(s):
    """Whether the climber held on; takes the result."""
    passed = int(s.result)
    s.result = 0
    return passed == 1
