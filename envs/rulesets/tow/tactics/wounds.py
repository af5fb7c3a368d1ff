"""Wounds to be expected: of a round of combat, of a volley, of a spell. By the rules but without dice: all that
is in the way of a blow is looked up, what happens between blows is not.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ..rules.blows import need_against
from ..rules.bodies import has_trait
from ..rules.casualties import is_character_alone, rank_and_file
from ..rules.charge_moves import distance_needed
from ..rules.contact import charge_side, contact_pose
from ..rules.formation import is_infantry, ranks_of
from ..rules.harm import toughness_of, wound_need
from ..rules.magic import casting_value, spell_of
from ..rules.saves import NEVER, armour_of, save_need, ward_need
from ..rules.shapes import movement_of
from ..rules.striking import attacks_of_champion, attacks_of_character, attacks_of_riders, attacks_of_supporters
from ..rules.weapons import extra_ranks, weapon_ap, weapon_strength
from ..vocab import Mark, Mode, Side, Trait, Troop

D6 = 6.0
SIX = 6
MEAN_OF_DIE = 3.5


@kernel
def chance_of_face(need):
    """Chance that a D6 shows a number, which a 1 never does."""
    return (7.0 - min(max(need, 2), 7)) / D6


@kernel
def chance_of_two_dice(need):
    """Chance that two D6 come to a number."""
    if need <= 2:
        return 1.0
    if need <= 7:
        return 1.0 - (need - 2) * (need - 1) / 72.0
    return (13 - need) * (14 - need) / 72.0 if need <= 12 else 0.0


@kernel
def chance_past_naturals(need, fails_on, works_on):
    """Chance that two D6 come to a number, where a low sum fails and a high one works whatever is needed."""
    return chance_of_two_dice(max(min(need, works_on), fails_on + 1))


@kernel
def chance_of_poison(w, need):
    """Chance that a poisoned attack hits with a number that wounds without a roll."""
    return chance_of_face(max(int(w.book.poison_trigger_on), need)) if need <= SIX else 0.0


@kernel
def mean_up_to(sides, most):
    """Mean of the die that multiplies a wound, of which a model takes no more than it has; 1 where nothing multiplies it."""
    if sides <= 1 or most <= 1:
        return 1.0
    total = 0
    for face in range(1, sides + 1):
        total += min(face, most)
    return total / float(sides)


@kernel
def past_saves(s, w, foe, on_character, ap, marks):
    """Chance that neither armour nor a ward saves from a wound."""
    armour = NEVER
    if marks & Mark.NO_ARMOUR == 0:
        armour = int(save_need(w, armour_of(s, w, foe, on_character, marks & Mark.MELEE != 0), ap))
    ward = ward_need(s, w, foe, on_character, marks & Mark.FLAMING != 0)
    return (1.0 - chance_of_face(armour)) * (1.0 - chance_of_face(ward))


@kernel
def wounds_of_hits(s, w, foe, on_character, hits, sure, strength, ap, bane, marks):
    """Wounds of some hits, of which some wound without a roll; armour bane makes those of a high roll harder to save."""
    on_character = on_character or is_character_alone(s, foe)
    need = int(wound_need(w, max(strength, 0), toughness_of(s, w, foe, on_character)))
    banes = chance_of_face(max(int(w.book.armour_bane_trigger_on), need)) if bane > 0 and need <= SIX else 0.0
    plain = (hits - sure) * (chance_of_face(need) - banes) + sure
    wounds = plain * past_saves(s, w, foe, on_character, ap, marks)
    if banes > 0.0:
        wounds += (hits - sure) * banes * past_saves(s, w, foe, on_character, ap - bane, marks)
    return wounds


# --- combat ------------------------------------------------------------------------------------------------------------


@kernel
def wounds_of_blows(s, w, who, foe, on_character, attacks, skill, strength, ap, with_traits):
    """Wounds of some blows; without Weapon Skill nobody strikes. Poison and hatred are the regiment's own."""
    if skill == 0:
        return 0.0
    need = int(need_against(s, w, who, foe, skill, on_character))
    hit, sure = 1.0, 0.0
    if need > 0:
        hit = chance_of_face(need)
        if with_traits and has_trait(s, who, int(Trait.POISON)):
            sure = chance_of_poison(w, need)
        if with_traits and has_trait(s, who, int(Trait.HATRED)) and s.units[who].has_fought == 0:
            sure += (1.0 - hit) * sure
            hit += (1.0 - hit) * hit
    return wounds_of_hits(s, w, foe, on_character, attacks * hit, attacks * sure, strength, ap, 0, int(Mark.MELEE))


