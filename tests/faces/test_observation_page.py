"""The page of every observation and choice."""

from __future__ import annotations

import pytest

from tactica.envs.engine import observation_page
from tactica.envs.engine.spaces import Layout


@pytest.mark.parametrize("slug", ["wfrp1", "toybook"])
def test_the_page_names_every_number_and_section(slug):
    layout = Layout.named(slug, "small")
    text = observation_page.page(layout.ruleset)
    for entry in layout.catalogue():
        assert f"| {entry['place']} | `{entry['name']}` | {entry['kind']} |" in text
    for section in layout.sections:
        assert f"| `{section}` |" in text
