"""Ties between units that pictures show."""

from __future__ import annotations

from typing import NamedTuple


class Link(NamedTuple):
    """Who has hold of whom, as roster rows, and what it is in words."""

    one: int
    other: int
    words: str
