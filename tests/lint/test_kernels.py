"""Kernels: no numbers that belong into the rulebook, permissions that change nothing, only what compiles."""

from __future__ import annotations

import ast

import pytest
from lint.sources import (
    AGENTS,
    CORE,
    ENVS,
    EXPERIMENTS,
    OWN,
    RULESETS,
    TESTS,
    Complaints,
    at,
    attribute_of,
    body,
    functions,
    kernels,
    shown,
    sources,
    stores,
    tree,
)

from tactica.envs import rulesets

#: Numbers that rules may write out: none, one, a pair, the sides of dice and the eight directions, percent.
LITERALS = {0, 1, 2, 3, 4, 6, 8, 10, 12, 100}
#: Scratch of the state: lists worked out anew by whoever needs them, never part of a position. A look may fill them.
SCRATCH = {
    "known",  # which units the deciding side knows of
    "group_mark",  # the creatures of a group
    "limits",  # bands of a roll that are not the book's alone
    "reach",  # flood fill: cost of every cell
    "way_found",  # where a move can end
    "came_by",  # flood fill: the way to every cell
    "queue",  # flood fill: cells to look at
}
MOST_ARGUMENTS = 10  # of a kernel; what belongs together is a named tuple (core/loops/arguments.py) or a plain one
LOOKS = ("may_", "is_", "has_", "refusal_of")
CHANGES = (
    "emit",
    "emit_dice",
    "emit_roll",
    "push",
    "pop",
    "replace",
    "clear",
    "ask",
    "ask_side",
    "die",
    "check",
    "band",
)


def rule_files(slug):
    """The chapters of a ruleset."""
    return sources(RULESETS[slug] / "rules")


@pytest.mark.parametrize("slug", OWN)
def test_rules_write_out_no_numbers_of_the_book(slug):
    wrong = []
    for path in rule_files(slug):
        for function in functions(path):
            for node in body(function):
                if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in LITERALS:
                    wrong.append(f"{at(path, node)}: {node.value} in {function.name}")
    Complaints(wrong).none_left("a number in a rule is a knob (w.book...), or a named constant of the module")


def test_no_kernel_takes_more_arguments_than_one_can_keep_in_mind():
    wrong = [
        f"{at(path, function)}: {function.name} takes {len(function.args.args)}"
        for path, function in kernels(ENVS)
        if len(function.args.args) > MOST_ARGUMENTS
    ]
    Complaints(wrong).none_left(
        f"a kernel takes at most {MOST_ARGUMENTS} arguments; give it what belongs together as a tuple"
    )


@pytest.mark.parametrize("slug", RULESETS)
def test_what_only_looks_changes_nothing(slug):
    wrong = []
    for path in sources(RULESETS[slug]):
        for function in functions(path):
            if not function.name.startswith(LOOKS):
                continue
            for node in stores(function):
                if attribute_of(node) not in SCRATCH:
                    wrong.append(f"{at(path, node)}: {function.name} assigns to {ast.unparse(node)}")
            for node in body(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    called = node.func.id
                    if called.startswith(LOOKS):
                        continue
                    if called in CHANGES or called.startswith("resolve_") or called.endswith("_step"):
                        wrong.append(f"{at(path, node)}: {function.name} calls {called}")
    Complaints(wrong).none_left(
        "may_, is_, has_ and refusal_of_ only look: they assign to no field, roll no die and call nothing that does"
    )


def test_numba_is_imported_in_one_place():
    wrong = []
    for path in sources(ENVS, AGENTS, EXPERIMENTS):
        if path.parent == CORE / "compiler":
            continue
        for node in ast.walk(tree(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            if any(name.split(".")[0] == "numba" for name in names):
                wrong.append(f"{at(path, node)}: imports numba")
            if isinstance(node, ast.keyword) and node.arg == "cache" and getattr(node.value, "value", None) is True:
                wrong.append(f"{at(path, node.value)}: cache=True")
    Complaints(wrong).none_left("kernels are compiled by the decorators of core/compiler/jit.py only")


def test_only_the_core_writes_into_executed_sources():
    """What others know of a ruleset's loops is theirs: attributes the kernels read are set, a namespace is not looked into."""
    wrong = []
    for path in sources(ENVS, AGENTS, EXPERIMENTS):
        for node in ast.walk(tree(path)):
            is_own = isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"
            if isinstance(node, ast.Attribute) and node.attr == "__dict__" and not is_own:
                wrong.append(f"{at(path, node)}: {ast.unparse(node)}")
            is_vars = isinstance(node, ast.Call) and ast.unparse(node.func) == "vars" and len(node.args) == 1
            if is_vars and ast.unparse(node.args[0]).endswith("loops") and not path.is_relative_to(CORE):
                wrong.append(f"{at(path, node)}: {ast.unparse(node)}")
    Complaints(wrong).none_left("notes about players stand in Seats (engine/rows.py), not in a namespace")


FORBIDDEN = {
    ast.List: "a list", ast.Dict: "a dict", ast.Set: "a set", ast.ListComp: "a comprehension",
    ast.DictComp: "a comprehension", ast.SetComp: "a comprehension", ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a string", ast.Raise: "an exception", ast.Try: "an exception", ast.With: "a context",
    ast.Lambda: "a closure", ast.FunctionDef: "a closure", ast.ClassDef: "a class", ast.Yield: "a generator",
    ast.Global: "a global", ast.Nonlocal: "a closure", ast.Assert: "an assertion", ast.Import: "an import",
    ast.ImportFrom: "an import",
}  # fmt: skip


@pytest.mark.parametrize("slug", ["core", *RULESETS])
def test_kernels_keep_to_plain_scalar_python(slug):
    wrong = []
    for path, function in kernels(CORE if slug == "core" else RULESETS[slug]):
        for node in body(function):
            what = FORBIDDEN.get(type(node))
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                what = f"a string, {node.value!r},"
            if what:
                wrong.append(f"{at(path, node)}: {what} in {function.name}")
    Complaints(wrong).none_left("kernels hold no lists, dicts, strings, closures or exceptions")


@pytest.mark.parametrize("slug", RULESETS)
def test_no_record_is_assigned_to_another(slug):
    ruleset = rulesets.get(slug)
    dtype = ruleset.state.dtype
    records = {name for name in dtype.names if dtype[name].base.names}
    wrong = []
    for path, function in kernels(RULESETS[slug]):
        for node in stores(function):
            element = node.value if isinstance(node, ast.Subscript) else None
            if isinstance(element, ast.Attribute) and element.attr in records:
                wrong.append(f"{at(path, node)}: {function.name} assigns to {ast.unparse(node)}")
    Complaints(wrong).none_left("records are copied through core (assignment compiles for minutes)")


def test_the_lints_see_what_they_look_for():
    """Nothing passes because nothing was read."""
    assert len(list(kernels(*OWN.values()))) > 200
    assert len(rule_files("wfrp1")) > 15
    assert shown(TESTS / "lint" / "sources.py") == "tests/lint/sources.py"
