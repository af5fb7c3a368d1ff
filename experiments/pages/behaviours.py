"""The table of behaviours in ``agents/docs/behaviours.md``: each with the sentence its file has."""

from __future__ import annotations

from pathlib import Path

from ...envs.engine import behaviours
from ..laboratory.parts import markdown_table
from ..marked import updated

__all__ = ["PAGE", "document"]

PAGE = Path(__file__).resolve().parents[2] / "agents" / "docs" / "behaviours.md"


def document() -> str:
    """The page, as Markdown."""
    rows = [(f"`{name}`", behaviours.load(name).about) for name in behaviours.shipped()]
    return updated(PAGE, {"behaviours": "\n".join(markdown_table(("behaviour", "what it does"), rows))})
