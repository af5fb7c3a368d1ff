"""Whole games between policies."""

from __future__ import annotations

import numpy as np
import pytest
from starts import EVERY, starts

from tactica.envs import play_games
from tactica.envs.engine.game import Game
from tactica.envs.engine.policies import FirstLegal, RandomLegal


def same(one, other):
    for name in ("seats", "ranks", "endings", "rounds", "decisions", "rows", "fired"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


@pytest.mark.parametrize("name", EVERY)
def test_random_games_end(name):
    ruleset, pool = starts(name)
    results = play_games(ruleset, pool, policies=("random", "random"), games=6, seed=1)
    assert len(results) == 6 and (results.endings != 0).all() and results.stalled == results.forfeits == 0
    np.testing.assert_allclose(results.rewards.sum(1), 0, atol=1e-12)
    assert results.wins.sum() + results.draws == 6
    assert (results.legal >= 2 * results.decisions).all()
    assert results.fired.sum() > 0 and results.fired_by_name()
    assert "6 games" in repr(results)


@pytest.mark.parametrize("name", EVERY)
def test_a_python_policy_meets_the_same_game(name):
    """The lowest legal answer on both sides: once asked in a batch, once step by step."""
    ruleset, pool = starts(name)
    results = play_games(ruleset, pool, policies=(FirstLegal(),), games=3, seed=5)
    for k in range(3):
        game = Game(ruleset, pool).start(seed=5, game=k)
        while not game.over:
            game.step(int(game.legal().min()))
        assert int(game.s["pool_row"]) == results.rows[k]
        np.testing.assert_array_equal(game.ranks, results.ranks[k, : game.side_count])
        assert (game.ending, game.s["round_no"], game.s["decisions"]) == (
            results.endings[k], results.rounds[k], results.decisions[k],
        )  # fmt: skip


def test_parts_of_a_run_are_the_run():
    ruleset, pool = starts("toybook")
    whole = play_games(ruleset, pool, policies=("fierce", "random"), games=10, seed=3)
    early = play_games(ruleset, pool, policies=("fierce", "random"), games=4, seed=3)
    late = play_games(ruleset, pool, policies=("fierce", "random"), games=6, seed=3, first_game=4)
    np.testing.assert_array_equal(whole.ranks, np.concatenate([early.ranks, late.ranks]))
    np.testing.assert_array_equal(whole.fired, early.fired + late.fired)


@pytest.mark.slow
@pytest.mark.parametrize("policies", [("fierce", "random"), ("fierce", RandomLegal())], ids=["kernel", "python"])
def test_any_number_of_processes_plays_the_same_games(policies, monkeypatch):
    ruleset, pool = starts("toybook")
    monkeypatch.setattr("tactica.envs.engine.rollouts.BATCH", 4)
    one = play_games(ruleset, pool, policies=policies, games=10, seed=3)
    two = play_games(ruleset, pool, policies=policies, games=10, seed=3, jobs=2)
    same(one, two)
    np.testing.assert_array_equal(one.legal, two.legal)


def test_seats_alternate():
    ruleset, pool = starts("toybook")
    results = play_games(ruleset, pool, policies=("fierce", "random", "random"), games=6, seed=3, alternate=True)
    np.testing.assert_array_equal(results.seats[:3], [[0, 1, 2, -1], [1, 2, 0, -1], [2, 0, 1, -1]])
    fixed = play_games(ruleset, pool, policies=("fierce", "random"), games=2, seed=3)
    np.testing.assert_array_equal(fixed.seats, [[0, 1, 1, -1]] * 2)


def test_rows_can_be_named():
    ruleset, pool = starts("toybook")
    results = play_games(ruleset, pool, games=4, rows=[3, 1, 1, 0])
    assert results.rows.tolist() == [3, 1, 1, 0]
    for rows in ([0, 99], [0, -1], [0.5, 1], [0.0, 1.0], [True, False], [0], [[0, 1]], [[0], [0, 1]], "01", ["a", "b"]):
        with pytest.raises(ValueError, match=r"allowed: a whole number in .* for each of 2 games"):
            play_games(ruleset, pool, games=2, rows=rows)


def test_a_layout_is_checked_whoever_plays():
    ruleset, pool = starts("toybook")
    for policies in (("random", "random"), ("random", lambda observations, mask, rng: mask.argmax(1))):
        with pytest.raises(ValueError, match="nosuch"):
            play_games(ruleset, pool, policies=policies, games=2, layout="nosuch")


def test_no_games_are_no_games():
    ruleset, pool = starts("toybook")
    none = play_games(ruleset, pool, games=0)
    assert len(none) == 0 and repr(none).endswith(" 0 games)")
    assert len(play_games(ruleset, pool, games=0, policies=(FirstLegal(),))) == 0


def test_policies_are_no_more_than_sides():
    ruleset, pool = starts("toybook")
    sides = int(pool.states["side_count"].max())
    with pytest.raises(ValueError, match=f"{sides + 1} policies for {sides} sides"):
        play_games(ruleset, pool, policies=["random"] * (sides + 1), games=1)
    with pytest.raises(ValueError, match="allowed: a list with one for each side"):
        play_games(ruleset, pool, policies="random", games=1)
