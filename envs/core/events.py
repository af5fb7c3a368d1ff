"""What happened, as rows of numbers: labelled totals and events. Words are made outside the kernel."""

from __future__ import annotations

from .jit import kernel
from .state import EVENTS, TERMS


@kernel
def open_total(s):
    """Begin a new labelled total, dropping one that no event has taken."""
    s.term_count = s.term_open


@kernel
def term(s, label, value):
    """Note one labelled part of the total being added up, and return it. Parts of zero are left out."""
    if value != 0 and s.term_count < TERMS:
        row = s.term_rows[s.term_count]
        row.label = label
        row.value = value
        s.term_count += 1
    return value


@kernel
def emit(s, kind, who, target, amount, extra):
    """Log an event, together with the total that was added up for it, and count it."""
    s.fired[kind] += 1
    if s.event_count >= EVENTS:
        s.events_lost += 1
        s.term_count = s.term_open
        return
    row = s.events[s.event_count]
    s.event_count += 1
    row.kind = kind
    row.who = who
    row.target = target
    row.face = 0
    row.amount = amount
    row.extra = extra
    row.first_term = s.term_open
    row.terms = s.term_count - s.term_open
    s.term_open = s.term_count


@kernel
def emit_roll(s, kind, who, target, amount, extra):
    """Log an event that a die decided: as :func:`emit`, with the face."""
    before = s.event_count
    emit(s, kind, who, target, amount, extra)
    if s.event_count > before:
        s.events[before].face = s.last_face


@kernel
def clear_log(s):
    """Forget the rows of the log. The counts of what fired stay."""
    s.event_count = 0
    s.events_lost = 0
    s.term_count = 0
    s.term_open = 0
