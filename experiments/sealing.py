"""Checksums inside files of results: every number of them is covered, those outside the pages of a parquet file too."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["SEAL", "is_sealed", "seal_of", "sealed", "table_seal"]

SEAL = "checksum"


def seal_of(what: Mapping[str, Any], *more: str) -> str:
    """16 hex digits over JSON types, and texts beside them; what stands under ``checksum`` is left out."""
    found = {key: value for key, value in what.items() if key != SEAL}
    digest = hashlib.sha256(json.dumps(found, sort_keys=True).encode())
    for text in more:
        digest.update(text.encode())
    return digest.hexdigest()[:16]


def sealed(what: Mapping[str, Any]) -> dict[str, Any]:
    """JSON types with their checksum."""
    return {**what, SEAL: seal_of(what)}


def is_sealed(what: Any) -> bool:
    """Whether JSON types have their checksum, and are as they were when it was made."""
    return isinstance(what, Mapping) and what.get(SEAL) == seal_of(what)


def table_seal(table: Any, about: Mapping[str, Any]) -> str:
    """16 hex digits over the rows of a table and what its metadata says."""
    return seal_of(about, json.dumps(table.to_pydict()))
