"""Entangling weapons: net, lasso, bolas and whip, and getting free of them."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit, emit_roll
from ..vocab import Event, Item, Refusal
from .conditions import CAUGHT, IN_A_NET, is_deferred, passes_strength_test
from .targeting import is_aimed


@rule("c.entangle")
def entangles_from_afar(item):
    """Entangling weapons: lasso and bolas entangle whom they hit."""
    return item == Item.LASSO or item == Item.BOLAS


@rule("c.entangle")
def entangles_by_blow(item, mode):
    """Entangling weapons: a net always, a whip when the attacker has aimed it at a part of the body."""
    return item == Item.NET or (item == Item.WHIP and is_aimed(mode))


@rule("c.entangle", "turn.simultaneous")
def resolve_entangled(s, who, target, location, item):
    """Entangling weapons: the target is caught where it was hit; in a net by the body and both arms. A unit already in a
    net is not caught again. One hit by an equal is caught after its own event.
    """
    victim = s.units[target]
    if victim.entangled == IN_A_NET or victim.doomed_entangled == IN_A_NET:
        return
    kind = IN_A_NET if item == Item.NET else CAUGHT
    emit(s, Event.ENTANGLED, who, target, location, item)
    if is_deferred(s, target):
        victim.doomed_entangled = kind
        victim.doomed_entangled_location = location
    else:
        victim.entangled = kind
        victim.entangled_location = location


@rule("turn.simultaneous", "c.entangle")
def apply_entangling(s, who):
    """Equal Initiative: after its event a unit is in what an equal has caught it with."""
    unit = s.units[who]
    if unit.doomed_entangled != 0:
        unit.entangled = unit.doomed_entangled
        unit.entangled_location = unit.doomed_entangled_location
        unit.doomed_entangled = 0
        unit.doomed_entangled_location = 0


@rule("c.entangle", "c.mounts")
def one_caught(s, who):
    """Entangling weapons: the unit that strains to get free in a turn: the unit itself, else its mount; -1 if none is caught."""
    unit = s.units[who]
    if unit.entangled != 0:
        return who
    if unit.mount != NO_UNIT and s.units[unit.mount].entangled != 0:
        return int(unit.mount)
    return NO_UNIT


@rule("c.entangle")
def refusal_of_breaking_free(s, who):
    """Entangling weapons: a caught unit may spend a turn on getting free, except in a hold."""
    if one_caught(s, who) == NO_UNIT:
        return Refusal.NOT_ENTANGLED
    return Refusal.NONE if s.units[who].hold_role == 0 else Refusal.HELD


@rule("c.entangle", "c.characteristic_test")
def resolve_break_free(s, w, who):
    """Entangling weapons: a Strength test."""
    caught = one_caught(s, who)
    if passes_strength_test(s, w, caught):
        s.units[caught].entangled = 0
        s.units[caught].entangled_location = 0
        emit_roll(s, Event.BROKE_FREE, caught, NO_UNIT, 0, 0)
    else:
        emit_roll(s, Event.STILL_CAUGHT, caught, NO_UNIT, 0, 0)
