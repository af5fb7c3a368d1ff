"""Recovering: statuses that end, hit points that come back, waking."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import emit
from ..vocab import Event, Mode
from .conditions import hp_limit, is_exhausted
from .harm import knock_out


@rule("status.bleeding", "fate.status_removal")
def cure(s, who, ailment):
    """Statuses: one is over, all stacks of it."""
    unit = s.units[who]
    if ailment == Mode.BLEEDING:
        unit.bleeding = 0
    elif ailment == Mode.BLIND:
        unit.blind = 0
    elif ailment == Mode.DEAFENED:
        unit.deafened = 0
    elif ailment == Mode.DISEASED:
        unit.disease = 0
    elif ailment == Mode.IGNITED:
        unit.ignited = 0
    elif ailment == Mode.INSANE:
        unit.insane = 0
    elif ailment == Mode.PARALYZED:
        unit.paralyzed = 0
    elif ailment == Mode.POISONED:
        unit.poisoned = 0
    elif ailment == Mode.ROOTED:
        unit.rooted = 0
    elif ailment == Mode.STUNNED:
        unit.stunned = 0
    else:
        unit.fear = 0


@kernel
def suffers(s, who, ailment):
    """Whether a unit has a status that tokens may remove."""
    unit = s.units[who]
    if ailment == Mode.BLEEDING:
        return unit.bleeding > 0
    if ailment == Mode.BLIND:
        return unit.blind > 0
    if ailment == Mode.DEAFENED:
        return unit.deafened > 0
    if ailment == Mode.DISEASED:
        return unit.disease > 0
    if ailment == Mode.IGNITED:
        return unit.ignited > 0
    if ailment == Mode.INSANE:
        return unit.insane == 1
    if ailment == Mode.PARALYZED:
        return unit.paralyzed == 1
    if ailment == Mode.POISONED:
        return unit.poisoned > 0
    if ailment == Mode.ROOTED:
        return unit.rooted > 0
    if ailment == Mode.STUNNED:
        return unit.stunned > 0
    return unit.fear > 0


@rule("death.stabilise")
def resolve_saving(s, who):
    """Saving a unit that bleeds out: nobody counts its rounds any longer."""
    s.units[who].rounds_down = 0
    s.units[who].fell_this_round = 0


@rule("status.diseased", "death.defeat")
def may_get_up(s, w, who):
    """Diseased: a unit with a maximum of 0 hit points is defeated and stays so, no matter how much it is healed."""
    return hp_limit(s, w, who) > 0


@rule("death.reentry", "fatigue.unconscious")
def resolve_reentry(s, w, who, healer):
    """Re-entering the fight: it is up again where it lies, and acts when it is dealt its next card. An exhausted unit is saved,
    but stays unconscious.
    """
    s.units[who].down = 0
    if is_exhausted(s, w, who):
        knock_out(s, who)
    else:
        emit(s, Event.UP_AGAIN, who, healer, 0, 0)


@rule("heal.amount")
def regain_hp(s, w, who, healer, points):
    """Healing: hit points go up to the maximum at most; it stops the bleeding, wakes, and saves who bleeds out."""
    unit = s.units[who]
    before = int(unit.hp)
    unit.hp = min(before + points, hp_limit(s, w, who))
    unit.bleeding = 0
    emit(s, Event.HEALED, healer, who, int(unit.hp) - before, unit.hp)
    if unit.down == 1 and may_get_up(s, w, who):
        resolve_saving(s, who)
        resolve_reentry(s, w, who, healer)
    wake(s, w, who, healer)


@rule("completion.rouse")
def wake(s, w, who, helper):
    """Waking: a unit felled by exhaustion, or with maximum hit points of 0, cannot be woken."""
    unit = s.units[who]
    if unit.unconscious == 1 and not is_exhausted(s, w, who) and may_get_up(s, w, who):
        unit.unconscious = 0
        emit(s, Event.ROUSED, helper, who, 0, 0)
