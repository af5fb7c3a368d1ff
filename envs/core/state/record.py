"""Record dtypes that are read by attribute."""

from __future__ import annotations

from typing import Any

import numpy as np

from .fields import Kind, Rows


def plain_row(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The row of a declaration as NumPy takes it: name, dtype, and the shape of an array."""
    name, kind, *rest = row
    part = kind.code if isinstance(kind, Kind) else record(kind) if isinstance(kind, list) else kind
    return (name, part, *(one for one in rest if isinstance(one, tuple)))


def record(rows: Rows) -> np.dtype[Any]:
    """An aligned record dtype read by attribute, from a declaration (see ``core.state.fields``).

    Raises:
        TypeError: a field would be hidden by a method or attribute that every NumPy record has.
    """
    if hidden := [name for name, *_ in rows if hasattr(np.record, name) or hasattr(np.ndarray, name)]:
        raise TypeError(f"record fields {hidden} are hidden by attributes of NumPy records")
    return np.dtype((np.record, np.dtype([plain_row(row) for row in rows], align=True)))
