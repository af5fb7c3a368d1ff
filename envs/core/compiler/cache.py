"""Where compiled code is stored, and what decides whether it is still valid: sources, versions, the machine.

The folder is named by a hash over everything that compiled code may call: the logic of the core and of the ruleset with its
tables, the versions of Python, NumPy and Numba, and Numba's settings. Change any of them and a fresh folder is used. Comments,
docstrings, layout and sentences are not part of the logic (``logic.py``).
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import itertools
import os
import platform
import re
import shutil
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np

from .folders import is_safe, is_writable, lasting_folder, make_folder, opened, private_folder, roots
from .logic import logic_of

CORE = Path(__file__).resolve().parents[1]
#: Files that hold words, pictures and sheets: no kernel calls them, no battle depends on them.
TOLD = ("words.py", "look.py", "sheet.py")
#: Files that wait for an image.
WAITING = ("adopting.py",)
#: Files of kernels that only explain a choice to people: they are compiled, but no battle depends on them.
REASONS = ("telling.py",)
#: Numba's settings that change what it makes of a kernel.
SETTINGS = (
    "BOUNDSCHECK", "DEBUG", "DEBUGINFO_DEFAULT", "DISABLE_INTEL_SVML", "ENABLE_PROFILING", "EXTEND_VARIABLE_LIFETIMES",
    "JIT_COVERAGE", "LLVM_REFPRUNE_FLAGS", "LLVM_REFPRUNE_PASS", "LOOP_VECTORIZE", "OPT", "SLP_VECTORIZE",
)  # fmt: skip
#: Versions that images were tested with. Others compile as Numba does by itself, function by function.
TESTED = {"numba": "0.68.", "llvmlite": "0.50."}


def images_work() -> bool:
    """Whether kernels can be compiled into images (``image.py``), which stand on the inside of Numba. Otherwise Numba
    compiles them by itself, function by function: slower to compile, a little slower to play, with the same results.

    ``TACTICA_IMAGES=0`` asks for that.
    """
    if numba.config.DISABLE_JIT or os.environ.get("TACTICA_IMAGES") == "0":
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


HAS_IMAGES = images_work()
#: What a processor must have for code made for ``x86-64-v3``.
V3 = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")

#: Bytes of a ruleset's sources that are compiled in a second, on one core: of the slowest of the five, by the README's table.
BYTES_A_SECOND = 7000


class Entry(NamedTuple):
    """A kernel that Python calls: module and name, and its argument types as :func:`entry` takes them."""

    name: str
    kernel: Any
    signature: str
    records: Mapping[str, Any]


#: The entries of each ruleset, in the order they were declared in.
entries: defaultdict[Path, list[Entry]] = defaultdict(list)


def host_can_run(cpu: str) -> bool:
    """Whether this machine has all that code for ``cpu`` may use."""
    if cpu != "x86-64-v3":
        return True
    features = llvm.get_host_cpu_features()
    return all(features.get(name, False) for name in V3)


def best_target() -> str:
    """What images are made for: ``x86-64-v3`` where the processor can, else the least of its architecture."""
    is_x86 = platform.machine().lower() in ("x86_64", "amd64")
    return "x86-64-v3" if is_x86 and host_can_run("x86-64-v3") else "generic"


def key_of(folder: Path) -> dict[str, str]:
    """All that decides what an image holds; nothing of where the ruleset lies."""
    return {
        "ruleset": folder.name,
        "code": code_hash(folder),
        "python": f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}",
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "platform": llvm.get_process_triple(),
        "processor": best_target(),
        "settings": settings(),
    }


def settings() -> str:
    """Numba's settings that change compiled code, as ``NUMBA_...`` variables give them."""
    return " ".join(f"{name}={getattr(numba.config, name, '')!s}" for name in SETTINGS)


@functools.cache
def ruleset_folder(path: Path) -> Path:
    """The nearest folder above a source file that holds a ``rulebook.yaml``; the core's own folder if no folder does."""
    for folder in path.parents:
        if (folder / "rulebook.yaml").exists():
            return folder
    return CORE


