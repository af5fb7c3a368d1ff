"""Where a scenario comes from: YAML with the line of every key, or a dict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

import yaml

from ..core.rulebook import strict_yaml
from ..core.rulebook.lines import line_of
from ..core.rulebook.strict_yaml import YamlError
from .problems import MOST_PROBLEMS, Fault, Path, Problem, ScenarioError, key_text, shortened

MORE = f"there are more problems; these are the first {MOST_PROBLEMS} found"


class Source:
    """A scenario as written, and how to point at a place in it.

    Attributes:
        name: path of the file, ``<text>`` or ``<dict>``.
        data: what was read, plain lists and dicts.
        text: the content of the file; empty without a file.
    """

    def __init__(self, name: str, data: Any, node: yaml.Node | None = None) -> None:
        self.name = name
        self.data = data
        self.text = ""
        self._node = node

    @classmethod
    def parse(cls, name: str, text: str) -> Source:
        """Read YAML.

        Raises:
            ScenarioError: it is not YAML, beyond the limits, or a key stands twice in the same mapping.
        """
        try:
            data, node = strict_yaml.parse(text)
        except YamlError as error:
            raise _wrong(name, error) from None
        return cls(name, data, node)

    @classmethod
    def read(cls, path: FilePath) -> Source:
        """Read a YAML file.

        Raises:
            ScenarioError: it is not a UTF-8 text file; see :meth:`parse`. OSError: it cannot be opened.
        """
        try:
            text = strict_yaml.read_text(path)
        except YamlError as error:
            raise _wrong(str(path), error) from None
        source = cls.parse(str(path), text)
        source.text = text
        return source

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Source:
        """A scenario built in Python."""
        return cls("<dict>", dict(data))

    def line(self, path: Path) -> int:
        """Line of the deepest part of the path that exists; 0 for a dict."""
        return 0 if self._node is None else line_of(self._node, path)

    def problem(self, fault: Fault) -> Problem:
        """A fault with its file and line."""
        key, what = shortened(key_text(fault.path)), shortened(fault.what)
        return Problem(self.name, self.line(fault.path), key, what, shortened(fault.allowed, 8000))

    def problems(self, faults: Sequence[Fault], is_all: bool = True) -> list[Problem]:
        """Faults with their lines, in the order of the file, each once; no more than the first 100 found.

        Args:
            is_all: whether these are all.
        """
        found = dict.fromkeys(self.problem(fault) for fault in faults[:MOST_PROBLEMS])
        rest = [] if is_all and len(faults) <= MOST_PROBLEMS else [Problem(self.name, 0, "", MORE)]
        return [*sorted(found, key=lambda problem: problem.line), *rest]


def _wrong(name: str, error: YamlError) -> ScenarioError:
    found = [error, *error.more][:MOST_PROBLEMS]
    return ScenarioError(Problem(name, e.line, shortened(e.key), shortened(e.what), e.allowed, e.column) for e in found)
