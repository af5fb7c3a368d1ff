"""Damage: the sum that goes to the victim's Wounds."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, open_total, term
from ..vocab import Flag, Item, Term
from .armour import less_armour
from .weapons import is_lance_couched, melee_row, weapon_damage, weapon_skill_as, weapon_skill_with


@rule("damage.basic")
def damage_of_blow(s, w, frame):
    """Damage: dice + Strength + weapon - Toughness - parry - armour on the location, never below 0. Then it is doubled
    against a target that does not move.
    """
    who, target = int(frame.who), int(frame.target)
    open_total(s)
    total = term(s, Term.DICE, int(frame.dice))
    total += term(s, Term.STRENGTH, int(s.units[who].strength))
    total += term(s, Term.WEAPON, weapon_damage(s, w, who, int(frame.item_used)) + lance_damage(s, w, frame))
    total += term(s, Term.TOUGHNESS, -int(s.units[target].toughness))
    total += term(s, Term.PARRIED, -int(frame.stopped))
    total = less_armour(s, w, target, int(frame.location), total, False, int(frame.flag_bits))
    total += term(s, Term.LIMIT, max(int(w.book.damage_min) - total, 0))
    return total + doubled(s, w, frame, total)


@rule("weapon.lance")
def is_blow_of_lance(s, frame):
    """Lance: it is one in the blow that a mounted charge ends in, although the charge is spent by then."""
    return frame.item_used == Item.LANCE and frame.flag_bits & Flag.CHARGE != 0 and s.units[frame.who].mount != NO_UNIT


@rule("damage.additional", "weapon.specialist", "weapon.lance")
def skill_of_blow(s, w, frame):
    """Additional damage: the Weapon Skill it is tested with, that of the blow itself."""
    who = int(frame.who)
    if is_blow_of_lance(s, frame):
        return weapon_skill_as(s, w, who, Item.LANCE)
    return weapon_skill_with(s, w, who, int(frame.item_used))


@rule("weapon.lance")
def lance_damage(s, w, frame):
    """Lance: its damage counts in the blow that a mounted charge ends in."""
    who = int(frame.who)
    if not is_blow_of_lance(s, frame):
        return 0
    if w.book.opt_weapon_modifiers == 0 or is_lance_couched(s, who):
        return 0
    return int(w.book.melee_weapons[melee_row(Item.LANCE)].damage)


@rule("attack.prone_static")
def doubled(s, w, frame, damage):
    """Prone and static targets: the extra damage from counting it double."""
    if not frame.flag_bits & Flag.STATIC:
        return 0
    return term(s, Term.DOUBLED, damage * (int(w.book.prone_damage_factor) - 1))


@rule("stun.procedure")
def damage_of_stun(s, w, frame):
    """Striking to stun: only the dice beyond the first 6 are Wounds, and nothing reduces them."""
    open_total(s)
    total = term(s, Term.DICE, int(frame.dice) - int(frame.amount))
    return total + doubled(s, w, frame, total)
