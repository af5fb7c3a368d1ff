"""Clauses: the rules of a book in our words, how its open places are read, and their part of the file."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from .file import ORIGINS, File, KeyPath
from .knobs import Knob, Numbers, read_knob

SCOPES = ("setup", "combat", "campaign")
_CLAUSE_ID = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")


@dataclasses.dataclass(frozen=True)
class Reading:
    """A place that can be read in several ways, and the reading adopted."""

    question: str
    readings: tuple[str, ...]
    adopted: str
    why: str
    knob: str = ""


@dataclasses.dataclass(frozen=True)
class Clause:
    """One rule. `knobs` maps a param to its canonical knob, also of an alias; `idle`: why nothing that ships plays it."""

    id: str
    heading: str
    title: str
    origin: str
    scope: str
    statement: str
    why: str = ""
    decision: str = ""
    ruling: str = ""
    idle: str = ""
    readings: tuple[Reading, ...] = ()
    knobs: Mapping[str, Knob] = dataclasses.field(default_factory=dict)


def read_clauses(value: object, numbers: Numbers) -> dict[str, tuple[dict[str, Any], tuple[str, ...]]]:
    """The clauses of a file by id: their parts, and the params of their knobs, which are added to the numbers."""
    file = numbers.file
    drafts: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {}
    for i, raw in enumerate(file.items(value, ("clauses",), "clauses")):
        path: KeyPath = ("clauses", i)
        what = f"clause {raw['id']}" if isinstance(raw, dict) and "id" in raw else f"clause number {i + 1}"
        needed = "id heading title origin scope statement"
        clause = file.mapping(raw, path, what, needed, "why decision knobs ruling idle readings")
        key = file.text(clause["id"], (*path, "id"), what)
        if not _CLAUSE_ID.fullmatch(key) or key.split(".")[0] in ("tables", numbers.ruleset):
            message = f"{what}: an id is lower-case words joined by dots, without the ruleset's id"
            raise file.error((*path, "id"), message)
        if key in drafts:
            raise file.error((*path, "id"), f"clause {key} stands twice")
        texts: dict[str, str] = {
            name: file.text(clause[name], (*path, name), f"{what}: {name}")
            for name in ("heading", "title", "statement", "why", "decision", "ruling", "idle")
            if name in clause
        }
        origin = file.text(clause["origin"], (*path, "origin"), f"{what}: origin", ORIGINS)
        if (origin == "completion") != ("why" in clause):
            raise file.error(path, f"{what}: `why` belongs to completions and is needed there")
        scope = file.text(clause["scope"], (*path, "scope"), f"{what}: scope", SCOPES)
        readings = read_readings(file, clause.get("readings"), (*path, "readings"), what)
        knobs = clause.get("knobs") or {}
        if not isinstance(knobs, dict):
            raise file.error((*path, "knobs"), f"{what}: knobs must be a mapping")
        for param, number in knobs.items():
            numbers.add(read_knob(numbers, key, param, number, (*path, "knobs", str(param))))
        parts: dict[str, Any] = {"id": key, "origin": origin, "scope": scope, "readings": readings, **texts}
        drafts[key] = (parts, tuple(knobs))
    return drafts


def read_readings(file: File, value: object, path: KeyPath, what: str) -> tuple[Reading, ...]:
    """The readings of a clause."""
    if value is None:
        return ()
    found = []
    for i, raw in enumerate(file.items(value, path, f"{what}: readings")):
        here = (*path, i)
        reading = file.mapping(raw, here, f"{what}: reading", "question readings adopted why", "knob")
        choices = file.items(reading["readings"], (*here, "readings"), f"{what}: readings")
        found.append(
            Reading(
                question=file.text(reading["question"], here, f"{what}: question"),
                readings=tuple(file.text(c, here, f"{what}: reading") for c in choices),
                adopted=file.text(reading["adopted"], here, f"{what}: adopted"),
                why=file.text(reading["why"], here, f"{what}: why"),
                knob=str(reading.get("knob") or ""),
            )
        )
    return tuple(found)
