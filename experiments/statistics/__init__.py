"""Numbers with intervals: shares of points, ratings, the first seat, and how many games are distinct; tests that stop by
themselves; who matters in a field where every player loses to another one.

Ratings and shares stand on :class:`Clusters`: games that share their luck, counted together.
"""

from .bootstrap import bootstrap, iqm, mean_score, scores_of
from .clusters import Clusters, cluster_pairs, repeated, results_of
from .cycles import alpha_rank, cycle, nash
from .paired import Mean, clusters_of, difference_of, holm, mean_of, smallest_visible, unit_share
from .quantiles import normal_quantile, student_quantile
from .ratings import ELO, Ratings, rate
from .sequential import after_stopping, chance_beyond
from .shares import Share, first_seat, pair_correlation, share_of, share_of_pairs, wilson_interval
from .sprt import OUTCOMES, PAIR_POINTS, Sprt, elo_of, expected_share, likeliest

__all__ = [
    "ELO",
    "OUTCOMES",
    "PAIR_POINTS",
    "Clusters",
    "Mean",
    "Ratings",
    "Share",
    "Sprt",
    "after_stopping",
    "alpha_rank",
    "bootstrap",
    "chance_beyond",
    "cluster_pairs",
    "clusters_of",
    "cycle",
    "difference_of",
    "elo_of",
    "expected_share",
    "first_seat",
    "holm",
    "iqm",
    "likeliest",
    "mean_of",
    "mean_score",
    "nash",
    "normal_quantile",
    "pair_correlation",
    "rate",
    "repeated",
    "results_of",
    "scores_of",
    "share_of",
    "share_of_pairs",
    "smallest_visible",
    "student_quantile",
    "unit_share",
    "wilson_interval",
]
