"""Numbers worked out from the knobs once, in front of the kernels."""

from __future__ import annotations

from typing import Any

DERIVED: list[tuple[Any, ...]] = [
    ("location", "i4", (7,)),  # the part of the body that each face of the d6 stands for; face 0 is unused
]


def fill_derived(book: Any) -> None:
    """Work out the derived fields of one BOOK record from its knobs."""
    for face in range(1, 7):
        book.location[face] = book[f"location_d6_{face}"]
