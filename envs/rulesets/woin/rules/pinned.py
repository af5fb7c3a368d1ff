"""Getting pinned down: the counter, and who may hide."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit
from ..board import distance
from ..vocab import Event, Refusal
from .sight import is_cell_covering, is_smoky
from .totals import pinned_dice


@rule("pinned.distance")
def has_left(s, w, who):
    """Distance: at least ten feet from where it stayed."""
    unit = s.units[who]
    return distance(int(unit.cell), int(unit.anchor)) >= w.book.pinned_squares


@rule("pinned.return")
def is_somewhere_new(s, w, who):
    """Going back: as far from where it stayed before that, else it does not help."""
    unit = s.units[who]
    return unit.previous_anchor < 0 or distance(int(unit.cell), int(unit.previous_anchor)) >= w.book.pinned_squares


@rule("pinned.reset")
def unpin(s, who):
    """Moving: it stays somewhere else now, and the counter is back to none."""
    unit = s.units[who]
    unit.previous_anchor = unit.anchor
    unit.anchor = unit.cell
    unit.pinned = 0


@rule("pinned.bonus", "completion.pinned_counter")
def pin(s, w, who):
    """Pinned counter: one turn more in the same place."""
    unit = s.units[who]
    most = int(w.book.pinned_most)
    if unit.pinned < most:
        unit.pinned += 1
        emit(s, Event.PINNED, who, NO_UNIT, int(unit.pinned), pinned_dice(s, w, who))


@rule("completion.pinned_counter")
def resolve_pinned(s, w, who):
    """Pinned counter: brought up to date at the end of each main turn."""
    if has_left(s, w, who) and is_somewhere_new(s, w, who):
        unpin(s, who)
    else:
        pin(s, w, who)


@rule("pinned.hide")
def refusal_of_hiding(s, w, who):
    """Hiding: a pinned unit that is prone, in darkness or smoke, or at cover."""
    unit = s.units[who]
    if unit.pinned == 0:
        return Refusal.NOT_PINNED
    cell = int(unit.cell)
    if unit.prone == 1 or w.field.dark[cell] == 1 or is_smoky(s, w, cell) or is_cell_covering(s, w, cell):
        return Refusal.NONE
    return Refusal.IN_THE_OPEN
