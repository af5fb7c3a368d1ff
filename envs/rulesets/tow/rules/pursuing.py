"""Pursuit: those who have won go after the beaten, when all of these have gone; and overruns."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, base_term, open_total
from ..vocab import Event, Fate, Term
from .bodies import contact_side, engaged_with, is_engaged, is_there, touches
from .breaking import roll_follow, roll_overrun
from .danger import entering, resolve_danger
from .engagement import has_bit, is_fighting_round
from .fleeing import advance, note_stop
from .losses import shift
from .shapes import is_war_machine, movement_of

# --- who may ------------------------------------------------------------------------------------------------------------------


@rule("x.combat.break_and_pursue", "profile.movement", "x.move.fly")
def may_follow(s, who):
    """Pursuit: a fighting unit that is not fleeing, follows no other enemy in this combat, moves by choice, and is no war
    machine.
    """
    unit = s.units[who]
    if not is_fighting_round(s, who) or unit.fleeing == 1 or unit.done == 1:
        return False
    return movement_of(s, who) > 0 and not is_war_machine(s, who)


@kernel
def next_of(rows, index):
    """The next unit of some, from one on; -1 none."""
    while (int(rows) >> index) != 0:
        if has_bit(rows, index):
            return index
        index += 1
    return NO_UNIT


# --- straight after it -------------------------------------------------------------------------------------------------------


@rule("x.combat.fall_back", "x.combat.break_and_pursue", "x.combat.overrun")
def resolve_pursuit(s, w, who, direction, cells, event, quarry):
    """Pursuit: straight on; a unit that runs into an enemy, or comes up with the one that falls back before it, ``quarry``,
    counts as having charged it.
    """
    unit = s.units[who]
    before = engaged_with(s, who)
    unit.done = 1
    made = int(advance(s, w, who, direction, cells, True, quarry))
    if not is_there(s, who):
        return
    open_total(s)
    base_term(s, Term.DICE, cells)
    note_stop(s, who, direction, made if quarry != NO_UNIT and touches(s, who, quarry) else cells, made, event)
    met = engaged_with(s, who) & ~before
    enemy = next_of(met, 0)
    if enemy != NO_UNIT:
        unit.charged = 1
        unit.charge_distance = made
        unit.charge_side = contact_side(s, enemy, who)


@rule("x.combat.give_ground", "x.terrain.dangerous")
def resolve_follow(s, w, who, direction, cells):
    """Following up: as many cells the same way as the beaten unit, until it is blocked."""
    unit = s.units[who]
    cell, facing, files = int(unit.cell), int(unit.facing), int(unit.files)
    made = int(shift(s, w, who, direction, cells))
    resolve_danger(s, w, who, entering(s, w, who, cell, facing, files, int(unit.cell), facing, files))
    note_stop(s, who, direction, cells, made, int(Event.FOLLOWS))


@rule("x.combat.break_and_pursue", "x.combat.give_ground")
def go_after(s, frame, winner, cells):
    """Pursuit: a winner is to go after the beaten unit of a frame, as soon as all the beaten have gone."""
    unit = s.units[winner]
    unit.done = 1
    unit.goes_after = 1 + int(frame.who)
    unit.pursuit_way = frame.cell
    unit.pursuit = cells


@rule("x.combat.break_and_pursue", "x.combat.give_ground")
def next_to_follow(s):
    """Pursuit: the next winner to go after a beaten unit: in the order of the beaten, then of the winners; -1 none."""
    best = NO_UNIT
    for who in range(s.unit_count):
        after = int(s.units[who].goes_after)
        if is_fighting_round(s, who) and after > 0 and (best == NO_UNIT or after < s.units[best].goes_after):
            best = who
    return best


@rule("x.combat.give_ground", "x.combat.fall_back", "x.combat.break_and_pursue")
def follow_step(s, w):
    """Pursuit: one winner goes after the unit it has beaten. Whether there was one."""
    who = next_to_follow(s)
    if who == NO_UNIT:
        return False
    unit = s.units[who]
    beaten, way, cells = int(unit.goes_after) - 1, int(unit.pursuit_way), int(unit.pursuit)
    unit.goes_after = 0
    unit.pursuit_way = 0
    unit.pursuit = 0
    if s.units[beaten].fate == Fate.GIVE_GROUND:
        resolve_follow(s, w, who, way, cells)
        return True
    quarry = NO_UNIT
    if s.units[beaten].fate == Fate.FALL_BACK:
        quarry = beaten
        cells = int(roll_follow(s, w))
    resolve_pursuit(s, w, who, way, cells, int(Event.PURSUES), quarry)
    return True


# --- overrun -----------------------------------------------------------------------------------------------------------------


@rule("x.combat.overrun")
def may_overrun(s, who):
    """Overrun: a unit that has wiped out all it fought, stands free, and was not beaten."""
    return may_follow(s, who) and s.units[who].fate == Fate.NONE and not is_engaged(s, who)


@rule("x.combat.overrun")
def next_to_overrun(s, rows):
    """Overrun: the next unit of some that may; -1 none."""
    for who in range(s.unit_count):
        if has_bit(rows, who) and may_overrun(s, who):
            return who
    return NO_UNIT


@rule("x.combat.overrun")
def resolve_overrun(s, w, who):
    """Overrun: straight ahead like a pursuer."""
    resolve_pursuit(s, w, who, int(s.units[who].facing), roll_overrun(s, w), int(Event.OVERRUNS), NO_UNIT)
