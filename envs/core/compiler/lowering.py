"""The front end of the compiler: a kernel is typed and lowered once, into a library that holds its own code only.

Numba's own way is a library for each function that holds copies of all it calls, optimised and turned into machine code again
at every level of the call tree. Here a library declares what its kernel calls, and ``image.py`` links all libraries of a
ruleset into one image.

Kernels make no arrays and keep none, so nothing is counted in them (Numba's run time, ``_nrt``, is off): whoever calls from
Python holds all arguments.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import types as _types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.itanium_mangler import mangle_args
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering, NopythonTypeInference
from numba.core.typing import signature

from .indexing import UnsignedIndices
from .record_types import widened

types: Any = _types  # its stubs lack much

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": False}


# --- work shared by two processes ----------------------------------------------------------------------------------------

#: Where processes that compile the same ruleset put each kernel they have lowered, for the others to take; None alone.
shared: Path | None = None
PATIENCE = 30.0  # seconds to wait for a kernel that another process has begun; it may have ended in the middle of it
SCALARS = {str(kind): kind for kind in (types.none, types.int64, types.float64, types.boolean)}


def part_of(function: Callable[..., Any], args: tuple[Any, ...], folder: Path) -> Path:
    """The file of a kernel for argument types: its name is the same in every process."""
    name = f"{function.__module__}.{function.__qualname__} {mangle_args(args)}"
    return folder / hashlib.sha256(name.encode()).hexdigest()


def claimed(part: Path) -> bool:
    """Claim a kernel for this process. Returns whether nobody else had."""
    try:
        part.with_suffix(".claimed").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def hand_out(path: Path, cres: Any) -> None:
    """Put down a lowered kernel: a line of JSON and its bitcode, with what it needs of Numba's own functions."""
    module = cres.library._final_module.clone()
    for helper in cres.library.helpers:
        module.link_in(helper._get_module_for_linking(), preserve=True)
    fndesc = cres.fndesc
    about = {"symbol": fndesc.mangled_name, "environment": fndesc.env_name, "returns": str(fndesc.restype)}
    temporary = path.with_suffix(f".{os.getpid()}")
    temporary.write_bytes(json.dumps(about).encode() + b"\n" + module.as_bitcode())
    os.replace(temporary, path)


def read_part(path: Path) -> tuple[dict[str, str], bytes]:
    """Symbol and return type of a kernel that was put down, and its bitcode."""
    line, _, code = path.read_bytes().partition(b"\n")
    return json.loads(line), code


# --- libraries of one kernel --------------------------------------------------------------------------------------------


class KernelLibrary(JITCodeLibrary):
    """The code of one kernel, with what it calls declared. It is linked into images, and never compiled by itself.

    Attributes:
        calls: libraries of the kernels it calls.
        helpers: libraries of Numba's own functions it calls.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.calls: list[KernelLibrary | TakenLibrary] = []
        self.helpers: list[Any] = []

    def add_linking_library(self, library: Any) -> None:
        """Remember a library this one calls."""
        if isinstance(library, KernelLibrary | TakenLibrary):
            self.calls.append(library)
        else:
            library._ensure_finalized()
            self.helpers.append(library)

    def _ensure_finalized(self) -> None:
        """Nothing is ever finalized here."""


class TakenLibrary:
    """Stands for a kernel that another process has lowered; what it calls lies beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """Lowers a kernel into a library of its own and leaves it at that."""

    _name = "tactica_kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function in ``state``. Returns that it was changed."""
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


#: The kernels lowered in this process or taken from another, one mention for each of their signatures.
touched: list[Kernel] = []


def forget() -> None:
    """Drop everything that has been lowered. What can be called from Python stays."""
    for kernel in touched:
        kernel.overloads.clear()
    touched.clear()


class Kernel(CPUDispatcher):
    """A kernel: typed and lowered where another one calls it; to be called from Python it needs an image that holds it.

    Attributes:
        open: makes a compiled function of this kernel for argument types: ``open(kernel, types)``. Set by ``jit.kernel``.
        callables: the compiled functions, by argument types.
    """

    def __init__(self, function: Callable[..., Any], open: Callable[[Kernel, Any], Any]) -> None:
        super().__init__(function, targetoptions=dict(OPTIONS), pipeline_class=KernelPipeline)
        self.open = open
        self.callables: dict[Any, Any] = {}

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """As Numba's, for :func:`record_types.widened` types."""
        return super().get_call_template(tuple(widened(a) for a in args), {k: widened(v) for k, v in kws.items()})

    def add_overload(self, cres: Any) -> None:
        """Note a lowered version; it cannot be called from Python."""
        self.overloads[tuple(cres.signature.args)] = cres
        touched.append(self)

    def compile(self, sig: Any) -> Any:
        """Lower for argument types, unless another process has done so."""
        args = tuple(sig.args) if hasattr(sig, "args") else tuple(sig)
        with global_compiler_lock, self._compiling_counter:
            if args not in self.overloads:
                part = part_of(self.py_func, args, shared) if shared else None
                if part is None or not self.wait_for(args, part):
                    cres = self._compiler.compile(args, None)
                    self.add_overload(cres)
                    if part is not None:
                        hand_out(part, cres)
            return self.overloads[args].entry_point

    def wait_for(self, args: Any, part: Path) -> bool:
        """Take a kernel from the process that has lowered it or is about to. Returns whether it could be taken.

        Two processes cannot wait for each other: no kernel calls itself, in any number of steps.
        """
        end = time.monotonic() + PATIENCE
        while not part.exists() and not claimed(part) and time.monotonic() < end:
            time.sleep(0.005)
        return self.take(args, part)

    def take(self, args: Any, part: Path) -> bool:
        """Declare a kernel that another process has lowered. Returns whether there is one that returns a mere number."""
        try:
            about, _ = read_part(part)
        except FileNotFoundError:
            return False
        if about["returns"] not in SCALARS:
            return False
        function, symbol, returns = self.py_func, about["symbol"], SCALARS[about["returns"]]
        code = function.__code__
        fndesc = PythonFunctionDescriptor(
            True, function.__module__, function.__qualname__, symbol, "", None, returns, None,
            code.co_varnames[: code.co_argcount], (), mangler=lambda *_, **__: symbol, argtypes=args,
            env_name=about["environment"],
        )  # fmt: skip
        token, library = object(), TakenLibrary(part.parent)
        self.targetctx.insert_user_function(token, fndesc, [library])
        result = compile_result(
            entry_point=token, signature=signature(returns, *args), objectmode=False, fndesc=fndesc, library=library,
            target_context=self.targetctx, typing_context=self.typingctx,
        )  # fmt: skip
        self.add_overload(result)
        return True

    def install(self, args: Any, function: Any) -> None:
        """Make the kernel callable from Python for these argument types. Types and function must be kept alive."""
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
