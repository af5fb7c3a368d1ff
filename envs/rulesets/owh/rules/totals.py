"""What is added up for an attack: Parry, attack modifier, advantage. Every part is labelled for the log."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends, term
from ..board import distance
from ..vocab import Ability, Light, Mark, Mode, Strike, Term, Trait, WeaponKind
from .conditions import (
    agility_modifier,
    blindness,
    combined_edge,
    current_modifier,
    fear_source,
    has_ability,
    has_trait,
    less,
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


@kernel
def was_hidden(frame):
    """Whether the attacker was hidden when it declared the attack."""
    return frame.marks & Mark.HIDDEN != 0


# --- Parry -----------------------------------------------------------------------------------------------------------


@rule("called.headshot")
def headshot_parry(w):
    """Headshots and blinding shots: what they add to Parry."""
    return int(w.book.headshot_parry)


@rule("called.hero_headshot")
def hero_headshot_parry(w):
    """Headshots against heroes: what they add to Parry."""
    return int(w.book.hero_headshot_parry)


@rule("called.standard")
def body_shot_parry(w):
    """Called shots: what they add to Parry."""
    return int(w.book.called_parry)


@rule("called.hero")
def hero_body_shot_parry(w):
    """Called shots against heroes, disarming them included: what they add to Parry."""
    return int(w.book.hero_called_parry)


@rule("called.special")
def disarm_parry(w):
    """Disarming: what it adds to Parry."""
    return int(w.book.disarm_parry)


@kernel
def called_parry(s, w, target, mode):
    """What a mode adds to the target's Parry."""
    is_hero = has_trait(s, target, Trait.HERO)
    if mode == Mode.HEADSHOT or mode == Mode.BLINDING:
        return hero_headshot_parry(w) if is_hero else headshot_parry(w)
    if mode == Mode.CALLED:
        return hero_body_shot_parry(w) if is_hero else body_shot_parry(w)
    if mode == Mode.DISARM:
        return hero_body_shot_parry(w) if is_hero else disarm_parry(w)
    return 0


@rule("completion.armour")
def shield_lost(s, w, who):
    """Shields: a two-handed weapon in hand takes away what the shield gives."""
    item = wielded_item(s, who)
    if has_trait(s, who, Trait.SHIELD) and item != UNARMED and w.book.weapons[item - 1].hands > 1:
        return -int(w.book.shield_parry)
    return 0


@rule("defend.action", "status.blind", "status.deafened", "status.insane", "status.rooted", "completion.abilities")
def parry_by_condition(s, w, who):
    """Parry: the part set by the unit's own condition, the same against every attacker."""
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


@rule("called.stacking")
def stacked_called_shot(s, w, target, mode):
    """Called-shot stacking: what it adds on top of whatever else makes up Parry."""
    return less(s, Term.CALLED_SHOT, called_parry(s, w, target, mode))


@rule("attack.to_hit", "cover", "synergy.adjacent")
def parry_against(s, w, target, attacker, strike, mode, knows_all):
    """Current Parry: everything stacks."""
    parry = parry_by_condition(s, w, target)
    if kind_of_strike(s, w, attacker, strike) != WeaponKind.MELEE and is_covered(s, w, attacker, target):
        parry += less(s, Term.COVER, int(w.book.cover_parry))
    parry += stacked_called_shot(s, w, target, mode)
    if w.book.synergy_parry == 1:
        parry += less(s, Term.SYNERGY, synergy_of(s, w, target, attacker, knows_all))
    return parry


# --- the attack ------------------------------------------------------------------------------------------------------


@rule("melee.attack")
def melee_skill(s, w, who):
    """Melee: the Fighting modifier, armed or not."""
    return term(s, Term.FIGHTING, current_modifier(s, w, who, s.units[who].fighting))


@rule("ranged.attack")
def ranged_skill(s, w, who):
    """Ranged weapons: the Shooting modifier."""
    return term(s, Term.SHOOTING, current_modifier(s, w, who, s.units[who].shooting))


@rule("ranged.thrown")
def thrown_skill(s, w, who):
    """Thrown weapons: the Agility modifier."""
    return term(s, Term.AGILITY, agility_modifier(s, w, who))


@rule("completion.spells")
def spell_skill(s, w, who):
    """Spells: the Spirit modifier."""
    return term(s, Term.SPIRIT, current_modifier(s, w, who, s.units[who].spirit))


@kernel
def skill_term(s, w, who, strike):
    """What skill adds to the attack roll."""
    if strike == Strike.SPELL:
        return spell_skill(s, w, who)
    kind = kind_of_strike(s, w, who, strike)
    if kind == WeaponKind.RANGED:
        return ranged_skill(s, w, who)
    return thrown_skill(s, w, who) if kind == WeaponKind.THROWN else melee_skill(s, w, who)


@rule("stealth.attack_bonus")
def is_stealthy(s, w, who, target, strike, was_hidden):
    """Stealth attacks: in melee, by an attacker of whom the target is not aware; its friends always are."""
    if not was_hidden or strike == Strike.SPELL or are_friends(s, who, target):
        return False
    return kind_of_strike(s, w, who, strike) == WeaponKind.MELEE or w.book.stealth_ranged == 1


@rule("attack.to_hit", "synergy.adjacent", "stealth.attack_bonus", "status.blind", "completion.called_shot_tables")
def attack_modifier(s, w, who, target, strike, was_hidden, knows_all):
    """Attack roll: what is added to the die."""
    unit = s.units[who]
    total = skill_term(s, w, who, strike)
    if strike != Strike.SPELL and w.book.synergy_attack == 1:
        total += term(s, Term.SYNERGY, synergy_of(s, w, who, target, knows_all))
    if is_stealthy(s, w, who, target, strike, was_hidden):
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


@rule("unarmed")
def is_clumsy_unarmed(s, w, who, strike):
    """Unarmed: at a disadvantage, but for brawlers."""
    if strike != Strike.WEAPON or wielded_item(s, who) != UNARMED or w.book.unarmed_disadvantage == 0:
        return False
    return not has_ability(s, who, Ability.BRAWLER)


@rule("ranged.point_blank")
def is_hampered_in_contact(s, w, who, target, knows_all):
    """Point blank: contact with an enemy, or with the target itself, puts a shooter or thrower at a disadvantage."""
    is_close = is_engaged(s, w, who, knows_all) or is_touching(s, w, who, target)
    return w.book.point_blank_disadvantage == 1 and is_close


@rule("ranged.range_bands", "status.stunned", "status.paralyzed", "fear.frightened")
def edge_of_attack(s, w, who, target, strike, knows_all):
    """Advantage and disadvantage of an attack: all sources are counted first."""
    unit, other = s.units[who], s.units[target]
    ups = 1 if other.stunned > 0 else 0
    if other.paralyzed == 1 and w.book.paralyzed_advantage == 1:
        ups += 1
    downs = fear_source(s, w, who)
    if is_dazzled(s, w, who):
        downs += 1
    if is_clumsy_unarmed(s, w, who, strike):
        downs += 1
    if strike == Strike.WEAPON and kind_of(w, wielded_item(s, who)) != WeaponKind.MELEE:
        band = band_effect(w, wielded_item(s, who), distance(int(unit.cell), int(other.cell)))
        if is_hampered_in_contact(s, w, who, target, knows_all):
            downs += 1
            band = min(band, 0)
        ups += 1 if band > 0 else 0
        downs += 1 if band < 0 else 0
    return combined_edge(w, ups, downs)
