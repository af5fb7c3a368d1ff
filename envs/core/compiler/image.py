"""One image for each ruleset: all its kernels in one module, optimised and turned into machine code once, in one file.

Only the entries (``jit.entry``), which Python calls, can be seen from outside; so everything else is inlined, specialised and
thrown away as the optimiser likes.

A file begins with a line that names the format, a line with the hash of all that follows, and a line of JSON: what the code
was made from, and its entries with their signatures. The rest is an object file. The types of the arguments are rebuilt from
the ruleset's own records. Nothing in it is a pickle.

A kernel that is not an entry but is called from Python (as in tests) gets a small image of its own.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import json
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import Environment
from numba.core.itanium_mangler import mangle_args
from numba.core.registry import cpu_target

from . import cache, folders, lowering
from .cache import Entry, best_target, key_of
from .signatures import kinds_of

FORMAT = b"tactica image 1\n"
CHUNK = 32  # modules linked into one at a time
#: Types and compiled functions in use: dispatchers only borrow them.
kept: list[Any] = []
running_number = itertools.count()


class BadImage(Exception):
    """A file that is no image, or a damaged one, or one made from something else."""


# --- linking, optimising, machine code -----------------------------------------------------------------------------------


@functools.cache
def machine(cpu: str) -> Any:
    """LLVM's idea of the machine that code is made for."""
    options: dict[str, Any] = {"opt": 3}
    cpu_target.target_context.codegen()._customize_tm_options(options)
    options.update(cpu=cpu, features="")
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(**options)


