"""Legal answers: a ruleset's own list, or the values of the part of a choice that the prompt asks for.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals are:

    legal(s, w)                   the ruleset's: offers all but the parts of choices, and only verbs that lead somewhere
    refusal_of_part(s, w, frame, verb, part, value)
                                  the ruleset's: the reason why a value cannot be a part of a choice, given the parts before it
                                  in the frame; 0 if it can
    find_places(s, w, who, verb)  the ruleset's, as for behaviours; called before cells are tried, so that ``refusal_of_part``
                                  can look them up in ``s.reach``
    STRIDE                        of the ruleset's board
    PARTS_OF, ANSWERS             its tables, see ``core/state/choosing.py``
    SIZES                         the number of values of each part, int64 (parts,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.state import offer, top
from tactica.envs.core.state.choosing import FIRST_ANSWER, NO_REFUSAL, Part, part_asked

if TYPE_CHECKING:
    from tactica.envs.core.loops.given import (
        ANSWERS,
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
def offer_answers(s, w):
    """Offer every legal answer to the current prompt. A part of a choice of which ``legal`` offers nothing is listed here."""
    legal(s, w)
    part = part_asked(ANSWERS, s.prompt)
    if part != Part.VERB and s.choice_count == 0:
        frame = top(s)
        verb = int(s.pending_verb)
        if part == Part.CELL:
            find_places(s, w, int(s.decider), verb)
        value = next_value(s, w, frame, verb, part, -1)
        while value >= 0:
            offer(s, int(ANSWERS[part, FIRST_ANSWER]) + value)
            value = next_value(s, w, frame, verb, part, value)
