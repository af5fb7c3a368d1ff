"""Dropped things: whether they break, and what becomes of candles, torches, lamps and lanterns that fall."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import check
from ....core.state import NO_UNIT, emit_roll, pop
from ..board import OFF_BOARD
from ..vocab import Event, Item
from .carrying import forget_ground_item
from .fire import start_fire
from .weapons import is_light


class Dropped(IntEnum):
    """Steps of dropping an item, one roll each."""

    LANDS = 0  # does it break, or go out?
    FIRE = 1  # does the oil catch fire?


@rule("action.drop", "item.dropped_light")
def dropped_step(s, w, frame):
    """Dropped candles, torches, lamps and lanterns: they go out or burn on; a lamp may set its cell on fire. Other things
    may break. Asks nothing.
    """
    who, item, cell = int(frame.who), int(frame.item_used), int(frame.cell)
    if frame.step == Dropped.FIRE:
        pop(s)
        if check(s, 100, w.book.lantern_fire_pct):
            emit_roll(s, Event.OIL_SPILT, who, NO_UNIT, item, cell)
            forget_ground_item(s, who)
            start_fire(s, who, cell)
        else:
            resolve_light_on_ground(s, who, item, cell)
        return
    if not is_light(item):
        if check(s, 100, w.book.dropped_item_break_chance):
            emit_roll(s, Event.ITEM_BROKE, who, NO_UNIT, item, 0)
            forget_ground_item(s, who)
        else:
            emit_roll(s, Event.ITEM_WHOLE, who, NO_UNIT, item, 0)
        pop(s)
    elif check(s, 100, chance_to_go_out(w, item)):
        emit_roll(s, Event.LIGHT_WENT_OUT, who, NO_UNIT, item, 0)
        forget_ground_item(s, who)
        pop(s)
    elif has_oil(item):
        emit_roll(s, Event.LIGHT_STILL_LIT, who, NO_UNIT, item, 0)
        frame.step = Dropped.FIRE
    else:
        pop(s)
        resolve_light_on_ground(s, who, item, cell)


@rule("item.dropped_light")
def has_oil(item):
    """Dropped candles, torches, lamps and lanterns: the last two hold oil."""
    return item == Item.LAMP or item == Item.LANTERN


@rule("item.dropped_light")
def chance_to_go_out(w, item):
    """Dropped candles, torches, lamps and lanterns: candles and torches go out more often."""
    return int(w.book.lantern_out_pct) if has_oil(item) else int(w.book.torch_out_pct)


@rule("item.dropped_light")
def resolve_light_on_ground(s, who, item, cell):
    """Dropped candles, torches, lamps and lanterns: one that stays on lights its surroundings from where it lies."""
    place = 0
    for k in range(len(s.light_item)):
        if s.light_item[k] == Item.NOTHING:
            place = k
    s.light_item[place] = item
    s.light_cell[place] = cell
    emit_roll(s, Event.LIGHT_STAYED_ON, who, NO_UNIT, item, cell)


@rule("item.dropped_light", "action.drop")
def resolve_light_picked_up(s, item, cell):
    """Dropped candles, torches, lamps and lanterns: a light that is picked up lies there no longer."""
    for k in range(len(s.light_item)):
        if s.light_item[k] == item and s.light_cell[k] == cell:
            s.light_item[k] = Item.NOTHING
            s.light_cell[k] = OFF_BOARD
            return
