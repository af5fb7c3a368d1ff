"""What one attack may be expected to do, or several at once, by the rules but without dice: to hit, to harm, to fell."""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ....core.dice import CRITICAL, HIT
from ..board import distance
from ..rules.ambush import ambush_pool, resist_pool
from ..rules.attacking import critical_sixes, scatter_radius, sure_hit_sixes
from ..rules.conditions import is_active, is_immune
from ..rules.damage import base_dice, critical_times, extra_dice, is_immune_to, soak_against
from ..rules.declaring import is_area
from ..rules.defences import defence_of
from ..rules.effects import squares_of
from ..rules.pools import needed_for
from ..rules.prices import does_bought_damage
from ..rules.whirling import dice_of_whirl, may_whirl_at, whirl_strike
from ..vocab import Immunity, Mode, Verb
from .chances import chance_of_both, chance_of_either, chance_to_exceed
from .losses import lose_nothing, lose_to_push, lost_with, staying

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
def dice_of_damage(s, w, who, target, strike, mode, trade, here, outcome):
    """Dice of damage of a hit, or of a critical one, by an attack that begins in a cell; 0 if it does none."""
    if is_immune_to(s, w, who, target, strike, mode):
        return 0
    base = int(base_dice(s, w, who, strike, mode))
    if base + trade == 0 or (mode != Mode.SCATTERSHOT and not does_bought_damage(s, w, strike, mode)):
        return 0
    return base * critical_times(w, outcome) + trade + int(extra_dice(s, w, who, mode, here))


@kernel
def chance_of_access(s, w, who, target):
    """Chance that a unit gets its action in the ambush turn; what the target may have planned itself is secret."""
    parts = s.term_count
    dice, against = int(ambush_pool(s, w, who)), int(resist_pool(s, w, target))
    s.term_count = parts
    return chance_to_exceed(dice, against, 1 if w.book.tie_goes_to_initiator == 1 else 0)


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
    """The same but for the chance to hit, from the chances of a hit and of a critical one. Harm is a share of the HEALTH left;
    it counts the falls and traps of a push.
    """
    hit, critical = chances
    left = int(staying(s, target))
    base = dice_of_damage(s, w, who, target, strike, mode, trade, here, HIT)
    squares = 0 if is_immune(s, target, Immunity.PUSH) else int(squares_of(s, w, who, target, strike, mode))
    if left == 0 or (base == 0 and squares == 0):
        return 0.0
    soak = int(soak_against(s, w, target, strike, mode))
    more = dice_of_damage(s, w, who, target, strike, mode, trade, here, CRITICAL)
    lose_nothing(s, left)
    lose_to_push(s, w, here, target, squares, left)
    value = (hit - critical) * lost_with(s, w, base, soak, left, feature)
    if critical > 0.0:
        value += critical * lost_with(s, w, more, soak, left, feature)
    return value / left if feature == Feature.HARM else value


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
    """A whirlwind: chance that any of its attacks hits, harm to all enemies in reach, chance to fell any. A feint is for the
    first attack that is rolled.
    """
    strike, missed, harm = int(whirl_strike(s, w, who)), 1.0, 0.0
    here, aimed = int(s.units[who].cell), int(s.units[who].aimed)
    for target in range(s.unit_count):
        if s.known[target] == 1 and may_whirl_at(s, w, who, target):
            dice = int(dice_of_whirl(s, w, who, target))
            value = expected_of(s, w, who, target, strike, int(Mode.NORMAL), dice, 0, here, feature)
            missed *= 1.0 - value
            harm += value
            if dice > 0:
                s.units[who].aimed = 0
    s.units[who].aimed = aimed
    return min(harm, 1.0) if feature == Feature.HARM else 1.0 - missed
