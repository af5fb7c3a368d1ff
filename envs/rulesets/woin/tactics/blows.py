"""What one attack may be expected to do, or several at once, by the rules but without dice: to hit, to harm, to fell."""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ....core.dice import CRITICAL, HIT
from ..board import distance
from ..rules.attacking import critical_sixes, scatter_radius, sure_hit_sixes
from ..rules.conditions import is_active
from ..rules.damage import base_dice, critical_times, extra_dice, is_immune_to, soak_against
from ..rules.declaring import is_area
from ..rules.defences import defence_of
from ..rules.pools import needed_for
from ..rules.prices import does_bought_damage
from ..rules.whirling import dice_of_whirl, may_whirl_at, whirl_strike
from ..vocab import Mode, Verb
from .chances import MOST_DICE, chance_of_both, chance_of_either


@kernel
def staying(s, who):
    """HEALTH left; 0 out of action."""
    return max(int(s.units[who].health), 1) if is_active(s, who) else 0


# --- one attack ------------------------------------------------------------------------------------------------------


@kernel
def chance_of(w, dice, number):
    """Chance that a pool hits a DEFENSE: it comes to the number, or shows sixes enough."""
    return chance_of_either(dice, number, sure_hit_sixes(w))


@kernel
def chance_of_critical(w, dice, number, highest):
    """Chance that a hit of a DEFENSE is a critical one; of an area by the highest DEFENSE in it."""
    sixes = critical_sixes(w)
    if w.book.critical_needs_hit == 1:
        return chance_of_both(dice, highest, sixes)
    sure = max(sixes, sure_hit_sixes(w))
    return chance_of_both(dice, highest, sixes) + chance_of_both(dice, 0, sure) - chance_of_both(dice, highest, sure)


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


@kernel
def dice_of_damage(s, w, who, target, strike, mode, trade, here, outcome):
    """Dice of damage of a hit, or of a critical one, by an attack that begins in a cell; 0 if it does none."""
    if is_immune_to(s, w, who, target, strike, mode):
        return 0
    base = int(base_dice(s, w, who, strike, mode))
    if base + trade == 0 or (mode != Mode.SCATTERSHOT and not does_bought_damage(s, w, strike, mode)):
        return 0
    return base * critical_times(w, outcome) + trade + int(extra_dice(s, w, who, mode, here))


@kernel
def is_attack(verb):
    """Whether a choice rolls to hit."""
    return verb == Verb.ATTACK or verb == Verb.AMBUSH_ATTACK or verb == Verb.FIRE or verb == Verb.CAST


@kernel
def expected_of(s, w, who, target, strike, mode, dice, trade, here, feature):
    """Chance to hit, harm and chance to fell of an attack with so many dice, which begins in a cell."""
    number = needed_for(w, defence_of(s, w, who, target, strike, mode))
    hit = chance_of(w, dice, number)
    if feature == Feature.HIT:
        return hit
    highest = number
    if is_area(strike, mode):
        highest = max(number, needed_for(w, highest_vital(s, who, int(s.units[target].cell), scatter_radius(w))))
    chances = (hit, chance_of_critical(w, dice, number, highest))
    return expected_against(s, w, who, target, strike, mode, trade, here, chances, feature)


@kernel
def expected_against(s, w, who, target, strike, mode, trade, here, chances, feature):
    """The same but for the chance to hit, from the chances of a hit and of a critical one. Harm is a share of the HEALTH left."""
    hit, critical = chances
    left = int(staying(s, target))
    base = dice_of_damage(s, w, who, target, strike, mode, trade, here, HIT)
    if left == 0 or base == 0:
        return 0.0
    soak = int(soak_against(s, w, target, strike, mode))
    more = dice_of_damage(s, w, who, target, strike, mode, trade, here, CRITICAL)
    if feature == Feature.HARM:
        harm = (hit - critical) * mean_damage(w, base, soak, left)
        if critical > 0.0:
            harm += critical * mean_damage(w, more, soak, left)
        return harm / left
    return (hit - critical) * chance_of_damage(w, base, soak, left) + critical * chance_of_damage(w, more, soak, left)


# --- at several ------------------------------------------------------------------------------------------------------


@kernel
def highest_vital(s, who, cell, radius):
    """The highest VITAL DEFENSE within an area of a shooter, who stays out of it."""
    highest = 0
    for other in range(s.unit_count):
        if (
            other != who
            and s.known[other] == 1
            and is_active(s, other)
            and distance(int(s.units[other].cell), cell) <= radius
        ):
            highest = max(highest, int(s.units[other].vital_defence))
    return highest


@kernel
def expected_of_whirl(s, w, who, feature):
    """A whirlwind: chance that any of its attacks hits, harm to all enemies in reach, chance to fell any."""
    strike, missed, harm = int(whirl_strike(s, w, who)), 1.0, 0.0
    for target in range(s.unit_count):
        if s.known[target] == 1 and may_whirl_at(s, w, who, target):
            dice = int(dice_of_whirl(s, w, who, target))
            here = int(s.units[who].cell)
            value = expected_of(s, w, who, target, strike, int(Mode.NORMAL), dice, 0, here, feature)
            missed *= 1.0 - value
            harm += value
    return min(harm, 1.0) if feature == Feature.HARM else 1.0 - missed