@kernel
def fighters_against(s, who, foe, side):
    """How many models of a unit would fight if its front met a side of another: those it is wide, and those at the corners."""
    unit, enemy = s.units[who], s.units[foe]
    breadth = int(enemy.files) * int(enemy.base_width)
    if side == Side.RIGHT or side == Side.LEFT:
        breadth = ranks_of(int(enemy.models), int(enemy.files)) * int(enemy.base_depth)
    return max(min(int(unit.files), breadth // int(unit.base_width) + 2), 1)


@kernel
def supporters_of(s, w, who, fighters, charges):
    """How many models support the fighting models."""
    unit = s.units[who]
    if not is_infantry(int(unit.troop_type)) or unit.troop_type == Troop.SWARMS:
        return 0
    ranks = int(w.book.base_support_ranks) + extra_ranks(w, int(unit.weapon), charges)
    return max(min(fighters * ranks, int(unit.models) - int(unit.files)), 0)


@kernel
def mean_of_die(number, sides):
    """The mean of a number of hits that may be rolled with a die."""
    return number * (sides + 1) / 2.0 if sides > 0 else float(number)


@kernel
def wounds_of_troops(s, w, who, foe, fighters, supporters, charges):
    """Wounds of the rank and file and their mounts."""
    unit = s.units[who]
    weapon, skill = int(unit.weapon), int(unit.weapon_skill)
    attacks = fighters * attacks_of_riders(s, w, who) + supporters * attacks_of_supporters(s, w, who)
    attacks += attacks_of_champion(s, w, who)
    strength, ap = weapon_strength(w, weapon, int(unit.strength), charges), weapon_ap(w, weapon, charges)
    wounds = wounds_of_blows(s, w, who, foe, False, attacks, skill, strength, ap, True)
    attacks = fighters * int(unit.mount_attacks)
    if attacks > 0:
        skill, strength = int(unit.mount_weapon_skill), int(unit.mount_strength)
        wounds += wounds_of_blows(s, w, who, foe, False, attacks, skill, strength, 0, True)
    return wounds


@kernel
def wounds_of_mass(s, w, who, foe, fighters, charges):
    """Wounds of impact hits, which need a charge of some distance, and of stomps."""
    unit = s.units[who]
    wounds = 0.0
    if charges and unit.impact_hits > 0 and inches_to_charge(s, w, who, foe) >= int(w.book.impact_min_charge):
        hits = fighters * mean_of_die(int(unit.impact_hits), int(unit.impact_die))
        strength, ap = int(unit.impact_strength), int(unit.impact_ap)
        wounds += wounds_of_hits(s, w, foe, False, hits, 0.0, strength, ap, 0, int(Mark.MELEE))
    troop = int(s.units[foe].troop_type)
    if unit.stomp_hits > 0 and (is_infantry(troop) or troop == Troop.WAR_BEASTS):
        hits = fighters * mean_of_die(int(unit.stomp_hits), int(unit.stomp_die))
        wounds += wounds_of_hits(s, w, foe, False, hits, 0.0, int(unit.strength), 0, 0, int(Mark.MELEE))
    return wounds


@kernel
def wounds_of_character(s, w, who, foe, on_character, charges):
    """Wounds of the character of a unit, on another unit or on its character."""
    unit = s.units[who]
    if unit.char_alive == 0:
        return 0.0
    weapon, skill = int(unit.char_weapon), int(unit.char_weapon_skill)
    attacks = attacks_of_character(s, w, who)
    strength, ap = weapon_strength(w, weapon, int(unit.char_strength), charges), weapon_ap(w, weapon, charges)
    return wounds_of_blows(s, w, who, foe, on_character, attacks, skill, strength, ap, False)


@kernel
def wounds_of_round(s, w, who, foe, fighters, charges):
    """Wounds of one round of combat of a unit against another."""
    models = rank_and_file(s, who)
    fighters = min(fighters, max(models, 1))
    wounds = wounds_of_character(s, w, who, foe, False, charges)
    if models > 0:
        supporters = supporters_of(s, w, who, fighters, charges)
        wounds += wounds_of_troops(s, w, who, foe, fighters, supporters, charges)
        wounds += wounds_of_mass(s, w, who, foe, fighters, charges)
    return wounds


# --- charges -----------------------------------------------------------------------------------------------------------


@kernel
def inches_to_charge(s, w, who, target):
    """Inches that a charge needs, as all stand now; -1 where there is no place for it."""
    unit = s.units[who]
    side = int(unit.charge_side) if unit.charge_target == target else int(charge_side(s, who, target))
    is_open, cell, facing, _ = contact_pose(s, w, who, target, side)
    return int(distance_needed(s, w, who, target, cell, facing)) if is_open else -1


@kernel
def chance_to_reach(s, w, who, target):
    """Chance that a charge reaches, as all stand now: the move and the best of some D6 against the distance it needs."""
    inches = int(inches_to_charge(s, w, who, target))
    if inches < 0:
        return 0.0
    needed = inches - int(movement_of(s, who))
    if needed <= 1:
        return 1.0
    if needed > 6:
        return 0.0
    dice = int(w.book.charge_dice)
    if has_trait(s, who, int(Trait.SWIFTSTRIDE)):
        dice += int(w.book.charge_swiftstride_extra_dice)
    return 1.0 - ((needed - 1) / D6) ** dice


# --- spells ------------------------------------------------------------------------------------------------------------


@kernel
def chance_to_cast(s, w, who, spell):
    """Chance that a spell is cast: two dice and the level against its casting value, or the naturals."""
    need = casting_value(w, spell_of(spell)) - int(s.units[who].wizard_level)
    return chance_past_naturals(need, int(w.book.cast_always_fail_on), int(w.book.cast_always_work_on))


@kernel
def chance_to_dispel(s, w, who, total):
    """Chance that a spell is dispelled: two dice and the level beat the total it was cast with, or the naturals."""
    need = total + 1 - int(s.units[who].wizard_level)
    return chance_past_naturals(need, int(w.book.dispel_always_fail_on), int(w.book.dispel_always_work_on))


@kernel
def wounds_of_spell(s, w, target, spell):
    """Wounds of a spell that was cast at a unit."""
    if spell == Mode.EMBER_BOLT:
        hits, strength, ap = int(w.book.bolt_hit_dice) * MEAN_OF_DIE, int(w.book.bolt_s), int(w.book.bolt_ap)
        return wounds_of_hits(s, w, target, False, hits, 0.0, strength, ap, 0, int(Mark.FLAMING))
    if spell == Mode.STONE_RAIN:
        hits, strength = int(w.book.rain_hit_dice) * MEAN_OF_DIE, int(w.book.rain_s)
        return wounds_of_hits(s, w, target, False, hits, 0.0, strength, 0, 0, 0)
    return 0.0
