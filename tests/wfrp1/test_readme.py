"""The README of wfrp1: its table of clauses is current, and what it says of numbers is true."""

from __future__ import annotations

import re

import pytest

from tactica.envs import rulesets
from tactica.envs.rulesets import readme_table

WFRP1 = rulesets.get("wfrp1")
TEXT = readme_table.readme(WFRP1).read_text(encoding="utf-8")


def test_every_clause_has_one_row():
    rows = re.findall(r"^\| `([a-z0-9_.]+)` \|.*\| ([a-z ]+) \|$", readme_table.table(WFRP1), re.MULTILINE)
    assert [clause for clause, _ in rows] == list(WFRP1.rulebook.clauses)
    assert {state for _, state in rows} <= set(readme_table.STATUSES)


def test_what_is_played_in_part_is_coded():
    listed = readme_table.in_part(WFRP1)
    assert len(set(listed)) == len(listed)
    coded = readme_table.where_coded(WFRP1)
    assert [clause for clause in listed if clause not in WFRP1.rulebook.clauses] == []
    assert [clause for clause in listed if clause not in coded] == [], "not coded at all: these are `not yet`"


def test_what_is_coded_is_in_the_rulebook():
    assert set(readme_table.where_coded(WFRP1)) <= set(WFRP1.rulebook.clauses)


@pytest.mark.parametrize(
    ("coded", "set_up", "partly", "scope", "expected"),
    [
        (True, True, False, "combat", "played"),
        (True, False, True, "combat", "in part"),
        (False, True, False, "setup", "set up"),
        (False, True, False, "combat", "not yet"),
        (False, False, False, "campaign", "campaign"),
    ],
)
def test_status(coded, set_up, partly, scope, expected):
    clause = next(clause for clause in WFRP1.rulebook.clauses.values() if clause.scope == scope)
    assert readme_table.status(clause, coded, set_up, partly) == expected


def test_knobs_of_the_rulings_exist():
    """Names in the last column of the table of rulings are knobs of the clause in the first, or of the book."""
    rows = re.findall(r"^\| `([a-z_.]+)` \| [^|]* \| [^|]* \| ([^|]*) \|$", TEXT, re.MULTILINE)
    assert len(rows) > 10
    params = {address.rpartition(".")[2] for address in WFRP1.rulebook.addresses()}
    for clause, knobs in rows:
        assert clause in WFRP1.rulebook.clauses
        for name in re.findall(r"`([a-z_]+\*?)`", knobs):
            assert any(param.startswith(name[:-1]) if name.endswith("*") else param == name for param in params), name


def test_numbers_in_the_text():
    vocab, observe = WFRP1.module("vocab"), WFRP1.module("observe")
    assert f"{WFRP1.state.snapshot_bytes:,} bytes" in TEXT
    assert f"At most {vocab.UNITS} roster rows" in TEXT
    assert f"{len(observe.CHANNELS)} channels per cell" in TEXT
    assert {f"`{name}`" for name in WFRP1.module("tactics").POLICIES} <= set(re.findall(r"`\w+`", TEXT))
