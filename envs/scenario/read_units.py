"""Reading the roster: units written out, and lists to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from .context import Context
from .draw import Spread, largest
from .fields import faults_of, read_fields
from .model import PLACING, ChooseModel, UnitModel
from .problems import Path, listed, unknown
from .scenario import RosterChoice, UnitEntry


def read_unit(c: Context, given: Any, path: Path) -> UnitEntry | None:
    """A unit of the list ``units``."""
    if not isinstance(given, Mapping):
        c.fault(path, f"{given!r} is not a unit", "a mapping such as {template: ..., side: ..., at: [x, y]}")
        return None
    shell = _placing(c, given, path)
    side = c.side(shell.side, (*path, "side") if shell.side else path)
    entry = _entry(c, given, path, shell, side)
    return None if "at" in given and shell.at is None else entry


def _read_option(c: Context, given: Any, path: Path) -> UnitEntry | None:
    """A unit of a list to choose from: a template's name, or a mapping without side and place."""
    if isinstance(given, str):
        return _entry(c, {}, path, UnitModel.model_validate({"template": given}), -1)
    if not isinstance(given, Mapping):
        c.fault(path, f"{given!r} is not a unit", f"a template, or a mapping; templates: {listed(c.templates)}")
        return None
    for key in ("side", "at", "count"):
        if key in given:
            c.fault(
                (*path, key), f"{key!r} is not allowed here", "side, zone and count come from `choose` and `deploy`"
            )
    return _entry(c, given, path, _placing(c, given, path), -1)


def _placing(c: Context, given: Mapping[str, Any], path: Path) -> UnitModel:
    """The keys of a unit that all rulesets share; wrong ones are reported and left out."""
    shared = {key: given[key] for key in PLACING if key in given}
    try:
        return UnitModel.model_validate(shared)
    except ValidationError as e:
        c.faults += faults_of(e, path, {}, UnitModel)
        bad = {str(error["loc"][0]) for error in e.errors(include_url=False)}
        return UnitModel.model_validate({key: value for key, value in shared.items() if key not in bad})


def _entry(c: Context, given: Mapping[str, Any], path: Path, shell: UnitModel, side: int) -> UnitEntry:
    """A unit with its template filled in and every field checked."""
    if shell.template and shell.template not in c.templates:
        where = (*path, "template") if "template" in given else path
        c.fault(where, unknown("template", shell.template, c.templates), listed(c.templates))
    keys: dict[str, str] = {}
    fields = {name: value for name, value in c.templates.get(shell.template, {}).items() if name != "points"}
    for key, value in given.items():
        if key in PLACING:
            continue
        name = c.aliases.get(str(key), str(key))
        if name in keys:
            c.fault((*path, str(key)), f"{name} is already given as {keys[name]!r}", "each key once")
        keys[name] = str(key)
        fields[name] = value
    fields, faults = read_fields(c.setup.unit, fields, path, keys, PLACING)
    c.faults += faults
    unit = None
    if not faults and not any(isinstance(value, Spread) for value in fields.values()):
        unit = c.setup.unit.model_validate(fields)
    return UnitEntry(path, side, shell.at, shell.facing, shell.name or "", shell.count, shell.template, fields, unit)


def read_choice(c: Context, given: ChooseModel, path: Path) -> RosterChoice | None:
    """A part of the roster that is drawn."""
    before = len(c.faults)
    sides = tuple(c.side(name, (*path, "side")) for name in given.side)
    entries = [_read_option(c, unit, (*path, "from", i)) for i, unit in enumerate(given.source)]
    n = len(entries)
    if given.count is None and given.budget is None:
        c.fault(path, "`count` or `budget` is missing", "count: 3, or budget: 100")
    if given.weights is not None and (len(given.weights) != n or min(given.weights, default=0) < 1):
        allowed = f"{n} whole numbers from 1, one for each entry of `from`"
        c.fault((*path, "weights"), f"{given.weights} does not fit", allowed)
    if given.distinct and given.count is not None and largest(given.count) > n:
        c.fault((*path, "count"), f"{largest(given.count)} different entries of {n}", f"1 to {n}")
    for name in given.points:
        if name not in c.templates:
            c.fault((*path, "points", name), unknown("template", name, c.templates), listed(c.templates))
    costs = []
    for i, entry in enumerate(entries):
        template = entry.template if entry else ""
        costs.append(given.points.get(template, c.templates.get(template, {}).get("points", 0)))
        if given.budget is not None and costs[i] < 1 and entry is not None:
            c.fault((*path, "from", i), "the cost is missing", f"points: {{{template or 'template'}: 10}}")
    if given.budget is not None and costs and largest(given.budget) < min(costs):
        c.fault((*path, "budget"), f"{largest(given.budget)} points buy no unit", f"at least {min(costs)}")
    if len(c.faults) > before:
        return None
    whole = tuple(entry for entry in entries if entry)
    weights = tuple(given.weights or [1] * n)
    return RosterChoice(path, sides, whole, tuple(costs), weights, given.count, given.budget, given.distinct)


def most_of(c: Context, choice: RosterChoice) -> int:
    """The largest number of units a choice can give each of its sides."""
    if choice.count is not None:
        return int(largest(choice.count))
    return min(int(largest(choice.budget)) // min(choice.costs), int(c.setup.units) // len(choice.sides))


def _rows(c: Context, entry: UnitEntry) -> int:
    """Roster rows of one such unit: itself and its companions."""
    attached = c.setup.attached
    return 1 + sum(bool(entry.fields.get(name)) for name in attached)


def check_roster(c: Context, entries: list[UnitEntry], choices: list[RosterChoice]) -> None:
    """Not too many units, nobody on an empty side, no name twice."""
    most = c.setup.units
    rows = sum(largest(entry.count) * _rows(c, entry) for entry in entries)
    for choice in choices:
        rows += most_of(c, choice) * len(choice.sides) * max(_rows(c, entry) for entry in choice.entries)
    if rows > most:
        c.fault(("units",), f"{rows} units are too many (mounts count)", f"1 to {most} units in all")
    seen: set[str] = set()
    for entry in entries:
        if entry.name and entry.name in seen:
            c.fault((*entry.path, "name"), f"two units are called {entry.name!r}", "different names")
        seen.add(entry.name)
    if c.faults:
        return
    fighting = {entry.side for entry in entries} | {side for choice in choices for side in choice.sides}
    for i, name in enumerate(c.sides):
        if i not in fighting:
            c.fault(("units",), f"side {name!r} has no units", "at least one unit on every side")
