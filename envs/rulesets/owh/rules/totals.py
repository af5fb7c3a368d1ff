"""What is added up for an attack: Parry, attack modifier, advantage, damage. Every part is labelled for the log."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import term
from ..board import distance
from ..vocab import Ability, Light, Mode, Strike, Term, Trait, WeaponKind
from .conditions import (
    agility_modifier,
    blindness,
    combined_edge,
    current_modifier,
    has_ability,
    has_trait,
    is_frightened,
)
from .ground import is_covered, is_engaged, is_touching
from .synergy import synergy_of
from .weapons import UNARMED, kind_of, wielded_item


@kernel
def kind_of_strike(s, w, who, strike):
    """What an attack counts as: melee, ranged or thrown. Spells are ranged, a shield is melee."""
    if strike == Strike.WEAPON:
        return kind_of(w, wielded_item(s, who))
    return int(WeaponKind.RANGED) if strike == Strike.SPELL else int(WeaponKind.MELEE)


# --- Parry -----------------------------------------------------------------------------------------------------------


@rule("called.standard", "called.headshot", "called.special", "called.hero", "called.hero_headshot", "called.stacking")
def called_parry(s, w, target, mode):
    """Called shots: what they add to the target's Parry; more for heroes."""
    is_hero = has_trait(s, target, Trait.HERO)
    if mode == Mode.HEADSHOT or mode == Mode.BLINDING:
        return int(w.book.hero_headshot_parry) if is_hero else int(w.book.headshot_parry)
    if mode == Mode.CALLED:
        return int(w.book.hero_called_parry) if is_hero else int(w.book.called_parry)
    if mode == Mode.DISARM:
        return int(w.book.hero_called_parry) if is_hero else int(w.book.disarm_parry)
    return 0


@kernel
def less(s, label, value):
    """Note what is taken off an attack: Parry, and whatever changes it. Returns it as it is."""
    term(s, label, -value)
    return value


@rule("completion.armour")
def shield_lost(s, w, who):
    """Shields: a two-handed weapon in hand takes away what the shield gives."""
    item = wielded_item(s, who)
    if has_trait(s, who, Trait.SHIELD) and item != UNARMED and w.book.weapons[item - 1].hands > 1:
        return -int(w.book.shield_parry)
    return 0


@rule(
    "defend.action", "cover", "status.blind", "status.deafened", "status.insane", "status.rooted", "synergy.adjacent",
    "completion.abilities",
)  # fmt: skip
def parry_by_condition(s, w, who):
    """Parry: as the unit's own condition makes it, whoever attacks."""
    unit = s.units[who]
    parry = less(s, Term.PARRY, int(unit.parry))
    if unit.defending == 1:
        parry += less(s, Term.DEFENDING, int(w.book.defend_parry))
    if unit.blind > 0:
        parry += less(s, Term.BLIND, int(w.book.blind_parry))
    if unit.deafened > 0:
        parry += less(s, Term.DEAFENED, int(w.book.deaf_parry))
    if unit.insane == 1:
        parry += less(s, Term.INSANE, int(w.book.insane_parry))
    if unit.rooted > 0:
        parry += less(s, Term.ROOTED, int(w.book.rooted_parry))
    if unit.berserk > 0:
        parry += less(s, Term.BERSERK, int(w.book.berserk_parry))
    return parry + less(s, Term.NO_SHIELD, shield_lost(s, w, who))


@rule("attack.to_hit", "cover", "called.stacking", "synergy.adjacent")
def parry_against(s, w, target, attacker, strike, mode, knows_all):
    """Current Parry: everything stacks."""
    parry = parry_by_condition(s, w, target)
    if kind_of_strike(s, w, attacker, strike) != WeaponKind.MELEE and is_covered(s, w, attacker, target):
        parry += less(s, Term.COVER, int(w.book.cover_parry))
    parry += less(s, Term.CALLED_SHOT, called_parry(s, w, target, mode))
    if w.book.synergy_parry == 1:
        parry += less(s, Term.SYNERGY, synergy_of(s, w, target, attacker, knows_all))
    return parry


# --- the attack ------------------------------------------------------------------------------------------------------


