"""Cycles, mixtures and alpha-rank: games whose answers are known, and the definitions themselves."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.experiments.statistics import alpha_rank, cycle, nash

RPS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / 2
BIASED = np.array([[0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]])  # Omidshafiei et al. 2019: equilibrium (1, 10, 5) / 16


def random_payoff(rng, n):
    upper = np.triu(rng.normal(size=(n, n)), 1)
    return upper - upper.T


def test_rock_paper_scissors():
    np.testing.assert_allclose(nash(RPS), 1 / 3)
    np.testing.assert_allclose(alpha_rank(RPS), 1 / 3)


def test_biased_rock_paper_scissors():
    np.testing.assert_allclose(nash(BIASED), [1 / 16, 10 / 16, 5 / 16], atol=1e-9)
    np.testing.assert_allclose(alpha_rank(BIASED), 1 / 3)  # who beats whom is the same, by how much is not asked


def test_a_player_that_loses_to_all_counts_nothing():
    payoff = np.zeros((4, 4))
    payoff[:3, :3] = BIASED
    payoff[:3, 3], payoff[3, :3] = 0.01, -0.01
    np.testing.assert_allclose(nash(payoff), [1 / 16, 10 / 16, 5 / 16, 0], atol=1e-9)
    np.testing.assert_allclose(alpha_rank(payoff), [1 / 3, 1 / 3, 1 / 3, 0], atol=1e-8)


def test_a_player_that_beats_all_is_everything():
    payoff = random_payoff(np.random.default_rng(1), 6)
    payoff[2], payoff[:, 2] = 0.1, -0.1
    payoff[2, 2] = 0
    for found in (nash(payoff), alpha_rank(payoff)):
        np.testing.assert_allclose(found, np.eye(6)[2], atol=1e-7)


@pytest.mark.parametrize("seed", range(20))
def test_nobody_beats_the_mixture(seed):
    payoff = random_payoff(np.random.default_rng(seed), 2 + seed)
    mixture = nash(payoff)
    assert mixture.min() >= 0 and mixture.sum() == pytest.approx(1)
    assert (mixture @ payoff).min() > -1e-9


@pytest.mark.parametrize("seed", range(20))
def test_alpha_rank_is_the_stationary_distribution_of_the_response_graph(seed):
    """By the definition: tried with 1 / (n - 1), taken when it wins, half the time when even; the share of time by powers."""
    rng = np.random.default_rng(seed)
    n = 2 + seed % 6
    payoff = random_payoff(rng, n) * (random_payoff(rng, n) ** 2 > 0.3)  # some are even
    payoff = np.triu(payoff, 1) - np.triu(payoff, 1).T
    chain = np.zeros((n, n))
    for now in range(n):
        for tried in range(n):
            if tried != now:
                wins = payoff[tried, now]
                chain[now, tried] = (1 - 1e-9 if wins > 0 else 1e-9 if wins < 0 else 0.5) / (n - 1)
        chain[now, now] = 1 - chain[now].sum()
    found = alpha_rank(payoff)
    np.testing.assert_allclose(found @ chain, found, atol=1e-12)
    assert found.min() > 0 and found.sum() == pytest.approx(1)
    after = np.linalg.matrix_power(chain, 2**62)
    np.testing.assert_allclose(after / after.sum(1, keepdims=True), np.tile(found, (n, 1)), atol=1e-5)


def test_two_even_players_share_the_time():
    np.testing.assert_allclose(alpha_rank(np.zeros((2, 2))), 0.5)
    np.testing.assert_allclose(alpha_rank(np.zeros((1, 1))), 1)


def test_cycles():
    beats = RPS > 0
    assert sorted(cycle(beats)) == [0, 1, 2]
    found = cycle(beats)
    assert all(beats[found[k], found[(k + 1) % 3]] for k in range(3))
    assert cycle(np.triu(np.ones((5, 5), bool), 1)) == []
    long = np.zeros((6, 6), bool)
    for k in range(4):
        long[k, (k + 1) % 4] = True
    long[4, :4] = long[:4, 5] = True
    assert sorted(cycle(long)) == [0, 1, 2, 3]
    long[2, 0] = True
    assert sorted(cycle(long)) == [0, 1, 2]
    assert cycle(np.zeros((0, 0), bool)) == []


@pytest.mark.parametrize(
    ("payoff", "words"),
    [(np.zeros((2, 3)), "shape"), (np.ones((2, 2)), "antisymmetric"), (np.full((2, 2), np.nan), "finite")],
)
def test_what_is_no_payoff_matrix(payoff, words):
    for what in (nash, alpha_rank):
        with pytest.raises(ValueError, match=words):
            what(payoff)
