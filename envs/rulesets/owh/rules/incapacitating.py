"""Incapacitation: blows that are not meant to kill."""

from __future__ import annotations

from ....core.compiler import rule
from ..vocab import Ability, WeaponKind
from .conditions import has_ability, hp_limit
from .harm import knock_out, lose_hp_but_one
from .totals import is_stealthy, kind_of_strike, was_hidden


@rule("incapacitate.methods")
def resolve_subduing(s, w, frame, who, target, points):
    """Ways to incapacitate: a blow from hiding that is hard enough, or one in the open that leaves no more than a hit point."""
    lose_hp_but_one(s, w, target, who, points)
    if may_disable(s, w, who, target, int(frame.strike), was_hidden(frame)):
        if is_hard_enough(s, w, target, points) or is_bludgeoning(s, who):
            knock_out(s, target)
    elif is_beaten(s, w, target):
        knock_out(s, target)


@rule("stealth.incapacitate", "incapacitate.bludgeon")
def may_disable(s, w, who, target, strike, was_hidden):
    """Incapacitating from stealth: in melee, and of targets that are not too large; else it works as in the open."""
    if s.units[target].body_size >= w.book.subdue_immune_size:
        return False
    is_melee = kind_of_strike(s, w, who, strike) == WeaponKind.MELEE
    return is_melee and is_stealthy(s, w, who, target, strike, was_hidden)


@rule("stealth.incapacitate")
def is_hard_enough(s, w, target, points):
    """Incapacitating from stealth: damage of at least a quarter of the maximum hit points."""
    return 100 * points >= int(w.book.subdue_pct) * hp_limit(s, w, target)


@rule("incapacitate.bludgeon")
def is_bludgeoning(s, who):
    """Bludgeon skill: any hit from hiding is enough."""
    return has_ability(s, who, Ability.BLUDGEON)


@rule("incapacitate.open")
def is_beaten(s, w, target):
    """Incapacitating in open combat: conscious until a single hit point is left."""
    return s.units[target].hp <= w.book.subdue_hp_floor
