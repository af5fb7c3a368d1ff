"""Rows of record arrays, for kernels that run in either engine.

Compiled, a row is the record itself. Interpreted, NumPy's own records would take microseconds for every field they are
asked for; so there a row is a thin view on the same memory, one Python class for every dtype, whose fields are read and
written as plain numbers through memoryviews. A value that does not fit its field raises, where NumPy would wrap around.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from .jit import COMPILED, kernel

_FORMATS = {
    "i1": "b",
    "u1": "B",
    "i2": "h",
    "u2": "H",
    "i4": "i",
    "u4": "I",
    "i8": "q",
    "u8": "Q",
    "f4": "f",
    "f8": "d",
}


class Rows:
    """An array of records inside a record; each view is created on first access and cached."""

    __slots__ = ("_kind", "_memory", "_size", "_views")

    def __init__(self, memory: memoryview, kind: type, size: int, count: int) -> None:
        self._memory, self._kind, self._size = memory, kind, size
        self._views: list[Any] = [None] * count

    def __len__(self) -> int:
        return len(self._views)

    def __repr__(self) -> str:
        """How many records there are: ``view[i]`` shows one."""
        return f"<{len(self)} records>"

    def __getitem__(self, index: int) -> Any:
        if index < 0:
            raise IndexError(f"row {index} of an array of {len(self._views)} records")  # see core/compiler/indexing.py
        view = self._views[index]
        if view is None:
            start = index * self._size
            view = self._views[index] = self._kind(self._memory[start : start + self._size])
        return view


def _scalar(place: int, code: str) -> property:
    """A field of one number: entry ``place`` of the record seen as an array of its format."""
    name = f"_as_{code}"
    source = (
        f"def get(self): return self.{name}[{place}]\n"
        f"def put(self, value): self.{name}[{place}] = value\n"
    )  # fmt: skip
    space: dict[str, Any] = {}
    exec(source, space)
    return property(space["get"], space["put"])


def _part(name: str, make: Any) -> property:
    """A field of several numbers or records: its view is made once for each record view."""

    def get(self: Any) -> Any:
        part = self._parts.get(name)
        if part is None:
            part = self._parts[name] = make(self._memory)
        return part

    return property(get)


def _rows(start: int, end: int, kind: type, size: int, count: int, memory: memoryview) -> Rows:
    return Rows(memory[start:end], kind, size, count)


def _numbers(start: int, end: int, code: str, shape: tuple[int, ...], memory: memoryview) -> memoryview:
    return memory[start:end].cast(code, shape)  # type: ignore[call-overload]


def _shown(view: Any) -> str:
    """A view's fields and what they hold: numbers that are 0 are left out, arrays of records are counted."""
    said = []
    for name in type(view)._starts:
        value = getattr(view, name)
        value = value.tolist() if isinstance(value, memoryview) else value
        if isinstance(value, Rows) or np.any(value):
            said.append(f"{name}={value}")
    return f"<{', '.join(said) or 'all 0'}>"


@functools.cache
def view_class(dtype: np.dtype[Any]) -> type:
    """The class of views on records of a dtype. Its instances are made from the memoryview (bytes) of one record."""
    space: dict[str, Any] = {}
    codes: set[str] = set()
    described: Any = dtype.fields
    for name in dtype.names or ():
        part, offset = described[name][:2]
        base, shape = part.base, part.shape
        end = offset + part.itemsize
        if base.names is not None:
            inner, count = view_class(base), int(np.prod(shape, dtype=int))

            space[name] = _part(name, functools.partial(_rows, offset, end, inner, base.itemsize, count))
        elif shape:
            space[name] = _part(name, functools.partial(_numbers, offset, end, _FORMATS[base.str[1:]], shape))
        else:
            code = _FORMATS[base.str[1:]]
            codes.add(code)
            space[name] = _scalar(offset // base.itemsize, code)
    usable = {code: np.dtype(code).itemsize for code in sorted(codes)}

    def __init__(self: Any, memory: Any) -> None:
        self._memory = memory
        self._parts = {}
        for code, size in usable.items():
            setattr(self, f"_as_{code}", memory[: len(memory) // size * size].cast(code))

    slots = ("_memory", "_parts", *(f"_as_{code}" for code in usable))
    starts = {name: described[name][1] for name in dtype.names or ()}
    return type("View", (), {"__init__": __init__, "__repr__": _shown, "__slots__": slots, "_starts": starts, **space})


def interpreted_row(records: Any, i: int) -> Any:
    """The view on row i of a record array."""
    plain = records.view(np.ndarray)
    size = plain.dtype.itemsize
    start = int(i) * size
    memory = memoryview(plain.view(np.uint8).reshape(-1))
    return view_class(plain.dtype)(memory[start : start + size])


def zero_record(record: Any) -> None:
    """Set every field of a record to zero: of a view, or of one of NumPy's own."""
    if isinstance(record, np.record):
        for name in record.dtype.names or ():
            record[name] = 0
    else:
        record._memory[:] = bytes(len(record._memory))


if COMPILED:
    from .record_types import zero_bytes

    @kernel
    def record_at(records, i):
        """Row i of a record array."""
        return records[i]

    @kernel
    def clear(record):
        """Set every field of a record to zero."""
        zero_bytes(record)

else:
    record_at, clear = interpreted_row, zero_record
