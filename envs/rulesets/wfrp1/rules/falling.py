"""Falling: from the air, or off a mount."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import die
from ....core.state import NO_UNIT, emit_roll, open_total, pop, push, term
from ..vocab import Event, Frame, Term
from .bodies import fresh_location
from .injuries import resolve_prone, start_wound


class Fall(IntEnum):
    """Steps of a fall, one roll each."""

    DIE = 0
    LOCATION = 1


@rule("c.falling")
def start_fall(s, who, yards):
    """Falling: so many yards; of none nothing comes."""
    if yards > 0:
        frame = push(s, Frame.FALL)
        frame.who = who
        frame.target = who
        frame.amount = yards


@rule("c.falling")
def fall_step(s, w, frame):
    """Falling: D6 and the yards, less Toughness, at a random location; armour does not help. It ends lying."""
    if frame.step == Fall.DIE:
        frame.dice = die(s, w.book.fall_damage_die)
        frame.step = Fall.LOCATION
        return
    who, yards = int(frame.who), int(frame.amount)
    open_total(s)
    total = term(s, Term.DICE, int(frame.dice))
    total += term(s, Term.FALL, yards)
    total += term(s, Term.TOUGHNESS, -int(s.units[who].toughness))
    damage = max(total, 0)
    term(s, Term.LIMIT, damage - total)
    location = fresh_location(s, w)
    emit_roll(s, Event.FELL, who, NO_UNIT, yards, location)
    pop(s)
    resolve_prone(s, who)
    start_wound(s, w, who, who, location, damage, 0)
