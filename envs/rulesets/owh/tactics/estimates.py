"""What behaviours may expect of an attack, a spell, an item: estimates, by the rules but without dice.

Left out are riders, tables and rerolls; an estimate weighs choices, the odds of the sandbox are exact.
"""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends, top
from ..rules.conditions import (
    combined_edge,
    current_modifier,
    hp_limit,
    is_able,
    is_down,
    is_frightened,
    is_standing,
)
from ..rules.damage import damage_of, dice_multiplier, dice_of
from ..rules.executing import protection
from ..rules.fate import removal_number
from ..rules.ground import is_cell_covered, is_engaged_with
from ..rules.sneaking import hiding_score, is_watched, stealth_modifier
from ..rules.targets import may_attack
from ..rules.totals import attack_modifier, edge_of_attack, parry_against
from ..rules.ways import allowance
from ..rules.weapons import UNARMED, free_attack_of, innate_rider, is_ready, kind_of, wielded_item
from ..vocab import Ability, Frame, Mode, Rider, Roll, Strike, Verb, WeaponKind

FIRST_OWN = len(Feature)  # features of this ruleset, in the order of tactics.FEATURES
(
    CALLED, SUBDUES, EXECUTES, HEALS, RESCUES, CURES, HIDES, STEALTHY, POISONS, DEFENDS, FATE, SPELL,
) = range(FIRST_OWN, FIRST_OWN + 12)  # fmt: skip
ENDLESS = 20  # shots of a weapon whose ammunition is not counted
D20 = 20.0
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
    """1 in a cell with cover."""
    return 1.0 if is_cell_covered(w, int(cell), int(cell)) else 0.0


@kernel
def chance_of_natural(edge, at_least):
    """Chance that a d20 with an edge shows at least a number."""
    share = min(max(21 - at_least, 0), 20) / D20
    if edge > 0:
        return 1.0 - (1.0 - share) * (1.0 - share)
    return share * share if edge < 0 else share


@kernel
def chance_to_hit(s, w, who, target, strike, mode):
    """Chance that an attack hits, by what the side knows."""
    was_hidden = s.units[who].hidden == 1
    total = attack_modifier(s, w, who, target, strike, was_hidden, False)
    total -= parry_against(s, w, target, who, strike, mode, False)
    needed = min(max(int(w.book.must_exceed) - total, 2), 20)
    return chance_of_natural(edge_of_attack(s, w, who, target, strike, False), needed)


