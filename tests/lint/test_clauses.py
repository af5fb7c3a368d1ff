"""Clauses: what code, tests and sentences cite exists; every clause is played and tested, or listed with a reason."""

from __future__ import annotations

import ast
import re

import pytest
import yaml
from lint.reach import known_to_core, unreached
from lint.sources import OWN, RULESETS, TESTS, Complaints, at, cited, decorators, functions, sources, tree

from tactica.envs import rulesets

_CLAUSE_IN_DOCSTRING = re.compile(r"([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+): ")


def coded(slug: str) -> dict[str, list[str]]:
    """Clause -> where it is coded: by ``@rule``, or the clause is the first word of a docstring in the setup."""
    found: dict[str, list[str]] = {}
    for path in sources(RULESETS[slug]):
        for function in functions(path):
            named = _CLAUSE_IN_DOCSTRING.match(ast.get_docstring(function) or "")
            for clause in [*cited(function, "rule"), *([named[1]] if named else [])]:
                found.setdefault(clause, []).append(at(path, function))
    return found


def named_by_tests() -> dict[str, list[str]]:
    """``slug.clause`` -> the tests that name it with ``@clause``."""
    found: dict[str, list[str]] = {}
    for path in sources(TESTS):
        for function in functions(path):
            for clause in cited(function, "clause"):
                found.setdefault(clause, []).append(at(path, function))
    return found


@pytest.mark.parametrize("slug", RULESETS)
def test_every_clause_that_code_cites_exists(slug):
    known = rulesets.get(slug).rulebook.clauses
    wrong = [f"{places[0]}: {slug} has no clause {clause!r}" for clause, places in coded(slug).items()
             if clause not in known]  # fmt: skip
    Complaints(wrong).none_left("@rule cites clauses of the ruleset's rulebook.yaml")


def test_every_clause_that_a_test_names_exists():
    wrong = []
    for clause, places in named_by_tests().items():
        slug, _, name = clause.partition(".")
        if slug not in RULESETS or name not in rulesets.get(slug).rulebook.clauses:
            wrong.append(f"{places[0]}: there is no clause {clause!r}")
    Complaints(wrong).none_left("@clause names a ruleset and one of its clauses: wfrp1.parry.attempt")


@pytest.mark.parametrize("slug", RULESETS)
def test_every_clause_that_a_sentence_cites_exists(slug):
    known, events = rulesets.get(slug).rulebook.clauses, rulesets.get(slug).book.vocab.events
    wrong = [f"{event.name}: no clause {event.clause!r}" for event in events if event and event.clause not in known]
    Complaints(wrong).none_left("the events of vocab.py cite clauses of the ruleset's rulebook.yaml")


def test_clauses_are_written_out():
    """A clause that a test or rule is given in another way than as text would not be found by these lints."""
    wrong = []
    for path in sources(TESTS, *OWN.values()):
        for function in functions(path):
            for name, arguments in decorators(function):
                if name in ("rule", "clause") and any(not isinstance(argument, ast.Constant) for argument in arguments):
                    wrong.append(f"{at(path, function)}: @{name} of {function.name}")
    Complaints(wrong).none_left("@rule and @clause take clauses as texts")


def not_yet_played(slug: str) -> dict[str, str]:
    """Clause -> why it is not both coded and tested yet."""
    path = TESTS / slug / "not_yet_played.yaml"
    found: dict[str, str] = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found or {}


@pytest.mark.parametrize("slug", OWN)
def test_every_clause_is_coded_and_tested_or_listed(slug):
    book, listed, code, tests = rulesets.get(slug).rulebook, not_yet_played(slug), coded(slug), named_by_tests()
    wrong = []
    for clause in book.clauses:
        missing = [what for what, has in (("code", clause in code), ("test", f"{slug}.{clause}" in tests)) if not has]
        if missing and clause not in listed:
            wrong.append(f"{clause} has no {' and no '.join(missing)}")
        if not missing and clause in listed:
            wrong.append(
                f"{clause} is coded at {code[clause][0]} and tested at {tests[f'{slug}.{clause}'][0]}, yet listed"
            )
    wrong += [f"{clause} is listed and does not exist" for clause in listed if clause not in book.clauses]
    wrong += [
        f"{clause} is listed without a reason" for clause, reason in listed.items() if not str(reason or "").strip()
    ]
    rule = f"a clause has code and a test, or stands in tests/{slug}/not_yet_played.yaml with a reason"
    Complaints(wrong).none_left(rule)


@pytest.mark.parametrize("slug", RULESETS)
def test_every_rule_is_reached(slug):
    """What nothing calls plays no clause, whatever a test of its own may say."""
    modules = {path: tree(path) for path in sources(RULESETS[slug])}
    found = unreached(modules, known_to_core())
    Complaints([f"{at(path, function)}: {function.name}" for path, function in found]).none_left(
        "rules that nothing calls: call them, remove them, or name them in `__all__` if they are there for others to call"
    )


PLANTED = """
from . import other

@rule("a.b")
def step(s, w):
    first(s)

@rule("a.b")
def first(s):
    return other.second(s)

@rule("a.b")
def second(s):
    unit = s.units[0]
    return unit.third

@rule("a.b")
def third(s):
    return fourth(s)

@rule("a.b")
def fourth(s):
    return 0
"""


def test_a_rule_that_nothing_calls_is_found(tmp_path):
    """The third has the name of a field only, the fourth is called by the third alone; what the core knows counts outside
    the chapters.
    """
    module = ast.parse(PLANTED)
    for folder, missing in (("", {"third", "fourth"}), ("rules", {"step", "first", "second", "third", "fourth"})):
        found = unreached({tmp_path / folder / "turn.py": module}, frozenset({"step"}))
        assert {function.name for _, function in found} == missing
