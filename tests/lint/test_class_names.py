"""One public class name, one meaning: a name that several modules define confuses readers and searches."""

from __future__ import annotations

import ast
from pathlib import Path

from lint.sources import AGENTS, ENVS, EXPERIMENTS, Complaints, shown, sources, tree

import tactica.configs

CONFIGS = Path(tactica.configs.__file__).resolve().parent
#: Every rulebook has classes of these and other names by contract; the skeleton is a rulebook to copy.
APART = (ENVS / "rulesets", EXPERIMENTS / "skeleton")
#: Names that mean two things by design: name -> what.
REPEATED = {
    "Board": "the largest board of a ruleset, and the map of a battle on it",
    "Problem": "what is wrong in a scenario, and in a state record",
    "Table": "the sandbox, and a table of the rulebook",
}


def test_a_public_class_name_means_one_thing():
    homes: dict[str, list[str]] = {}
    for path in sources(ENVS, AGENTS, EXPERIMENTS, CONFIGS):
        if any(path.is_relative_to(folder) for folder in APART):
            continue
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(f"{shown(path)}:{node.lineno}")
    wrong = [
        f"{name}: {', '.join(places)}"
        for name, places in sorted(homes.items())
        if len(places) > (2 if name in REPEATED else 1)
    ]
    Complaints(wrong).none_left("rename all but one, or give the reason in REPEATED (tests/lint/test_class_names.py)")
    assert all(len(homes.get(name, ())) == 2 for name in REPEATED), "a name in REPEATED that no longer repeats"
