"""What's O.L.D. is N.E.W.: combat."""

from ...core.ruleset import Ruleset

RULESET = Ruleset(
    slug="woin",
    title="What's O.L.D. is N.E.W.: combat",
    package=__name__,
    scenario="small",
    opponent="charge",
)
