"""Ratings on Elo's scale from paired games, with a term for the first seat and one for draws.

The model: when player i sits first against j in scenario s, with d = r_i - r_j + f_s,

    P(i wins) : P(j wins) : P(draw) = exp(d / 2) : exp(-d / 2) : n_s

r are ratings, f_s is what the first seat of a scenario is worth, n_s how often it is drawn. Without f and n this is

- R. A. Bradley, M. E. Terry (1952), Rank analysis of incomplete block designs I. Biometrika 39,

n is from R. R. Davidson (1970), On extending the Bradley-Terry model to accommodate ties. J. Amer. Statist. Assoc. 65,
and f from R. R. Davidson, R. J. Beaver (1977), On extending the Bradley-Terry model to incorporate within-pair order
effects. Biometrics 33. It is fitted by maximum likelihood. Ratings are shown as 400 / ln 10 times r: a lead of 400
points means ten wins for every loss.

So that a player that won every game is not rated infinite, and few games do not exaggerate, half a win and half a loss are added
for every parameter, shared out over the seatings by how much each of them bears on the parameters; and half a draw and
half a decision between equals to every scenario that has draws:

- D. Firth (1993), Bias reduction of maximum likelihood estimates. Biometrika 80.

Intervals come from the sandwich covariance over clusters (pairs, or all repetitions of a start; see ``clusters``), so
that they hold however the two games of a pair depend on each other:

- K.-Y. Liang, S. L. Zeger (1986), Longitudinal data analysis using generalized linear models. Biometrika 73.

Only differences between ratings can be known, so something must hold the scale: the mean of the reference players. Those
known less precisely than the median one count less, as one over their quasi-variance; so a player that loses almost every
game widens no interval but its own:

- D. Firth, R. X. de Menezes (2004), Quasi-variances. Biometrika 91.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .clusters import DRAWN, LOST, WON, Clusters
from .quantiles import student_quantile

__all__ = ["ELO", "Ratings", "rate"]

ELO = 400 / math.log(10)  # points of the scale for one unit of log odds
STEPS, CLOSE = 200, 1e-9
SLACK = 1e-3  # precision of what nothing is known about: some 5,500 points either way


@dataclass(frozen=True)
class Ratings:
    """Ratings of players.

    Attributes:
        rating: points on Elo's scale, the reference players' weighted mean at ``centre``; float64 (players,).
        low, high: intervals of these; float64 (players,).
        covariance: of the ratings; float64 (players, players).
        side, side_low, side_high: what the first seat is worth in each scenario, in points; float64 (scenarios,).
        draws, draws_low, draws_high: share of draws between equals in each scenario; float64 (scenarios,).
        clusters: independent pieces of evidence.
        quantile: Student's t the intervals were drawn with.
        weights: of the players in the mean that holds the scale, 0 for all but reference players; float64 (players,).
    """

    rating: np.ndarray
    low: np.ndarray
    high: np.ndarray
    covariance: np.ndarray
    side: np.ndarray
    side_low: np.ndarray
    side_high: np.ndarray
    draws: np.ndarray
    draws_low: np.ndarray
    draws_high: np.ndarray
    clusters: int
    quantile: float
    weights: np.ndarray

    def difference(self, one: int, other: int) -> tuple[float, float, float]:
        """Rating of one less that of another: (difference, low, high)."""
        value = float(self.rating[one] - self.rating[other])
        spread = self.covariance[one, one] + self.covariance[other, other] - 2 * self.covariance[one, other]
        reach = self.quantile * math.sqrt(max(float(spread), 0.0))
        return value, value - reach, value + reach

    def places(self) -> list[tuple[int, int]]:
        """Best and worst place of each player that the intervals of the differences leave open, from 1."""
        count = len(self.rating)
        found = []
        for i in range(count):
            differences = [self.difference(i, j) for j in range(count) if j != i]
            above = sum(high < 0 for _, _, high in differences)
            below = sum(low > 0 for _, low, _ in differences)
            found.append((1 + above, count - below))
        return found


def _probabilities(d: np.ndarray, draw: np.ndarray) -> np.ndarray:
    """Chances of win, draw and loss for log odds d and draw terms n: (..., 3)."""
    half = np.abs(d) / 2
    up, down = np.exp(d / 2 - half), np.exp(-d / 2 - half)
    tie = draw * np.exp(-half)
    return np.stack([up, tie, down], -1) / (up + tie + down)[..., None]


class _Model:
    """What was observed, as rows of one kind: how the parameters enter the log odds, which draw term counts, results.

    First come the games of every pairing, scenario and seating, then the added wins and losses for each of these, then
    the added draws of every scenario.
    """

    def __init__(self, clusters: Clusters, players: int, scenarios: int, half: float) -> None:
        self.players, self.scenarios, self.half = players, scenarios, half
        self.size = players + 2 * scenarios
        key = np.stack([clusters.one, clusters.other, clusters.scenario], 1)
        groups, of = np.unique(key, axis=0, return_inverse=True)
        self.groups, self.of = groups, of.reshape(-1)
        self.n = n = len(groups)
        self.design = np.zeros((4 * n + scenarios, self.size))
        self.results = np.zeros((4 * n + scenarios, 3))
        self.scenario = np.full(4 * n + scenarios, -1)
        at = np.arange(n)
        for seat, results in enumerate((clusters.first, clusters.second)):
            for row in (seat * n, (2 + seat) * n):
                self.design[row + at, groups[:, 0]] += 1
                self.design[row + at, groups[:, 1]] -= 1
                self.design[row + at, players + groups[:, 2]] += 1 - 2 * seat
            np.add.at(self.results, seat * n + self.of, clusters.times[:, None] * results)
        drawn = np.zeros(scenarios)
        np.add.at(drawn, np.tile(groups[:, 2], 2), self.results[: 2 * n, DRAWN])
        self.has_draws = drawn > 0
        where = np.tile(groups[:, 2], 2)
        self.scenario[: 2 * n] = np.where(self.has_draws[where], where, -1)
        self.scenario[4 * n :] = np.where(self.has_draws, np.arange(scenarios), -1)
        self.results[4 * n :] = np.where(self.has_draws[:, None], np.array([half / 2, half, half / 2]), 0.0)
        self.still = np.full(self.size, SLACK)  # holds parameters without any games where they are
        self.mean = np.zeros((self.size, self.size))
        self.mean[:players, :players] = 1.0

    def chances(self, parameters: np.ndarray) -> np.ndarray:
        """Chances of win, draw and loss in every row: float64 (rows, 3)."""
        logs = parameters[self.players + self.scenarios :]
        draw = np.where(self.scenario >= 0, np.exp(np.minimum(logs, 500.0))[self.scenario], 0.0)
        return _probabilities(self.design @ parameters, draw)

    def likelihood(self, parameters: np.ndarray) -> float:
        """Logarithm of the likelihood."""
        chances = np.maximum(self.chances(parameters), 1e-300)
        return float((self.results * np.log(chances)).sum() - (self.still * parameters**2).sum() / 2)

    def slopes(self, results: np.ndarray, chances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives of the likelihood of results, by the log odds and by the draw term's logarithm."""
        left = results - results.sum(-1)[..., None] * chances
        return (left[..., WON] - left[..., LOST]) / 2, left[..., DRAWN]

    def gradient(self, parameters: np.ndarray) -> np.ndarray:
        """Derivatives of the likelihood: float64 (size,)."""
        by_odds, by_draw = self.slopes(self.results, self.chances(parameters))
        found = self.design.T @ by_odds - self.still * parameters
        place = np.flatnonzero(self.scenario >= 0)
        np.add.at(found, self.players + self.scenarios + self.scenario[place], by_draw[place])
        return found

    def information(self, parameters: np.ndarray) -> np.ndarray:
        """Expected second derivatives: float64 (size, size)."""
        win, draw, loss = self.chances(parameters).T
        weight = self.results.sum(1)
        place = np.flatnonzero(self.scenario >= 0)
        column = self.players + self.scenarios + self.scenario[place]
        odds_odds = weight * (win + loss - (win - loss) ** 2) / 4
        odds_draw = -weight * draw * (win - loss) / 2
        cross = np.zeros((self.size, self.size))
        np.add.at(cross, column, odds_draw[place, None] * self.design[place])
        found = self.design.T @ (odds_odds[:, None] * self.design) + cross + cross.T + np.diag(self.still)
        np.add.at(found, (column, column), (weight * draw * (1 - draw))[place])
        return found + self.mean

    def share_out(self, parameters: np.ndarray) -> None:
        """Put the added wins and losses where the games bear on the parameters: in all, half of each a parameter."""
        n = self.n
        win, _, loss = self.chances(parameters)[: 2 * n].T
        weight = self.results[: 2 * n].sum(1) * (win + loss - (win - loss) ** 2) / 4
        design = self.design[: 2 * n]
        inverse = np.linalg.inv(design.T @ (weight[:, None] * design) + np.diag(self.still) + self.mean)
        bears = weight * ((design @ inverse) * design).sum(1)
        self.results[2 * n : 4 * n, WON] = self.results[2 * n : 4 * n, LOST] = self.half * bears

    def fit(self) -> np.ndarray:
        """The parameters of the greatest likelihood: float64 (size,)."""
        parameters = np.zeros(self.size)
        for _ in range(STEPS):
            self.share_out(parameters)
            now = self.likelihood(parameters)
            step = np.linalg.solve(self.information(parameters), self.gradient(parameters))
            share = 1.0
            while self.likelihood(parameters + share * step) < now - 1e-9 and share > 1e-6:
                share /= 2
            parameters = parameters + share * step
            if np.abs(share * step).max() < CLOSE:
                break
        return parameters

    def middle(self, parameters: np.ndarray, clusters: Clusters) -> np.ndarray:
        """Sum over clusters of their slope times itself: float64 (size, size)."""
        n, chances = self.n, self.chances(parameters)
        first = self.slopes(clusters.first, chances[self.of])
        second = self.slopes(clusters.second, chances[n + self.of])
        slopes = np.stack([first[0], second[0], first[1] + second[1]], 1)  # by odds in either seat, by the draw term
        squares = np.zeros((n, 3, 3))
        np.add.at(squares, self.of, clusters.times[:, None, None] * slopes[:, :, None] * slopes[:, None, :])
        basis = np.zeros((n, 3, self.size))
        basis[:, 0], basis[:, 1] = self.design[:n], self.design[n : 2 * n]
        place = np.flatnonzero(self.scenario[:n] >= 0)
        basis[place, 2, self.players + self.scenarios + self.scenario[place]] = 1.0
        found: np.ndarray = basis.reshape(-1, self.size).T @ (squares @ basis).reshape(-1, self.size)
        found *= clusters.count / max(clusters.count - 1, 1)
        for outcome in (WON, DRAWN, LOST):  # half a win and half a loss are no certainty: the two do not cancel out
            every = np.zeros_like(self.results)
            every[:, outcome] = 1.0
            by_odds, by_draw = self.slopes(every, chances)
            each = self.design * by_odds[:, None]
            place = np.flatnonzero(self.scenario >= 0)
            each[place, self.players + self.scenarios + self.scenario[place]] += by_draw[place]
            added = each[2 * n :]
            found += added.T @ (self.results[2 * n :, outcome][:, None] * added)
        return found + np.diag(self.still)


