"""Sources as syntax trees, for the lints: what is where, and how a complaint reads."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tactica.agents
import tactica.envs
import tactica.experiments
from tactica.envs import rulesets

TESTS = Path(__file__).resolve().parents[1]
ENVS = Path(tactica.envs.__file__).resolve().parent
AGENTS = Path(tactica.agents.__file__).resolve().parent
EXPERIMENTS = Path(tactica.experiments.__file__).resolve().parent
CORE = ENVS / "core"
#: Folder of each ruleset, those of the tests too.
RULESETS = {slug: rulesets.get(slug).folder for slug in rulesets.names()}
#: Of the rulesets in the package itself.
OWN = {slug: folder for slug, folder in RULESETS.items() if folder.is_relative_to(ENVS)}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@functools.cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def sources(*folders: Path) -> list[Path]:
    """All Python files below folders."""
    return sorted({path for folder in folders for path in folder.rglob("*.py") if "__pycache__" not in path.parts})


def shown(path: Path) -> str:
    """A path as it stands in the repository."""
    for root in (ENVS, AGENTS, EXPERIMENTS, TESTS):
        if path.is_relative_to(root):
            return f"{root.name}/{path.relative_to(root).as_posix()}"
    return str(path)


def at(path: Path, node: ast.AST) -> str:
    """File and line of a node."""
    return f"{shown(path)}:{getattr(node, 'lineno', 0)}"


def functions(path: Path) -> Iterator[Function]:
    """Every function of a file, methods and nested ones too."""
    for node in ast.walk(tree(path)):
        if isinstance(node, Function):
            yield node


def decorators(function: Function) -> Iterator[tuple[str, list[ast.expr]]]:
    """Name and arguments of each decorator."""
    for node in function.decorator_list:
        called = node.func if isinstance(node, ast.Call) else node
        name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
        yield name, node.args if isinstance(node, ast.Call) else []


def cited(function: Function, decorator: str) -> list[str]:
    """The texts a decorator such as ``@rule("a.b", "c.d")`` is given."""
    return [
        argument.value
        for name, arguments in decorators(function)
        if name == decorator
        for argument in arguments
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def is_kernel(function: Function) -> bool:
    """Whether a function is compiled; those under ``@outside.rule`` are not."""
    outside = any(ast.unparse(node).startswith("outside.") for node in function.decorator_list)
    return not outside and any(name in ("rule", "kernel", "entry") for name, _ in decorators(function))


def kernels(*folders: Path) -> Iterator[tuple[Path, Function]]:
    """Every compiled function below folders, with its file."""
    for path in sources(*folders):
        for function in functions(path):
            if is_kernel(function):
                yield path, function


def body(function: Function) -> Iterator[ast.AST]:
    """Every node of a function but its docstring and decorators."""
    statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
    for statement in statements:
        yield from ast.walk(statement)


def stores(function: Function) -> Iterator[ast.Attribute | ast.Subscript]:
    """Attributes and elements a function assigns to."""
    for node in body(function):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node


def attribute_of(node: ast.expr) -> str:
    """The last name on the way to what is assigned: ``units`` of ``s.units[3]``, ``cell`` of ``s.units[3].cell``."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


class Complaints(NamedTuple):
    """What is wrong, one line each."""

    found: list[str]

    def none_left(self, rule: str) -> None:
        """Fail with the rule and every place that breaks it."""
        assert not self.found, f"{rule}\n  " + "\n  ".join(self.found)
