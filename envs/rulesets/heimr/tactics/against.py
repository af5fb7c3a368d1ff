"""What stands between an attack and its target: chances against the defence that stands, is rolled now, or comes after it."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import are_friends
from ..rules.abilities import base_fatigue_of, may_tire
from ..rules.blind import blind_penalty
from ..rules.defences import (
    defence_potential,
    is_parry,
    is_possible,
    may_choose_defence,
    may_defend,
    own_consistency,
    used_penalty,
)
from ..rules.opposing import is_forced_dodge, lacks_defence, outmanoeuvre_penalty
from ..rules.rolling import clamped
from ..vocab import Defence, Mark
from .chances import ABOVE, ANY, chance_below
from .defaults import mean_of_defence

FACES = 6.0  # of the six-sided die

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
def past_roll(s, w, target, kind, less, is_shot, roll, its_fatigue, its_below):
    """Chance that an attack passes a defence of a kind that is still to be rolled, and that its six-sided die shows less than a
    face; ANY whatever it shows.
    """
    consistency, potential, fatigue, below = roll
    its = clamped(w, own_consistency(s, w, target, kind) - used_penalty(s, w, target, kind) - less)
    adds = defence_potential(s, w, target, kind, is_shot)
    total = 0.0
    for natural in range(fatigue, ABOVE):
        share = chance_below(consistency, natural, below) - chance_below(consistency, natural + 1, below)
        if share > 0.0:
            stops = max(its_fatigue, natural + potential - edge_of(w) + 1 - adds)
            total += share * ((its_below - 1) / FACES - chance_below(its, stops, its_below))
    return total


@kernel
def next_kind(s, w, target, is_shot, less, its_fatigue):
    """The kind of defence a unit would roll now, with so much fatigue: the one with the best mean; NONE it can make none."""
    best, most = int(Defence.NONE), 0.0
    for kind in range(Defence.DODGE, Defence.PARRY_OFF_HAND + 1):
        if (not is_shot or not is_parry(kind)) and may_choose_defence(s, w, target, kind):
            mean = mean_of_defence(s, w, target, kind, is_shot, less, its_fatigue)
            if best == Defence.NONE or mean > most:
                best = kind
                most = mean
    return best


@kernel
def taken_off(s, w, who, target, marks):
    """Consistency that an attack takes off the defence against it: out of a blind spot, or at a unit that gets past a guard."""
    less = blind_penalty(s, w, target, who, marks & Mark.SHOT != 0)
    return less + outmanoeuvre_penalty(w) if marks & Mark.PAST_GUARD != 0 else less


@kernel
def is_kept_met(s, target, marks):
    """Whether an attack meets a parry that was saved when a shot came, before anything else."""
    return marks & Mark.SHOT == 0 and not is_forced_dodge(marks) and s.units[target].kept != Defence.NONE


@kernel
def kind_met(s, w, who, target, marks, its_fatigue):
    """The kind of defence that an attack meets: what stands, or what a unit without a choice so far rolls as it is attacked;
    against a shot anything but a parry. The fatigue is that of the target, as the unit that estimates knows it.
    """
    if not may_defend(s, w, target):
        return int(Defence.NONE)
    if is_forced_dodge(marks):
        return int(Defence.DODGE)
    if is_kept_met(s, target, marks):
        return int(s.units[target].kept)
    kind = int(s.units[target].defence)
    if lacks_defence(s, w, target):
        kind = next_kind(s, w, target, False, 0, its_fatigue)
    if marks & Mark.SHOT == 0:
        return kind
    if is_parry(kind) or (kind == Defence.NONE and s.units[target].kept != Defence.NONE):
        return next_kind(s, w, target, True, taken_off(s, w, who, target, marks), its_fatigue)
    return kind


@kernel
def dice_met(s, w, who, target, marks, kind):
    """Natural result and six-sided die of a defence that an attack meets as it lies there; 0 if it is rolled for the attack."""
    unit = s.units[target]
    natural, six, before = int(unit.defence_natural), int(unit.defence_six), int(unit.defence_own)
    if is_kept_met(s, target, marks):
        natural, six, before = int(unit.kept_natural), int(unit.kept_six), int(unit.kept_own)
    elif kind != unit.defence:
        return 0, 0
    if taken_off(s, w, who, target, marks) > 0 or own_consistency(s, w, target, kind) != before:
        return 0, 0
    return natural, six


@kernel
def past_kind(s, w, who, target, marks, kind, roll, its_fatigue, its_below):
    """Chance that an attack passes the kind of defence it meets, and that the six-sided die of that shows less than a face.

    Args:
        its_fatigue: of the target, as the unit that estimates knows it.
        its_below: the face; ANY whatever the die shows, and also where no defence is met.
    """
    if kind == Defence.NONE:
        return unopposed(roll) if its_below == ANY else 0.0
    is_shot = marks & Mark.SHOT != 0
    natural, six = dice_met(s, w, who, target, marks, kind)
    if six == 0:
        less = taken_off(s, w, who, target, marks)
        return past_roll(s, w, target, kind, less, is_shot, roll, its_fatigue, its_below)
    if six >= its_below:
        return 0.0
    is_valid = natural >= its_fatigue and (is_kept_met(s, target, marks) or natural >= s.units[target].fatigue)
    if not is_valid:
        return unopposed(roll)
    return past_number(w, roll, natural + defence_potential(s, w, target, kind, is_shot))


@kernel
def past_defence(s, w, who, target, marks, roll, its_fatigue):
    """Chance of an attack against what its target sets against it now."""
    kind = kind_met(s, w, who, target, marks, its_fatigue)
    return past_kind(s, w, who, target, marks, kind, roll, its_fatigue, ANY)


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
def tires_below(s, w, who, target, marks, kind, its_below):
    """Chance that the six-sided die of the kind of defence an attack meets shows less than a face; as in ``past_kind``."""
    if kind == Defence.NONE:
        return 1.0 if its_below == ANY else 0.0
    _, six = dice_met(s, w, who, target, marks, kind)
    if six > 0:
        return 1.0 if six < its_below else 0.0
    return (its_below - 1) / FACES


@kernel
def defences_of(s, who):
    """What a unit has to defend itself with, and what it has used; ``put_back`` takes it."""
    unit = s.units[who]
    used = (int(unit.dodges), int(unit.blocks), int(unit.parries[0]), int(unit.parries[1]))
    return used, int(unit.defence), int(unit.kept), int(unit.refuses)


@kernel
def put_back(s, who, before):
    """Give a unit back the defences it had before it was thought to use one."""
    unit = s.units[who]
    used, unit.defence, unit.kept, unit.refuses = before
    unit.dodges, unit.blocks, unit.parries[0], unit.parries[1] = used


@kernel
def drop_impossible(s, w, who):
    """Take away what a unit has to defend itself with if it can no longer make that defence, as without its weapon."""
    unit = s.units[who]
    if unit.kept != Defence.NONE and not is_possible(s, w, who, int(unit.kept)):
        unit.kept = Defence.NONE
    if unit.defence != Defence.NONE and not is_possible(s, w, who, int(unit.defence)):
        unit.defence = Defence.NONE


@kernel
def use_up(s, target, marks, kind):
    """Take away the defence of a kind that a blow has met: its use counts, and the next one is still to be rolled."""
    unit = s.units[target]
    if kind == Defence.NONE:
        return
    if kind == Defence.DODGE:
        unit.dodges += 1
    elif kind == Defence.BLOCK:
        unit.blocks += 1
    else:
        unit.parries[kind - Defence.PARRY_SWORD_HAND] += 1
    if is_kept_met(s, target, marks):
        unit.kept = Defence.NONE
    elif unit.defence == kind:
        unit.defence = Defence.NONE
    unit.refuses = 0
