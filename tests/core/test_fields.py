"""Declarations: dtypes, words for what is wrong, columns of observations."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import pytest
from conformance import play

from tactica.envs import rulesets
from tactica.envs.core.board import Board
from tactica.envs.core.compiler import copier, kernel, record_at
from tactica.envs.core.looking.catalogue import KNOWN, Catalogue, X, Y, columns, copies_of, shown
from tactica.envs.core.ranges import check_ranges
from tactica.envs.core.state import (
    ALL,
    CELL_OR_NONE,
    DIRECTION,
    FLAG,
    OWN,
    ROW_OR_NONE,
    ROWS,
    bits,
    count,
    one_of,
    record,
    timer,
)
from tactica.envs.core.state.fields import fields_of
from tactica.envs.core.state.record import is_gap


class Colour(IntEnum):
    NONE = 0
    RED = 1
    BLUE = 2
    GREEN = 9


UNIT = [
    ("cell", CELL_OR_NONE, ALL, "where it stands"),
    ("facing", DIRECTION, ALL, "clockwise from north"),
    ("foe", ROW_OR_NONE, ALL, "whom it fights"),
    ("dazed", timer(50), ALL, "rounds left"),
    ("colour", one_of(Colour), ALL, "its flag"),
    ("pack", one_of(Colour), OWN, "what it carries", (3,)),
    ("skill_bits", bits(Colour), "what it has learnt"),
    ("beaten", ROWS, "whom it has beaten"),
    ("secret", FLAG, "1 hidden"),
]
SHOWN = Catalogue(Board(20, 10), 6)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    X,
    Y,
    "cell",
    "facing",
    "foe",
    shown("dazed", "stunned", high=9),
    "colour",
    ("able", FLAG, "1 able"),
    "pack",
)


def test_a_declaration_gives_the_dtype():
    dtype = record(UNIT)
    kinds = [dtype[name].base.str[1:] for name in dtype.names if not is_gap(name)]
    assert kinds == ["i2", "i2", "i2", "i2", "i2", "i2", "i2", "i4", "i2"]
    assert dtype["pack"].shape == (3,)
    assert record([("units", UNIT, "the roster", (2,))])["units"].shape == (2,)


def test_wide_ranges_take_wide_numbers():
    assert [kind.code for kind in (count(9_000), count(40_000), count(0, low=-40_000))] == ["i2", "i4", "i4"]


def test_columns_are_named_by_their_fields():
    assert [field.name for field in FEATURES] == [
        "known", "x", "y", "cell_x", "cell_y", "facing", "foe", "stunned", "colour", "able", "pack_1", "pack_2", "pack_3",
    ]  # fmt: skip
    ranges = {field.name: (field.low, field.high) for field in FEATURES}
    assert (ranges["x"], ranges["y"], ranges["cell_x"], ranges["cell_y"]) == ((-1, 19), (-1, 9), (-1, 19), (-1, 9))
    assert (ranges["foe"], ranges["stunned"], ranges["colour"]) == ((-1, 11), (0, 9), (0, 9))
    colour = next(field for field in FEATURES if field.name == "colour")
    assert (colour.kind, colour.words[:3], colour.words[9]) == ("category", ("none", "red", "blue"), "green")


def test_what_is_copied_stands_where_the_record_has_it():
    dtype = record(UNIT)
    copies = copies_of(dtype, FEATURES)
    place = {name: dtype.fields[name][1] for name in dtype.names}
    column = columns("Column", FEATURES, __name__)
    assert copies.numbers.tolist() == [[place["dazed"], column.STUNNED, 0, 9], [place["colour"], column.COLOUR, 0, 9]]
    assert copies.own[:, :2].tolist() == [[place["pack"] + 2 * k, column.PACK_1 + k] for k in range(3)]
    assert copies.directions.tolist() == [[place["facing"], column.FACING]]
    assert copies.rows.tolist() == [[place["foe"], column.FOE]]
    assert copies.cells.tolist() == [[place["cell"], column.CELL_X]]


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        (("cell", "facing", "foe", "dazed", "colour"), r"seen, but not shown: \['pack'\]"),
        (("cell", "facing", "foe", "dazed", "colour", "pack", "secret"), r"declared as hidden: \['secret'\]"),
    ],
)
def test_what_is_declared_as_seen_is_shown_and_nothing_else(entries, words):
    with pytest.raises(ValueError, match=words):
        SHOWN.of(UNIT, *entries)


def test_every_row_has_a_meaning_and_nobody_sees_what_does_not_say_so():
    assert [field.name for field in fields_of(UNIT) if field.seen == OWN] == ["pack"]
    assert all(field.meaning for field in fields_of(UNIT))


@pytest.fixture
def states():
    table = play.Table("toybook", "example")
    return np.concatenate([table.begin(game).states.copy() for game in range(2)])


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("units", 2, "width"), 4, "field width of unit 2 is 4, allowed 1..3"),
        (("units", 1, "order"), 2, "field order of unit 1 is 2, allowed 0, 3, 4, 5, 6"),
        (("units", 1, "cell"), -2, "field cell of unit 1 is -2, allowed a cell of the board or -1"),
        (("units", 11, "strength"), 4, "field strength of unit 11 is 4, allowed 0 in a row that is not in use"),
        (("stack", 3, "who"), 1, "field who of procedure 3 is 1, allowed 0 in a row that is not in use"),
        (("decider",), 40, "field decider is 40, allowed -1..9"),
        (("ending",), 5, "field ending is 5, allowed 0, 1, 2, 3, 125, 126, 127"),
        (("speed", 1), 11, "field speed is 11, allowed 0..10"),
    ],
    ids=lambda part: part[-1] if isinstance(part, tuple) and isinstance(part[-1], str) else None,
)
def test_problems_say_what_is_wrong(states, path, value, words):
    toybook = rulesets.get("toybook")
    assert check_ranges(toybook, states) == []
    record = states[1]
    for part in path[:-1]:
        record = record[part]
    record[path[-1]] = value
    found = check_ranges(toybook, states)
    assert [(problem.state, str(problem)) for problem in found] == [(1, words)]


def test_counts_that_cannot_be_are_problems_and_not_errors(states):
    states["unit_count"], states["depth"], states["side_count"] = 9_000, -3, 30_000
    named = {problem.field for problem in check_ranges(rulesets.get("toybook"), states)}
    assert {"unit_count", "depth", "side_count"} <= named


# --- copying ----------------------------------------------------------------------------------------------------------

NUMBERS = np.dtype((np.record, [("first", "i4"), ("numbers", "i2", (11,)), ("last", "i2")]))
#: Byte, column, low, high: a run longer than eight columns, columns apart, and bytes that are not in order.
COPIED = np.array(
    [[4 + 2 * k, 2 + k, -3, 5] for k in range(9)] + [[26, 12, 0, 1], [22, 14, -9, -2], [24, 15, -9, 32767]], np.int64
)
copy_numbers = copier(COPIED)


@kernel
def copy_row(records, rows):
    """Copy the numbers of a record."""
    copy_numbers(record_at(records, 0), rows[1])


@pytest.mark.parametrize("number", [-32768, -4, -3, -2, 0, 1, 5, 6, 32767])
def test_copied_numbers_are_cut_off_at_the_range_of_their_column(number):
    records = np.zeros(1, NUMBERS).view(np.ndarray)
    records["numbers"] = number
    records["last"] = -number if number > -32768 else 0
    rows = np.full((2, 17), 99, np.int16)
    copy_row(records, rows)
    expected = np.full(17, 99, np.int16)
    expected[2:11] = min(max(number, -3), 5)
    expected[12] = min(max(int(records["last"][0]), 0), 1)
    expected[14] = min(max(number, -9), -2)
    expected[15] = max(number, -9)
    assert rows[1].tolist() == expected.tolist()
    assert (rows[0] == 99).all()
