"""The state record: regions, names, snapshots, procedures."""

from __future__ import annotations

import numpy as np
import pytest
from core.counting import BARE, FRAME, UNIT, bare

from tactica.envs.core.compiler import COMPILED, clear, record_at
from tactica.envs.core.state import pop, record, replace, state, state_type


def test_regions_follow_each_other():
    dtype = BARE.dtype
    offsets = {name: dtype.fields[name][1] for name in dtype.names}
    assert list(offsets.values()) == sorted(offsets.values())
    assert BARE.position_fields[-1] == "units"
    assert offsets["rng"] == BARE.position_bytes
    assert offsets["events"] == BARE.snapshot_bytes
    assert BARE.snapshot_lanes * 8 == BARE.snapshot_bytes
    assert BARE.position_bytes % 8 == BARE.snapshot_bytes % 8 == dtype.itemsize % 8 == 0


def test_every_field_is_aligned():
    def check(dtype, start):
        for part, offset, *_ in dtype.fields.values():
            inner = part.base
            assert (start + offset) % max(inner.alignment, 1) == 0
            if inner.fields:
                check(inner, start + offset)
                assert inner.itemsize % inner.alignment == 0

    check(BARE.dtype, 0)


@pytest.mark.parametrize("name", ["round", "copy", "all", "fill", "item", "prompt", "tape", "choices", "dtype"])
def test_taken_names_are_refused(name):
    """Methods of arrays, and the fields every state has."""
    with pytest.raises(TypeError, match=name):
        state_type([("units", UNIT, (4,)), (name, "i2")], FRAME, [], cells=4)
    with pytest.raises(TypeError, match=name):
        state_type([("units", UNIT, (4,))], FRAME, [(name, "i2")], cells=4)


def test_a_frame_needs_kind_and_step():
    with pytest.raises(TypeError, match="step"):
        state_type([("units", UNIT, (4,))], record([("kind", "i2")]), [], cells=4)


def test_a_snapshot_copies_position_and_dice_only():
    states = np.zeros(2, BARE.dtype).view(np.recarray)
    plain = states.view(np.ndarray).view(np.uint8).reshape(2, -1)
    plain[0] = np.arange(plain.shape[1]) % 251
    lanes = state.as_lanes(states)
    assert lanes.shape == (2, BARE.dtype.itemsize // 8)
    state.copy_lanes(lanes, 1, lanes, 0, BARE.snapshot_lanes)
    assert plain[1, : BARE.snapshot_bytes].tolist() == plain[0, : BARE.snapshot_bytes].tolist()
    assert not plain[1, BARE.snapshot_bytes :].any()


def test_words_are_a_view():
    states = np.zeros(1, BARE.dtype).view(np.recarray)
    state.as_lanes(states)[0, 0] = 1
    assert states[0].prompt == 1


def test_push_and_top():
    s = bare()
    state.push(s, 1)
    s.stack[0].step = 3
    state.push(s, 2)
    assert s.depth == 2
    assert s.stack[:3].tolist() == [(1, 3, 0), (2, 0, 0), (0, 0, 0)]
    assert state.top(s).kind == 2


def test_what_is_finished_leaves_nothing_behind():
    s = bare()
    state.push(s, 1)
    state.push(s, 2).step = 7
    pop(s)
    assert s.depth == 1
    assert s.stack[:2].tolist() == [(1, 0, 0), (0, 0, 0)]


def test_a_procedure_may_be_replaced():
    s = bare()
    state.push(s, 1)
    state.push(s, 2).step = 7
    assert replace(s, 3).step == 0
    assert s.depth == 2
    assert s.stack[:3].tolist() == [(1, 0, 0), (3, 0, 0), (0, 0, 0)]


WIDE = record([("kind", "i2"), ("far", "i4"), ("many", "i2", (3,))])


def test_a_record_of_any_fields_is_cleared():
    rows = np.zeros(2, WIDE).view(np.recarray)
    for one in (rows[0], rows[1] if COMPILED else record_at(rows, 1)):
        one.kind, one.far, one.many[2] = 5, -1, 7
    clear(rows[0])
    assert [rows[0][name].tolist() for name in ("kind", "far", "many")] == [0, 0, [0, 0, 0]]
    clear(rows[1] if COMPILED else record_at(rows, 1))
    assert not rows.view(np.ndarray).tobytes().strip(b"\0")


def test_asking_a_unit_and_asking_a_side():
    s = bare()
    s.units[2].side = 1
    state.ask(s, 5, 2)
    assert (s.prompt, s.decider, s.decider_side) == (5, 2, 1)
    state.ask_side(s, 6, 3)
    assert (s.prompt, s.decider, s.decider_side) == (6, state.NO_UNIT, 3)


def test_offers_end_where_the_room_ends():
    s = bare()
    for answer in range(len(s.choices) + 3):
        state.offer(s, answer)
    assert s.choice_count == len(s.choices)
    assert s.choices.tolist() == list(range(len(s.choices)))


def test_friends_are_by_the_matrix_not_by_the_side():
    s = bare()
    s.allied = np.eye(len(s.rank))
    s.allied[0, 2] = s.allied[2, 0] = 1
    s.units["side"] = [0, 1, 2, 0]
    assert [bool(state.are_friends(s, 0, other)) for other in range(4)] == [True, False, True, True]
    assert not state.are_friends(s, 1, 2)
