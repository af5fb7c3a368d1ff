"""Where compiled code is kept, and what decides that it still holds: sources, versions, the machine.

The folder is named by a hash over everything that compiled code may call: the logic of the core and of the ruleset with its
tables, the versions of Python, NumPy and Numba, and Numba's settings. Change any of them and a fresh folder is used. Comments,
docstrings, layout and sentences are no logic (``logic.py``).
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import functools
import hashlib
import itertools
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np

from .logic import logic_of

CORE = Path(__file__).resolve().parents[1]
#: Files that hold words, pictures and sheets: no kernel calls them, no battle depends on them.
TOLD = ("words.py", "look.py", "sheet.py")
#: Files that wait for an image.
WAITING = ("adopting.py",)
#: Files of kernels that only tell people of a choice: they are compiled, and no battle depends on them.
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


def wanted_root() -> Path:
    """The folder that compiled code is meant to be kept in: ``$TACTICA_CACHE``, else the user's cache folder."""
    given = os.environ.get("TACTICA_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "tactica"
    except RuntimeError:  # a user without a home
        return private_folder()


def roots() -> tuple[Path, ...]:
    """The folders compiled code is looked for in; what is compiled goes to the last.

    Compiled code is run as it is found. So a folder that belongs to somebody else, or that others may write to, is not
    used: a private one takes its place, with a warning. Where a folder can only be read, the private one is there beside it.
    """
    wanted = wanted_root()
    if not is_safe(wanted):
        return (private_folder(),)
    return (wanted,) if is_writable(wanted) else (wanted, private_folder())


def cache_root() -> Path:
    """The folder all that is compiled goes to: the wanted one, else a private one (:func:`roots`)."""
    return roots()[-1]


@functools.cache
def is_writable(folder: Path) -> bool:
    """Whether files can be made in a folder; it is made first where it is not there yet."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o755, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def what_is_unsafe(about: os.stat_result) -> str:
    """Why a file or folder may hold what others have put there; empty when it may not. Root is trusted."""
    if not hasattr(os, "getuid"):
        return ""
    if about.st_uid not in (os.getuid(), 0):
        return "it belongs to another user"
    is_sticky_folder = stat.S_ISDIR(about.st_mode) and about.st_mode & stat.S_ISVTX
    if about.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not is_sticky_folder:
        return "other users may write to it"
    return ""


def opened(path: Path) -> IO[bytes]:
    """A file, to be read: never a pipe or a device, which might not come to an end.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0)))  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is no file")
    return file


def is_safe(folder: Path) -> bool:
    """Whether only this user, or root, may put files into a folder, or it is not there yet; if not, a warning says so."""
    try:
        why = what_is_unsafe(folder.stat())
    except OSError:  # not there, or not to be seen: nothing is read from it
        return True
    if why:
        refuse(folder, why)
    return not why


@functools.cache
def refuse(folder: Path, why: str) -> None:
    """Warn, once, of a folder that is not used."""
    warnings.warn(
        f"{folder} is not used for compiled code, because {why}. {private_folder()} is used instead. To use it, make it "
        f"yours alone (chmod go-w {folder}) and empty it; TACTICA_CACHE=FOLDER names another",
        stacklevel=2,
    )


def is_private(about: os.stat_result) -> bool:
    """Whether a folder is this user's, and closed to everybody else."""
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(about.st_mode)
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid() and not about.st_mode & 0o077


def lasting_folder() -> Path:
    """The user's folder among the temporary files, there until the machine restarts.

    Raises:
        OSError: there is no place for temporary files.
    """
    return Path(tempfile.gettempdir()) / f"tactica-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


@functools.cache
def private_folder() -> Path:
    """A folder for compiled code that only this user may enter: the lasting one, or one for this process where that is not
    this user's alone.
    """
    try:
        folder = lasting_folder()
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if is_private(folder.lstat()) and is_writable(folder):
            return folder
        folder = Path(tempfile.mkdtemp(prefix="tactica-"))
    except OSError:
        return Path(os.devnull) / "tactica"  # where nothing can be kept
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def make_folder(folder: Path) -> None:
    """Make a folder in the cache, and those above it, so that only this user may write to them.

    Raises:
        OSError: it cannot be made.
    """
    root = next((root for root in roots() if folder.is_relative_to(root)), None) or private_folder()
    root.parent.mkdir(parents=True, exist_ok=True)
    for one in (*reversed([above for above in folder.parents if above.is_relative_to(root)]), folder):
        one.mkdir(mode=0o755, exist_ok=True)


@functools.cache
def ruleset_folder(path: Path) -> Path:
    """The nearest folder above a source file that holds a ``rulebook.yaml``; the core's own folder when there is none."""
    for folder in path.parents:
        if (folder / "rulebook.yaml").exists():
            return folder
    return CORE


class Hashes(NamedTuple):
    """Two hashes over the sources of the core and a ruleset, 16 hex digits each: :func:`rules_hash` and :func:`code_hash`."""

    rules: str
    code: str


def rules_hash(folder: Path) -> str:
    """Hash over the logic of the core and of the sources and tables of ``folder``: what decides how a game goes, on any machine.

    Files that tell of it are left out (:data:`TOLD`, :data:`REASONS`), and in the others what ``logic.py`` lists: a better
    sentence refuses no old replay.
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


@functools.cache
def hashes_of(folder: Path) -> Hashes:
    """Both hashes of a ruleset. Reading the logic of its sources takes a second, so the result is kept in the cache, under a hash
    over their bytes.
    """
    sources = [(file, name, file.read_bytes()) for file, name in sources_of(folder)]
    raw = hashlib.sha256()
    for _, name, content in sources:
        raw.update(f"{name}\0{len(content)}\0".encode() + content)
    for root in roots():
        kept = root / "hashes" / raw.hexdigest()
        with contextlib.suppress(OSError, UnicodeDecodeError), opened(kept) as note:
            found = re.fullmatch(r"([0-9a-f]{16}) ([0-9a-f]{16})\n", note.read(100).decode())
            if found and is_safe(kept.parent):
                return Hashes(*found.groups())
    rules, code = hashlib.sha256(), hashlib.sha256()
    for file, name, content in sources:
        logic = name.encode() + b"\0" + logic_of(content, file.name)
        code.update(logic)
        if not any(file.match(reason) for reason in REASONS):
            rules.update(logic)
    hashes = Hashes(rules.hexdigest()[:16], code.hexdigest()[:16])
    with contextlib.suppress(OSError):
        make_folder(kept.parent)
        temporary = kept.with_name(f"{kept.name}.{os.getpid()}")
        temporary.write_text(f"{hashes.rules} {hashes.code}\n")
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
    """Where what was compiled of the ruleset in ``folder`` is looked for; what is compiled goes to the last."""
    name = f"{folder.name}-{compiled_hash(folder)}"
    found = [root / name for root in roots() if is_safe(root / name)]
    if not found or (found[-1].exists() and not is_writable(found[-1])):
        found.append(private_folder() / name)
    return found


def cache_folder(folder: Path) -> Path:
    """Where what is compiled of the ruleset in ``folder`` is kept."""
    return cache_folders(folder)[-1]


def image_files(folder: Path) -> list[Path]:
    """Where the image of a ruleset may be: beside its sources, where a wheel carries it, and in the cache."""
    return [shipped_file(folder), *(home / "image" for home in cache_folders(folder))]


def shipped_file(folder: Path) -> Path:
    """Where a wheel carries the image of a ruleset."""
    return folder / f"{cache_folder(folder).name}.image"


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
