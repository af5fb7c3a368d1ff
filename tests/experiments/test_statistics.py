"""Shares, ratings and their intervals: printed values, closed forms, and coverage on players of known strength."""

from __future__ import annotations

import math

import numpy as np
import pytest
from synthetic import chances, tournament

from tactica.experiments.statistics import (
    ELO,
    Clusters,
    cluster_pairs,
    first_seat,
    normal_quantile,
    pair_correlation,
    rate,
    repeated,
    results_of,
    share_of,
    student_quantile,
    wilson_interval,
)

WON, DRAWN, LOST = 0, 1, 2


def duel(table, times=1) -> Clusters:
    """Two players in one scenario: {(result of the first when it sits first, when it sits second): pairs}."""
    first, second = zip(*[key for key, count in table.items() for _ in range(count * times)], strict=True)
    zero = np.zeros(len(first), np.int64)
    return cluster_pairs(
        zero, zero + 1, zero, np.arange(len(first)), np.array(first), np.array(second), np.zeros((len(first), 2), bool)
    )


# --- quantiles and Wilson


@pytest.mark.parametrize(
    ("freedom", "t"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984), (1e9, 1.960)],
)
def test_quantiles_of_students_distribution_as_printed(freedom, t):
    assert student_quantile(freedom) == pytest.approx(t, rel=0.005)


def test_quantiles_of_the_normal_distribution_as_printed():
    assert normal_quantile(0.95) == pytest.approx(1.95996, abs=1e-5)
    assert normal_quantile(0.99) == pytest.approx(2.57583, abs=1e-5)
    with pytest.raises(ValueError, match="between 0 and 1"):
        normal_quantile(95)


def test_wilson_as_printed():
    assert wilson_interval(0.5, 20, 1.96) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson_interval(0.0, 10, 1.96) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson_interval(0.3, 0, 1.96) == (0.0, 1.0)


def test_wilson_covers_the_true_share():
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(400):
        low, high = wilson_interval(int(rng.binomial(50, 0.3)) / 50, 50, 1.96)
        inside += low <= 0.3 <= high
    assert inside > 360


# --- clusters


def test_pairs_that_look_alike_are_counted():
    clusters = duel({(WON, WON): 3, (WON, LOST): 2})
    assert len(clusters) == 2 and clusters.count == 5 and clusters.game_count == clusters.unique_count == 10
    assert (clusters.times * clusters.points).sum() == 3 * 2 + 2


def test_draws_are_a_share_of_the_games():
    found = duel({(WON, DRAWN): 3, (DRAWN, DRAWN): 2, (WON, LOST): 5})
    assert found.draws == pytest.approx((3 + 2 * 2) / 20)
    assert math.isnan(found.chosen(found.scenario == 7).draws)


def test_turned_round_a_player_has_the_other_half_of_the_points():
    clusters = duel({(WON, DRAWN): 2, (LOST, WON): 1})
    turned = clusters.between(1, 0)
    assert turned.one.tolist() == [1, 1] and turned.count == 3
    assert share_of(turned).value == pytest.approx(1 - share_of(clusters).value)
    # The second player, first in its seat, drew twice and lost once; opposite it lost twice and won once.
    assert (turned.times[:, None] * turned.first).sum(0).tolist() == [0, 2, 1]
    assert (turned.times[:, None] * turned.second).sum(0).tolist() == [1, 0, 2]


def test_results_by_the_sign_of_points():
    assert results_of(np.array([0.5, 0.0, -1.0])).tolist() == [WON, DRAWN, LOST]


def test_games_that_always_go_alike_are_repetitions_and_chance_that_falls_alike_is_none():
    alike = np.array([7, 7, 7, 8, 8, 8, 9])
    trace = np.array([[1, 4], [1, 4], [1, 4], [2, 5], [2, 5], [2, 6], [1, 4]])
    assert repeated(alike, trace).tolist() == [True, True, True, False, False, False, False]
    order = np.array([3, 6, 0, 4, 1, 5, 2])
    assert repeated(alike[order], trace[order]).tolist() == repeated(alike, trace)[order].tolist()
    assert repeated(alike[:0], trace[:0]).tolist() == []


