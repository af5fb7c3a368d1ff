"""What one attack may be expected to do: chance to hit what the target sets against it, and hit points, without dice.

Left out are what comes after the attack, and blind spots that it would open.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends
from ..rules.aiming import BRAWL_SLOT, attack_consistency, attack_potential, item_in, may_brawl
from ..rules.conditions import is_able, sees
from ..rules.consequences import EFFECT_OF, brawl_damage
from ..rules.defences import is_busy_holding
from ..rules.edges import ground_at
from ..rules.hands import is_ready, melee_slot, ranged_slot
from ..rules.skills import fits_attack, number_of_skill
from ..vocab import Body, Defence, EffectKind, Mark, Skill
from .against import (
    defences_of,
    drop_impossible,
    fatigue_known,
    hit_points_known,
    kind_met,
    past_defence,
    past_kind,
    put_back,
    tired_once,
    tires_below,
    tiring_face,
    use_up,
)
from .chances import ANY, LEAST, chance_below, chance_of
from .suffering import be_hit, body_of, heal, suffer

NO_SKILL = -1
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
        return int(BRAWL_SLOT) if number == 0 and may_brawl(s, w, who, marks & Mark.BIND != 0) else -1
    return melee_slot(s, w, who, number)


@kernel
def skill_known(s, knower, who):
    """The skill a unit has primed, as another knows it: only of a friend; NO_SKILL none."""
    return int(s.units[who].primed) - 1 if are_friends(s, knower, who) else NO_SKILL


@kernel
def damage_with(s, w, who, slot, marks, skill):
    """Hit points a hit takes; a primed blow has its own number."""
    if marks & Mark.BIND != 0:
        return 0
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
def let_go(s, w, knower, target):
    """Make a grabber that is attacked with few hit points left release its hold, so that it chooses a defence. Returns the values
    for ``hold_on``.
    """
    unit = s.units[target]
    before = (int(unit.grab_target), int(unit.refuses))
    if is_busy_holding(s, w, target) and is_able(s, target):
        if hit_points_known(s, w, knower, target) <= w.book.release_at_or_below_hp:
            unit.grab_target = NO_UNIT
            unit.refuses = 0
    return before


@kernel
def hold_on(s, target, before):
    """Restore what ``let_go`` returned."""
    s.units[target].grab_target, s.units[target].refuses = before


# --- several rolls ---------------------------------------------------------------------------------------------------


@kernel
def by_tired(total, one, other, both):
    """Chances split by which of two tires: neither, the first, the second, both.

    Args:
        total: the chance in all.
        one, other, both: the chances with the first tired, with the second tired, and with both.
    """
    return total - one - other + both, one - both, other - both, both


@kernel
def outcomes(s, w, who, target, marks, roll, its_fatigue, its_below):
    """What one roll may come to: chances that it hits, and that a defence stops it, each by whether it tires the attacker, the
    target, or both; and that it fails by fatigue, without and with tiring the attacker.

    Args:
        its_fatigue, its_below: fatigue of the target, and the face below which its six-sided die tires it.
    """
    consistency, potential, fatigue, below = roll
    kind = kind_met(s, w, who, target, marks, its_fatigue)
    its_below = 1 if kind == Defence.NONE else its_below
    weary = (consistency, potential, fatigue, below)
    rested = (consistency, potential, fatigue, ANY)
    hits = by_tired(
        past_kind(s, w, who, target, marks, kind, rested, its_fatigue, ANY),
        past_kind(s, w, who, target, marks, kind, weary, its_fatigue, ANY),
        past_kind(s, w, who, target, marks, kind, rested, its_fatigue, its_below),
        past_kind(s, w, who, target, marks, kind, weary, its_fatigue, its_below),
    )
    meets, meets_weary = chance_of(consistency, fatigue), chance_below(consistency, fatigue, below)
    tires = tires_below(s, w, who, target, marks, kind, its_below)
    either = by_tired(meets, meets_weary, meets * tires, meets_weary * tires)
    misses = either[0] - hits[0], either[1] - hits[1], either[2] - hits[2], either[3] - hits[3]
    in_vain_weary = chance_below(consistency, LEAST, below) - meets_weary
    return hits, misses, (1.0 - meets - in_vain_weary, in_vain_weary)


@kernel
def hits_on_other_arm(s, w, who, target, marks, roll, its_fatigue, its_below):
    """Those of the hits in ``outcomes`` that strike the other arm, by whether they tire the attacker, the target, or both."""
    consistency, potential, fatigue, below = roll
    kind = kind_met(s, w, who, target, marks, its_fatigue)
    its_below = 1 if kind == Defence.NONE else its_below
    neither, weary, other, both = 0.0, 0.0, 0.0, 0.0
    for face in range(1, 7):
        if w.book.location[face] == Body.OTHER_ARM:
            to, short = (consistency, potential, fatigue, face + 1), (consistency, potential, fatigue, face)
            hits = past_kind(s, w, who, target, marks, kind, to, its_fatigue, ANY)
            hits -= past_kind(s, w, who, target, marks, kind, short, its_fatigue, ANY)
            tires = past_kind(s, w, who, target, marks, kind, to, its_fatigue, its_below)
            tires -= past_kind(s, w, who, target, marks, kind, short, its_fatigue, its_below)
            if face < below:
                weary, both = weary + hits - tires, both + tires
            else:
                neither, other = neither + hits - tires, other + tires
    return neither, weary, other, both


@kernel
def past_after_hit(s, w, who, target, marks, roll, its_fatigue, brings, part):
    """Chance of a roll against a target that was hit before, by a blow that brings the effect of a skill, or none, to a part."""
    body, defences = body_of(s, target), defences_of(s, target)
    be_hit(s, w, target, who)
    if brings >= 0:
        suffer(s, w, target, int(EFFECT_OF[brings]), int(number_of_skill(w, brings)), part)
    drop_impossible(s, w, target)
    found = past_defence(s, w, who, target, marks, roll, its_fatigue)
    put_back(s, target, defences)
    heal(s, target, body)
    return found


@kernel
def further_roll(s, w, knower, who, target, marks, first, second, fatigues, brings):
    """Chance that the roll with a further weapon hits: after a miss of the first, and after a hit. The first may tire the
    attacker, uses up the defence that it meets, which may tire the target, and brings the effect of a primed skill.

    Args:
        first, second: consistency and potential of either roll.
        fatigues: of attacker and target.
        brings: the primed skill, NO_SKILL none, and the part of the body aimed at.
    """
    (fatigue, its_fatigue), (skill, part) = fatigues, brings
    below, tired = tiring_face(s, w, knower, who, fatigue), tired_once(w, fatigue)
    its_below = tiring_face(s, w, knower, target, its_fatigue)
    kind = kind_met(s, w, who, target, marks, its_fatigue)
    hits, misses, in_vain = outcomes(
        s, w, who, target, marks, (first[0], first[1], fatigue, below), its_fatigue, its_below
    )
    after_miss = in_vain[0] * past_defence(s, w, who, target, marks, (second[0], second[1], fatigue, ANY), its_fatigue)
    if in_vain[1] > 0.0:
        after_miss += in_vain[1] * past_defence(
            s, w, who, target, marks, (second[0], second[1], tired, ANY), its_fatigue
        )
    arm = (0.0, 0.0, 0.0, 0.0)
    if skill >= 0 and part == Body.ANYWHERE and EFFECT_OF[skill] == EffectKind.DROP:
        roll = first[0], first[1], fatigue, below
        arm = hits_on_other_arm(s, w, who, target, marks, roll, its_fatigue, its_below)
    after_hit, before = 0.0, defences_of(s, target)
    use_up(s, target, marks, kind)
    for case in range(4):
        roll = second[0], second[1], tired if case % 2 == 1 else fatigue, ANY
        its = tired_once(w, its_fatigue) if case >= 2 else its_fatigue
        if misses[case] > 0.0:
            after_miss += misses[case] * past_defence(s, w, who, target, marks, roll, its)
        if hits[case] > arm[case]:
            after_hit += (hits[case] - arm[case]) * past_after_hit(s, w, who, target, marks, roll, its, skill, part)
        if arm[case] > 0.0:
            after_hit += arm[case] * past_after_hit(s, w, who, target, marks, roll, its, skill, int(Body.OTHER_ARM))
    put_back(s, target, before)
    return after_miss, after_hit


@kernel
def attack(s, w, knower, who, target, part, marks, its_fatigue):
    """What an attack may be expected to do, as one unit knows it: chance that any roll hits, hit points, chance to fell."""
    marks = marks_against(s, who, target, marks)
    slot = slot_number(s, w, who, marks, 0)
    if slot < 0:
        return 0.0, 0.0, 0.0
    held = let_go(s, w, knower, target)
    fatigue, skill = fatigue_known(s, w, knower, who), skill_known(s, knower, who)
    left = hit_points_known(s, w, knower, target)
    first = roll_of(s, w, who, target, slot, part, marks)
    hit = past_defence(s, w, who, target, marks, (first[0], first[1], fatigue, ANY), its_fatigue)
    damage = damage_with(s, w, who, slot, marks, skill)
    points, fells = hit * min(damage, left), hit if damage >= left else 0.0
    for number in range(1, WEAPONS):
        slot = slot_number(s, w, who, marks, number)
        if slot < 0:
            break
        roll = roll_of(s, w, who, target, slot, part, marks)
        fatigues, brings = (fatigue, its_fatigue), (skill, part)
        after_miss, after_hit = further_roll(s, w, knower, who, target, marks, first, roll, fatigues, brings)
        own, still = damage_with(s, w, who, slot, marks, NO_SKILL), damage_with(s, w, who, slot, marks, skill)
        if number > 1:
            chance = after_miss + after_hit
            hit += (1.0 - hit) * chance
            points = min(points + chance * min(own, left), float(left))
            fells += (1.0 - fells) * chance if own >= left else 0.0
            break
        hit += after_miss
        points += after_miss * min(still, left) + after_hit * (min(damage + own, left) - min(damage, left))
        fells += after_miss if still >= left else 0.0
        fells += after_hit if damage < left <= damage + own else 0.0
    hold_on(s, target, held)
    return hit, points, fells * share_out(w, part)


@kernel
def roll_of(s, w, who, target, slot, part, marks):
    """Consistency and potential of a roll with the item of a slot."""
    consistency = int(attack_consistency(s, w, who, target, slot, part, marks, 0))
    return consistency, int(attack_potential(s, w, who, slot, marks))


@kernel
def first_roll(s, w, who, target, marks):
    """Slot, consistency, potential and hit points of the first roll of an attack; the slot is -1 where it has none."""
    slot = slot_number(s, w, who, marks, 0)
    if slot < 0:
        return -1, 0, 0, 0
    marks = marks_against(s, who, target, marks)
    consistency, potential = roll_of(s, w, who, target, slot, int(Body.ANYWHERE), marks)
    return slot, consistency, potential, damage_with(s, w, who, slot, marks, skill_known(s, target, who))


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
    _, points, _ = attack(s, w, who, enemy, who, int(Body.ANYWHERE), marks, int(s.units[who].fatigue))
    come_back(s, enemy, before)
    return min(points / hit_points_known(s, w, who, who), 1.0)
