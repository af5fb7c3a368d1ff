"""Compilation: two decorators, one cache folder for each ruleset's sources, and the register of which clause is coded where.

Numba's disk cache does not notice that a callee in another file has changed, and would go on playing the old rule. So the
folder a function is cached in is named by a hash over everything it may call: the core, its own ruleset with its tables, and
the versions of Python, NumPy and Numba. Change any of them and a fresh folder is used.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

from .trace import TRACED, traced

CORE = Path(__file__).resolve().parents[1]
WORDS = "words.py"
COMPILED = not numba.config.DISABLE_JIT


class RuleEntry(NamedTuple):
    """Where a clause of a rulebook is coded."""

    clause: str
    module: str
    function: str
    path: str
    line: int


_rules: list[RuleEntry] = []


def cache_root() -> Path:
    """The folder all compiled code is kept in: ``$TACTICA_CACHE``, else the user's cache folder."""
    given = os.environ.get("TACTICA_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tactica"


if COMPILED:
    # Numba knows IntEnum members but not int() of one. Its value is all that is meant.
    from numba.core import types
    from numba.extending import overload

    from . import record_types  # noqa: F401  (changes what Numba thinks of records)
    from .indexing import KernelCompiler

    @overload(int)
    def _int_of_enum_member(member):  # no annotations: Numba compares the bare signatures
        if isinstance(member, types.IntEnumMember):
            return lambda member: member.value
        return None


@functools.cache
def ruleset_folder(path: Path) -> Path:
    """The nearest folder above a source file that holds a ``rulebook.yaml``; the core's own folder when there is none."""
    for folder in path.parents:
        if (folder / "rulebook.yaml").exists():
            return folder
    return CORE


@functools.cache
def rules_hash(folder: Path) -> str:
    """Hash over the core and the sources and tables of ``folder``: what decides how a game goes, on any machine.

    The words that tell of it are left out (``words.py`` of a ruleset): they may be mended without refusing old replays.
    """
    digest = hashlib.sha256()
    for root in (CORE, folder):
        for file in sorted(root.rglob("*")):
            if file.suffix in (".py", ".yaml") and file.name != WORDS and "__pycache__" not in file.parts:
                digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def source_hash(folder: Path) -> str:
    """:func:`rules_hash` together with the place and the versions that decide what is compiled."""
    parts = (rules_hash(folder), platform.python_version(), np.__version__, numba.__version__, str(folder))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def cache_folder(folder: Path) -> Path:
    """Where the functions of the ruleset in ``folder`` are cached."""
    return cache_root() / f"{folder.name}-{source_hash(folder)}"


def widened(kind: Any) -> Any:
    """The argument type a kernel is compiled for: every integer, literal and enum member as int64."""
    from numba.core import types

    if isinstance(kind, types.BooleanLiteral):
        return types.boolean
    if isinstance(kind, types.Integer | types.IntEnumMember):
        return types.int64
    return kind


def one_signature(dispatcher: Any) -> Any:
    """Make calls from other kernels widen their scalar arguments, so that a function is compiled once, not once for every
    mixture of field widths, literals and enums it is called with.
    """
    call_template = dispatcher.get_call_template

    def widening(args: Any, kws: Any) -> Any:
        return call_template(tuple(widened(a) for a in args), {k: widened(v) for k, v in kws.items()})

    dispatcher.get_call_template = widening
    return dispatcher


def kernel(function: Callable[..., Any], *, folder: Path | None = None) -> Any:
    """Compile a function on its first call, for any engine state it is called with.

    The function must keep to plain scalar Python over records and arrays: no allocation, no strings, no exceptions, no
    negative index.
    """
    if not COMPILED:
        return function
    home = folder or ruleset_folder(Path(function.__code__.co_filename).resolve())
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(home))
    try:
        options = {"cache": True, "nogil": True, "error_model": "numpy", "pipeline_class": KernelCompiler}
        return one_signature(numba.njit(**options)(function))
    finally:
        numba.config.CACHE_DIR = before


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


@contextlib.contextmanager
def compile_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of one ruleset's cache folder, so that of many processes only one compiles and the others wait."""
    home = cache_folder(folder)
    home.mkdir(parents=True, exist_ok=True)
    with open(home / "lock", "a+b") as handle:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(handle, fcntl.LOCK_UN)


def is_warm(folder: Path) -> bool:
    """Whether the ruleset in ``folder`` has been compiled to the end with exactly these sources."""
    return not COMPILED or (cache_folder(folder) / "complete").exists()


def mark_warm(folder: Path) -> None:
    """Note that every kernel of the ruleset in ``folder`` lies in the cache."""
    if COMPILED:
        (cache_folder(folder) / "complete").touch()
