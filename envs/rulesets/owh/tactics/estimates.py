"""What behaviours may expect of an attack, a spell, an item: the odds by the rules, as far as the side knows what counts.

Left out are what hits bring besides their damage (pushes and falls too), the tables of called shots, and rerolls; the odds of
the sandbox count all.
"""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends, top
from ..rules.conditions import (
    edge_of_check,
    has_ability,
    hp_limit,
    is_able,
    is_aloft,
    is_standing,
)
from ..rules.damage import damage_against_armour, dice_multiplier, dice_of, direct_damage
from ..rules.executing import execution_number
from ..rules.fate import removal_number
from ..rules.ground import is_cell_covered, is_engaged_with
from ..rules.incapacitating import is_bludgeoning, may_disable
from ..rules.sneaking import hiding_edge, hiding_number, is_watched
from ..rules.targets import may_attack
from ..rules.tending import healing_number
from ..rules.totals import attack_modifier, edge_of_attack, parry_against
from ..rules.ways import allowance
from ..rules.weapons import UNARMED, is_ready, kind_of, wielded_item
from ..vocab import Ability, Frame, Mode, Roll, Strike, Verb, WeaponKind
from .chances import chance_of_critical, chance_of_hit, chance_of_sum, chance_to_reach, mean_within
from .effects import D20, can_cure, can_poison, can_rescue, is_attack, is_harmful, strike_of

FIRST_OWN = len(Feature)  # features of this ruleset, in the order of tactics.FEATURES
(
    CALLED, SUBDUES, EXECUTES, HEALS, RESCUES, CURES, HIDES, STEALTHY, POISONS, DEFENDS, FATE, SPELL,
) = range(FIRST_OWN, FIRST_OWN + 12)  # fmt: skip
ENDLESS = 20  # shots of a weapon whose ammunition is not counted
TABLE_MEAN, TABLE_SIDES = 7.15, 10.0  # of the higher of two d10


@kernel
def staying(s, who):
    """Hit points left; 0 out of action."""
    return max(int(s.units[who].hp), 1) if is_able(s, who) else 0


@kernel
def full_staying(s, who):
    """Hit points when fresh."""
    return int(s.units[who].hp_max)


@kernel
def own_move(s, w, who):
    """Cells of a Move over open ground."""
    return max(allowance(s, w, who), 1)


@kernel
def is_in_contact(s, w, one, other):
    """Whether two units are in base contact."""
    return is_engaged_with(s, w, one, other)


@kernel
def shots_left(s, w, who):
    """Shots: as many as one likes with a ranged or thrown weapon in hand."""
    item = wielded_item(s, who)
    return ENDLESS if item != UNARMED and kind_of(w, item) != WeaponKind.MELEE else 0


@kernel
def is_ready_to_shoot(s, w, who):
    """Whether the weapon in hand shoots and is loaded."""
    return shots_left(s, w, who) > 0 and is_ready(s, w, who)


@kernel
def cover_at(s, w, who, cell):
    """1 in a cell with cover; fliers have none."""
    return 1.0 if not is_aloft(s, who) and is_cell_covered(w, int(cell), int(cell)) else 0.0


@kernel
def number_needed(s, w, who, target, strike, mode):
    """What the attack die must show, by what the side knows."""
    total = attack_modifier(s, w, who, target, strike, s.units[who].hidden == 1, False)
    return int(w.book.must_exceed) - total + parry_against(s, w, target, who, strike, mode, False)


@kernel
def hp_at_stake(s, w, target, mode):
    """Hit points an attack can take: all, or all but what a blow to subdue leaves."""
    left = int(s.units[target].hp)
    return max(left - int(w.book.subdue_hp_floor), 0) if mode == Mode.SUBDUE else left


@kernel
def loss_of_hit(s, w, who, target, strike, mode, is_critical):
    """Mean of the hit points that a hit takes."""
    dice, sides = dice_of(s, w, who, strike, mode)
    dice *= dice_multiplier(s, w, who, target, strike, s.units[who].hidden == 1, is_critical)
    base = damage_against_armour(s, w, who, target, strike, 0)
    beyond = direct_damage(s, w, who, target)
    return mean_within(s, dice, sides, base, int(w.book.min_damage), beyond, hp_at_stake(s, w, target, mode))


