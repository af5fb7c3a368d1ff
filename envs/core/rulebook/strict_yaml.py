"""YAML from untrusted sources: read with limits, plain values only, every error with its line and column.

All YAML of the project is read here. Size, depth and number of values, those behind aliases counted each time, are checked
on the stream of events, before anything is built. The result holds only mappings with text as keys, lists, text, whole
numbers of 64 bits, finite numbers, true, false and null.
"""

from __future__ import annotations

import math
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

__all__ = ["LIMITS", "Document", "Limits", "YamlError", "parse", "read_text"]

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

PLAIN = ("str", "int", "float", "bool", "null", "seq", "map")
TAGS = {"!", "tag:yaml.org,2002:merge", *(f"tag:yaml.org,2002:{name}" for name in PLAIN)}
LONGEST_NUMBER = 100  # characters
#: Control characters apart from tab and line ends, lone surrogates, line separators that no editor counts as lines.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
INDENTED_BY_TAB = re.compile(" *\t")
KINDS = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))


class Limits(NamedTuple):
    """What is read at most.

    Attributes:
        bytes: size of the file.
        depth: lists and mappings inside each other.
        values: keys and values in all; what an alias stands for counts each time.
    """

    bytes: int = 1_000_000
    depth: int = 50
    values: int = 100_000


LIMITS = Limits()


class YamlError(ValueError):
    """A file that cannot be read.

    Attributes:
        line, column: where, from 1; 0 when it is about the file as a whole.
        key: the key it is about; may be empty.
        what: what is wrong.
        allowed: what would be right; may be empty.
        more: further errors of the same kind.
    """

    def __init__(self, what: str, allowed: str = "", line: int = 0, column: int = 0, key: str = "") -> None:
        self.what, self.allowed, self.line, self.column, self.key = what, allowed, line, column, key
        self.more: list[YamlError] = []
        super().__init__(f"{what}; allowed: {allowed}" if allowed else what)


class Document(NamedTuple):
    """What was read.

    Attributes:
        data: plain values.
        node: the root with the place of everything; None for an empty file.
    """

    data: Any
    node: yaml.Node | None


