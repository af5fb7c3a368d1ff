"""The documentation site: it builds without a warning, nothing of it comes from elsewhere, its links lead on, and the tutorials
can be followed literally: every command is given, every file written, and what is shown is what comes out.

In a tutorial a block with ``title="NAME"`` is written to a file, a console block is run line by line, and a text block below it
shows some lines of what that prints, in their order. Below ``<!-- by hand -->`` stand commands that a person must end.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
from test_readme import check_command

from tactica.envs import rulesets

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "pages"
TUTORIALS = sorted(path.stem for path in (PAGES / "tutorials").glob("*.md"))
BOOKS = sorted(path.parent.name for path in (ROOT / "envs" / "rulesets").glob("*/rulebook.yaml"))
FENCE = re.compile(
    r'(?P<hand><!-- by hand -->\n)?^```(?P<kind>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<code>.*?)^```$',
    re.DOTALL | re.MULTILINE,
)
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
    assert len(pages) > len(TUTORIALS) + len(BOOKS)
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


@pytest.mark.parametrize("slug", BOOKS)
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


# --- the tutorials ----------------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A block of a tutorial: its kind, its text, the file it is written to, whether only a person can run it."""

    kind: str
    code: str
    title: str
    by_hand: bool


def pieces(page: Path) -> list[Piece]:
    """The blocks of a page, in order."""
    found = FENCE.finditer(page.read_text(encoding="utf-8"))
    return [Piece(one["kind"], one["code"], one["title"] or "", bool(one["hand"])) for one in found]


def commands_in(piece: Piece) -> list[list[str]]:
    """The commands of a console block, in words."""
    return [shlex.split(line.removeprefix("$ ")) for line in piece.code.splitlines()]


def run(words: list[str], folder: Path) -> str:
    """What a command prints. It must end well; ``compare`` may also find that the first player is not stronger."""
    program = {"tactica": [sys.executable, "-m", "tactica"], "python": [sys.executable]}[words[0]]
    env = {**os.environ, "TACTICA_ENGINE": "compiled", "COLUMNS": "100"}
    done = subprocess.run(
        [*program, *words[1:]], cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode in ((0, 1) if words[1] == "compare" else (0,)), (
        f"{shlex.join(words)}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    )
    return done.stdout


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_can_be_followed(name, tmp_path):
    if name == "train":
        pytest.importorskip("sb3_contrib")
    said = ""
    for piece in pieces(PAGES / "tutorials" / f"{name}.md"):
        if piece.title:
            (tmp_path / piece.title).write_text(piece.code, encoding="utf-8")
        elif piece.kind == "console":
            own = [words for words in commands_in(piece) if words[0] != "pip"]
            for words in own:
                if words[0] == "tactica":
                    check_command(words)
            said = "" if piece.by_hand else "\n".join(run(words, tmp_path) for words in own)
        else:
            assert piece.kind == "text", piece
            printed, at = " ".join(said.split()), 0
            for line in piece.code.splitlines():
                at = printed.find(" ".join(line.split()), at)
                assert at >= 0, f"{line!r} is not printed there\n{said}"


def test_the_first_page_shows_what_comes_out(tmp_path):
    console, text, *_ = pieces(PAGES / "index.md")
    assert " ".join(text.code.split()) in " ".join(run(*commands_in(console), tmp_path).split())
