"""The page of every observation and choice."""

from __future__ import annotations

import pytest

from tactica.envs import rulesets
from tactica.envs.engine import observation_page
from tactica.envs.engine.spaces import Layout

WRITTEN = [slug for slug in rulesets.names() if observation_page.page_file(rulesets.get(slug)).exists()]


@pytest.mark.parametrize("slug", WRITTEN)
def test_the_page_is_current(slug):
    """When this fails: python -m tactica.envs.engine.observation_page"""
    ruleset = rulesets.get(slug)
    assert observation_page.page_file(ruleset).read_text(encoding="utf-8") == observation_page.page(ruleset)


@pytest.mark.parametrize("slug", ["wfrp1", "toybook"])
def test_the_page_names_every_number_and_section(slug):
    layout = Layout.named(slug, "small")
    text = observation_page.page(layout.ruleset)
    for entry in layout.catalogue():
        assert f"| {entry['place']} | `{entry['name']}` | {entry['kind']} |" in text
    for section in layout.sections:
        assert f"| `{section}` |" in text


def test_wfrp1_has_its_page():
    assert "wfrp1" in WRITTEN
