"""Warhammer Fantasy Roleplay, 1st edition: combat."""

from ...core.ruleset import Ruleset

RULESET = Ruleset(
    slug="wfrp1",
    title="Warhammer Fantasy Roleplay, 1st edition: combat",
    package=__name__,
    scenario="small",
    opponent="charge",
)