@rule("melee.attack", "ranged.attack", "ranged.thrown", "completion.spells", "unarmed")
def skill_term(s, w, who, strike):
    """Attack roll: Fighting in melee, Shooting for ranged weapons, Agility for thrown ones, Spirit for spells."""
    unit = s.units[who]
    if strike == Strike.SPELL:
        return term(s, Term.SPIRIT, current_modifier(s, w, who, unit.spirit))
    kind = kind_of_strike(s, w, who, strike)
    if kind == WeaponKind.RANGED:
        return term(s, Term.SHOOTING, current_modifier(s, w, who, unit.shooting))
    if kind == WeaponKind.THROWN:
        return term(s, Term.AGILITY, agility_modifier(s, w, who))
    return term(s, Term.FIGHTING, current_modifier(s, w, who, unit.fighting))


@rule("stealth.attack_bonus", "stealth.damage")
def is_stealthy(s, w, who, strike, was_hidden):
    """Stealth attacks: in melee, by somebody hidden."""
    if not was_hidden or strike == Strike.SPELL:
        return False
    return kind_of_strike(s, w, who, strike) == WeaponKind.MELEE or w.book.stealth_ranged == 1


@rule("attack.to_hit", "synergy.adjacent", "stealth.attack_bonus", "status.blind", "completion.called_shot_tables")
def attack_modifier(s, w, who, target, strike, was_hidden, knows_all):
    """Attack roll: what is added to the die."""
    unit = s.units[who]
    total = skill_term(s, w, who, strike)
    if strike != Strike.SPELL and w.book.synergy_attack == 1:
        total += term(s, Term.SYNERGY, synergy_of(s, w, who, target, knows_all))
    if is_stealthy(s, w, who, strike, was_hidden):
        total += term(s, Term.STEALTH, int(w.book.stealth_attack))
    total += term(s, Term.BLIND, blindness(s, w, who))
    if unit.arm_broken == 1:
        total += term(s, Term.ARM_BROKEN, int(w.book.arm_broken_attack))
    if unit.berserk > 0 and kind_of_strike(s, w, who, strike) == WeaponKind.MELEE:
        total += term(s, Term.BERSERK, int(w.book.berserk_attack))
    return total


@rule("ranged.range_bands")
def band_effect(w, item, gap):
    """Range bands: close, medium, long."""
    if gap <= w.book.weapons[item - 1].close:
        return int(w.book.close_effect)
    if gap <= w.book.weapons[item - 1].medium:
        return int(w.book.medium_effect)
    return int(w.book.long_effect)


@rule("light.sensitivity")
def is_dazzled(s, w, who):
    """Light sensitivity: in daylight."""
    return has_trait(s, who, Trait.LIGHT_SENSITIVE) and w.field.light[s.units[who].cell] == Light.DAYLIGHT


@rule("unarmed", "completion.abilities")
def is_clumsy_unarmed(s, w, who, strike):
    """Unarmed: at a disadvantage, but for brawlers."""
    if strike != Strike.WEAPON or wielded_item(s, who) != UNARMED or w.book.unarmed_disadvantage == 0:
        return False
    return not has_ability(s, who, Ability.BRAWLER)


@rule("ranged.point_blank", "ranged.range_bands", "status.stunned", "status.paralyzed", "fear.frightened")
def edge_of_attack(s, w, who, target, strike, knows_all):
    """Advantage and disadvantage of an attack: all sources are counted first."""
    unit, other = s.units[who], s.units[target]
    ups = 1 if other.stunned > 0 else 0
    if other.paralyzed == 1 and w.book.paralyzed_advantage == 1:
        ups += 1
    downs = 1 if is_frightened(s, w, who) else 0
    if is_dazzled(s, w, who):
        downs += 1
    if is_clumsy_unarmed(s, w, who, strike):
        downs += 1
    if strike == Strike.WEAPON and kind_of(w, wielded_item(s, who)) != WeaponKind.MELEE:
        band = band_effect(w, wielded_item(s, who), distance(int(unit.cell), int(other.cell)))
        if w.book.point_blank_disadvantage == 1 and is_engaged(s, w, who, knows_all):
            downs += 1
            band = min(band, 0)
        ups += 1 if band > 0 else 0
        downs += 1 if band < 0 else 0
    return combined_edge(w, ups, downs)


# --- damage ----------------------------------------------------------------------------------------------------------


