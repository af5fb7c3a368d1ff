"""The logic of a source file: what is left of it without comments, docstrings, layout, and the sentences people read.

Hashes of rules are over this, so that a better sentence changes no hash, and a changed number, name or step always does. The
result is the same in every version of Python. What counts as a sentence is listed here and nowhere else:

- docstrings, and strings that stand alone; what stands under ``if TYPE_CHECKING:``, which never runs;
- what an exception or a warning says;
- strings in the calls of :data:`TELLING`, in the keywords of :data:`KEYWORDS`, and behind the first argument of
  :data:`DECLARING`;
- in a class of :data:`TOLD_BY`, the vocabulary of a ruleset, all of a member but its name and its number;
- in ``state.py`` and ``observe.py`` the meaning in a row ``(name, kind, ..., meaning)``; the values of a dict ``BROKEN``;
- in a ``rulebook.yaml`` titles, headings, statements, rulings, readings and notes.

Every other string counts: names of items, words that scenarios use, ids of clauses.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from typing import Any

import yaml

#: Keyword arguments that hold a sentence.
KEYWORDS = frozenset({"description", "help", "meaning", "title"})
#: Calls in which every string is part of a sentence.
TELLING = frozenset({"Fault", "Unseen", "fact", "warn"})
#: Calls that declare something: a name, and behind it what it means.
DECLARING = frozenset({"Measure", "ObservationField", "hook", "number"})
#: Enumerations (``core/told.py``) of whose members ``NAME = number, words, ...`` only the number is logic.
TOLD_BY = frozenset({"Endings", "Named", "Told"})
#: Files whose rows ``(name, kind, ..., meaning)`` declare fields.
ROWS_OF_FIELDS = frozenset({"state.py", "observe.py"})
#: Dicts whose values are sentences.
DICTS = frozenset({"BROKEN"})
#: Parts of syntax nodes that say how something is written, or follow from the rest.
NOT_LOGIC = frozenset({"ctx", "kind", "type_comment", "type_ignores"})

#: Keys of a rulebook that hold prose, by where they stand.
PROSE_OF_BOOK = frozenset({"title", "summary"})
PROSE_OF_CLAUSE = frozenset({"heading", "title", "statement", "why", "decision", "ruling", "idle", "readings"})
PROSE_OF_NUMBER = frozenset({"note"})

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def logic_of(source: bytes, name: str) -> bytes:
    """Hash of the logic of a Python or YAML file, 32 bytes; of a file that cannot be parsed, every byte counts.

    Args:
        source: the content of the file.
        name: the file's name without its folder; the ending says whether it is Python or YAML.
    """
    try:
        parts = of_yaml(source, name) if name.endswith(".yaml") else of_python(source, name)
        text = "\0".join(parts)
    except (SyntaxError, ValueError, yaml.YAMLError):
        return hashlib.sha256(b"unread" + source).digest()
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def code_of(source: bytes, shows_docstrings: bool = False) -> bytes:
    """Hash of a Python file, 32 bytes, that ignores comments, layout and the docstrings of modules and functions. All other
    strings count, and so do docstrings of classes, because JSON Schemas show them. Of a file that cannot be parsed, every
    byte counts.

    Args:
        source: the content of the file.
        shows_docstrings: whether the program shows its docstrings, as ``--help`` does: then all of them count.
    """
    words: list[str] = []
    try:
        tree = ast.parse(source)
        for node in () if shows_docstrings else ast.walk(tree):
            if (
                isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef)
                and node.body
                and is_alone(node.body[0])
            ):
                del node.body[0]
        add_words(tree, words)
    except (SyntaxError, ValueError):
        return hashlib.sha256(b"unread" + source).digest()
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).digest()


# --- Python -------------------------------------------------------------------------------------------------------------


def of_python(source: bytes, name: str) -> list[str]:
    """The syntax tree of a Python source as words, without what decides nothing.

    Raises:
        SyntaxError, ValueError: it is not Python.
    """
    tree = Running().visit(ast.parse(source))
    for node in ast.walk(tree):
        mute_sentences(node, name in ROWS_OF_FIELDS)
    words: list[str] = []
    add_words(tree, words)
    return words


def mute_sentences(node: ast.AST, is_fields: bool) -> None:
    """Replace the sentences directly at a node by empty strings; strings that stand alone are dropped."""
    if isinstance(node, ast.Raise):
        node.exc = mute(node.exc)
    elif isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = 0 if called in TELLING else 1 if called in DECLARING else len(node.args)
        node.args[first:] = [mute(argument) for argument in node.args[first:]]
        for keyword in node.keywords:
            if keyword.arg in KEYWORDS or called in TELLING:
                keyword.value = mute(keyword.value)
    elif isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") in TOLD_BY for base in node.bases):
        for member in node.body:
            if isinstance(member, ast.Assign) and isinstance(member.value, ast.Tuple) and member.value.elts:
                member.value = member.value.elts[0]
    elif isinstance(node, ast.Tuple) and is_fields and is_row_of_field(node):
        node.elts[2:] = [mute(element) if is_string(element) else element for element in node.elts[2:]]
    elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(target, ast.Name) and target.id in DICTS for target in targets):
            node.value.values = [mute(value) for value in node.value.values]
    for _, body in ast.iter_fields(node):
        if isinstance(body, list) and any(is_alone(statement) for statement in body):
            body[:] = [statement for statement in body if not is_alone(statement)]


def is_string(node: Any) -> bool:
    """Whether a node is a string, with or without values in it."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def is_alone(node: Any) -> bool:
    """Whether a statement is a string that nobody takes: a docstring, or what explains the line above it."""
    return isinstance(node, ast.Expr) and is_string(node.value)


