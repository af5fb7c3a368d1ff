"""The table of commands in ``experiments/docs/commands.md``: each with the first paragraph of its help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from ..laboratory.parts import markdown_table
from ..marked import updated

__all__ = ["PAGE", "document"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "commands.md"


def document() -> str:
    """The page, as Markdown."""
    from ..cli import app

    rows = [(f"`tactica {name}`", about) for name, about in _commands(typer.main.get_command(app), ())]
    return updated(PAGE, {"commands": "\n".join(markdown_table(("command", "what it answers or does"), rows))})


def _commands(at: Any, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every command below one: its words, and the first paragraph of its help."""
    for word, below in getattr(at, "commands", {}).items():
        yield from _commands(below, (*path, word))
    if not hasattr(at, "commands"):
        yield " ".join(path), " ".join((at.help or "").partition("\n\n")[0].split())
