"""Enumerations whose members carry their words: one member of a vocabulary, one line.

``Named``: ``ROOTED = 3, "it is rooted"``, or ``STAND_UP = 4`` where its name will do: "stand up".
``Endings``: as ``Named``, with those of the core.
``Told``: ``BLOW_HIT = 4, "strike.hit", "{who} strikes {target}: {terms}; rolled {face}, hits", HIT_TONE | HIT_LINE | FELT``.

Kernels see the numbers alone, as of any IntEnum. What stands behind the number is for people and is no part of a ruleset's logic
(``compiler/logic.py``), so no rule may ask for it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from enum import EnumType, Flag, IntEnum, auto
from typing import Any

from .state import FORFEIT, STALLED, VERDICT


class Manner(Flag):
    """How an event is shown, beside its sentence."""

    # --- how it sounds, one at most
    HIT_TONE = auto()
    MISS_TONE = auto()
    WOUND_TONE = auto()
    DOWN_TONE = auto()
    SAVED_TONE = auto()
    ROUND_TONE = auto()
    # --- the line that is drawn from who to target
    HIT_LINE = auto()
    MISS_LINE = auto()
    # --- what its numbers are: a cell is written ``x,y`` unless ``Text.numbers`` has it, a side by its name
    CELL = auto()  # the amount
    CELL_EXTRA = auto()  # the extra
    SIDE = auto()
    SIDE_EXTRA = auto()
    # --- who sees it
    ROUTINE = auto()  # pictures and pages may leave it out
    FELT = auto()  # its target sees it, even if it does not know who did it


HIT_TONE, MISS_TONE, WOUND_TONE = Manner.HIT_TONE, Manner.MISS_TONE, Manner.WOUND_TONE
DOWN_TONE, SAVED_TONE, ROUND_TONE = Manner.DOWN_TONE, Manner.SAVED_TONE, Manner.ROUND_TONE
HIT_LINE, MISS_LINE, ROUTINE, FELT = Manner.HIT_LINE, Manner.MISS_LINE, Manner.ROUTINE, Manner.FELT
CELL, CELL_EXTRA, SIDE, SIDE_EXTRA = Manner.CELL, Manner.CELL_EXTRA, Manner.SIDE, Manner.SIDE_EXTRA
PLAIN = Manner(0)
TONES = {
    HIT_TONE: "hit",
    MISS_TONE: "miss",
    WOUND_TONE: "wound",
    DOWN_TONE: "down",
    SAVED_TONE: "saved",
    ROUND_TONE: "round",
}
STROKES = {HIT_LINE: "hit", MISS_LINE: "miss"}
CELLS = {"amount": CELL, "extra": CELL_EXTRA}
SIDES = {"amount": SIDE, "extra": SIDE_EXTRA}


class Named(IntEnum):
    """Members with a number and their words; without words, the name in lower case."""

    words: str

    def __new__(cls, number: int, words: str | None = None) -> Named:
        """A member that is its number."""
        one = int.__new__(cls, number)
        one._value_ = number
        return one

    def __init__(self, number: int, words: str | None = None) -> None:
        self.words = plain(self) if words is None else words


#: How the core ends battles, whatever the ruleset.
CORE_ENDINGS = {
    "VERDICT": (VERDICT, "the objectives decide"),
    "FORFEIT": (FORFEIT, "a side forfeits"),
    "STALLED": (STALLED, "the battle does not end by its rules"),
}


class _WithCoreEndings(EnumType):
    """Gives every enumeration made from ``Endings`` the members of the core."""

    def __new__(metacls, cls: str, bases: tuple[type, ...], classdict: Any, **more: Any) -> Any:
        if Named not in bases:
            for name, member in CORE_ENDINGS.items():
                classdict[name] = member
        return super().__new__(metacls, cls, bases, classdict, **more)


class Endings(Named, metaclass=_WithCoreEndings):
    """Why battles end: ``ROUND_LIMIT = 3, "the last round is over"``; ``VERDICT``, ``FORFEIT`` and ``STALLED`` are there."""


class Told(IntEnum):
    """Events: number, the clause that is played, the sentence with places to fill (``render/words.py``), and its manner."""

    clause: str
    sentence: str
    manner: Manner

    def __new__(cls, number: int, clause: str = "", sentence: str = "", manner: Manner = PLAIN) -> Told:
        """A member that is its number.

        Raises:
            TypeError: something else is given for a manner, because a member above bears its name.
            ValueError: two tones, or two lines.
        """
        if not isinstance(manner, Manner):
            raise TypeError(f"{sentence!r} has the manner {manner!r}, the name of which a member above bears")
        one = int.__new__(cls, number)
        one._value_ = number
        one.clause, one.sentence, one.manner = clause, sentence, manner
        for kinds in (TONES, STROKES):
            if sum(kind in manner for kind in kinds) > 1:
                raise ValueError(f"{sentence!r} has {manner!r}, allowed: at most one of {', '.join(kinds.values())}")
        return one

    @property
    def tone(self) -> str:
        """How it sounds; empty for an event without a tone."""
        return next((tone for kind, tone in TONES.items() if kind in self.manner), "")

    @property
    def stroke(self) -> str:
        """The line that is drawn for it, ``hit`` or ``miss``; empty for none."""
        return next((stroke for kind, stroke in STROKES.items() if kind in self.manner), "")

    def is_cell(self, field: str) -> bool:
        """Whether a number, ``amount`` or ``extra``, is a cell."""
        return field in CELLS and CELLS[field] in self.manner

    def is_side(self, field: str) -> bool:
        """Whether a number, ``amount`` or ``extra``, is a side."""
        return field in SIDES and SIDES[field] in self.manner


def plain(member: IntEnum) -> str:
    """A member's name as words."""
    return member.name.lower().replace("_", " ")


@functools.cache
def words_of(enum: type[IntEnum]) -> Mapping[int, str]:
    """The words of every member of an enumeration, by its number."""
    return {int(one): one.words if isinstance(one, Named) else plain(one) for one in enum}
