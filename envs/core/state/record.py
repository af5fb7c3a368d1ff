"""Record dtypes that are read by attribute."""

from __future__ import annotations

from typing import Any

import numpy as np


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """An aligned record dtype read by attribute.

    Raises:
        TypeError: a field would be hidden by a method or attribute that every NumPy record has.
    """
    if hidden := [name for name, *_ in fields if hasattr(np.record, name) or hasattr(np.ndarray, name)]:
        raise TypeError(f"record fields {hidden} are hidden by attributes of NumPy records")
    return np.dtype((np.record, np.dtype(fields, align=True)))
