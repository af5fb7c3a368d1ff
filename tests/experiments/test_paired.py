"""Paired differences: intervals that contain the truth as often as they say, and answers to many questions at once."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tactica.experiments.statistics import (
    clusters_of,
    difference_of,
    holm,
    mean_of,
    smallest_visible,
    unit_share,
)

TRIALS = 1500


def inside(found, truth):
    """Share of intervals that contain the truth, and of those that lie wholly above and below it."""
    held = [one.low <= truth <= one.high for one in found]
    return float(np.mean(held))


@pytest.mark.parametrize("pairs", [5, 40, 300])
def test_intervals_of_paired_differences_contain_the_truth(pairs):
    rng, found = np.random.default_rng(pairs), []
    for _ in range(TRIALS):
        luck = rng.normal(0, 5, pairs)
        here, there = luck + rng.normal(0.4, 1, pairs), luck + rng.normal(0, 1, pairs)
        found.append(difference_of(here, there, np.arange(pairs)))
    assert inside(found, 0.4) == pytest.approx(0.95, abs=0.02)
    assert np.mean([one.value for one in found]) == pytest.approx(0.4, abs=0.05)


def test_pairs_of_one_cluster_do_not_count_as_many():
    """Ten clusters of twenty pairs that share nine tenths of their luck."""
    rng, found, naive = np.random.default_rng(2), [], []
    clusters = np.repeat(np.arange(10), 20)
    for _ in range(TRIALS):
        values = 1 + rng.normal(0, 1, 10)[clusters] + rng.normal(0, 1 / 3, 200)
        found.append(mean_of(values, clusters))
        naive.append(mean_of(values, np.arange(200)))
    assert inside(found, 1.0) == pytest.approx(0.95, abs=0.02)
    assert inside(naive, 1.0) < 0.6
    assert found[0].clusters == 10


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.5])
def test_intervals_of_shares_contain_the_truth(chance):
    rng = np.random.default_rng(7)
    found = [unit_share((rng.random((80, 2)) < chance).mean(1), np.arange(80)) for _ in range(TRIALS)]
    assert inside(found, chance) > 0.93
    never = unit_share(np.zeros(80), np.arange(80))
    assert never.value == 0 and never.low == 0 and 0.01 < never.high < 0.1


def test_differences_that_are_all_alike_are_no_certainty():
    """Of a hundred pairs none differs: one in a hundred still might."""
    none = mean_of(np.zeros(100), np.arange(100), reach=1.0)
    assert none.value == 0 and none.p == 1.0 and 0.005 < none.high < 0.03
    rng = np.random.default_rng(3)
    found = []
    for _ in range(TRIALS):  # one pair in fifty goes the other way, mostly for the better
        values = np.where(rng.random(100) < 0.02, np.where(rng.random(100) < 0.8, 1.0, -1.0), 0.0)
        found.append(mean_of(values, np.arange(100), reach=1.0))
    assert inside(found, 0.02 * 0.6) > 0.94


def test_one_cluster_has_no_interval():
    found = mean_of(np.array([2.0, 2.0, 2.0]), np.array([5, 5, 5]))
    assert found.value == 2 and math.isnan(found.low) and math.isnan(found.p)
    assert math.isnan(mean_of(np.zeros(0), np.zeros(0, np.int64)).value)


@pytest.mark.parametrize("count", [2, 5, 12])
def test_differences_without_scatter_are_as_sure_as_a_sign_test(count):
    """Two battles that both last a round longer happen in one case of two by chance alone."""
    assert mean_of(np.ones(count), np.arange(count)).p == pytest.approx(2 * 0.5**count)


def test_repetitions_are_one_cluster():
    starts = np.array([0, 0, 1, 1, 2])
    trace = np.array([[1], [1], [1], [2], [9]])
    clusters = clusters_of(starts, trace)
    assert clusters[0] == clusters[1] and len(set(clusters.tolist())) == 4


def test_holm_by_a_worked_example():
    """Four questions: 0.005 x 4, 0.01 x 3, 0.03 x 2, and 0.04 no smaller than the one before."""
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    found = holm(np.array([math.nan, 0.2, 0.9]))
    assert math.isnan(found[0]) and found[1:] == pytest.approx([0.4, 0.9])
    assert len(holm(np.zeros(0))) == 0


def test_false_alarms_among_many_questions_stay_as_rare_as_was_said():
    rng, wrong = np.random.default_rng(5), 0
    for _ in range(600):
        p = np.array([mean_of(rng.normal(0, 1, 30), np.arange(30)).p for _ in range(12)])
        wrong += bool((holm(p) < 0.05).any())
    assert wrong / 600 == pytest.approx(0.05, abs=0.025)


@pytest.mark.parametrize("questions", [1, 40])
def test_the_smallest_visible_effect_is_seen_four_times_in_five(questions):
    """With a known scatter, in the least favourable place among the questions."""
    pairs, rng = 100, np.random.default_rng(11)
    effect = smallest_visible(1 / math.sqrt(pairs), pairs - 1, questions)
    seen = [mean_of(rng.normal(effect, 1, pairs), np.arange(pairs)).p * questions < 0.05 for _ in range(TRIALS)]
    assert np.mean(seen) == pytest.approx(0.8, abs=0.04)


def test_intervals_do_not_reach_beyond_what_is_possible():
    """Ten pairs of values of which nine are the greatest there can be."""
    found = mean_of(np.array([1.0] * 9 + [0.0]), np.arange(10), reach=1.0)
    assert found.low < 0.9 and found.high == 1.0
    lost = mean_of(np.array([-1.0] * 9 + [0.0]), np.arange(10), reach=1.0)
    assert lost.low == -1.0 and lost.high == -found.low
    assert mean_of(np.array([1.0] * 9 + [0.0]), np.arange(10)).high > 1.0, "without bounds"
