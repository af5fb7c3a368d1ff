"""Every clause is a function of its own, so that it can be told whether it has taken effect."""

from __future__ import annotations

from collections import defaultdict

from tactica.envs import rulesets
from tactica.envs.core.compiler import jit
from tactica.envs.rulesets import readme_table

TOW = rulesets.get("tow")


def test_every_clause_has_a_function_that_plays_nothing_else():
    readme_table.where_coded(TOW)  # loads all modules
    clauses_of = defaultdict(set)
    for entry in jit.coded(TOW.folder):
        clauses_of[entry.module, entry.function].add(entry.clause)
    alone = {clause for clauses in clauses_of.values() if len(clauses) == 1 for clause in clauses}
    assert [clause for clause in TOW.rulebook.clauses if clause not in alone] == []
