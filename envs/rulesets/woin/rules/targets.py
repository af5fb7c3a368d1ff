"""At whom, with what and how verbs may be aimed: attacks, spells, and all others."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import FIRST_CONDITION, LAST_EXPLOIT, LAST_SPELL, MODES, SLOTS, Mode, Refusal, Strike, Verb
from .casting import is_for_cells, refusal_of_casting_at, refusal_of_casting_there, refusal_of_spell
from .conditions import is_bound
from .costs import refusal_of_price
from .options import is_target, is_within_reach, moves_first, refusal_of_foe, refusal_of_option
from .prices import actions_for
from .suppressing import refusal_of_covering
from .tending import refusal_of_draught, refusal_of_healing, refusal_of_scanning, refusal_of_shaking_off
from .watching import refusal_of_missiles

# --- attacks ---------------------------------------------------------------------------------------------------------


@rule("ambush.declaration", "ambush.single_action")
def may_ambush_so(w, mode):
    """Ambush turn: options of one action, from where the unit stands."""
    return not moves_first(mode) and actions_for(w, mode) <= w.book.ambush_actions


@rule("turn.two_actions", "ambush.declaration")
def refusal_of_way(s, w, who, verb, target, strike, mode):
    """Budget: a way to attack that the unit can pay for, in an ambush as well."""
    if mode > LAST_EXPLOIT:
        return Refusal.NO_ATTACK
    refusal = refusal_of_price(s, w, who, verb, mode)
    if refusal != Refusal.NONE:
        return refusal
    if verb == Verb.AMBUSH_ATTACK and not may_ambush_so(w, mode):
        return Refusal.NOT_IN_AMBUSH
    return refusal_of_option(s, w, who, target, strike, mode)


@kernel
def has_option(s, w, who, verb, target, strike):
    """Whether a unit can attack a target with a weapon in any way that it can pay."""
    is_near = is_within_reach(s, w, who, target, strike)
    for mode in range(LAST_EXPLOIT + 1):
        if (is_near or moves_first(mode)) and refusal_of_way(s, w, who, verb, target, strike, mode) == Refusal.NONE:
            return True
    return False


@kernel
def refusal_of_weapon(s, w, who, verb, target, strike):
    """What prevents a unit from attacking a target with a weapon in any way; the refusal is that of a plain attack."""
    if has_option(s, w, who, verb, target, strike):
        return Refusal.NONE
    return refusal_of_way(s, w, who, verb, target, strike, int(Mode.NORMAL))


@kernel
def has_attack_on(s, w, who, verb, target):
    """Whether a target can be attacked with anything."""
    if is_target(s, w, who, target):
        for strike in range(SLOTS + 1):
            if has_option(s, w, who, verb, target, strike):
                return True
    return False


@kernel
def refusal_of_attack_on(s, w, who, verb, target):
    """What prevents a unit from attacking a target with any weapon; the refusal is that of the weapon in hand."""
    if has_attack_on(s, w, who, verb, target):
        return Refusal.NONE
    refusal = refusal_of_foe(s, w, who, target)
    if refusal != Refusal.NONE:
        return refusal
    strike = int(s.units[who].held) if s.units[who].held >= 0 else int(Strike.UNARMED)
    return refusal_of_way(s, w, who, verb, target, strike, int(Mode.NORMAL))


@rule("action.attack", "turn.two_actions", "turn.budget")
def refusal_of_attack(s, w, who, verb):
    """Attack: the unit must have enough actions for an attack, plain or Called, and a target for any of its weapons."""
    refusal = refusal_of_price(s, w, who, verb, int(Mode.NORMAL))
    if refusal != Refusal.NONE and refusal_of_price(s, w, who, verb, int(Mode.CALLED_PUSH)) != Refusal.NONE:
        return refusal
    for target in range(s.unit_count):
        if has_attack_on(s, w, who, verb, target):
            return Refusal.NONE
    if is_bound(s, who):
        return Refusal.BOUND
    is_empty = refusal_of_missiles(s, w, who) == Refusal.NOT_LOADED
    return Refusal.NOT_LOADED if is_empty else Refusal.NOBODY_TO_ATTACK


# --- spells ----------------------------------------------------------------------------------------------------------


@kernel
def refusal_of_casting(s, w, who, verb, spell):
    """What prevents a unit from casting a spell at any target, or at the cell it is in."""
    refusal = refusal_of_spell(s, w, who, verb, spell)
    if refusal == Refusal.NONE:
        refusal = refusal_of_price(s, w, who, verb, spell)
    if refusal != Refusal.NONE:
        return refusal
    if is_for_cells(spell):
        return refusal_of_casting_there(s, w, who, spell, int(s.units[who].cell))
    for target in range(s.unit_count):
        if refusal_of_casting_at(s, w, who, spell, target) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOBODY_TO_CAST_AT


@rule("action.cast_spell", "completion.status.restrained")
def refusal_of_any_spell(s, w, who, verb):
    """Casting: if any spell can be cast; not by a bound unit."""
    refusal = Refusal.NO_SPELL
    if s.units[who].spells == 0:
        return refusal
    if is_bound(s, who):
        return Refusal.BOUND
    for spell in range(Mode.FIREBOLT, LAST_SPELL + 1):
        found = refusal_of_casting(s, w, who, verb, spell)
        if found == Refusal.NONE:
            return found
        if found != Refusal.NO_SPELL and found != Refusal.OTHER_KIND:
            if refusal == Refusal.NO_SPELL or found == Refusal.NOBODY_TO_CAST_AT:
                refusal = found
    return refusal


# --- at whom, and what else ------------------------------------------------------------------------------------------


@kernel
def refusal_of_target(s, w, who, verb, target):
    """What prevents a verb from being aimed at a unit. The targets of a spell depend on the spell."""
    if verb == Verb.ATTACK or verb == Verb.AMBUSH_ATTACK:
        return refusal_of_attack_on(s, w, who, verb, target)
    if verb == Verb.SUPPRESS:
        return refusal_of_covering(s, who, target)
    if verb == Verb.HEAL:
        return refusal_of_healing(s, w, who, target)
    if verb == Verb.DRINK:
        return refusal_of_draught(s, who, target)
    if verb == Verb.SCAN:
        return refusal_of_scanning(s, w, who, target)
    return refusal_of_foe(s, w, who, target)


@kernel
def refusal_of_tending(s, w, who, verb):
    """What prevents a unit from healing, drinking a draught or scanning: it needs a target."""
    if verb == Verb.DRINK and s.units[who].draughts == 0:
        return Refusal.NO_DRAUGHT
    for target in range(s.unit_count):
        if refusal_of_target(s, w, who, verb, target) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOBODY_TO_SCAN if verb == Verb.SCAN else Refusal.NOBODY_TO_HEAL


@kernel
def refusal_of_any_condition(s, who):
    """What prevents a unit from shaking anything off."""
    for condition in range(FIRST_CONDITION, MODES):
        if refusal_of_shaking_off(s, who, condition) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.HELD if s.units[who].restrained > 0 else Refusal.NO_CONDITION


@kernel
def refusal_of_mode(s, w, who, verb, target, strike, mode):
    """What prevents a mode from fitting a verb: ways to attack, spells, or conditions to shake off."""
    if verb == Verb.SHAKE_OFF:
        return refusal_of_shaking_off(s, who, mode)
    if verb == Verb.CAST or verb == Verb.CAST_AREA:
        return refusal_of_casting(s, w, who, verb, mode)
    return refusal_of_way(s, w, who, verb, target, strike, mode)
