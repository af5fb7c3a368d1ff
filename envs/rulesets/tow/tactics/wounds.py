"""Wounds to be expected: of a round of combat, of a volley, of a spell. By the rules but without dice: all that
is in the way of a blow is looked up, what happens between blows is not.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ..rules.bodies import character_model, has_trait
from ..rules.casualties import rank_and_file
from ..rules.charging import distance_needed
from ..rules.contact import charge_side, contact_pose
from ..rules.formation import is_infantry, ranks_of
from ..rules.harm import armour_of, save_need, toughness_of, ward_need, wound_need
from ..rules.magic import casting_value, spell_of
from ..rules.shapes import movement_of
from ..rules.shooters import (
    group_of,
    is_long,
    missile_strength,
    need_of,
    range_gap,
    shooters_behind,
    shots_of,
    skill_of,
)
from ..rules.sight import model_cover, seeing_models
from ..rules.striking import attacks_of_riders, melee_need, skill_against
from ..rules.weapons import extra_attacks, extra_ranks, weapon_ap, weapon_strength
from ..vocab import Cover, Missile, MissileKind, Mode, Side, Trait, Troop

D6 = 6.0
SIX = 6
SCATTERED_HITS = 2.0  # hits of a blast, counting those that go wide
SKIPPED_HITS = 2.0  # models in the way of a ball
FLAMED_HITS = 6.0  # models under a flame
SINKS = 2.0  # models under a sinkhole


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
def unsaved(s, w, foe, of_character, strength, ap, in_combat):
    """Chance that a hit becomes a wound that nothing saves."""
    need = wound_need(w, strength, toughness_of(s, w, foe, of_character))
    if need > 6:
        return 0.0
    armour = save_need(w, armour_of(s, w, foe, of_character, in_combat), ap)
    ward = ward_need(s, w, foe, of_character, False)
    return chance_of_face(need) * (1.0 - chance_of_face(armour)) * (1.0 - chance_of_face(ward))


# --- combat ------------------------------------------------------------------------------------------------------------


@kernel
def chance_of_blow(w, skill, against):
    """Chance that a blow hits; without Weapon Skill nobody strikes, and against none everybody hits."""
    if skill == 0:
        return 0.0
    return 1.0 if against == 0 else chance_of_face(melee_need(w, skill, against))


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
    """How many models support those who fight."""
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
    weapon, against = int(unit.weapon), skill_against(s, foe, False)
    attacks = fighters * attacks_of_riders(s, w, who) + supporters * int(w.book.attacks_per_supporter)
    attacks += int(unit.champion) * int(w.book.champion_extra_attacks)
    strength, ap = weapon_strength(w, weapon, int(unit.strength), charges), weapon_ap(w, weapon, charges)
    hit = chance_of_blow(w, int(unit.weapon_skill), against)
    if has_trait(s, who, int(Trait.HATRED)) and unit.has_fought == 0:
        hit += (1.0 - hit) * hit
    wounds = attacks * hit * unsaved(s, w, foe, False, strength, ap, True)
    if unit.mount_attacks > 0:
        hit = chance_of_blow(w, int(unit.mount_weapon_skill), against)
        wounds += (
            fighters * int(unit.mount_attacks) * hit * unsaved(s, w, foe, False, int(unit.mount_strength), 0, True)
        )
    return wounds


@kernel
def wounds_of_mass(s, w, who, foe, fighters, charges):
    """Wounds of impact hits and stomps."""
    unit = s.units[who]
    wounds = 0.0
    if charges and unit.impact_hits > 0:
        hits = fighters * mean_of_die(int(unit.impact_hits), int(unit.impact_die))
        wounds += hits * unsaved(s, w, foe, False, int(unit.impact_strength), int(unit.impact_ap), True)
    if unit.stomp_hits > 0 and is_infantry(int(s.units[foe].troop_type)):
        hits = fighters * mean_of_die(int(unit.stomp_hits), int(unit.stomp_die))
        wounds += hits * unsaved(s, w, foe, False, int(unit.strength), 0, True)
    return wounds


@kernel
def wounds_of_character(s, w, who, foe, on_character, charges):
    """Wounds of the character of a unit, on another unit or on its character."""
    unit = s.units[who]
    if unit.char_alive == 0:
        return 0.0
    against = skill_against(s, foe, on_character)
    weapon = int(unit.char_weapon)
    attacks = int(unit.char_attacks) + extra_attacks(w, weapon)
    strength, ap = weapon_strength(w, weapon, int(unit.char_strength), charges), weapon_ap(w, weapon, charges)
    return attacks * chance_of_blow(w, int(unit.char_weapon_skill), against) * unsaved(
        s, w, foe, on_character, strength, ap, True
    )  # fmt: skip


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
def chance_to_reach(s, w, who, target):
    """Chance that a charge reaches, as all stand now: the move and the best of some D6 against the distance it needs."""
    unit = s.units[who]
    side = int(unit.charge_side) if unit.charge_target == target else int(charge_side(s, who, target))
    is_open, cell, facing, _ = contact_pose(s, w, who, target, side)
    if not is_open:
        return 0.0
    needed = int(distance_needed(s, w, who, target, cell, facing)) - int(movement_of(s, who))
    if needed <= 1:
        return 1.0
    if needed > 6:
        return 0.0
    dice = int(w.book.charge_dice)
    if has_trait(s, who, int(Trait.SWIFTSTRIDE)):
        dice += int(w.book.charge_swiftstride_extra_dice)
    return 1.0 - ((needed - 1) / D6) ** dice


# --- shots -------------------------------------------------------------------------------------------------------------


@kernel
def missile_row(s, w, who):
    """The missile weapon of a unit in the table."""
    return w.book.missiles[int(s.units[who].missile) - 1]


@kernel
def chance_in_group(s, w, who, target, group, mode, is_reaction):
    """Chance that a shot hits, of those who shoot from the same range and see the target in the same cover."""
    need = int(need_of(s, w, who, target, group, mode, is_reaction))
    if need <= SIX:
        return chance_of_face(need)
    if need > int(w.book.shooting_extended_max):
        return 0.0
    return chance_of_face(need - int(w.book.shooting_extended_offset)) / D6


@kernel
def volley_at(s, w, who, target, mode, is_reaction):
    """What a unit shoots at another, model by model, by range and cover: (shots, hits of the regiment, hits of its character)."""
    unit = s.units[who]
    shots, hits, own_hits = 0, 0.0, 0.0
    if unit.missile == Missile.NOTHING:
        return shots, hits, own_hits
    for model in range(seeing_models(s, w, who)):
        is_character = unit.char_alive == 1 and model == character_model(s, who)
        skill, behind = int(skill_of(s, who, model)), int(shooters_behind(s, w, who, model, is_reaction))
        gap = int(range_gap(s, w, who, model, target)) if skill > 0 or behind > 0 else -1
        cover = int(model_cover(s, w, who, model, target)) if gap >= 0 else int(Cover.UNSEEN)
        if cover == Cover.UNSEEN:
            continue
        far = 1 if is_long(w, int(unit.missile), gap) else 0
        if is_character and skill > 0:
            shots += 1
            own_hits += chance_in_group(s, w, who, target, group_of(1, far, cover), mode, is_reaction)
        regulars = behind + (1 if skill > 0 and not is_character else 0)
        if regulars > 0:
            shots += regulars
            hits += regulars * chance_in_group(s, w, who, target, group_of(0, far, cover), mode, is_reaction)
    each = int(shots_of(w, int(unit.missile), mode))
    return shots * each, hits * each, own_hits * each


@kernel
def chance_of_shot(s, w, who, target, mode, is_reaction):
    """Chance that a shot of a unit hits a target, one with another."""
    shots, hits, own_hits = volley_at(s, w, who, target, mode, is_reaction)
    return (hits + own_hits) / shots if shots > 0 else 0.0


@kernel
def wounds_of_hits(s, w, who, target, hits, by_character):
    """Wounds of some hits of the missile weapon of a unit, thrown by its regiment or by its character."""
    row = missile_row(s, w, who)
    strength = missile_strength(s, w, who, by_character)
    wounds = hits * unsaved(s, w, target, False, strength, int(row.ap), False)
    return wounds * min(2.0, float(s.units[target].wounds)) if row.kind >= MissileKind.BOLT_THROWER else wounds


@kernel
def wounds_of_shots(s, w, who, target, mode, is_reaction):
    """Wounds of what a unit shoots at another."""
    _, hits, own_hits = volley_at(s, w, who, target, mode, is_reaction)
    return wounds_of_hits(s, w, who, target, hits, False) + wounds_of_hits(s, w, who, target, own_hits, True)


@kernel
def wounds_of_machine(s, w, who, target):
    """Wounds of a blast, a ball or a flame on a unit."""
    kind, unit = int(missile_row(s, w, who).kind), s.units[target]
    hits = FLAMED_HITS
    if kind == MissileKind.STONE_THROWER:
        hits = SCATTERED_HITS
    elif kind == MissileKind.CANNON:
        hits = SKIPPED_HITS
    return wounds_of_hits(s, w, who, target, min(hits, float(unit.models)), False)


# --- spells ------------------------------------------------------------------------------------------------------------


@kernel
def chance_to_cast(s, w, who, spell):
    """Chance that a spell is cast: two dice and the level against its casting value."""
    value = casting_value(w, spell_of(spell))
    return chance_of_two_dice(max(value - int(s.units[who].wizard_level), 3))


@kernel
def wounds_of_spell(s, w, target, spell):
    """Wounds of a spell that was cast."""
    if spell == Mode.EMBER_BOLT:
        hits = int(w.book.bolt_hit_dice) * (D6 + 1) / 2
        return hits * unsaved(s, w, target, False, int(w.book.bolt_s), int(w.book.bolt_ap), False)
    if spell == Mode.STONE_RAIN:
        hits = int(w.book.rain_hit_dice) * (D6 + 1) / 2
        return hits * unsaved(s, w, target, False, int(w.book.rain_s), 0, False)
    if spell == Mode.WARDING_LIGHT or spell == Mode.WITHER or spell == Mode.MEND:
        return 0.0
    return min(SINKS, float(s.units[target].models)) * (1.0 - int(s.units[target].initiative) / D6)
