"""Cycles, mixtures and alpha-rank: games whose answers are known, and the definitions themselves."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.experiments.statistics import alpha_rank, cluster_pairs, cycle, nash
from tactica.experiments.tournament.cyclic import cyclic_of

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


# --- a field


def field(shares, pairs, rng):
    """What players play who win a game with these chances, without draws: (clusters of each)."""
    n = len(shares)
    columns = []
    for one in range(n):
        for other in range(one + 1, n):
            results = np.where(rng.random((pairs, 2)) < shares[one][other], 0, 2)
            whole = np.ones(pairs, np.int64)
            columns.append((whole * one, whole * other, whole * 0, np.arange(pairs), results[:, 0], results[:, 1]))
    parts = [np.concatenate(part) for part in zip(*columns, strict=True)]
    clusters = cluster_pairs(*parts, np.zeros((len(parts[0]), 2), np.bool_))
    return [clusters.seen_by(player) for player in range(n)]


def test_a_cycle_is_told_with_its_mixture():
    shares = [[0.5, 0.7, 0.3, 0.9], [0.3, 0.5, 0.7, 0.9], [0.7, 0.3, 0.5, 0.9], [0.1, 0.1, 0.1, 0.5]]
    found = cyclic_of(field(shares, 400, np.random.default_rng(1)))
    assert sorted(found.cycle) == [0, 1, 2] and found.cycle in ([0, 1, 2], [1, 2, 0], [2, 0, 1])
    np.testing.assert_allclose(found.nash, [1 / 3, 1 / 3, 1 / 3, 0], atol=0.08)
    np.testing.assert_allclose(found.alpha_rank, [1 / 3, 1 / 3, 1 / 3, 0], atol=1e-6)
    assert found.shares == pytest.approx([0.7] * 3, abs=0.06)
    assert found.sentence("abcd").count(" beats ") == 3 and "d" not in found.sentence("ABCd").split()


def test_equals_and_fields_with_an_order_are_hardly_ever_called_cyclic():
    """Every cycle needs a pairing won for sure by the weaker one: at most one field in forty."""
    rng, runs = np.random.default_rng(2), 200
    equal = [[0.5] * 6 for _ in range(6)]
    strength = np.linspace(0, 0.4, 6)
    order = [[0.5 + one - other for other in strength] for one in strength]
    for shares in (equal, order):
        assert sum(cyclic_of(field(shares, 40, rng)) is not None for _ in range(runs)) <= 0.025 * runs


def test_few_games_show_no_cycle():
    shares = [[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]]
    assert cyclic_of(field(shares, 3, np.random.default_rng(3))) is None
