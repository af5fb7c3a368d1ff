"""Numbers worked out from the knobs once, in front of the kernels: none are needed."""

from __future__ import annotations

from typing import Any

DERIVED: list[tuple[Any, ...]] = []


def fill_derived(book: Any) -> None:
    """Nothing is derived."""