class Hashes(NamedTuple):
    """Two hashes over the sources of the core and a ruleset, 16 hex digits each: :func:`rules_hash` and :func:`code_hash`."""

    rules: str
    code: str

    def __str__(self) -> str:
        """As they are noted in a file."""
        return f"{self.rules} {self.code}\n"


def rules_hash(folder: Path) -> str:
    """Hash of all that decides how a game goes: the logic of the core, and of the sources and tables of ``folder``.

    It is the same on any machine. Files that only describe a game (:data:`TOLD`, :data:`REASONS`) are left out, and in the
    others the sentences that ``logic.py`` lists, so that a better sentence invalidates no replay.
    """
    return hashes_of(folder).rules


def code_hash(folder: Path) -> str:
    """Hash over the logic of all that is compiled: :func:`rules_hash` with the kernels of :data:`REASONS`."""
    return hashes_of(folder).code


def sources_of(folder: Path) -> list[tuple[Path, str]]:
    """The sources and tables of the core and of a ruleset, each with its path below the folder it belongs to."""
    return [
        (file, file.relative_to(root).as_posix())
        for root in (CORE, folder)
        for file in sorted(root.rglob("*"))
        if file.suffix in (".py", ".yaml") and file.name not in (*TOLD, *WAITING) and "__pycache__" not in file.parts
    ]


def contents_of(folder: Path) -> list[tuple[PurePath, bytes]]:
    """Path and bytes of each of the :func:`sources_of` a ruleset."""
    return [(PurePath(name), file.read_bytes()) for file, name in sources_of(folder)]


def note_of(sources: list[tuple[PurePath, bytes]]) -> str:
    """The name under which the hashes of these sources are noted: a hash over their bytes."""
    raw = hashlib.sha256()
    for name, content in sources:
        raw.update(f"{name.as_posix()}\0{len(content)}\0".encode() + content)
    return raw.hexdigest()


@functools.cache
def hashes_of(folder: Path) -> Hashes:
    """Both hashes of a ruleset. Reading the logic of its sources takes seconds, so the result is noted in the cache, and in a
    wheel beside the sources.
    """
    sources = contents_of(folder)
    note = note_of(sources)
    for kept in (folder / f"{note}.hashes", *(root / "hashes" / note for root in roots())):
        with contextlib.suppress(OSError, UnicodeDecodeError), opened(kept) as file:
            found = re.fullmatch(r"([0-9a-f]{16}) ([0-9a-f]{16})\n", file.read(100).decode())
            if found and (kept.parent == folder or is_safe(kept.parent)):
                return Hashes(*found.groups())
    rules, code = hashlib.sha256(), hashlib.sha256()
    for name, content in sources:
        logic = name.as_posix().encode() + b"\0" + logic_of(content, name.name)
        code.update(logic)
        if name.name not in REASONS:
            rules.update(logic)
    hashes = Hashes(rules.hexdigest()[:16], code.hexdigest()[:16])
    with contextlib.suppress(OSError):
        make_folder(kept.parent)
        temporary = kept.with_name(f"{kept.name}.{os.getpid()}")
        temporary.write_text(str(hashes))
        os.replace(temporary, kept)
    return hashes


@functools.cache
def compiled_hash(folder: Path) -> str:
    """:func:`code_hash` together with the versions and settings that decide what is compiled.

    An image does not depend on where the ruleset lies; what Numba keeps by itself remembers its sources.
    """
    parts: tuple[str, ...] = (
        code_hash(folder),
        platform.python_version(),
        np.__version__,
        numba.__version__,
        settings(),
        str(folder),
    )
    if HAS_IMAGES:
        parts = tuple(key_of(folder).values())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def cache_folders(folder: Path) -> list[Path]:
    """The folders to search for compiled code of the ruleset in ``folder``; new code is written to the last."""
    name = f"{folder.name}-{compiled_hash(folder)}"
    found = [root / name for root in roots() if is_safe(root / name)]
    if not found or (found[-1].exists() and not is_writable(found[-1])):
        found.append(private_folder() / name)
    return found


