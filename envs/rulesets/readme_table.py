"""The table of clauses in a ruleset's README, written from its rulebook and its code by ``make generated``.

The table stands between the lines ``<!-- clauses:begin -->`` and ``<!-- clauses:end -->``. The README itself says which
clauses are played in part only: in the list between ``<!-- in part:begin -->`` and ``<!-- in part:end -->``, each item
begins with their ids in backticks and a colon.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

from ..core.compiler import jit
from ..core.rulebook import Clause
from ..core.ruleset import Ruleset

__all__ = ["STATUSES", "in_part", "status", "table", "updated", "where_coded"]

CLAUSES = ("<!-- clauses:begin -->", "<!-- clauses:end -->")
IN_PART = ("<!-- in part:begin -->", "<!-- in part:end -->")
STATUSES = ("played", "in part", "set up", "not yet", "campaign")
ITEM = re.compile(r"^- ((?:`[a-z0-9_.]+`(?:, )?)+):", re.MULTILINE)
ID = re.compile(r"`([a-z0-9_.]+)`")
CITED = re.compile(r'^\s*"""([a-z0-9_]+(?:\.[a-z0-9_]+)+): ', re.MULTILINE)


def readme(ruleset: Ruleset) -> Path:
    """The README of a ruleset."""
    return ruleset.folder / "README.md"


def between(text: str, marks: tuple[str, str]) -> str:
    """What stands between two marks; empty when they do not stand there."""
    _, begin, rest = text.partition(marks[0])
    inside, end, _ = rest.partition(marks[1])
    return inside if begin and end else ""


def modules(ruleset: Ruleset) -> Iterator[str]:
    """Every module of a ruleset, by its path from the ruleset's folder without suffix: ``rules/parrying``."""
    for file in sorted(ruleset.folder.rglob("*.py")):
        if file.stem != "__init__":
            yield file.relative_to(ruleset.folder).with_suffix("").as_posix()


def where_coded(ruleset: Ruleset) -> dict[str, list[str]]:
    """Clause -> the modules that play it, in alphabetical order. Loads all modules of the ruleset."""
    found: dict[str, set[str]] = {}
    for path in modules(ruleset):
        importlib.import_module(".".join((ruleset.package, *path.split("/"))))
    for entry in jit.coded(ruleset.folder):
        path = Path(entry.path).resolve().relative_to(ruleset.folder).with_suffix("").as_posix()
        found.setdefault(entry.clause, set()).add(path)
    return {clause: sorted(paths) for clause, paths in found.items()}


def where_set_up(ruleset: Ruleset) -> dict[str, list[str]]:
    """Clause -> the modules with a function outside the kernels whose docstring begins with the clause."""
    found: dict[str, set[str]] = {}
    for path in modules(ruleset):
        for clause in CITED.findall((ruleset.folder / f"{path}.py").read_text(encoding="utf-8")):
            found.setdefault(clause, set()).add(path)
    return {clause: sorted(paths) for clause, paths in found.items()}


def in_part(ruleset: Ruleset) -> list[str]:
    """The clauses that the README says are played in part only."""
    text = between(readme(ruleset).read_text(encoding="utf-8"), IN_PART)
    return [clause for item in ITEM.findall(text) for clause in ID.findall(item)]


def status(clause: Clause, coded: bool, set_up: bool, partly: bool) -> str:
    """One of :data:`STATUSES`.

    Args:
        clause: of a rulebook.
        coded: a kernel plays it.
        set_up: a function of the set-up follows it.
        partly: the README says that it is played in part only.
    """
    if coded:
        return "in part" if partly else "played"
    if clause.scope == "setup" and set_up:
        return "set up"
    return "campaign" if clause.scope == "campaign" else "not yet"


def table(ruleset: Ruleset) -> str:
    """The table of clauses: how many there are of each status, then one row a clause in the rulebook's order."""
    coded, set_up, partly = where_coded(ruleset), where_set_up(ruleset), set(in_part(ruleset))
    rows, counts = [], dict.fromkeys(STATUSES, 0)
    for clause in ruleset.rulebook.clauses.values():
        state = status(clause, clause.id in coded, clause.id in set_up, clause.id in partly)
        counts[state] += 1
        paths = coded.get(clause.id) or (set_up.get(clause.id, []) if state == "set up" else [])
        links = ", ".join(f"[{path.rpartition('/')[2]}]({path}.py)" for path in paths)
        heading = clause.heading if clause.origin == "book" else "(completion)"
        rows.append(f"| `{clause.id}` | {heading} | {clause.title} | {links} | {state} |")
    total = ", ".join(f"{count} {state}" for state, count in counts.items() if count)
    head = ["| clause | heading | what it is about | where | status |", "|---|---|---|---|---|"]
    return "\n".join(["", f"{len(rows)} clauses: {total}.", "", *head, *rows, ""])


def updated(ruleset: Ruleset) -> str:
    """The text of a ruleset's README with the table as it should be.

    Raises:
        ValueError: the README has no place for the table.
    """
    text = readme(ruleset).read_text(encoding="utf-8")
    before, begin, rest = text.partition(CLAUSES[0])
    _, end, after = rest.partition(CLAUSES[1])
    if not begin or not end:
        raise ValueError(f"{readme(ruleset)} has no lines {CLAUSES[0]} and {CLAUSES[1]}")
    return f"{before}{begin}\n{table(ruleset)}\n{end}{after}"
