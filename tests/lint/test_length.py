"""Pages stay short: what a new user has to read is counted, and grows only on purpose."""

from __future__ import annotations

import re
from pathlib import Path

from lint.sources import TESTS

ROOT = TESTS.parent
#: Written by `tactica.experiments.comparison.page`.
COMPARISONS = ROOT / "agents/docs/comparisons.md"
#: Of the first page and the pages on players, files and experiments; generated parts, reports and the skeleton are not counted.
MOST_WORDS = 12_900
GENERATED = re.compile(r"<!-- (\w+):begin -->.*?<!-- \1:end -->", re.DOTALL)


def pages() -> list[Path]:
    """The pages whose words are counted."""
    found = [ROOT / "README.md"]
    for part in ("agents", "configs", "experiments"):
        found += [ROOT / part / "README.md", *sorted((ROOT / part / "docs").glob("*.md"))]
    return [page for page in found if page != COMPARISONS]


def words(text: str) -> int:
    """How many words of a page are written by hand; a bar of a table is one, too."""
    return len(GENERATED.sub("", text).split())


def test_pages_are_short():
    counts = {page.relative_to(ROOT).as_posix(): words(page.read_text(encoding="utf-8")) for page in pages()}
    assert len(counts) > 10
    assert sum(counts.values()) <= MOST_WORDS, f"shorten a page, or move a table to tactica.experiments.pages: {counts}"


def test_generated_parts_are_not_counted():
    assert words("One <!-- a:begin --> two three <!-- a:end --> four, five.") == 3
    assert words("| one | two |") == 5
