"""Quantiles of the normal distribution and of Student's, without any library for them."""

from __future__ import annotations

import math
from statistics import NormalDist

__all__ = ["normal_quantile", "student_quantile"]


def normal_quantile(level: float = 0.95) -> float:
    """The z of a two-sided normal interval: 1.96 for 95 percent.

    Raises:
        ValueError: the level does not lie between 0 and 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not {level}")
    return NormalDist().inv_cdf((1 + level) / 2)


def student_quantile(freedom: float, level: float = 0.95) -> float:
    """The t of a two-sided interval, by degrees of freedom: 12.71 for one and 95 percent.

    One and two degrees have closed forms; from three on the expansion of Abramowitz and Stegun 26.7.5 is off by less
    than 0.5 percent at 95 percent. Fewer than one degree count as one.
    """
    z = normal_quantile(level)
    n = max(float(freedom), 1.0)
    if n < 2:
        return math.tan(math.pi * level / 2)
    if n < 3:
        return math.sqrt(2 * level * level / (1 - level * level))
    powers = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(power / n**k for k, power in enumerate(powers, 1))
