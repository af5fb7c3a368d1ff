"""The sequential test: published values, both error rates over thousands of simulated tests, and intervals that hold."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tactica.experiments.statistics import (
    PAIR_POINTS,
    Sprt,
    after_stopping,
    elo_of,
    expected_share,
    likeliest,
    share_of_pairs,
)
from tactica.experiments.tournament.plan import look_sizes

EVEN = np.array(
    [0.25, 0.001, 0.498, 0.001, 0.25]
)  # two games of equals that do not depend on each other, hardly a draw
OPPOSED = np.array([0.02, 0.01, 0.94, 0.01, 0.02])  # the seat decides
ALIKE = np.array([0.45, 0.01, 0.08, 0.01, 0.45])  # the dice of a pair decide
DRAWN = np.array([0.02, 0.2, 0.56, 0.2, 0.02])
MOST = 100_000


def chances(outcomes, elo):
    """Chances of the outcomes near these, with the expected share of a lead."""
    return likeliest(outcomes, expected_share(elo))


def simulated(test, outcomes, runs, seed):
    """Many tests at once: which accepted H1, which H0, and the pairs they took."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((runs, 5), np.int64)
    verdicts, pairs = np.zeros(runs, np.int64), np.zeros(runs, np.int64)
    for size in look_sizes(MOST):
        live = np.flatnonzero(verdicts == 0)
        if not len(live):
            break
        counts[live] += rng.multinomial(size, outcomes, len(live))
        llr = test.llr(counts[live])
        verdicts[live] = np.where(llr >= test.upper, 1, np.where(llr <= test.lower, -1, 0))
        pairs[live] += size
    return (verdicts == 1).mean(), (verdicts == -1).mean(), pairs.mean()


# --- what others have published


def test_llr_as_fastchess_publishes_it():
    """Its tests of logistic bounds over pairs; the same numbers come out of Fishtest's LLRcalc.LLR_logistic."""
    assert Sprt(0.5, 2.5).llr(np.array([223, 9863, 21279, 10037, 246])) == pytest.approx(-3.07, abs=0.005)
    assert Sprt(0, 2).llr(np.array([871, 26175, 55983, 26678, 821])) == pytest.approx(-4.98, abs=0.005)


def test_llr_as_fishtest_works_it_out():
    """LLRcalc.LLR_logistic for the examples at the end of Fishtest's stat_util.py, and for outcomes never seen."""
    for elo0, elo1, counts, llr in (
        (-3, 1, [10789, 19328, 33806, 19402, 10543], 2.1310678),
        (0.2, 0.9, [39, 2226, 31451, 2412, 40], 2.1625426),
        (0, 20, [0, 0, 0, 0, 10], 0.5591954),
        (0, 20, [0, 0, 10, 0, 0], -0.5854342),
        (0, 20, [1, 2, 30, 5, 4], 1.2198687),
    ):
        assert Sprt(elo0, elo1).llr(np.array(counts)) == pytest.approx(llr, abs=1e-6)


def test_bounds_and_elo_as_printed():
    assert (Sprt().lower, Sprt().upper) == pytest.approx(
        (-2.944, 2.944), abs=1e-3
    )  # (-2.94, 2.94) on every page of Fishtest
    assert Sprt(alpha=0.05, beta=0.1).lower == pytest.approx(math.log(0.1 / 0.95))
    assert expected_share(400) == pytest.approx(10 / 11) and expected_share(0) == 0.5
    assert elo_of(expected_share(-37.0)) == pytest.approx(-37) and elo_of(1.0) == math.inf and elo_of(0.0) == -math.inf


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"elo0": 20}, "elo0 < elo1"), ({"elo0": 5, "elo1": 0}, "elo0 < elo1"), ({"elo1": math.nan}, "elo0 < elo1"),
        ({"elo1": 3000}, "2000"), ({"alpha": 0}, "alpha 0: allowed"), ({"beta": 0.5}, "beta 0.5: allowed"),
    ],
)  # fmt: skip
def test_what_is_no_test(options, words):
    with pytest.raises(ValueError, match=words):
        Sprt(**options)


# --- the likelihood


def test_the_likeliest_chances_have_the_expected_share_and_nothing_is_likelier():
    rng = np.random.default_rng(5)
    seen = rng.dirichlet(np.ones(5), 50)
    for share in (0.2, 0.5, 0.53, 0.9):
        found = likeliest(seen, share)
        np.testing.assert_allclose(found.sum(1), 1)
        np.testing.assert_allclose(found @ PAIR_POINTS / 2, share)
        best = (seen * np.log(found)).sum(1)
        for _ in range(20):  # other chances of the same share: along what changes neither sum nor share
            way = rng.normal(size=(50, 5))
            basis = np.linalg.qr(np.stack([np.ones(5), PAIR_POINTS], 1))[0]
            other = found + 1e-3 * (way - way @ basis @ basis.T)
            fair = (other > 0).all(1)
            assert ((seen * np.log(np.maximum(other, 1e-12))).sum(1)[fair] <= best[fair] + 1e-12).all()


def test_turned_round_the_llr_changes_its_sign():
    counts = np.array([[3, 4, 50, 8, 9], [0, 0, 3, 0, 7]])
    np.testing.assert_allclose(Sprt(-10, 10).llr(counts), -Sprt(-10, 10).llr(counts[:, ::-1]))
    assert Sprt().llr(np.zeros(5, np.int64)) == 0


# --- error rates


