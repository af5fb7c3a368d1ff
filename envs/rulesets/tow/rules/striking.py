"""Striking order: the groups of a unit, the moment at which each of them strikes, and with what.

A moment is a number that grows with Initiative: blows and impact hits of a value come at an odd one, stomps just after the blows
of the same value at an even one.
"""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..vocab import Trait, Troop
from .bodies import has_trait
from .casualties import is_character_alone, rank_and_file
from .engagement import fights_with, is_fighting_round
from .fighters import fights_to_front, may_hit_unit
from .formation import is_infantry
from .profile import is_helpless, own_attacks, own_initiative, own_weapon_skill
from .weapons import extra_attacks, strikes_first, strikes_last

BEST = 6  # the highest number that may be needed to hit
NO_MOMENT = -1


class Group(IntEnum):
    """Groups of a unit that strike by themselves: bits."""

    IMPACT = 1
    RIDERS = 2
    CHARACTER = 4
    MOUNTS = 8
    STOMPS = 16


GROUPS = len(Group)


# --- when ----------------------------------------------------------------------------------------------------------------


@rule("x.combat.initiative_order")
def charge_bonus(s, w, who):
    """Striking order: what a charge adds to Initiative, by the inches it needed."""
    unit = s.units[who]
    if unit.charged == 0:
        return 0
    return min(int(w.book.charge_bonus_cap), int(w.book.charge_bonus_per_inch) * int(unit.charge_distance))


@rule("x.combat.initiative_order")
def effective_initiative(s, w, who, initiative, first, last):
    """Striking order: Initiative and the bonus of a charge, up to a limit; or always first, or always last. Both at once is
    neither.
    """
    if first != last:
        return int(w.book.strikes_first_value) if first else int(w.book.strikes_last_value)
    return min(int(w.book.max_initiative), initiative + charge_bonus(s, w, who))


@rule("x.combat.initiative_order", "x.weapons.table")
def step_of_riders(s, w, who):
    """Striking order: of the rank and file, whose traits and weapon may let it strike first or last."""
    weapon = int(s.units[who].weapon)
    first = has_trait(s, who, int(Trait.STRIKES_FIRST)) or strikes_first(w, weapon)
    last = has_trait(s, who, int(Trait.STRIKES_LAST)) or strikes_last(w, weapon)
    return effective_initiative(s, w, who, own_initiative(s, who, False), first, last)


@rule("x.combat.initiative_order", "x.character.embedded")
def step_of_character(s, w, who):
    """Striking order: of the character, by its own Initiative and weapon."""
    weapon = int(s.units[who].char_weapon)
    first, last = strikes_first(w, weapon), strikes_last(w, weapon)
    return effective_initiative(s, w, who, own_initiative(s, who, True), first, last)


@rule("x.combat.initiative_order", "x.combat.mounts")
def step_of_mounts(s, w, who):
    """Striking order: of the mounts, by their own Initiative with the same bonus."""
    first, last = has_trait(s, who, int(Trait.STRIKES_FIRST)), has_trait(s, who, int(Trait.STRIKES_LAST))
    return effective_initiative(s, w, who, int(s.units[who].mount_initiative), first, last)


@kernel
def step_of(s, w, who, group):
    """The Initiative step of a group."""
    if group == Group.IMPACT:
        return int(w.book.impact_step)
    if group == Group.RIDERS:
        return step_of_riders(s, w, who)
    if group == Group.CHARACTER:
        return step_of_character(s, w, who)
    return step_of_mounts(s, w, who) if group == Group.MOUNTS else int(w.book.stomp_step)


@rule("x.combat.initiative_order")
def moment_of(s, w, who, group):
    """Striking order: when a group strikes. Stomps come after the blows of their step."""
    return 2 * step_of(s, w, who, group) + (0 if group == Group.STOMPS else 1)


# --- who -----------------------------------------------------------------------------------------------------------------


@rule("x.combat.to_hit")
def may_strike(skill, attacks):
    """Close combat: with WS 0 nobody strikes, and with A 0 there is nothing to strike with."""
    return skill > 0 and attacks > 0


@rule("x.combat.to_hit", "x.combat.challenge")
def has_group(s, w, who, group):
    """Close combat: whether a unit has a group that strikes. A character that refused a challenge does not."""
    unit = s.units[who]
    if group == Group.IMPACT:
        return impact_target(s, w, who) != NO_UNIT
    if group == Group.RIDERS:
        attacks = attacks_of_riders(s, w, who) + attacks_of_champion(s, w, who)
        return may_strike(own_weapon_skill(s, who, False), attacks) and rank_and_file(s, who) > 0
    if group == Group.CHARACTER:
        can_strike = may_strike(own_weapon_skill(s, who, True), attacks_of_character(s, w, who))
        return can_strike and unit.char_alive == 1 and unit.refused == 0
    if group == Group.MOUNTS:
        return may_strike(int(unit.mount_weapon_skill), int(unit.mount_attacks))
    return unit.stomp_hits > 0 and stomp_target(s, who) != NO_UNIT


