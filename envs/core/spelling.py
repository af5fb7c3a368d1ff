"""Suggestions for misspelt names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from .printable import LONGEST_NAME

__all__ = ["did_you_mean"]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``" (did you mean 'water'?)"``, for the end of a phrase; empty when no name is close, or the word is too long for one."""
    close = difflib.get_close_matches(word, list(known), 1) if len(word) <= LONGEST_NAME else []
    return f" (did you mean {close[0]!r}?)" if close else ""