@kernel
def points_to_fell(s, w, who, target, strike, mode):
    """Damage after which a target is out of play: what brings it to the threshold of defeat; of a blow to subdue less."""
    if mode != Mode.SUBDUE:
        return int(s.units[target].hp) - int(w.book.defeat_threshold)
    if may_disable(s, w, who, target, strike, s.units[who].hidden == 1):
        share = int(w.book.subdue_pct) * hp_limit(s, w, target)
        return 0 if is_bludgeoning(s, who) else (share + 99) // 100
    return hp_at_stake(s, w, target, mode)


@kernel
def chance_to_fell(s, w, who, target, strike, mode, is_critical):
    """Chance that a hit puts a target out of play."""
    needed = points_to_fell(s, w, who, target, strike, mode) - direct_damage(s, w, who, target)
    if needed <= w.book.min_damage:
        return 1.0
    dice, sides = dice_of(s, w, who, strike, mode)
    dice *= dice_multiplier(s, w, who, target, strike, s.units[who].hidden == 1, is_critical)
    return chance_of_sum(s, dice, sides, needed - damage_against_armour(s, w, who, target, strike, 0))


@kernel
def expected_of(s, w, who, target, strike, mode, feature):
    """Chance to hit, harm and chance to fell of an attack, by what the side knows."""
    number = number_needed(s, w, who, target, strike, mode)
    edge = edge_of_attack(s, w, who, target, strike, False)
    hit = chance_of_hit(w, edge, number)
    if feature == Feature.HIT:
        return hit
    critical = chance_of_critical(w, edge, number)
    if feature == Feature.HARM:
        loss = (hit - critical) * loss_of_hit(s, w, who, target, strike, mode, False)
        loss += critical * loss_of_hit(s, w, who, target, strike, mode, True)
        return loss / max(float(s.units[target].hp), 1.0)
    felled = (hit - critical) * chance_to_fell(s, w, who, target, strike, mode, False)
    return felled + critical * chance_to_fell(s, w, who, target, strike, mode, True)


@kernel
def expected(s, w, who, row, feature):
    """Chance to hit, harm and chance to fell of an attack."""
    target, mode, verb = int(row.target), int(row.mode), int(row.verb)
    if target == NO_UNIT or not is_attack(verb, mode):
        return 0.0
    if feature != Feature.HIT and not is_harmful(mode):
        return 0.0
    return expected_of(s, w, who, target, strike_of(s, w, who, verb), mode, feature)


@kernel
def threat_of(s, w, who, target):
    """Harm to be expected from one attack of an enemy, as a share of what the unit has left."""
    if target == NO_UNIT or not may_attack(s, w, target, who):
        return 0.0
    return expected_of(s, w, target, who, int(Strike.WEAPON), int(Mode.NORMAL), int(Feature.HARM))


@kernel
def chance_to_execute(s, w, who, target):
    """Chance that an execution kills."""
    return chance_to_reach(D20, edge_of_check(s, w, who), execution_number(s, w, who, target, False))


@kernel
def share_healed(s, w, who, row):
    """Hit points a choice may be expected to give back, as a share of the patient's maximum."""
    verb, target = int(row.verb), int(row.target)
    if target == NO_UNIT:
        return 0.0
    missing = hp_limit(s, w, target) - int(s.units[target].hp)
    points = 0.0
    if verb == Verb.HEAL:
        base = int(s.units[who].healing)
        if has_ability(s, who, Ability.FIELD_MEDIC):
            base += int(w.book.field_medic_bonus)
        least = 1 if s.units[target].down == 1 else 0
        points = mean_within(s, int(w.book.heal_dice), int(w.book.heal_sides), base, least, 0, missing)
        points *= chance_to_reach(D20, edge_of_check(s, w, who), healing_number(s, w, who))
    elif verb == Verb.USE_POTION:
        bonus = int(w.book.potion_bonus)
        points = mean_within(s, int(w.book.potion_dice), int(w.book.potion_sides), bonus, 0, 0, missing)
    elif verb == Verb.CAST and row.mode == Mode.MEND:
        spell = w.book.spells[Mode.MEND - Mode.FIREBOLT]
        base = int(s.units[who].spirit) - int(s.units[target].magic_resistance)
        points = mean_within(s, int(spell.dice), int(spell.sides), base, 0, 0, missing)
    return points / max(float(hp_limit(s, w, target)), 1.0)


