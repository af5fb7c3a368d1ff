"""The legal answers that are left for a player with barred options.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals are the functions of that file, and:

    VERBS                            the number of verbs among the answers; they are the first
    PARTS_OF, ANSWERS                the ruleset's tables, see ``core/state/choosing.py``
    next_value, part_of_frame        of ``core/loops/listing.py``
    item_at(s, who, value)           the item a value of that part stands for

A verb is also barred if everything that could follow it is barred, and so is a unit that leads to barred options only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.behaviour.bans import ANY, has_finer_bans, is_barred
from tactica.envs.core.state import top
from tactica.envs.core.state.choosing import FIRST_ANSWER, Part, part_asked, part_of_answer, put_part

if TYPE_CHECKING:
    from tactica.envs.core.loops.given import ANSWERS, PARTS_OF, VERBS, item_at, kernel
    from tactica.envs.core.loops.listing import next_value, part_of_frame


MENU, STRUCK = 0, 1  # rows of ``menu``: the whole list of answers, and 1 where one is barred


@kernel
def is_tried(part):
    """Whether a part is one of those that bans speak of, or a unit that comes between them."""
    return part == Part.TARGET or part == Part.MODE or part == Part.ITEM


@kernel
def is_asked_before(verb, one, other):
    """Whether a verb asks for one part before another."""
    for k in range(PARTS_OF.shape[1]):
        if PARTS_OF[verb, k] == other:
            return False
        if PARTS_OF[verb, k] == one:
            return True
    return False


@kernel
def is_part_barred(s, b, frame, verb, part, value):
    """Whether a value of a part is barred, given the parts before it in the frame."""
    mode = ANY
    item = ANY
    if part == Part.MODE:
        mode = value
        if is_asked_before(verb, Part.ITEM, Part.MODE):
            item = int(item_at(s, int(s.decider), int(frame.item_used)))
    elif part == Part.ITEM:
        item = int(item_at(s, int(s.decider), value))
        if is_asked_before(verb, Part.MODE, Part.ITEM):
            mode = int(frame.mode)
    else:
        return False
    return is_barred(b, verb, mode, item)


@kernel
def leads_on(s, w, b, verb, first):
    """Whether the parts of a verb from place ``first`` on can be chosen without anything that is barred; tried in the frame,
    which stays as it is.
    """
    frame = top(s)
    target, mode, item, cell = int(frame.target), int(frame.mode), int(frame.item_used), int(frame.cell)
    k = first
    value = -1
    while k >= first and is_tried(int(PARTS_OF[verb, k])):
        part = int(PARTS_OF[verb, k])
        value = next_value(s, w, frame, verb, part, value)
        while value >= 0 and is_part_barred(s, b, frame, verb, part, value):
            value = next_value(s, w, frame, verb, part, value)
        if value >= 0:
            put_part(frame, part, value)
            value = -1
            k += 1
        else:
            k -= 1
            if k >= first:
                value = part_of_frame(frame, int(PARTS_OF[verb, k]))
    put_part(frame, Part.TARGET, target)
    put_part(frame, Part.MODE, mode)
    put_part(frame, Part.ITEM, item)
    put_part(frame, Part.CELL, cell)
    return k >= first


@kernel
def is_value_barred(s, w, b, part, value):
    """Whether an answer to the question for a part of the pending choice is barred, or everything that could follow it."""
    verb = int(s.pending_verb)
    frame = top(s)
    if not has_finer_bans(b, verb) or not is_tried(part):
        return False
    if is_part_barred(s, b, frame, verb, part, value):
        return True
    place = 0
    while PARTS_OF[verb, place] != part and PARTS_OF[verb, place] != Part.VERB:
        place += 1
    if PARTS_OF[verb, place] == Part.VERB:
        return False
    before = part_of_frame(frame, part)
    put_part(frame, part, value)
    is_open = leads_on(s, w, b, verb, place + 1)
    put_part(frame, part, before)
    return not is_open


@kernel
def is_answer_barred(s, w, b, part, answer):
    """Whether an answer to the present prompt, which asks for a part, is barred, or everything that could follow it."""
    if part != Part.VERB:
        if part_of_answer(ANSWERS, answer) != part:
            return False
        return is_value_barred(s, w, b, part, answer - int(ANSWERS[part, FIRST_ANSWER]))
    if answer >= VERBS:
        return False
    if is_barred(b, answer, ANY, ANY):
        return True
    return has_finer_bans(b, answer) and not leads_on(s, w, b, answer, 0)


@kernel
def strike_barred(s, w, b, menu):
    """Strike the barred answers from the legal ones, and store the whole list in ``menu``. If all are barred, all stay.
    Returns whether any answer is left.
    """
    whole = int(s.choice_count)
    part = int(part_asked(ANSWERS, s.prompt))
    left = 0
    for i in range(whole):
        menu[MENU, i] = s.choices[i]
        menu[STRUCK, i] = 1 if is_answer_barred(s, w, b, part, int(s.choices[i])) else 0
        left += 1 - menu[STRUCK, i]
    if left == 0 or left == whole:
        return left > 0
    left = 0
    for i in range(whole):
        if menu[STRUCK, i] == 0:
            s.choices[left] = menu[MENU, i]
            left += 1
    s.choice_count = left
    return True


@kernel
def put_back(s, menu, whole):
    """List all legal answers again."""
    if s.choice_count < whole:
        for i in range(whole):
            s.choices[i] = menu[MENU, i]
        s.choice_count = whole
