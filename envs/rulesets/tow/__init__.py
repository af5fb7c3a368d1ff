"""Rank-and-file regiments: notes on Warhammer The Old World."""

from ...core.ruleset import Ruleset

RULESET = Ruleset(
    slug="tow",
    title="Rank-and-file regiments (notes on Warhammer The Old World)",
    package=__name__,
    scenario="small",
    opponent="charge",
)