def test_repetitions_count_once():
    pairs = 50
    zero = np.zeros(pairs, np.int64)
    start = np.arange(pairs) % 2
    bound = np.ones((pairs, 2), bool)
    clusters = cluster_pairs(zero, zero + 1, zero, start, zero + WON, np.where(start == 1, LOST, WON), bound)
    assert clusters.count == 2 and clusters.unique_count == 4 and clusters.game_count == 100
    found = share_of(clusters)
    assert found.value == 0.75 and found.unique == 4 and (found.low, found.high) == pytest.approx((0, 1), abs=0.1)
    bound[:, 1] = False  # the second seat is left to chance: its games all count, but stay with those of their start
    assert cluster_pairs(zero, zero + 1, zero, start, zero, zero, bound).unique_count == 2 + 50


def test_repetitions_do_not_narrow_anything():
    def both(pairs):
        one = np.repeat([0, 0, 1], pairs * 4)
        other = np.repeat([1, 2, 2], pairs * 4)
        start = np.tile(np.arange(4), pairs * 3)
        first = np.where(start == 0, LOST, WON)
        found = cluster_pairs(one, other, 0 * one, start, first, 0 * one + DRAWN, np.ones((len(one), 2), bool))
        return rate(found, 3, 1), share_of(found.between(0, 1))

    few, many = both(2), both(200)
    assert many[1].low == pytest.approx(few[1].low) and many[1].effective == pytest.approx(few[1].effective)
    assert (many[0].high - many[0].low >= few[0].high - few[0].low - 1e-6).all()


# --- shares


def test_independent_games_count_as_so_many_and_bound_ones_as_half():
    free = share_of(duel({(WON, WON): 36, (WON, LOST): 24, (LOST, WON): 24, (LOST, LOST): 16}, 10))
    assert free.value == pytest.approx(0.6) and free.effective == pytest.approx(2000, rel=0.005)
    assert (free.low, free.high) == pytest.approx(wilson_interval(0.6, 2000, student_quantile(999)), abs=1e-3)
    bound = share_of(duel({(WON, WON): 60, (LOST, LOST): 40}, 10))
    assert bound.value == pytest.approx(0.6) and bound.effective == pytest.approx(1000, rel=0.005)
    seat = share_of(duel({(WON, LOST): 50, (LOST, WON): 50}))
    assert seat.value == 0.5 and seat.effective > 5_000  # every pair is split: the seat decides, nothing is uncertain


def test_nothing_but_wins_is_as_good_as_one_independent_win_for_each_pair():
    found = share_of(duel({(WON, WON): 60}))
    assert found.value == 1.0 and found.effective == pytest.approx(60, rel=0.03)
    assert found.low == pytest.approx(wilson_interval(1.0, 60, student_quantile(59))[0], abs=0.003)
    assert share_of(duel({(WON, WON): 1})).low == 0.0
    assert share_of(Clusters.joined([])).games == 0 and math.isnan(share_of(Clusters.joined([])).value)


def test_share_of_the_first_seat():
    assert first_seat(duel({(WON, LOST): 10})).value == 1.0
    assert first_seat(duel({(WON, WON): 10})).value == 0.5
    assert first_seat(duel({(DRAWN, LOST): 10})).value == 0.75


def test_correlation_within_pairs():
    table = {(WON, WON): 5, (WON, LOST): 3, (DRAWN, LOST): 4, (LOST, DRAWN): 2, (LOST, LOST): 6}
    points = np.array([[1 - a / 2, 1 - b / 2] for (a, b), count in table.items() for _ in range(count)])
    assert pair_correlation(duel(table)) == pytest.approx(np.corrcoef(points.T)[0, 1])
    assert pair_correlation(duel({(WON, LOST): 5, (LOST, WON): 5})) == pytest.approx(-1)
    assert math.isnan(pair_correlation(duel({(WON, WON): 5})))


# --- ratings in closed form


