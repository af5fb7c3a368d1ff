"""One server at a time for each saved battle: a lock on its file, and a look at the file before it is written again.

The lock lies on the file itself. A new version is locked before it takes the place of the old one, so there is no moment at which
another server could open it. The lock ends with the process, however it ends. A program that takes no lock is noticed too: a
file that is not as this server has read or written it last is left as it is.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib
import os
import secrets
from pathlib import Path
from typing import Any

from ..common import UserError

fcntl: Any = None  # a system without such locks notices changes all the same
with contextlib.suppress(ImportError):
    fcntl = importlib.import_module("fcntl")

__all__ = ["FileChanged", "Held", "Taken"]


class Taken(UserError):
    """Another server has the file of a battle."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file} is open in another tactica play. Continue the battle there, or end that server first; "
            "to try something else from here, open a copy of the file"
        )


class FileChanged(OSError):
    """The file of a battle was changed by another program."""

    def __init__(self, file: Path) -> None:
        what = f"{file.name} was changed by another program and is left as it is; save this battle under another name"
        super().__init__(errno.EEXIST, what)


class Held:
    """The file of a battle, which no other server writes meanwhile."""

    def __init__(self, file: Path | None) -> None:
        """Take a file that is there; None to write one that is not.

        Raises:
            Taken: another server has it.
        """
        self._lock = -1
        while fcntl is not None and self._lock < 0 and file is not None and file.is_file():
            try:
                lock = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
            except OSError:  # gone, or not to be read
                break
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(lock), os.stat(file)):  # else a newer version has just taken its place
                    self._lock, lock = lock, -1
            except BlockingIOError:
                raise Taken(file) from None
            except FileNotFoundError:
                continue
            except OSError:  # a file system without locks
                break
            finally:
                if lock >= 0:
                    os.close(lock)
        self._known = b"" if file is None else digest_of(file)

    def write(self, path: Path, data: bytes) -> Path:
        """Write the file, whole or not at all. Links are not followed.

        Raises:
            FileExistsError: this server has not written or read it yet, and there is one of that name.
            FileChanged: another program has changed it. A file that is gone is written again.
            OSError: it cannot be written; what was there stays.
        """
        found = digest_of(path)
        if found and self._known and found != self._known:
            raise FileChanged(path)
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        lock = -1
        try:
            with part.open("xb") as file:
                file.write(data)
                file.flush()
                if fcntl is not None:
                    with contextlib.suppress(OSError):
                        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    lock = os.dup(file.fileno())
            if self._known:
                part.replace(path)
            else:
                put_new(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            if lock >= 0:
                os.close(lock)
            raise
        self.release()
        self._lock, self._known = lock, hashlib.sha256(data).digest()
        return path

    def release(self) -> None:
        """Let others have the file."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __del__(self, *about: Any) -> None:
        with contextlib.suppress(Exception):
            self.release()


def put_new(part: Path, path: Path) -> None:
    """Give a file its name, unless there is one of that name.

    Raises:
        FileExistsError: there is.
    """
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        part.replace(path)
    else:
        part.unlink()


def digest_of(file: Path) -> bytes:
    """A hash over the contents of a file; empty if it does not exist."""
    try:
        return hashlib.sha256(file.read_bytes()).digest() if file.is_file() else b""
    except OSError:
        return b"cannot be read"
