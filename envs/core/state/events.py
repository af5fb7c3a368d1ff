"""What happened, as rows of numbers: labelled totals and events. Words are made outside the kernel."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from ..compiler import kernel

BY_WHO, AMOUNT_BY_WHO, AMOUNT_TO_TARGET = 0, 1, 2  # what a side's events are added up to


class CoreEvent(IntEnum):
    """What the core itself logs, beside the events of a ruleset: below 0, and counted nowhere."""

    ZONE_HELD = -1  # amount: the zone, from 0; extra: the side that held it when a round ended
    SCORED = -2  # amount: the points a side has now; extra: the side
    DECIDED = -3  # the objectives have decided the battle


class Measure(NamedTuple):
    """Something a side did, counted from its events (``tactics.MEASURES`` of a ruleset)."""

    name: str
    meaning: str
    row: int  # BY_WHO: how often a unit of the side acted so; the amounts of these; the amounts that befell its units
    kinds: tuple[int, ...]  # the events counted


@kernel
def open_total(s):
    """Begin a new labelled total, dropping one that no event has taken."""
    s.term_count = s.term_open


@kernel
def base_term(s, label, value):
    """Note the part a total begins with, and return it. Unlike that of other parts, a value of zero is shown."""
    if s.term_count < len(s.term_rows):
        row = s.term_rows[s.term_count]
        row.label = label
        row.value = value
        s.term_count += 1
    return value


@kernel
def term(s, label, value):
    """Note one labelled part of the total being added up, and return it. Parts of zero are left out."""
    return base_term(s, label, value) if value != 0 else value


@kernel
def count_event(s, kind, who, target, amount):
    """Count an event, and its amount for the side that acts and the side it happens to."""
    s.fired[kind] += 1
    if who >= 0:
        side = s.units[who].side
        s.by_who[side, kind] += 1
        s.amount_by_who[side, kind] += amount
    if target >= 0:
        s.amount_to_target[s.units[target].side, kind] += amount


@kernel
def clear_counts(s):
    """Forget what has been counted in this game."""
    fired, by_who, amount_by_who, amount_to_target = s.fired, s.by_who, s.amount_by_who, s.amount_to_target
    for kind in range(len(fired)):
        fired[kind] = 0
        for side in range(len(s.rank)):
            by_who[side, kind] = 0
            amount_by_who[side, kind] = 0
            amount_to_target[side, kind] = 0
    for side in range(len(s.rank)):
        s.gap_sum[side] = 0
        s.gap_count[side] = 0
    for i in range(len(s.most_used)):
        s.most_used[i] = 0


@kernel
def emit(s, kind, who, target, amount, extra):
    """Log an event, together with the total that was added up for it, and count it."""
    count_event(s, kind, who, target, amount)
    if s.event_count >= len(s.events):
        s.events_lost += 1
        s.term_count = s.term_open
        return
    row = s.events[s.event_count]
    s.event_count += 1
    row.kind = kind
    row.who = who
    row.target = target
    row.face = 0
    row.dropped = 0
    row.amount = amount
    row.extra = extra
    row.first_term = s.term_open
    row.terms = s.term_count - s.term_open
    s.term_open = s.term_count


@kernel
def emit_aside(s, kind, who, target, amount, extra):
    """Log an event in the middle of a total, which is left to the event it is added up for."""
    count = s.term_count
    s.term_count = s.term_open
    emit(s, kind, who, target, amount, extra)
    s.term_count = count


@kernel
def tell_aside(s, kind, amount, extra):
    """Log an event of the core, between the totals of the rules."""
    if s.event_count >= len(s.events):
        s.events_lost += 1
        return
    row = s.events[s.event_count]
    s.event_count += 1
    row.kind = kind
    row.who = -1
    row.target = -1
    row.face = 0
    row.dropped = 0
    row.amount = amount
    row.extra = extra
    row.first_term = s.term_open
    row.terms = 0


@kernel
def emit_roll(s, kind, who, target, amount, extra):
    """Log an event that a die decided: as :func:`emit`, with the face, and that of a die beside it that does not count."""
    before = s.event_count
    emit(s, kind, who, target, amount, extra)
    if s.event_count > before:
        s.events[before].face = s.last_face
        s.events[before].dropped = s.last_dropped
    s.last_dropped = 0


@kernel
def emit_dice(s, kind, who, target, amount, extra, dice):
    """Log an event that a number of dice decided: with the face where it was a single one."""
    if dice == 1:
        emit_roll(s, kind, who, target, amount, extra)
    else:
        emit(s, kind, who, target, amount, extra)


@kernel
def note_pace(s, who, cell):
    """Note that a unit comes to a cell, so that pictures show the way it went."""
    if s.pace_count < len(s.paces):
        pace = s.paces[s.pace_count]
        pace.who = who
        pace.cell = cell
        s.pace_count += 1


@kernel
def clear_log(s):
    """Forget the rows of the log. The counts of what fired stay."""
    s.event_count = 0
    s.events_lost = 0
    s.pace_count = 0
    s.last_dropped = 0
    s.term_count = 0
    s.term_open = 0
