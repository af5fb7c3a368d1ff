"""Bytes of records, copied as they are: out of a record into a row of lanes, and from one record to another of its kind."""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import COMPILED

LANE = 8  # bytes

if COMPILED:
    from llvmlite import ir
    from numba.core import cgutils
    from numba.core import types as _types
    from numba.extending import intrinsic

    types: Any = _types

    def _place(context: Any, builder: Any, memory: Any, offset: Any) -> Any:
        """Where a byte of some memory lies."""
        return builder.gep(builder.bitcast(memory, context.get_value_type(types.voidptr)), [offset])

    @intrinsic
    def lift(typing_context: Any, record: Any, lanes: Any, i: Any, count: Any) -> Any:
        """Copy the first ``count`` 64-bit lanes of a record to row i of a uint64 array (n, lanes)."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            source, target, row, many = arguments
            array = context.make_array(signature.args[1])(context, builder, target)
            stride = builder.extract_value(array.strides, 0)
            row = context.cast(builder, row, signature.args[2], types.intp)
            many = context.cast(builder, many, signature.args[3], types.intp)
            at = _place(context, builder, array.data, builder.mul(row, stride))
            start = _place(context, builder, source, ir.Constant(ir.IntType(64), 0))
            cgutils.raw_memcpy(builder, at, start, many, LANE)
            return context.get_dummy_value()

        if not isinstance(record, types.Record):
            return None
        return types.none(record, lanes, i, count), generate

    @intrinsic
    def copy_span(typing_context: Any, target: Any, source: Any, first: Any, end: Any) -> Any:
        """Copy the bytes ``first`` to ``end`` of a record into another of the same kind."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            begin = context.cast(builder, arguments[2], signature.args[2], types.intp)
            past = context.cast(builder, arguments[3], signature.args[3], types.intp)
            at = _place(context, builder, arguments[0], begin)
            start = _place(context, builder, arguments[1], begin)
            cgutils.raw_memmove(builder, at, start, builder.sub(past, begin), 1)
            return context.get_dummy_value()

        if not isinstance(target, types.Record) or target != source:
            return None
        return types.none(target, source, first, end), generate

else:

    def lift(record: Any, lanes: Any, i: int, count: int) -> None:
        """Copy the first ``count`` 64-bit lanes of a record to row i of a uint64 array (n, lanes)."""
        lanes[i, :count] = np.frombuffer(record._memory, np.uint64, count)

    def copy_span(target: Any, source: Any, first: int, end: int) -> None:
        """Copy the bytes ``first`` to ``end`` of a record into another of the same kind."""
        target._memory[first:end] = bytes(source._memory[first:end])


def spans_of(dtype: np.dtype[Any], names: Any) -> np.ndarray[Any, Any]:
    """Where fields of a record stand, those side by side as one: int64 (n, 2), first byte and end."""
    found: list[list[int]] = []
    described: Any = dtype.fields
    for first, size in sorted((described[name][1], described[name][0].itemsize) for name in names):
        if found and found[-1][1] == first:
            found[-1][1] = first + size
        else:
            found.append([first, first + size])
    return np.array(found, np.int64).reshape(-1, 2)
