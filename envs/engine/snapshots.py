"""Snapshots: a position as bytes, with a header that says what it belongs to."""

from __future__ import annotations

import functools
import hashlib
import json
import struct
from typing import Any

import numpy as np

from .pools import plain

__all__ = ["Shelf", "SnapshotError", "check_header", "header_value", "pack_snapshot", "unpack_snapshot"]

MAGIC = b"tactica1"
MOST_HEADER = 1 << 16  # bytes


class SnapshotError(ValueError):
    """The data is not a snapshot, or belongs to other rules, another layout or another scenario."""


def pack_snapshot(header: dict[str, Any], *payload: bytes) -> bytes:
    """Header and payload as one string of bytes."""
    head = json.dumps({**header, "parts": [len(part) for part in payload]}, sort_keys=True).encode()
    return b"".join((MAGIC, struct.pack("<I", len(head)), head, *payload))


def unpack_snapshot(data: Any) -> tuple[dict[str, Any], list[bytes]]:
    """The other way: header, and payload in parts. What stands in them is not looked at.

    Raises:
        SnapshotError: the data is not a snapshot, or is damaged or truncated.
    """
    if not isinstance(data, bytes | bytearray | memoryview) or bytes(data)[: len(MAGIC)] != MAGIC:
        raise SnapshotError("not a snapshot of a tactica environment")
    data = bytes(data)
    at = len(MAGIC) + 4
    if len(data) < at:
        raise SnapshotError(f"the snapshot is truncated: {len(data)} bytes")
    (size,) = struct.unpack("<I", data[len(MAGIC) : at])
    if size > MOST_HEADER:
        raise SnapshotError(f"the snapshot is damaged: a header of {size} bytes, allowed 0..{MOST_HEADER}")
    try:
        header = json.loads(data[at : at + size])
    except (ValueError, RecursionError):
        raise SnapshotError("the snapshot is damaged: its header cannot be read") from None
    lengths = header.get("parts") if isinstance(header, dict) else None
    if not isinstance(lengths, list) or not all(type(length) is int and length >= 0 for length in lengths):
        raise SnapshotError("the snapshot is damaged: its header does not say what follows")
    at += size
    if at + sum(lengths) != len(data):
        raise SnapshotError(f"the snapshot is truncated: {len(data)} bytes instead of {at + sum(lengths)}")
    parts = []
    for length in lengths:
        parts.append(data[at : at + length])
        at += length
    return header, parts


def header_value(header: dict[str, Any], key: str, kind: type[Any], low: int = 0, high: int = 2**63 - 1) -> Any:
    """A value of a header, of a kind; whole numbers within a range.

    Raises:
        SnapshotError: it is missing, or of another kind.
    """
    value: Any = header.get(key)
    if type(value) is not kind or (kind is int and not low <= value <= high):
        allowed = {int: f"a whole number in {low}..{high}", bool: "true or false"}.get(kind, "a list")
        raise SnapshotError(f"the snapshot's {key!r} is {str(value)[:40]!r}, allowed {allowed}")
    return value


def checked_parts(parts: list[bytes], *sizes: int | None) -> list[bytes]:
    """The parts of a payload, each of the size it must have; None for any size.

    Raises:
        SnapshotError: there are more or fewer, or one has another size.
    """
    if len(parts) != len(sizes):
        raise SnapshotError(f"the snapshot has {len(parts)} parts instead of {len(sizes)}")
    for number, (part, size) in enumerate(zip(parts, sizes, strict=True), 1):
        if size is not None and len(part) != size:
            raise SnapshotError(f"part {number} of the snapshot has {len(part)} bytes instead of {size}")
    return parts


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
            raise SnapshotError(f"the snapshot {what}: {str(header.get(key))[:40]!r}, here {expected[key]!r}")


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

    def find(self, what: str, digest: Any, first: int) -> int:
        """The row with that content; row ``first`` is tried first.

        Raises:
            SnapshotError: no row has that content.
        """
        count = len(self.books if what == "book" else self.fields)
        for row in (first, *range(count)):
            if 0 <= row < count and self.digest(what, row) == digest:
                return row
        names = {"book": "rulebook numbers", "field": "map"}
        raise SnapshotError(f"the snapshot was taken with a {names[what]} this scenario does not have")
