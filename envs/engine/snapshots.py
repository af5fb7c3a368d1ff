"""Snapshots: a position as bytes, with a header that says what it belongs to."""

from __future__ import annotations

import functools
import hashlib
import json
import struct
from typing import Any

import numpy as np

from .pools import plain

__all__ = ["Shelf", "SnapshotError", "check_header", "pack_snapshot", "unpack_snapshot"]

MAGIC = b"tactica1"


class SnapshotError(ValueError):
    """The data is not a snapshot, or belongs to other rules, another layout or another scenario."""


def pack_snapshot(header: dict[str, Any], *payload: bytes) -> bytes:
    """Header and payload as one string of bytes."""
    head = json.dumps({**header, "parts": [len(part) for part in payload]}, sort_keys=True).encode()
    return b"".join((MAGIC, struct.pack("<I", len(head)), head, *payload))


def unpack_snapshot(data: Any) -> tuple[dict[str, Any], list[bytes]]:
    """The other way.

    Raises:
        SnapshotError: this is no snapshot, or it is cut short.
    """
    if not isinstance(data, bytes | bytearray | memoryview) or bytes(data)[: len(MAGIC)] != MAGIC:
        raise SnapshotError("not a snapshot of a tactica environment")
    data = bytes(data)
    at = len(MAGIC) + 4
    (size,) = struct.unpack("<I", data[len(MAGIC) : at])
    try:
        header = json.loads(data[at : at + size])
    except ValueError:
        raise SnapshotError("the snapshot is damaged") from None
    at += size
    parts = []
    for length in header["parts"]:
        parts.append(data[at : at + length])
        at += length
    if at != len(data):
        raise SnapshotError(f"the snapshot is truncated: {len(data)} bytes instead of {at}")
    return header, parts


def check_header(header: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare what a snapshot says of itself with what is needed here.

    Raises:
        SnapshotError: they differ; the message says in what.
    """
    words = {
        "face": "was taken from another interface",
        "ruleset": "belongs to another ruleset",
        "rules": "was taken under other rules (the sources or tables of core or ruleset have changed)",
        "layout": "was taken with another layout",
        "games": "holds another number of games",
    }
    for key, what in words.items():
        if key in expected and header.get(key) != expected[key]:
            raise SnapshotError(f"the snapshot {what}: {header.get(key)!r}, here {expected[key]!r}")


class Shelf:
    """Rulebook and map rows of a pool, findable by content, so that a snapshot finds them in another process."""

    def __init__(self, books: np.ndarray, fields: np.ndarray) -> None:
        self.books, self.fields = plain(books), plain(fields)

    @functools.cached_property
    def _known(self) -> dict[str, dict[int, str]]:
        return {"book": {}, "field": {}}

    def digest(self, what: str, row: int) -> str:
        """16 hex digits over the content of a row of ``book`` or ``field``."""
        known = self._known[what]
        if row not in known:
            records = self.books if what == "book" else self.fields
            known[row] = hashlib.sha256(records[row].tobytes()).hexdigest()[:16]
        return known[row]

    def find(self, what: str, digest: str, first: int) -> int:
        """The row with that content, tried at ``first`` to begin with.

        Raises:
            SnapshotError: there is none.
        """
        count = len(self.books if what == "book" else self.fields)
        for row in (first, *range(count)):
            if 0 <= row < count and self.digest(what, row) == digest:
                return row
        names = {"book": "rulebook numbers", "field": "map"}
        raise SnapshotError(f"the snapshot was taken with a {names[what]} this scenario does not have")
