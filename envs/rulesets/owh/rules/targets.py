"""Whom an attack may be aimed at."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import distance, may_see
from ..vocab import Mode, Refusal, Trait, WeaponKind
from .conditions import has_trait, is_standing, may_help
from .ground import are_touching, is_cut_off, is_touching, may_aim_at
from .weapons import UNARMED, harms_ethereal, has_loose_weapon, is_ready, kind_of, wielded_item


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


@rule("ranged.range_bands", "status.blind")
def refusal_of_aiming(s, w, who, target, cells):
    """Range bands: no farther than the range, and in sight; a blind unit aims by sound, if it hears."""
    if distance(int(s.units[who].cell), int(s.units[target].cell)) > cells:
        return Refusal.OUT_OF_RANGE
    if may_aim_at(s, w, who, target):
        return Refusal.NONE
    if is_cut_off(s, who):
        return Refusal.NOT_PERCEIVED
    return Refusal.NO_CLEAR_LINE if s.units[who].blind > 0 else Refusal.NOT_SEEN


@rule("melee.attack", "status.blind")
def refusal_of_striking(s, w, who, target):
    """Melee: within reach of the weapon in hand; a unit that neither sees nor hears strikes only at whom it touches."""
    if not is_in_melee(s, w, wielded_item(s, who), int(s.units[who].cell), int(s.units[target].cell)):
        return Refusal.OUT_OF_REACH
    if is_cut_off(s, who) and not is_touching(s, w, who, target):
        return Refusal.NOT_PERCEIVED
    return Refusal.NONE


@kernel
def refusal_of_reaching(s, w, who, target):
    """Why the weapon in hand cannot reach a unit."""
    item = wielded_item(s, who)
    if kind_of(w, item) == WeaponKind.MELEE:
        return refusal_of_striking(s, w, who, target)
    return refusal_of_aiming(s, w, who, target, int(w.book.weapons[item - 1].long))


@rule("status.ethereal")
def may_harm(s, w, who, target):
    """Ethereal: harmed only from base contact, or by runic and magical weapons."""
    if not has_trait(s, target, Trait.ETHEREAL):
        return True
    return is_touching(s, w, who, target) or harms_ethereal(w, wielded_item(s, who))


@rule("attack.to_hit")
def refusal_of_hitting(s, w, who, target):
    """Attack: a standing unit, within reach of the weapon in hand, which must be able to harm it. Friend or foe is the caller's
    to ask, and whether the attacker can attack at all.
    """
    if not is_standing(s, target):
        return Refusal.FALLEN
    refusal = refusal_of_reaching(s, w, who, target)
    if refusal == Refusal.NONE and not may_harm(s, w, who, target):
        return Refusal.ETHEREAL
    return refusal


@rule("attack.to_hit", "completion.reload", "status.stunned")
def may_attack(s, w, who, target):
    """Attack: an able unit that is not stunned, with a loaded weapon in hand, against another unit it can hit."""
    return may_help(s, who) and is_ready(s, w, who) and refusal_of_hitting(s, w, who, target) == Refusal.NONE


@rule("called.declare", "called.special")
def refusal_of_mode(s, w, target, mode):
    """Called shots: all modes, except disarming a target with nothing to lose and blinding a target that is blind by nature."""
    if mode > Mode.DISARM:
        return Refusal.WRONG_MODE
    if mode == Mode.DISARM and not has_loose_weapon(s, w, target):
        return Refusal.NOTHING_TO_LOSE
    if mode == Mode.BLINDING and has_trait(s, target, Trait.NATURALLY_BLIND):
        return Refusal.BLIND_BY_NATURE
    return Refusal.NONE


@rule("completion.abilities")
def refusal_of_bashing(s, w, who, target):
    """Shield bash: a standing unit in base contact."""
    if not is_standing(s, target):
        return Refusal.FALLEN
    return Refusal.NONE if is_touching(s, w, who, target) else Refusal.NOT_TOUCHING
