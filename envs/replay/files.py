"""Replays in files: written and read."""

from __future__ import annotations

from pathlib import Path

import msgspec
import zstandard

from .recording import Recording
from .replay import FORMAT, HASH_BYTES, Replay, ReplayError

EXTENSION = ".tactica-replay"
MOST_BYTES = 1 << 28  # no replay unpacks to more


def save(replay: Replay | Recording, path: str | Path) -> Path:
    """Write a replay.

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
    path.write_bytes(zstandard.ZstdCompressor(level=9).compress(msgspec.msgpack.encode(replay)))
    return path


def load(path: str | Path) -> Replay:
    """Read a replay.

    Raises:
        ReplayError: the file cannot be read or is no replay.
    """
    try:
        packed = Path(path).read_bytes()
    except OSError as e:
        raise ReplayError(f"{path}: cannot be read: {e.strerror}") from None
    try:
        data = zstandard.ZstdDecompressor().decompress(packed, max_output_size=MOST_BYTES)
        replay = msgspec.msgpack.decode(data, type=Replay)
    except (zstandard.ZstdError, msgspec.DecodeError) as e:
        raise ReplayError(f"{path}: not a replay, or damaged ({e})") from None
    if replay.format != FORMAT:
        raise ReplayError(f"{path}: replay format {replay.format}; this version reads format {FORMAT}")
    if len(replay.hashes) != HASH_BYTES * len(replay.decisions):
        raise ReplayError(
            f"{path}: {len(replay.decisions)} decisions, but hashes for {len(replay.hashes) // HASH_BYTES}"
        )
    return replay
