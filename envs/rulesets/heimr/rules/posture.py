"""Posture: standing up, lying down, taking cover."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit
from ..vocab import Climbing, Event, Injury, Refusal
from .conditions import is_body_bound, is_dazed, is_leg_injured
from .defences import note_change
from .harm import reopen


@rule("c.stand_up", "effect.fall", "effect.bind_body", "injury.effects")
def refusal_of_standing_up(s, who):
    """Standing up: not while a fall lasts, with a hurt leg, bound, or dazed."""
    unit = s.units[who]
    if unit.prone == 0:
        return Refusal.NOT_PRONE
    if unit.fall_timer > 0:
        return Refusal.FALLEN
    if is_leg_injured(s, who):
        return Refusal.LEG_INJURED
    if is_body_bound(s, who):
        return Refusal.BODY_BOUND
    return Refusal.DAZED if is_dazed(s, who) else Refusal.NONE


@rule("c.stand_up")
def resolve_standing(s, who):
    """Standing up: in the same cluster."""
    s.units[who].prone = 0
    note_change(s)
    emit(s, Event.STOOD_UP, who, NO_UNIT, 0, 0)


@rule("action.drop_prone")
def refusal_of_lying_down(s, who):
    """Drop prone: a standing unit, neither climbing nor bound."""
    unit = s.units[who]
    if unit.prone == 1:
        return Refusal.PRONE
    if unit.climbing != Climbing.NOT:
        return Refusal.CLIMBS
    return Refusal.BODY_BOUND if is_body_bound(s, who) else Refusal.NONE


@rule("action.drop_prone")
def resolve_lying(s, who):
    """Drop prone: lying down."""
    s.units[who].prone = 1
    note_change(s)
    emit(s, Event.PRONE, who, NO_UNIT, 0, 0)


@rule("c.take_cover", "effect.bind_body")
def refusal_of_cover(s, w, who):
    """Cover: behind the object of the cell, outside clusters."""
    unit = s.units[who]
    if w.field.cover[unit.cell] == 0:
        return Refusal.NO_COVER
    if unit.in_cover == 1:
        return Refusal.IN_COVER
    if unit.cluster != NO_UNIT:
        return Refusal.IN_CLUSTER
    if unit.climbing != Climbing.NOT:
        return Refusal.CLIMBS
    return Refusal.BODY_BOUND if is_body_bound(s, who) else Refusal.NONE


@rule("c.take_cover")
def resolve_cover(s, who):
    """Cover: until the unit leaves the place or joins a cluster."""
    s.units[who].in_cover = 1
    emit(s, Event.TOOK_COVER, who, NO_UNIT, 0, 0)


@rule("injury.reopen")
def use_legs(s, w, who):
    """Reopening: jumping down moves hurt legs."""
    reopen(s, w, who, int(Injury.RIGHT_LEG | Injury.LEFT_LEG))
