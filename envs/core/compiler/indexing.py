"""A pass of the compiler: an index into an array is never negative.

Python counts a negative index from the end, and compiled code looks for one at every access to an array, the rows of a
state included. Kernels use none (``NO_UNIT`` is asked for before it is used; the interpreted engine raises where a row is
asked for by a negative number), so their indices are cast to unsigned numbers, for which Numba leaves the question out.
With ``NUMBA_BOUNDSCHECK=1`` an index outside its array raises all the same: ``make test-bounds`` plays so.
See "Customizing the compiler" in Numba's manual.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core import types as _types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import mk_unique_var
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typing import signature

__all__ = ["KernelCompiler"]

types: Any = _types  # its stubs lack tuples and the sign of integers


def unsigned(kind: Any) -> Any:
    """The unsigned type of an index of one or more integers, None for slices and all others."""
    if isinstance(kind, types.Integer) and kind.signed:
        return types.uintp
    if isinstance(kind, types.UniTuple) and unsigned(kind.dtype) is not None:
        return types.UniTuple(types.uintp, kind.count)
    return None


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsignedIndices(FunctionPass):
    """Casts the index of ``array[index]``, read or written, to an unsigned number."""

    _name = "tactica_unsigned_indices"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Change the function in ``state``, whose types have just been found. Returns that it was changed."""
        for block in state.func_ir.blocks.values():
            body = []
            for statement in block.body:
                body.extend(self.casts(state, block.scope, statement))
                body.append(statement)
            block.body = body
        return True

    def casts(self, state: Any, scope: Any, statement: Any) -> list[Any]:
        """The cast that must come before a statement; the statement is changed to use it."""
        access = statement.value if isinstance(statement, ir.Assign) else statement
        if isinstance(access, ir.Expr) and access.op == "getitem":
            array = access.value
        elif isinstance(access, ir.SetItem):
            array = access.target
        else:
            return []
        kind = unsigned(state.typemap[access.index.name])
        if kind is None or not isinstance(state.typemap[array.name], types.Array):
            return []
        index = ir.Var(scope, mk_unique_var("$index"), access.loc)
        state.typemap[index.name] = kind
        cast = ir.Assign(ir.Expr.cast(access.index, access.loc), index, access.loc)
        before = state.calltypes[access]
        del state.calltypes[access]
        access.index = index
        state.calltypes[access] = signature(before.return_type, before.args[0], kind, *before.args[2:])
        return [cast]


class KernelCompiler(CompilerBase):
    """Numba's own compiler with :class:`UnsignedIndices` after the types are known."""

    def define_pipelines(self) -> list[Any]:
        """The passes, in one pipeline."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(UnsignedIndices, NopythonTypeInference)
        passes.finalize()
        return [passes]
