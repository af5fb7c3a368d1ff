"""The file of a rulebook, read strictly: an error names file, line and what is allowed."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from . import strict_yaml
from .lines import line_of
from .strict_yaml import Limits, YamlError

LIMITS = Limits(bytes=10_000_000, values=1_000_000)
INT32_MIN = -(2**31)
INT32_MAX = 2**31 - 1
FIELD_NAME = re.compile(r"[a-z][a-z0-9_]*")
ORIGINS = ("book", "completion")

KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys and numbers that lead to a place in the file."""

_TAKEN = frozenset(dir(np.recarray)) | frozenset(dir(np.record)) | frozenset(keyword.kwlist)


class RulebookError(ValueError):
    """A rulebook file is wrong; the message begins with `file:line:`."""


class File:
    """The parsed YAML and its nodes, so that an error can name the line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.data, self.node = strict_yaml.parse(strict_yaml.read_text(path, LIMITS), LIMITS)
        except YamlError as e:
            key = f"{e.key!r}: " if e.key else ""
            raise RulebookError(f"{path}:{e.line}: {key}{e}") from None

    def line(self, path: KeyPath) -> int:
        """Line of the deepest node on the path that exists."""
        return 1 if self.node is None else line_of(self.node, path)

    def error(self, path: KeyPath, message: str) -> RulebookError:
        """What is wrong at a place of the file."""
        return RulebookError(f"{self.path}:{self.line(path)}: {message}")

    def mapping(self, value: object, path: KeyPath, what: str, needed: str, optional: str = "") -> dict[str, Any]:
        """Check that a value is a mapping with the needed keys and no others than these and the optional ones."""
        if not isinstance(value, dict):
            raise self.error(path, f"{what} must be a mapping")
        must, may = needed.split(), optional.split()
        for key in value:
            if key not in must and key not in may:
                raise self.error((*path, str(key)), f"{what}: unknown key {key!r}; allowed: {', '.join(must + may)}")
        for key in must:
            if key not in value:
                raise self.error(path, f"{what}: {key!r} is missing")
        return value

    def text(self, value: object, path: KeyPath, what: str, choices: Sequence[str] = ()) -> str:
        """Check that a value is text, not empty, and one of the choices where there are any."""
        if not isinstance(value, str) or not value.strip():
            raise self.error(path, f"{what} must be text")
        if choices and value not in choices:
            raise self.error(path, f"{what}: {value!r} is not possible; allowed: {', '.join(choices)}")
        return value.strip()

    def number(self, value: object, path: KeyPath, what: str) -> int:
        """Check that a value is a whole number that fits int32."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(path, f"{what} must be a whole number, not {value!r}")
        if not INT32_MIN <= value <= INT32_MAX:
            raise self.error(path, f"{what}: {value} does not fit 32 bits")
        return value

    def items(self, value: object, path: KeyPath, what: str) -> list[Any]:
        """Check that a value is a list with something in it."""
        if not isinstance(value, list) or not value:
            raise self.error(path, f"{what} must be a list that is not empty")
        return value

    def field_name(self, name: object, path: KeyPath, what: str) -> str:
        """Check that a name can be a field of a numpy record in attribute style."""
        if not isinstance(name, str) or not FIELD_NAME.fullmatch(name):
            raise self.error(path, f"{what}: {name!r} must be lower case letters, digits and underscores")
        if name in _TAKEN:
            message = f"{what}: {name!r} is a Python word or an attribute of numpy arrays; name it otherwise"
            raise self.error(path, message)
        return name
