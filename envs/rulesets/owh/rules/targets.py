"""Whom an attack may be aimed at."""

from __future__ import annotations

from ....core.compiler import rule
from ..board import distance, may_see
from ..vocab import Ability, Mode, Trait, WeaponKind
from .conditions import has_trait, is_able, is_standing
from .ground import are_touching, is_touching, may_aim_at
from .weapons import UNARMED, free_attack_of, harms_ethereal, is_natural, is_ready, kind_of, wielded_item


@rule("melee.attack", "completion.reach", "ranged.range_bands", "ranged.attack", "ranged.thrown")
def is_within_reach(s, w, who, target):
    """Melee: base contact, or two cells with reach and a clear line. Ranged and thrown: sight, and within long range."""
    item = wielded_item(s, who)
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    gap = distance(here, there)
    if kind_of(w, item) == WeaponKind.MELEE:
        if gap <= w.book.melee_distance and are_touching(s, w, here, there):
            return True
        has_reach = item != UNARMED and w.book.weapons[item - 1].reach == 1
        cells = max(w.book.melee_distance, w.book.reach_cells) if has_reach else w.book.melee_distance
        return 1 < gap <= cells and may_see(s, w, here, there)
    return gap <= w.book.weapons[item - 1].long and may_aim_at(s, w, who, target)


@rule("status.ethereal")
def may_harm(s, w, who, target):
    """Ethereal: harmed only from base contact, or by runic and magical weapons."""
    if not has_trait(s, target, Trait.ETHEREAL):
        return True
    return is_touching(s, w, who, target) or harms_ethereal(w, wielded_item(s, who))


@rule("attack.to_hit", "completion.reload", "status.stunned", "completion.hidden")
def may_attack(s, w, who, target):
    """Attack: a standing unit that is not hidden, within reach of the weapon in hand, which must be loaded. Friend or foe is
    the caller's to ask.
    """
    if not is_able(s, who) or s.units[who].stunned > 0 or who == target:
        return False
    if not is_standing(s, target) or not is_ready(s, w, who):
        return False
    return is_within_reach(s, w, who, target) and may_harm(s, w, who, target)


@rule("called.declare", "called.special", "natural_weapons", "status.blind")
def may_attack_so(s, w, target, mode):
    """Called shots: disarming needs a weapon that can be lost, blinding somebody who is not blind by nature."""
    if mode == Mode.DISARM:
        item = wielded_item(s, target)
        return item != UNARMED and not is_natural(w, item)
    if mode == Mode.BLINDING:
        return not has_trait(s, target, Trait.NATURALLY_BLIND)
    return mode <= Mode.DISARM


@rule("completion.abilities", "free.single_event")
def may_attack_freely(s, w, who, target):
    """Free-action attacks: frenzy and rapid fire with the weapon in hand, shield bash in base contact."""
    ability = free_attack_of(s, w, who)
    if ability == 0:
        return False
    if ability == Ability.SHIELD_BASH:
        return may_bash(s, w, who, target)
    return may_attack(s, w, who, target)


@rule("completion.abilities")
def may_bash(s, w, who, target):
    """Shield bash: in base contact."""
    if not is_able(s, who) or s.units[who].stunned > 0 or not is_standing(s, target):
        return False
    return is_touching(s, w, who, target)
