"""What each unit adds to the chance of winning, by regression over battles with different rosters.

The points of the first side are explained by the numbers of units of every kind it has more than its opponents, by a logistic
model (a draw is half a point) with a term for the first seat. Effects that cannot be separated, such as those of units of a
list of which every side draws equally many, are measured from the mean of their list: the minimum-norm solution. Intervals
come from the sandwich covariance, which does not take the model for granted:

- H. White (1982), Maximum likelihood estimation of misspecified models. Econometrica 50.
- L. Papke, J. Wooldridge (1996), Econometric methods for fractional response variables. J. Applied Econometrics 11.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...statistics import ELO

__all__ = ["Fit", "PriceLine", "fit", "line_through"]

STEPS, CLOSE, LONGEST = 60, 1e-10, 4.0
SMALL = 1e-9  # of the greatest eigenvalue: what is less is not determined


@dataclass(frozen=True)
class Fit:
    """The result of a regression.

    Attributes:
        values: of the columns, in rating points; float64 (k,).
        covariance: of these; float64 (k, k).
        seat: what the first seat is worth, in rating points.
        seat_error: standard error of that.
        battles: that it rests on.
    """

    values: np.ndarray
    covariance: np.ndarray
    seat: float
    seat_error: float
    battles: int

    @property
    def errors(self) -> np.ndarray:
        """Standard errors: float64 (k,)."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))


def fit(differences: np.ndarray, points: np.ndarray) -> Fit:
    """What columns add to the points of the first side.

    Args:
        differences: what the first side has more than the second: float64 (battles, k).
        points: of the first side, in [0, 1]; float64 (battles,).

    Raises:
        ValueError: there are too few battles.
    """
    design = np.column_stack([np.ones(len(points)), differences]).astype(np.float64)
    count, columns = design.shape
    if count <= columns + 1:
        raise ValueError(f"{count} battles are too few for {columns - 1} kinds of units")
    beta = np.zeros(columns)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-design @ beta))
        bread = _inverse((design * (chances * (1 - chances))[:, None]).T @ design)
        step = bread @ (design.T @ (points - chances))
        length = float(np.abs(step).max())
        beta = beta + step * min(1.0, LONGEST / max(length, CLOSE))
        if length < CLOSE:
            break
    chances = 1 / (1 + np.exp(-design @ beta))
    bread = _inverse((design * np.maximum(chances * (1 - chances), 1e-6)[:, None]).T @ design)
    scores = design * (points - chances)[:, None]
    covariance = bread @ (scores.T @ scores) @ bread * (count / (count - np.linalg.matrix_rank(design)))
    return Fit(
        ELO * beta[1:], ELO**2 * covariance[1:, 1:], float(ELO * beta[0]),
        float(ELO * math.sqrt(max(covariance[0, 0], 0.0))), count,
    )  # fmt: skip


def _inverse(matrix: np.ndarray) -> np.ndarray:
    """The inverse of a symmetric matrix, where it has one; directions that are not determined are left at nothing."""
    found: np.ndarray = np.linalg.pinv(matrix, rcond=SMALL, hermitian=True)
    return found


@dataclass(frozen=True)
class PriceLine:
    """Worth over price.

    Attributes:
        slope: rating points for each point of price.
        slope_error: standard error.
        beyond: by how much each unit is worth more than its price says, in rating points; float64 (k,).
        beyond_errors: standard errors; float64 (k,).
    """

    slope: float
    slope_error: float
    beyond: np.ndarray
    beyond_errors: np.ndarray


def line_through(
    values: np.ndarray, covariance: np.ndarray, prices: np.ndarray, groups: np.ndarray | None = None
) -> PriceLine:
    """The straight line that worth follows over price, and how far each unit lies from it.

    Args:
        values, covariance: worth of the units, see :class:`Fit`.
        prices: of the units; float64 (k,).
        groups: which of them are measured from a mean of their own, a number each; int64 (k,). None: worth is to be in
            proportion to price, as where points are what rosters have in common.
    """
    means = [] if groups is None else [(groups == kind).astype(np.float64) for kind in np.unique(groups)]
    design = np.column_stack([prices, *means]).astype(np.float64)
    weights = _inverse(np.diag(np.maximum(np.diag(covariance), 1e-9)))
    solve = _inverse(design.T @ weights @ design) @ design.T @ weights
    beta = solve @ values
    spread = solve @ covariance @ solve.T
    leave = np.eye(len(values)) - design @ solve
    beyond = leave @ values
    errors = np.sqrt(np.maximum(np.diag(leave @ covariance @ leave.T), 0.0))
    return PriceLine(float(beta[0]), float(math.sqrt(max(spread[0, 0], 0.0))), beyond, errors)
