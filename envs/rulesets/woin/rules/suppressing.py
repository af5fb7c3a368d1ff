"""Suppressive fire: cover for an ally."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends, emit
from ..vocab import Event, Refusal, WeaponKind
from .conditions import is_active, is_foe, refusal_of_fighter
from .sight import has_sight
from .weapons import is_loaded, item_of, kind_of, spend_shots, uses_shots


@rule("suppress.single", "suppress.beneficiary")
def refusal_of_covering_weapon(s, w, who):
    """Single and thrown weapons: they cannot give suppressive fire; other ranged weapons in hand can, with shots enough."""
    held = int(s.units[who].held)
    if held < 0 or kind_of(w, item_of(s, who, held)) == WeaponKind.MELEE:
        return Refusal.NO_MISSILES
    item = item_of(s, who, held)
    if kind_of(w, item) == WeaponKind.THROWN:
        return Refusal.THROWN_WEAPON
    if w.book.weapons[item].single == 1:
        return Refusal.SINGLE
    if not is_loaded(s, w, who, held):
        return Refusal.NOT_LOADED
    is_enough = not uses_shots(w, item) or s.units[who].loaded[held] >= w.book.suppress_shots
    return Refusal.NONE if is_enough else Refusal.TOO_FEW_SHOTS


@kernel
def sees_enemy(s, w, who):
    """Whether an active enemy is in sight."""
    for other in range(s.unit_count):
        if is_active(s, other) and is_foe(s, who, other) and has_sight(s, w, who, other):
            return True
    return False


@rule("suppress.beneficiary")
def refusal_of_suppressing(s, w, who):
    """Suppressive fire: with a weapon for it, an enemy in sight, and an ally to cover."""
    refusal = refusal_of_covering_weapon(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if not sees_enemy(s, w, who):
        return Refusal.NO_ENEMY_IN_SIGHT
    for target in range(s.unit_count):
        if refusal_of_covering(s, who, target) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NO_ALLY


@rule("suppress.beneficiary")
def refusal_of_covering(s, who, target):
    """Suppressive fire: for one active ally, not for the shooter itself."""
    if s.units[target].present == 0:
        return Refusal.ABSENT
    if who == target:
        return Refusal.ITSELF
    return refusal_of_fighter(s, target) if are_friends(s, who, target) else Refusal.ENEMY


@rule("suppress.auto")
def auto_dice(w, item):
    """Auto weapons: they give more cover."""
    return int(w.book.suppress_auto) if w.book.weapons[item].auto == 1 else 0


@rule("suppress.cover")
def resolve_suppressing(s, w, who, target):
    """Suppressive fire: until its next main turn has ended the ally has cover; of several sources the largest counts."""
    held = int(s.units[who].held)
    dice = int(w.book.suppress_dice) + auto_dice(w, item_of(s, who, held))
    s.units[target].suppressed = max(int(s.units[target].suppressed), dice)
    spend_shots(s, w, who, held, int(w.book.suppress_shots))
    emit(s, Event.SUPPRESSES, who, target, dice, 0)