def test_two_players_by_hand():
    """Without added halves: the mean of the log odds in the two seats is the strength, half their difference the seat."""
    table = {(WON, WON): 300, (WON, LOST): 500, (LOST, WON): 50, (LOST, LOST): 150}
    found = rate(duel(table, 100), 2, 1, half=0)
    first, second = math.log(800 / 200), math.log(350 / 650)
    assert found.difference(0, 1)[0] == pytest.approx(ELO * (first + second) / 2, abs=0.05)
    assert found.side[0] == pytest.approx(ELO * (first - second) / 2, abs=0.05)
    assert found.draws[0] == 0 and found.draws_high[0] == 0
    assert found.rating.mean() == pytest.approx(1000)


def test_draws_by_hand():
    """Davidson 1970: with wins, draws and losses alike in both seats, odds are wins to losses, n is draws by their mean."""
    table = {(WON, WON): 40, (DRAWN, DRAWN): 40, (LOST, LOST): 10}
    found = rate(duel(table, 100), 2, 1, half=0)
    assert found.difference(0, 1)[0] == pytest.approx(ELO * math.log(40 / 10), abs=0.05)
    n = 40 / math.sqrt(40 * 10)
    assert found.draws[0] == pytest.approx(n / (2 + n), abs=1e-3)
    assert found.side[0] == pytest.approx(0, abs=0.01)


def test_half_a_win_and_half_a_loss_in_every_seat():
    """Two players, two seats, two parameters: each seat bears on one of them, and gets half a win and half a loss."""
    found = rate(duel({(WON, LOST): 9, (LOST, LOST): 1}), 2, 1)
    first, second = math.log(9.5 / 1.5), math.log(0.5 / 10.5)
    assert found.difference(0, 1)[0] == pytest.approx(ELO * (first + second) / 2, rel=0.01)


def test_the_interval_of_two_players_is_that_of_log_odds():
    """Independent games: the variance of log odds is 1 / (n p q); bound pairs carry half of that information."""
    p, pairs = 0.64, 10_000
    free = rate(duel({(WON, WON): 4096, (WON, LOST): 2304, (LOST, WON): 2304, (LOST, LOST): 1296}), 2, 1)
    _, low, high = free.difference(0, 1)
    assert high - low == pytest.approx(2 * 1.96 * ELO / math.sqrt(2 * pairs * p * (1 - p)), rel=0.01)
    bound = rate(duel({(WON, WON): 6400, (LOST, LOST): 3600}), 2, 1)
    _, low, high = bound.difference(0, 1)
    assert high - low == pytest.approx(2 * 1.96 * ELO / math.sqrt(pairs * p * (1 - p)), rel=0.01)


def test_who_wins_everything_is_rated_high_but_finite():
    found = rate(duel({(WON, WON): 50}), 2, 1)
    value, low, high = found.difference(0, 1)
    assert 500 < value < 2000 and low < ELO * math.log(0.97 / 0.03) < high
    assert found.places() == [(1, 1), (2, 2)]


def test_ratings_before_anything_is_played_say_nothing():
    found = rate(Clusters.joined([]), 3, 2)
    assert found.rating.tolist() == [1000] * 3 and (found.high - found.low > 4000).all()
    assert found.places() == [(1, 3)] * 3
    with pytest.raises(ValueError, match="two players"):
        rate(Clusters.joined([]), 1, 1)


def test_rock_paper_scissors_is_level():
    one, other = np.array([0, 1, 0]).repeat(50), np.array([1, 2, 2]).repeat(50)
    result = np.array([WON, WON, LOST]).repeat(50)
    clusters = cluster_pairs(one, other, 0 * one, np.arange(150), result, result, np.zeros((150, 2), bool))
    found = rate(clusters, 3, 1)
    assert found.rating == pytest.approx([1000] * 3, abs=1e-6) and found.places() == [(1, 3)] * 3


