"""Every test here runs on every ruleset: compiled on all its starts, interpreted on those that cover them."""

from __future__ import annotations

import pytest
from conformance import play


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes ``start`` runs once for every start, one that takes ``slug`` once for every ruleset."""
    if "start" in metafunc.fixturenames:
        found = play.covering_starts() if play.INTERPRETED and not play.LONG else play.starts()
        metafunc.parametrize("start", found, ids=["-".join(start) for start in found])
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", play.tested_rulesets())


@pytest.fixture
def table(start: tuple[str, str]) -> play.Table:
    """A table with the scenario laid out."""
    return play.Table(*start)
