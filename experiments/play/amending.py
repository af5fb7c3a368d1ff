"""Changes to the text of a scenario. Only the part that changes is rewritten: the rest stays, with its comments and line
breaks.

A change is applied twice, to the text and to what the text means. The text is changed in the smallest possible place: the
value itself, else its item or section; if the new text does not mean what it should, which anchors can bring about, the
whole text is rewritten.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import yaml

from ...envs.core.rulebook import strict_yaml

Path: TypeAlias = Sequence[str | int]

ORDER = (
    "ruleset", "name", "description", "board", "sides", "allies", "battle", "rounds", "max_rounds", "round_limit", "first_side",
    "players_deploy", "rules", "place", "deploy", "units", "choose", "generate",
    "objectives",
)  # fmt: skip
LISTS = ("units", "choose", "generate")  # written with an item a line
WIDTH = 120


def parse(text: str) -> dict[str, Any]:
    """What a text means.

    Raises:
        YamlError: it is no YAML; ValueError: it is no mapping.
    """
    data = strict_yaml.parse(text).data
    if not isinstance(data, dict):
        raise ValueError("this text is not a scenario: it must be a mapping with ruleset, board, sides, units ...")
    unshared: dict[str, Any] = _unshared(data)
    return unshared


def _unshared(value: Any) -> Any:
    """A copy in which what an alias stands for is there each time."""
    if isinstance(value, dict):
        return {key: _unshared(one) for key, one in value.items()}
    return [_unshared(one) for one in value] if isinstance(value, list) else value


def read_value(text: str) -> Any:
    """What the text of a single value means.

    Raises:
        YamlError: it is no YAML.
    """
    return strict_yaml.parse(text).data


def put(data: Any, path: Path, value: Any) -> None:
    """Put a value into what a text means; mappings on the way are made.

    Raises:
        LookupError: the path leads nowhere.
    """
    *way, last = path
    for step in way:
        if isinstance(data, dict) and data.get(step) is None:
            data[step] = {}
        data = _inner(data, step)
    if isinstance(data, list) and last == len(data):
        data.append(value)
    elif isinstance(data, dict) or (isinstance(data, list) and isinstance(last, int)):
        inner: Any = data
        inner[last] = value
    else:
        raise LookupError(f"{'.'.join(map(str, way))} has no {last!r}")


def _inner(data: Any, step: str | int) -> Any:
    """What lies at one step of a path.

    Raises:
        LookupError: nothing does.
    """
    if isinstance(data, dict):
        return data[step]
    if isinstance(data, list) and isinstance(step, int):
        return data[step]
    raise LookupError(f"there is no {step!r} in {data!r:.40}")


def take(data: Any, path: Path) -> None:
    """Take something out of what a text means, and mappings that are empty then.

    Raises:
        LookupError: it is not there.
    """
    way, last = path[:-1], path[-1]
    inner = data
    for step in way:
        inner = _inner(inner, step)
    _inner(inner, last)
    del inner[last]
    if way and inner == {}:
        take(data, way)


def rename(data: Any, path: Path, name: str) -> None:
    """Give a key of a mapping another name, in its place.

    Raises:
        LookupError: it is not there; ValueError: the name is taken.
    """
    *way, last = path
    for step in way:
        data = _inner(data, step)
    if not isinstance(data, dict) or last not in data:
        raise LookupError(f"{'.'.join(map(str, way))} has no {last!r}")
    if name != last and name in data:
        raise ValueError(f"there is already a {name!r}")
    entries = [(name if key == last else key, value) for key, value in data.items()]
    data.clear()
    data.update(entries)


def amended(text: str, path: Path, change: Callable[[dict[str, Any]], None]) -> str:
    """The text after a change.

    Args:
        text: a scenario.
        path: place of the change; only this part of the text is rewritten if possible.
        change: changes what the text means.

    Raises:
        YamlError, ValueError: see :func:`parse`, or the change cannot be written; LookupError: no such place.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    before = parse(text)
    after = copy.deepcopy(before)
    change(after)
    if after == before:
        return text
    for write in (_in_place, _renamed, _rewritten):
        written = write(text, path, before, after)
        if written and _means(written, after):
            return written
    written = "".join(_section(key, value) for key, value in after.items())
    if not _means(written, after):
        raise ValueError(
            "this cannot be written into a scenario: it is nested too deeply, a number that is too large, or unprintable text"
        )
    return written


def _means(text: str, data: Mapping[str, Any]) -> bool:
    """Whether a text means something."""
    try:
        return parse(text) == data
    except ValueError:
        return False


def _lines_of(text: str) -> list[str]:
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return lines


# --- the value itself ---------------------------------------------------------------------------------------------------


