"""Suppressive fire: cover for an ally."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends, emit
from ..vocab import Event, WeaponKind
from .conditions import is_active, is_foe
from .sight import has_sight
from .weapons import is_loaded, item_of, kind_of, spend_shots, uses_shots


@rule("suppress.beneficiary")
def has_shots_for(s, w, who, slot):
    """Suppressive fire: enough shots are loaded."""
    if not is_loaded(s, w, who, slot):
        return False
    return not uses_shots(w, item_of(s, who, slot)) or s.units[who].loaded[slot] >= w.book.suppress_shots


@rule("suppress.single")
def may_suppress_with(s, w, who):
    """Single weapons: they cannot give suppressive fire; other ranged weapons in hand can, with shots enough."""
    held = int(s.units[who].held)
    if held < 0:
        return False
    item = item_of(s, who, held)
    if kind_of(w, item) != WeaponKind.RANGED or w.book.weapons[item].single == 1:
        return False
    return has_shots_for(s, w, who, held)


@kernel
def sees_enemy(s, w, who):
    """Whether an active enemy is in sight."""
    for other in range(s.unit_count):
        if is_active(s, other) and is_foe(s, who, other) and has_sight(s, w, who, other):
            return True
    return False


@rule("suppress.beneficiary")
def may_suppress(s, w, who):
    """Suppressive fire: with a weapon for it, and an enemy in sight."""
    return may_suppress_with(s, w, who) and sees_enemy(s, w, who)


@rule("suppress.beneficiary")
def may_suppress_for(s, w, who, target):
    """Suppressive fire: for one active ally, not for oneself."""
    return who != target and is_active(s, target) and are_friends(s, who, target) and may_suppress(s, w, who)


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
