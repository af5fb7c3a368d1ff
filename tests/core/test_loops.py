"""The shared loops, on the toy ruleset: answers, rewards, whole games, layers of odds in small portions."""

from __future__ import annotations

import numpy as np
import pytest
from conformance import play

from tactica.envs import rulesets
from tactica.envs.core.dice import random_below
from tactica.envs.core.loops.arguments import GameResults, Stage
from tactica.envs.core.state import FORFEIT, KEYED_SLOT, STALLED
from tactica.envs.engine.options import columns_of

START = ("toybook", "example")


@pytest.fixture
def table():
    return play.Table(*START).begin(0)


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [
        ([1, 2], [1.0, -1.0]),
        ([1, 1], [0.0, 0.0]),
        ([1, 2, 3], [1.0, 0.0, -1.0]),
        ([3, 1, 1], [-1.0, 0.5, 0.5]),
        ([1, 2, 2, 2], [1.0, -1 / 3, -1 / 3, -1 / 3]),
    ],
    ids=str,
)
def test_rewards_by_rank(table, ranks, rewards):
    """The share of opponents beaten, less the share by whom beaten; together nothing."""
    s = table.states[0]
    s["side_count"] = len(ranks)
    s["rank"][: len(ranks)] = ranks
    assert [table.loops.reward_of(s, side) for side in range(len(ranks))] == [0.0] * len(ranks)  # it still goes on
    s["ending"] = 1
    assert [table.loops.reward_of(s, side) for side in range(len(ranks))] == pytest.approx(rewards)


def test_giving_up_ranks_all_alike_and_asks_nobody(table):
    s = table.states[0]
    table.loops.give_up(s)
    assert (s["ending"], s["prompt"], s["answer"], s["pending_verb"]) == (STALLED, 0, 0, 0)
    assert s["rank"].tolist() == [1, 1, 1, 0]


def test_a_forfeit_costs_the_side_to_decide(table):
    side, sides = int(table.s.decider_side), int(table.s.side_count)
    s = table.states[0]
    table.loops.forfeit(s)
    assert s["ending"] == FORFEIT
    assert s["rank"].tolist() == [2 if i == side else 1 for i in range(sides)] + [0] * (len(s["rank"]) - sides)
    assert table.loops.reward_of(s, side) == -1.0
    assert table.broken() == 0


def test_games_differ_by_seed_slot_and_number(table):
    def words(base, slot, game):
        table.loops.start_game(
            table.states, table.lanes, 0, table.pool, table.pool_lanes, 0, base, slot, game, table.type.snapshot_lanes
        )
        return tuple(table.s.rng.tolist())

    assert words(1, 2, 3) == words(1, 2, 3)
    assert len({words(base, slot, game) for base in (1, 2) for slot in (0, 1) for game in (0, 1)}) == 8


def test_a_new_game_forgets_the_last_one(table):
    for _ in table.positions(200, seed=2):
        pass
    table.begin(0)
    fresh = play.Table(*START).begin(0)
    assert table.kept == fresh.kept
    assert table.s.fired.tolist() == fresh.s.fired.tolist()
    assert table.told() == fresh.told()


