"""What may be answered: a ruleset's own list, the values of the part that is asked for, and only verbs that lead somewhere.

Executed once for every ruleset like ``core/loops/advance.py``. Put in are:

    legal(s, w)                   the ruleset's: offers all but the parts of choices
    refusal_of_part(s, w, frame, verb, part, value)
                                  the ruleset's: what keeps a value from being a part of a choice, given the parts before it in
                                  the frame; 0 nothing
    find_places(s, w, who, verb)  the ruleset's, as for behaviours; called before cells are tried, so that ``refusal_of_part``
                                  can look them up in ``s.reach``
    STRIDE                        of the ruleset's board
    PARTS_OF, ANSWERS             its tables, see ``core/state/choosing.py``
    SIZES                         how many values each part has, int64 (parts,)
    CHECKED                       1 for verbs that are struck out when no choice of their parts is complete, int64 (verbs,); for
                                  the others the ruleset has made sure itself
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.state import offer, top
from tactica.envs.core.state.choosing import FIRST_ANSWER, NO_REFUSAL, Part, part_asked, put_part

if TYPE_CHECKING:
    from tactica.envs.core.loops.given import (
        ANSWERS,
        CHECKED,
        PARTS_OF,
        SIZES,
        STRIDE,
        find_places,
        kernel,
        legal,
        refusal_of_part,
    )


@kernel
def next_value(s, w, frame, verb, part, value):
    """The first value after ``value`` that may be a part of a choice; -1 none."""
    end = int(SIZES[part])
    if part == Part.TARGET:
        end = int(s.unit_count)
    elif part == Part.CELL:
        end = int(s.board_height) * STRIDE
    for following in range(value + 1, end):
        if refusal_of_part(s, w, frame, verb, part, following) == NO_REFUSAL:
            return following
    return -1


@kernel
def part_of_frame(frame, part):
    """What a frame keeps of one part of a choice."""
    if part == Part.TARGET:
        return int(frame.target)
    if part == Part.MODE:
        return int(frame.mode)
    return int(frame.item_used) if part == Part.ITEM else int(frame.cell)


@kernel
def is_completable(s, w, frame, verb):
    """Whether the parts of a verb can be chosen one after the other to the end; tried in the frame, which stays as it is."""
    target, mode, item, cell = int(frame.target), int(frame.mode), int(frame.item_used), int(frame.cell)
    k = 0
    value = -1
    while k >= 0 and PARTS_OF[verb, k] != Part.VERB:
        part = int(PARTS_OF[verb, k])
        if part == Part.CELL:
            find_places(s, w, int(s.decider), verb)
        value = next_value(s, w, frame, verb, part, value)
        if value >= 0:
            put_part(frame, part, value)
            value = -1
            k += 1
        else:
            k -= 1
            if k >= 0:
                value = part_of_frame(frame, int(PARTS_OF[verb, k]))
    put_part(frame, Part.TARGET, target)
    put_part(frame, Part.MODE, mode)
    put_part(frame, Part.ITEM, item)
    put_part(frame, Part.CELL, cell)
    return k >= 0


@kernel
def strike_out(s, w):
    """Take verbs that lead nowhere out of the legal answers."""
    kept = 0
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if answer >= len(CHECKED) or CHECKED[answer] == 0 or is_completable(s, w, top(s), answer):
            s.choices[kept] = answer
            kept += 1
    s.choice_count = kept


@kernel
def offer_answers(s, w):
    """Offer every legal answer to the current prompt. A part of a choice of which ``legal`` offers nothing is listed here."""
    legal(s, w)
    part = part_asked(ANSWERS, s.prompt)
    if part == Part.VERB:
        strike_out(s, w)
    elif s.choice_count == 0:
        frame = top(s)
        verb = int(s.pending_verb)
        if part == Part.CELL:
            find_places(s, w, int(s.decider), verb)
        value = next_value(s, w, frame, verb, part, -1)
        while value >= 0:
            offer(s, int(ANSWERS[part, FIRST_ANSWER]) + value)
            value = next_value(s, w, frame, verb, part, value)