@pytest.mark.parametrize("outcomes", [EVEN, OPPOSED, ALIKE, DRAWN], ids=["even", "opposed", "alike", "drawn"])
@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta"), [(0, 20, 0.05, 0.05), (-20, 20, 0.02, 0.1), (0, 60, 0.1, 0.05)]
)
def test_both_errors_stay_within_their_bounds(elo0, elo1, alpha, beta, outcomes):
    test, runs = Sprt(elo0, elo1, alpha, beta), 3000
    wrong = simulated(test, chances(outcomes, elo0), runs, 1)[0]
    missed = simulated(test, chances(outcomes, elo1), runs, 2)[1]
    assert wrong <= alpha + 3 * math.sqrt(alpha * (1 - alpha) / runs)
    assert missed <= beta + 3 * math.sqrt(beta * (1 - beta) / runs)


def test_outside_the_bounds_errors_are_rarer_and_inside_either_is_found():
    test = Sprt(0, 20)
    assert simulated(test, chances(EVEN, -10), 1000, 3)[0] < 0.02
    assert simulated(test, chances(EVEN, 30), 1000, 4)[1] < 0.02
    up, down, _ = simulated(test, chances(EVEN, 10), 1000, 5)
    assert up == pytest.approx(0.5, abs=0.06) and up + down == 1


def test_pairs_are_as_many_as_wald_expects():
    """Up to what is played beyond a bound until the next look."""
    test = Sprt()
    at_bounds, between = test.expected_pairs(float(EVEN @ (PAIR_POINTS / 2 - 0.5) ** 2))
    assert at_bounds < simulated(test, chances(EVEN, 20), 4000, 6)[2] < 1.3 * at_bounds
    assert between < simulated(test, chances(EVEN, 10), 4000, 7)[2] < 1.3 * between
    assert test.expected_pairs() == pytest.approx((801.5, 1311.1), abs=0.1)


def test_looks_grow_and_end_where_they_should():
    sizes = look_sizes(20_000)
    assert sizes[:3] == [8, 8, 8] and sum(sizes) == 20_000
    assert all(size <= max(8, done // 32) for size, done in zip(sizes, np.cumsum([0, *sizes]).tolist(), strict=False))
    assert look_sizes(3) == [3] and look_sizes(9) == [8, 1]


# --- intervals


def whole_test(test, outcomes, rng):
    """One test from its beginning to its end."""
    counts, looks = np.zeros(5, np.int64), []
    for size in look_sizes(MOST):
        counts += rng.multinomial(size, outcomes)
        looks.append(int(counts.sum()))
        llr = float(test.llr(counts))
        if not test.lower < llr < test.upper:
            break
    return after_stopping(test, counts, np.array(looks), llr), elo_of(float(counts @ PAIR_POINTS / 2 / counts.sum()))


@pytest.mark.parametrize("elo", [0, 100, 150, 400])
def test_intervals_contain_the_truth_and_estimates_lie_on_both_sides(elo):
    test, rng, runs = Sprt(0, 100), np.random.default_rng(elo), 150
    outcomes = chances(EVEN, elo)
    found = np.array([whole_test(test, outcomes, rng)[0] for _ in range(runs)])
    estimate, low, high = found.T
    inside = ((low <= elo) & (elo <= high)).mean()
    assert inside > 0.95 - 3 * math.sqrt(0.95 * 0.05 / runs)
    assert (estimate > elo).mean() == pytest.approx(0.5, abs=0.15)
    assert (low <= estimate).all() and (estimate <= high).all()


def test_the_plain_share_is_too_far_out_and_the_estimate_is_not():
    test, rng = Sprt(0, 100), np.random.default_rng(8)
    found = [whole_test(test, chances(EVEN, 100), rng) for _ in range(150)]
    estimates, plain = [one[0][0] for one in found], [one[1] for one in found]
    assert np.mean(plain) > np.mean(estimates) + 5
    assert np.mean(np.array(plain) > 100) > np.mean(np.array(estimates) > 100) + 0.05


def test_where_everything_is_won_the_interval_is_that_of_wilson():
    counts = np.array([0, 0, 0, 0, 56])
    test = Sprt()
    estimate, low, high = after_stopping(test, counts, np.arange(8, 57, 8), float(test.llr(counts)))
    share = share_of_pairs(counts)
    assert estimate == high == math.inf and low == elo_of(share.low) > 300
    estimate, low, high = after_stopping(test, counts[::-1], np.arange(8, 57, 8), float(test.llr(counts[::-1])))
    assert estimate == low == -math.inf and high == pytest.approx(-elo_of(share.low))
    alike = np.array([0, 0, 56, 0, 0])
    assert after_stopping(test, alike, np.arange(8, 57, 8), float(test.llr(alike))) == pytest.approx(
        (0, -12.4, 12.4), abs=0.1
    )
    assert np.isnan(after_stopping(test, np.zeros(5, np.int64), np.zeros(0, np.int64), 0.0)[0])


def test_where_hardly_a_pair_was_lost_the_interval_is_that_of_wilson():
    counts = np.array([0, 3, 33, 17, 3])
    test, share = Sprt(), share_of_pairs(counts)
    estimate, low, high = after_stopping(test, counts, np.arange(8, 57, 8), float(test.llr(counts)))
    assert estimate == elo_of(share.value) and (low, high) == (elo_of(share.low), elo_of(share.high))
    assert -math.inf < low < estimate < high < math.inf
