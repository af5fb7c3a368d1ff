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
import re
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np

from .trace import TRACED, traced

CORE = Path(__file__).resolve().parents[1]
WORDS = "words.py"
COMPILED = not numba.config.DISABLE_JIT
#: Versions that images were tested with. Others compile as Numba does by itself, function by function.
TESTED = {"numba": "0.68.", "llvmlite": "0.50."}


def images_work() -> bool:
    """Whether kernels are compiled into images (``image.py``), which stand on the inside of Numba. Otherwise Numba
    compiles them by itself, function by function: slower to compile, a little slower to play, with the same results.

    ``TACTICA_IMAGES=0`` asks for that.
    """
    if not COMPILED or os.environ.get("TACTICA_IMAGES") == "0":
        return False
    found = {"numba": numba.__version__, "llvmlite": llvmlite.__version__}
    if all(found[name].startswith(version) for name, version in TESTED.items()):
        return True
    have = " and ".join(f"{name} {version}" for name, version in found.items())
    want = " and ".join(f"{name} {version}*" for name, version in TESTED.items())
    warnings.warn(
        f"tactica compiles slowly, function by function: {have} are installed, tested are {want}", stacklevel=2
    )
    return False


IMAGES = images_work()
if COMPILED:
    from . import record_types
    from .indexing import KernelCompiler
if IMAGES:
    from . import lowering


class Entry(NamedTuple):
    """A kernel that Python calls: module and name, and its argument types as :func:`entry` takes them."""

    name: str
    kernel: Any
    signature: str
    records: Mapping[str, np.dtype[Any]]


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
def compiled_hash(folder: Path) -> str:
    """:func:`rules_hash` together with the versions that decide what is compiled.

    An image does not depend on where the ruleset lies; what Numba keeps by itself remembers its sources.
    """
    parts: tuple[str, ...] = (
        rules_hash(folder),
        platform.python_version(),
        np.__version__,
        numba.__version__,
        str(folder),
    )
    if IMAGES:
        from . import image

        parts = tuple(image.key_of(folder).values())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def cache_folder(folder: Path) -> Path:
    """Where what is compiled of the ruleset in ``folder`` is kept."""
    return cache_root() / f"{folder.name}-{compiled_hash(folder)}"


def widening(dispatcher: Any) -> Any:
    """Make calls from other kernels widen their arguments; see :func:`record_types.widened`."""
    call_template = dispatcher.get_call_template

    def widen(args: Any, kws: Any) -> Any:
        widened = record_types.widened
        return call_template(tuple(widened(a) for a in args), {k: widened(v) for k, v in kws.items()})

    dispatcher.get_call_template = widen
    return dispatcher


#: The entries of each ruleset, in the order they were declared in.
entries: defaultdict[Path, list[Entry]] = defaultdict(list)


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
    numba.config.CACHE_DIR = str(cache_folder(home))
    try:
        options = {"cache": True, "nogil": True, "error_model": "numpy", "pipeline_class": KernelCompiler}
        return widening(numba.njit(**options)(function))
    finally:
        numba.config.CACHE_DIR = before


def entry(
    signature: str, *, folder: Path = CORE, records: Mapping[str, np.dtype[Any]] | None = None, **more: np.dtype[Any]
) -> Callable[[Callable[..., Any]], Any]:
    """A kernel that Python calls: it can be seen from outside the image of its ruleset.

    Args:
        signature: the argument types, as in ``"states, int, books, float64[:,:]"``: ``int``, ``float``, ``bool``, arrays of
            numbers, and the names of records for arrays of them.
        folder: of the ruleset; entries of the core are in the images of all rulesets.
        records, more: what the names stand for.

    Raises:
        TypeError: the function takes more or fewer arguments.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if len(re.findall(r"\w+", signature)) != function.__code__.co_argcount:
            raise TypeError(f"{function.__qualname__} takes other arguments than {signature!r}")
        compiled = kernel(function, folder=folder)
        if COMPILED:
            known = {**(records or {}), **more}
            entries[folder].append(Entry(f"{function.__module__}.{function.__qualname__}", compiled, signature, known))
            if IMAGES and folder != CORE:
                compiled.open = functools.partial(open_entry, folder)
        return compiled

    return decorate


def open_alone(kernel: Any, kinds: Any) -> None:
    """Make a kernel that is no entry callable from Python."""
    from . import image

    image.open_alone(kernel, kinds)


def open_entry(folder: Path, kernel: Any, kinds: Any) -> None:
    """Make an entry callable from Python, with all others of its ruleset."""
    from . import image

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


def is_compiled(folder: Path, tell: Callable[[str], None] = warnings.warn) -> bool:
    """Whether nothing of the ruleset in ``folder`` is left to compile. All its sources must have been loaded.

    Args:
        tell: called with a line when what was compiled is damaged.
    """
    if IMAGES:
        from . import image

        return image.of(folder).find(tell)
    return not COMPILED or (cache_folder(folder) / "complete").exists()


def compile_ruleset(folder: Path, tell: Callable[[str], None], ship: bool = False) -> None:
    """Compile all entries of a ruleset; hold the lock.

    Args:
        folder: of the ruleset.
        tell: called with what is being done.
        ship: keep the image beside the ruleset's sources, for a wheel.

    Raises:
        RuntimeError: there is no image to ship, because these versions were not tested.
    """
    if IMAGES:
        from . import image

        image.of(folder).make(tell, ship)
    elif ship:
        raise RuntimeError("only images can be shipped, and these versions make none")
    elif COMPILED:
        from .signatures import kinds_of

        for one in (*entries[CORE], *entries[folder]):
            tell(one.kernel.__name__)
            one.kernel.compile(kinds_of(one))
        (cache_folder(folder) / "complete").touch()
