"""Counting: layers of exact odds add up, and hold what play comes to."""

from __future__ import annotations

from collections import Counter

import numpy as np
from conformance import play

from tactica.envs.core.dice import PLAY, seed_rng
from tactica.envs.core.state import as_lanes

POSITIONS = 40 if play.LONG else 3 if play.INTERPRETED else 6
LAYER = 20_000 if play.LONG else 60 if play.INTERPRETED else 300  # positions in a layer before it is given up
CUT = 1e-18  # what is less likely is not followed: dice that may be rolled again and again never come to an end
SAMPLES = 400 if play.LONG else 30 if play.INTERPRETED else 100


def expand(table, sources, weights):
    """Every source up to its next roll, equal positions merged: {position: (snapshot, weight)}, and the weight lost."""
    out = np.zeros((4_000, table.type.snapshot_lanes), np.uint64)
    out_weight = np.zeros(len(out))
    merged: dict[bytes, tuple[np.ndarray, float]] = {}
    first, lost = 0, 0.0
    while first < len(sources):
        written, first, gone = play.expand_layer(table, sources, weights, out, out_weight, first)
        assert written > 0
        lost += gone
        for snapshot, weight in zip(out[:written], out_weight[:written], strict=True):
            key = snapshot[: table.type.position_bytes // 8].tobytes()
            before = merged.get(key, (None, 0.0))[1]
            merged[key] = (snapshot.copy(), before + float(weight))
    return merged, lost


def as_counted_of(table):
    """What makes two positions equal that counting need not tell apart; most rulesets have none."""
    return table.rules.book.checks.as_counted or (lambda s, book: None)


def test_layers_add_up_and_hold_what_play_comes_to(table):
    looker = play.plain(table.rules.new_states(1))
    looker_lanes = as_lanes(looker)
    as_counted = as_counted_of(table)
    rng = np.random.default_rng(21)
    every = 7
    done = 0
    for i, _ in enumerate(table.positions(100_000, seed=21)):
        if table.is_over or i % every:
            continue
        answer = int(rng.choice(table.answers()))
        before = table.snapshot()
        assert table.loops.give_game_answer(table.states, 0, answer)
        start = table.snapshot()
        settled: dict[bytes, float] = {}
        open_, weights = start[None].copy(), np.ones(1)
        while len(open_):
            merged, lost = expand(table, open_, weights)
            assert lost == 0.0
            assert abs(sum(weight for _, weight in merged.values()) - weights.sum()) < 1e-12
            more, more_weights = [], []
            for key, (snapshot, weight) in merged.items():
                looker_lanes[0, : len(snapshot)] = snapshot
                if weight < CUT:
                    continue
                if looker[0].prompt == 0 and looker[0].ending == 0:
                    more.append(snapshot)
                    more_weights.append(weight)
                else:
                    as_counted(looker[0], table.books[int(looker[0].book_row)])
                    key = looker_lanes[0, : table.type.position_bytes // 8].tobytes()
                    settled[key] = settled.get(key, 0.0) + weight
            open_, weights = np.array(more), np.array(more_weights)
            if len(open_) > LAYER:
                break
        if not len(open_):
            assert abs(sum(settled.values()) - 1) < 1e-12
            assert_play_agrees(table, start, settled)
        table.restore(before)
        done += 1
        if done >= POSITIONS:
            return


def assert_play_agrees(table, start, settled):
    """Playing on from ``start`` to the next question comes to the counted positions, about as often as counted. A ruleset may
    count positions as one that differ in nothing the rules ask for: ``as_counted(s, book)`` of its ``invariants`` says which.
    """
    as_counted = as_counted_of(table)
    met: Counter[bytes] = Counter()
    for k in range(SAMPLES):
        table.lanes[0, : len(start)] = start
        seed_rng(table.s.rng, 99, 0, k, 0)
        assert table.s.dice_mode == PLAY
        while table.s.prompt == 0 and table.s.ending == 0:
            table.loops.micro_step(table.states, 0, table.books, table.fields)
        as_counted(table.s, table.books[int(table.s.book_row)])
        met[table.position] += 1
    assert set(met) <= set(settled)
    for key, weight in settled.items():
        if weight > 0.05:
            assert abs(met[key] - SAMPLES * weight) < 5 * np.sqrt(SAMPLES * weight * (1 - weight)) + 1