def _fitted(clusters: Clusters, players: int, scenarios: int, half: float) -> tuple[_Model, np.ndarray, np.ndarray]:
    """The model, its parameters and their covariance over clusters."""
    model = _Model(clusters, players, scenarios, half)
    parameters = model.fit()
    inverse = np.linalg.inv(model.information(parameters))
    return model, parameters, inverse @ model.middle(parameters, clusters) @ inverse


def _weights(covariance: np.ndarray) -> np.ndarray:
    """Weights that add up to 1, as one over the quasi-variances, but nobody counts more than the one in the middle does:
    float64 (n,); alike for one or two.
    """
    n = len(covariance)
    if n < 3:
        return np.full(n, 1 / n)
    variances = np.diag(covariance)
    rows = (variances[:, None] + variances[None, :] - 2 * covariance).sum(1)  # variances of the differences
    quasi = (rows - rows.sum() / (2 * (n - 1))) / (n - 2)
    precision = 1 / np.maximum(quasi, np.median(quasi))
    found: np.ndarray = precision / precision.sum()
    return found


def rate(
    clusters: Clusters,
    players: int,
    scenarios: int,
    *,
    reference: np.ndarray | list[int] | None = None,
    centre: float = 1000.0,
    level: float = 0.95,
    half: float = 0.5,
) -> Ratings:
    """Rate players.

    Args:
        clusters: what was played.
        players, scenarios: how many there are.
        reference: players whose weighted mean rating is ``centre``; all when not given. The weights come from the games they
            played among each other, so that other players do not move the scale.
        centre: see there.
        level: of the intervals.
        half: weight of what is added; 0 for the plain likelihood, which may have no greatest value.

    Raises:
        ValueError: too few players or scenarios to compare.
    """
    if players < 2 or scenarios < 1:
        raise ValueError(f"ratings need two players and a scenario, not {players} and {scenarios}")
    model, parameters, covariance = _fitted(clusters, players, scenarios, half)
    known = players - 1 + scenarios + int(model.has_draws.sum())
    quantile = student_quantile(max(clusters.count - known, 1), level)
    chosen = np.arange(players) if reference is None else np.asarray(reference, np.int64)
    others = np.setdiff1d(np.arange(players), chosen)
    spreads = covariance
    if len(others):
        among = clusters.chosen(np.isin(clusters.one, chosen) & np.isin(clusters.other, chosen))
        spreads = _fitted(among, players, scenarios, half)[2]
    weights = np.zeros(players)
    weights[chosen] = _weights(spreads[np.ix_(chosen, chosen)])
    contrast = np.eye(players) - weights
    rating = ELO * contrast @ parameters[:players] + centre
    spread = ELO * ELO * contrast @ covariance[:players, :players] @ contrast.T
    reach = quantile * np.sqrt(np.maximum(np.diag(spread), 0.0))
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    side, side_reach = parameters[players : players + scenarios], quantile * errors[players : players + scenarios]
    ties, ties_reach = parameters[players + scenarios :], quantile * errors[players + scenarios :]

    def drawn(logs: np.ndarray) -> np.ndarray:
        even = 1 / (1 + 2 * np.exp(-np.clip(logs, -500.0, 500.0)))
        return np.where(model.has_draws, even, 0.0)

    return Ratings(
        rating, rating - reach, rating + reach, spread, ELO * side, ELO * (side - side_reach),
        ELO * (side + side_reach), drawn(ties), drawn(ties - ties_reach), drawn(ties + ties_reach), clusters.count,
        quantile, weights,
    )  # fmt: skip
