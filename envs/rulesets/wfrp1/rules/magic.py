"""Magic: the chapter has no spells, only what casting one costs."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit
from ..vocab import Event, Refusal
from .conditions import refusal_of_fighting

HAS_CAST = 16  # bit of ``hands_used``: a spell that takes no time has been cast this round


@rule("action.magic")
def refusal_of_magic(s, w, who):
    """Magic: only where the referee brings spells of his own; not for a unit that cannot act, and once a round."""
    if w.book.opt_magic == 0:
        return Refusal.NO_MAGIC
    return Refusal.HAS_CAST if s.units[who].hands_used & HAS_CAST != 0 else refusal_of_fighting(s, w, who)


@rule("action.magic")
def resolve_casting(s, w, who):
    """Magic: casting takes the entire round, or as many as the referee says. Whether it took no time."""
    unit = s.units[who]
    unit.casting += 1
    emit(s, Event.CAST, who, NO_UNIT, int(unit.casting), int(w.book.magic_rounds))
    if unit.casting >= w.book.magic_rounds:
        unit.casting = 0
        unit.hands_used |= HAS_CAST
    return w.book.magic_rounds == 0
