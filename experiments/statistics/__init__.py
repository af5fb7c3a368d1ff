"""Numbers with intervals: shares of points, ratings, the first seat, and how many games are distinct.

Everything stands on :class:`Clusters`: games that share their luck, counted together. Pure NumPy.
"""

from .clusters import Clusters, cluster_pairs, repeated, results_of
from .quantiles import normal_quantile, student_quantile
from .ratings import ELO, Ratings, rate
from .shares import Share, first_seat, pair_correlation, share_of, wilson_interval

__all__ = [
    "ELO",
    "Clusters",
    "Ratings",
    "Share",
    "cluster_pairs",
    "first_seat",
    "normal_quantile",
    "pair_correlation",
    "rate",
    "repeated",
    "results_of",
    "share_of",
    "student_quantile",
    "wilson_interval",
]
