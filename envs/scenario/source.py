"""Where a scenario comes from: YAML with the line of every key, or a dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from ..core.rulebook.lines import line_of
from .problems import Fault, Path, Problem, ScenarioError, key_text

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Source:
    """A scenario as written, and how to point at a place in it.

    Attributes:
        name: path of the file, ``<text>`` or ``<dict>``.
        data: what was read, plain lists and dicts.
    """

    def __init__(self, name: str, data: Any, node: yaml.Node | None = None) -> None:
        self.name = name
        self.data = data
        self._node = node

    @classmethod
    def parse(cls, name: str, text: str) -> Source:
        """Read YAML.

        Raises:
            ScenarioError: it is no YAML, or a key stands twice in the same mapping.
        """
        loader = None
        try:
            loader = _Loader(text)
            node = loader.get_single_node()
            repeated = [
                Problem(name, line, key, "duplicate key in this mapping", "each key once")
                for key, line in _repeated_keys(node)
            ]
            if repeated:
                raise ScenarioError(repeated)
            data = None if node is None else loader.construct_document(node)
        except yaml.MarkedYAMLError as e:
            line = e.problem_mark.line + 1 if e.problem_mark else 1
            what = " ".join(part for part in (e.context, e.problem) if part)
            raise ScenarioError([Problem(name, line, "", f"not valid YAML: {what}")]) from e
        except (yaml.YAMLError, ValueError) as e:  # a character YAML does not allow; a date that does not exist
            if isinstance(e, ScenarioError):
                raise
            raise ScenarioError([Problem(name, 1, "", f"not valid YAML: {e}")]) from e
        finally:
            if loader is not None:
                loader.dispose()
        return cls(name, data, node)

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Source:
        """A scenario built in Python."""
        return cls("<dict>", dict(data))

    def line(self, path: Path) -> int:
        """Line of the deepest part of the path that exists; 0 for a dict."""
        return 0 if self._node is None else line_of(self._node, path)

    def problem(self, fault: Fault) -> Problem:
        """A fault with its file and line."""
        return Problem(self.name, self.line(fault.path), key_text(fault.path), fault.what, fault.allowed)


def _repeated_keys(root: yaml.Node | None) -> list[tuple[str, int]]:
    """Keys that stand twice in one mapping, with their lines."""
    found = []
    nodes = [] if root is None else [root]
    seen: set[int] = set()
    while nodes:
        node = nodes.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            keys: set[str] = set()
            for key, value in node.value:
                if not isinstance(key.value, str):
                    pass  # a list or a mapping, which the loader refuses
                elif key.value in keys:
                    found.append((key.value, key.start_mark.line + 1))
                else:
                    keys.add(key.value)
                nodes.append(value)
        elif isinstance(node, yaml.SequenceNode):
            nodes.extend(node.value)
    return sorted(found, key=lambda item: item[1])
