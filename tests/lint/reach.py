"""Which functions of a rulebook anything calls: by names, from what the core knows it by."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lint.sources import ENVS, OWN, Function, decorators, sources, tree

CHAPTERS = "rules"  # the folder of a rulebook that nothing outside calls by name
IMPORTS = (ast.Import, ast.ImportFrom)


def names_in(nodes: Iterable[ast.AST], imported: Mapping[str, str]) -> Iterator[str]:
    """Names that code reads, by what they are called where they come from: ``f``, and of modules ``module.f``."""
    for node in nodes:
        for one in ast.walk(node):
            if isinstance(one, ast.Name):
                yield imported.get(one.id, one.id)
            elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in imported:
                yield one.attr


@functools.cache
def known_to_core() -> frozenset[str]:
    """Names and words in the code outside the rulebooks: among them are all by which it knows their functions."""
    found: set[str] = set()
    for path in sources(ENVS):
        if not any(path.is_relative_to(folder) for folder in OWN.values()):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Name):
                    found.add(node.id)
                elif isinstance(node, ast.Attribute):
                    found.add(node.attr)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.update(node.value.split())
    return frozenset(found)


def functions_of(module: ast.Module) -> dict[str, Function]:
    """The functions on the top level of a module."""
    return {one.name: one for one in module.body if isinstance(one, ast.FunctionDef)}


def imports_of(module: ast.Module) -> dict[str, str]:
    """What a module imports: name -> the name it has where it comes from."""
    imports = [one for one in ast.walk(module) if isinstance(one, IMPORTS)]
    return {one.asname or one.name: one.name for node in imports for one in node.names}


def listed(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names in ``__all__``: what a module is there for."""
    for node in nodes:
        if isinstance(node, ast.Assign) and any(
            isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets
        ):
            yield from (one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant))


def unreached(modules: dict[Path, ast.Module], core: frozenset[str]) -> list[tuple[Path, Function]]:
    """The ``@rule`` functions that nothing calls.

    Called are: what the top level and the classes of a module name, what ``__all__`` lists, functions outside the chapters that
    the core knows by name, and what a function that is called names. Functions of one name count as one.
    """
    calls: dict[str, set[str]] = {}
    found: set[str] = set()
    for path, module in modules.items():
        imported, own = imports_of(module), functions_of(module)
        for name, function in own.items():
            calls.setdefault(name, set()).update(names_in(function.body, imported))
            found.update(names_in(function.decorator_list, imported))
            if CHAPTERS not in path.parts and name in core:
                found.add(name)
        rest = [one for one in module.body if one not in own.values() and not isinstance(one, IMPORTS)]
        found.update(names_in(rest, imported), listed(rest))
    ahead = list(found)
    while ahead:
        new = calls.get(ahead.pop(), set()) - found
        found |= new
        ahead += new
    return [
        (path, function)
        for path, module in modules.items()
        for name, function in functions_of(module).items()
        if name not in found and any(kind == "rule" for kind, _ in decorators(function))
    ]
