"""Fire: burning cells, and units that stand in them or enter them."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import die
from ....core.state import NO_UNIT, emit, emit_roll, open_total, pop, push
from ..vocab import Event, Frame
from .conditions import place_of
from .engagement import NO_FIRE, fire_at
from .injuries import start_wound
from .targeting import leg_found

ROUND_ENDS = 1  # ``amount`` of a fire that has burnt a round


class Fire(IntEnum):
    """Steps of a fire that is lit, or that burns at the end of a round."""

    LIGHT = 0
    VICTIMS = 1
    END = 2


class Burn(IntEnum):
    """Steps of one unit's burns."""

    DIE = 0  # one a step
    LEG = 1


# --- burning cells ---------------------------------------------------------------------------------------------------


@rule("c.fire_damage", "item.dropped_light")
def place_for_fire(s):
    """Fire: a place in the list of fires; with all taken, that of the fire that will be out first."""
    best = 0
    for k in range(len(s.fire_rounds)):
        if s.fire_rounds[k] < s.fire_rounds[best]:
            best = k
    return best


@rule("c.fire_damage")
def start_fire(s, who, cell):
    """Fire: a cell is lit; ``who`` has done it."""
    frame = push(s, Frame.FIRE)
    frame.who = who
    frame.target = NO_UNIT
    frame.cell = cell


@rule("c.fire_damage")
def start_burning_round(s, k):
    """Fire: at the end of the round a fire burns the units in its cell."""
    frame = push(s, Frame.FIRE)
    frame.target = NO_UNIT
    frame.cell = s.fire_cell[k]
    frame.amount = ROUND_ENDS
    frame.step = Fire.VICTIMS


@rule("c.fire_damage")
def fire_step(s, w, frame):
    """Fire: a die for how long it burns, then every unit in the cell. It goes out when its rounds are over."""
    if frame.step == Fire.LIGHT:
        resolve_fire_lit(s, int(frame.who), int(frame.cell), die(s, w.book.pool_rounds_sides))
        frame.step = Fire.VICTIMS
    elif frame.step == Fire.VICTIMS:
        while frame.index < s.unit_count:
            who = int(frame.index)
            frame.index += 1
            if is_in_fire(s, who, int(frame.cell)):
                start_burn(s, w, who)
                return
        frame.step = Fire.END
    else:
        if frame.amount == ROUND_ENDS:
            resolve_fire_burnt_down(s, fire_at(s, int(frame.cell)))
        pop(s)


@rule("c.fire_damage")
def resolve_fire_lit(s, who, cell, rounds):
    """Fire: the cell burns for so many rounds; one that burns already does so for the longer time."""
    k = fire_at(s, cell)
    if k == NO_FIRE:
        k = place_for_fire(s)
        s.fire_rounds[k] = 0
    s.fire_cell[k] = cell
    s.fire_rounds[k] = max(int(s.fire_rounds[k]), rounds)
    emit_roll(s, Event.FIRE_LIT, who, NO_UNIT, cell, int(s.fire_rounds[k]))


@rule("c.fire_damage")
def resolve_fire_burnt_down(s, k):
    """Fire: one round less, and at none it is out."""
    s.fire_rounds[k] -= 1
    if s.fire_rounds[k] == 0:
        emit(s, Event.FIRE_OUT, NO_UNIT, NO_UNIT, int(s.fire_cell[k]), 0)
        s.fire_cell[k] = NO_FIRE


# --- burns -----------------------------------------------------------------------------------------------------------


@rule("c.fire_damage", "c.mounts")
def is_in_fire(s, who, cell):
    """Fire: the living on the ground in a burning cell, rider and mount alike."""
    unit = s.units[who]
    return unit.present == 1 and unit.dead == 0 and unit.altitude_yd == 0 and place_of(s, who) == cell


@rule("c.fire_damage")
def start_burn(s, w, who):
    """Fire: it does its damage to one unit."""
    if w.book.fire_dice > 0:
        frame = push(s, Frame.BURN)
        frame.who = who
        frame.target = who


@rule("c.fire_damage")
def resolve_next_in_fire(s, w):
    """Fire: each unit that has entered a burning cell is burnt once, in the order of the roster."""
    for who in range(s.unit_count):
        if (s.in_the_fire >> who) & 1 == 1:
            s.in_the_fire -= 1 << who
            if s.units[who].dead == 0:
                start_burn(s, w, who)
            return


@rule("c.fire_damage", "item.dropped_light")
def burn_step(s, w, frame):
    """Fire: 2D4 Wounds on a leg; neither Toughness nor armour helps."""
    who = int(frame.who)
    if frame.step == Burn.DIE:
        frame.dice += die(s, w.book.fire_sides)
        frame.index += 1
        if frame.index >= w.book.fire_dice:
            frame.step = Burn.LEG
        return
    location, lost = leg_found(s, w), int(frame.dice)
    open_total(s)
    emit_roll(s, Event.BURNT, who, NO_UNIT, location, lost)
    pop(s)
    start_wound(s, w, who, who, location, lost, 0)


@kernel
def has_fire(s):
    """Whether anything burns."""
    for k in range(len(s.fire_rounds)):
        if s.fire_rounds[k] > 0:
            return True
    return False
