"""What a state has room for: nothing is written past the end, and a battle that runs out of room says why it stopped."""

from __future__ import annotations

import numpy as np
import pytest
from conformance import play
from core.counting import FRAME, UNIT

import toybook
from tactica.envs.core import dice
from tactica.envs.core.behaviour.features import plan
from tactica.envs.core.compiler import COMPILED
from tactica.envs.core.state import (
    STALLED,
    WATCHED,
    Capacities,
    Overrun,
    as_lanes,
    emit,
    offer,
    overrun_words,
    push,
    state_type,
    term,
)  # fmt: skip
from tactica.envs.engine.game import Game
from tactica.envs.sandbox import Table
from tactica.experiments.fuzz.fuzz import FuzzStarts, fuzz, words_for

SMALL = Capacities(sides=2, frames=2, choices=3, plans=2, events=4, terms=5, kinds=6, tape=7, trace=2, labels=3, pool=9)
TINY = state_type([("units", UNIT, (4,))], FRAME, [], SMALL, cells=4)


def tiny():
    """A state with little room, zeroed, and its bytes."""
    states = np.zeros(1, TINY.dtype).view(np.recarray)
    s = states[0]
    dice.seed_rng(s.rng, 3, 0, 0, 0)
    return s


def test_arrays_are_as_long_as_declared():
    s = tiny()
    assert TINY.capacities is SMALL
    lengths = {
        "sides": s.rank, "frames": s.stack, "choices": s.choices, "plans": s.plans, "events": s.events,
        "terms": s.term_rows, "paces": s.paces, "kinds": s.fired, "tape": s.tape, "trace": s.trace_pick,
        "labels": s.class_label, "pool": s.pool_ways,
    }  # fmt: skip
    assert {name: len(field) for name, field in lengths.items()} == SMALL._asdict()
    assert s.by_who.shape == (2, 6)


def counting(s):
    s.dice_mode, s.trace_weight, s.trace_length = dice.COUNT, 1.0, 0


def fill_frames(s):
    for kind in range(1, 4):
        push(s, kind)


def fill_choices(s):
    for answer in range(1, 5):
        offer(s, answer)


def fill_plans(s):
    for answer in range(1, 4):
        plan(s, answer, 0, 0, 0, -1, -1)


def fill_trace(s):
    counting(s)
    for _ in range(3):
        dice.die(s, 6)


def fill_labels(s):
    counting(s)
    labels = np.arange(101, dtype=np.int16)
    dice.check_class(s, 4, 4, labels, labels)


def fill_pool(s):
    counting(s)
    dice.sum_of(s, 4, 6)


FILLED = {
    Overrun.FRAMES: fill_frames, Overrun.CHOICES: fill_choices, Overrun.PLANS: fill_plans, Overrun.TRACE: fill_trace,
    Overrun.LABELS: fill_labels, Overrun.POOL: fill_pool,
}  # fmt: skip


@pytest.mark.parametrize("capacity", FILLED, ids=lambda capacity: capacity.name)
def test_one_too_many_is_noted_and_left_out(capacity):
    s = tiny()
    FILLED[capacity](s)
    assert s.overrun == capacity
    assert s.depth <= 2 and s.choice_count <= 3 and s.plan_count <= 2 and s.trace_length <= 2
    assert s.stack["kind"].tolist() == ([1, 2] if capacity == Overrun.FRAMES else [0, 0])
    FILLED[Overrun.CHOICES](s)
    assert s.overrun == capacity  # the first stands
    assert s.choices.tolist() == [1, 2, 3]


def test_as_many_as_there_is_room_for_is_fine():
    s = tiny()
    for kind in (1, 2):
        push(s, kind)
    for answer in (1, 2, 3):
        offer(s, answer)
    for answer in (1, 2):
        plan(s, answer, 0, 0, 0, -1, -1)
    counting(s)
    assert dice.sum_of(s, 3, 6) == 3
    dice.check_class(s, 3, 3, np.arange(4, dtype=np.int16), np.zeros(4, np.int16))
    assert s.overrun == Overrun.NONE


def test_events_and_terms_are_counted_and_go_on():
    s = tiny()
    for i in range(7):
        term(s, 1, 5)
        emit(s, 3, 0, 1, i, 0)
    assert (s.event_count, s.events_lost, s.fired[3], s.overrun) == (4, 3, 7, Overrun.NONE)
    assert s.term_count <= 5


