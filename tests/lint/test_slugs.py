"""Rulebooks in prose: by name, or as what is typed, in code. A bare slug such as tow means nothing to a reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lint.sources import OWN, Complaints
from lint.test_words import paragraphs, texts_of_pages

SLUG = re.compile(rf"(?<![\w/.:-])(?:{'|'.join(OWN)})(?![\w/]|\.\w)")
#: Links and pictures.
LINK = re.compile(r"!?\[[^\]]*\]\([^)\s]*\)")
FIRST_COLUMN = re.compile(r"^\s*\|[^|\n]*", re.MULTILINE)
#: What changed is dated; reports are made again with their tactics; a page in the folder of a rulebook speaks of that one alone.
LEFT_OUT = ("CHANGELOG.md", "experiments/reports/", "envs/rulesets/", "agents/docs/comparisons.md")


def bare(pages: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Slugs in the prose of pages, given by name and text: file, line and slug."""
    for name, page in pages:
        without = LINK.sub(lambda link: "`_`" + "\n" * link[0].count("\n"), page)
        for part in paragraphs(name, without):
            for hit in SLUG.finditer(FIRST_COLUMN.sub(" ", part.text)):
                yield f"{name}:{part.line}: {hit[0]}"


def test_slugs_stand_in_code():
    wrong = list(bare(page for page in texts_of_pages() if not page[0].startswith(LEFT_OUT)))
    Complaints(wrong).none_left("a rulebook goes by its name, or by its slug in backticks")


def test_a_planted_slug_is_found():
    page = "On tow it wins.\n\nOn `tow`, [owh](owh.md) and\ntow/small.\n\n| heimr | in woin |\n| `wfrp1` | none |\n"
    assert list(bare([("page", page)])) == ["page:1: tow", "page:6: woin"]
