"""Heights: who is in the air, who is on a level with whom, and what height does to ranges."""

from __future__ import annotations

from ....core.geometry import distance
from ....core.jit import kernel, rule
from ....core.state import NO_UNIT
from .conditions import is_fallen_mount, wings_of


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
    """Attack on the wing: a flier that has dived upon somebody cannot be struck by anybody else."""
    unit = s.units[who]
    return unit.altitude_yd > 0 and unit.swoop_partner != NO_UNIT


@rule("c.flight")
def blocker_at(s, who, cell):
    """Flying on the grid: the living unit at the same height that keeps one out of a cell; -1 none. Those in the air do not
    take up room on the ground.
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


# --- ranges ----------------------------------------------------------------------------------------------------------


@rule("flying.target_range", "flying.shooting_down", "flying.air_to_air", "missile.line_of_fire")
def yards_between(s, w, who, target):
    """Shooting at fliers: horizontal plus vertical for the one below, horizontal only for the one above, or on a level."""
    unit, foe = s.units[who], s.units[target]
    horizontal = w.book.yards_per_cell * distance(int(unit.cell), int(foe.cell))
    return int(horizontal) + max(int(foe.altitude_yd) - int(unit.altitude_yd), 0)


@rule("flying.target_range", "flying.air_to_air")
def has_shifted_range(s, who, target):
    """Shooting at fliers: ranges count one step worse against who flies at least as high as the shooter."""
    foe = s.units[target]
    return foe.altitude_yd > 0 and foe.altitude_yd >= s.units[who].altitude_yd


@rule("flying.shooting_down", "flying.air_to_air")
def height_above(s, who, target):
    """Fliers shooting: how many yards the target is below."""
    return max(int(s.units[who].altitude_yd) - int(s.units[target].altitude_yd), 0)