def read_text(path: str | Path, limits: Limits = LIMITS) -> str:
    """The text of a file, line ends as ``\\n``.

    Raises:
        YamlError: it is not a regular file, too large, or not UTF-8; OSError: it cannot be opened.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:  # a null character in the name
        raise YamlError("not the name of a file") from None
    with os.fdopen(handle, "rb", closefd=True) if _is_file(handle) else _closed(handle) as file:
        data: bytes = file.read(limits.bytes + 1)
    if len(data) > limits.bytes:
        raise _too_large(limits)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode("utf-8", "replace"))
        raise YamlError(f"not UTF-8 text: {error.reason}", "a text file in UTF-8", line, column) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _is_file(handle: int) -> bool:
    return stat.S_ISREG(os.fstat(handle).st_mode)


def _closed(handle: int) -> Any:
    """Close what is no regular file, and say what it is."""
    mode = os.fstat(handle).st_mode
    os.close(handle)
    raise YamlError(f"is {next((name for test, name in KINDS if test(mode)), 'a device')}", "a file")


def _too_large(limits: Limits) -> YamlError:
    return YamlError("the file is too large", f"at most {limits.bytes:,} bytes")


def _place(before: str) -> tuple[int, int]:
    """Line and column, from 1, of what comes after a text."""
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def parse(text: str, limits: Limits = LIMITS) -> Document:
    """Read one YAML document.

    Raises:
        YamlError: it is not YAML, beyond the limits, or has what is no plain value; a key stands twice in a mapping.
    """
    if len(text) > limits.bytes or len(text.encode("utf-8", "surrogatepass")) > limits.bytes:
        raise _too_large(limits)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if found := UNPRINTABLE.search(text):
        what = f"not valid YAML: the character U+{ord(found[0]):04X} is not allowed"
        raise YamlError(what, "printable text, tabs, line ends", *_place(text[: found.start()]))
    loader = None
    try:
        _check_events(text, limits)
        loader = _Loader(text)
        node = loader.get_single_node()
        _refuse_repeated_keys(node)
        return Document(None if node is None else loader.construct_document(node), node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(part for part in (error.context, error.problem) if part)
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 0)
        if INDENTED_BY_TAB.match((text.split("\n")[line - 1 :] or [""])[0]):
            raise YamlError("the line begins with a tab; indent with spaces", "", line, column) from None
        raise YamlError(f"not valid YAML: {what}", "", line, column) from None
    except yaml.YAMLError as error:
        raise YamlError(f"not valid YAML: {error}", "", 1) from None
    finally:
        if loader is not None:
            loader.dispose()


def _at(mark: Any, what: str, allowed: str, key: str = "") -> YamlError:
    return YamlError(what, allowed, mark.line + 1, mark.column + 1, key)


def _check_events(text: str, limits: Limits) -> None:
    """Refuse what is too deep, too much once aliases are followed, or tagged as something that is no plain value."""
    sizes: dict[str, int] = {}
    open_at: list[tuple[str | None, int]] = []
    total = documents = 0
    for event in yaml.parse(text, _Base):
        mark = event.start_mark
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _at(mark, "a second document begins", "one document a file")
        elif isinstance(event, yaml.AliasEvent):
            name = str(event.anchor)
            if any(anchor == name for anchor, _ in open_at):
                raise _at(mark, f"*{name} stands inside of what it means", "an alias of something that is complete")
            total += sizes.get(name, 0)  # one that is not known is refused when it is looked up
        elif isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            if event.tag is not None and event.tag not in TAGS:
                raise _at(mark, f"the tag {event.tag!r} is not allowed", ", ".join(f"!!{name}" for name in PLAIN))
            total += 1
            if isinstance(event, yaml.CollectionStartEvent):
                open_at.append((event.anchor, total - 1))
                if len(open_at) > limits.depth:
                    what = f"more than {limits.depth} lists and mappings inside each other"
                    raise _at(mark, what, f"at most {limits.depth}")
            elif event.anchor is not None:
                sizes[event.anchor] = 1
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = open_at.pop()
            if anchor is not None:
                sizes[anchor] = total - before
        if total > limits.values:
            what = "too many values, those behind aliases counted each time"
            raise _at(mark, what, f"at most {limits.values:,} keys and values")


def _refuse_repeated_keys(root: yaml.Node | None) -> None:
    """Refuse keys that stand twice in one mapping."""
    found = [
        _at(key.start_mark, "duplicate key in this mapping", "each key once", key.value) for key in _repeated_keys(root)
    ]
    if found:
        found.sort(key=lambda error: (error.line, error.column))
        found[0].more = found[1:]
        raise found[0]


def _repeated_keys(root: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
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
                if isinstance(key, yaml.ScalarNode):
                    if key.value in keys:
                        yield key
                    keys.add(key.value)
                nodes.append(value)
        elif isinstance(node, yaml.SequenceNode):
            nodes.extend(node.value)


class _Loader(_Base):
    """Builds plain values; keys are text as it is written."""

    def construct_mapping(self, node: yaml.Node, deep: bool = False) -> dict[str, Any]:
        """A mapping."""
        if not isinstance(node, yaml.MappingNode):
            raise yaml.constructor.ConstructorError(None, None, "expected a mapping", node.start_mark)
        self.flatten_mapping(node)
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be text", key.start_mark)
        return {key.value: self.construct_object(value, deep) for key, value in node.value}

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """A value."""
        if not isinstance(node, yaml.ScalarNode):
            return super().construct_object(node, deep)
        kind = node.tag.rpartition(":")[2]
        if kind in ("int", "float") and len(node.value) > LONGEST_NUMBER:
            raise _at(node.start_mark, f"a number of {len(node.value):,} characters", f"at most {LONGEST_NUMBER}")
        if kind in ("seq", "map"):
            raise _at(node.start_mark, f"{_brief(node.value)} is not a value of kind {kind}", "")
        try:
            value = super().construct_object(node, deep)
        except yaml.YAMLError:
            raise
        except Exception:
            raise _at(node.start_mark, f"{_brief(node.value)} is not a value of kind {kind}", "") from None
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise _at(node.start_mark, f"{_brief(node.value)} is out of range", "whole numbers of 64 bits")
        if isinstance(value, float) and not math.isfinite(value):
            raise _at(node.start_mark, f"{_brief(node.value)} is out of range", "finite numbers")
        if value is not None and not isinstance(value, bool | int | float | str):
            what = f"{_brief(node.value)} is read as a {kind}"
            raise _at(node.start_mark, what, f"text in quotes: {_brief(node.value)}")
        return value


def _brief(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
