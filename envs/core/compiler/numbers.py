"""Numbers of a record by the byte they stand at, for loops over declared fields.

A kernel reads a field by name. A loop over many fields has a table of where they stand (``core.looking.catalogue``,
``core.ranges``), and reads them with these, in either engine.
"""

from __future__ import annotations

from typing import Any

from .jit import COMPILED, kernel

COLUMN = 1  # of a line (byte, column, low, high) of what a copier copies
WIDTH = 8  # numbers moved at a time
LINE = 64  # bytes of memory fetched at a time

if COMPILED:
    from llvmlite import ir
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
    int64_at = _reader(types.int64)

    @intrinsic
    def fetch_line(typing_context: Any, array: Any, place: Any) -> Any:
        """Have the line of memory fetched that holds a byte of an array, to be written."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            memory = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            memory = builder.bitcast(memory, context.get_value_type(types.voidptr))
            at = builder.gep(memory, [context.cast(builder, arguments[1], signature.args[1], types.intp)])
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [at.type, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [at.type], kind)
            to_write, to_all_caches, of_data = 1, 3, 1
            builder.call(function, [at, *(ir.Constant(number, n) for n in (to_write, to_all_caches, of_data))])
            return context.get_dummy_value()

        return types.none(array, place), generate

    @kernel
    def fetch_row(array, i, first, end):  # no annotations: Numba reads the signature
        """Have bytes of row i of an array fetched while something else is done. It changes nothing but the time."""
        start = i * array.strides[0]
        for place in range(start + first, start + end, LINE):
            fetch_line(array, place)

    def copier(table: Any) -> Any:
        """A function ``copy(record, row)`` for kernels: for each line (byte, column, low, high) of a table it writes the int16
        at a byte of the record, cut off at low and high, into a column of an int16 row.

        The lines are written out, columns side by side as one vector: a loop over them takes twice as long.
        """
        runs: list[list[Any]] = []
        for line in table.tolist():
            if not runs or len(runs[-1]) == WIDTH or line[COLUMN] != runs[-1][-1][COLUMN] + 1:
                runs.append([])
            runs[-1].append(line)

        def typed(typing_context: Any, record: Any, row: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                number = ir.IntType(16)
                memory = builder.bitcast(arguments[0], context.get_value_type(types.voidptr))
                columns = context.make_array(signature.args[1])(context, builder, arguments[1]).data
                for run in runs:
                    vector = ir.VectorType(number, len(run))
                    _, column, low, high = zip(*run, strict=True)
                    found = ir.Constant(vector, ir.Undefined)
                    for k, line in enumerate(run):
                        at = builder.gep(memory, [ir.Constant(ir.IntType(64), line[0])])
                        one = builder.load(builder.bitcast(at, number.as_pointer()), align=2)
                        found = builder.insert_element(found, one, ir.Constant(ir.IntType(32), k))
                    for limit, sign in ((low, "<"), (high, ">")):
                        most = ir.Constant(vector, list(limit))
                        found = builder.select(builder.icmp_signed(sign, found, most), most, found)
                    at = builder.gep(columns, [ir.Constant(ir.IntType(64), column[0])])
                    builder.store(found, builder.bitcast(at, vector.as_pointer()), align=2)
                return context.get_dummy_value()

            is_row = isinstance(row, types.Array) and (row.dtype, row.ndim, row.layout) == (types.int16, 1, "C")
            if not isinstance(record, types.Record) or not is_row:
                return None
            return types.none(record, row), generate

        return intrinsic(typed)

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

    def int64_at(record: Any, place: int) -> int:
        """The int64 that begins at a byte of a record."""
        return int(record._as_q[place >> 3])

    def fetch_row(array: Any, i: int, first: int, end: int) -> None:
        """Do nothing: only compiled code waits for memory."""

    def copier(table: Any) -> Any:
        """A function ``copy(record, row)`` for kernels: for each line (byte, column, low, high) of a table it writes the int16
        at a byte of the record, cut off at low and high, into a column of an int16 row.
        """
        lines = table.tolist()

        def copy(record: Any, row: Any) -> None:
            for byte, column, low, high in lines:
                row[column] = min(max(int16_at(record, byte), low), high)

        return copy