@kernel
def is_due(s, w, who, group, moment):
    """Whether a group strikes at a moment, and has not struck yet."""
    if int(s.units[who].steps_struck) & group != 0 or moment_of(s, w, who, group) != moment:
        return False
    return has_group(s, w, who, group)


@rule("x.combat.initiative_order")
def next_moment(s, w):
    """Striking order: the highest moment at which a group has still to strike; -1 if none."""
    best = NO_MOMENT
    for who in range(s.unit_count):
        if not is_fighting_round(s, who):
            continue
        for k in range(GROUPS):
            moment = moment_of(s, w, who, 1 << k)
            if moment > best and is_due(s, w, who, 1 << k, moment):
                best = moment
    return best


@kernel
def next_group(s, w, who, moment):
    """The next group of a unit that strikes at a moment; 0 none."""
    for k in range(GROUPS):
        if is_due(s, w, who, 1 << k, moment):
            return 1 << k
    return 0


# --- with what -----------------------------------------------------------------------------------------------------------


@rule("x.morale.traits", "x.weapons.table")
def attacks_of_riders(s, w, who):
    """Attacks: of each fighting model, one more while frenzied and one more with a second weapon."""
    unit = s.units[who]
    number = own_attacks(s, who, False) + extra_attacks(w, int(unit.weapon))
    return number + (int(w.book.frenzy_attacks) if unit.frenzied == 1 else 0)


@rule("x.setup.command_group")
def attacks_of_champion(s, w, who):
    """Attacks: what a champion adds to those of one fighting model."""
    return int(s.units[who].champion) * int(w.book.champion_extra_attacks)


@rule("x.combat.supporting", "profile.attacks")
def attacks_of_supporters(s, w, who):
    """Attacks: of each supporter the same, whatever its A; but with A 0 it strikes no blow."""
    return int(w.book.attacks_per_supporter) if attacks_of_riders(s, w, who) > 0 else 0


@rule("x.character.embedded", "x.weapons.table")
def attacks_of_character(s, w, who):
    """Attacks: of the character, one more with a second weapon."""
    return own_attacks(s, who, True) + extra_attacks(w, int(s.units[who].char_weapon))


@rule("x.combat.to_hit")
def melee_need(w, attacker, target):
    """Close combat to hit: Weapon Skills compared; 0 where the target has none and is hit without a roll."""
    if is_helpless(target):
        return 0
    if attacker > 2 * target:
        return int(w.book.melee_double)
    if attacker > target:
        return int(w.book.melee_higher)
    return int(w.book.melee_half) if 2 * attacker < target else int(w.book.melee_equal)


@rule("x.combat.to_hit")
def clamped_need(need):
    """Close combat to hit: never below 2 or above 6, whatever the modifiers."""
    return int(min(max(need, 2), BEST))


@rule("x.character.embedded")
def skill_against(s, foe, at_character):
    """Characters: blows that fall on one meet its own Weapon Skill, and so do all when it is left alone."""
    return own_weapon_skill(s, foe, at_character or is_character_alone(s, foe))


@rule("x.combat.impact_hits")
def impact_target(s, w, who):
    """Impact hits: the unit that was charged, after a charge of some distance; of a unit pursued into, the enemy in front."""
    unit = s.units[who]
    if unit.charged == 0 or unit.impact_hits == 0 or unit.charge_distance < w.book.impact_min_charge:
        return NO_UNIT
    charged = int(unit.charge_target)
    if charged != NO_UNIT:
        return charged if fights_with(s, who, charged) and may_hit_unit(s, charged) else NO_UNIT
    for enemy in range(s.unit_count):
        if fights_to_front(s, who, enemy) and may_hit_unit(s, enemy):
            return enemy
    return NO_UNIT


@rule("x.combat.stomp")
def stomp_target(s, who):
    """Stomp: the lowest engaged unit of infantry, swarms or war beasts."""
    for enemy in range(s.unit_count):
        troop = int(s.units[enemy].troop_type)
        if (is_infantry(troop) or troop == Troop.WAR_BEASTS) and fights_with(s, who, enemy) and may_hit_unit(s, enemy):
            return enemy
    return NO_UNIT
