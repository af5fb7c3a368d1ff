"""Reading the keys that all rulesets share piece by piece, so that one mistake does not hide the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from .context import Context
from .fields import faults_of
from .model import ScenarioModel
from .problems import Fault, Path, listed, unknown

_LISTS = (("choose",), ("generate",), ("board", "cells"), ("board", "borders"))
_WHOLE_BOARD = (("board",), ("board", "size"), ("board", "map"))
_MAPPINGS = (("board",), ("board", "legend"), ("deploy",), ("objectives",), ("objectives", "zones"))
MOST_ENTRIES: dict[Path, int] = {
    ("allies",): 100, ("choose",): 64, ("deploy",): 100, ("generate",): 32, ("sides",): 100, ("units",): 1000,
    ("board", "borders"): 2000, ("board", "cells"): 2000, ("board", "legend"): 500, ("board", "map"): 1000,
    ("objectives", "zones"): 100,
}  # fmt: skip


class Shell:
    """What could be read.

    Attributes:
        model: everything that is right.
        index: path of a list -> for each item left in it, its place in the list as written.
    """

    def __init__(self, model: ScenarioModel, index: dict[Path, list[int]]) -> None:
        self.model = model
        self.index = index

    def items(self, *path: str) -> list[tuple[int, Any]]:
        """Items of a list that could be read, each with its place in the list as written."""
        found: Any = self.model
        for step in path:
            found = getattr(found, step)
        return list(zip(self.index.get(path, range(len(found))), found, strict=True))


def read_shell(c: Context, data: Mapping[str, Any], shortcuts: Mapping[str, str]) -> Shell:
    """Read the shared keys; what is wrong is noted in the context and left out."""
    good: dict[str, Any] = {"ruleset": c.ruleset.slug}
    index: dict[Path, list[int]] = {}
    for path, value in _pieces(c, data):
        try:
            ScenarioModel.model_validate({"ruleset": c.ruleset.slug, **_wrapped(path, value)})
        except ValidationError as e:
            for fault in faults_of(e, (), {}, ScenarioModel):
                c.faults.append(_named(fault._replace(path=(*path, *fault.path[len(path) :])), shortcuts))
            if path[0] != "board" or path in _WHOLE_BOARD:
                c.broken.add(str(path[0]))
            continue
        _put(good, path, value, index)
    return Shell(ScenarioModel.model_validate(good), index)


def _pieces(c: Context, data: Mapping[Any, Any]) -> Iterator[tuple[Path, Any]]:
    """The parts that can be wrong independently of each other, with their paths; very long ones are faults."""
    waiting: list[tuple[Path, Any]] = [((_text(key),), value) for key, value in reversed(list(data.items()))]
    while waiting:
        path, value = waiting.pop()
        if path == ("ruleset",):
            continue
        if isinstance(value, list | dict) and len(value) > (most := MOST_ENTRIES.get(path, len(value))):
            c.fault(path, f"{len(value):,} entries are too many", f"at most {most:,}")
            c.broken.add(str(path[0]))
        elif path in _LISTS and isinstance(value, list):
            yield path, []
            waiting += [((*path, i), item) for i, item in reversed(list(enumerate(value)))]
        elif path in _MAPPINGS and isinstance(value, dict):
            yield path, {}
            waiting += [((*path, _text(key)), item) for key, item in reversed(list(value.items()))]
        else:
            yield path, value


def _text(key: Any) -> str:
    """A key as text: YAML reads an unquoted ``~`` as nothing and ``1`` as a number."""
    return "~" if key is None else str(key)


def _wrapped(path: Path, value: Any) -> dict[str, Any]:
    """A piece as the only one of its scenario."""
    for step in reversed(path):
        value = [value] if isinstance(step, int) else {step: value}
    return dict(value)


def _put(good: dict[str, Any], path: Path, value: Any, index: dict[Path, list[int]]) -> None:
    """Put a piece where it was."""
    target: Any = good
    for step in path[:-1]:
        target = target[step]
    if isinstance(path[-1], int):
        target.append(value)
        index[path[:-1]].append(path[-1])
        return
    target[path[-1]] = value
    if path in _LISTS and value == []:
        index[path] = []


def _named(fault: Fault, shortcuts: Mapping[str, str]) -> Fault:
    """An unknown key at the top may also have meant a shortcut."""
    if len(fault.path) > 1 or not fault.what.startswith("unknown key"):
        return fault
    known = [*fault.allowed.split(", "), *shortcuts]
    return Fault(fault.path, unknown("key", fault.path[0], known), listed(known))
