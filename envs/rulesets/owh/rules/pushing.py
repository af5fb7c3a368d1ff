"""Pushes, collisions and ledges."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import sum_of
from ....core.state import NO_UNIT, emit, note_pace, open_total, pop, push, term
from ..board import OFF_BOARD, bearing, is_solid, neighbour
from ..vocab import Event, Frame, Roll, Term, Trait
from .conditions import agility_modifier, edge_of_check, has_trait, is_aloft, is_standing, less
from .ground import is_corner_open, resolve_water, unit_in
from .harm import lose_rolled_hp, resolve_fall, reveal
from .rolls import start_check, take_roll

MOST_SEVERE = 4
D20 = 20


class Step(IntEnum):
    """Steps of a push."""

    GO = 0
    COLLIDE = 1


@rule("completion.push", "completion.hidden")
def start_push(s, w, who, target, cells):
    """Pushing: some cells straight away from the pusher; it reveals a hidden target."""
    reveal(s, target)
    frame = push(s, Frame.PUSH)
    frame.who = who
    frame.target = target
    frame.cell = bearing(int(s.units[who].cell), int(s.units[target].cell))
    frame.amount = cells


@rule("completion.push")
def push_step(s, w, frame):
    """Pushing: cell by cell, until the push is spent or something is in the way. Then the d20 against the collision."""
    who = int(frame.target)
    unit = s.units[who]
    if frame.step == Step.COLLIDE:
        severity = int(frame.number)
        pop(s)
        resolve_collision(s, w, who, severity, take_roll(s) == 1)
        return
    if frame.index >= frame.amount or frame.cell < 0:
        pop(s)
        return
    here = int(unit.cell)
    ahead = neighbour(w.field, here, int(frame.cell))
    is_object = (
        ahead == OFF_BOARD
        or is_solid(s, w, ahead)
        or not is_corner_open(s, w, here, ahead)
        or is_too_steep(s, w, who, here, ahead)
    )
    if is_object and has_trait(s, who, Trait.ETHEREAL):
        pop(s)
    elif is_object or unit_in(s, ahead) != NO_UNIT:
        start_collision(s, w, frame, who, is_object)
    else:
        frame.index += 1
        resolve_pushed(s, w, who, here, ahead)


@rule("collision.trigger")
def start_collision(s, w, frame, who, is_object):
    """Collision: a unit pushed into an object or another unit may be hurt; an object raises the severity."""
    severity = min(int(frame.index) + (int(w.book.object_severity) if is_object else 0), MOST_SEVERE)
    frame.number = severity
    frame.step = Step.COLLIDE
    open_total(s)
    start_check(s, who, Roll.COLLISION, collision_number(s, w, who, severity), edge_of_check(s, w, who), D20)


@rule("completion.push", "status.flying")
def is_too_steep(s, w, who, here, there):
    """Pushing: nobody is pushed up a step of more than two metres, but height is nothing to who flies."""
    return int(w.field.level[there]) - int(w.field.level[here]) > w.book.max_step_m and not is_aloft(s, who)


@rule("completion.height")
def is_falling(s, w, who, drop):
    """Ledges: over a ledge of two metres or more falls who neither flies nor is a ghost."""
    return drop >= w.book.min_fall_m and not is_aloft(s, who) and not has_trait(s, who, Trait.ETHEREAL)


@rule("completion.push", "completion.height")
def resolve_pushed(s, w, who, here, ahead):
    """Pushing: one cell on; a fall ends the push."""
    s.units[who].cell = ahead
    note_pace(s, who, ahead)
    emit(s, Event.PUSHED, who, NO_UNIT, ahead, 0)
    resolve_water(s, w, who)
    drop = int(w.field.level[here]) - int(w.field.level[ahead])
    if is_falling(s, w, who, drop):
        pop(s)
        resolve_fall(s, w, who, drop)


@rule("collision.tn")
def collision_number(s, w, who, severity):
    """Collision: the number of the ladder; agility may ease it."""
    number = term(s, Term.TARGET_NUMBER, int(w.book.collision_ladder[severity]))
    if w.book.agility_eases == 1:
        number -= less(s, Term.AGILITY, max(agility_modifier(s, w, who), 0))
    return number


@rule("collision.damage")
def resolve_collision(s, w, who, severity, is_avoided):
    """Collision: a failure costs a d6, and one more for each step of severity; armour does not help."""
    if is_avoided or not is_standing(s, who):
        return
    dice = int(w.book.collision_base_dice) + severity * int(w.book.collision_severity_dice)
    points = sum_of(s, dice, int(w.book.collision_sides))
    stopped = min(int(s.units[who].armour), points) if w.book.collision_armour == 1 else 0
    emit(s, Event.COLLIDED, who, NO_UNIT, points - stopped, severity)
    lose_rolled_hp(s, w, who, points, stopped)