@rule("damage.melee", "damage.ranged", "damage.thrown")
def score_of_damage(s, w, who, strike):
    """Damage: the full score that goes with the weapon: Strength, Agility or Shooting."""
    unit = s.units[who]
    if strike == Strike.SPELL:
        return term(s, Term.SPIRIT, int(unit.spirit))
    kind = kind_of_strike(s, w, who, strike)
    stat = int(w.book.melee_stat)
    if kind == WeaponKind.RANGED:
        stat = int(w.book.ranged_stat)
    elif kind == WeaponKind.THROWN:
        stat = int(w.book.thrown_stat)
    if stat == 1:
        return term(s, Term.AGILITY, int(unit.agility))
    return term(s, Term.SHOOTING, int(unit.shooting)) if stat == 2 else term(s, Term.STRENGTH, int(unit.strength))


@rule("stealth.damage", "attack.natural_20")
def dice_multiplier(s, w, who, strike, was_hidden, is_critical):
    """Weapon dice: twice as many on a natural 20 or from stealth, three times with a heavy weapon from stealth; the largest
    counts.
    """
    times = int(w.book.crit_dice) if is_critical else 1
    if is_stealthy(s, w, who, strike, was_hidden):
        item = wielded_item(s, who)
        is_heavy = item != UNARMED and w.book.weapons[item - 1].heavy == 1
        times = max(times, int(w.book.stealth_heavy_dice) if is_heavy else int(w.book.stealth_dice))
    return times


@rule("unarmed", "completion.abilities", "completion.weapons", "completion.spells")
def dice_of(s, w, who, strike, spell):
    """Weapon dice: how many and of how many sides; none for bare hands and shields."""
    if strike == Strike.BASH:
        return 0, 6
    if strike == Strike.SPELL:
        row = w.book.spells[spell - Mode.FIREBOLT]
        return int(row.dice), int(row.sides)
    item = wielded_item(s, who)
    if item == UNARMED:
        if has_ability(s, who, Ability.BRAWLER):
            return 1, int(w.book.brawler_sides)
        return int(w.book.unarmed_dice), int(w.book.brawler_sides)
    return int(w.book.weapons[item - 1].dice), int(w.book.weapons[item - 1].sides)


@rule("damage.runes", "ranged.point_blank", "status.insane", "completion.abilities")
def flat_damage(s, w, who, target, strike):
    """Damage: flat bonuses, before armour and never doubled."""
    unit = s.units[who]
    flat = 0
    if strike == Strike.SPELL:
        return flat
    item = wielded_item(s, who)
    kind = kind_of_strike(s, w, who, strike)
    if strike == Strike.WEAPON and item != UNARMED:
        flat += term(s, Term.RUNE, int(w.book.weapons[item - 1].rune_bonus))
    if kind != WeaponKind.MELEE and is_touching(s, w, who, target):
        flat += term(s, Term.POINT_BLANK, int(w.book.point_blank_damage))
    if unit.insane == 1:
        flat += term(s, Term.INSANE, int(w.book.insane_damage))
    if unit.berserk > 0 and kind == WeaponKind.MELEE:
        flat += term(s, Term.BERSERK, int(w.book.berserk_damage))
    return flat


@rule("armor_piercing", "completion.spells")
def armour_against(s, w, who, target, strike):
    """Armour piercing: each point lowers the armour by one, not below 0; magic meets magic resistance instead."""
    if strike == Strike.SPELL:
        return int(s.units[target].magic_resistance)
    item = wielded_item(s, who)
    ap = int(w.book.weapons[item - 1].ap) if strike == Strike.WEAPON and item != UNARMED else 0
    return max(int(s.units[target].armour) - ap, int(w.book.armour_floor))


@rule("damage.formula", "synergy.coordinated_roll")
def damage_of(s, w, who, target, strike, dice):
    """Damage: score + dice + flat bonuses - armour, never below 0; then what ignores armour."""
    total = score_of_damage(s, w, who, strike)
    total += term(s, Term.DICE, dice)
    total += flat_damage(s, w, who, target, strike)
    armour = armour_against(s, w, who, target, strike)
    total -= armour
    term(s, Term.MAGIC_RESISTANCE if strike == Strike.SPELL else Term.ARMOUR, -armour)
    physical = max(int(w.book.min_damage), total)
    term(s, Term.LEAST, physical - total)
    return physical + direct_damage(s, w, who, target)


@rule("synergy.coordinated_roll")
def direct_damage(s, w, who, target):
    """Coordinated attacks: damage that ignores armour."""
    if s.units[who].coordinated_on != target:
        return 0
    return term(s, Term.COORDINATED, int(w.book.coordinated_damage))
