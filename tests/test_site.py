"""The documentation site: it builds without a warning, nothing of it comes from elsewhere, and its links lead on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from parts import books
from tactica.envs import rulesets

ROOT = Path(__file__).resolve().parent.parent
LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src"}  # what a browser fetches by itself

pytestmark = pytest.mark.compiled_only


# --- the pages --------------------------------------------------------------------------------------------------------


class Seen(HTMLParser):
    """What a page links to, loads and can be linked to at."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.places: set[str] = set()
        self.fits_phones = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.places.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        if tag == "meta" and given.get("name") == "viewport":
            self.fits_phones = "width=device-width" in given["content"]
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "preconnect"):
            self.loaded.add(given["href"])
        if tag in LOADS and LOADS[tag] in given:
            self.loaded.add(given[LOADS[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site, built."""
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mkdocs", "build", "-f", str(ROOT / "docs" / "mkdocs.yml"), "-d", str(folder)],
        capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    return folder


@cache
def page_of(path: Path) -> Seen:
    return Seen(path.read_text(encoding="utf-8"))


def test_pages_load_nothing_from_elsewhere_and_fit_a_phone(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(list((ROOT / "docs" / "pages").rglob("*.md"))) + len(books())
    loaded = defaultdict(list)
    for path in pages:
        for what in page_of(path).loaded:
            if urlsplit(what).netloc:
                loaded[what].append(path.name)
    assert not loaded
    assert all(page_of(path).fits_phones for path in pages)


def test_links_lead_on(site):
    """To a page or a picture that is there, and to a place on it."""
    wrong = set()
    for path in site.rglob("*.html"):
        if path.name == "404.html":  # is served from anywhere
            continue
        for link in page_of(path).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if to.is_dir():
                to /= "index.html"
            if not to.is_file() or (parts.fragment and unquote(parts.fragment) not in page_of(to).places):
                wrong.add(f"{path.relative_to(site)}: {link}")
    assert not sorted(wrong)


@pytest.mark.parametrize("slug", books())
def test_every_clause_table_and_number_is_on_the_page_of_its_rulebook(site, slug):
    book, path = rulesets.get(slug).rulebook, site / "rulebooks" / f"{slug}.html"
    assert {*book.clauses, *(f"tables.{name}" for name in book.tables)} <= page_of(path).places
    text = path.read_text(encoding="utf-8")
    unseen = [
        address
        for address in book.addresses()
        if not address.startswith("tables.") and f"<code>{address}</code>" not in text
    ]
    assert not unseen
