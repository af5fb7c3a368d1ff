"""Choices of several parts, asked one after the other: first the verb, then the unit, the mode, the cell it goes to.

What each verb asks for stands in two tables of the ruleset, made here:

    PARTS_OF = parts_of(len(Verb), {Verb.STRIKE: (Part.TARGET, Part.MODE), Verb.MARCH: (Part.CELL,), ...})
    ANSWERS = answers_of({Part.TARGET: (Prompt.TARGET, A_UNIT), Part.MODE: (Prompt.MODE, A_MODE), ...})

A frame that asks has the fields ``CHOICE_FIELDS``. A step that reads the answer to a verb, or to one of its parts, goes on in
the same way for units, sides and reactions:

    part = take_part(s, ANSWERS, frame)
    part = ask_next_part(s, PARTS_OF, ANSWERS, frame.verb, part)
    if part == Part.VERB:  # nothing more to ask: the choice is complete

While parts are asked, the verb stands in ``s.pending_verb``, where observations show it. What may be answered is listed by
``core/loops/listing.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from ..compiler import kernel
from .fields import ROW_OR_NONE, count, one_of
from .state import offer


class Part(IntEnum):
    """The parts of a choice, and where a frame keeps what was answered."""

    VERB = 0  # verb
    TARGET = 1  # target: a unit
    MODE = 2  # mode: how it is done
    CELL = 3  # cell: where to
    DIRECTION = 4  # cell: which way
    ITEM = 5  # item_used: what with


#: The fields of a frame that asks for choices of several parts.
CHOICE_FIELDS: list[tuple[Any, ...]] = [
    ("verb", one_of("Verb"), "what was chosen"),
    ("target", ROW_OR_NONE, "unit chosen"),
    ("mode", count(), "how"),
    ("cell", count(low=-1), "cell or direction chosen"),
    ("item_used", count(), "with what (NumPy's records have an attribute `item` of their own)"),
]
NO_REFUSAL = 0  # the member NONE of each book's ``Refusal``: nothing stands in the way
MOST_PARTS = 3  # parts a verb may ask for
PROMPT, FIRST_ANSWER = 0, 1  # columns of ANSWERS


def parts_of(verbs: int, asked: Mapping[Any, tuple[Part, ...]]) -> np.ndarray[Any, Any]:
    """The parts each verb asks for, in their order: int64 (verbs, MOST_PARTS + 1), ended by 0.

    Args:
        verbs: how many verbs there are.
        asked: parts by verb; several verbs that ask for the same may share a key, a tuple.

    Raises:
        ValueError: a verb asks for too many parts, for one twice, for a cell and a direction, or is named twice.
    """
    table = np.zeros((verbs, MOST_PARTS + 1), np.int64)
    for key, parts in asked.items():
        for verb in key if isinstance(key, tuple) else (key,):
            kept = {Part.CELL if part == Part.DIRECTION else part for part in parts}  # in one field of the frame
            if len(parts) > MOST_PARTS or len(kept) < len(parts) or Part.VERB in parts or table[verb].any():
                raise ValueError(f"{verb!r} cannot ask for {parts}")
            table[verb, : len(parts)] = parts
    return table


def answers_of(asked: Mapping[Part, tuple[int, int]]) -> np.ndarray[Any, Any]:
    """The prompt that asks for each part and the first of its answers: int64 (parts, 2), -1 for parts nobody asks for."""
    table = np.full((len(Part), 2), -1, np.int64)
    table[Part.VERB] = 0
    for part, row in asked.items():
        table[part] = row
    return table


def part_sizes(answers: np.ndarray[Any, Any], sections: Iterable[tuple[str, str, int]]) -> np.ndarray[Any, Any]:
    """How many values each part has: int64 (parts,), the size of the section its answers lie in; 0 for parts nobody asks for.

    Raises:
        ValueError: a part's answers do not begin where a section does.
    """
    sizes = np.zeros(len(Part), np.int64)
    size_at, first = {}, 0
    for _, _, size in sections:
        size_at[first] = size
        first += size
    for part in Part:
        begin = int(answers[part, FIRST_ANSWER])
        if begin >= 0 and begin not in size_at:
            raise ValueError(f"answers for {part.name} begin at {begin}, which is no section")
        sizes[part] = size_at.get(begin, 0)
    return sizes


# --- stages -----------------------------------------------------------------------------------------------------------


@kernel
def part_of_answer(answers, answer):
    """Which part an answer is: the one whose answers begin nearest below it."""
    part = 0
    for k in range(1, len(answers)):
        if answers[part, FIRST_ANSWER] < answers[k, FIRST_ANSWER] <= answer:
            part = k
    return part


@kernel
def part_asked(answers, prompt):
    """Which part a prompt asks for; ``Part.VERB`` when it asks for none."""
    for k in range(1, len(answers)):
        if answers[k, PROMPT] == prompt:
            return k
    return 0


@kernel
def next_part(parts, verb, part):
    """The part of a choice to ask for after a part; ``Part.VERB`` when it is complete."""
    if part == Part.VERB:
        return int(parts[verb, 0])
    for k in range(MOST_PARTS):
        if parts[verb, k] == part:
            return int(parts[verb, k + 1])
    return 0


@kernel
def ask_next_part(s, parts, answers, verb, part):
    """Ask the unit or side that has just answered for the part after this one. Returns that part; ``Part.VERB`` when the
    choice is complete and no verb is pending any more.
    """
    following = next_part(parts, verb, part)
    s.pending_verb = 0
    if following != Part.VERB:
        s.pending_verb = verb
        s.prompt = answers[following, PROMPT]
    return following


@kernel
def put_part(frame, part, value):
    """Note one part of a choice in its frame."""
    if part == Part.VERB:
        frame.verb = value
    elif part == Part.TARGET:
        frame.target = value
    elif part == Part.MODE:
        frame.mode = value
    elif part == Part.ITEM:
        frame.item_used = value
    else:
        frame.cell = value


@kernel
def take_part(s, answers, frame):
    """Note in its frame the part of a choice that was just answered, and return which it was."""
    part = part_of_answer(answers, s.answer)
    put_part(frame, part, s.answer - answers[part, FIRST_ANSWER])
    return part


@kernel
def forget_choice(frame):
    """Zero what a frame keeps of a choice that has been carried out, for the next one."""
    frame.verb = 0
    frame.target = 0
    frame.mode = 0
    frame.cell = 0
    frame.item_used = 0


# --- what is offered --------------------------------------------------------------------------------------------------


@kernel
def offer_unless(s, answer, refusal):
    """Offer an answer that nothing stands in the way of."""
    if refusal == NO_REFUSAL:
        offer(s, answer)


@kernel
def is_offered(s, answer):
    """Whether an answer is among the legal ones."""
    for i in range(s.choice_count):
        if s.choices[i] == answer:
            return True
    return False


@kernel
def first_offered(s, one, two, three, four):
    """The first of four answers that is offered; -1 none."""
    if is_offered(s, one):
        return int(one)
    if is_offered(s, two):
        return int(two)
    if is_offered(s, three):
        return int(three)
    if is_offered(s, four):
        return int(four)
    return -1
