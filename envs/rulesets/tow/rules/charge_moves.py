"""Charge moves: rolled and moved one after the other, once all charges have been declared and answered."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit, emit_aside, note_pace, open_total, term
from ..board import whole_root
from ..vocab import Event, Gone, Term, Trait
from .bodies import has_trait, is_there, unit_gap
from .casualties import destroy
from .charging import resolve_cancelled
from .contact import charge_side, contact_pose, is_way_rough
from .danger import enters_danger, resolve_danger
from .fleeing import advance, note_stop
from .kept import sum_of_highest
from .shapes import movement_of

TARGET_GONE, NO_PLACE = -1, -2  # why a charge fails that needs no distance


@rule("x.move.charge_roll")
def roll_charge(s, w, who):
    """Charge distance: the highest of some dice; swiftstride rolls one more."""
    dice, keep = int(w.book.charge_dice), int(w.book.charge_keep)
    if has_trait(s, who, int(Trait.SWIFTSTRIDE)):
        dice += int(w.book.charge_swiftstride_extra_dice)
    return sum_of_highest(s, dice, keep)


@rule("x.move.charge_roll")
def charge_reach(s, who, die):
    """Charge distance: Movement and the charge die."""
    open_total(s)
    return term(s, Term.MOVEMENT, int(movement_of(s, who))) + term(s, Term.CHARGE_DIE, die)


@rule("x.move.charge_roll")
def distance_needed(s, w, who, target, cell, facing):
    """Charge distance: the gap in whole inches, rounded up, and more across difficult ground."""
    inches = gap_in_inches(s, who, target)
    return inches + (int(w.book.charge_difficult_extra) if is_way_rough(s, w, who, cell, facing) else 0)


@rule("x.move.charge_roll", "x.setup.distance")
def gap_in_inches(s, who, target):
    """Charge distance: the gap in whole inches, rounded up."""
    gap = unit_gap(s, who, target)
    inches = whole_root(gap)
    return inches + 1 if inches * inches < gap else inches


@rule("x.move.charge_roll", "x.move.charge_contact")
def resolve_charge_move(s, w, who):
    """Charge move: the dice against the distance, if there still is a place to reach. A fleeing target is struck wherever it
    stands now.
    """
    unit = s.units[who]
    target = int(unit.charge_target)
    if unit.fleeing == 1 or unit.rallied == 1:
        resolve_cancelled(s, who)
        return
    is_open, cell, facing, needed = False, 0, 0, 0
    if is_there(s, target):
        if s.units[target].fleeing == 1:
            unit.charge_side = charge_side(s, who, target)
        is_open, cell, facing, _ = contact_pose(s, w, who, target, int(unit.charge_side))
        if is_open:
            needed = int(distance_needed(s, w, who, target, cell, facing))
    shown = roll_charge(s, w, who)
    unit.moved = 1
    reach = charge_reach(s, who, shown)
    if is_open and reach >= needed:
        resolve_contact(s, w, who, target, cell, facing, needed)
    else:
        if not is_there(s, target):
            needed = TARGET_GONE
        elif not is_open:
            emit_aside(s, Event.BLOCKED, who, target, 0, 0)
            needed = NO_PLACE
        resolve_failed_charge(s, w, who, target, needed, shown)


@rule("x.move.charge_contact")
def resolve_contact(s, w, who, target, cell, facing, needed):
    """Contact: the charger takes its pose; a fleeing target is destroyed."""
    unit = s.units[who]
    models = enters_danger(s, w, who, cell, facing, int(unit.files))
    unit.cell = cell
    unit.facing = facing
    unit.charge_distance = needed
    note_pace(s, who, cell)
    emit(s, Event.CHARGE_REACHED, who, target, needed, 0)
    if s.units[target].fleeing == 1:
        resolve_run_down(s, w, who, target)
    else:
        unit.charged = 1
    resolve_danger(s, w, who, models)


@rule("x.move.run_down")
def resolve_run_down(s, w, who, target):
    """Catching a fleeing target: it is destroyed, and no unit is engaged with it."""
    emit(s, Event.RAN_DOWN, who, target, 0, 0)
    destroy(s, w, target, int(Gone.RUN_DOWN))


@rule("x.move.charge_failed")
def resolve_failed_charge(s, w, who, target, needed, shown):
    """Failed charge: straight ahead by the die, and nothing more this turn."""
    unit = s.units[who]
    unit.charge_failed = 1
    emit(s, Event.CHARGE_FAILED, who, target, needed, 0)
    made = int(advance(s, w, who, int(unit.facing), shown, False, NO_UNIT))
    note_stop(s, who, int(unit.facing), shown, made, int(Event.COMES_SHORT))
