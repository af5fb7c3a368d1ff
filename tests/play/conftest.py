"""Fixtures of the tests of the page and its server, and a browser for what is drawn and clicked."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from play.scenes import Page

from tactica.experiments.play import House, SavedBattles


@pytest.fixture
def house(tmp_path):
    """A server's house with an empty folder."""
    return House(SavedBattles(tmp_path / "saved"))


@pytest.fixture
def page(house):
    """The host's page."""
    return Page(house)


BROWSERS = ("chromium", "google-chrome", "chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser without a window."""
    api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"needs one of {', '.join(BROWSERS)}")
    with api.sync_playwright() as started:
        shown = started.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield shown
        shown.close()
