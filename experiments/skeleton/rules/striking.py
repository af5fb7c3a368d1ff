"""Striking: whom, to hit, damage. A total is built of labelled terms (`open_total`, `term`), which the log shows with the next
event; each step rolls at most once, which keeps exact odds fast.
"""

from __future__ import annotations

from tactica.envs.core.compiler import rule
from tactica.envs.core.dice import check, die
from tactica.envs.core.state import are_friends, emit, emit_roll, open_total, pop, term

from ..board import OFF_BOARD, distance
from ..vocab import Blow, Event, Refusal, Term


@rule("strike.target")
def is_within(s, who, other, cells):
    """Whom: whether another standing unit is at most so many cells away."""
    there = s.units[other].cell
    return there >= 0 and distance(s.units[who].cell, there) <= cells


@rule("strike.target")
def refusal_of_target(s, w, who, target):
    """Whom: why a unit cannot strike another."""
    if are_friends(s, who, target):
        return Refusal.FRIEND
    if s.units[target].health <= 0:
        return Refusal.FALLEN
    return Refusal.NONE if is_within(s, who, target, w.book.reach_cells) else Refusal.OUT_OF_REACH


@rule("strike.target")
def refusal_of_striking(s, w, who):
    """Whom: why a unit cannot strike at all."""
    for target in range(s.unit_count):
        if refusal_of_target(s, w, who, target) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOBODY_IN_REACH


@rule("strike.gang")
def gang_bonus(s, w, who, target):
    """Ganging up: a bonus for each other enemy next to the target."""
    gang = 0
    for other in range(s.unit_count):
        if other != who and not are_friends(s, other, target) and is_within(s, target, other, 1):
            gang += 1
    return gang * int(w.book.gang_bonus)


@rule("strike.hit", "strike.gang")
def chance_to_hit(s, w, who, target):
    """To hit: the skill, and the bonus for ganging up."""
    open_total(s)
    return term(s, Term.SKILL, int(s.units[who].skill)) + term(s, Term.GANG, gang_bonus(s, w, who, target))


@rule("strike.damage")
def damage_of(s, w, who, target, face):
    """Damage: the die plus strength minus armour, not less than the least."""
    open_total(s)
    total = term(s, Term.DICE, face)
    total += term(s, Term.STRENGTH, int(s.units[who].strength))
    total += term(s, Term.ARMOUR, -int(s.units[target].armour))
    return max(total, int(w.book.least_damage))


@rule("strike.hit", "strike.damage")
def blow_step(s, w, frame):
    """To hit, then damage. Waits for nobody."""
    who, target = int(frame.who), int(frame.target)
    if frame.step == Blow.HIT:
        if check(s, 100, chance_to_hit(s, w, who, target)):
            emit_roll(s, Event.BLOW_HIT, who, target, 0, 0)
            frame.step = Blow.DAMAGE
        else:
            emit_roll(s, Event.BLOW_MISSED, who, target, 0, 0)
            pop(s)
    else:
        face = die(s, 6)
        pop(s)
        resolve_harm(s, target, damage_of(s, w, who, target, face))


@rule("strike.damage")
def resolve_harm(s, target, lost):
    """Damage: health goes down; at none the unit falls and leaves the board."""
    unit = s.units[target]
    unit.health = max(unit.health - lost, 0)
    emit(s, Event.WOUNDED, target, -1, lost, unit.health)
    if unit.health == 0:
        unit.cell = OFF_BOARD
        emit(s, Event.FELL, target, -1, 0, 0)
