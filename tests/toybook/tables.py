"""Numbers worked out from the knobs in front of the kernels."""

from __future__ import annotations

from typing import Any

DERIVED: list[tuple[Any, ...]] = [("cards_in_all", "i4")]


def fill_derived(book: Any) -> None:
    """Count the cards."""
    book.cards_in_all = book.cards["copies"].sum()
