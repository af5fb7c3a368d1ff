"""Luck shots: the cells in which a unit can shoot at an unseen target, and the die that allows the attack."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import die
from ....core.state import NO_UNIT, emit_roll
from ..board import STRIDE
from ..vocab import Event, Refusal
from .aiming import is_in_melee_reach, is_within_range
from .conditions import is_present, sees
from .distances import has_line, squares_between
from .edges import ground_at
from .hands import ranged_slot
from .things import spend_missile

D10 = 10


@rule("position.hidden_luck", "ranged.range", "c.los")
def refusal_of_luck_shot(s, w, who, cell):
    """Luck shots: into any cell in range and in line; the shooter cannot know whether a unit is there."""
    slot = ranged_slot(s, w, who)
    if slot < 0:
        return Refusal.NO_RANGED_WEAPON
    unit = s.units[who]
    here, high, ground = int(unit.cell), int(unit.elevation), ground_at(w, cell)
    squares = squares_between(s, w, here, cell, high, ground)
    if not 0 <= squares <= w.book.items[unit.items[slot]].range:
        return Refusal.OUT_OF_RANGE
    return Refusal.NONE if has_line(s, w, here, cell, high, ground) else Refusal.NO_LINE


@rule("position.hidden_luck")
def has_luck_cell(s, w, who):
    """Luck shots: whether there is any such cell."""
    for row in range(s.board_height):
        for column in range(s.board_width):
            if refusal_of_luck_shot(s, w, who, row * STRIDE + column) == Refusal.NONE:
                return True
    return False


@rule("position.hidden_luck", "ranged.range", "melee.same_cell")
def is_in_reach(s, w, who, other, is_shot):
    """Luck shots: a unit in the cell can be hit only within reach."""
    if not is_shot:
        return is_in_melee_reach(s, w, who, other)
    slot = ranged_slot(s, w, who)
    return slot >= 0 and is_within_range(s, w, who, other, slot)


@rule("position.hidden_luck")
def hider_in(s, w, who, cell, is_shot):
    """Luck shots: the enemy in a cell with the lowest hide value, among the hidden ones that the attacker knows of.

    Melee reaches no more than a level higher or lower; a shot as far as the weapon does.
    """
    best = NO_UNIT
    for other in range(s.unit_count):
        unit = s.units[other]
        if not is_present(s, other) or unit.cell != cell or s.allied[unit.side, s.units[who].side] == 1:
            continue
        if sees(s, who, other) or (int(unit.known_hiding) >> who) & 1 == 0:
            continue
        if not is_in_reach(s, w, who, other, is_shot):
            continue
        if best == NO_UNIT or unit.hide_value < s.units[best].hide_value:
            best = other
    return best


@rule("position.hidden_luck")
def roll_luck(s, w, who, cell, is_shot):
    """Luck shots: only a ten on a d10 allows the attack roll; a missile is spent either way. At whom; NO_UNIT nobody."""
    target = hider_in(s, w, who, cell, is_shot)
    face = die(s, D10)
    is_lucky = face >= w.book.luck_needed
    if is_lucky and target != NO_UNIT:
        emit_roll(s, Event.LUCK_HELD, who, NO_UNIT, face, 0)
        return target
    emit_roll(s, Event.LUCK_FAILED, who, NO_UNIT, face, 1 if is_lucky else 0)
    if is_shot:
        spend_missile(s, w, who, ranged_slot(s, w, who))
    return NO_UNIT
