"""What a hit does besides its damage: holds, conditions, weapons lost, pushes."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import Event, Mode, Special, Strike
from .conditions import blind, disarm, fall_prone, free, frighten, is_on_map, restrain, slow
from .weapons import is_ranged_attack, item_of

LEAST_ACTIONS = 2
PERCENT = 100


@rule("called.threshold")
def threshold_of(s, w, target):
    """The 25 percent: a quarter of full HEALTH, rounded up."""
    return -(-int(s.units[target].health_max) * int(w.book.called_threshold) // PERCENT)


@rule("called.stat_block")
def resolve_special(s, w, target, damage):
    """Called Shots at a special location: enough damage triggers what the stat block says."""
    unit = s.units[target]
    if damage < threshold_of(s, w, target) or unit.special != Special.NECK or unit.actions <= LEAST_ACTIONS:
        return
    unit.actions -= 1
    unit.actions_left = min(int(unit.actions_left), int(unit.actions))
    emit(s, Event.NECK_HIT, target, NO_UNIT, unit.actions, 0)


@rule("attack.option_grab")
def resolve_grab(s, w, who, target):
    """Grabs: a level of Restrained, held by the attacker."""
    restrain(s, w, target, who)


@rule("attack.option_escape")
def resolve_escape(s, who):
    """Escapes: every level of Restrained is gone at once."""
    free(s, who)


@rule("completion.exploit.arm_lock")
def resolve_arm_lock(s, w, who, target):
    """Arm lock: a level of Restrained, held by the attacker."""
    restrain(s, w, target, who)


@rule("completion.exploit.blinding_attack")
def resolve_blinding(s, target):
    """Blinding attack: the target is Blinded."""
    blind(s, target)


@rule("completion.exploit.crippling_strike")
def resolve_crippling(s, target):
    """Crippling strike: the target is Slowed."""
    slow(s, target)


@rule("called.slow")
def resolve_called_slow(s, target):
    """Called disabling: the target is Slowed."""
    slow(s, target)


@rule("completion.exploit.disarm")
def resolve_disarm(s, w, target):
    """Disarm: the target loses the weapon in hand."""
    disarm(s, w, target)


@rule("called.disarm")
def resolve_called_disarm(s, w, target):
    """Called disarming: the target loses the weapon in hand."""
    disarm(s, w, target)


@rule("completion.spell.fear")
def resolve_fear(s, target):
    """Fear: the target is Afraid."""
    frighten(s, target)


@rule("completion.spell.entangle")
def resolve_entangle(s, w, target):
    """Entangle: a level of Restrained that nobody holds."""
    restrain(s, w, target, NO_UNIT)


@kernel
def resolve_condition(s, w, who, target, mode, damage):
    """The condition an option brings, also to who is felled by the same hit."""
    if mode == Mode.ESCAPE:
        resolve_escape(s, who)
    elif not is_on_map(s, target):
        return
    elif mode == Mode.GRAB:
        resolve_grab(s, w, who, target)
    elif mode == Mode.ARM_LOCK:
        resolve_arm_lock(s, w, who, target)
    elif mode == Mode.CALLED_DISARM:
        resolve_called_disarm(s, w, target)
    elif mode == Mode.DISARM:
        resolve_disarm(s, w, target)
    elif mode == Mode.CALLED_SLOW:
        resolve_called_slow(s, target)
    elif mode == Mode.CRIPPLING_STRIKE:
        resolve_crippling(s, target)
    elif mode == Mode.CALLED_SPECIAL:
        resolve_special(s, w, target, damage)
    elif mode == Mode.BLINDING_ATTACK:
        resolve_blinding(s, target)
    elif mode == Mode.FEAR:
        resolve_fear(s, target)
    elif mode == Mode.ENTANGLE:
        resolve_entangle(s, w, target)


# --- pushes ----------------------------------------------------------------------------------------------------------


@rule("called.push")
def called_squares(s, w, who, target, strike):
    """Called push: a square, and one more for each category by which attacker, or missile weapon, is larger."""
    size = int(s.units[who].body_size)
    if is_ranged_attack(s, w, who, target, strike):
        size = int(w.book.weapons[item_of(s, who, strike)].item_size)
    larger = max(size - int(s.units[target].body_size), 0)
    return int(w.book.called_push_squares) + larger * int(w.book.called_push_per_size)


@rule("completion.exploit.knockback")
def knockback_squares(w, mode):
    """Knockback: squares by price."""
    return int(w.book.knockback_squares_2) if mode == Mode.STRONG_KNOCKBACK else int(w.book.knockback_squares_1)


@rule("completion.exploit.throw")
def throw_squares(w, mode):
    """Throw: squares by price."""
    return int(w.book.throw_squares_3) if mode == Mode.STRONG_THROW else int(w.book.throw_squares_2)


@rule("completion.exploit.spinning_kick")
def kick_squares(w):
    """Spinning kick: squares."""
    return int(w.book.kick_squares)


@rule("completion.spell.telekinetic_shove")
def shove_squares(w):
    """Telekinetic shove: squares."""
    return int(w.book.shove_squares)


@kernel
def squares_of(s, w, who, target, strike, mode):
    """Squares by which an option pushes its target; 0 none."""
    if mode == Mode.CALLED_PUSH:
        return called_squares(s, w, who, target, strike)
    if mode == Mode.KNOCKBACK or mode == Mode.STRONG_KNOCKBACK:
        return knockback_squares(w, mode)
    if mode == Mode.THROW or mode == Mode.STRONG_THROW:
        return throw_squares(w, mode)
    if mode == Mode.SPINNING_KICK:
        return kick_squares(w)
    return shove_squares(w) if strike == Strike.SPELL and mode == Mode.TELEKINETIC_SHOVE else 0


# --- prone -----------------------------------------------------------------------------------------------------------


@rule("called.prone")
def resolve_called_prone(s, target):
    """Called knockdown: the target is prone."""
    fall_prone(s, target)


@rule("completion.exploit.knockdown")
def resolve_knockdown(s, target):
    """Knockdown: the target is prone."""
    fall_prone(s, target)


@rule("completion.exploit.trip")
def resolve_trip(s, target):
    """Trip: the target is prone."""
    fall_prone(s, target)


@rule("completion.exploit.throw")
def resolve_throw(s, target):
    """Throw: the target ends prone."""
    fall_prone(s, target)


@kernel
def resolve_prone(s, target, mode):
    """Options after which the target lies on the ground."""
    if not is_on_map(s, target):
        return
    if mode == Mode.CALLED_PRONE:
        resolve_called_prone(s, target)
    elif mode == Mode.KNOCKDOWN:
        resolve_knockdown(s, target)
    elif mode == Mode.TRIP:
        resolve_trip(s, target)
    elif mode == Mode.THROW or mode == Mode.STRONG_THROW:
        resolve_throw(s, target)
