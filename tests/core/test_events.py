"""The log: labelled totals, events, what fired."""

from __future__ import annotations

from core.counting import bare, taped

from tactica.envs.core import dice
from tactica.envs.core.state import events

CHARGED, HIT = 3, 4
SKILL, BONUS, COVER = 1, 2, 3


def terms(s, i):
    row = s.events[i]
    return [(int(t.label), int(t.value)) for t in s.term_rows[row.first_term : row.first_term + row.terms]]


def test_an_event_takes_the_total_added_up_for_it():
    s = bare()
    events.open_total(s)
    total = events.term(s, SKILL, 41) + events.term(s, BONUS, 10) + events.term(s, COVER, 0)
    events.emit(s, HIT, 1, 2, total, 7)
    events.emit(s, CHARGED, 2, -1, 0, 0)
    row = s.events[0]
    assert (row.kind, row.who, row.target, row.amount, row.extra, row.face) == (HIT, 1, 2, 51, 7, 0)
    assert terms(s, 0) == [(SKILL, 41), (BONUS, 10)]  # parts of zero are left out
    assert terms(s, 1) == []
    assert (s.event_count, s.fired[HIT], s.fired[CHARGED]) == (2, 1, 1)


def test_a_total_nobody_took_is_dropped():
    s = bare()
    events.open_total(s)
    events.term(s, SKILL, 41)
    events.open_total(s)
    events.term(s, COVER, -20)
    events.emit(s, HIT, 0, 1, 0, 0)
    assert terms(s, 0) == [(COVER, -20)]
    assert s.term_count == 1


def test_a_rolled_event_shows_the_face():
    s = bare()
    taped(s, lambda s: dice.die(s, 100), 63)
    events.emit_roll(s, HIT, 0, 1, 41, 0)
    assert s.events[0].face == 63


def test_what_does_not_fit_is_counted():
    s = bare()
    rows, terms_kept = len(s.events), len(s.term_rows)
    for i in range(rows + 5):
        events.open_total(s)
        for _ in range(3):
            events.term(s, SKILL, 1)
        events.emit_roll(s, HIT, i % 4, -1, i, 0)
    assert (s.event_count, s.events_lost, s.fired[HIT]) == (rows, 5, rows + 5)
    assert s.events[rows - 1].amount == rows - 1
    assert s.term_count <= terms_kept
    for i in range(rows):
        assert s.events[i].first_term + s.events[i].terms <= terms_kept


def test_clearing_forgets_rows_and_keeps_counts():
    s = bare()
    events.term(s, SKILL, 5)
    events.emit(s, HIT, 0, 1, 0, 0)
    events.clear_log(s)
    assert (s.event_count, s.events_lost, s.term_count, s.term_open, s.fired[HIT]) == (0, 0, 0, 0, 1)