def test_reference_players_hold_the_scale():
    clusters = tournament(np.random.default_rng(3), [0, 100, -50, 400], [20], [0.2], 100)
    all_of_them, field = rate(clusters, 4, 1), rate(clusters, 4, 1, reference=[0, 1, 2])
    assert field.weights @ field.rating == pytest.approx(1000) and field.weights[3] == 0
    assert field.weights[:3] == pytest.approx([1 / 3] * 3, abs=0.05), "players of about the same strength count alike"
    assert field.difference(3, 0) == pytest.approx(all_of_them.difference(3, 0))


def test_whoever_comes_along_does_not_move_the_weights_of_the_reference_players():
    clusters = tournament(np.random.default_rng(3), [0, 100, -50, 400], [20], [0.2], 100)
    among = clusters.chosen((clusters.one < 3) & (clusters.other < 3))
    alone = rate(among, 3, 1)
    assert rate(clusters, 4, 1, reference=[0, 1, 2]).weights[:3] == pytest.approx(alone.weights, abs=1e-6)


def test_whoever_loses_everything_widens_nobody_elses_interval():
    """Four of about the same strength, and one that hardly ever wins."""
    rng = np.random.default_rng(11)
    even = [60, 20, -20, -60]
    with_loser = rate(tournament(rng, [*even, -1100], [0], [0], 100), 5, 1)
    without = rate(tournament(np.random.default_rng(11), even, [0], [0], 100), 4, 1)
    wide, narrow = with_loser.high - with_loser.low, without.high - without.low
    assert wide[4] > 3 * wide[:4].max(), "the loser itself is known badly"
    assert wide[:4].mean() < 1.1 * narrow.mean()  # each by itself differs more from one resampling to the next
    assert with_loser.weights[4] < 0.02 and with_loser.weights.sum() == pytest.approx(1)


# --- coverage

STRENGTHS = np.array([350.0, 100.0, 0.0, -150.0, -300.0])
SIDE, DRAW = np.array([70.0, -140.0]), np.array([0.4, 0.0])
TOURNAMENTS = 300
#: Three standard errors of a share of 300 where 95 percent is right: a wrong model of the pairs lies far outside.
BAND = 3 * math.sqrt(0.95 * 0.05 / TOURNAMENTS)


@pytest.mark.parametrize("pairs", [3, 30])
@pytest.mark.parametrize("dependence", [-0.7, 0.0, 0.7])
def test_coverage_of_ratings_and_shares(pairs, dependence):
    """95 percent intervals hold the truth in 95 percent of tournaments, whatever ties the two games of a pair together."""
    rng = np.random.default_rng(20)
    d = (STRENGTHS[1] - STRENGTHS[2]) / ELO
    seats = [chances(np.array([d + turn * SIDE[0] / ELO]), DRAW[0])[0] for turn in (1, -1)]
    share = float(np.mean([p[0] + p[1] / 2 for p in seats]))
    ties = DRAW[0] / (2 + DRAW[0])
    hits = []
    for _ in range(TOURNAMENTS):
        clusters = tournament(rng, STRENGTHS, SIDE, DRAW, pairs, dependence)
        found = rate(clusters, 5, 2, centre=0)
        strengths = STRENGTHS - found.weights @ STRENGTHS
        _, low, high = found.difference(0, 4)
        pairing = share_of(clusters.between(1, 2).chosen(clusters.between(1, 2).scenario == 0))
        hits.append(
            [
                ((found.low <= strengths) & (strengths <= found.high)).mean(),
                low <= 650 <= high,
                ((found.side_low <= SIDE) & (found.side_high >= SIDE)).mean(),
                found.draws_low[0] <= ties <= found.draws_high[0],
                pairing.low <= share <= pairing.high,
            ]
        )
    ratings, difference, side, draws, wilson = np.mean(hits, 0)
    assert abs(ratings - 0.95) < BAND and abs(difference - 0.95) < BAND
    assert abs(side - 0.95) < BAND and abs(draws - 0.95) < BAND
    # With three pairs a share can take few values: its interval may hold more often than asked for, but not less.
    assert wilson > 0.95 - BAND and (pairs == 3 or wilson < 0.95 + BAND)
