"""The line of a YAML file on which something stands."""

from __future__ import annotations

from collections.abc import Sequence

import yaml


def line_of(node: yaml.Node, path: Sequence[str | int]) -> int:
    """Line, from 1, of the deepest part of a path of keys and numbers that exists below a node.

    Where a list may stand and a single mapping does, number 0 means the mapping; in a block of text a number is a row.
    """
    line = node.start_mark.line + 1
    for step in path:
        found = None
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value == str(step):
                    found, line = value, key.start_mark.line + 1
            if found is None and step == 0:
                continue
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            found = node.value[step]
            line = found.start_mark.line + 1
        elif isinstance(node, yaml.ScalarNode) and isinstance(step, int) and node.style == "|":
            line += 1 + step
        if found is None:
            break
        node = found
    return line
