"""Heimr: combat with clusters, visible defences and readied actions."""

from ...core.ruleset import Ruleset

RULESET = Ruleset(
    slug="heimr",
    title="Heimr: core rules, blind spots, medieval armoury",
    package=__name__,
    scenario="small",
    opponent="charge",
)
