"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from tactica.envs.core.state.choosing import Part, answers_of, parts_of


class Prompt(IntEnum):
    """What somebody is asked."""

    NOBODY = 0
    CARD = 1  # a side: play its card?
    ORDER = 2  # a unit, secretly
    CELL = 3  # a unit that is deployed or marches: where to?
    TARGET = 4  # a unit that strikes: whom?
    DIRECTION = 5  # a unit told to guard, secretly: which way?
    FALLEN = 6  # a side that plays a draught: for whom?


PARTS = (Prompt.DIRECTION, Prompt.FALLEN)
RESTS = (Prompt.CARD, Prompt.ORDER, Prompt.CELL, Prompt.TARGET)  # nothing is half done when they are asked


class Verb(IntEnum):
    """What can be chosen."""

    NONE = 0
    KEEP = 1
    PLAY = 2
    STRIKE = 3
    GUARD = 4
    MARCH = 5
    HOLD = 6
    DRINK = 7  # plays a draught


class Refusal(IntEnum):
    """What stands in the way of a choice, or of a part of it."""

    NONE = 0
    ANOTHER_PROMPT = 1
    NO_CARD = 2
    NO_DRAUGHT = 3
    NOBODY_TO_RAISE = 4
    NOT_OF_THE_SIDE = 5
    STANDS = 6
    NO_ROOM = 7


class Frame(IntEnum):
    """Procedures."""

    NOTHING = 0
    BATTLE = 1
    ACT = 2
    CLASH = 3


class Phase(IntEnum):
    """Steps of the battle: deploying, then the phases of a round."""

    DEPLOY = 0
    ROUND = 1
    DRAW = 2
    CARDS = 3
    ORDERS = 4
    SPEED = 5
    ACT = 6
    WATCH = 7
    RISE = 8
    END = 9


class Clash(IntEnum):
    """Steps of a clash."""

    POOL = 0
    SAVE = 1
    HARM = 2


class Card(IntEnum):
    """Rows of the table of cards."""

    NOTHING = 0
    MIGHT = 1
    HASTE = 2
    DRAUGHT = 3


class Event(IntEnum):
    """Rows of the log."""

    NONE = 0
    ROUND_BEGINS = 1  # amount: round
    CARD_DRAWN = 2  # amount: side
    CARD_PLAYED = 3  # amount: side, extra: card
    ORDER_REVEALED = 4  # amount: verb
    SPEED_ROLLED = 5  # amount: speed, extra: side
    MARCHED = 6  # amount: cell
    BUMPED = 7
    REVEALED = 8
    STOOD_IDLE = 9
    POOL_THROWN = 10  # amount: sum, extra: sixes
    HITS_STOPPED = 11  # amount: stopped, extra: hits
    WOUNDED = 12  # amount: points lost, extra: points left
    FELL = 13
    SPOTTED = 14
    ROSE = 15
    STAYED_DOWN = 16
    BATTLE_ENDS = 17  # amount: ending
    TURNED = 18  # amount: direction guarded
    DEPLOYED = 19  # amount: cell
    LEFT_OUT = 20


class Term(IntEnum):
    """Labels of the parts of a total."""

    NONE = 0
    STRENGTH = 1
    MIGHT = 2
    ARMOUR = 3
    GUARDING = 4
    MOVEMENT = 5
    HASTE = 6


class Status(IntEnum):
    """Conditions an observer sees."""

    HIDDEN = 0
    FALLEN = 1


class Ending(IntEnum):
    """Why a battle ended."""

    GOING_ON = 0
    LAST_STANDING = 1
    NOBODY_STANDING = 2
    ROUND_LIMIT = 3
    VERDICT = 125
    FORFEIT = 126
    STALLED = 127


UNITS = 12  # roster rows
CARDS = len(Card)

A_UNIT = len(Verb)  # answers for the parts of a choice begin here
A_DIRECTION = A_UNIT + UNITS
A_CELL = A_DIRECTION + 8

#: The parts that verbs ask for; targets and marches are asked for when the time for them has come.
PARTS_OF = parts_of(len(Verb), {Verb.DRINK: (Part.TARGET,), Verb.GUARD: (Part.DIRECTION,)})
ANSWERS = answers_of({Part.TARGET: (Prompt.FALLEN, A_UNIT), Part.DIRECTION: (Prompt.DIRECTION, A_DIRECTION)})
