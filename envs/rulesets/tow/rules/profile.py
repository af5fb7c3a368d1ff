"""Profiles: the characteristics of a regiment, or of its character, as they are written; what changes them stands elsewhere."""

from __future__ import annotations

from ....core.compiler import rule


@rule("profile.movement")
def own_movement(s, who, of_character):
    """Movement: the inches of an ordinary move."""
    return int(s.units[who].char_movement) if of_character else int(s.units[who].movement)


@rule("profile.weapon_skill")
def own_weapon_skill(s, who, of_character):
    """Weapon Skill: ability in hand-to-hand fighting."""
    return int(s.units[who].char_weapon_skill) if of_character else int(s.units[who].weapon_skill)


@rule("profile.ballistic_skill")
def own_ballistic_skill(s, who, of_character):
    """Ballistic Skill: ability with missile weapons."""
    return int(s.units[who].char_ballistic_skill) if of_character else int(s.units[who].ballistic_skill)


@rule("profile.strength")
def own_strength(s, who, of_character):
    """Strength: physical power, which weapons may add to."""
    return int(s.units[who].char_strength) if of_character else int(s.units[who].strength)


@rule("profile.toughness")
def own_toughness(s, who, of_character):
    """Toughness: resistance to being wounded, before anything has made it less."""
    return int(s.units[who].char_toughness) if of_character else int(s.units[who].toughness)


@rule("profile.wounds")
def own_wounds(s, who, of_character):
    """Wounds: how many one model can take; those lost are counted elsewhere."""
    return int(s.units[who].char_wounds) if of_character else int(s.units[who].wounds)


@rule("profile.initiative")
def own_initiative(s, who, of_character):
    """Initiative: the place in the striking order."""
    return int(s.units[who].char_initiative) if of_character else int(s.units[who].initiative)


@rule("profile.attacks")
def own_attacks(s, who, of_character):
    """Attacks: the blows of one fighting model."""
    return int(s.units[who].char_attacks) if of_character else int(s.units[who].attacks)


@rule("profile.leadership")
def own_leadership(s, who, of_character):
    """Leadership: courage."""
    return int(s.units[who].char_leadership) if of_character else int(s.units[who].leadership)


@rule("profile.zero_ws")
def is_helpless(skill):
    """Weapon Skill of zero: blows against it need no roll to hit."""
    return skill <= 0
