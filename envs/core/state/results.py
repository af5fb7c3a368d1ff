"""What odds can be asked for by name, and what is settled but waits: declared by a ruleset, read by ``odds``."""

from __future__ import annotations

from typing import NamedTuple

TIMES, SUM, LAST, LAST_EXTRA, LAST_TERM = 0, 1, 2, 3, 4  # what is noted of an event
NOTHING_NOTED = -(2**15)  # the last of something that has not happened
ANY_UNIT = -2  # in a watch: any unit


class Result(NamedTuple):
    """Something that may come of a choice, under a plain name (``vocab.RESULTS`` of a ruleset).

    Attributes:
        meaning: what is counted.
        events: the events of the log that are looked for.
        take: TIMES: how often they happen; SUM: their amounts added up; LAST: the amount of the last, in its words.
        fields: in place of events: units count for which one of these fields comes to be other than 0.
    """

    meaning: str
    events: tuple[int, ...] = ()
    take: int = TIMES
    fields: tuple[str, ...] = ()


class Pending(NamedTuple):
    """A field of a unit whose new value is settled, but takes effect later (``state.PENDING`` of a ruleset).

    Attributes:
        field: what it will be: the greater of both.
        waiting: the field in which it waits, 0 nothing.
        event: the event that will say so.
    """

    field: str
    waiting: str
    event: int
