"""Options: the verbs of a rulebook, its verbs in a mode, its verbs with an item; how they are written and counted.

An option is written ``parry_off``, ``strike.stun`` (a verb in a mode) or ``take_up.buckler`` (a verb with an item), in the names
of the vocabulary. ``parry`` stands for all verbs that begin with ``parry_``, ``*.stun`` for every verb that has the mode.

>>> find("wfrp1", "parry")
[Option(verb=45, mode=-1, item=-1), Option(verb=46, mode=-1, item=-1)]
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from ..core.behaviour.bans import ANY, MOST_BANS
from ..core.ruleset import Ruleset
from ..core.spelling import did_you_mean
from ..core.state.choosing import FIRST_ANSWER, Part, part_sizes
from ..rulesets import get

__all__ = ["SITUATIONS", "Option", "UnknownOption", "columns_of", "find", "find_all", "name_of_option", "option_at"]

EVERY = "*"  # in place of a verb
SHOWN = 40  # names an error lists

#: The buckets in which options are counted: all, then in contact or not, by round, by what the unit can still take of what it
#: could when fresh, and by the share its side has in the staying power of all who stand.
SITUATIONS = (
    "all",
    "engaged", "at a distance",
    "rounds 1-2", "rounds 3-5", "rounds 6 on",
    "nearly down", "hurt", "fresh",
    "behind", "even", "ahead",
)  # fmt: skip


class UnknownOption(ValueError):
    """A ruleset has no such option; the message lists its options."""


class Option(NamedTuple):
    """A verb, in any or one mode, with any or one item: numbers of the vocabulary, ANY for any."""

    verb: int
    mode: int = ANY
    item: int = ANY


class Vocabulary(NamedTuple):
    """What a ruleset's options are called.

    Attributes:
        verbs, modes, items: number by name.
        parts: the parts each verb asks for.
    """

    verbs: dict[str, int]
    modes: dict[str, int]
    items: dict[str, int]
    parts: dict[int, tuple[int, ...]]


@functools.cache
def vocabulary(ruleset: Ruleset) -> Vocabulary:
    """What a ruleset's options are called."""
    verbs = {verb.name.lower(): int(verb) for verb in ruleset.book.vocab.verbs if verb.name != "NONE"}
    asked = ruleset.book.choices.parts_of
    parts = {verb: tuple(int(part) for part in asked[verb] if part) for verb in verbs.values()}
    return Vocabulary(verbs, _words(ruleset, Part.MODE), _words(ruleset, Part.ITEM), parts)


def _words(ruleset: Ruleset, part: Part) -> dict[str, int]:
    """The values of a part by name; none in a ruleset whose choices do not have it."""
    enum = _enum(ruleset, part)
    return {} if enum is None else {member.name.lower(): int(member) for member in enum}


def _enum(ruleset: Ruleset, part: Part) -> type[IntEnum] | None:
    begins = ruleset.book.choices.answers[part, FIRST_ANSWER]
    if begins < 0:
        return None
    first = 0
    for name, _, size in ruleset.book.choices.sections:
        if first == begins:
            return ruleset.book.vocab.of_section(name)
        first += size
    return None


def columns_of(ruleset: Ruleset) -> int:
    """Columns in which the uses of a verb are counted: itself, its modes, its items."""
    items = vocabulary(ruleset).items
    return 1 + _modes(ruleset) + max(items.values(), default=-1) + 1


def _modes(ruleset: Ruleset) -> int:
    choices = ruleset.book.choices
    return int(part_sizes(choices.answers, choices.sections)[Part.MODE])


def option_at(ruleset: Ruleset, verb: int, column: int) -> Option:
    """The option that is counted in a column of a verb."""
    if column == 0:
        return Option(verb)
    modes = _modes(ruleset)
    return Option(verb, column - 1) if column <= modes else Option(verb, ANY, column - 1 - modes)


def name_of_option(ruleset: str | Ruleset, option: Option) -> str:
    """How an option is written."""
    names = vocabulary(get(ruleset))
    text = _name(names.verbs, option.verb)
    for words, value in ((names.modes, option.mode), (names.items, option.item)):
        text += "" if value == ANY else f".{_name(words, value)}"
    return text


def _name(words: dict[str, int], value: int) -> str:
    return next((name for name, number in words.items() if number == value), str(value))


def find(ruleset: str | Ruleset, text: str) -> list[Option]:
    """The options that match a text, in the order of the vocabulary.

    Raises:
        UnknownOption: no option matches; the message lists the known ones.
    """
    ruleset = get(ruleset)
    names = vocabulary(ruleset)
    verb, *parts = text.strip().lower().replace(" ", "_").split(".")
    found = _verbs(ruleset, text, verb)
    mode, item = ANY, ANY
    for part in parts:
        if part in names.modes and mode == ANY:
            mode = names.modes[part]
        elif part in names.items and item == ANY:
            item = names.items[part]
        else:
            raise _unknown(f"{text!r}: {ruleset.slug} has no mode or item {part!r}", part, [*names.modes, *names.items])
    needed = [part for part, value in ((Part.MODE, mode), (Part.ITEM, item)) if value != ANY]
    fitting = [one for one in found if all(part in names.parts.get(one, ()) for part in needed)]
    if not fitting:
        having = [name for name, one in names.verbs.items() if all(part in names.parts.get(one, ()) for part in needed)]
        kinds = " and ".join("modes" if part == Part.MODE else "items" for part in needed)
        raise _unknown(f"{text!r}: {verb} is not chosen with {kinds}", verb, having)
    return [Option(one, mode, item) for one in fitting]


def find_all(ruleset: str | Ruleset, texts: Iterable[str]) -> list[Option]:
    """The options several texts mean, each once.

    Raises:
        UnknownOption: see :func:`find`.
    """
    return list(dict.fromkeys(option for text in texts for option in find(ruleset, text)))


def _verbs(ruleset: Ruleset, text: str, verb: str) -> list[int]:
    """The verbs a word means: all, one, or those that begin with it."""
    verbs = vocabulary(ruleset).verbs
    if verb == EVERY and "." in text:
        return list(verbs.values())
    if verb in verbs:
        return [verbs[verb]]
    found = [number for name, number in verbs.items() if name.startswith(f"{verb}_")]
    if not found:
        begun = [name.split("_")[0] for name in verbs]
        raise _unknown(f"{text!r}: {ruleset.slug} has no verb {verb!r}", verb, list(verbs), [*begun, *verbs])
    return found


def _unknown(what: str, word: str, known: Sequence[str], meant: Sequence[str] = ()) -> UnknownOption:
    hint = did_you_mean(word, meant or known)
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return UnknownOption(f"{what}{hint}; allowed: {', '.join(known[:SHOWN]) or 'none'}{more}")


def as_arrays(options: Sequence[Option]) -> dict[str, Any]:
    """Options as a record of ``core.behaviour.bans.BAN_ROWS`` keeps them.

    Raises:
        UnknownOption: these are too many.
    """
    if len(options) > MOST_BANS:
        raise UnknownOption(f"{len(options)} options are barred; at most {MOST_BANS} can be")
    bans = np.zeros((MOST_BANS, 3), np.int64)
    bans[: len(options)] = np.array(options, np.int64).reshape(-1, 3)
    return {"ban_count": len(options), "bans": bans}
