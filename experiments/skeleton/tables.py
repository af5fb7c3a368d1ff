"""Numbers worked out from the knobs once, before a battle: fields of ``w.book`` in DERIVED, filled by ``fill_derived``.
These rules need none.
"""

from __future__ import annotations

from typing import Any

DERIVED: list[tuple[Any, ...]] = []


def fill_derived(book: Any) -> None:
    """Nothing to work out."""
