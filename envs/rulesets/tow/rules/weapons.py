"""Weapons for close combat: what they add to Strength, armour piercing and attacks, and when they strike."""

from __future__ import annotations

from ....core.compiler import kernel, rule


@rule("x.weapons.table")
def weapon_strength(w, weapon, strength, charged):
    """Weapons: the user's Strength and what the weapon adds, some only in the round of a charge."""
    row = w.book.close_weapons[weapon]
    return int(strength) + int(row.strength) + (int(row.charge_strength) if charged == 1 else 0)


@rule("x.weapons.table")
def weapon_ap(w, weapon, charged):
    """Weapons: armour piercing, 0 or less, some only in the round of a charge."""
    row = w.book.close_weapons[weapon]
    return int(row.ap) + (int(row.charge_ap) if charged == 1 else 0)


@rule("x.weapons.table")
def extra_attacks(w, weapon):
    """Weapons: attacks that a second weapon adds for each fighting model."""
    return int(w.book.close_weapons[weapon].extra_attacks)


@rule("x.weapons.table", "x.combat.supporting")
def extra_ranks(w, weapon, charged):
    """Weapons: ranks that support besides, in a round in which the unit did not charge."""
    return 0 if charged == 1 else int(w.book.close_weapons[weapon].extra_ranks)


@kernel
def strikes_first(w, weapon):
    """Whether a weapon strikes first."""
    return w.book.close_weapons[weapon].strikes_first == 1


@kernel
def strikes_last(w, weapon):
    """Whether a weapon strikes last."""
    return w.book.close_weapons[weapon].strikes_last == 1
