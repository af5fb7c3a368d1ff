"""Whom an attack may be aimed at."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import distance, may_see
from ..vocab import Ability, Mode, Trait, WeaponKind
from .conditions import has_trait, is_able, is_standing
from .ground import are_touching, is_touching, may_aim_at
from .weapons import UNARMED, free_attack_of, harms_ethereal, is_natural, is_ready, kind_of, wielded_item


@rule("completion.reach")
def reach_of(w, item):
    """Reach: cells beyond base contact at which a weapon hits, too; 0 none."""
    has_reach = item != UNARMED and w.book.weapons[item - 1].reach == 1
    return max(w.book.melee_distance, w.book.reach_cells) if has_reach else 0


@rule("melee.attack")
def is_in_melee(s, w, item, here, there):
    """Melee: base contact; farther off a clear line is needed, and reach."""
    gap = distance(here, there)
    if gap <= w.book.melee_distance and are_touching(s, w, here, there):
        return True
    return 1 < gap <= max(w.book.melee_distance, reach_of(w, item)) and may_see(s, w, here, there)


@rule("ranged.range_bands")
def is_in_range(s, w, who, target, item, gap):
    """Range bands: sight, and no farther than long range."""
    return gap <= w.book.weapons[item - 1].long and may_aim_at(s, w, who, target)


@kernel
def is_within_reach(s, w, who, target):
    """Whether the weapon in hand gets to a unit."""
    item = wielded_item(s, who)
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    if kind_of(w, item) == WeaponKind.MELEE:
        return is_in_melee(s, w, item, here, there)
    return is_in_range(s, w, who, target, item, distance(here, there))


@rule("status.ethereal")
def may_harm(s, w, who, target):
    """Ethereal: harmed only from base contact, or by runic and magical weapons."""
    if not has_trait(s, target, Trait.ETHEREAL):
        return True
    return is_touching(s, w, who, target) or harms_ethereal(w, wielded_item(s, who))


@rule("attack.to_hit", "completion.reload", "status.stunned")
def may_attack(s, w, who, target):
    """Attack: a standing unit that is not hidden, within reach of the weapon in hand, which must be loaded. Friend or foe is
    the caller's to ask.
    """
    if not is_able(s, who) or s.units[who].stunned > 0 or who == target:
        return False
    if not is_standing(s, target) or not is_ready(s, w, who):
        return False
    return is_within_reach(s, w, who, target) and may_harm(s, w, who, target)


@rule("called.special")
def may_be_disarmed(s, w, target):
    """Disarming: needs a weapon that can be lost."""
    item = wielded_item(s, target)
    return item != UNARMED and not is_natural(w, item)


@rule("called.declare")
def may_call(s, w, target, mode):
    """Called shots: any but disarming who has nothing to lose, and blinding who is blind by nature."""
    if mode == Mode.DISARM:
        return may_be_disarmed(s, w, target)
    return mode != Mode.BLINDING or not has_trait(s, target, Trait.NATURALLY_BLIND)


@kernel
def may_attack_so(s, w, target, mode):
    """Whether an attack may be made in a mode."""
    return mode <= Mode.SUBDUE or (mode <= Mode.DISARM and may_call(s, w, target, mode))


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
