"""The single words of choices: which answer is which part, and how a text is taken apart."""

from __future__ import annotations

import functools
import re
from typing import Any, NamedTuple

from ..core.board import DIRECTION_NAMES
from ..core.ruleset import Ruleset
from ..core.state.choosing import FIRST_ANSWER, PROMPT, Part
from ..scenario.battle import SHORT_DIRECTIONS

CELL = re.compile(r"\(?(-?\d+)\s*,\s*(-?\d+)\)?")
LETTERED_CELL = re.compile(r"([a-z])(\d+)")
VERB = "verb"  # the section of what is done
FIELDS_OF_PARTS = {  # where a frame keeps the parts of a choice
    Part.TARGET: "target", Part.MODE: "mode", Part.CELL: "cell", Part.DIRECTION: "cell", Part.ITEM: "item_used",
}  # fmt: skip


class Place(NamedTuple):
    """What an answer is: a part of one section of the choice space."""

    section: str
    kind: str
    part: int


@functools.cache
def starts_of(ruleset: Ruleset) -> tuple[tuple[int, str, str], ...]:
    """First answer, name and kind of every section, in order."""
    at = 0
    found = []
    for name, kind, size in ruleset.book.choices.sections:
        found.append((at, name, kind))
        at += size
    return tuple(found)


def part_of(ruleset: Ruleset, answer: int) -> Place:
    """The section an answer belongs to, and its place there."""
    for start, name, kind in reversed(starts_of(ruleset)):
        if answer >= start:
            return Place(name, kind, answer - start)
    raise ValueError(f"{answer} is no answer")


def answers_beside(ruleset: Ruleset, answer: int) -> range:
    """All answers of the section an answer belongs to."""
    section, _, part = part_of(ruleset, answer)
    size = next(size for name, _, size in ruleset.book.choices.sections if name == section)
    return range(answer - part, answer - part + size)


@functools.cache
def enum_words(ruleset: Ruleset, section: str) -> dict[int, str]:
    """The words of ``vocab.Verb``, ``vocab.Mode`` and so on: value -> ``move_standard``."""
    enum = ruleset.book.vocab.of_section(section)
    return {int(member): member.name.lower() for member in enum} if enum is not None else {}


def direction_of(word: str) -> int:
    """Number of a direction given by its name or its initials; -1 for any other word."""
    word = word.lower().replace("_", "-")
    for names in (DIRECTION_NAMES, SHORT_DIRECTIONS):
        if word in names:
            return names.index(word)
    return -1


def split(text: str) -> tuple[str, list[str]]:
    """The name in front of a colon (empty without one), and the words."""
    who, colon, rest = text.lower().partition(":")
    if not colon:
        who, rest = "", text.lower()
    rest = CELL.sub(lambda m: f" {int(m[1])},{int(m[2])} ", rest)
    return who.strip().replace(" ", "_"), [word.removesuffix(",") or word for word in rest.split()]


def cells_written(words: list[str]) -> list[str]:
    """The words with cells as choices write them: ``9 9``, ``j 9`` and ``j9``, with a letter for the column, are ``9,9``."""
    found: list[str] = []
    for word in words:
        lettered = LETTERED_CELL.fullmatch(word)
        column = found[-1] if found and word.isdecimal() else ""
        if lettered:
            found.append(f"{ord(lettered[1]) - ord('a')},{int(lettered[2])}")
        elif column.isdecimal() or (len(column) == 1 and "a" <= column <= "z"):
            found[-1] = f"{int(column) if column.isdecimal() else ord(column) - ord('a')},{int(word)}"
        else:
            found.append(word)
    return found


def tokens(text: str) -> list[str]:
    """The single words of a text, compound ones taken apart: ``move_standard 5,3`` -> move, standard, 5,3."""
    return [one for word in split(text.replace(":", " "))[1] for one in re.split("[_-]", word) if one]


def asked_part(ruleset: Ruleset, s: Any) -> Part:
    """The part of a choice that the prompt of a state record asks for; ``Part.VERB`` also without a prompt."""
    answers = ruleset.book.choices.answers
    return next((part for part in Part if part and answers[part, PROMPT] == s["prompt"]), Part.VERB)


def is_last_part(ruleset: Ruleset, verb: int, part: int) -> bool:
    """Whether a choice is complete with this part; also with one that its verb does not ask for."""
    asked = [one for one in ruleset.book.choices.parts_of[verb].tolist() if one != Part.VERB]
    return part not in [Part.VERB, *asked][:-1]


def settled_parts(ruleset: Ruleset, s: Any, verb: int) -> list[int]:
    """The parts of the choice of a verb that were answered before the one that is asked in a state record, as answers."""
    choices, found, asked = ruleset.book.choices, [], asked_part(ruleset, s)
    frame = s["stack"][max(int(s["depth"]) - 1, 0)]
    for part in choices.parts_of[verb].tolist():
        if part in (Part.VERB, asked):
            break
        value = int(frame[FIELDS_OF_PARTS[Part(part)]])
        found += [int(choices.answers[part, FIRST_ANSWER]) + value] if value >= 0 else []
    return found
