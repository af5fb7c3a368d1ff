"""Compilation: the decorators of rules, kernels and entries, and the register of which clause is coded where.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import re
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

from .cache import (
    AT_ONCE,
    COMPILED,
    CORE,
    HAS_IMAGES,
    IMAGES,
    TESTED,
    Entry,
    cache_folder,
    cache_folders,
    code_hash,
    compile_lock,
    compiled_hash,
    entries,
    has_image,
    hashes_of,
    image_files,
    images_work,
    rules_hash,
    ruleset_folder,
    seconds_to_compile,
    ship,
    where_kept_instead,
)
from .folders import cache_root, is_writable, make_folder
from .trace import TRACED, traced

__all__ = [
    "AT_ONCE",
    "COMPILED",
    "CORE",
    "HAS_IMAGES",
    "IMAGES",
    "TESTED",
    "RuleEntry",
    "adopted",
    "cache_folder",
    "cache_folders",
    "cache_root",
    "code_hash",
    "coded",
    "compile_lock",
    "compile_ruleset",
    "compiled_hash",
    "entries",
    "entry",
    "has_image",
    "hashes_of",
    "image_files",
    "images_work",
    "is_compiled",
    "is_writable",
    "kernel",
    "make_folder",
    "outside",
    "rule",
    "rules_hash",
    "ruleset_folder",
    "seconds_to_compile",
    "ship",
    "where_kept_instead",
]

if COMPILED:
    from . import record_types
    from .indexing import KernelCompiler
if IMAGES or AT_ONCE:
    from . import image, lowering


class RuleEntry(NamedTuple):
    """Where a clause of a rulebook is coded."""

    clause: str
    module: str
    function: str
    path: str
    line: int


_rules: list[RuleEntry] = []


def widening(dispatcher: Any) -> Any:
    """Make calls from other kernels widen their arguments; see :func:`record_types.widened`."""
    call_template = dispatcher.get_call_template

    def widen(args: Any, kws: Any) -> Any:
        widened = record_types.widened
        return call_template(tuple(widened(a) for a in args), {k: widened(v) for k, v in kws.items()})

    dispatcher.get_call_template = widen
    return dispatcher


def kernel(function: Callable[..., Any], *, folder: Path | None = None) -> Any:
    """A function that is compiled with the ruleset it belongs to, for any engine state it is called with.

    The function must keep to plain scalar Python over records and arrays: no allocation, no strings, no exceptions, no
    negative index.
    """
    if not COMPILED:
        return function
    home = folder or ruleset_folder(Path(function.__code__.co_filename).resolve())
    if IMAGES:
        return lowering.Kernel(function, open_alone, home)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(numba_folder(home))
    try:
        options = {"cache": True, "nogil": True, "error_model": "numpy", "pipeline_class": KernelCompiler}
        return widening(numba.njit(**options)(function))
    finally:
        numba.config.CACHE_DIR = before


def entry(
    signature: str, *, folder: Path = CORE, records: Mapping[str, Any] | None = None, **more: np.dtype[Any]
) -> Callable[[Callable[..., Any]], Any]:
    """A kernel that Python calls: it can be seen from outside the image of its ruleset.

    Args:
        signature: the argument types, as in ``"states, int, books, float64[:,:]"``: ``int``, ``float``, ``bool``, arrays of
            numbers, the names of records for arrays of them, and those of named tuples whose ``SIGNATURE`` says what they hold.
        folder: of the ruleset; entries of the core are in the images of all rulesets.
        records, more: what the names stand for.

    Raises:
        TypeError: the function takes more or fewer arguments.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if len(re.findall(r"\w+", signature)) != function.__code__.co_argcount:
            raise TypeError(f"{function.__qualname__} takes other arguments than {signature!r}")
        compiled = kernel(function, folder=folder)
        if COMPILED or AT_ONCE:
            known = {**(records or {}), **more}
            held = compiled if COMPILED else lowering.Kernel(function, open_in_python, folder)
            entries[folder].append(Entry(f"{function.__module__}.{function.__qualname__}", held, signature, known))
            if IMAGES and folder != CORE:
                compiled.open = functools.partial(open_entry, folder)
        return compiled

    return decorate


def open_alone(kernel: Any, kinds: Any) -> None:
    """Make a kernel that is no entry callable from Python."""
    image.open_alone(kernel, kinds)


def open_in_python(kernel: Any, kinds: Any) -> None:
    """Let an entry whose image was adopted run in Python for argument types that the image does not hold."""
    kernel.callables[kinds] = kernel.py_func


def adopted(folder: Path) -> dict[Callable[..., Any], Any]:
    """The entries of a ruleset compiled, by their functions in Python, if its image is there by now; else none. All its sources
    must have been loaded.
    """
    if not has_image(folder) or not image.of(folder).find(lambda told: None):
        return {}
    return {one.kernel.py_func: one.kernel for one in (*entries[CORE], *entries[folder])}


def open_entry(folder: Path, kernel: Any, kinds: Any) -> None:
    """Make an entry callable from Python, with all others of its ruleset."""
    image.open_entry(folder, kernel, kinds)


def note_rule(function: Callable[..., Any], clauses: tuple[str, ...]) -> None:
    """Note that a function plays these clauses."""
    code = function.__code__
    for clause in clauses:
        _rules.append(
            RuleEntry(clause, function.__module__, function.__qualname__, code.co_filename, code.co_firstlineno)
        )


class outside:
    """For functions outside the kernels, which set a battle up: ``@outside.rule("setup.placement")``."""

    @staticmethod
    def rule(*clauses: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Record that a function plays these clauses; it stays plain Python."""

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            note_rule(function, clauses)
            return traced(function, clauses) if TRACED else function

        return decorate


def rule(*clauses: str) -> Callable[[Callable[..., Any]], Any]:
    """Like :func:`kernel`, and records that the function plays these clauses of its ruleset's ``rulebook.yaml``."""

    def decorate(function: Callable[..., Any]) -> Any:
        note_rule(function, clauses)
        return traced(function, clauses) if TRACED and not COMPILED else kernel(function)

    return decorate


def coded(folder: Path) -> list[RuleEntry]:
    """The clauses coded in the modules imported so far from below ``folder``, in order of import."""
    return [entry for entry in _rules if Path(entry.path).resolve().is_relative_to(folder)]


def is_compiled(folder: Path, tell: Callable[[str], None] = warnings.warn) -> bool:
    """Whether the ruleset in ``folder`` is completely compiled. All its sources must have been loaded.

    Args:
        tell: called with a line if the compiled code is damaged.
    """
    if IMAGES:
        return image.of(folder).find(tell)
    return not COMPILED or (numba_folder(folder) / "complete").exists()


def numba_folder(folder: Path) -> Path:
    """Where Numba by itself keeps what it compiles of a ruleset, function by function."""
    return next((home for home in cache_folders(folder) if (home / "complete").exists()), cache_folder(folder))


def compile_ruleset(folder: Path, tell: Callable[[str], None]) -> None:
    """Compile all entries of a ruleset; hold the lock.

    Args:
        folder: the ruleset's folder.
        tell: called with a line for each step.
    """
    if IMAGES:
        collects = gc.isenabled()
        gc.disable()  # typing and lowering leave few circles behind and make the collector look at millions of objects
        try:
            image.of(folder).make(tell)
        finally:
            if collects:
                gc.enable()
    elif COMPILED:
        from .signatures import kinds_of

        for one in (*entries[CORE], *entries[folder]):
            tell(one.kernel.__name__)
            one.kernel.compile(kinds_of(one))
        with contextlib.suppress(OSError):
            (numba_folder(folder) / "complete").touch()
