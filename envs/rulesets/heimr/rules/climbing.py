"""Climbing: up and down what stands in a location, and along its borders."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, pop, push
from ..vocab import Climbing, Event, Frame, Refusal, Task, Verb
from .conditions import are_feet_bound, is_leg_injured, is_present
from .defences import note_change
from .edges import ground_at, is_climb, is_walled, neighbour_of, passes_left, top_of_structure, toughness_at
from .effects import start_fall
from .hands import free_hands_of
from .heights import HERE, NOT_CLIMBABLE, change_height, climb_number, starts_climb_check
from .moving import arrive, enter, start_move
from .passing import has_room, is_barred_by_stumble, refusal_of_leaving
from .readying import has_in_range

UP, DOWN = 1, -1


class Step(IntEnum):
    """Steps of a climb."""

    BEGIN = 0
    PASSED = 1
    CLIMBED = 2


# --- how high --------------------------------------------------------------------------------------------------------


@rule("height.climb", "env.structure")
def top_of(s, w, cell, direction):
    """Climbing: how high a climb along a border goes: the structure's top, else the ground beyond."""
    if direction == HERE:
        return int(w.field.feature[cell])
    there = neighbour_of(w, cell, direction)
    if there < 0:
        return 0
    return top_of_structure(w, cell, direction) if toughness_at(s, w, cell, direction) > 0 else ground_at(w, there)


@rule(
    "action.climb", "position.climbing", "effect.bind_hands", "effect.bind_feet", "effect.bind_leg", "effect.bind_body",
    "forced.restrain",
)  # fmt: skip
def refusal_of_climbing(s, w, who):
    """Climb: with free hands, on its feet, outside clusters, and not held back."""
    unit = s.units[who]
    if unit.prone == 1:
        return Refusal.PRONE
    if unit.cluster != NO_UNIT:
        return Refusal.IN_CLUSTER
    if are_feet_bound(s, who):
        return Refusal.FEET_BOUND
    if is_leg_injured(s, who):
        return Refusal.LEG_INJURED
    return refusal_of_leaving(s, w, who) if has_hands_to_climb(s, w, who) else Refusal.NO_HAND_TO_CLIMB


@rule("action.climb", "position.climbing", "effect.stumble_combat")
def refusal_of_climb(s, w, who, direction, way):
    """Climb: up to the top and down to the bottom of what one is at.

    Args:
        direction: border, or HERE for what stands in the cell.
        way: UP or DOWN.
    """
    if direction != HERE and is_barred_by_stumble(s, who, direction):
        return Refusal.BARRED
    if not is_at(s, who, direction):
        return Refusal.HANGS_ELSEWHERE
    if way == UP:
        return refusal_of_climb_up(s, w, who, direction)
    if s.units[who].climbing != Climbing.NOT:
        is_up = s.units[who].elevation > ground_at(w, int(s.units[who].cell))
        return Refusal.NONE if is_up else Refusal.AT_BOTTOM
    return refusal_of_climb_down(s, w, who, direction)


@rule("action.climb", "height.climb")
def refusal_of_climb_up(s, w, who, direction):
    """Climb: up what can be climbed, and is too high to be walked up where one begins."""
    unit = s.units[who]
    cell = int(unit.cell)
    if direction != HERE and neighbour_of(w, cell, direction) < 0:
        return Refusal.MAP_ENDS
    if climb_number(s, w, who, direction) == NOT_CLIMBABLE:
        return Refusal.NOT_CLIMBABLE
    if unit.elevation >= top_of(s, w, cell, direction):
        return Refusal.AT_TOP
    if unit.climbing != Climbing.NOT or (direction != HERE and toughness_at(s, w, cell, direction) > 0):
        return Refusal.NONE
    is_high = is_climb(w, int(unit.elevation), top_of(s, w, cell, direction))
    return Refusal.NONE if is_high else Refusal.SMALL_DIFFERENCE


@rule("action.climb", "position.climbing")
def has_hands_to_climb(s, w, who):
    """Climb: a free hand; a climbing unit already uses it."""
    needed = int(w.book.free_hands)
    if s.units[who].climbing != Climbing.NOT:
        return free_hands_of(s, w, who) + int(w.book.climbing_hands) >= needed
    return free_hands_of(s, w, who) >= needed


@kernel
def is_at(s, who, direction):
    """Whether a unit that climbs already hangs there, or stands on the ground and may begin anywhere."""
    unit = s.units[who]
    if unit.climbing == Climbing.FEATURE:
        return direction == HERE
    if unit.climbing == Climbing.BORDER:
        return direction == unit.climb_direction
    return True


