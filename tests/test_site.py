"""The documentation site: it builds without a warning, nothing of it comes from elsewhere, and its links lead on."""

from __future__ import annotations

import ast
import importlib
import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import tactica
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


class Tables(HTMLParser):
    """The tables of a rulebook's page by name: their rows, cell by cell."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, list[list[str]]] = {}
        self.name = ""
        self.in_cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = dict(attrs).get("id") or ""
        if at.startswith("tables."):
            self.name = at
        if tag == "tr" and self.name:
            self.found.setdefault(self.name, []).append([])
        self.in_cell = (bool(self.name) and tag in ("td", "th")) or (self.in_cell and tag != "tr")
        if self.name and tag in ("td", "th"):
            self.found[self.name][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.in_cell = self.in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.in_cell:
            self.found[self.name][-1][-1] += data


@pytest.mark.parametrize("slug", books())
def test_addresses_and_ranges_of_cells_can_be_read_off_the_tables(site, slug):
    """As the page says: table, row in small letters, column."""
    book = rulesets.get(slug).rulebook
    page = Tables((site / "rulebooks" / f"{slug}.html").read_text(encoding="utf-8"))
    read = {}
    for name, (heads, *rows) in page.found.items():
        for row in rows[:-1] if rows[-1][0] == "allowed" else []:
            key = re.sub(r"[^a-z0-9]+", "_", row[0].lower()).strip("_")
            for head, cell, limits in list(zip(heads, row, rows[-1], strict=True))[1:]:
                own = cell.partition("; ")[2]
                if limits and own != "fixed":
                    read[f"{name}.{key}.{head}"] = own or limits
    cells = {
        f"tables.{table.name}.{row}.{column}"
        for table in book.tables.values()
        for row in table.keys
        for column in table.columns
    }
    there = {
        address: ", ".join(f"{name} ({value})" for name, value in knob.names.items()) or f"{knob.min} to {knob.max}"
        for address, knob in book.addresses(aliases=True).items()
        if address in cells
    }
    assert {address for address in book.addresses() if address.startswith("tables.")} <= set(there)
    assert there and read == there


def test_the_page_of_the_api_has_every_public_name():
    """Those of the package and of the modules it offers, each where the page says it comes from."""
    page = (ROOT / "docs" / "pages" / "api.md").read_text(encoding="utf-8")
    shown = {path.rpartition(".")[2]: path for path in re.findall(r"^::: ([\w.]+)$", page, re.MULTILINE)}
    modules = {"rulesets", "pettingzoo", "openspiel", "sb3"}
    assert all(f"`tactica.{name}`" in page for name in modules)
    names = {*tactica.__all__, *rulesets.__all__} - {"__version__", *modules}
    for module in ("openspiel", "sb3"):  # which may need packages that are not installed
        tree = ast.parse((ROOT / "tactica" / f"{module}.py").read_text(encoding="utf-8"))
        (given,) = (one.value for one in tree.body if isinstance(one, ast.Assign))
        names |= set(ast.literal_eval(given))
    assert sorted(names - set(shown)) == []
    wrong = []
    for name in {*tactica.__all__, *rulesets.__all__} & set(shown):
        home, _, own = shown[name].rpartition(".")
        offered = getattr(tactica if name in tactica.__all__ else rulesets, name)
        if getattr(importlib.import_module(home), own) is not offered:
            wrong.append(name)
    assert not wrong


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
