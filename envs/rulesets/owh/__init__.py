"""The Old World - Warriors & Heroes: combat."""

from ...core.ruleset import Ruleset

RULESET = Ruleset(
    slug="owh",
    title="The Old World - Warriors & Heroes: combat",
    package=__name__,
    scenario="small",
    opponent="charge",
)
