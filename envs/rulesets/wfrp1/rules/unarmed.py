"""Unarmed combat: blows with fist and foot, and what armour does against them. Every one of them is a stun attempt."""

from __future__ import annotations

from ....core.compiler import rule
from ..vocab import Item, Skill


@rule("modifier.unarmed", "unarmed.blows", "c.natural_weapons")
def is_unarmed(s, who, item):
    """Unarmed: a blow without any weapon, by a creature that does not fight with teeth, claws or hooves."""
    return item == Item.NOTHING and s.units[who].natural_weapons == 0


@rule("modifier.unarmed")
def has_unarmed_training(s, who):
    """Unarmed: Street Fighting or Wrestling lifts the penalty for blows."""
    return s.units[who].skills & (Skill.STREET_FIGHTING | Skill.WRESTLING) != 0


@rule("unarmed.blows")
def may_strike_unarmed(s, who):
    """Unarmed blows: with a sound arm or leg, also while holding weapons. Creatures with natural weapons never do."""
    unit = s.units[who]
    return unit.natural_weapons == 0 and (unit.right_arm_off == 0 or unit.left_arm_off == 0 or unit.leg_off == 0)


@rule("unarmed.blows")
def unarmed_damage(s, w, who, item):
    """Unarmed blows: -3 damage."""
    return int(w.book.unarmed_damage) if is_unarmed(s, who, item) else 0


@rule("unarmed.armour")
def metal_against_unarmed(w, metal):
    """Armour against unarmed blows: metal counts double."""
    return int(w.book.metal_factor) * metal


@rule("unarmed.armour")
def leather_against_unarmed(w, leather):
    """Armour against unarmed blows: leather counts one point more, where there is any, and always."""
    return leather + int(w.book.leather_add) if leather > 0 else 0