@pytest.mark.parametrize("slot", [0, KEYED_SLOT])
def test_whole_games_are_the_same_games_step_by_step(table, slot):
    """What ``play_games`` writes is what stepping the same seeds with the same policy streams comes to."""
    n, base = 3, 77
    sides, kinds = table.s.by_who.shape
    rows = np.array([0, 1, 2], np.int64)
    seats = np.zeros((n, sides), np.int64)
    seats[:, 1] = 1
    kept = (
        np.int16,
        np.int32,
        np.int32,
        np.int64,
    )  # as play keeps them; of other numbers the entry would be compiled anew
    results = [np.zeros((n, sides), np.int16), *(np.zeros(n, kind) for kind in kept)]
    fired = np.zeros(kinds, np.int64)
    tallies, gaps = np.zeros((3, sides, kinds), np.int64), np.zeros((2, sides), np.int64)
    toy = rulesets.get("toybook")
    used = np.zeros((2, sides, toy.book.choices.verb_count, columns_of(toy), 1), np.int64)
    rng = np.zeros(4, np.int64)
    stage = Stage(
        table.states, table.lanes, table.books, table.fields, table.pool, table.pool_lanes, table.type.snapshot_lanes
    )
    written = GameResults(*results, fired, tallies, gaps, used, np.ones(1, np.int64))
    table.loops.play_games(stage, rows, base, slot, 10, seats, rng, written)
    ranks, endings, rounds, decisions, legal = results
    counted = np.zeros(kinds, np.int64)
    acted = np.zeros((sides, kinds), np.int64)
    stream = np.zeros((1, 4), np.int64)
    for k in range(n):
        table.loops.start_game(
            table.states, table.lanes, 0, table.pool, table.pool_lanes, rows[k], base, slot, 10 + k,
            table.type.snapshot_lanes,
        )  # fmt: skip
        table.loops.settle_game(table.states, 0, table.books, table.fields, True)
        choices = 0
        while not table.is_over:
            choices += len(table.answers())
            policy = int(seats[k, table.s.decider_side])
            assert table.step(int(table.loops.choose_next(table.states, 0, table.books, table.fields, policy, stream)))
        s = table.s
        assert ranks[k].tolist() == s.rank.tolist()
        assert (endings[k], rounds[k], decisions[k], legal[k]) == (s.ending, s.round_no, s.decisions, choices)
        counted += s.fired
        acted += s.by_who
    assert fired.tolist() == counted.tolist()
    assert tallies[0].tolist() == acted.tolist()
    assert (tallies[0].sum(0) <= fired).all() and tallies[0].any() and tallies[1].any()
    assert (gaps[0][:2] >= gaps[1][:2]).all() and gaps[1][:2].all()
    assert used.any() and (used[0] >= used[1]).all(), "what was chosen was offered"


def test_chance_takes_every_legal_answer(table):
    """Policy 0 draws from the legal answers by the words it is given, and from nothing else."""
    rng = np.ones((1, 4), np.int64)
    mirror = rng[0].copy()
    met = set()
    for _ in range(100):
        answer = int(table.loops.choose_game(table.states, 0, table.books, table.fields, 0, rng))
        assert answer == table.answers()[random_below(mirror, len(table.answers()))]
        met.add(answer)
    assert met == set(table.answers())


def test_an_index_that_means_nothing_is_refused(table):
    from tactica.envs.engine.spaces import Layout

    layout = Layout.covering(table.rules, table.pool)
    before = table.lanes.tobytes()
    for index in (-1, 0, layout.n, layout.n + 50):
        assert not table.loops.step_index(table.states, 0, table.books, table.fields, layout.record, index, True)
    assert table.lanes.tobytes() == before


def test_layers_come_to_the_same_in_small_portions(table):
    """A buffer with room for the results of few sources at a time changes nothing."""
    for _ in range(40):
        table.step(table.answers()[0])
        answer = table.answers()[0]
        kept = table.snapshot()
        table.loops.give_game_answer(table.states, 0, answer)
        sources = [table.snapshot()]
        table.restore(kept)
    sources = np.array(sources * 3)
    found = []
    for room in (12, 4_000):
        out, weight = np.zeros((room, table.type.snapshot_lanes), np.uint64), np.zeros(room)
        first, got = 0, []
        while first < len(sources):
            written, first, lost = play.expand_layer(table, sources, np.full(len(sources), 1 / 3), out, weight, first)
            assert lost == 0.0
            got += [(row.tobytes(), float(chance)) for row, chance in zip(out[:written], weight[:written], strict=True)]
        found.append(got)
    assert found[0] == found[1]
    assert sum(chance for _, chance in found[0]) == pytest.approx(1, abs=1e-12)
