"""Numbers of a record by the byte they stand at, for loops over declared fields.

A kernel reads a field by name. A loop over many fields has a table of where they stand (``core.state.catalogue``,
``core.state.ranges``), and reads them with these, in either engine.
"""

from __future__ import annotations

from typing import Any

from .jit import COMPILED

if COMPILED:
    from numba.core import types as _types
    from numba.extending import intrinsic

    types: Any = _types

    def _reader(kind: Any) -> Any:
        """An intrinsic that reads a number of a width from a record."""

        def typed(typing_context: Any, record: Any, place: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                memory = builder.bitcast(arguments[0], context.get_value_type(types.voidptr))
                at = builder.gep(memory, [context.cast(builder, arguments[1], signature.args[1], types.intp)])
                found = builder.load(builder.bitcast(at, context.get_value_type(kind).as_pointer()))
                return context.cast(builder, found, kind, types.int64)

            if not isinstance(record, types.Record):
                return None
            return types.int64(record, place), generate

        return intrinsic(typed)

    int8_at = _reader(types.int8)
    int16_at = _reader(types.int16)
    int32_at = _reader(types.int32)

else:

    def int8_at(record: Any, place: int) -> int:
        """The int8 that begins at a byte of a record."""
        number = record._memory[place]
        return int(number - 256 if number > 127 else number)

    def int16_at(record: Any, place: int) -> int:
        """The int16 that begins at a byte of a record."""
        return int(record._as_h[place >> 1])

    def int32_at(record: Any, place: int) -> int:
        """The int32 that begins at a byte of a record."""
        return int(record._as_i[place >> 2])
