"""Damage: scores, weapon dice, flat bonuses and armour. Every part is labelled for the log."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import term
from ..vocab import Ability, Mode, Strike, Term, WeaponKind
from .conditions import has_ability
from .ground import is_touching
from .totals import is_stealthy, kind_of_strike
from .weapons import UNARMED, wielded_item


@kernel
def score_term(s, who, stat):
    """A full score: 0 Strength, 1 Agility, 2 Shooting."""
    unit = s.units[who]
    if stat == 1:
        return term(s, Term.AGILITY, int(unit.agility))
    return term(s, Term.SHOOTING, int(unit.shooting)) if stat == 2 else term(s, Term.STRENGTH, int(unit.strength))


@rule("damage.melee")
def melee_score(s, w, who):
    """Melee damage: the full Strength score."""
    return score_term(s, who, int(w.book.melee_stat))


@rule("damage.ranged")
def ranged_score(s, w, who):
    """Ranged damage: the full Shooting score."""
    return score_term(s, who, int(w.book.ranged_stat))


@rule("damage.thrown")
def thrown_score(s, w, who):
    """Thrown damage: the full Strength score, as in melee."""
    return score_term(s, who, int(w.book.thrown_stat))


@kernel
def score_of_damage(s, w, who, strike):
    """The full score that goes with the weapon, or with the spell."""
    if strike == Strike.SPELL:
        return term(s, Term.SPIRIT, int(s.units[who].spirit))
    kind = kind_of_strike(s, w, who, strike)
    if kind == WeaponKind.RANGED:
        return ranged_score(s, w, who)
    return thrown_score(s, w, who) if kind == WeaponKind.THROWN else melee_score(s, w, who)


@rule("attack.natural_20")
def critical_dice(w):
    """Natural 20: how many times the weapon dice are rolled."""
    return int(w.book.crit_dice)


@rule("stealth.damage")
def stealth_dice(s, w, who):
    """Stealth: how many times the weapon dice are rolled; more often with a heavy weapon."""
    item = wielded_item(s, who)
    is_heavy = item != UNARMED and w.book.weapons[item - 1].heavy == 1
    return int(w.book.stealth_heavy_dice) if is_heavy else int(w.book.stealth_dice)


@kernel
def dice_multiplier(s, w, who, target, strike, was_hidden, is_critical):
    """How many times the weapon dice are rolled; of several reasons to roll them more often the largest counts."""
    times = critical_dice(w) if is_critical else 1
    is_unseen = is_stealthy(s, w, who, target, strike, was_hidden)
    return max(times, stealth_dice(s, w, who)) if is_unseen else times


@rule("unarmed")
def unarmed_dice(s, w, who):
    """Unarmed: how many dice bare hands have; brawlers have one."""
    return 1 if has_ability(s, who, Ability.BRAWLER) else int(w.book.unarmed_dice)


@rule("completion.weapons", "completion.spells")
def dice_of(s, w, who, strike, spell):
    """Weapon dice: how many and of how many sides; none for bare hands and shields."""
    if strike == Strike.BASH:
        return 0, 6
    if strike == Strike.SPELL:
        row = w.book.spells[spell - Mode.FIREBOLT]
        return int(row.dice), int(row.sides)
    item = wielded_item(s, who)
    if item == UNARMED:
        return unarmed_dice(s, w, who), int(w.book.brawler_sides)
    return int(w.book.weapons[item - 1].dice), int(w.book.weapons[item - 1].sides)


@rule("damage.runes")
def rune_damage(s, w, who, strike):
    """Runes: what those of the weapon add."""
    item = wielded_item(s, who)
    return int(w.book.weapons[item - 1].rune_bonus) if strike == Strike.WEAPON and item != UNARMED else 0


@rule("ranged.point_blank")
def point_blank_damage(s, w, who, target, kind):
    """Point blank: what a shot or throw adds in base contact."""
    return int(w.book.point_blank_damage) if kind != WeaponKind.MELEE and is_touching(s, w, who, target) else 0


@rule("status.insane", "completion.abilities")
def flat_damage(s, w, who, target, strike):
    """Damage: flat bonuses, before armour and never doubled."""
    unit = s.units[who]
    if strike == Strike.SPELL:
        return 0
    kind = kind_of_strike(s, w, who, strike)
    flat = term(s, Term.RUNE, rune_damage(s, w, who, strike))
    flat += term(s, Term.POINT_BLANK, point_blank_damage(s, w, who, target, kind))
    if unit.insane == 1:
        flat += term(s, Term.INSANE, int(w.book.insane_damage))
    if unit.berserk > 0 and kind == WeaponKind.MELEE:
        flat += term(s, Term.BERSERK, int(w.book.berserk_damage))
    return flat


@rule("armor_piercing")
def piercing(s, w, who, strike):
    """Armour piercing: points by which the weapon lowers the armour."""
    item = wielded_item(s, who)
    return int(w.book.weapons[item - 1].ap) if strike == Strike.WEAPON and item != UNARMED else 0


@rule("armor_piercing", "completion.spells")
def armour_against(s, w, who, target, strike):
    """Armour piercing: each point lowers the armour by one, not below 0; magic meets magic resistance instead."""
    if strike == Strike.SPELL:
        return int(s.units[target].magic_resistance)
    return max(int(s.units[target].armour) - piercing(s, w, who, strike), int(w.book.armour_floor))


@rule("damage.formula")
def damage_against_armour(s, w, who, target, strike, dice):
    """Damage: score + dice + flat bonuses - armour."""
    total = score_of_damage(s, w, who, strike)
    total += term(s, Term.DICE, dice)
    total += flat_damage(s, w, who, target, strike)
    armour = armour_against(s, w, who, target, strike)
    term(s, Term.MAGIC_RESISTANCE if strike == Strike.SPELL else Term.ARMOUR, -armour)
    return total - armour


@rule("damage.formula")
def damage_of(s, w, who, target, strike, dice):
    """Damage: what armour leaves, never below 0; then what ignores armour."""
    total = damage_against_armour(s, w, who, target, strike, dice)
    physical = max(int(w.book.min_damage), total)
    term(s, Term.LEAST, physical - total)
    return physical + direct_damage(s, w, who, target)


@rule("synergy.coordinated_roll")
def direct_damage(s, w, who, target):
    """Coordinated attacks: damage that ignores armour."""
    if s.units[who].coordinated_on != target:
        return 0
    return term(s, Term.COORDINATED, int(w.book.coordinated_damage))
