"""Getting pinned down: the counter, and who may hide."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit
from ..board import distance
from ..vocab import Event
from .sight import is_cell_covering, is_smoky


@rule("pinned.distance", "pinned.return")
def is_away(s, w, who):
    """Distance: at least ten feet from where it stayed, and from where it stayed before that."""
    unit = s.units[who]
    here = int(unit.cell)
    if distance(here, int(unit.anchor)) < w.book.pinned_squares:
        return False
    return unit.previous_anchor < 0 or distance(here, int(unit.previous_anchor)) >= w.book.pinned_squares


@rule("pinned.reset", "completion.pinned_counter")
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
        emit(s, Event.PINNED, who, NO_UNIT, int(unit.pinned), 0)


@rule("completion.pinned_counter")
def resolve_pinned(s, w, who):
    """Pinned counter: brought up to date at the end of each main turn."""
    if is_away(s, w, who):
        unpin(s, who)
    else:
        pin(s, w, who)


@rule("pinned.hide")
def may_hide(s, w, who):
    """Hiding: who is pinned, and prone, in darkness or smoke, or at cover."""
    unit = s.units[who]
    if unit.pinned == 0:
        return False
    cell = int(unit.cell)
    return unit.prone == 1 or w.field.dark[cell] == 1 or is_smoky(s, w, cell) or is_cell_covering(s, w, cell)
