"""Climbing: up and down what stands in a location, and along its borders."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, pop, push
from ..vocab import Climbing, Event, Frame, Task, Verb
from .conditions import are_feet_bound, is_leg_injured, is_present
from .defences import note_change
from .edges import ground_at, is_climb, is_walled, neighbour_of, passes_left, top_of_structure, toughness_at
from .effects import start_fall
from .hands import free_hands_of
from .heights import HERE, NOT_CLIMBABLE, climb_number, starts_climb_check
from .moving import arrive, enter
from .passing import has_room, is_stuck
from .readying import has_in_range

UP, DOWN = 1, -1


class Step(IntEnum):
    """Steps of a climb."""

    BEGIN = 0
    CLIMBED = 1


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
    "action.climb",
    "position.climbing",
    "effect.stumble_combat",
    "effect.bind_hands",
    "effect.bind_feet",
    "effect.bind_leg",
    "effect.bind_body",
    "forced.restrain",
)
def may_climb(s, w, who, direction, way):
    """Climb: with free hands, on one's feet, up to the top and down to the bottom of what one is at.

    Args:
        direction: border, or HERE for what stands in the cell.
        way: UP or DOWN.
    """
    unit = s.units[who]
    cell = int(unit.cell)
    if unit.prone == 1 or unit.cluster != NO_UNIT or not has_hands_to_climb(s, w, who):
        return False
    if are_feet_bound(s, who) or is_stuck(s, w, who) or is_leg_injured(s, who):
        return False
    if direction != HERE and unit.stumble_timer > 0 and unit.stumble_direction == direction:
        return False
    if not is_at(s, who, direction):
        return False
    if way == DOWN:
        return may_climb_down(s, w, who, direction)
    if climb_number(s, w, who, direction) == NOT_CLIMBABLE or unit.elevation >= top_of(s, w, cell, direction):
        return False
    if unit.climbing != Climbing.NOT or (direction != HERE and toughness_at(s, w, cell, direction) > 0):
        return True
    return is_climb(w, int(unit.elevation), top_of(s, w, cell, direction))


@rule("action.climb", "position.climbing")
def has_hands_to_climb(s, w, who):
    """Climb: a free hand; who hangs on already has it in use."""
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
def may_climb_down(s, w, who, direction):
    """Climbing down: from where one hangs or stands; over a border into the lower cell."""
    unit = s.units[who]
    cell = int(unit.cell)
    if unit.climbing != Climbing.NOT:
        return unit.elevation > ground_at(w, cell)
    if direction == HERE:
        has_number = climb_number(s, w, who, direction) != NOT_CLIMBABLE
        return has_number and unit.elevation > ground_at(w, cell) and unit.elevation == w.field.feature[cell]
    there = neighbour_of(w, cell, direction)
    if there < 0 or climb_number(s, w, who, direction) == NOT_CLIMBABLE or toughness_at(s, w, cell, direction) > 0:
        return False
    if is_walled(w, cell, direction) or not has_room(s, w, there):
        return False
    return is_climb(w, ground_at(w, there), int(unit.elevation)) and passes_left(s, w, cell, direction) > 0


@rule("action.climb")
def start_climb(s, who, direction, way):
    """Climb: one action of it."""
    frame = push(s, Frame.CLIMB)
    frame.who = who
    frame.target = NO_UNIT
    frame.goal = NO_UNIT
    frame.cell = direction
    frame.amount = way


@rule("action.climb")
def climb_step(s, w, frame):
    """Climb: agility against the requirement; stairs and ladders have none. Who fails falls."""
    who = int(frame.who)
    if frame.step == Step.BEGIN:
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
        hang_below(s, w, who, direction)
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
        hang_below(s, w, who, direction)
    elif direction != HERE:
        unit.climb_direction = direction
    unit.in_cover = 0
    unit.elevation = goal
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
def hang_below(s, w, who, direction):
    """Climbing down: over the border like any crossing, hanging on from the other side."""
    in_range = has_in_range(s, w, who)
    enter(s, w, who, direction, int(Verb.SCALE_DOWN))
    s.units[who].climbing = Climbing.BORDER
    s.units[who].climb_direction = (direction + 4) % 8
    arrive(s, who, in_range)