def test_every_capacity_has_its_words():
    for capacity in Overrun:
        said = overrun_words(capacity, Capacities())
        assert (said == "") == (capacity == Overrun.NONE)
        assert not said or f"`{capacity.name.lower()}` in state.py" in said
    assert overrun_words(Overrun.CHOICES, Capacities()) == (
        "the list of legal choices is full (1,400): declare a larger `choices` in state.py"
    )


# --- a whole battle ---------------------------------------------------------------------------------------------------


@pytest.fixture
def table():
    return play.Table("toybook", "example").begin(0)


@pytest.mark.parametrize(
    "capacity", [Overrun.FRAMES, Overrun.CHOICES, Overrun.PLANS], ids=lambda capacity: capacity.name
)
def test_a_battle_out_of_room_is_given_up(table, capacity):
    table.states["overrun"] = capacity
    table.step(table.answers()[0])
    s = table.s
    assert (s.ending, s.prompt, s.choice_count) == (STALLED, 0, 0)
    assert set(s.rank[: s.side_count].tolist()) == {1}


def test_a_game_says_what_there_was_no_room_for():
    game = Game("toybook", play.open_pool("toybook", "example")).start(0)
    game.states["overrun"][game.row] = Overrun.CHOICES
    game.step(int(game.legal()[0]))
    assert game.over and game.truncated
    assert game.ending_text == f"stopped: {overrun_words(Overrun.CHOICES, game.ruleset.state.capacities)}"


def test_a_sandbox_says_what_there_was_no_room_for():
    table = Table.of(Game("toybook", play.open_pool("toybook", "example")).start(0))
    table.state["overrun"] = Overrun.FRAMES
    table.refresh()
    assert table.choices() == []
    assert "too many procedures are nested in each other (12): declare a larger `frames` in state.py" in repr(table)


def small_book(table, **less):
    """A state of the toybook with less room, at the start of a battle."""
    kind = state_type(
        toybook.state.POSITION,
        toybook.state.FRAME,
        toybook.state.SCRATCH,
        Capacities(**less),
        cells=toybook.state.CELLS,
    )
    states = np.zeros(1, kind.dtype)
    for name in set(table.type.dtype.names) & set(kind.dtype.names):
        if states[name].shape == table.pool[name][:1].shape:
            states[name] = table.pool[name][:1]
    states["stack"][0, 0] = table.pool["stack"][0, 0]
    dice.seed_rng(states["rng"][0], 1, 0, 0, 0)
    return states


@pytest.mark.skipif(COMPILED, reason="a second kind of state would compile all rules again")
@pytest.mark.parametrize(("name", "less"), [("choices", 3), ("frames", 1)])
def test_a_battle_with_little_room_stops_and_says_why(table, name, less):
    states = small_book(table, **{name: less})
    rng = np.random.default_rng(1)
    for _ in range(200):
        table.loops.settle_game(states, 0, table.books, table.fields, True)
        if states["ending"][0]:
            break
        table.loops.give_game_answer(states, 0, int(rng.choice(states["choices"][0, : states["choice_count"][0]])))
    assert (states["ending"][0], Overrun(states["overrun"][0])) == (STALLED, Overrun[name.upper()])
    assert states["most_used"][0, Overrun[name.upper()]] <= less


@pytest.mark.skipif(COMPILED, reason="a second kind of state would compile all rules again")
def test_fuzz_says_what_there_was_no_room_for(table):
    place = FuzzStarts(table.rules, "example", play.open_pool("toybook", "example"))
    states = small_book(table, choices=3)
    pool = np.repeat(states, 2)
    lanes = as_lanes(states)
    place.stage = place.stage._replace(
        states=states, lanes=lanes, books=table.books, fields=table.fields, pool=pool, pool_lanes=as_lanes(pool),
        snapshot_lanes=lanes.shape[1],
    )  # fmt: skip
    broken = int(place.run(1, 500)[3])
    assert words_for(table.rules, broken).startswith("the list of legal choices is full")


def test_fuzz_reports_the_highest_use(tmp_path):
    report = fuzz("toybook", [play.open_pool("toybook", "example")], decisions=60, out=tmp_path)
    assert set(report.room) == {one.name.lower() for one in WATCHED}
    assert all(0 <= used <= room for used, room in report.room.values())
    assert report.room["frames"][0] >= 1 and report.room["choices"][0] >= 2 and report.room["events"][0] >= 1
