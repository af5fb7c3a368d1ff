"""Replays in files: written and read."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
import zstandard

from .recording import Recording
from .replay import Replay, ReplayError, check

EXTENSION = ".tactica-replay"
MOST_BYTES = 1 << 24  # no replay unpacks to more: MOST_DECISIONS of 300 bytes, and a start


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
    path.parent.mkdir(parents=True, exist_ok=True)
    packer = zstandard.ZstdCompressor(level=9, write_checksum=True, write_content_size=True)
    return (write or write_whole)(path, packer.compress(msgspec.msgpack.encode(replay)))


def write_whole(path: Path, data: bytes) -> Path:
    """Write a file completely or not at all, even if others write it at the same time. Links are not followed.

    Raises:
        OSError: it cannot be written; an existing file stays unchanged.
    """
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return path


def read_file(path: Path, most: int = -1) -> bytes:
    """The content of a file. Named pipes and devices, which may never end, are not read.

    Args:
        path: of the file.
        most: bytes that are read; all when it is negative.

    Raises:
        OSError: it cannot be read, or is not a file.
    """
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is a named pipe or a device, not a file", str(path))
        return file.read(most)


def load(path: str | Path) -> Replay:
    """Read a replay. The file may come from anywhere; :func:`open_game` looks at the start it holds.

    Raises:
        ReplayError: the file cannot be read, is no replay, or is larger than any.
    """
    try:
        packed = read_file(Path(path), MOST_BYTES + 1)
    except OSError as e:
        raise ReplayError(f"{path}: cannot be read: {e.strerror}") from None
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
