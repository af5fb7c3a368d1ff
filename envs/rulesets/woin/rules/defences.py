"""Which of the four DEFENSES an attack must reach."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import Mode, Strike
from .prices import is_called
from .weapons import is_ranged_attack


@rule("completion.spell.firebolt")
def firebolt_defence(s, target):
    """Firebolt: a bolt, against RANGED DEFENSE."""
    return int(s.units[target].ranged_defence)


@rule("completion.spell.flame_burst")
def burst_defence(s, target):
    """Flame burst: an area, against VITAL DEFENSE."""
    return int(s.units[target].vital_defence)


@rule("completion.spell.mind_spike")
def spike_defence(s, target):
    """Mind spike: against MENTAL DEFENSE."""
    return int(s.units[target].mental_defence)


@rule("completion.spell.fear")
def fear_defence(s, target):
    """Fear: against MENTAL DEFENSE."""
    return int(s.units[target].mental_defence)


@rule("completion.spell.entangle")
def entangle_defence(s, target):
    """Entangle: against VITAL DEFENSE."""
    return int(s.units[target].vital_defence)


@rule("completion.spell.mind_lance")
def lance_defence(s, target):
    """Mind lance: against MENTAL DEFENSE."""
    return int(s.units[target].mental_defence)


@rule("completion.spell.telekinetic_shove")
def shove_defence(s, target):
    """Telekinetic shove: against RANGED DEFENSE."""
    return int(s.units[target].ranged_defence)


@kernel
def defence_of_spell(s, target, spell):
    """The DEFENSE a spell or power must reach."""
    if spell == Mode.FIREBOLT:
        return firebolt_defence(s, target)
    if spell == Mode.MIND_SPIKE:
        return spike_defence(s, target)
    if spell == Mode.FEAR:
        return fear_defence(s, target)
    if spell == Mode.ENTANGLE:
        return entangle_defence(s, target)
    if spell == Mode.MIND_LANCE:
        return lance_defence(s, target)
    return shove_defence(s, target) if spell == Mode.TELEKINETIC_SHOVE else burst_defence(s, target)


@rule("attack.vital", "called.base")
def is_against_vitals(mode):
    """VITAL DEFENSE: Called Shots and areas."""
    return is_called(mode) or mode == Mode.SCATTERSHOT


@rule("attack.melee_roll", "attack.ranged_roll")
def defence_of(s, w, who, target, strike, mode):
    """Defences: MELEE and RANGED by the kind of attack, VITAL for Called Shots and areas; spells as each says."""
    if strike == Strike.SPELL:
        return defence_of_spell(s, target, mode)
    unit = s.units[target]
    if is_against_vitals(mode):
        return int(unit.vital_defence)
    return int(unit.ranged_defence) if is_ranged_attack(s, w, who, target, strike) else int(unit.melee_defence)
