"""Armour: the points on the location struck, and when leather and shields count."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import term
from ..vocab import Flag, Item, Term
from .unarmed import leather_against_unarmed, metal_against_unarmed


@rule("armour.absorb", "parry.shield", "flee.declare", "flee.free_blows", "c.bomb_blast")
def has_shield_up(s, who, flags):
    """Armour: a shield in the hand protects every location, also while it parries, but not the back of a fleer, nor
    against a blast.
    """
    unit = s.units[who]
    if unit.fleeing != 0 or flags & (Flag.FREE_BLOW | Flag.BLAST) != 0:
        return False
    return unit.main_hand == Item.SHIELD or unit.off_hand == Item.SHIELD


@rule("c.armour_pieces")
def metal_points(s, w, who, location, flags):
    """Armour pieces: all metal pieces on the location add up, and the shield."""
    shield = int(w.book.shield_points[location]) if has_shield_up(s, who, flags) else 0
    return int(s.units[who].metal[location]) + shield


@rule("c.leather")
def leather_stops(w, leather, left):
    """Leather armour: stops its points of a blow of which 3 or less is left after Toughness and metal; else nothing."""
    if left > w.book.leather_limit:
        return 0
    return min(leather, max(left, 0))


@rule("armour.absorb")
def less_armour(s, w, target, location, damage, unarmed, flags):
    """Armour: the damage left after the armour on the location; may be negative."""
    metal = metal_points(s, w, target, location, flags)
    leather = int(s.units[target].leather[location])
    if unarmed:
        damage += term(s, Term.ARMOUR, -metal_against_unarmed(w, metal))
        return damage + term(s, Term.LEATHER, -leather_against_unarmed(w, leather))
    damage += term(s, Term.ARMOUR, -metal)
    return damage + term(s, Term.LEATHER, -leather_stops(w, leather, damage))