@rule("c.climb_down_jump", "height.climb", "grid.location")
def refusal_of_climb_down(s, w, who, direction):
    """Climbing down: from the top of what stands here, or over a border into the lower cell."""
    unit = s.units[who]
    cell = int(unit.cell)
    there = neighbour_of(w, cell, direction) if direction != HERE else cell
    if there < 0:
        return Refusal.MAP_ENDS
    if climb_number(s, w, who, direction) == NOT_CLIMBABLE:
        return Refusal.NOT_CLIMBABLE
    if direction == HERE:
        is_on_top = unit.elevation > ground_at(w, cell) and unit.elevation == w.field.feature[cell]
        return Refusal.NONE if is_on_top else Refusal.NOT_ON_TOP
    if not is_climb(w, ground_at(w, there), int(unit.elevation)):
        return Refusal.SMALL_DIFFERENCE
    if toughness_at(s, w, cell, direction) > 0:
        return Refusal.STRUCTURE
    if is_walled(w, cell, direction):
        return Refusal.WALLED
    if passes_left(s, w, cell, direction) == 0:
        return Refusal.LIMIT
    return Refusal.NONE if has_room(s, w, there) else Refusal.FULL


@rule("action.climb")
def start_climb(s, who, direction, way):
    """Climb: one action of it."""
    frame = push(s, Frame.CLIMB)
    frame.who = who
    frame.target = NO_UNIT
    frame.goal = NO_UNIT
    frame.cell = direction
    frame.amount = way


@rule("action.climb", "guard.border_near")
def climb_step(s, w, frame):
    """Climb: agility against the requirement; stairs and ladders have none. A unit that fails falls. Guards of the border stop
    one that climbs down over it.
    """
    who = int(frame.who)
    if frame.step == Step.BEGIN:
        frame.step = Step.PASSED
        if goes_over(s, who, int(frame.cell), int(frame.amount)):
            start_move(s, who, int(frame.cell), int(Verb.SCALE_DOWN))
        else:
            s.result = 1
        return
    if frame.step == Step.PASSED:
        passed = int(s.result)
        s.result = 0
        if passed == 0:
            pop(s)
            return
        frame.step = Step.CLIMBED
        frame.number = climb_number(s, w, who, int(frame.cell))
        starts_climb_check(s, who, int(Task.CLIMBING), int(frame.number))
        return
    passed, direction, way = int(s.result), int(frame.cell), int(frame.amount)
    s.result = 0
    pop(s)
    if not is_present(s, who):
        return
    if passed == 1:
        resolve_climb(s, w, who, direction, way)
    else:
        fall_from_climb(s, w, who, direction, way)


@rule("height.climb_fail")
def fall_from_climb(s, w, who, direction, way):
    """Failing a climb: a fall from the height that one tried to reach, on the other side where the way down leads over."""
    tried = int(s.units[who].elevation) + (int(w.book.extra_levels) if way == UP else way)
    if goes_over(s, who, direction, way):
        hang_below(s, w, who, direction, tried)
    start_fall(s, w, who, tried)


@kernel
def goes_over(s, who, direction, way):
    """Whether a climb goes down over a border into another cell."""
    return way == DOWN and direction != HERE and s.units[who].climbing == Climbing.NOT


@rule("action.climb", "height.climb", "position.climbing", "c.take_cover")
def resolve_climb(s, w, who, direction, way):
    """Climb: higher or lower; at the top of what stands here and at the bottom the unit hangs on no longer."""
    unit = s.units[who]
    goal = level_after(s, w, who, direction, way)
    if goes_over(s, who, direction, way):
        hang_below(s, w, who, direction, goal)
    else:
        change_height(s, w, who, goal)
        unit.climb_direction = 0 if direction == HERE else direction
    unit.in_cover = 0
    unit.climbing = Climbing.FEATURE if direction == HERE else Climbing.BORDER
    is_up = way == UP and direction == HERE and goal >= top_of(s, w, int(unit.cell), direction)
    if is_up or (way == DOWN and goal <= ground_at(w, int(unit.cell))):
        unit.climbing = Climbing.NOT
        unit.climb_direction = 0
    note_change(s)
    emit(s, Event.CLIMBED, who, NO_UNIT, int(unit.elevation), 0)


@rule("action.climb", "height.climb")
def level_after(s, w, who, direction, way):
    """Climb: so many levels with each action, no further than the top and the bottom."""
    unit = s.units[who]
    cell = int(unit.cell)
    if way == UP:
        return min(int(unit.elevation) + int(w.book.climb_levels), top_of(s, w, cell, direction))
    hangs_over = direction != HERE and unit.climbing == Climbing.NOT
    bottom = ground_at(w, neighbour_of(w, cell, direction) if hangs_over else cell)
    return max(int(unit.elevation) - int(w.book.climb_levels), bottom)


@rule("c.climb_down_jump", "height.climb", "env.limit", "c.hazard", "ready.declare")
def hang_below(s, w, who, direction, level):
    """Climbing down: over the border like any crossing, hanging on from the other side."""
    in_range = has_in_range(s, w, who)
    enter(s, w, who, direction, int(Verb.SCALE_DOWN))
    s.units[who].elevation = level
    s.units[who].climbing = Climbing.BORDER
    s.units[who].climb_direction = (direction + 4) % 8
    arrive(s, who, in_range)
