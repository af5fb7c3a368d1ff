"""Answers and indices: one turns into the other, for every viewer, turned or not."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.envs.core.looking.layout import KINDS, LAYOUT, section_starts
from tactica.envs.core.state import record, state_type
from toybook import board as core
from toybook.board import CELLS, STRIDE

UNITS = 12
UNIT = record([("side", "i2"), ("present", "i2")])
STATE = state_type(
    [("units", UNIT, (UNITS,))], record([("kind", "i2"), ("step", "i2"), ("who", "i2")]), [], cells=CELLS
)
SECTIONS = (("plain", 9), ("unit", UNITS), ("direction", 8), ("cell", CELLS))


def state(sizes=(2, 3, 1), width=7, height=5):
    s = np.zeros(1, STATE.dtype).view(np.recarray)[0]
    s.side_count, s.unit_count, s.board_width, s.board_height = len(sizes), sum(sizes), width, height
    for side, size in enumerate(sizes):
        s.side_start[side], s.side_size[side] = sum(sizes[:side]), size
    return s


def layout(height=5, width=7, own=3, other=5, mirror=False):
    made = np.zeros(1, LAYOUT).view(np.recarray)[0]
    made.height, made.width, made.own_rows, made.other_rows, made.mirror = height, width, own, other, mirror
    made.sections = len(SECTIONS)
    made.section_kind[: len(SECTIONS)] = [KINDS[kind] for kind, _ in SECTIONS]
    shown = {"unit": own + other, "cell": height * width}
    made.answer_start = section_starts([size for _, size in SECTIONS])
    made.index_start = section_starts([shown.get(kind, size) for kind, size in SECTIONS])
    return made


def answers(s):
    """Every answer that stands for something in this state."""
    cells = [29 + y * STRIDE + x for y in range(s.board_height) for x in range(s.board_width)]
    return [*range(9), *range(9, 9 + s.unit_count), *range(21, 29), *cells]


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("sizes", [(2, 3, 1), (1, 1), (3, 3, 3, 3), (6, 6)], ids=str)
def test_there_and_back(sizes, mirror):
    """Every answer has an index of its own, and that index means the answer; every other index means nothing."""
    s = state(sizes)
    made = layout(own=6, other=11, mirror=mirror)
    for viewer in range(len(sizes)):
        indices = [core.to_index(s, made, viewer, answer) for answer in answers(s)]
        assert len(set(indices)) == len(indices)
        assert [core.to_answer(s, made, viewer, index) for index in indices] == answers(s)
        last = int(made.index_start[len(SECTIONS)])
        for index in set(range(last)) - set(indices):
            assert core.to_answer(s, made, viewer, index) == -1


def test_own_units_come_first_then_the_others_after_them():
    s, made = state((2, 3, 1)), layout()
    assert [core.row_of(s, made, 1, unit) for unit in range(6)] == [4, 5, 0, 1, 2, 3]
    assert [core.unit_of(s, made, 1, row) for row in range(8)] == [2, 3, 4, 5, 0, 1, -1, -1]
    assert [core.unit_of(s, made, 2, row) for row in range(8)] == [5, -1, -1, 0, 1, 2, 3, 4]


def test_what_the_layout_has_no_room_for_has_no_index():
    s, made = state((4, 4), 9, 9), layout(height=5, width=7, own=3, other=2)
    assert core.row_of(s, made, 0, 3) == -1
    assert core.row_of(s, made, 0, 6) == -1
    assert core.shown_cell(s, made, 0, 7) == -1
    assert core.shown_cell(s, made, 0, 5 * STRIDE) == -1
    assert core.to_index(s, made, 0, 9 + 3) == -1
    assert core.to_index(s, made, 0, 29 + CELLS) == -1


def test_a_small_board_leaves_the_rest_of_the_picture_empty():
    s, made = state(width=3, height=2), layout(height=5, width=7, mirror=True)
    shown = {core.shown_cell(s, made, 1, y * STRIDE + x) for y in range(2) for x in range(3)}
    assert shown == {0, 1, 2, 7, 8, 9}
    first = int(made.index_start[3])
    assert core.to_answer(s, made, 1, first + 3) == -1
    assert core.to_answer(s, made, 1, first) == 29 + STRIDE + 2


def test_only_the_far_sides_see_the_board_turned():
    s, made = state(), layout(mirror=True)
    assert core.shown_cell(s, made, 0, 0) == 0
    assert core.shown_cell(s, made, 1, 0) == 4 * 7 + 6
    assert [core.shown_direction(made, 0, d) for d in range(8)] == list(range(8))
    assert [core.shown_direction(made, 1, d) for d in range(8)] == [4, 5, 6, 7, 0, 1, 2, 3]


@pytest.mark.parametrize("index", [-1, -100, 10_000])
def test_no_answer_beyond_the_choices(index):
    assert core.to_answer(state(), layout(), 0, index) == -1


def test_the_mask_marks_the_legal_choices():
    s, made = state(), layout(mirror=True)
    s.choice_count = 3
    s.choices[:3] = [4, 9 + 5, 29]
    mask = np.full(made.index_start[len(SECTIONS)], 9, np.int8)
    core.write_mask(s, made, 1, mask)
    assert mask.sum() == 3
    assert {core.to_answer(s, made, 1, int(i)) for i in np.flatnonzero(mask)} == {4, 14, 29}
