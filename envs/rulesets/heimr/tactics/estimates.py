"""What behaviours may expect of a choice: the shared features by the book's numbers. ``own.py`` has those of this book alone."""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends, top
from ..board import distance
from ..rules.abilities import ability_consistency, ability_potential
from ..rules.aiming import part_of_mode
from ..rules.conditions import in_cluster_together, is_in_fight
from ..rules.defending import kind_of_verb
from ..rules.hands import is_ready, ranged_slot
from ..rules.rolling import clamped
from ..vocab import Ability, Defence, Frame, Mark, Prompt, Verb
from .against import fatigue_known, hit_points_known, past_defence, past_roll, taken_off
from .blows import best_marks, come_back, feared, first_roll, go_to, place_of
from .chances import ABOVE, ANY, LEAST, chance_of
from .kinds import is_attack, marks_of
from .outlooks import outlook
from .own import FIRST_OWN, estimate_own

FULL_COVER = 3.0  # concealment from which cover counts as full


@kernel
def staying(s, who):
    """Hit points left; 0 out of action."""
    return max(int(s.units[who].hp), 1) if is_in_fight(s, who) else 0


@kernel
def full_staying(s, who):
    """Full hit points."""
    return int(s.units[who].hp_max)


@kernel
def own_move(s, w, who):
    """Locations of a move."""
    return 1


@kernel
def is_in_contact(s, w, one, other):
    """Whether two units are in one location."""
    return s.units[one].cell == s.units[other].cell or in_cluster_together(s, one, other)


@kernel
def shots_left(s, w, who):
    """Missiles of the weapon in hand; what is only thrown into the next location keeps nobody off, and counts as none."""
    slot = ranged_slot(s, w, who)
    if slot < 0 or w.book.items[s.units[who].items[slot]].range <= 1:
        return 0
    return int(s.units[who].ammo[slot])


@kernel
def is_ready_to_shoot(s, w, who):
    """Whether a missile is ready."""
    slot = ranged_slot(s, w, who)
    return slot >= 0 and is_ready(s, w, who, slot)


@kernel
def cover_at(s, w, who, cell):
    """Concealment of the object in a location, a third for each point."""
    return min(float(w.field.cover[cell]) / FULL_COVER, 1.0)


# --- attacks ---------------------------------------------------------------------------------------------------------


@kernel
def expected(s, w, who, row, feature):
    """Chance to hit, harm and chance to fell of a choice."""
    verb, target = int(row.verb), int(row.target)
    if target == NO_UNIT or are_friends(s, who, target):
        return 0.0
    if verb == Verb.THREATEN:
        return chance_to_threaten(s, w, who, target)
    if not is_attack(verb):
        return 0.0
    hit, harm, fells, _ = outlook(s, w, who, target, part_of_mode(int(row.mode)), marks_of(s, w, row))
    if feature == Feature.HIT:
        return hit
    return harm if feature == Feature.HARM else fells


@kernel
def chance_to_threaten(s, w, who, target):
    """Chance that a threat makes an enemy surrender: persuasion must be higher than insight."""
    its = clamped(w, ability_consistency(s, w, target, int(Ability.INSIGHT)))
    mine = clamped(w, ability_consistency(s, w, who, int(Ability.PERSUASION)))
    ahead = ability_potential(s, w, who, int(Ability.PERSUASION))
    ahead -= ability_potential(s, w, target, int(Ability.INSIGHT))
    total = 0.0
    for natural in range(LEAST, ABOVE):
        share = chance_of(mine, natural) - chance_of(mine, natural + 1)
        total += share * (1.0 - chance_of(its, natural + ahead))
    return total


# --- defences --------------------------------------------------------------------------------------------------------


@kernel
def most_feared(s, w, who):
    """The enemy within one cell, or with a missile ready, whose attack would do most harm; NO_UNIT for no enemy."""
    worst, most = NO_UNIT, 0.0
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        is_near = distance(int(s.units[who].cell), int(s.units[enemy].cell)) <= 1
        if is_near or is_ready_to_shoot(s, w, enemy):
            harm = feared(s, w, who, enemy)
            if worst == NO_UNIT or harm > most:
                worst = enemy
                most = harm
    return worst


@kernel
def saved_by_kind(s, w, who, kind):
    """Harm that the next defence may be expected to save, if it is of this kind: of the worst attack, or of the one under way."""
    frame = top(s)
    is_now = frame.kind == Frame.STRIKE
    enemy = int(frame.who) if is_now else most_feared(s, w, who)
    if enemy == NO_UNIT or kind == Defence.NONE:
        return 0.0
    marks = int(frame.marks) if is_now else best_marks(s, w, enemy, who)
    is_shot = marks & Mark.SHOT != 0
    if is_shot and kind >= Defence.PARRY_SWORD_HAND:
        return 0.0
    return harm_stopped(s, w, who, enemy, marks, kind)


@kernel
def harm_stopped(s, w, who, enemy, marks, kind):
    """Harm of the first roll of an attack that a defence of a kind stops, as a share; without a kind the one that stands."""
    is_shot = marks & Mark.SHOT != 0
    before = place_of(s, enemy) if is_shot else go_to(s, w, enemy, who)
    slot, consistency, potential, points = first_roll(s, w, enemy, who, marks)
    fatigue = fatigue_known(s, w, who, enemy)
    roll = (consistency, potential, fatigue, ANY)
    passes = 0.0
    if kind == Defence.NONE:
        passes = past_defence(s, w, enemy, who, marks, roll, int(s.units[who].fatigue))
    else:
        less = taken_off(s, w, enemy, who, marks)
        passes = past_roll(s, w, who, kind, less, is_shot, roll, int(s.units[who].fatigue), ANY)
    come_back(s, enemy, before)
    if slot < 0:
        return 0.0
    open_to_it = chance_of(consistency, fatigue)
    return min(max(open_to_it - passes, 0.0) * points / hit_points_known(s, w, who, who), 1.0)


@kernel
def saved(s, w, who, row):
    """Harm a reaction may be expected to save, as a share of what the unit can still take."""
    verb = int(row.verb)
    if s.prompt == Prompt.DEFENCE:
        return saved_by_kind(s, w, who, kind_of_verb(verb))
    frame = top(s)
    if frame.kind == Frame.STRIKE and verb == Verb.DEFEND:
        return harm_stopped(s, w, who, int(frame.who), int(frame.marks), int(Defence.NONE))
    if frame.kind == Frame.STRIKE and verb == Verb.EVADE:
        _, _, _, points = first_roll(s, w, int(frame.who), who, int(frame.marks))
        return min(points / hit_points_known(s, w, who, who), 1.0)
    return 0.0


@kernel
def estimate(s, w, who, row, feature):
    """A feature of a complete choice that the ruleset knows: hit, harm, fell, threat, charge, saved, price, and its own."""
    if feature >= FIRST_OWN:
        return estimate_own(s, w, who, row, feature)
    if feature <= Feature.FELL:
        return expected(s, w, who, row, feature)
    target = int(row.target)
    if feature == Feature.THREAT:
        is_enemy = target >= 0 and not are_friends(s, who, target) and is_in_fight(s, target)
        return feared(s, w, who, target) if is_enemy and s.units[target].cell >= 0 else 0.0
    if feature == Feature.CHARGE:
        return 1.0 if row.verb == Verb.CHARGE_WEAPON or row.verb == Verb.CHARGE_BRAWL else 0.0
    return saved(s, w, who, row) if feature == Feature.SAVED else 0.0
