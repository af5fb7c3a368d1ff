"""Who will win: the curve of a battle, and that nothing can be read from it."""

from __future__ import annotations

import numpy as np
import pytest
from play.scenes import match_of, pick, started

from tactica.envs.render import known_units
from tactica.experiments.play import calibration, foresight, winning
from tactica.experiments.play.seats import EVERYBODY


def test_the_shares_of_victory_add_up_to_one():
    game = started("toybook/alliance")
    found = winning.shares_of(game, "random", 6, 1)
    assert len(found) == 3 and sum(found) == pytest.approx(1) and winning.shares_of(game, "random", 6, 1) == found


def test_a_curve_keeps_its_points_while_the_battle_goes_on(monkeypatch):
    monkeypatch.setattr(winning, "PLAYOUTS", 2)
    monkeypatch.setattr(winning, "MOST_POINTS", 4)
    match = match_of("toybook/alliance")
    match.play_on(60, 8)
    curve = match.curve(EVERYBODY)
    curve.join()
    assert curve.is_complete and sorted(curve.points) == [0, 2, 4, 6, 8] and match.curve(EVERYBODY) is curve
    known = dict(curve.points)
    played = []
    monkeypatch.setattr(
        winning, "shares_of", lambda game, player, playouts, at, viewer: played.append(at) or [1.0, 0.0, 0.0]
    )
    match.play_on(60, 2)
    later = match.curve(EVERYBODY)
    later.join()
    assert {at: later.points[at] for at in known} == known and played == [10]
    told = later.as_json()
    assert told["complete"] and told["playouts"] == 2 and [at for at, _ in told["points"]] == sorted(later.points)


def test_nothing_that_is_hidden_can_be_read_from_a_curve(monkeypatch):
    """Equal knowledge gives equal curves, whatever the truth is; and the truth would give another."""
    monkeypatch.setattr(winning, "PLAYOUTS", 6)
    rng = np.random.default_rng(2)
    for seed in range(1, 30):
        match = match_of("wfrp1/small", "human", "random", seed=seed)
        for _ in range(2):
            match.answer(0, match.at, pick(match, rng))  # the enemy's are played behind it
        if foresight.hides(match.game, 0):
            break
    assert foresight.hides(match.game, 0) and match.game.side == 0
    curve = match.curve(0)
    curve.join()
    decisions = match.recording.decisions
    assert curve.as_json()["imagined"] and match.at in curve.points and len(curve.points) > 2
    assert all(at == match.at or decisions[at].side == 0 for at in curve.points), "only where the seat was asked"
    other = match.game.clone()
    for row in set(range(int(other.s["unit_count"]))) - known_units(match.game, 0):
        other.states["units"]["wounds"][0, row] = 1
        other.states["units"]["weapon_skill"][0, row] = 1
    assert winning.shares_of(other, "guardian", 6, match.at, 0) == curve.points[match.at]
    open_shares = [winning.shares_of(game, "guardian", 40, 1) for game in (match.game, other)]
    assert open_shares[0] != open_shares[1]


def test_a_curve_is_made_of_what_was_known_until_the_battle_is_over(monkeypatch):
    monkeypatch.setattr(winning, "PLAYOUTS", 2)
    monkeypatch.setattr(winning, "MOST_POINTS", 3)
    match, rng = match_of("wfrp1/small", "human", "random", seed=4), np.random.default_rng(3)
    match.answer(0, match.at, pick(match, rng))
    assert match.curve(0).viewer == 0
    while not match.game.over:
        match.answer(0, match.at, pick(match, rng)) if match.game.side == 0 else match.play_on(60)
    curve = match.curve(0)
    curve.join()
    assert curve.viewer is None and match.at in curve.points and not curve.as_json()["imagined"]


def test_a_battle_that_is_over_ends_with_its_result():
    match = match_of("toybook/alliance")
    match.play_on(60)
    found = winning.shares_of(match.game, "random", 2, 0)
    assert [share > 0 for share in found] == [rank == 1 for rank in match.game.ranks]


def test_calibration_tells_chances_beside_what_came_of_them():
    chances = np.array([0.1, 0.1, 0.5, 0.9, 1.0])
    found = calibration.Calibration(
        chances, np.array([0.0, 0.0, 0.5, 1.0, 0.0]), np.array([True, False, False, False, True])
    )
    assert found.brier == pytest.approx((0.01 + 0.01 + 0.0 + 0.01 + 1.0) / 5)
    assert found.constant == pytest.approx(np.var([0, 0, 0.5, 1, 0]))
    assert [(which, count, won) for which, count, _, won, _, _ in found.lines()] == [
        ("0% to 20%", 2, 0.0), ("40% to 60%", 1, 0.5), ("80% to 100%", 2, 0.5),
    ]  # fmt: skip
    assert found.where(found.hidden).chances.tolist() == [0.1, 1.0]


def test_chances_of_a_battle_in_which_nothing_is_hidden_say_who_wins():
    """Positions are drawn anew for each battle, and the same seed gives the same."""
    found = calibration.calibrate("owh/duel", 12, playouts=6, seed=3)
    assert len(found.won) == 12 and set(found.won) <= {0.0, 0.5, 1.0} and not found.hidden.any()
    assert found.brier < 0.3
    assert calibration.calibrate("owh/duel", 12, playouts=6, seed=3).chances.tolist() == found.chances.tolist()
