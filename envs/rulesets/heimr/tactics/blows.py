"""What one attack may be expected to do: chance to hit what the target sets against it, and hit points, without dice.

A charge is judged from where it ends. Left out are what comes after the attack, hazards on the way, shots that go on to others,
and blind spots that it would open.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends
from ..rules.abilities import base_fatigue_of
from ..rules.aiming import BRAWL_SLOT, attack_consistency, attack_potential, item_in, may_strike_back
from ..rules.blind import blind_penalty
from ..rules.conditions import sees
from ..rules.consequences import brawl_damage
from ..rules.costs import ONGOING
from ..rules.defences import (
    defence_potential,
    is_parry,
    may_choose_defence,
    may_defend,
    own_consistency,
    used_penalty,
)
from ..rules.edges import ground_at
from ..rules.guarding import guard_beyond, guard_of_unit
from ..rules.hands import is_ready, melee_slot, ranged_slot, wields_melee
from ..rules.opposing import is_forced_dodge, outmanoeuvre_penalty
from ..rules.rolling import clamped
from ..rules.skills import fits_attack
from ..vocab import Body, Defence, Mark, Skill
from .chances import ABOVE, chance_of
from .defaults import mean_of_defence

WORTH_OF_LIMB = 0.5  # of a body: what an injured arm or leg takes from who fights on


# --- what is known ---------------------------------------------------------------------------------------------------


@kernel
def is_open_to(s, who, other):
    """Whether a unit knows the numbers of another: of a friend, or of whom it has judged."""
    return are_friends(s, who, other) or (int(s.units[other].read_by) >> who) & 1 == 1


@kernel
def fatigue_known(s, w, who, other):
    """Fatigue of a unit as another knows it; base fatigue where nothing is shown."""
    if w.book.public_fatigue == 1 or is_open_to(s, who, other):
        return int(s.units[other].fatigue)
    return base_fatigue_of(s, w, other)


@kernel
def hit_points_known(s, w, who, other):
    """Hit points of a unit as another knows them, at least 1; all of them where nothing is shown."""
    if w.book.public_hp == 1 or is_open_to(s, who, other):
        return max(int(s.units[other].hp), 1)
    return int(s.units[other].hp_max)


# --- against a defence -----------------------------------------------------------------------------------------------


@kernel
def edge_of(w):
    """By how much a total must exceed a defence."""
    return 1 if w.book.defender_wins_ties == 1 else 0


@kernel
def past_number(w, consistency, potential, fatigue, total):
    """Chance of an attack against a defence whose total lies open."""
    return chance_of(consistency, max(fatigue, total + edge_of(w) - potential))


@kernel
def past_roll(s, w, target, kind, less, is_shot, consistency, potential, fatigue, its_fatigue):
    """Chance of an attack against a defence of a kind that is still to be rolled."""
    its = clamped(w, own_consistency(s, w, target, kind) - used_penalty(s, w, target, kind) - less)
    adds = defence_potential(s, w, target, kind, is_shot)
    total = 0.0
    for natural in range(fatigue, ABOVE):
        share = chance_of(consistency, natural) - chance_of(consistency, natural + 1)
        if share > 0.0:
            stops = max(its_fatigue, natural + potential - edge_of(w) + 1 - adds)
            total += share * (1.0 - chance_of(its, stops))
    return total


@kernel
def next_kind(s, w, target, is_shot):
    """The kind of defence a unit would roll now: the one with the best mean; NONE it can make none."""
    best, most = int(Defence.NONE), 0.0
    for kind in range(Defence.DODGE, Defence.PARRY_OFF_HAND + 1):
        if (not is_shot or not is_parry(kind)) and may_choose_defence(s, w, target, kind):
            mean = mean_of_defence(s, w, target, kind, is_shot, 0)
            if best == Defence.NONE or mean > most:
                best = kind
                most = mean
    return best


@kernel
def past_next(s, w, target, less, is_shot, consistency, potential, fatigue, its_fatigue):
    """Chance of an attack against the defence a unit would roll now."""
    kind = next_kind(s, w, target, is_shot)
    if kind == Defence.NONE:
        return chance_of(consistency, fatigue)
    return past_roll(s, w, target, kind, less, is_shot, consistency, potential, fatigue, its_fatigue)


@kernel
def taken_off(s, w, who, target, marks):
    """Consistency that an attack takes off the defence against it: out of a blind spot, or at who gets past a guard."""
    less = blind_penalty(s, w, target, who, marks & Mark.SHOT != 0)
    return less + outmanoeuvre_penalty(w) if marks & Mark.PAST_GUARD != 0 else less


@kernel
def past_defence(s, w, knower, who, target, marks, consistency, potential, fatigue):
    """Chance of an attack against what its target sets against it now."""
    if not may_defend(s, w, target):
        return chance_of(consistency, fatigue)
    unit = s.units[target]
    is_shot = marks & Mark.SHOT != 0
    kind, natural = int(unit.defence), int(unit.defence_natural)
    its_fatigue = fatigue_known(s, w, knower, target)
    less = taken_off(s, w, who, target, marks)
    if is_shot and (is_parry(kind) or (kind == Defence.NONE and unit.kept != Defence.NONE)):
        return past_next(s, w, target, less, is_shot, consistency, potential, fatigue, its_fatigue)
    before = int(unit.defence_own)
    if is_forced_dodge(marks) and kind != Defence.DODGE:
        return past_roll(s, w, target, int(Defence.DODGE), less, is_shot, consistency, potential, fatigue, its_fatigue)
    if not is_forced_dodge(marks) and not is_shot and unit.kept != Defence.NONE:
        kind, natural, before = int(unit.kept), int(unit.kept_natural), int(unit.kept_own)
    if kind == Defence.NONE:
        return chance_of(consistency, fatigue)
    if less > 0 or own_consistency(s, w, target, kind) != before:
        return past_roll(s, w, target, kind, less, is_shot, consistency, potential, fatigue, its_fatigue)
    if natural < unit.fatigue:
        return chance_of(consistency, fatigue)
    total = natural + defence_potential(s, w, target, kind, is_shot)
    return past_number(w, consistency, potential, fatigue, total)


# --- one attack ------------------------------------------------------------------------------------------------------


@kernel
def place_of(s, who):
    """Where a unit is, how it came there, from whom it hides, and whether its action hampers its defence."""
    unit = s.units[who]
    return int(unit.cell), int(unit.elevation), int(unit.entered_from), int(unit.hidden_from), int(unit.ongoing)


@kernel
def go_to(s, w, who, target):
    """Put a unit where a charge or a blow at a target would take it, seen by everybody. Returns what ``come_back`` needs."""
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
    """The marks of an attack, with that of who is not seen."""
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
    """How far an injury takes somebody out of the fight: the torso wholly, a limb half."""
    if part != Body.ANYWHERE:
        return 1.0 if part == Body.TORSO else WORTH_OF_LIMB
    total = 0.0
    for face in range(1, 7):
        total += 1.0 if w.book.location[face] == Body.TORSO else WORTH_OF_LIMB
    return total / 6.0


@kernel
def attack(s, w, knower, who, target, part, marks):
    """What an attack may be expected to do, as one unit knows it: chance that any roll hits, hit points, chance to fell."""
    marks = marks_against(s, who, target, marks)
    fatigue = fatigue_known(s, w, knower, who)
    left = hit_points_known(s, w, knower, target)
    missed, points, stands, most = 1.0, 0.0, 1.0, 0
    for number in range(3):
        slot = slot_number(s, w, who, marks, number)
        if slot < 0:
            break
        consistency = attack_consistency(s, w, who, target, slot, part, marks, 0)
        potential = attack_potential(s, w, who, slot, marks)
        if number == 0:
            chance = past_defence(s, w, knower, who, target, marks, consistency, potential, fatigue)
        else:
            its_fatigue = fatigue_known(s, w, knower, target)
            less = taken_off(s, w, who, target, marks)
            chance = past_next(s, w, target, less, False, consistency, potential, fatigue, its_fatigue)
        damage = damage_with(s, w, knower, who, slot, marks)
        missed *= 1.0 - chance
        points += chance * damage
        most += damage
        if damage >= left:
            stands *= 1.0 - chance
    fells = 1.0 - stands
    if fells == 0.0 and most >= left:
        fells = 1.0 - missed  # all of them together
        fells *= fells
    return 1.0 - missed, points, fells * share_out(w, part)


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
def answer_to_brawl(s, w, who, target):
    """What an armed target may do to who brawls with it: chance that the brawl fails, and hit points."""
    if not may_strike_back(s, w, who, target):
        return 0.0, 0.0
    chance, points, _ = attack(s, w, who, target, who, int(Body.ANYWHERE), int(Mark.PROVOKED))
    return chance, points


@kernel
def who_is_struck(s, who, target, marks, unseen_by):
    """Who an attack goes at: the target, or who guards it; of a charge, made there, also who guards the border it came over.

    Args:
        unseen_by: units, as bits, that the attack is hidden from.
    """
    if marks & (Mark.PROVOKED | Mark.PAST_GUARD | Mark.SURPASS) != 0:
        return target
    guard = guard_of_unit(s, who, target, unseen_by)
    if guard == NO_UNIT and marks & Mark.CHARGE != 0:
        guard = guard_beyond(s, who, int(s.units[who].cell), int(s.units[who].entered_from), unseen_by)
    return target if guard == NO_UNIT else guard


@kernel
def outlook(s, w, who, target, part, marks):
    """What a choice to attack may be expected to do from where it ends: chance to hit, harm as a share of what is left, chance to
    fell; then hit points that the blow costs which a brawl provokes.
    """
    marks = marks_against(s, who, target, marks)
    is_answered = marks & Mark.BRAWL != 0
    if marks & Mark.PAST_GUARD != 0 and not wields_melee(s, w, who):
        marks |= Mark.BRAWL
    unseen_by = int(s.units[who].hidden_from) if marks & Mark.CHARGE != 0 else 0
    before = go_to(s, w, who, target) if marks & (Mark.CHARGE | Mark.SURPASS) != 0 else place_of(s, who)
    if marks & Mark.CHARGE != 0 and w.book.charge_cost == ONGOING:
        s.units[who].ongoing = 1
    struck = who_is_struck(s, who, target, marks, unseen_by)
    hit, points, fells = attack(s, w, who, who, struck, part, marks)
    left = float(hit_points_known(s, w, who, struck))
    fails, lost = 0.0, 0.0
    if is_answered:
        fails, lost = answer_to_brawl(s, w, who, struck)
    come_back(s, who, before)
    stays = 1.0 - fails
    return hit * stays, min(points * stays / left, 1.0), fells * stays, lost


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
