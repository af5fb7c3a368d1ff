"""Three Banners: a ruleset of a few clauses, invented for the tests."""

from tactica.envs.core.ruleset import Ruleset

RULESET = Ruleset(slug="toybook", title="Three Banners, a toy ruleset", package=__name__)
