"""The expected result of an attack at close quarters, without dice: a brawl comes after the blow that it provokes.

Who has tired is a number here: 0 nobody, 1 the enemy, 2 the unit itself, 3 both; chances by it stand in this order.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ..rules.aiming import may_strike_back
from ..vocab import Body, Defence, Mark
from .against import defences_of, fatigue_known, put_back, tired_once, tiring_face, use_up
from .blows import WEAPONS, attack, hold_on, let_go, marks_against, outcomes, roll_of, slot_number


@kernel
def fatigue_of(s, who):
    """Fatigue of a unit, and how often it has tired since its turn; ``rest`` takes it."""
    return int(s.units[who].fatigue), int(s.units[who].tired)


@kernel
def tire(s, w, who):
    """Make a unit as tired as one more roll may make it."""
    s.units[who].fatigue = tired_once(w, int(s.units[who].fatigue))
    s.units[who].tired += 1


@kernel
def rest(s, who, before):
    """Restore the fatigue of a unit from before ``tire``."""
    s.units[who].fatigue, s.units[who].tired = before


# --- the provoked blow -----------------------------------------------------------------------------------------------


@kernel
def plus(ways, share, more):
    """Chances by who has tired, and a share of others."""
    return ways[0] + share * more[0], ways[1] + share * more[1], ways[2] + share * more[2], ways[3] + share * more[3]


@kernel
def joined(tired, ways):
    """Chances by whom a roll tires, once those that have tired before are counted as well."""
    if tired == 0:
        return ways
    if tired == 1:
        return 0.0, ways[0] + ways[1], 0.0, ways[2] + ways[3]
    if tired == 2:
        return 0.0, 0.0, ways[0] + ways[2], ways[1] + ways[3]
    return 0.0, 0.0, 0.0, ways[0] + ways[1] + ways[2] + ways[3]


@kernel
def survived(s, w, who, enemy, slot, tired):
    """Chances that a unit dodges one roll of the blow that its brawl provokes, by who has tired afterwards; and that the roll
    fails by fatigue.

    Args:
        tired: who has tired before.
    """
    marks = marks_against(s, enemy, who, int(Mark.PROVOKED))
    its, own = fatigue_known(s, w, who, enemy), int(s.units[who].fatigue)
    below, own_below = tiring_face(s, w, who, enemy, its), tiring_face(s, w, who, who, own)
    if tired % 2 == 1:
        its, below = tired_once(w, its), 1
    if tired >= 2:
        own, own_below = tired_once(w, own), 1
    first = roll_of(s, w, enemy, who, slot, int(Body.ANYWHERE), marks)
    _, dodged, in_vain = outcomes(s, w, enemy, who, marks, (first[0], first[1], its, below), own, own_below)
    return joined(tired, dodged), joined(tired, (in_vain[0], in_vain[1], 0.0, 0.0))


@kernel
def all_survived(s, w, who, enemy, slot, ways):
    """The same for chances by who has tired before."""
    dodged, in_vain = (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    for tired in range(4):
        if ways[tired] > 0.0:
            one, other = survived(s, w, who, enemy, slot, tired)
            dodged = plus(dodged, ways[tired], one)
            in_vain = plus(in_vain, ways[tired], other)
    return dodged, in_vain


@kernel
def after_roll(s, w, who, enemy, slot, ways):
    """Chances by who has tired after one more roll of the blow, where no dodge, one and two have been used."""
    before, provoked, dodge = defences_of(s, who), int(Mark.PROVOKED), int(Defence.DODGE)
    dodged, none = all_survived(s, w, who, enemy, slot, ways[0])
    use_up(s, who, provoked, dodge)
    twice, in_vain = all_survived(s, w, who, enemy, slot, ways[1])
    use_up(s, who, provoked, dodge)
    further, still = all_survived(s, w, who, enemy, slot, ways[2])
    put_back(s, who, before)
    return none, plus(dodged, 1.0, in_vain), plus(twice, 1.0, plus(further, 1.0, still))


@kernel
def gets_in(s, w, who, enemy):
    """Chances that a unit gets past every roll of the blow that its brawl provokes, by who has tired."""
    none = (0.0, 0.0, 0.0, 0.0)
    ways = (1.0, 0.0, 0.0, 0.0), none, none
    for number in range(WEAPONS):
        slot = slot_number(s, w, enemy, int(Mark.PROVOKED), number)
        if slot >= 0:
            ways = after_roll(s, w, who, enemy, slot, ways)
    return plus(ways[0], 1.0, plus(ways[1], 1.0, ways[2]))


@kernel
def blow(s, w, who, target, part, marks, is_answered):
    """What an attack at close quarters may be expected to do: chance to hit, hit points, chance to fell; then hit points that the
    blow costs which a brawl provokes. A blow that is not dodged ends the brawl; otherwise it may have tired either unit.
    """
    its_fatigue = fatigue_known(s, w, who, target)
    if not is_answered or not may_strike_back(s, w, who, target):
        hit, points, fells = attack(s, w, who, who, target, part, marks, its_fatigue)
        return hit, points, fells, 0.0
    _, lost, _ = attack(s, w, who, target, who, int(Body.ANYWHERE), int(Mark.PROVOKED), int(s.units[who].fatigue))
    held = let_go(s, w, who, who)
    ways, before = gets_in(s, w, who, target), fatigue_of(s, who)
    hold_on(s, who, held)
    hit, points, fells = 0.0, 0.0, 0.0
    for tired in range(4):
        if ways[tired] > 0.0:
            if tired >= 2:
                tire(s, w, who)
            its = tired_once(w, its_fatigue) if tired % 2 == 1 else its_fatigue
            one = attack(s, w, who, who, target, part, marks, its)
            rest(s, who, before)
            hit += ways[tired] * one[0]
            points += ways[tired] * one[1]
            fells += ways[tired] * one[2]
    return hit, points, fells, lost
