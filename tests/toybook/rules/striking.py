"""Clashes: a pool of dice, saves, wounds."""

from __future__ import annotations

from tactica.envs.core.compiler import rule
from tactica.envs.core.dice import pool_sum_and_sixes, successes
from tactica.envs.core.state import are_friends, emit, open_total, pop, term

from ..board import bearing, gap_from, may_see, turn_between
from ..vocab import Clash, Event, Refusal, Term, Verb
from .places import is_seen_by, is_standing, resolve_reveal


@rule("clash.target")
def refusal_of_strike(s, w, who, target):
    """Whom to strike: a standing enemy that is seen, within reach and in sight."""
    if not is_standing(s, target):
        return Refusal.FALLEN
    if are_friends(s, who, target):
        return Refusal.FRIEND
    if not is_seen_by(s, s.units[who].side, target):
        return Refusal.UNSEEN
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    if gap_from(s, w, who, here, target) > w.book.reach_cells:
        return Refusal.OUT_OF_REACH
    return Refusal.NONE if may_see(s, w, here, there) else Refusal.OUT_OF_SIGHT


@rule("clash.target")
def has_target(s, w, who):
    """Whom to strike: whether there is anybody."""
    for target in range(s.unit_count):
        if refusal_of_strike(s, w, who, target) == Refusal.NONE:
            return True
    return False


@rule("clash.pool", "cards.play")
def pool_dice(s, w, who):
    """The pool: one die a point of strength, and those of might."""
    open_total(s)
    dice = term(s, Term.STRENGTH, int(s.units[who].strength))
    if s.might[s.units[who].side] == 1:
        dice += term(s, Term.MIGHT, int(w.book.might_dice))
    return dice


@rule("clash.save")
def save_number(s, w, who, target):
    """Saving: armour, and the bonus for guarding towards the striker."""
    unit = s.units[target]
    open_total(s)
    number = term(s, Term.ARMOUR, int(unit.armour))
    if unit.order == Verb.GUARD:
        if turn_between(unit.guard_direction, bearing(unit.cell, s.units[who].cell)) <= w.book.guard_arc:
            number += term(s, Term.GUARDING, int(w.book.guard_bonus))
    return number


@rule("clash.pool", "clash.save")
def clash_step(s, w, frame):
    """The pool, then the saves, then the wounds. Waits for nobody."""
    if frame.step == Clash.POOL:
        total, sixes = pool_sum_and_sixes(s, pool_dice(s, w, frame.who))
        emit(s, Event.POOL_THROWN, frame.who, frame.target, total, sixes)
        frame.hits = total // w.book.points_for_hit
        frame.sixes = sixes
        frame.step = Clash.SAVE
    elif frame.step == Clash.SAVE:
        frame.stopped = successes(s, int(frame.hits), 6, save_number(s, w, frame.who, frame.target))
        emit(s, Event.HITS_STOPPED, frame.target, frame.who, frame.stopped, frame.hits)
        frame.step = Clash.HARM
    else:
        target, lost = int(frame.target), int(frame.hits - frame.stopped + frame.sixes)
        pop(s)
        resolve_harm(s, target, lost)


@rule("clash.harm")
def resolve_harm(s, target, lost):
    """Wounds: health goes down, and at none the unit falls where everybody sees it."""
    unit = s.units[target]
    unit.health = max(unit.health - lost, 0)
    emit(s, Event.WOUNDED, target, -1, lost, unit.health)
    if unit.health == 0:
        emit(s, Event.FELL, target, -1, 0, 0)
        resolve_reveal(s, target)
