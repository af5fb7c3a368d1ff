"""Checksums inside files of results: every number of them is covered, those outside the pages of a parquet file too."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from ..envs.replay.files import read_file
from .common import MAX_SEED, UserError

__all__ = [
    "MOST_JSON", "SEAL", "Count", "Positive", "Seed", "Starts", "as_kind", "is_sealed", "json_in", "read_sealed", "seal_of",
    "sealed", "table_seal",
]  # fmt: skip

SEAL = "checksum"
MOST_JSON = 1 << 26  # bytes of a file
T = TypeVar("T")

#: Numbers in files of results; what lies beyond was not written by a command.
Seed: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEED)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10**7)]
Starts: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=100_000)]  # all are drawn before the first game


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


def json_in(path: Path) -> Any:
    """What a file of JSON says, as plain types.

    Raises:
        UserError: it cannot be read, is larger than 64 MiB, or is damaged; FileNotFoundError: it is not there.
    """
    try:
        return msgspec.json.decode(read_file(path, MOST_JSON))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is damaged: {error}") from None
    except RecursionError:
        raise UserError(f"{path} is damaged: its lists and objects are nested too deeply") from None


def as_kind(found: Any, kind: type[T], path: Path) -> T:
    """JSON types from a file as what they stand for, every value of the right type and in its range.

    Args:
        found: JSON types.
        kind: msgspec struct with the same fields.
        path: of the file, for errors.

    Raises:
        UserError: a value is missing or wrong.
    """
    try:
        return msgspec.convert(found, kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UserError(f"{path} is damaged or was edited: {error}") from None


def read_sealed(
    path: Path, what: str, key: str, format: int, command: str, *, needs_seal: bool = True
) -> dict[str, Any]:
    """JSON types from a file that a command has written, with their checksum.

    Args:
        path: of the file.
        what: it is, in words: ``record of a comparison``.
        key: under which the number of its format stands.
        format: that number.
        command: that writes such files.
        needs_seal: whether one without a checksum is refused; those were written before there were checksums.

    Raises:
        UserError: it cannot be read, is no such file, is damaged, or was edited.
    """
    try:
        found = json_in(path)
    except FileNotFoundError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    if not isinstance(found, dict) or found.get(key) != format:
        raise UserError(f"{path} is no {what}; allowed: what {command} writes, format {format}")
    if (needs_seal or SEAL in found) and not is_sealed(found):
        raise UserError(f"{path} is damaged or was edited: its checksum does not match; use a whole copy of it")
    return found


def table_seal(table: Any, about: Mapping[str, Any]) -> str:
    """16 hex digits over the rows of a table and what its metadata says."""
    return seal_of(about, json.dumps(table.to_pydict()))
