"""What one attack may be expected to do: chance to hit what the target sets against it, and hit points, without dice.

Left out are what comes after the attack, and blind spots that it would open.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import are_friends
from ..rules.aiming import BRAWL_SLOT, attack_consistency, attack_potential, item_in
from ..rules.conditions import sees
from ..rules.consequences import brawl_damage
from ..rules.edges import ground_at
from ..rules.hands import is_ready, melee_slot, ranged_slot
from ..rules.opposing import is_forced_dodge
from ..rules.skills import fits_attack
from ..vocab import Body, Defence, Mark, Skill
from .against import (
    defences_of,
    fatigue_known,
    hit_points_known,
    past_defence,
    past_defence_after,
    put_back,
    tired_once,
    tiring_face,
    use_against,
)
from .chances import ANY, LEAST, chance_below, chance_of

WEAPONS = 3  # that are counted of an attack, the third as if the others had not struck
WORTH_OF_LIMB = 0.5  # of a body: what an injured arm or leg takes from who fights on


# --- one attack ------------------------------------------------------------------------------------------------------


@kernel
def place_of(s, who):
    """Where a unit is, how it got there, which units it hides from, and whether its action hampers its defence."""
    unit = s.units[who]
    return int(unit.cell), int(unit.elevation), int(unit.entered_from), int(unit.hidden_from), int(unit.ongoing)


@kernel
def go_to(s, w, who, target):
    """Put a unit where a charge or a blow at a target would take it, visible to all. Returns the values for ``come_back``."""
    unit = s.units[who]
    before = place_of(s, who)
    if unit.cell != s.units[target].cell:
        unit.entered_from = unit.cell
        unit.cell = s.units[target].cell
        unit.elevation = ground_at(w, int(unit.cell))
        unit.hidden_from = 0
    return before


@kernel
def come_back(s, who, before):
    """Put a unit back where it was before it ``go_to``."""
    unit = s.units[who]
    unit.cell, unit.elevation, unit.entered_from, unit.hidden_from, unit.ongoing = before


@kernel
def marks_against(s, who, target, marks):
    """The marks of an attack, with ``UNSEEN`` if the target does not see the attacker."""
    return marks if sees(s, target, who) else marks | Mark.UNSEEN


@kernel
def slot_number(s, w, who, marks, number):
    """The slot of the first, second ... roll of an attack; -1 it has not so many."""
    if marks & Mark.SHOT != 0:
        return ranged_slot(s, w, who) if number == 0 else -1
    if marks & Mark.BRAWL != 0:
        return BRAWL_SLOT if number == 0 else -1
    return melee_slot(s, w, who, number)


@kernel
def damage_with(s, w, knower, who, slot, marks):
    """Hit points a hit takes, as one unit knows it; a primed blow of a friend has its own number."""
    if marks & Mark.BIND != 0:
        return 0
    skill = int(s.units[who].primed) - 1 if are_friends(s, knower, who) else -1
    if skill == Skill.MIGHTY_BLOW and marks & (Mark.SHOT | Mark.BRAWL) == 0:
        return int(w.book.skills[skill].number)
    if skill >= 0 and w.book.effects_replace_damage == 1:
        if slot != BRAWL_SLOT and fits_attack(skill, marks & Mark.SHOT != 0, False):
            return 0
    return brawl_damage(w) if slot == BRAWL_SLOT else int(w.book.items[item_in(s, who, slot)].damage)


@kernel
def share_out(w, part):
    """How far an injury takes a unit out of the fight: the torso wholly, a limb half."""
    if part != Body.ANYWHERE:
        return 1.0 if part == Body.TORSO else WORTH_OF_LIMB
    total = 0.0
    for face in range(1, 7):
        total += 1.0 if w.book.location[face] == Body.TORSO else WORTH_OF_LIMB
    return total / 6.0


@kernel
def further_roll(s, w, knower, who, target, marks, first, second, fatigue):
    """Chance that the roll with a further weapon hits: after a miss of the first, and after a hit. The first may tire the
    attacker, and uses up the defence that it meets.

    Args:
        first, second: consistency and potential of either roll.
    """
    below, tired = tiring_face(s, w, knower, who, fatigue), tired_once(w, fatigue)
    hits = past_defence(s, w, knower, who, target, marks, (*first, fatigue, ANY))
    hits_tired = past_defence(s, w, knower, who, target, marks, (*first, fatigue, below))
    meets, meets_tired = chance_of(first[0], fatigue), chance_below(first[0], fatigue, below)
    in_vain_tired = chance_below(first[0], LEAST, below) - meets_tired
    in_vain = 1.0 - meets - in_vain_tired
    still = past_defence(s, w, knower, who, target, marks, (*second, fatigue, ANY))
    still_tired = past_defence(s, w, knower, who, target, marks, (*second, tired, ANY))
    then, then_tired = still, still_tired
    if is_forced_dodge(marks) or s.units[target].defence != Defence.NONE or s.units[target].kept != Defence.NONE:
        before = defences_of(s, target)
        its = use_against(s, w, knower, target, marks)
        then = past_defence_after(s, w, knower, who, target, marks, (*second, fatigue, ANY), its)
        then_tired = past_defence_after(s, w, knower, who, target, marks, (*second, tired, ANY), its)
        put_back(s, target, before)
    after_miss = in_vain * still + in_vain_tired * still_tired
    after_miss += (meets - meets_tired - hits + hits_tired) * then + (meets_tired - hits_tired) * then_tired
    after_hit = (hits - hits_tired) * then + hits_tired * then_tired
    return after_miss, after_hit


@kernel
def attack(s, w, knower, who, target, part, marks):
    """What an attack may be expected to do, as one unit knows it: chance that any roll hits, hit points, chance to fell."""
    marks = marks_against(s, who, target, marks)
    fatigue = fatigue_known(s, w, knower, who)
    left = hit_points_known(s, w, knower, target)
    hit, points, fells = 0.0, 0.0, 0.0
    first, before = (0, 0), 0
    for number in range(WEAPONS):
        slot = slot_number(s, w, who, marks, number)
        if slot < 0:
            break
        roll = (
            int(attack_consistency(s, w, who, target, slot, part, marks, 0)),
            int(attack_potential(s, w, who, slot, marks)),
        )
        after_hit = 0.0
        if number == 0:
            first = roll
            after_miss = past_defence(s, w, knower, who, target, marks, (*roll, fatigue, ANY))
        else:
            after_miss, after_hit = further_roll(s, w, knower, who, target, marks, first, roll, fatigue)
        damage = int(damage_with(s, w, knower, who, slot, marks))
        if number > 1:
            chance = after_miss + after_hit
            hit += (1.0 - hit) * chance
            points = min(points + chance * min(damage, left), float(left))
            fells += (1.0 - fells) * chance if damage >= left else 0.0
            break
        hit += after_miss
        points += after_miss * min(damage, left) + after_hit * (min(before + damage, left) - min(before, left))
        if damage >= left:
            fells += after_miss
        if before < left <= before + damage:
            fells += after_hit
        before += damage
    return hit, points, fells * share_out(w, part)


@kernel
def first_roll(s, w, who, target, marks):
    """Slot, consistency, potential and hit points of the first roll of an attack; the slot is -1 where it has none."""
    slot = slot_number(s, w, who, marks, 0)
    if slot < 0:
        return -1, 0, 0, 0
    marks = marks_against(s, who, target, marks)
    consistency = attack_consistency(s, w, who, target, slot, int(Body.ANYWHERE), marks, 0)
    return slot, consistency, attack_potential(s, w, who, slot, marks), damage_with(s, w, target, who, slot, marks)


@kernel
def best_marks(s, w, who, target):
    """The attack a unit is feared for: a shot if it has one ready and is not in the same location, else a blow, else a brawl."""
    slot = ranged_slot(s, w, who)
    if slot >= 0 and is_ready(s, w, who, slot) and s.units[who].cell != s.units[target].cell:
        return int(Mark.SHOT)
    return 0 if melee_slot(s, w, who, 0) >= 0 else int(Mark.BRAWL)


@kernel
def feared(s, w, who, enemy):
    """Harm to be expected from one attack of an enemy, as a share of what the unit has left; of a blow as if it had come here."""
    marks = best_marks(s, w, enemy, who)
    before = place_of(s, enemy) if marks & Mark.SHOT != 0 else go_to(s, w, enemy, who)
    _, points, _ = attack(s, w, who, enemy, who, int(Body.ANYWHERE), marks)
    come_back(s, enemy, before)
    return min(points / hit_points_known(s, w, who, who), 1.0)