def _in_place(text: str, path: Path, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The text with one value rewritten, added to a mapping, or removed from one; empty if the change needs more than that."""
    if len(path) == 1 and (path[0] in (*LISTS, "board") or path[0] not in before):
        return ""
    lines, node, key, parent = _lines_of(text), strict_yaml.parse(text).node, None, None
    for number, step in enumerate(path):
        parent, key = node, None
        if isinstance(node, yaml.MappingNode):
            found = next((pair for pair in node.value if pair[0].value == step), None)
            if found is None:
                entry = f"{_within(step)}: {_within(_at(after, path))}"
                return _with_key(lines, node, entry) if number == len(path) - 1 else ""
            key, node = found
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
        else:
            return ""
    assert node is not None and parent is not None, "a text that means something has a root, and a path has steps"
    if len(_at(after, path[:-1]) or ()) < len(parent.value):
        return _without(lines, parent, key, node)
    value = _at(after, path)
    if len(path) == 1 and (isinstance(value, dict) or "\n" in str(value) or len(str(value)) > WIDTH):
        return ""
    return _with_value(lines, parent, key, node, _within(value))


def _at(data: Any, path: Path) -> Any:
    """What lies at a path, None where nothing does."""
    try:
        for step in path:
            data = _inner(data, step)
    except LookupError:
        return None
    return data


def _renamed(text: str, path: Path, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The text with another key at the end of a path; empty where that is not what has changed."""
    was, now = _at(before, path[:-1]), _at(after, path[:-1])
    if not (isinstance(was, dict) and isinstance(now, dict) and list(was.values()) == list(now.values())):
        return ""
    new = [name for name in now if name not in was]
    node: Any = strict_yaml.parse(text).node
    for step in path[:-1]:
        if isinstance(node, yaml.MappingNode):
            node = next((value for key, value in node.value if key.value == step), None)
        else:
            node = node.value[step]
    if not isinstance(node, yaml.MappingNode) or len(new) != 1:
        return ""
    key = next((key for key, _ in node.value if key.value == path[-1]), None)
    if key is None or key.start_mark.line != key.end_mark.line:
        return ""
    lines, start, end = _lines_of(text), key.start_mark, key.end_mark
    lines[start.line] = f"{lines[start.line][: start.column]}{_within(new[0])}{lines[start.line][end.column :]}"
    return "".join(lines)


def _with_value(lines: list[str], parent: Any, key: yaml.Node | None, node: yaml.Node, written: str) -> str:
    """The lines with one value rewritten; a value of several lines then stands behind its key."""
    start, end = node.start_mark, node.end_mark
    if start.line == end.line and getattr(node, "flow_style", True) and getattr(node, "style", "") not in ("|", ">"):
        line = lines[start.line]
        lines[start.line] = line[: start.column] + written + line[end.column :]
    elif key is not None and not parent.flow_style:
        first = key.start_mark.line
        lines[first : _end(lines, first, node)] = [f"{lines[first][: key.end_mark.column]}: {written}\n"]
    else:
        return ""
    return "".join(lines)


def _with_key(lines: list[str], node: yaml.MappingNode, entry: str) -> str:
    """The lines with one more entry of a mapping."""
    if not node.value:
        return ""
    if node.flow_style:
        at, line = node.end_mark.column - 1, lines[node.end_mark.line]
        lines[node.end_mark.line] = f"{line[:at].rstrip()}, {entry}{line[at:]}"
    else:
        key, value = node.value[-1]
        lines.insert(_end(lines, key.start_mark.line, value), f"{' ' * node.value[0][0].start_mark.column}{entry}\n")
    return "".join(lines)


def _without(lines: list[str], parent: Any, key: yaml.Node | None, node: yaml.Node) -> str:
    """The lines without one entry of a mapping of several: whole lines, or what stands on one line between others."""
    if key is None or len(parent.value) == 1:
        return ""
    number = next(k for k, pair in enumerate(parent.value) if pair[0] is key)
    if not parent.flow_style:
        first = key.start_mark.line
        if number:
            del lines[first : _end(lines, first, node)]
        return "".join(lines) if number else ""
    start, end = key.start_mark, node.end_mark
    if number:
        start = parent.value[number - 1][1].end_mark
    else:
        end = parent.value[1][0].start_mark
    if start.line != end.line:
        return ""
    line = lines[start.line]
    lines[start.line] = line[: start.column] + line[end.column :]
    return "".join(lines)


# --- an item or a section -----------------------------------------------------------------------------------------------


def _rewritten(text: str, path: Path, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The text with one section, or one item of a list, rewritten."""
    key = str(path[0])
    root = strict_yaml.parse(text).node
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        return ""
    lines = _lines_of(text)
    nodes = {name.value: (name, value) for name, value in root.value}
    if key not in nodes:
        at = _place_for(key, nodes, lines)
        return "".join([*lines[:at], _section(key, after[key]), *lines[at:]])
    name, value = nodes[key]
    number = path[1] if len(path) > 1 else None
    if isinstance(number, int) and isinstance(value, yaml.SequenceNode) and not value.flow_style:
        return _with_item(lines, value, number, before[key], after.get(key) or [])
    first, end = name.start_mark.line, _end(lines, name.start_mark.line, value)
    return "".join([*lines[:first], _section(key, after[key]) if key in after else "", *lines[end:]])


def _place_for(key: str, nodes: Mapping[str, Any], lines: Sequence[str]) -> int:
    """The line before which a new section is put; comments right above the next one stay with it."""
    later = ORDER[ORDER.index(key) + 1 :] if key in ORDER else ()
    at: int = min((nodes[name][0].start_mark.line for name in later if name in nodes), default=len(lines))
    while 0 < at < len(lines) and lines[at - 1].startswith("#"):
        at -= 1
    return at


def _end(lines: Sequence[str], first: int, node: yaml.Node) -> int:
    """The line after the last of a node; comments and empty lines that follow it belong to what comes next."""
    mark = node.end_mark
    end = mark.line if mark.line >= len(lines) or not lines[mark.line][: mark.column].strip() else mark.line + 1
    is_literal = isinstance(node, yaml.ScalarNode) and node.style in ("|", ">")
    while end - 1 > first and not is_literal and lines[end - 1].strip()[:1] in ("", "#"):
        end -= 1
    return max(end, first + 1)


def _with_item(lines: list[str], node: yaml.SequenceNode, number: int, before: list[Any], after: list[Any]) -> str:
    """The text with one item of a list rewritten, added or removed."""
    indent = " " * node.start_mark.column
    if number == len(before):
        end = _end(lines, node.start_mark.line, node)
        return "".join([*lines[:end], f"{indent}- {flow(after[number])}\n", *lines[end:]])
    item = node.value[number]
    first, end = item.start_mark.line, _end(lines, item.start_mark.line, item)
    if len(after) < len(before):
        if not after:
            first = node.start_mark.line
            lines[first - 1] = lines[first - 1].rstrip("\n") + " []\n"
        return "".join([*lines[:first], *lines[end:]])
    if getattr(item, "flow_style", True) and item.end_mark.line == first:
        line = lines[first]
        lines[first] = line[: item.start_mark.column] + flow(after[number]) + line[item.end_mark.column :]
        return "".join(lines)
    return "".join([*lines[:first], f"{indent}- {flow(after[number])}\n", *lines[end:]])


# --- writing ----------------------------------------------------------------------------------------------------------


class _Plain(yaml.SafeDumper):
    """Writes what is the same twice, twice."""

    def ignore_aliases(self, data: Any) -> bool:
        """No anchors."""
        return True


def flow(value: Any) -> str:
    """A value on one line."""
    text: str = yaml.dump(
        value, Dumper=_Plain, default_flow_style=True, width=10**9, sort_keys=False, allow_unicode=True
    )
    return text.removesuffix("\n").removesuffix("\n...")


def _within(value: Any) -> str:
    """A value on one line, as it can stand in a list or mapping on one line, too."""
    return flow([value])[1:-1]


def _section(key: str, value: Any) -> str:
    """A key of the scenario with what stands under it."""
    if key == "board" and isinstance(value, dict):
        return _board(value)
    if key in LISTS and isinstance(value, list) and value:
        return f"{key}:\n" + "".join(f"- {flow(item)}\n" for item in value)
    if isinstance(value, str):
        text: str = yaml.dump({key: value}, Dumper=_Plain, width=WIDTH, allow_unicode=True)
        return text
    if isinstance(value, dict) and len(line := f"{key}: {flow(value)}\n") > WIDTH:
        return f"{key}:\n" + "".join(f"  {flow(name)}: {flow(one)}\n" for name, one in value.items()) if value else line
    return f"{key}: {flow(value)}\n"


def _board(board: Mapping[str, Any]) -> str:
    """The map as a picture, what stands beside it in lists."""
    if set(board) <= {"size"}:
        return f"board: {flow(dict(board))}\n"
    text = "board:\n"
    for key, value in board.items():
        if key == "map":
            rows = value.rstrip("\n").split("\n") if isinstance(value, str) else value
            text += "  map: |\n" + "".join(f"    {row}\n" for row in rows)
        elif isinstance(value, list) and key in ("cells", "borders") and value:
            text += f"  {key}:\n" + "".join(f"  - {flow(item)}\n" for item in value)
        else:
            text += f"  {key}: {flow(value)}\n"
    return text
