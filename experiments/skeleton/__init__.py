"""Skeleton: says what the ruleset is called and where it is. Start reading in rulebook.yaml, then turn.py."""

from tactica.envs.core.ruleset import Ruleset

RULESET = Ruleset(slug="skeleton", title="Skeleton", package=__name__, scenario="small", opponent="charge")
