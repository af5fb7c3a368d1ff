"""Choices of several parts: their tables, their stages, and what is listed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tactica.envs import core, rulesets
from tactica.envs.core.compiler import kernel, record_at
from tactica.envs.core.dice import seed_rng
from tactica.envs.core.state import ask, ask_side, offer, push, record, state_type
from tactica.envs.core.state.choosing import (
    CHOICE_FIELDS,
    NO_REFUSAL,
    Part,
    answers_of,
    ask_next_part,
    first_offered,
    forget_choice,
    is_offered,
    next_part,
    offer_unless,
    part_sizes,
    parts_of,
    take_part,
)

PASS, STRIKE, THROW, CALL, SEEK = 1, 2, 3, 4, 5
VERBS = 6
A_MODE = VERBS
A_UNIT = A_MODE + 3
A_ITEM = A_UNIT + 4
A_CELL = A_ITEM + 2
TURN, TARGET, MODE, ITEM, CELL = 1, 2, 3, 4, 5
SECTIONS = (
    ("verb", "plain", 6),
    ("mode", "plain", 3),
    ("unit", "unit", 4),
    ("item", "plain", 2),
    ("cell", "cell", 1024),
)
PARTS_OF = parts_of(
    VERBS,
    {
        STRIKE: (Part.TARGET, Part.MODE),
        THROW: (Part.ITEM, Part.MODE, Part.TARGET),
        CALL: (Part.TARGET,),
        SEEK: (Part.CELL,),
    },
)
ANSWERS = answers_of(
    {
        Part.TARGET: (TARGET, A_UNIT),
        Part.MODE: (MODE, A_MODE),
        Part.ITEM: (ITEM, A_ITEM),
        Part.CELL: (CELL, A_CELL),
    }
)
UNIT = record([("side", "i2"), ("present", "i2"), ("cell", "i2")])
FRAME = record([("kind", "i2"), ("step", "i2"), ("who", "i2"), *CHOICE_FIELDS])
POSITION = [("units", UNIT, (4,)), ("may", "i2", (1024,))]
STATE = state_type(POSITION, FRAME, [("reach", "i2", (1024,))], cells=1024)


@kernel
def legal(s, w):
    """All verbs, at the prompt for one."""
    if s.prompt == TURN:
        for verb in range(PASS, VERBS):
            offer(s, verb)


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """What ``may`` says: of each target for a call, of cells that were reached; a throw fits one way only."""
    return NO_REFUSAL if may_take(s, frame, verb, part, value) else 1


@kernel
def may_take(s, frame, verb, part, value):
    """Whether a value may be a part."""
    if part == Part.CELL:
        return s.reach[value] > 0 and s.may[value] == 1
    if verb == THROW:
        if part == Part.TARGET:
            return frame.item_used == 1 and frame.mode == 2 and value == 3 and s.may[3] == 1
        return part != Part.MODE or value >= frame.item_used
    return part != Part.TARGET or s.may[value] == 1


@kernel
def find_places(s, w, who, verb):
    """The first five cells."""
    for cell in range(1024):
        s.reach[cell] = 1 if cell < 5 else 0


@pytest.fixture
def s():
    """Four units of two sides on a board of one row; the second is asked for a verb."""
    states = np.zeros(1, STATE.dtype)
    one = record_at(states.view(np.recarray), 0) if not core.compiler.COMPILED else states.view(np.recarray)[0]
    one.unit_count, one.board_width, one.board_height = 4, 6, 1
    for who in range(4):
        one.units[who].side = who // 2
    seed_rng(one.rng, 1, 0, 0, 0)
    push(one, 1)
    ask(one, TURN, 1)
    return one


@pytest.fixture(scope="module")
def listing():
    """``core/loops/listing.py`` on the functions above."""
    return rulesets.get("toybook").executed(
        Path(core.__file__).parent / "loops" / "listing.py",
        legal=legal, refusal_of_part=refusal_of_part, find_places=find_places, PARTS_OF=PARTS_OF, ANSWERS=ANSWERS,
        STRIDE=32, SIZES=part_sizes(ANSWERS, SECTIONS),
    )  # fmt: skip


def answer(s, given):
    """As the loops give an answer."""
    s.prompt, s.answer, s.choice_count = 0, given, 0


def offered(s, listing):
    """What may be answered now."""
    s.choice_count = 0
    listing.offer_answers(s, 0)
    return (
        s.choices[: s.choice_count]
        if isinstance(s.choices, np.ndarray)
        else [s.choices[i] for i in range(s.choice_count)]
    )


def test_the_parts_of_a_verb_come_in_their_order():
    following = [next_part(PARTS_OF, THROW, part) for part in (Part.VERB, Part.ITEM, Part.MODE, Part.TARGET)]
    assert following == [Part.ITEM, Part.MODE, Part.TARGET, Part.VERB]
    assert next_part(PARTS_OF, PASS, Part.VERB) == Part.VERB


@pytest.mark.parametrize(
    "asked",
    [
        {STRIKE: (Part.TARGET, Part.TARGET)},
        {STRIKE: (Part.TARGET, Part.MODE, Part.CELL, Part.ITEM)},
        {STRIKE: (Part.VERB,)},
        {STRIKE: (Part.CELL, Part.DIRECTION)},
        {STRIKE: (Part.TARGET,), (PASS, STRIKE): (Part.MODE,)},
    ],
)
def test_what_no_verb_can_ask_for_is_refused(asked):
    with pytest.raises(ValueError, match=f"{STRIKE} cannot ask"):
        parts_of(VERBS, asked)


def test_answers_begin_where_a_section_does():
    assert part_sizes(ANSWERS, SECTIONS).tolist() == [6, 4, 3, 1024, 0, 2]
    with pytest.raises(ValueError, match="MODE begin at 7"):
        part_sizes(answers_of({Part.MODE: (MODE, A_MODE + 1)}), SECTIONS)


def test_a_choice_is_asked_for_part_by_part(s):
    frame = s.stack[0]
    for given, pending, prompt in [
        (THROW, THROW, ITEM), (A_ITEM + 1, THROW, MODE), (A_MODE + 2, THROW, TARGET), (A_UNIT + 3, 0, 0),
    ]:  # fmt: skip
        answer(s, given)
        part = take_part(s, ANSWERS, frame)
        part = ask_next_part(s, PARTS_OF, ANSWERS, frame.verb, part)
        assert (s.pending_verb, s.prompt, part == Part.VERB) == (pending, prompt, pending == 0)
        assert (s.decider, s.decider_side) == (1, 0), "whoever began"
    assert (frame.verb, frame.target, frame.mode, frame.item_used) == (THROW, 3, 2, 1)
    forget_choice(frame)
    assert (frame.kind, frame.verb, frame.target, frame.mode, frame.item_used) == (1, 0, 0, 0, 0)


def test_a_side_is_asked_on_as_a_side(s):
    ask_side(s, TURN, 1)
    answer(s, CALL)
    assert ask_next_part(s, PARTS_OF, ANSWERS, CALL, Part.VERB) == Part.TARGET
    assert (s.decider, s.decider_side, s.prompt) == (-1, 1, TARGET)


def test_the_values_of_a_part_are_listed(s, listing):
    s.may[0] = s.may[3] = s.may[5] = 1
    for verb, prompt, expected in [
        (CALL, TARGET, [A_UNIT, A_UNIT + 3]),
        (SEEK, CELL, [A_CELL, A_CELL + 3]),
        (STRIKE, MODE, [A_MODE, A_MODE + 1, A_MODE + 2]),
    ]:
        s.pending_verb, s.prompt = verb, prompt
        assert list(offered(s, listing)) == expected


def test_the_first_of_four_that_is_offered(s):
    for choice, refusal in ((7, NO_REFUSAL), (8, 1), (9, NO_REFUSAL)):
        offer_unless(s, choice, refusal)
    assert [is_offered(s, choice) for choice in (7, 8, 9)] == [True, False, True]
    assert first_offered(s, 8, 9, 7, 0) == 9
    assert first_offered(s, 8, 0, 0, 7) == 7
    assert first_offered(s, 8, 0, 0, 0) == -1
