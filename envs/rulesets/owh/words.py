"""Words for the numbers of events; those of the members of the vocabulary stand in ``vocab.py``."""

from __future__ import annotations

from collections.abc import Callable

from ...core.told import words_of
from .vocab import ATTACKS, EDGES, SIDES_CODE, Ending, Event, Item, Mode, Pull, Roll, Spent

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


def card(code: int) -> str:
    """A card by its code: 48 is the ace of clubs."""
    if code < 0:
        return "no card"
    return "a joker" if code >= 52 else f"the {RANKS[code // 4]} of {SUITS[code % 4]}"


def item(number: int) -> str:
    """A weapon."""
    return Item(number).words


def dice(number: int) -> str:
    """Dice of one kind: ``2d6``."""
    count, sides = divmod(number, SIDES_CODE)
    return f"{count}d{sides}"


def turns(number: int) -> str:
    """A span of own turns."""
    return f"for {number} turn" + ("s" if number != 1 else "")


#: What a unit shakes off or is cured of.
AILMENT_WORDS: dict[int, str] = {
    **words_of(Mode),
    Mode.BLEEDING: "its bleeding",
    Mode.BLIND: "its blindness",
    Mode.DEAFENED: "its deafness",
    Mode.DISEASED: "its disease",
    Mode.IGNITED: "its fire",
    Mode.INSANE: "its insanity",
    Mode.PARALYZED: "its paralysis",
    Mode.POISONED: "its poison",
    Mode.ROOTED: "the roots",
    Mode.STUNNED: "its stun",
    Mode.FEAR: "its fear",
}
EDGE_WORDS = ("", "advantage", "disadvantage")
#: What each check is rolled for: the clause its line cites.
CHECK_CLAUSES: dict[Roll, str] = {
    Roll.STEALTH: "stealth.roll",
    Roll.NOTICE: "stealth.failure_notice",
    Roll.HEALING: "heal.check",
    Roll.SPIRIT: "fear.spirit_check",
    Roll.COURAGE: "completion.fear_sources",
    Roll.RESIST_SPELL: "completion.spells",
    Roll.POISON: "pr.roll",
    Roll.EXECUTION: "execute.action",
    Roll.COLLISION: "collision.tn",
    Roll.HIDING: "hide.action",
}


def fear(level: int) -> str:
    """A level of fear."""
    return ("no longer afraid", "frightened", "terrified", "horrified")[max(0, min(level, 3))]


def manner(number: int) -> str:
    """How an attack was made, in brackets: its mode, and with which edge."""
    edge, mode = divmod(number, EDGES)
    said = [*([Mode(mode).words] if mode != Mode.NORMAL else []), *([f"with {EDGE_WORDS[edge]}"] if edge else [])]
    return f" ({', '.join(said)})" if said else ""


def check(number: int) -> str:
    """What a check is for, and with which edge it was rolled."""
    edge, roll = divmod(number, EDGES)
    return f"{Roll(roll).words} with {EDGE_WORDS[edge]}" if edge else Roll(roll).words


#: Clauses of an event that depend on one of its numbers, in place of the one of its sentence.
CLAUSES_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "extra"): lambda n: CHECK_CLAUSES[Roll(n % EDGES)] for event in (Event.PASSED, Event.FAILED)},
    (Event.TOKEN_SPENT, "extra"): lambda n: "fate.status_removal" if n == Spent.STATUS else "fate.reroll",
    (Event.FEARS, "amount"): lambda n: ("fear.frightened", "fear.terrified", "fear.horrified")[max(0, min(n, 3) - 1)],
}
#: Words for the numbers of an event; the others are printed as they are.
WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    (Event.CARD_DEALT, "amount"): card,
    (Event.TURN_BEGINS, "amount"): card,
    **{(event, "extra"): manner for event in ATTACKS},
    **{(event, "extra"): check for event in (Event.PASSED, Event.FAILED)},
    **{(event, "amount"): lambda n: Mode(n).words for event in (Event.CAST, Event.RESISTED)},
    **{(event, "amount"): lambda n: AILMENT_WORDS[n] for event in (Event.SHOOK_OFF, Event.STILL_SUFFERS, Event.CURED)},
    **{
        (event, "amount"): turns
        for event in (Event.BLINDED, Event.DEAFENED, Event.ROOTED, Event.STUNNED, Event.BERSERK)
    },
    (Event.DAMAGE_ROLLED, "extra"): dice,
    (Event.FEARS, "amount"): fear,
    (Event.FEAR_LESS, "amount"): fear,
    **{(event, "amount"): item for event in (Event.DISARMED, Event.DROPPED, Event.RECOVERED, Event.SWITCHED)},
    (Event.LEVER_PULLED, "amount"): lambda n: Pull(n).words,
    (Event.BATTLE_ENDS, "amount"): lambda n: Ending(n).words,
}
