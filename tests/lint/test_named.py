"""Names: whatever is public is used by the package, or is described to readers and tested."""

from __future__ import annotations

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from lint.sources import AGENTS, ENVS, EXPERIMENTS, OWN, TESTS, Complaints, Function, at, decorators, sources, tree

import tactica
import tactica.configs

ROOT = TESTS.parent
PACKAGE = (
    ENVS,
    AGENTS,
    EXPERIMENTS,
    Path(tactica.configs.__file__).resolve().parent,
    Path(tactica.__file__).resolve().parent,
)
#: What those who change things read, not those who use them.
NOT_FOR_USERS = ("CHANGELOG.md", "DECISIONS.md")

#: Who names a function or method that the package does not name itself -> their names.
ELSEWHERE = {
    "PyTorch": ("forward",),
    "Stable-Baselines3": (
        "step_async", "get_attr", "set_attr", "has_attr", "env_method", "env_is_wrapped", "get_images", "evaluate_actions",
        "get_distribution", "predict_values", "to_torch",
    ),
    "Gymnasium": ("close_extras",),
    "OpenSpiel": ("make_py_observer", "chance_outcomes", "resample_from_infostate", "set_from", "string_from"),
    "PufferLib": ("forward_eval",),
    "Numba": ("define_pipelines", "run_pass", "add_linking_library"),
    "ast.NodeVisitor": ("visit_If", "visit_Constant", "visit_JoinedStr"),
    "PyYAML": ("construct_mapping", "ignore_aliases"),
    "asyncio.Protocol": ("connection_made", "connection_lost"),
    "rulesets of your own; of those that are tested, only the toybook's": (
        "add_rectangle", "ask_side", "door_fields", "is_cut", "most_in_rectangle",
    ),
    "rulesets of your own; only its tests so far": ("rectangle_gap",),
    "the stamps of the tests and their list of folders": ("cache_root",),
    "tests of tables of a rulebook": ("row_index",),
}  # fmt: skip
#: Decorators that hand a function to somebody: commands, and tests of the template for rulesets of your own.
HANDED_ON = ("command", "callback", "clause")

_NAMES = re.compile(r"[A-Za-z_][\w.:]*")
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.DOTALL | re.MULTILINE)


def unread(module: ast.Module) -> set[int]:
    """Docstrings and ``__all__``, which use nothing they name: the ids of their nodes."""
    found: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(id(node.value))
        elif isinstance(node, ast.Assign) and any(ast.unparse(one) == "__all__" for one in node.targets):
            found.update(id(inner) for inner in ast.walk(node))
    return found


def names_of(node: ast.AST) -> list[str]:
    """What a node names: an identifier, or several joined by dots or colons in a string. An import alone names nothing."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.keyword):
        return [node.arg or ""]
    if isinstance(node, ast.alias) and node.asname:
        return [node.name]
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _NAMES.fullmatch(node.value):
        return re.split("[.:]", node.value)
    return []


@functools.cache
def named() -> dict[str, set[tuple[Path, int]]]:
    """Where the package names something: name -> files and lines."""
    found: defaultdict[str, set[tuple[Path, int]]] = defaultdict(set)
    for path in sources(*PACKAGE):
        left_out = unread(tree(path))
        for node in ast.walk(tree(path)):
            if id(node) not in left_out:
                for name in names_of(node):
                    found[name].add((path, getattr(node, "lineno", 0)))
    return found


@functools.cache
def shown_to_users() -> frozenset[str]:
    """Names in code on pages for users that a test names, too."""
    pages = [path for path in ROOT.glob("*.md") if path.name not in NOT_FOR_USERS]
    for folder in ("agents", "configs", "docs", "envs", "experiments"):
        pages += [path for path in (ROOT / folder).rglob("*.md") if path.name not in NOT_FOR_USERS]
    code = {name for path in pages for part in _CODE.findall(path.read_text(encoding="utf-8")) for name in words(part)}
    tests = {name for path in sources(TESTS) for name in words(path.read_text(encoding="utf-8"))}
    return frozenset(code & tests)


def words(text: str) -> list[str]:
    """The identifiers in a text."""
    return re.findall(r"\w+", text)


def public(nodes: list[ast.stmt]) -> Iterator[Function]:
    """Public functions and methods, not those inside functions."""
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            yield from public(node.body)
        elif isinstance(node, Function) and not node.name.startswith("_"):
            yield node


def is_named(path: Path, function: Function) -> bool:
    """Whether the package names a function outside of it."""
    inside = range(function.lineno, (function.end_lineno or function.lineno) + 1)
    return any(file != path or line not in inside for file, line in named()[function.name])


def unnamed() -> Iterator[tuple[Path, Function]]:
    """Public functions and methods, outside the rulebooks, that the package names nowhere else."""
    for path in sources(ENVS, AGENTS, EXPERIMENTS):
        if not any(path.is_relative_to(folder) for folder in OWN.values()) and not path.name.startswith("test_"):
            for function in public(tree(path).body):
                if not is_named(path, function) and not {name for name, _ in decorators(function)} & set(HANDED_ON):
                    yield path, function


def test_what_is_public_is_used():
    allowed = {name for names in ELSEWHERE.values() for name in names}
    found = list(unnamed())
    wrong = [
        f"{at(path, function)}: {function.name}"
        for path, function in found
        if function.name not in allowed and function.name not in shown_to_users()
    ]
    wrong += [f"{name} is named now: take it off ELSEWHERE" for name in allowed - {one.name for _, one in found}]
    Complaints(wrong).none_left("nobody names it: delete it; or describe it on a page for users, and test it")


def test_a_name_counts_where_it_is_used():
    module = ast.parse(
        '"""A f()."""\n__all__ = ["f"]\nfrom a import g\nfrom b import h as i\nx.k(l="m.n")\nprint("a word")'
    )
    left_out = unread(module)
    met = [name for node in ast.walk(module) if id(node) not in left_out for name in names_of(node)]
    assert sorted(met) == ["h", "k", "l", "m", "n", "print", "x"]


#: Enumerations of a rulebook whose members stand for something that its code does.
DONE = ("Event", "Term", "Refusal", "Mark")


def test_what_a_rulebook_says_is_said_somewhere():
    """An event that nothing logs, a part that no total has, a refusal that nobody hears."""
    wrong = []
    for vocab in sorted((ENVS / "rulesets").glob("*/vocab.py")):
        said = {
            ast.unparse(node)
            for path in sources(vocab.parent)
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute)
        }
        for kind in tree(vocab).body:
            if isinstance(kind, ast.ClassDef) and kind.name in DONE:
                for member in kind.body:
                    if isinstance(member, ast.Assign) and isinstance(member.targets[0], ast.Name):
                        name = f"{kind.name}.{member.targets[0].id}"
                        if name not in said and not name.endswith(".NONE"):
                            wrong.append(f"{at(vocab, member)}: {name}")
    Complaints(wrong).none_left("nothing names it: use it or take it away")
