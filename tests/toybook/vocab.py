"""The rulebook's words as numbers."""

from __future__ import annotations

from enum import IntEnum

from tactica.envs.core.state.choosing import Part, answers_of, parts_of
from tactica.envs.core.told import CELL, DOWN_TONE, FELT, HIT_LINE, HIT_TONE, ROUTINE, WOUND_TONE, Endings, Named, Told


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


class Verb(Named):
    """What can be chosen."""

    NONE = 0
    KEEP = 1
    PLAY = 2
    STRIKE = 3
    GUARD = 4
    MARCH = 5
    HOLD = 6
    DRINK = 7  # plays a draught


class Refusal(Named):
    """What stands in the way of a choice, or of a part of it."""

    NONE = 0
    ANOTHER_PROMPT = 1, "something else is asked"
    NO_CARD = 2, "its hand has no card to play"
    NO_DRAUGHT = 3, "its hand has no draught"
    NOBODY_TO_RAISE = 4, "nobody of its side could be raised"
    NOT_OF_THE_SIDE = 5, "a draught is for units of its own side"
    STANDS = 6, "a draught is for the fallen"
    NO_ROOM = 7, "others stand where it fell"
    NO_SPACE = 8, "there is no room for it"
    NOT_ITS_ZONE = 9, "that is not in the zone of its side"
    TOO_FAR = 10, "it cannot march that far"
    FALLEN = 11, "that unit does not stand"
    FRIEND = 12, "that unit is a friend"
    UNSEEN = 13, "its side does not know where that unit is"
    OUT_OF_REACH = 14, "that unit is out of reach"
    OUT_OF_SIGHT = 15, "that unit is out of sight"


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


class Event(Told):
    """Rows of the log."""

    # fmt: off
    NONE = 0
    ROUND_BEGINS = 1, "battle.end", "Round {amount} begins."  # amount: round
    CARD_DRAWN = 2, "cards.draw", "Side {amount} draws a card."  # amount: side
    CARD_PLAYED = 3, "cards.play", "Side {amount} plays card {extra}."  # amount: side, extra: card
    ORDER_REVEALED = 4, "orders.secret", "{who} is ordered to do {amount}."  # amount: verb
    SPEED_ROLLED = 5, "orders.speed", "Side {extra} keeps a {face}: speed {amount}.", ROUTINE  # amount: speed, extra: side
    MARCHED = 6, "march.reach", "{who} marches to cell {amount}.", CELL
    BUMPED = 7, "march.bump", "{who} bumps into {target}."
    REVEALED = 8, "march.bump", "{who} is revealed."
    STOOD_IDLE = 9, "orders.speed", "{who} stays where it is."
    POOL_THROWN = 10, "clash.pool", "{who} strikes at {target}: {amount:point} and {extra} sixes.", HIT_TONE | HIT_LINE | FELT
    HITS_STOPPED = 11, "clash.save", "{who} stops {amount} of {extra} hits of {target}."  # amount: stopped, extra: hits
    WOUNDED = 12, "clash.harm", "{who} loses {amount} health, {extra} left.", WOUND_TONE
    FELL = 13, "clash.harm", "{who} falls.", DOWN_TONE
    SPOTTED = 14, "watch.spot", "{who} is spotted ({face}, {amount} or less)."
    ROSE = 15, "rising.rise", "{who} rises with {amount} health."
    STAYED_DOWN = 16, "rising.rise", "{who} finds no room to rise."
    BATTLE_ENDS = 17, "battle.end", "The battle ends."  # amount: ending
    TURNED = 18, "orders.turn", "{who} turns to face {amount}."  # amount: direction guarded
    DEPLOYED = 19, "deploy.zone", "{who} is deployed in cell {amount}.", CELL
    LEFT_OUT = 20, "deploy.zone", "{who} finds no room to deploy and takes no part."
    # fmt: on


class Term(Named):
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


class Ending(Endings):
    """Why a battle ended."""

    GOING_ON = 0
    LAST_STANDING = 1, "one alliance is left standing"
    NOBODY_STANDING = 2, "nobody is left standing"
    ROUND_LIMIT = 3, "the last round is over"


UNITS = 12  # roster rows
CARDS = len(Card)

A_UNIT = len(Verb)  # answers for the parts of a choice begin here
A_DIRECTION = A_UNIT + UNITS
A_CELL = A_DIRECTION + 8

#: The parts that verbs ask for; targets and marches are asked for when the time for them has come.
PARTS_OF = parts_of(len(Verb), {Verb.DRINK: (Part.TARGET,), Verb.GUARD: (Part.DIRECTION,)})
ANSWERS = answers_of({Part.TARGET: (Prompt.FALLEN, A_UNIT), Part.DIRECTION: (Prompt.DIRECTION, A_DIRECTION)})