def is_row_of_field(row: ast.Tuple) -> bool:
    """Whether a tuple reads ``(name, kind, ...)`` with a kind that is no name of a dtype."""
    return len(row.elts) > 2 and is_string(row.elts[0]) and not is_string(row.elts[1])


class Running(ast.NodeTransformer):
    """Removes code that only type checkers read."""

    def visit_If(self, node: ast.If) -> Any:
        """Leave only the ``else`` branch of ``if TYPE_CHECKING:``."""
        self.generic_visit(node)
        is_for_checkers = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return node.orelse if is_for_checkers else node


class Mute(ast.NodeTransformer):
    """Puts an empty string in the place of every string of an expression."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """Numbers stay."""
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Constant:
        """An f-string is a sentence too."""
        return ast.Constant("")


def mute(node: Any) -> Any:
    """An expression with all its strings emptied."""
    return node if node is None else Mute().visit(node)


def add_words(node: Any, words: list[str]) -> None:
    """Add a syntax tree as words: the kind of each node, then its parts. Whatever is empty is left out, for some versions of
    Python have parts that others lack.
    """
    words.append(type(node).__name__)
    if isinstance(node, ast.Constant):
        words.append(f"{type(node.value).__name__} {node.value!r}")
        return
    if isinstance(node, ast.JoinedStr):
        add_pieces(node.values, words)
        return
    for name in node._fields:
        value = getattr(node, name, None)
        if value is None or value == [] or name in NOT_LOGIC:
            continue
        words.append(name)
        if isinstance(value, list):
            words.append("[")
            for item in value:
                if isinstance(item, ast.AST):
                    add_words(item, words)
                else:
                    words.append(repr(item))
            words.append("]")
        elif isinstance(value, ast.AST):
            add_words(value, words)
        else:
            words.append(repr(value))


def add_pieces(pieces: list[ast.expr], words: list[str]) -> None:
    """Add the pieces of an f-string. Text between two values is one piece, however a version of Python cuts it."""
    text = ""
    for piece in pieces:
        if isinstance(piece, ast.Constant):
            text += str(piece.value)
            continue
        if text:
            words.append(repr(text))
        text = ""
        add_words(piece, words)
    words.append(repr(text))
    words.append("]")


# --- YAML ---------------------------------------------------------------------------------------------------------------


def of_yaml(source: bytes, name: str) -> Iterator[str]:
    """The nodes of a YAML file as words, in their order; of a rulebook without its prose.

    Raises:
        yaml.YAMLError, ValueError: it is not YAML, or a node contains itself.
    """
    node = yaml.compose(source, Loader=_LOADER)
    return words_of_node(node, ("rulebook",) if name == "rulebook.yaml" else (), ())


def is_prose(where: tuple[str, ...], key: str) -> bool:
    """Whether a key of a rulebook, at this place, holds sentences."""
    match where:
        case ("rulebook", "ruleset"):
            return key in PROSE_OF_BOOK
        case ("rulebook", "clauses", "-"):
            return key in PROSE_OF_CLAUSE
        case ("rulebook", "clauses", "-", "knobs", _) | ("rulebook", "tables", _):
            return key in PROSE_OF_NUMBER
    return False


def words_of_node(node: Any, where: tuple[str, ...], above: tuple[int, ...]) -> Iterator[str]:
    """A YAML node as words: the tag decides whether a scalar is a number or a text, so it counts; quotes and indents do not."""
    if id(node) in above:
        raise ValueError("a node contains itself")
    inside = (*above, id(node))
    if isinstance(node, yaml.MappingNode):
        yield "{"
        for key, value in node.value:
            if not is_prose(where, str(key.value)):
                yield from words_of_node(key, (), inside)
                yield from words_of_node(value, (*where, str(key.value)) if where else (), inside)
        yield "}"
    elif isinstance(node, yaml.SequenceNode):
        yield "["
        for item in node.value:
            yield from words_of_node(item, (*where, "-") if where else (), inside)
        yield "]"
    elif node is not None:
        yield f"{node.tag} {node.value!r}"