def cache_folder(folder: Path) -> Path:
    """The folder that compiled code of the ruleset in ``folder`` is written to."""
    return cache_folders(folder)[-1]


def image_files(folder: Path) -> list[Path]:
    """Where the image of a ruleset may be: in the cache, and beside its sources, where a wheel brings it."""
    return [*(home / "image" for home in cache_folders(folder)), shipped_file(folder)]


def shipped_file(folder: Path) -> Path:
    """Where a wheel brings the image of a ruleset."""
    return folder / f"{cache_folder(folder).name}.image"


def ship(folder: Path) -> None:
    """Put the image of a ruleset, which is in the cache, and the note of its hashes beside its sources, for a wheel.

    Raises:
        FileNotFoundError: it is not compiled; OSError: one of the files cannot be written.
    """
    made = next((file for file in image_files(folder)[:-1] if file.is_file()), None)
    if made is None:
        raise FileNotFoundError(errno.ENOENT, "the ruleset is not compiled", str(cache_folder(folder)))
    shutil.copyfile(made, shipped_file(folder))
    (folder / f"{note_of(contents_of(folder))}.hashes").write_text(str(hashes_of(folder)))


def has_image(folder: Path) -> bool:
    """Whether there is an image of a ruleset as its sources are now. It is not looked into."""
    may_be = itertools.chain(folder.glob("*.image"), *(root.glob(f"{folder.name}-*/image") for root in roots()))
    return any(may_be) and any(file.is_file() for file in image_files(folder))


def seconds_to_compile(folder: Path) -> int:
    """About how many seconds it takes to compile a ruleset, in tens."""
    size = sum(file.stat().st_size for file in folder.rglob("*.py"))
    return max(10, round(size / BYTES_A_SECOND / 10) * 10)


def where_kept_instead(folder: Path) -> str:
    """Where what is compiled of a ruleset stays, and how long, when its cache cannot be written; empty when it can."""
    wanted, home = roots()[0], cache_folder(folder)
    if home.parent == wanted or not is_safe(wanted / home.name):
        return ""
    stays = "it is compiled again each time"
    if is_writable(home):
        until = "until the machine restarts" if home.parent == lasting_folder() else "only for this command"
        stays = f"the code stays in {home.parent} {until}"
    return f"{wanted} cannot be written, so {stays}; to keep it, set TACTICA_CACHE=FOLDER"


@contextlib.contextmanager
def compile_lock(folder: Path, waits: bool = True) -> Iterator[None]:
    """Hold the lock of one ruleset's cache folder, so that of many processes only one compiles and the others wait.

    Args:
        folder: of the ruleset.
        waits: wait while another process holds it.

    Raises:
        BlockingIOError: another process holds it, and ``waits`` is false.
    """
    home = cache_folder(folder)
    make_folder(home)
    with open(home / "lock", "a+b") as handle:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
            try:
                yield
            finally:
                msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
            try:
                yield
            finally:
                fcntl.flock(handle, fcntl.LOCK_UN)


# --- which engine -----------------------------------------------------------------------------------------------------------


def plays_at_once() -> bool:
    """Whether this process begins to play in Python, with the same results, because something is not compiled yet: where
    Numba's images work, ``TACTICA_ENGINE`` does not ask for ``compiled``, and one of the rulesets that come with the project
    has no image.
    """
    if not HAS_IMAGES or os.environ.get("TACTICA_ENGINE") == "compiled":
        return False
    return not all(has_image(file.parent) for file in sorted(CORE.parent.glob("rulesets/*/rulebook.yaml")))


#: Kernels run in Python until the image of their ruleset is there, and a process of its own makes it (``adopting.py``).
AT_ONCE = plays_at_once()
#: Kernels are compiled when they are called.
COMPILED = not numba.config.DISABLE_JIT and not AT_ONCE
#: They are compiled into images.
IMAGES = COMPILED and HAS_IMAGES
