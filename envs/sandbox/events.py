"""What happened on a table: the rows of the log, in words."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ..engine.game import Game

Place: TypeAlias = tuple[int, int]
"""A cell as column and row."""


class Event(NamedTuple):
    """An event of the log.

    Attributes:
        kind: name in the ruleset's ``Event``, in lower case.
        clause: the clause of the rulebook it comes from, empty when the ruleset does not say.
        who, target: names of units, or None.
        amount, extra: the numbers of the event's sentence; a cell is (x, y), None for nowhere.
        face: the die behind it, 0 without a die.
        text: the event as a sentence.
        terms: its labelled total, (label, value) each.
        dropped: with advantage and the like, the die rolled beside ``face`` that does not count, 0 without.
    """

    kind: str
    clause: str
    who: str | None
    target: str | None
    amount: int | Place | None
    extra: int | Place | None
    face: int
    text: str
    terms: list[tuple[str, int]]
    dropped: int = 0

    @property
    def total(self) -> int:
        """The sum of its terms."""
        return sum(value for _, value in self.terms)


def log_of(game: Game) -> list[Event]:
    """The rows of the log as events."""
    s = game.s
    count = int(s["event_count"])
    if count == 0:
        return []
    from ..render.words import happening

    found = []
    for row in s["events"][:count]:
        told = happening(game, row)
        who, target = _name(game, told.who), _name(game, told.target)
        found.append(
            Event(
                told.event.lower(), told.clause, who, target, told.amount, told.extra, told.face, told.sentence,
                list(told.terms), told.dropped,
            )
        )  # fmt: skip
    return found


def _name(game: Game, row: int) -> str | None:
    return game.names[row] if 0 <= row < len(game.names) else None
