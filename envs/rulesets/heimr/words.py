"""Words for the numbers of events; those of the members of the vocabulary stand in ``vocab.py``.

No sentence shows others what only the unit's own side knows: willpower left, fatigue, the value it hides with, its prepared
skill.
"""

from __future__ import annotations

from collections.abc import Callable

from ...core.told import plain
from .vocab import (
    FROM_NOBODY,
    NO_DEFENCE,
    NO_NUMBER,
    VOID_DEFENCE,
    Ability,
    Body,
    Defence,
    EffectKind,
    Ending,
    Event,
    GuardKind,
    Item,
    Task,
    Upcoming,
    Verb,
)


def item(number: int) -> str:
    """An item."""
    return Item(number).words


def loading(number: int) -> str:
    """What is done for the next shot of a weapon."""
    return f"{'takes another' if number == Item.THROWING_WEAPON else 'loads its'} {item(number)}"


def weapon(number: int) -> str:
    """The weapon of an attack."""
    return f" with its {item(number)}"


def part(number: int) -> str:
    """A part of the body."""
    return Body(number).words


def aim(number: int) -> str:
    """The part of the body that is aimed at; empty for none."""
    return "" if number == Body.ANYWHERE else f", aiming at the {part(number)}"


def defence(number: int) -> str:
    """A kind of defence that is rolled."""
    return f"{'an' if number == Defence.PARRY_OFF_HAND else 'a'} {ROLLED_DEFENCES[Defence(number)]}"


def dice(consistency: int) -> str:
    """The dice of a roll, by its consistency."""
    if consistency == 0:
        return "the d6 alone"
    return f"the d6 and {abs(consistency)} d10, of which the {'highest' if consistency > 0 else 'lowest'} counts"


def d6(face: int) -> str:
    """What the d6 of a roll shows, which decides more than the roll; nothing where none was rolled."""
    return f"the d6 shows {face}" if face else ""


def d10(face: int) -> str:
    """What the d10 of a try at luck shows."""
    return f"the d10 shows {face}"


def stood_against(total: int) -> str:
    """The defence that an attack overcame; nothing where there was none."""
    words = {NO_DEFENCE: "", VOID_DEFENCE: " (the defence fails through fatigue)"}
    return words.get(total, f" despite a defence of {total}")


def effect(number: int) -> str:
    """An effect, as it is called."""
    return EffectKind(number).words


def task(number: int) -> str:
    """The purpose of a roll, and what its number is."""
    return Task(number).words


def number_of_task(number: int) -> str:
    """The number that completes the words of a task; empty where the log has none."""
    if number == FROM_NOBODY:
        return " from anyone"
    return "" if number == NO_NUMBER else f" {number}"


def stopped_task(number: int) -> str:
    """What a grabber stops; empty for an attack, of which the line before speaks."""
    return f" from {task(number).partition(',')[0]}" if number else ""


#: The defence that an attack misses against.
FAILED_AGAINST: dict[Defence, str] = {
    Defence.NONE: "defence",
    Defence.DODGE: "dodge",
    Defence.BLOCK: "block",
    Defence.PARRY_SWORD_HAND: "parry",
    Defence.PARRY_OFF_HAND: "parry",
}
ROLLED_DEFENCES: dict[Defence, str] = FAILED_AGAINST | {Defence.PARRY_OFF_HAND: "off-hand parry"}
SPEECH_WORDS: dict[Verb, str] = {
    Verb.WHISPER: "whispers",
    Verb.SHOUT: "shouts",
    Verb.POINT_OUT: "points out an enemy",
    Verb.THREATEN: "threatens {target}",
}


_ITEMS = (Event.DREW, Event.PUT_AWAY, Event.DROPPED, Event.GOT_ITEM, Event.BROKE)
_PARTS = (Event.INJURED, Event.GRABBED)
_EFFECTS = (Event.EFFECT, Event.RESISTED, Event.EFFECT_ENDS)
_TASKS = (Event.PASSED, Event.FAILED, Event.TOO_TIRED)


#: Words for the numbers of an event; the others are printed as they are.
def chance(verb: int) -> str:
    """What the chance of a choice is."""
    return "succeeds: " if verb == Verb.THREATEN else "hits "


WORDS_FOR: dict[tuple[Event, str], Callable[[int], str]] = {
    **{(event, "amount"): item for event in _ITEMS},
    **{(event, "amount"): part for event in _PARTS},
    **{(event, "amount"): effect for event in _EFFECTS},
    **{(event, "amount"): number_of_task for event in _TASKS},
    **{(event, "extra"): task for event in _TASKS},
    **{(event, "face"): d6 for event in Event},
    (Event.CONSISTENCY, "amount"): dice,
    (Event.LOADED, "amount"): loading,
    (Event.DEFENCE_ROLLED, "extra"): defence,
    (Event.ATTACKS, "amount"): weapon,
    (Event.ATTACKS, "extra"): aim,
    (Event.ATTACK_HIT, "amount"): stood_against,
    (Event.ATTACK_HIT, "extra"): weapon,
    (Event.ATTACK_MISSED, "extra"): lambda n: FAILED_AGAINST[Defence(n)],
    (Event.STOPPED, "extra"): stopped_task,
    (Event.OPPOSED, "extra"): lambda n: plain(Ability(n)),
    (Event.CHASE_ROLLED, "extra"): lambda n: ", but is too tired to go on" if n else "",
    (Event.LUCK_FAILED, "face"): d10,
    (Event.LUCK_HELD, "face"): d10,
    (Event.INITIATIVE_ROLLED, "amount"): lambda n: f": {dice(n)}",
    (Event.ATTACK_TIRED, "amount"): lambda n: f", with fatigue {n}",
    (Event.LUCK_FAILED, "extra"): lambda n: ", but there is nobody to attack" if n else "",
    (Event.DAMAGED, "extra"): lambda n: f": now at {n}",
    (Event.EFFECT, "extra"): lambda n: f" {n}" if n else "",
    (Event.SPOKE, "amount"): lambda n: SPEECH_WORDS.get(Verb(n), "speaks"),
    (Event.GUARDS, "amount"): lambda n: "{target}" if n == GuardKind.ALLY else GuardKind(n).words,
    (Event.STARTED_UPCOMING, "amount"): lambda n: Upcoming(n).words,
    (Event.BATTLE_ENDS, "amount"): lambda n: Ending(n).words,
}
