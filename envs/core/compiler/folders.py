"""Folders for compiled code: only folders that no user but this one, or root, may write to.

They are the user's cache folder, or ``$TACTICA_CACHE``; where that cannot be written or is not safe, a private folder among
the temporary files.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import functools
import os
import shutil
import stat
import tempfile
import warnings
from pathlib import Path
from typing import IO


def wanted_root() -> Path:
    """The preferred folder for compiled code: ``$TACTICA_CACHE``, else the user's cache folder."""
    given = os.environ.get("TACTICA_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "tactica"
    except RuntimeError:  # a user without a home
        return private_folder()


def roots() -> tuple[Path, ...]:
    """The folders to search for compiled code; new code is written to the last.

    Compiled code is run as it is found. So a folder that belongs to another user, or that others may write to, is not
    used: a private one takes its place, with a warning. A folder that can only be read is joined by the private one.
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
        OSError: it cannot be read, or is not a file.
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
        return Path(os.devnull) / "tactica"  # where nothing can be stored
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
