"""Words for the numbers of events; those of the members of the vocabulary stand in ``vocab.py``."""

from __future__ import annotations

from collections.abc import Callable

from ...core.told import words_of
from .board import DIRECTION_NAMES
from .vocab import (
    Band,
    Dud,
    Ending,
    Event,
    Flaw,
    Item,
    Location,
    Misfire,
    Mode,
    Rate,
    Status,
    Verb,
)


def rounds(number: int) -> str:
    """A span of rounds; 99 and 999 are the rest of the battle."""
    if number in (99, 999):
        return "for the rest of the battle"
    return f"for {number} round" + ("s" if number != 1 else "")


def location(number: int) -> str:
    """A hit location."""
    return Location(number).words


def item(number: int) -> str:
    """An item."""
    return Item(number).words


#: Events whose amount is a hit location.
AT_LOCATION = (
    Event.BLOW_HIT, Event.STATIC_HIT, Event.STRUCK_FRIEND, Event.STRUCK_ITSELF, Event.SHOT_HIT, Event.SHOT_STRUCK,
    Event.SHOT_STRAYED, Event.GUN_BURST, Event.BLAST_HIT, Event.BURNT, Event.ENTANGLED, Event.RIDER_OR_MOUNT,
    Event.LOCATED,
)  # fmt: skip

#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "amount"): location for event in AT_LOCATION},
    (Event.DECLARED, "amount"): lambda n: DECLARATION_WORDS[n],
    (Event.MOVED, "extra"): lambda n: f"{Rate(n).words} rate",
    (Event.TURNED_TO_FACE, "amount"): lambda n: DIRECTION_NAMES[n % 8],
    (Event.BLOW_HIT, "extra"): lambda n: "" if n == Mode.NORMAL else f" ({Mode(n).words})",
    (Event.ADDITIONAL_DAMAGE, "amount"): lambda n: "passes" if n else "fails",
    (Event.WOUNDED, "extra"): lambda n: f"{n} Wound" + ("" if n == 1 else "s"),
    (Event.CRITICAL, "extra"): location,
    (Event.DAZED, "amount"): rounds,
    (Event.KNOCKED_OUT, "amount"): rounds,
    (Event.ARM_DISABLED, "amount"): rounds,
    (Event.ARM_DISABLED, "extra"): lambda n: "right" if n == 1 else "left",
    (Event.LEG_DISABLED, "amount"): rounds,
    (Event.DROPPED_ITEM, "amount"): item,
    (Event.MUST_FLEE, "amount"): rounds,
    (Event.LOST_BLOWS, "amount"): lambda n: f": {n} carried over to the next round" if n else "",
    (Event.WEAPON_DAMAGED, "amount"): item,
    (Event.WEAPON_BROKEN, "amount"): item,
    (Event.WEAPON_FLUNG, "amount"): item,
    (Event.FLEES, "extra"): lambda n: f"{Rate(n).words} rate",
    **{(event, "extra"): lambda n: Band(n).words for event in (Event.SHOT_HIT, Event.SHOT_LANDED)},
    (Event.RECOVERED, "amount"): lambda n: RECOVERED_WORDS[Status(n)],
    (Event.BATTLE_ENDS, "amount"): lambda n: Ending(n).words,
    (Event.TOOK_UP, "amount"): item,
    (Event.MISFIRED, "amount"): lambda n: Misfire(n).words,
    (Event.SHOT_CAME_TO_NOTHING, "amount"): lambda n: Flaw(n).words,
    (Event.LOADED_BADLY, "amount"): lambda n: Flaw(n).words,
    (Event.BOMB_ON_ITS_WAY, "extra"): lambda n: "on target" if n else "off target",
    (Event.BOMB_MISFIRED, "amount"): lambda n: Dud(n).words,
    (Event.FELL, "extra"): location,
    (Event.ENTANGLED, "extra"): item,
    (Event.STOWED, "amount"): item,
    (Event.SEARCHED, "amount"): item,
    (Event.FOUND_ITEM, "amount"): item,
    (Event.CHANGED_HANDS, "amount"): item,
    (Event.CHANGED_HANDS, "extra"): item,
    (Event.ITEM_BROKE, "amount"): item,
    (Event.ITEM_WHOLE, "amount"): item,
    (Event.MOUNT_PUT_OUT, "amount"): lambda n: ("lands on its feet", "is thrown off", "is trapped")[n % 3],
    (Event.THROWN_OFF, "extra"): lambda n: DIRECTION_NAMES[n % 8],
    (Event.CRAWLED_OUT, "amount"): lambda n: "gets free" if n else "fails",
    (Event.LIGHT_WENT_OUT, "amount"): item,
    **{(event, "amount"): item for event in (Event.LIGHT_STAYED_ON, Event.LIGHT_STILL_LIT, Event.OIL_SPILT)},
    (Event.STRENGTH_TEST, "amount"): lambda n: "passes" if n else "fails",
    (Event.DOOR_OPENED, "extra"): lambda n: DIRECTION_NAMES[n % 8],
}

#: What a unit is or can do once a condition has passed.
RECOVERED_WORDS: dict[Status, str] = {status: f"is no longer {status.words}" for status in Status} | {
    Status.RIGHT_ARM_OFF: "can use the right arm again",
    Status.LEFT_ARM_OFF: "can use the left arm again",
    Status.LEG_OFF: "can use the leg again",
}


#: What a unit declares for the round, as its line of the log has it.
DECLARATION_WORDS: dict[int, str] = {
    **words_of(Verb),
    Verb.ACT: "nothing special",
    Verb.DECLARE_FLEE: "that it will flee",
    Verb.READY_SHOT: "that it will shoot first",
    Verb.QUICK_DRAW: "a quick draw",
    Verb.READY_CHARGE: "a charge",
}
