"""Who could attack whom from where it stands: crossfire, flanks, and fights that shooters shoot into."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends
from ..board import column, distance, row
from ..vocab import FIRST_PSIONIC, SLOTS, Mode, Refusal
from .conditions import is_active, is_bound, is_foe
from .sense import refusal_of_affecting
from .sight import has_sight
from .weapons import (
    is_in_melee_reach,
    is_within_range,
    may_shoot_with,
    may_use,
)

RIGHT_ANGLE = 0  # dot product of two directions at an angle of 90 degrees

# --- who could attack whom -------------------------------------------------------------------------------------------


@kernel
def has_in_reach(s, w, who, target):
    """Whether a unit has another within its melee reach."""
    for strike in range(SLOTS + 1):
        if may_use(s, w, who, strike) and is_in_melee_reach(s, w, who, target, strike):
            return True
    return False


@kernel
def knows(s, who, spell):
    """Whether a unit knows a spell or power."""
    return (int(s.units[who].spells) >> (spell - Mode.FIREBOLT)) & 1 == 1


@rule("completion.spell_rules")
def has_points_for(s, w, who, spell):
    """Casting: the unit knows the spell or power and has the points for it."""
    if not knows(s, who, spell):
        return False
    unit = s.units[who]
    left = unit.psi if spell >= FIRST_PSIONIC else unit.magic
    return left >= w.book.spells[spell - Mode.FIREBOLT].cost


@kernel
def could_harm(s, w, target, spell):
    """Whether a spell is an attack that could do anything to a target; a burst of flame spares who is down."""
    if spell == Mode.MEND or spell == Mode.FOG or (spell == Mode.FLAME_BURST and s.units[target].down == 1):
        return False
    return refusal_of_affecting(s, w, target, spell) == Refusal.NONE


@rule("crossfire.condition", "attack.option_gate")
def could_cast_at(s, w, who, target):
    """Crossfire: whether an attack spell or a power that a unit can pay reaches a target, and could do anything to it."""
    if s.units[who].spells == 0:
        return False
    gap = distance(int(s.units[who].cell), int(s.units[target].cell))
    for spell in range(Mode.FIREBOLT, Mode.TELEKINETIC_SHOVE + 1):
        if has_points_for(s, w, who, spell) and could_harm(s, w, target, spell):
            if is_within_range(w, int(w.book.spells[spell - Mode.FIREBOLT].increment), gap):
                return True
    return False


@rule("crossfire.condition")
def could_shoot(s, w, who, target):
    """Crossfire: an attacker is an active enemy who could make a ranged attack now; it need not have fired."""
    if not is_active(s, who) or s.units[who].blinded > 0 or is_bound(s, who):
        return False
    held = int(s.units[who].held)
    has_means = (held >= 0 and may_shoot_with(s, w, who, target, held)) or could_cast_at(s, w, who, target)
    return has_means and has_sight(s, w, who, target)


# --- crossfire and flank ---------------------------------------------------------------------------------------------


@kernel
def dot_from(s, target, one, other):
    """The dot product of the directions from a target to two units."""
    here, a, b = int(s.units[target].cell), int(s.units[one].cell), int(s.units[other].cell)
    across = (column(a) - column(here)) * (column(b) - column(here))
    return across + (row(a) - row(here)) * (row(b) - row(here))


@kernel
def cross_from(s, target, one, other):
    """The cross product of these directions."""
    here, a, b = int(s.units[target].cell), int(s.units[one].cell), int(s.units[other].cell)
    return (column(a) - column(here)) * (row(b) - row(here)) - (row(a) - row(here)) * (column(b) - column(here))


@rule("crossfire.condition")
def makes_crossfire(s, target, one, other):
    """Crossfire: two attackers at an angle of 90 degrees or more as the target sees them."""
    return dot_from(s, target, one, other) <= RIGHT_ANGLE


@rule("crossfire.bonus")
def crossfire(s, w, who, target):
    """Crossfire: attackers beyond the first in the largest set around the target that the shooter belongs to, in which all stand
    at 90 degrees or more from each other. There is no room for more than four.
    """
    most = 0
    for one in range(s.unit_count):
        if not joins(s, w, who, target, one):
            continue
        most = max(most, 1)
        for two in range(one + 1, s.unit_count):
            if not (joins(s, w, who, target, two) and makes_crossfire(s, target, one, two)):
                continue
            most = max(most, 2)
            for three in range(two + 1, s.unit_count):
                if joins(s, w, who, target, three) and makes_crossfire(s, target, one, three):
                    if makes_crossfire(s, target, two, three):
                        most = 3
    return min(most * int(w.book.crossfire_dice), int(w.book.crossfire_most))


@kernel
def joins(s, w, who, target, other):
    """Whether ``other`` makes a crossfire with a shooter."""
    if other == who or other == target or s.units[other].cell < 0 or not is_foe(s, other, target):
        return False
    return makes_crossfire(s, target, who, other) and could_shoot(s, w, other, target)


@rule("flank")
def flank(s, w, who, target):
    """Flanking: an active ally who has the target in reach stands exactly opposite."""
    for other in range(s.unit_count):
        if other == who or not is_active(s, other) or not are_friends(s, who, other) or is_bound(s, other):
            continue
        if cross_from(s, target, who, other) == 0 and dot_from(s, target, who, other) < 0:
            if has_in_reach(s, w, other, target):
                return min(int(w.book.flank_dice), int(w.book.flank_most))
    return 0
