"""HEALTH that a unit may be expected to lose: to damage, to falls and traps, and to all of them together."""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ..board import STEP, bearing, distance, neighbour
from ..rules.conditions import flies, floor_of, is_active
from ..rules.ground import NOTHING, trap_at
from ..rules.pushing import is_falling, is_push_open, push_direction
from ..vocab import Mode
from .chances import MOST_DICE, chance_of_either


@kernel
def staying(s, who):
    """HEALTH left; 0 out of action."""
    return max(int(s.units[who].health), 1) if is_active(s, who) else 0


# --- dice of damage --------------------------------------------------------------------------------------------------


@kernel
def chance_of_damage(w, dice, soak, points):
    """Chance that dice do so much damage after SOAK, or with their sixes alone."""
    each = int(w.book.points_per_six)
    return chance_of_either(dice, soak + points, -(-points // each) if each > 0 else MOST_DICE + 1)


@kernel
def mean_damage(w, dice, soak, most):
    """Mean damage of dice after SOAK, of which a target can take no more than so much."""
    total = 0.0
    for points in range(1, min(most, damage_at_most(dice)) + 1):
        total += chance_of_damage(w, dice, soak, points)
    return total


@kernel
def damage_at_most(dice):
    """The most that dice may do."""
    return 6 * min(max(dice, 0), MOST_DICE)


# --- several causes together -----------------------------------------------------------------------------------------


@kernel
def lose_nothing(s, left):
    """Begin a sum of losses: the chance of each number of points stands in ``s.lost``, the last is all that is left."""
    for points in range(left + 1):
        s.lost[points] = 0.0
    s.lost[0] = 1.0


@kernel
def lose_dice(s, w, dice, soak, left):
    """Add the damage of dice after SOAK to the losses."""
    for points in range(left, -1, -1):
        chance = 0.0
        for more in range(min(points, damage_at_most(dice)) + 1):
            reached = chance_of_damage(w, dice, soak, more) if more > 0 else 1.0
            beyond = chance_of_damage(w, dice, soak, more + 1) if points < left else 0.0
            chance += s.lost[points - more] * (reached - beyond)
        s.lost[points] = chance


@kernel
def lost_with(s, w, dice, soak, left, feature):
    """Mean of the losses and of dice of damage besides, or the chance that they take all that is left."""
    total = 0.0
    for points in range(left + 1):
        chance, more = float(s.lost[points]), left - points
        if chance == 0.0:
            continue
        if feature == Feature.HARM:
            total += chance * (points + mean_damage(w, dice, soak, more))
        else:
            total += chance * (chance_of_damage(w, dice, soak, more) if more > 0 else 1.0)
    return total


# --- falls and traps -------------------------------------------------------------------------------------------------


@kernel
def lose_to_trap(s, w, who, cell, left):
    """Add the damage of the trap in a cell, if there is one, to the losses of a unit."""
    if trap_at(s, cell) != NOTHING:
        lose_dice(s, w, int(w.book.trap_dice), int(s.units[who].soak), left)


@kernel
def lose_to_fall(s, w, who, levels, left):
    """Add the damage of a fall to the losses of a unit."""
    dice = levels * int(w.book.feet_per_level) // int(w.book.fall_feet_per_die)
    lose_dice(s, w, dice, int(s.units[who].soak) if w.book.fall_soaked == 1 else 0, left)


@kernel
def lose_to_push(s, w, here, target, squares, left):
    """Add the falls and traps of a push away from a cell to the losses of the target."""
    before = int(s.units[target].cell)
    direction = push_direction(here, before)
    cell = before
    for _ in range(squares):
        if not is_push_open(s, w, target, direction):
            break
        there = int(neighbour(w.field, cell, direction))
        levels = floor_of(w, cell) - floor_of(w, there)
        s.units[target].cell = there
        cell = there
        is_over = is_falling(s, w, target, levels)
        if is_over:
            lose_to_fall(s, w, target, levels, left)
        lose_to_trap(s, w, target, cell, left)
        if is_over:
            break
    s.units[target].cell = before


@kernel
def chance_to_arrive(s, w, who, goal, mode):
    """Chance that the traps on the way of a charge, or of a leap down, leave a unit standing; a flier springs only the last."""
    cell, left = int(s.units[who].cell), int(staying(s, who))
    if s.thing_count == 0 or goal < 0:
        return 1.0
    lose_nothing(s, left)
    for _ in range(distance(cell, goal) if mode == Mode.CHARGE else 1):
        cell = int(cell + STEP[bearing(cell, goal)]) if mode == Mode.CHARGE else goal
        if cell == goal or not flies(s, who):
            lose_to_trap(s, w, who, cell, left)
    return 1.0 - float(s.lost[left])