@kernel
def chance_to_hide(s, w, who):
    """Chance that hiding succeeds, as far as the side knows."""
    if is_watched(s, w, who, False):
        return 0.0
    return chance_to_reach(D20, hiding_edge(s, w, who), hiding_number(s, w, who))


@kernel
def gain_of_reroll(s, w, who):
    """What may be expected of making the roll again that is asked about, in [-1, 1]: the chance that a failed one succeeds; for
    dice what they lie below their mean, as a share of the hit points at stake.
    """
    frame = top(s)
    if frame.kind == Frame.ATTACK:
        return chance_of_hit(w, int(frame.edge), int(frame.number)) if frame.outcome == 0 else -1.0
    if frame.roll == Roll.TABLE:
        return (TABLE_MEAN - int(frame.dice)) / TABLE_SIDES
    if frame.roll == Roll.DAMAGE or frame.roll == Roll.HEALED or frame.roll == Roll.POTION:
        target = int(s.stack[s.depth - 2].target)
        at_stake = int(s.units[target].hp) if frame.roll == Roll.DAMAGE else int(s.units[target].hp_max)
        below = int(frame.index) * (int(frame.amount) + 1) / 2.0 - int(frame.dice)
        return min(max(below / max(at_stake, 1), -1.0), 1.0)
    return chance_to_reach(int(frame.amount), int(frame.edge), int(frame.number)) if frame.dice == 0 else -1.0


@kernel
def gain_of_token(s, w, who, verb):
    """What may be expected of a fate token."""
    if verb == Verb.REROLL:
        return gain_of_reroll(s, w, who)
    return chance_to_reach(D20, 0, removal_number(s, w, who)) if verb == Verb.SHAKE_OFF else 0.0


@kernel
def estimate_own(s, w, who, row, feature):
    """Features that only this book makes sense of."""
    verb, mode, target = int(row.verb), int(row.mode), int(row.target)
    value = 0.0
    if feature == CALLED:
        value = 1.0 if verb == Verb.ATTACK and mode >= Mode.CALLED else 0.0
    elif feature == SUBDUES:
        value = 1.0 if verb == Verb.ATTACK and mode == Mode.SUBDUE else 0.0
    elif feature == EXECUTES:
        if verb == Verb.EXECUTE or verb == Verb.FREE_EXECUTE:
            value = chance_to_execute(s, w, who, target) if target >= 0 else 0.0
    elif feature == HEALS:
        value = share_healed(s, w, who, row)
    elif feature == RESCUES:
        value = 1.0 if can_rescue(s, w, who, row) else 0.0
    elif feature == CURES:
        value = 1.0 if can_cure(s, w, who, row) else 0.0
    elif feature == HIDES:
        value = chance_to_hide(s, w, who) if verb == Verb.HIDE else 0.0
    elif feature == STEALTHY:
        value = 1.0 if is_attack(verb, mode) and verb != Verb.CAST and s.units[who].hidden == 1 else 0.0
    elif feature == POISONS:
        coats = verb == Verb.COAT_VENOM or verb == Verb.COAT_SLEEP
        value = 1.0 if coats or can_poison(s, w, who, row) else 0.0
    elif feature == DEFENDS:
        value = 1.0 if verb == Verb.DEFEND else 0.0
    elif feature == FATE:
        value = gain_of_token(s, w, who, verb)
    else:
        value = 1.0 if verb == Verb.CAST else 0.0
    return value


@kernel
def estimate(s, w, who, row, feature):
    """A feature of a complete choice that the ruleset knows: hit, harm, fell, threat, saved, price, and its own."""
    if feature >= FIRST_OWN:
        return estimate_own(s, w, who, row, feature)
    if feature <= Feature.FELL:
        return expected(s, w, who, row, feature)
    if feature == Feature.THREAT:
        is_enemy = row.target >= 0 and not are_friends(s, who, int(row.target)) and is_standing(s, int(row.target))
        return threat_of(s, w, who, int(row.target)) if is_enemy else 0.0
    return 0.0
