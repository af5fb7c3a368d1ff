"""Negative indices raise in interpreted kernels, as they do in kernels that are compiled with ``NUMBA_BOUNDSCHECK=1``.

Python counts a negative index from the end. A compiled kernel does not: without the check it reads what lies before the array
(``core/compiler/indexing.py``). Call :func:`install` before ``tactica`` is imported.
"""

from __future__ import annotations

import ast
import builtins
import os
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from operator import index as as_int
from types import CodeType
from typing import Any

DECORATORS = ("kernel", "rule", "entry")
NAME = "__checked_index__"


def checked(index: Any) -> Any:
    """The index itself.

    Raises:
        IndexError: it is a negative number, or has one in it.
    """
    if type(index) is int and index >= 0:
        return index
    for one in index if isinstance(index, tuple) else (index,):
        if hasattr(one, "__index__") and as_int(one) < 0:
            raise IndexError(f"index {index} is negative")
    return index


def is_kernel(node: ast.FunctionDef) -> bool:
    """Whether a function is decorated as a kernel."""
    found = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return any(isinstance(one, ast.Name) and one.id in DECORATORS for one in found)


class Subscripts(ast.NodeTransformer):
    """Puts :func:`checked` around every index in the bodies of kernels."""

    def __init__(self) -> None:
        self.inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Change the body of a kernel; its decorators stay as they are."""
        here = is_kernel(node)
        self.inside += here
        node.body = [self.visit(one) for one in node.body]
        self.inside -= here
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Check an index; slices and constants that are no negative numbers stay as they are."""
        self.generic_visit(node)
        if isinstance(node.slice, ast.Constant):
            return node
        if self.inside and not any(isinstance(one, ast.Slice) for one in ast.walk(node.slice)):
            call = ast.Call(ast.Name(NAME, ast.Load()), [node.slice], [])
            node.slice = ast.fix_missing_locations(ast.copy_location(call, node.slice))
        return node


def with_checks(source: Any, path: Any) -> CodeType:
    """Compile a source with its kernels' indices checked."""
    tree = Subscripts().visit(ast.parse(source, path))
    code: CodeType = compile(tree, path, "exec", dont_inherit=True)
    return code


def install() -> None:
    """Compile all that is imported from now on with its kernels' indices checked."""
    setattr(builtins, NAME, checked)
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull  # what was compiled without checks is not found there
    usual: Callable[..., Any] = SourceFileLoader.source_to_code

    def source_to_code(self: Any, data: Any, path: Any, *, _optimize: int = -1) -> Any:
        if isinstance(data, bytes) and any(b"@" + name.encode() in data for name in DECORATORS):
            return with_checks(data, path)
        return usual(self, data, path, _optimize=_optimize)

    SourceFileLoader.source_to_code = source_to_code  # type: ignore[method-assign]
