"""Words for the numbers of events; those of the members of the vocabulary stand in ``vocab.py``."""

from __future__ import annotations

from collections.abc import Callable

from .vocab import Ending, Event, Item, Mode, Task, Thing


def item(number: int) -> str:
    """A weapon."""
    return Item(number).words


def dice(number: int) -> str:
    """A number of dice."""
    return "1 die" if number == 1 else f"{number or 'no'} dice"


def feet(number: int) -> str:
    """A height or distance."""
    return "1 foot" if number == 1 else f"{number} feet"


def mode(number: int) -> str:
    """A way to attack, a spell, or a condition."""
    return Mode(number).words


def way(number: int) -> str:
    """A way to attack, in brackets; nothing for the plain one."""
    return "" if number == Mode.NORMAL else f" ({mode(number)})"


def rolls(number: int) -> str:
    """What a pool comes to."""
    return f"rolls {number}" if number > 0 else "no dice to roll"


def opened(number: int) -> str:
    """What was opened, by what it is now."""
    return "a chest" if number == Thing.CHEST_EMPTY else "a door"


def unlocked(number: int) -> str:
    """What was done to a lock or a trap, by what it is now."""
    return "disarms a trap" if number == Thing.TRAP_SPENT else "unlocks and opens a door"


_ITEMS = (Event.DISARMED, Event.DREW, Event.SHEATHED, Event.DROPPED, Event.PICKED_UP, Event.RELOADED)
_DICE = (
    Event.FELL_DOWN, Event.DYING_DICE_LOST, Event.LUCK_SPENT, Event.DICE_TRADED, Event.SUPPRESSES, Event.COUNTED_DOWN,
)  # fmt: skip
_ATTACKS = (Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT, Event.AREA_ROLLED)
_POOLS = (
    Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT, Event.VENOM, Event.VENOM_RESISTED, Event.CLIMBS, Event.SLIPS,
    Event.SWIMS, Event.SINKS_BACK, Event.LANDED_WELL, Event.LANDED_BADLY,
)  # fmt: skip
#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "amount"): item for event in _ITEMS},
    **{(event, "amount"): dice for event in _DICE},
    **{(event, "face"): rolls for event in _POOLS},
    **{(event, "face"): lambda n: f": rolls {n}" if n > 0 else "" for event in (Event.PASSED, Event.FAILED)},
    (Event.COUNTED_DOWN, "face"): lambda n: f" for {n}",
    **{(event, "extra"): way for event in _ATTACKS},
    **{(event, "amount"): lambda n: f" against {n}" if n > 0 else "" for event in (Event.PASSED, Event.FAILED)},
    **{(event, "extra"): lambda n: Task(n).words for event in (Event.PASSED, Event.FAILED)},
    (Event.DAMAGE_ROLLED, "extra"): lambda n: "1 six" if n == 1 else f"{n or 'no'} sixes",
    (Event.COUNTED_DOWN, "extra"): lambda n: f"loses {dice(n)}" if n else "loses none",
    (Event.RECOVERED, "amount"): mode,
    (Event.PINNED, "extra"): lambda n: "1 extra die" if n == 1 else f"{n or 'no'} extra dice",
    (Event.CAST, "amount"): mode,
    (Event.OPENED, "extra"): opened,
    (Event.UNLOCKED, "extra"): unlocked,
    (Event.FALLS, "extra"): feet,
    (Event.LANDED_WELL, "amount"): feet,
    (Event.LANDED_BADLY, "amount"): feet,
    (Event.BATTLE_ENDS, "amount"): lambda n: Ending(n).words,
}
