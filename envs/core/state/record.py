"""Record dtypes that are read by attribute."""

from __future__ import annotations

from typing import Any

import numpy as np

from .fields import Kind, Rows

GAP = "gap_"


def plain_row(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The row of a declaration as NumPy takes it: name, dtype, and the shape of an array."""
    name, kind, *rest = row
    part = kind.code if isinstance(kind, Kind) else record(kind) if isinstance(kind, list) else kind
    return (name, part, *(one for one in rest if isinstance(one, tuple)))


def record(rows: Rows) -> np.dtype[Any]:
    """An aligned record dtype read by attribute, without undeclared bytes, from a declaration (see ``core.state.fields``).

    Raises:
        TypeError: a field would be hidden by a method or attribute that every NumPy record has.
    """
    if hidden := [name for name, *_ in rows if hasattr(np.record, name) or hasattr(np.ndarray, name)]:
        raise TypeError(f"record fields {hidden} are hidden by attributes of NumPy records")
    return without_gaps(np.dtype([plain_row(row) for row in rows], align=True))


def without_gaps(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A record dtype of the same layout in which the bytes between fields are fields too, named ``gap_`` and their offset.

    NumPy copies records field by field and does not write the bytes between them. With fields for the gaps, a copy has every
    byte of the original, and zero bytes stay zero.
    """
    names: list[str] = []
    formats: list[Any] = []
    offsets: list[int] = []
    end = 0
    placed = [(name, *dtype.fields[name][:2]) for name in dtype.names or ()]  # type: ignore[index]
    for name, part, offset in [*placed, ("", None, dtype.itemsize)]:
        if offset > end:
            names.append(f"{GAP}{end}")
            formats.append(np.dtype(("u1", (offset - end,))))
            offsets.append(end)
        if part is not None:
            names.append(name)
            formats.append(part)
            offsets.append(offset)
            end = offset + part.itemsize
    laid_out: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize}
    return np.dtype((np.record, np.dtype(laid_out, align=dtype.isalignedstruct)))


def is_gap(name: str) -> bool:
    """Whether a field only stands for the bytes between two others."""
    return name.startswith(GAP)