def closure(libraries: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """The libraries of kernels and of all kernels they call, and Numba's own that these call."""
    kernels: dict[int, Any] = {}
    helpers: dict[int, Any] = {}
    todo = list(libraries)
    while todo:
        library = todo.pop()
        if id(library) not in kernels:
            kernels[id(library)] = library
            todo.extend(library.calls)
            helpers.update((id(helper), helper) for helper in library.helpers)
    return list(kernels.values()), list(helpers.values())


def linked(libraries: Iterable[Any]) -> Any:
    """One module with the code of libraries and of all they call."""
    kernels, helpers = closure(libraries)
    modules = [one._final_module.clone() for one in kernels]
    while len(modules) > 1:  # linking takes time in proportion to what is linked into
        for start in range(0, len(modules), CHUNK):
            for module in modules[start + 1 : start + CHUNK]:
                modules[start].link_in(module)
        modules = modules[::CHUNK]
    for helper in helpers:  # last: bodies nobody has asked for yet would be dropped
        modules[0].link_in(helper._get_module_for_linking(), preserve=True)
    return modules[0]


class Built(NamedTuple):
    """An image that has been made: object code, and the symbols of each entry and of its environment."""

    code: bytes
    symbols: list[tuple[str, str]]


def build(results: list[Any], name: str, tell: Callable[[str], None]) -> Built:
    """Link lowered kernels and all they call, make all but their wrappers internal, optimise, and emit machine code."""
    tell("linking")
    wrappers = JITCodeLibrary(cpu_target.target_context.codegen(), name)
    for result in results:
        result.target_context.create_cpython_wrapper(
            wrappers, result.fndesc, result.environment, result.call_helper, release_gil=True
        )
    module = linked([result.library for result in results])
    module.link_in(wrappers._final_module)
    symbols = []
    for i, result in enumerate(results):
        symbol, environment_symbol = f"tactica.{name}.{i}", f"tactica.{name}.{i}.environment"
        module.get_function(result.fndesc.llvm_cpython_wrapper_name).name = symbol
        module.get_global_variable(result.fndesc.env_name).name = environment_symbol
        symbols.append((symbol, environment_symbol))
    seen_from_outside = {symbol for both in symbols for symbol in both}
    for value in itertools.chain(module.functions, module.global_variables):
        if not value.is_declaration and value.name not in seen_from_outside:
            value.linkage = "internal"
    tell("optimising")
    target = machine(best_target())
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    passes = llvm.create_pass_builder(target, tuning)
    passes.getModulePassManager().run(module, passes)
    module.verify()
    tell("machine code")
    return Built(target.emit_object(module), symbols)


def load(code: bytes, entries: list[tuple[Any, Any]], symbols: list[tuple[str, str]], environments: list[Any]) -> None:
    """Make kernels callable from Python: (kernel, argument types) for each pair of symbols in the object code."""
    context = cpu_target.target_context
    context.refresh()  # the symbols of Numba that the code uses
    codegen = context.codegen()
    engine = codegen._engine._ee
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    for (kernel, kinds), (symbol, environment_symbol), environment in zip(entries, symbols, environments, strict=True):
        codegen.set_env(environment_symbol, environment)
        function = kernel.py_func
        address = engine.get_function_address(symbol)
        compiled = _dynfunc.make_function(
            sys.modules.get(function.__module__), function.__name__, function.__doc__ or "", address, environment, ()
        )
        kept.append((kernel, kinds, compiled, environment))
        kernel.install(kinds, compiled)


# --- the image of a ruleset ------------------------------------------------------------------------------------------------


def cached_file(folder: Path) -> Path:
    """The file that the image of a ruleset is written to."""
    return cache.cache_folder(folder) / "image"


def write(path: Path, folder: Path, entries: list[Entry], built: Built) -> None:
    """Save an image, whole or not at all."""
    rows = [(entry.name, entry.signature, *names) for entry, names in zip(entries, built.symbols, strict=True)]
    about = {"made_from": key_of(folder), "entries": rows}
    content = json.dumps(about).encode() + b"\n" + built.code
    folders.make_folder(path.parent)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)  # damage, like any other
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o644)
        with os.fdopen(handle, "wb") as file:
            file.write(FORMAT + hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def read(path: Path, folder: Path, entries: list[Entry]) -> tuple[bytes, list[tuple[str, str]]]:
    """Object code and symbols of a saved image.

    Raises:
        BadImage: it is damaged, made from something else, or others may have written it; OSError: it cannot be read.
    """
    with folders.opened(path) as file:
        why = "" if path.parent == folder else folders.what_is_unsafe(os.fstat(file.fileno()))
        if why:
            raise BadImage(why)
        data = file.read()
    if not data.startswith(FORMAT):
        raise BadImage("it is no image of this format")
    digest, _, content = data[len(FORMAT) :].partition(b"\n")
    if hashlib.sha256(content).hexdigest().encode() != digest:
        raise BadImage("it is damaged")
    line, _, code = content.partition(b"\n")
    about = json.loads(line)
    rows = about["entries"]
    if about["made_from"] != key_of(folder):
        raise BadImage("it was made from other sources or for another machine")
    if [(name, text) for name, text, *_ in rows] != [(entry.name, entry.signature) for entry in entries]:
        raise BadImage("it has other entries")
    return code, [(symbol, environment) for _, _, symbol, environment in rows]


class RulesetImage:
    """The entries of one ruleset and the image that holds them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_loaded = False

    @property
    def entries(self) -> list[Entry]:
        """What Python calls: of the core, and of the ruleset."""
        return [*cache.entries[cache.CORE], *cache.entries[self.folder]]

    def find(self, tell: Callable[[str], None] = warnings.warn) -> bool:
        """Load the image if there is one. Returns whether it is loaded; where it is not, ``tell`` is called with a line for each
        that is damaged.
        """
        if self.is_loaded:
            return True
        damaged = []
        for path in cache.image_files(self.folder):
            try:
                code, symbols = read(path, self.folder, self.entries)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except (BadImage, OSError, ValueError, LookupError, TypeError) as error:
                why = (
                    error
                    if isinstance(error, BadImage)
                    else f"it cannot be read ({getattr(error, 'strerror', None) or error})"
                )
                damaged.append(f"{path} is not used: {why}; {self.folder.name} is compiled again")
                continue
            self.load(code, symbols)
            return True
        for line in damaged:
            tell(line)
        return False

    def load(self, code: bytes, symbols: list[tuple[str, str]]) -> None:
        """Make all entries callable."""
        kinds = [(entry.kernel, kinds_of(entry)) for entry in self.entries]
        environments = new_environments([entry.kernel for entry in self.entries], symbols)
        load(code, kinds, symbols, environments)
        self.is_loaded = True

    def lower(self) -> list[Any]:
        """Type and lower all entries with all they call. Returns Numba's results in their order."""
        results = []
        for entry in self.entries:
            kinds = kinds_of(entry)
            entry.kernel.compile(kinds)
            results.append(entry.kernel.overloads[kinds])
        return results

    def make(self, tell: Callable[[str], None] = lambda phase: None) -> None:
        """Compile the image, save it where it is looked for, and load it."""
        with global_compiler_lock:
            lowering.watch = lambda count: tell(f"types and code of {count} functions")
            results = self.lower()
            lowering.watch = lambda count: None
            built = build(results, f"{cache.cache_folder(self.folder).name}.{next(running_number)}", tell)
            for result in results:
                if result.environment.consts:
                    raise TypeError(f"{result.fndesc.qualname} returns what is no number")
            lowering.forget()
            path = cached_file(self.folder)
            try:
                write(path, self.folder, self.entries, built)
            except OSError as error:
                if folders.is_writable(path.parent):  # else it was said before
                    warnings.warn(
                        f"{path} cannot be saved ({error}); TACTICA_CACHE=FOLDER names another folder", stacklevel=3
                    )
            if not self.is_loaded:
                self.load(built.code, built.symbols)

    def open(self) -> None:
        """Load the image; compile it first if it is missing. Of several processes one compiles, the others wait."""
        if self.find():
            return
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # where nothing can be stored, no process has to wait
                stack.enter_context(cache.compile_lock(self.folder))
            if not self.find(lambda told: None):
                where = cache.where_kept_instead(self.folder)
                if where:
                    about = f"about {cache.seconds_to_compile(self.folder)} s"
                    warnings.warn(f"compiling {self.folder.name}, {about}: {where}", stacklevel=2)
                self.make()


# --- images of one kernel -------------------------------------------------------------------------------------------------


def alone_files(kernel: Any, entry: Entry) -> list[Path]:
    """The files to search for the image of one kernel; a new image is written to the last. Empty if the folder's hash does
    not cover the kernel's source.
    """
    source = Path(kernel.py_func.__code__.co_filename).resolve()
    if not any(source.is_relative_to(root) for root in (cache.CORE, kernel.folder)):
        return []
    name = hashlib.sha256(f"{entry.name} {entry.signature}".encode()).hexdigest()[:16]
    return [home / "alone" / name for home in cache.cache_folders(kernel.folder)]


def open_alone(kernel: Any, kinds: tuple[Any, ...]) -> None:
    """Make a kernel callable that belongs to no image, or is called with other types than it is declared for."""
    entry = Entry(f"{kernel.__module__}.{kernel.__qualname__}", kernel, mangle_args(kinds), {})
    paths = alone_files(kernel, entry)
    for path in paths:
        with contextlib.suppress(OSError, BadImage, ValueError, LookupError, TypeError):
            code, symbols = read(path, kernel.folder, [entry])
            load(code, [(kernel, kinds)], symbols, new_environments([kernel], symbols))
            return
    kernel.compile(kinds)
    result = kernel.overloads[kinds]
    built = build([result], f"alone.{os.getpid()}.{os.urandom(4).hex()}", lambda phase: None)
    if paths and not result.environment.consts:
        with contextlib.suppress(OSError):
            write(paths[-1], kernel.folder, [entry], built)
    load(built.code, [(kernel, kinds)], built.symbols, [result.environment])


def new_environments(kernels: list[Any], symbols: list[tuple[str, str]]) -> list[Any]:
    """What compiled functions find their globals through, one for each."""
    environments = []
    for (_, name), kernel in zip(symbols, kernels, strict=True):
        environment = Environment(kernel.py_func.__globals__)
        environment.env_name = name
        environments.append(environment)
    return environments


@functools.cache
def of(folder: Path) -> RulesetImage:
    """The image of the ruleset in ``folder``."""
    return RulesetImage(folder)


def open_entry(folder: Path, kernel: Any, kinds: tuple[Any, ...]) -> None:
    """Make an entry callable, with all others of its ruleset."""
    of(folder).open()
    if kinds not in kernel.callables:
        open_alone(kernel, kinds)
