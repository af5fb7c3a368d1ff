"""The front end of the compiler: a kernel is typed and lowered once, into a library that holds its own code only.

Numba's own way is a library for each function that holds copies of all it calls, optimised and turned into machine code again
at every level of the call tree. Here a library declares what its kernel calls, and ``image.py`` links all libraries of a
ruleset into one image.

Kernels neither create arrays nor hold on to them, so they count no references (Numba's run time, ``_nrt``, is off): the caller
in Python holds all arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import ir
from numba.core import types as _types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering, NopythonTypeInference

from .indexing import UnsignedIndices
from .record_types import widened

types: Any = _types  # its stubs lack much

MOST_CONSTANT = 10**6  # bytes of a global array; Numba's own limit for what becomes part of the code
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": False}


# --- libraries of one kernel --------------------------------------------------------------------------------------------


class KernelLibrary(JITCodeLibrary):
    """The code of one kernel, with what it calls declared. It is linked into images, and never compiled by itself.

    Attributes:
        calls: libraries of the kernels it calls.
        helpers: libraries of Numba's own functions it calls.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.calls: list[KernelLibrary] = []
        self.helpers: list[Any] = []

    def add_linking_library(self, library: Any) -> None:
        """Remember a library this one calls."""
        if isinstance(library, KernelLibrary):
            self.calls.append(library)
        else:
            library._ensure_finalized()
            self.helpers.append(library)

    def _ensure_finalized(self) -> None:
        """Nothing is ever finalized here."""


def refuse_large_constants(function: Any) -> None:
    """Refuse global arrays beyond ``MOST_CONSTANT`` bytes, of a function in Numba's intermediate form.

    Smaller ones become part of the code. In place of larger ones Numba writes where they lie in the memory of this process, which
    an image must not hold: another process loads it.

    Raises:
        TypeError: it reads one.
    """
    for block in function.blocks.values():
        for statement in block.find_insts(ir.Assign):
            read = statement.value
            if not isinstance(read, ir.Global | ir.FreeVar) or not isinstance(read.value, np.ndarray):
                continue
            if read.value.nbytes > MOST_CONSTANT:
                raise TypeError(
                    f"{function.func_id.func_qualname} reads {read.name}, a constant of {read.value.nbytes:,} bytes; allowed: "
                    f"{MOST_CONSTANT:,}. Give it to the entry as an argument"
                )


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """Lowers a kernel into a library of its own and leaves it at that."""

    _name = "tactica_kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function in ``state``. Returns that it was changed.

        Raises:
            TypeError: it reads a global array that is too large to become part of the code.
        """
        refuse_large_constants(state.func_ir)
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.func_id.unique_id = None  # a running number, which would name the function differently in every process
        state.library = KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        result = state["cr"]
        token = object()  # stands where Numba keeps the function's entry point
        state["cr"] = result._replace(cfunc=token)
        state.targetctx.insert_user_function(token, result.fndesc, [state.library])
        return True


class KernelPipeline(CompilerBase):
    """Numba's own compiler with :class:`UnsignedIndices` after the types are known, and :class:`KernelLowering`."""

    def define_pipelines(self) -> list[Any]:
        """The passes, in one pipeline."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(UnsignedIndices, NopythonTypeInference)
        passes.passes = [(KernelLowering if one is NativeLowering else one, why) for one, why in passes.passes]
        passes.finalize()
        return [passes]


# --- dispatchers --------------------------------------------------------------------------------------------------------


#: The kernels lowered in this process, one mention for each of their signatures.
touched: list[Kernel] = []
#: Called with how many there are whenever there is one more.
watch: Callable[[int], None] = lambda count: None  # noqa: E731


def forget() -> None:
    """Drop everything that has been lowered. What can be called from Python stays."""
    for kernel in touched:
        kernel.overloads.clear()
    touched.clear()


class Kernel(CPUDispatcher):
    """A kernel: typed and lowered where another one calls it; to be called from Python it needs an image that holds it.

    Attributes:
        open: makes a compiled function of this kernel for argument types: ``open(kernel, types)``. Set by ``jit.kernel``.
        folder: of the ruleset it belongs to.
        callables: the compiled functions, by argument types.
    """

    def __init__(self, function: Callable[..., Any], open: Callable[[Kernel, Any], Any], folder: Path) -> None:
        super().__init__(function, targetoptions=dict(OPTIONS), pipeline_class=KernelPipeline)
        self.open = open
        self.folder = folder
        self.callables: dict[Any, Any] = {}

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """As Numba's, for :func:`record_types.widened` types."""
        return super().get_call_template(tuple(widened(a) for a in args), {k: widened(v) for k, v in kws.items()})

    def add_overload(self, cres: Any) -> None:
        """Note a lowered version; it cannot be called from Python."""
        self.overloads[tuple(cres.signature.args)] = cres
        touched.append(self)
        watch(len(touched))

    def compile(self, sig: Any) -> Any:
        """Lower for argument types."""
        args = tuple(sig.args) if hasattr(sig, "args") else tuple(sig)
        with global_compiler_lock, self._compiling_counter:
            if args not in self.overloads:
                self.add_overload(self._compiler.compile(args, None))
            return self.overloads[args].entry_point

    def install(self, args: Any, function: Any) -> None:
        """Make the kernel callable from Python for these argument types. Types and function must stay alive."""
        if args not in self.callables:
            self.callables[args] = function
            self._insert([kind._code for kind in args], function, False)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Called by Numba where no compiled function fits the arguments of a call from Python."""
        assert not kws
        self._compilation_chain_init_hook()
        kinds = tuple(widened(self.typeof_pyval(a)) for a in args)
        self._types_active_call.clear()
        with global_compiler_lock:
            if kinds not in self.callables:
                self.open(self, kinds)
            return self.callables[kinds]
