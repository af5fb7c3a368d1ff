"""Pages with generated parts between marks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["updated"]


def updated(page: Path, parts: Mapping[str, str]) -> str:
    """The text of a page with its generated parts as they should be.

    Args:
        page: the file.
        parts: name of the marks -> Markdown between them.

    Raises:
        ValueError: the page lacks the marks of a part.
    """
    text = page.read_text(encoding="utf-8")
    for name, part in parts.items():
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        before, found, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise ValueError(f"{page} has no lines {begin} and {end}")
        text = f"{before}{begin}\n\n{part.strip()}\n\n{end}{after}"
    return text
