"""Replays in files: written and read."""

from __future__ import annotations

import secrets
from pathlib import Path

import msgspec
import zstandard

from .recording import Recording
from .replay import Replay, ReplayError, check

EXTENSION = ".tactica-replay"
MOST_BYTES = 1 << 24  # no replay unpacks to more: MOST_DECISIONS of 300 bytes, and a start


def save(replay: Replay | Recording, path: str | Path) -> Path:
    """Write a replay, whole or not at all.

    Args:
        replay: or a recording, as far as it has come.
        path: ``.tactica-replay`` is put behind it when it is not there; folders are made.

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
    return write_whole(path, packer.compress(msgspec.msgpack.encode(replay)))


def write_whole(path: Path, data: bytes) -> Path:
    """Write a file that is there whole or not at all, whoever else writes it at the same time. Links are not followed.

    Raises:
        OSError: it cannot be written; what was there stays.
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


def load(path: str | Path) -> Replay:
    """Read a replay. The file may come from anywhere; :func:`open_game` looks at the start it holds.

    Raises:
        ReplayError: the file cannot be read, is no replay, or is larger than any.
    """
    try:
        with Path(path).open("rb") as file:
            packed = file.read(MOST_BYTES + 1)
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
