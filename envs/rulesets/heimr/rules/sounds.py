"""Sounds: what gives hiders away, and what sleepers hear."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit
from ..board import distance
from ..vocab import Event
from .conditions import is_foe, is_present, note_out, sees
from .harm import note_found, show_to_all

SOFT, LOUD = 1, 2


@rule("c.sounds", "position.hidden_sounds", "position.sleeping")
def make_sound(s, w, who, loudness):
    """Sounds: hiders give themselves away, or less and less; sleepers near by may wake."""
    unit = s.units[who]
    if unit.cell < 0:
        return
    if unit.hidden_from != 0:
        if loudness == LOUD:
            show_to_all(s, who)
        else:
            unit.hide_value -= w.book.soft_reduction
            if unit.hide_value < w.book.min_hide_value:
                show_to_all(s, who)
    for other in range(s.unit_count):
        sleeper = s.units[other]
        if other != who and is_present(s, other) and sleeper.sleeping == 1:
            if distance(int(sleeper.cell), int(unit.cell)) <= w.book.hearing_distance and sleeper.heard < loudness:
                sleeper.heard = loudness
                s.is_due = 1


@rule("position.sleeping")
def resolve_waking(s, who):
    """Sleeping: the unit wakes, and stays prone."""
    s.units[who].sleeping = 0
    s.units[who].heard = 0
    emit(s, Event.WOKE, who, NO_UNIT, 0, 0)
    note_out(s, who)


@rule("position.hidden_sounds")
def give_away_shot(s, who, target):
    """Shots of hiders: the target, its friends and other enemies of the hider that see it know that a unit is hiding."""
    if s.units[who].hidden_from == 0:
        return
    for other in range(s.unit_count):
        if is_present(s, other) and is_foe(s, who, other) and not sees(s, other, who):
            if other == target or are_friends(s, other, target) or sees(s, other, target):
                s.units[who].known_hiding |= 1 << other


@kernel
def reveal_to(s, who, observer):
    """An observer finds a hidden unit."""
    note_found(s, observer, who)
    s.units[who].hidden_from &= ~(1 << observer)
    s.units[who].known_hiding &= ~(1 << observer)
