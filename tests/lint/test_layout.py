"""Modules, docstrings and meanings: short chapters, headings first, and a remark on every field."""

from __future__ import annotations

import ast
import re

import pytest
import yaml
from lint.sources import (
    AGENTS,
    ENVS,
    EXPERIMENTS,
    OWN,
    TESTS,
    Complaints,
    at,
    cited,
    functions,
    shown,
    sources,
    tree,
)

from tactica.envs import rulesets

CHAPTER, MODULE = 330, 450  # lines
LISTS = ("vocab.py", "words.py", "state.py", "observe.py")  # long because they list things
_HEADING = re.compile(r"['\"]?[A-Z0-9][^:]*: ?\S?")


def longer() -> dict[str, int]:
    """Files that are longer than they should be, and how long they may be at most."""
    return yaml.safe_load((TESTS / "lint" / "too_long.yaml").read_text(encoding="utf-8")) or {}


def limit(path) -> int | None:
    """Lines a module may have, None any number."""
    if any(path.is_relative_to(folder) for folder in OWN.values()):
        return None if path.name in LISTS else CHAPTER
    return MODULE


def test_modules_are_short():
    wrong, known, seen = [], longer(), set()
    for path in sources(ENVS, AGENTS, EXPERIMENTS):
        lines, most = len(path.read_text(encoding="utf-8").splitlines()), limit(path)
        if most is None or lines <= most:
            continue
        seen.add(shown(path))
        if lines > known.get(shown(path), most):
            wrong.append(f"{shown(path)} has {lines} lines, {known.get(shown(path), most)} are allowed")
    wrong += [f"{name} is short enough now: take it off tests/lint/too_long.yaml" for name in known if name not in seen]
    Complaints(wrong).none_left(f"a chapter of a ruleset has at most {CHAPTER} lines, any other module {MODULE}")


@pytest.mark.parametrize("slug", OWN)
def test_rules_begin_with_their_heading(slug):
    wrong = []
    for path in sources(OWN[slug]):
        for function in functions(path):
            if cited(function, "rule"):
                said = " ".join((ast.get_docstring(function) or "").split())
                heading, colon, rest = said.partition(":")
                if not (colon and rest and _HEADING.match(said) and len(heading) <= 60):
                    wrong.append(f"{at(path, function)}: {function.name}: {said[:60]!r}")
    Complaints(wrong).none_left("the docstring of a rule begins with the book's heading and a colon")


def public(path):
    """Functions, classes and methods whose names do not begin with an underscore; nested functions are none."""

    def look(nodes):
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name[0] != "_":
                yield node
                if isinstance(node, ast.ClassDef):
                    yield from look(node.body)

    yield from look(tree(path).body)


def is_stated_elsewhere(node) -> bool:
    """Overloads and setters say nothing new, and members of a protocol are explained by it."""
    if isinstance(node, ast.FunctionDef) and ast.unparse(node.body[0]) == "...":
        return True
    names = {ast.unparse(decorator).split(".")[-1] for decorator in node.decorator_list}
    return bool(names & {"setter", "overload", "override"})


def test_public_functions_have_docstrings():
    wrong = [
        f"{at(path, node)}: {node.name}"
        for path in sources(ENVS, AGENTS, EXPERIMENTS)
        for node in public(path)
        if ast.get_docstring(node) is None and not is_stated_elsewhere(node)
    ]
    Complaints(wrong).none_left("public functions and classes say what they are for")


_PLAIN_FIELD = re.compile(r'\s*\("(\w+)", "')


@pytest.mark.parametrize("slug", OWN)
def test_every_field_of_a_state_says_what_it_holds(slug):
    path = OWN[slug] / "state.py"
    wrong = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        field = _PLAIN_FIELD.match(line)
        if field and "# " not in line:
            wrong.append(f"{shown(path)}:{number}: {field[1]}")
    state = rulesets.get(slug).state
    fields = [*state.declared, *(part for field in state.declared for part in field.parts)]
    wrong += [field.name for field in fields if not field.meaning]
    Complaints(wrong).none_left(
        "a declaration says what each field of a record holds; a comment, of those without a kind"
    )