@kernel
def mean_damage(s, w, who, target, strike, mode):
    """Mean damage of a hit: its dice at their mean."""
    dice, sides = dice_of(s, w, who, strike, mode)
    times = dice_multiplier(s, w, who, strike, s.units[who].hidden == 1, False)
    return float(damage_of(s, w, who, target, strike, dice * times * (sides + 1) // 2))


@kernel
def strike_of(s, w, who, verb):
    """What an attack by a verb is made with."""
    if verb == Verb.CAST:
        return int(Strike.SPELL)
    if verb == Verb.FREE_ATTACK and free_attack_of(s, w, who) == Ability.SHIELD_BASH:
        return int(Strike.BASH)
    return int(Strike.WEAPON)


@kernel
def is_attack(verb, mode):
    """Whether a choice rolls to hit."""
    if verb == Verb.CAST:
        return mode == Mode.FIREBOLT or mode == Mode.GUST or mode == Mode.FLASH
    return verb == Verb.ATTACK or verb == Verb.FREE_ATTACK or verb == Verb.OPPORTUNITY


@kernel
def is_harmful(verb, mode):
    """Whether an attack does damage."""
    return mode != Mode.BLINDING and mode != Mode.DISARM and mode != Mode.GUST and mode != Mode.FLASH


@kernel
def expected(s, w, who, row, feature):
    """Chance to hit, harm and chance to fell of an attack."""
    target, mode, verb = int(row.target), int(row.mode), int(row.verb)
    if target == NO_UNIT or not is_attack(verb, mode):
        return 0.0
    strike = strike_of(s, w, who, verb)
    hit = chance_to_hit(s, w, who, target, strike, mode)
    if feature == Feature.HIT:
        return hit
    if not is_harmful(verb, mode):
        return 0.0
    left = max(float(s.units[target].hp), 1.0)
    damage = mean_damage(s, w, who, target, strike, mode)
    if feature == Feature.HARM:
        return min(hit * damage / left, 1.0)
    return hit if damage >= left else 0.0


@kernel
def threat_of(s, w, who, target):
    """Harm to be expected from one attack of an enemy, as a share of what the unit has left."""
    if target == NO_UNIT or not may_attack(s, w, target, who):
        return 0.0
    hit = chance_to_hit(s, w, target, who, int(Strike.WEAPON), int(Mode.NORMAL))
    return min(hit * mean_damage(s, w, target, who, int(Strike.WEAPON), 0) / max(float(s.units[who].hp), 1.0), 1.0)


@kernel
def chance_to_execute(s, w, who, target):
    """Chance that an execution kills."""
    edge = combined_edge(w, 0, 1 if is_frightened(s, w, who) else 0)
    return chance_of_natural(edge, int(w.book.execute_tn) + protection(s, w, who, target, False))


@kernel
def share_healed(s, w, who, row):
    """Hit points a choice may be expected to give back, as a share of the patient's maximum."""
    verb, target = int(row.verb), int(row.target)
    if target == NO_UNIT:
        return 0.0
    missing = hp_limit(s, w, target) - int(s.units[target].hp)
    points = 0.0
    if verb == Verb.HEAL:
        needed = int(w.book.heal_tn) - current_modifier(s, w, who, s.units[who].healing)
        points = chance_of_natural(0, needed) * (
            int(s.units[who].healing) + w.book.heal_dice * (w.book.heal_sides + 1) / 2
        )
    elif verb == Verb.USE_POTION:
        points = w.book.potion_bonus + w.book.potion_dice * (w.book.potion_sides + 1) / 2
    elif verb == Verb.CAST and row.mode == Mode.MEND:
        points = max(int(s.units[who].spirit) + 7.0 - int(s.units[target].magic_resistance), 0.0)
    return min(min(points, float(missing)) / max(float(hp_limit(s, w, target)), 1.0), 1.0)


@kernel
def chance_to_hide(s, w, who):
    """Chance that hiding succeeds, as far as the side knows."""
    if is_watched(s, w, who, False):
        return 0.0
    score = hiding_score(s, w, who, False)
    edge = combined_edge(w, 1 if score > 0 else 0, (1 if score < 0 else 0) + (1 if is_frightened(s, w, who) else 0))
    return chance_of_natural(edge, int(w.book.hide_tn) - stealth_modifier(s, w, who, False))


@kernel
def gain_of_reroll(s, w, who):
    """What may be expected of making the roll again that is asked about, in [-1, 1]: the chance that a failed one succeeds; for
    dice what they lie below their mean, as a share of the hit points at stake.
    """
    frame = top(s)
    if frame.kind == Frame.ATTACK:
        return chance_of_natural(int(frame.edge), min(max(int(frame.number), 2), 20)) if frame.outcome == 0 else -1.0
    if frame.roll == Roll.TABLE:
        return (TABLE_MEAN - int(frame.dice)) / TABLE_SIDES
    if frame.roll == Roll.DAMAGE or frame.roll == Roll.HEALED or frame.roll == Roll.POTION:
        target = int(s.stack[s.depth - 2].target)
        at_stake = int(s.units[target].hp) if frame.roll == Roll.DAMAGE else int(s.units[target].hp_max)
        below = int(frame.index) * (int(frame.amount) + 1) / 2.0 - int(frame.dice)
        return min(max(below / max(at_stake, 1), -1.0), 1.0)
    return chance_of_natural(int(frame.edge), int(frame.number)) if frame.dice == 0 else -1.0


@kernel
def gain_of_token(s, w, who, verb):
    """What may be expected of a fate token."""
    if verb == Verb.REROLL:
        return gain_of_reroll(s, w, who)
    return chance_of_natural(0, removal_number(s, w, who)) if verb == Verb.SHAKE_OFF else 0.0


@kernel
def carries_poison(s, who):
    """Whether the weapon in hand poisons, paralyses or puts to sleep."""
    unit = s.units[who]
    if innate_rider(s, who, Rider.POISON | Rider.PARALYSE | Rider.SLEEP):
        return True
    if unit.wielded < 0:
        return False
    return (unit.venom_slot == unit.wielded and unit.venom_charges > 0) or (
        unit.sleep_slot == unit.wielded and unit.sleep_charges > 0
    )


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
        helps = verb == Verb.HEAL or verb == Verb.ROUSE or verb == Verb.CAST
        value = 1.0 if helps and target >= 0 and are_friends(s, who, target) and is_down(s, target) else 0.0
    elif feature == CURES:
        value = 1.0 if Verb.USE_ANTIDOTE <= verb <= Verb.USE_COURAGE or verb == Verb.EXTINGUISH else 0.0
    elif feature == HIDES:
        value = chance_to_hide(s, w, who) if verb == Verb.HIDE else 0.0
    elif feature == STEALTHY:
        value = 1.0 if is_attack(verb, mode) and s.units[who].hidden == 1 else 0.0
    elif feature == POISONS:
        coats = verb == Verb.COAT_VENOM or verb == Verb.COAT_SLEEP
        value = 1.0 if coats or (verb == Verb.ATTACK and carries_poison(s, who)) else 0.0
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
