"""Sense: options and spells that could do nothing to their target are not to be had."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..vocab import Immunity, Mode, Refusal, Strike
from .conditions import are_adjacent, held_by, is_immune
from .damage import is_immune_to_spell
from .prices import does_bought_damage


@rule("completion.down_and_dying")
def only_hurts(mode):
    """Zero HEALTH: options that bring nothing but damage; nothing else can be done to who is down."""
    return (
        mode == Mode.NORMAL
        or mode == Mode.ACHILLES_HEEL
        or mode == Mode.BLIND_SHOT
        or mode == Mode.CHARGE
        or mode == Mode.DEATH_FROM_ON_HIGH
        or mode == Mode.DOUBLE_TAP
        or mode == Mode.RICOCHET
    )


@rule("attack.option_gate", "damage.immune_critical")
def refusal_of_sense(s, w, who, target, mode):
    """Sense and immunity: no option that could do nothing to the target."""
    other = s.units[target]
    if other.down == 1:
        return Refusal.NONE if only_hurts(mode) else Refusal.ONLY_HURT
    if mode == Mode.CALLED_DISARM or mode == Mode.DISARM:
        return Refusal.UNARMED if other.held < 0 else refusal_of_effect(s, target, False, Immunity.DISARM)
    if mode == Mode.CALLED_PRONE or mode == Mode.KNOCKDOWN or mode == Mode.TRIP:
        return refusal_of_effect(s, target, other.prone == 1, Immunity.PRONE)
    if mode == Mode.GRAB or mode == Mode.ARM_LOCK:
        return refusal_of_grab(s, w, who, target)
    if mode == Mode.CALLED_SLOW or mode == Mode.CRIPPLING_STRIKE:
        return refusal_of_effect(s, target, other.slowed == 1, Immunity.SLOWED)
    if mode == Mode.BLINDING_ATTACK:
        return refusal_of_effect(s, target, other.blinded > 0, Immunity.BLINDED)
    is_push = mode == Mode.CALLED_PUSH or mode == Mode.SPINNING_KICK or mode == Mode.THROW or mode == Mode.STRONG_THROW
    if is_push or mode == Mode.KNOCKBACK or mode == Mode.STRONG_KNOCKBACK:
        return refusal_of_effect(s, target, False, Immunity.PUSH)
    return Refusal.NONE


@kernel
def refusal_of_effect(s, target, has_it, immunity):
    """What prevents an effect from changing anything: the target has it already, or is immune."""
    if has_it:
        return Refusal.ALREADY_SO
    return Refusal.IMMUNE if is_immune(s, target, immunity) else Refusal.NONE


@rule("attack.option_gate", "damage.immune_critical")
def refusal_of_affecting(s, w, target, spell):
    """Sense and immunity: no spell that could do nothing to the target. A spell either does damage or brings something else."""
    unit = s.units[target]
    if unit.down == 1 and not does_bought_damage(s, w, int(Strike.SPELL), spell):
        return Refusal.ONLY_HURT
    if spell == Mode.FEAR:
        return refusal_of_effect(s, target, unit.afraid == 1, Immunity.AFRAID)
    if spell == Mode.ENTANGLE:
        return refusal_of_effect(s, target, unit.restrained >= w.book.max_restrained, Immunity.GRAB)
    if spell == Mode.TELEKINETIC_SHOVE:
        return refusal_of_effect(s, target, False, Immunity.PUSH)
    return Refusal.IMMUNE if is_immune_to_spell(s, target, spell) else Refusal.NONE


@rule("attack.option_gate", "attack.option_grab")
def refusal_of_grab(s, w, who, target):
    """Grabs: one neighbour at a time, until it is held as fast as can be."""
    if not are_adjacent(s, who, target):
        return Refusal.NOT_NEXT
    held = held_by(s, who)
    if held != NO_UNIT and held != target:
        return Refusal.HOLDS_ANOTHER
    other = s.units[target]
    is_fast = other.holder == who and other.restrained >= w.book.max_restrained
    return refusal_of_effect(s, target, is_fast, Immunity.GRAB)


@rule("completion.exploit.knockback", "completion.exploit.knockdown", "completion.exploit.throw")
def is_small_enough(s, w, who, target, mode):
    """Knockback, knockdown, throw: not against targets too much larger."""
    larger = int(s.units[target].body_size) - int(s.units[who].body_size)
    if mode == Mode.KNOCKBACK or mode == Mode.STRONG_KNOCKBACK:
        return larger <= w.book.knockback_size
    if mode == Mode.KNOCKDOWN:
        return larger <= w.book.knockdown_size
    return (mode != Mode.THROW and mode != Mode.STRONG_THROW) or larger <= 0
