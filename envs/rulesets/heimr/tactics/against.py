"""What stands between an attack and its target: chances against the defence that stands, is rolled now, or comes after it."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import are_friends
from ..rules.abilities import base_fatigue_of, may_tire
from ..rules.blind import blind_penalty
from ..rules.defences import (
    defence_potential,
    is_parry,
    may_choose_defence,
    may_defend,
    own_consistency,
    used_penalty,
)
from ..rules.opposing import is_forced_dodge, outmanoeuvre_penalty
from ..rules.rolling import clamped
from ..vocab import Defence, Mark
from .chances import ABOVE, ANY, chance_below, chance_of
from .defaults import mean_of_defence

# --- what is known ---------------------------------------------------------------------------------------------------


@kernel
def is_open_to(s, who, other):
    """Whether a unit knows the numbers of another: a friend, or a unit it has observed."""
    return are_friends(s, who, other) or (int(s.units[other].read_by) >> who) & 1 == 1


@kernel
def is_fatigue_open(s, w, who, other):
    """Whether a unit knows how tired another is."""
    return w.book.public_fatigue == 1 or is_open_to(s, who, other)


@kernel
def fatigue_known(s, w, who, other):
    """Fatigue of a unit as another knows it; base fatigue where nothing is shown."""
    return int(s.units[other].fatigue) if is_fatigue_open(s, w, who, other) else base_fatigue_of(s, w, other)


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
def unopposed(roll):
    """Chance of an attack against which no defence is set."""
    consistency, _, fatigue, below = roll
    return chance_below(consistency, fatigue, below)


@kernel
def past_number(w, roll, total):
    """Chance of an attack against a defence whose total lies open."""
    consistency, potential, fatigue, below = roll
    return chance_below(consistency, max(fatigue, total + edge_of(w) - potential), below)


@kernel
def past_roll(s, w, target, kind, less, is_shot, roll, its_fatigue):
    """Chance of an attack against a defence of a kind that is still to be rolled."""
    consistency, potential, fatigue, below = roll
    its = clamped(w, own_consistency(s, w, target, kind) - used_penalty(s, w, target, kind) - less)
    adds = defence_potential(s, w, target, kind, is_shot)
    total = 0.0
    for natural in range(fatigue, ABOVE):
        share = chance_below(consistency, natural, below) - chance_below(consistency, natural + 1, below)
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
def past_next(s, w, target, less, is_shot, roll, its_fatigue):
    """Chance of an attack against the defence a unit would roll now."""
    kind = next_kind(s, w, target, is_shot)
    if kind == Defence.NONE:
        return unopposed(roll)
    return past_roll(s, w, target, kind, less, is_shot, roll, its_fatigue)


@kernel
def taken_off(s, w, who, target, marks):
    """Consistency that an attack takes off the defence against it: out of a blind spot, or at a unit that gets past a guard."""
    less = blind_penalty(s, w, target, who, marks & Mark.SHOT != 0)
    return less + outmanoeuvre_penalty(w) if marks & Mark.PAST_GUARD != 0 else less


@kernel
def past_defence(s, w, knower, who, target, marks, roll):
    """Chance of an attack against what its target sets against it now."""
    if not may_defend(s, w, target):
        return unopposed(roll)
    unit = s.units[target]
    is_shot = marks & Mark.SHOT != 0
    kind, natural = int(unit.defence), int(unit.defence_natural)
    its_fatigue = fatigue_known(s, w, knower, target)
    less = taken_off(s, w, who, target, marks)
    if is_shot and (is_parry(kind) or (kind == Defence.NONE and unit.kept != Defence.NONE)):
        return past_next(s, w, target, less, is_shot, roll, its_fatigue)
    before = int(unit.defence_own)
    if is_forced_dodge(marks) and kind != Defence.DODGE:
        return past_roll(s, w, target, int(Defence.DODGE), less, is_shot, roll, its_fatigue)
    tired = natural < unit.fatigue
    if not is_forced_dodge(marks) and not is_shot and unit.kept != Defence.NONE:
        kind, natural, before = int(unit.kept), int(unit.kept_natural), int(unit.kept_own)
        tired = natural < its_fatigue
    if kind == Defence.NONE:
        return unopposed(roll)
    if less > 0 or own_consistency(s, w, target, kind) != before:
        return past_roll(s, w, target, kind, less, is_shot, roll, its_fatigue)
    if tired:
        return unopposed(roll)
    total = natural + defence_potential(s, w, target, kind, is_shot)
    return past_number(w, roll, total)


# --- after a defence was used ----------------------------------------------------------------------------------------


@kernel
def tiring_face(s, w, knower, who, fatigue):
    """The least face of the six-sided die that does not tire a unit with so much fatigue, as another knows it; 1 none tires."""
    if is_fatigue_open(s, w, knower, who) and not may_tire(s, w, who):
        return 1
    return ANY if fatigue >= w.book.above_six_threshold else min(fatigue, ANY)


@kernel
def tired_once(w, fatigue):
    """Fatigue after a roll that tires."""
    return min(fatigue + int(w.book.fatigue_gain), int(w.book.fatigue_most))


@kernel
def defences_of(s, who):
    """What a unit has to defend itself with, and what it has used; ``put_back`` takes it."""
    unit = s.units[who]
    used = (int(unit.dodges), int(unit.blocks), int(unit.parries[0]), int(unit.parries[1]))
    return used, int(unit.defence), int(unit.kept)


@kernel
def put_back(s, who, before):
    """Give a unit back the defences it had before it was thought to use one."""
    unit = s.units[who]
    used, unit.defence, unit.kept = before
    unit.dodges, unit.blocks, unit.parries[0], unit.parries[1] = used


@kernel
def use_against(s, w, knower, target, marks):
    """Take away the defence that a blow meets: its use counts, and what is rolled next is another one. Returns the fatigue of
    the target afterwards, as another unit knows it.
    """
    unit = s.units[target]
    fatigue = fatigue_known(s, w, knower, target)
    kind, six = int(unit.defence), int(unit.defence_six)
    if is_forced_dodge(marks):
        kind = int(Defence.DODGE)
        if unit.defence != kind:
            six = ANY
    elif unit.kept != Defence.NONE:
        kind, six = int(unit.kept), int(unit.kept_six)
    if kind == Defence.NONE:
        return fatigue
    if kind == Defence.DODGE:
        unit.dodges += 1
    elif kind == Defence.BLOCK:
        unit.blocks += 1
    else:
        unit.parries[kind - Defence.PARRY_SWORD_HAND] += 1
    if not is_forced_dodge(marks) and unit.kept != Defence.NONE:
        unit.kept = Defence.NONE
    elif unit.defence == kind:
        unit.defence = Defence.NONE
    return tired_once(w, fatigue) if six < tiring_face(s, w, knower, target, fatigue) else fatigue


@kernel
def past_defence_after(s, w, knower, who, target, marks, roll, its_fatigue):
    """Chance of a blow against what its target sets against it when it has used one defence: what still stands, or a new one."""
    unit = s.units[target]
    if (
        is_forced_dodge(marks)
        or unit.defence != Defence.NONE
        or unit.kept != Defence.NONE
        or not may_defend(s, w, target)
    ):
        return past_defence(s, w, knower, who, target, marks, roll)
    less = taken_off(s, w, who, target, marks)
    return past_next(s, w, target, less, False, roll, its_fatigue)
