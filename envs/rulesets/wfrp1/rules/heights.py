"""Heights: fliers, units on a level with each other, and the effect of height on ranges."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..board import distance
from .conditions import is_fallen_mount, wings_of

AS_ON_THE_GROUND = 2  # ``flyer_free_blows``: how a flier leaves a fight with other fliers


@kernel
def is_aloft(s, who):
    """Whether a unit is off the ground."""
    return s.units[who].altitude_yd > 0


@rule("c.flight")
def has_wings(s, who):
    """Flying on the grid: it, or what it rides, can fly, and no wing is disabled."""
    flier = s.units[wings_of(s, who)]
    return flier.fly_movement > 0 and flier.wing_off == 0


@rule("c.flight")
def is_level_with(s, w, one, other):
    """Flying on the grid: two on the ground, or two in the air within one step of altitude."""
    a, b = int(s.units[one].altitude_yd), int(s.units[other].altitude_yd)
    if a == 0 or b == 0:
        return a == b
    return abs(a - b) <= w.book.altitude_step_yards


@rule("flying.swoop")
def is_down_elsewhere(s, who):
    """Attack on the wing: a flier that has dived at a target cannot be struck by any other unit."""
    unit = s.units[who]
    return unit.altitude_yd > 0 and unit.swoop_partner != NO_UNIT


@rule("c.flight")
def blocker_at(s, who, cell):
    """Flying on the grid: the living unit at the same height that blocks a cell; -1 for none. A unit in the air does not
    block the ground.
    """
    altitude = s.units[who].altitude_yd
    for other in range(s.unit_count):
        unit = s.units[other]
        if other != who and unit.cell == cell and unit.present == 1 and unit.dead == 0:
            if unit.altitude_yd == altitude and not is_fallen_mount(s, other):
                return other
    return NO_UNIT


@kernel
def known_blocker_at(s, who, cell):
    """The unit that keeps one out of a cell, if the side that decides knows of it; -1 none."""
    other = blocker_at(s, who, cell)
    return other if other == NO_UNIT or s.known[other] == 1 else NO_UNIT


@rule("flying.leave", "flying.swoop")
def may_fly_off(s, w, who):
    """Leaving the air fight: a flier leaves those on the ground whenever it wishes, but other fliers as one would on foot."""
    if not is_aloft(s, who):
        return False
    return s.units[who].swoop_partner != NO_UNIT or w.book.flyer_free_blows != AS_ON_THE_GROUND


# --- ranges ----------------------------------------------------------------------------------------------------------


@rule("flying.target_range")
def yards_up(s, who, target):
    """Shooting at fliers: the vertical distance counts for the one below."""
    return max(int(s.units[target].altitude_yd) - int(s.units[who].altitude_yd), 0)


@rule("missile.line_of_fire")
def yards_between(s, w, who, target):
    """Straight line and range: the horizontal distance, plus the vertical one for a shooter below the target."""
    horizontal = w.book.yards_per_cell * distance(int(s.units[who].cell), int(s.units[target].cell))
    return int(horizontal) + yards_up(s, who, target)


@rule("flying.air_to_air")
def shoots_down_at_flier(s, who, target):
    """Air-to-air fire: of two fliers the higher one shoots as if the other were on the ground."""
    return is_aloft(s, target) and s.units[who].altitude_yd > s.units[target].altitude_yd


@rule("flying.target_range")
def has_shifted_range(s, who, target):
    """Shooting at fliers: ranges count one step worse, but for a flier above them."""
    return is_aloft(s, target) and not shoots_down_at_flier(s, who, target)


@rule("flying.shooting_down")
def height_above(s, who, target):
    """Fliers shooting: how many yards the target is below."""
    return max(int(s.units[who].altitude_yd) - int(s.units[target].altitude_yd), 0)
