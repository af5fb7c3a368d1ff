"""Replays in files: written and read."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import zstandard

from .recording import Recording
from .replay import Replay, ReplayError, check

EXTENSION = ".tactica-replay"
MOST_BYTES = 1 << 24  # no replay unpacks to more: MOST_DECISIONS of 300 bytes, and a start
MOST_READ = 1 << 28  # bytes of a file that is read at once
STDOUT = 1
#: What no file can be written to.
REFUSED = (
    (stat.S_ISDIR, "it is a folder; name a file in it"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
    (stat.S_ISBLK, "it is a disk, not a file"),
)


def save(replay: Replay | Recording, path: str | Path, write: Callable[[Path, bytes], Path] | None = None) -> Path:
    """Write a replay, whole or not at all.

    Args:
        replay: or a recording, as far as it has come.
        path: ``.tactica-replay`` is put behind it when it is not there; folders are made.
        write: how the file is written; :func:`write_whole` when not given.

    Returns:
        the path of the file.
    """
    if isinstance(replay, Recording):
        replay = replay.replay()
    path = Path(path)
    if path.suffix != EXTENSION:
        path = path.with_name(path.name + EXTENSION)
    path.parent.mkdir(parents=True, exist_ok=True)  # `write` may not do so
    packer = zstandard.ZstdCompressor(level=9, write_checksum=True, write_content_size=True)
    return (write or write_whole)(path, packer.compress(msgspec.msgpack.encode(replay)))


def is_stdout(path: Path) -> bool:
    """Whether a path leads to where standard output goes, such as ``/dev/stdout``."""
    with contextlib.suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(STDOUT))
    return False


def is_stream(path: Path) -> bool:
    """Whether a path leads to a pipe, a terminal or another device without an end, or to where standard output goes."""
    with contextlib.suppress(OSError):
        mode = path.stat().st_mode
        return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or is_stdout(path)
    return False


def target_of(path: Path) -> Path:
    """The file that is written under a path: where links lead, whether there is one yet or not.

    Raises:
        OSError: nothing can be written there, because it is a folder, a socket or a disk, or its links form a circle.
    """
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        mode = path.stat().st_mode
        for kind, what in REFUSED:
            if kind(mode):
                raise OSError(errno.EINVAL, what, str(path))
    return Path(os.path.realpath(path)) if path.is_symlink() and not is_stream(path) else path


def write_whole(path: Path, data: bytes) -> Path:
    """Write a file completely or not at all, even if others write it at the same time. Its folder is made, and a link is
    followed. What has no end is written to directly: a pipe, a terminal, standard output.

    Raises:
        OSError: it cannot be written, with the path; an existing file stays unchanged.
    """
    try:
        target = target_of(path)
        if is_stream(target):
            with open(_stream(target), "wb") as file:
                file.write(data)
            return path
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
        try:
            with part.open("xb") as file:
                file.write(data)
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    return path


def _stream(path: Path) -> int:
    """A handle that writes to a stream. Opening a pipe that no program reads is an error: it does not wait."""
    if is_stdout(path):
        sys.stdout.flush()
        return os.dup(STDOUT)
    try:
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(error.errno, "it is a pipe or a device that no program reads") from None
        raise
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(handle, True)
    return handle


def read_file(path: Path, most: int = MOST_READ) -> bytes:
    """The content of a file. Named pipes and devices, which may never end, are not read.

    Args:
        path: of the file.
        most: bytes that it may have.

    Raises:
        OSError: it cannot be read, is not a file, or is too large.
    """
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.EINVAL, "it is a named pipe or a device, not a file", str(path))
        data = b"" if about.st_size > most else file.read(most + 1)
        if max(about.st_size, len(data)) > most:
            raise OSError(errno.EFBIG, f"it has more than {most:,} bytes, which is the limit", str(path))
        return data


def load(path: str | Path) -> Replay:
    """Read a replay. The file may come from anywhere; :func:`open_game` looks at the start it holds.

    Raises:
        ReplayError: the file cannot be read, is no replay, or is larger than any.
    """
    try:
        packed = read_file(Path(path), MOST_BYTES)
    except OSError as e:
        what = "not a replay" if e.errno == errno.EFBIG else "cannot be read"
        raise ReplayError(f"{path}: {what}: {e.strerror}") from None
    try:
        size = zstandard.get_frame_parameters(packed).content_size
        if max(len(packed), size) > MOST_BYTES:
            raise ReplayError(
                f"{path}: not a replay: it unpacks to more than {MOST_BYTES} bytes, or does not say to how many"
            )
        data = zstandard.ZstdDecompressor().decompress(packed, max_output_size=MOST_BYTES, allow_extra_data=False)
        replay = msgspec.msgpack.decode(data, type=Replay)
    except (zstandard.ZstdError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise ReplayError(f"{path}: not a replay, or damaged ({e})") from None
    try:
        check(replay)
    except ReplayError as e:
        raise ReplayError(f"{path}: {e}") from None
    return replay
