"""From the text of a scenario to a :class:`Scenario`, or to the list of its problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from typing import Any

from .. import rulesets
from ..core.rulebook import KnobError
from ..core.ruleset import Ruleset
from .context import Context
from .draw import SPREAD_FORMS, Spread, read_spread
from .fields import read_fields
from .ground import empty_board
from .model import FEWEST_CELLS
from .problems import Fault, Faults, Path, Problem, TooManyFaults, listed, unknown
from .read_board import read_board
from .read_objectives import read_objectives
from .read_places import check_generators, check_places, read_zones
from .read_units import check_roster, read_choice, read_unit
from .scenario import Scenario
from .shell import read_shell
from .source import Source


class Reader:
    """Reads one source.

    Attributes:
        scenario: None when there are problems.
        draft: the part that could be read, without the faulty parts; None without a board.
    """

    def __init__(self, source: Source, key: str = "scenario") -> None:
        self.source = source
        self.faults = Faults()
        self.is_whole = True
        self.draft: Scenario | None = None
        try:
            self.scenario = self._read(key)
        except TooManyFaults:
            self.scenario, self.is_whole = None, False

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong, in the order of the file."""
        return self.source.problems(self.faults, self.is_whole)

    def _read(self, key: str) -> Scenario | None:
        if not isinstance(self.source.data, Mapping):
            self.faults.append(Fault((), "a scenario is a mapping", "ruleset, board, sides, units, ..."))
            return None
        data = dict(self.source.data)
        ruleset = self._ruleset(data.get("ruleset"))
        if ruleset is None:
            return None
        c = Context(ruleset, self.faults)
        shortcuts = c.setup.shortcuts
        written: list[tuple[Path, str, Any]] = [((k,), shortcuts[k], data.pop(k)) for k in list(data) if k in shortcuts]
        shell = read_shell(c, data, shortcuts)
        model = shell.model
        written += [(("rules", address), address, value) for address, value in model.rules.items()]
        c.sides = tuple(model.sides or ("side0", "side1"))
        _check_sides(c)
        rules = _read_rules(c, written)
        size = c.setup.board_size or (lambda number: (12, 12))
        number = _number(c, rules)
        board, faults = read_board(shell, ruleset, size(number))
        c.faults += [] if "board" in c.broken else faults
        if board is None:
            c.broken.add("board")
        c.board = board or empty_board(c.setup, (FEWEST_CELLS, FEWEST_CELLS))
        deploys = c.setup.deploys
        c.deploys = deploys is not None and bool(deploys(number))
        units = model.units
        if len(units) > c.setup.units:
            most = f"1 to {c.setup.units} units in all"
            c.fault(("units",), f"{len(units):,} units are too many (mounts count)", most)
            units = []
        options, faults = read_fields(c.setup.options, model.battle, ("battle",), {})
        c.faults += faults
        entries = [found for i, unit in enumerate(units) if (found := read_unit(c, unit, ("units", i)))]
        choices = [drawn for i, given in shell.items("choose") if (drawn := read_choice(c, given, ("choose", i)))]
        zones = read_zones(c, model.deploy)
        allied = _read_allies(c, model.allies)
        objectives = read_objectives(c, model.objectives)
        check_generators(c, shell.items("generate"))
        check_places(c, entries, choices, zones, model.place)
        check_roster(c, entries, choices)
        draft = Scenario(
            ruleset=ruleset,
            key=key,
            name=model.name or key,
            description=model.description,
            source=self.source,
            board=c.board,
            sides=c.sides,
            allied=allied,
            options=options,
            rules=rules,
            entries=tuple(entries),
            choices=tuple(choices),
            zones=zones,
            generate=tuple(model.generate),
            place=model.place,
            deploys=c.deploys,
            objectives=objectives,
        )
        self.draft = None if board is None else draft
        return None if c.faults else draft

    def _ruleset(self, given: Any) -> Ruleset | None:
        slug = given.slug if isinstance(given, Ruleset) else given
        names = rulesets.names()
        if isinstance(slug, str) and slug in names:
            return rulesets.get(slug)
        what = "'ruleset' is missing" if slug is None else unknown("ruleset", slug, names)
        self.faults.append(Fault(("ruleset",), what, listed(names)))
        return None


def _check_sides(c: Context) -> None:
    """Two sides or more, as many as the ruleset knows, with different names."""
    most = c.setup.sides
    if not 2 <= len(c.sides) <= most:
        c.fault(
            ("sides",),
            f"{len(c.sides)} {'side is' if len(c.sides) == 1 else 'sides are'} not possible",
            f"2 to {most} sides",
        )
        c.broken.add("sides")
        c.sides = c.sides[:most]
    for i, name in enumerate(c.sides):
        if name in c.sides[:i]:
            c.fault(("sides", i), f"two sides are called {name!r}", "different names")


def _read_allies(c: Context, pairs: list[list[str]]) -> tuple[tuple[bool, ...], ...]:
    sides = range(len(c.sides))
    friends = [[i == j for j in sides] for i in sides]
    for k, pair in enumerate(pairs):
        one, other = (c.side(name, ("allies", k, n)) for n, name in enumerate(pair))
        if min(one, other) >= 0:
            friends[one][other] = friends[other][one] = True
    if len(c.sides) > 1 and all(all(row) for row in friends):
        c.fault(("allies",), "all sides are allied", "at least two sides that are not allied")
    return tuple(map(tuple, friends))


def _read_rules(c: Context, written: list[tuple[Path, str, Any]]) -> dict[str, Any]:
    """Knob overrides: address -> value or spread."""
    rules: dict[str, Any] = {}
    for path, address, value in written:
        try:
            knob = c.ruleset.rulebook.knob(str(address))
        except KnobError as e:
            c.fault(path, str(e), "clause.knob or tables.table.row.column, as in the rulebook")
            continue
        limits = listed(knob.names) if knob.names else f"{knob.min} to {knob.max}"
        try:
            spread = read_spread(value)
            for edge in spread.edges if isinstance(spread, Spread) else (spread,):
                knob.value(edge)
        except KnobError as e:
            what = str(e).partition("; allowed: ")[0].removeprefix(f"{knob.address}: ")
            c.fault(path, what, limits)
            continue
        except ValueError as e:
            c.fault(path, str(e), f"{limits}; {SPREAD_FORMS}")
            continue
        if knob.address in rules:
            c.fault(path, f"{knob.address} is already given under another name", "each knob once")
        rules[knob.address] = spread
    return rules


def _number(c: Context, rules: Mapping[str, Any]) -> Callable[[str], int]:
    """The value of a knob before anything is drawn."""

    def number(address: str) -> int:
        knob = c.ruleset.rulebook.knob(address)
        given = rules.get(knob.address, knob.default)
        return knob.value(given.values[0] if isinstance(given, Spread) else given)

    return number


def key_of(file: str) -> str:
    """Short name of a scenario read from a file."""
    return FilePath(file).stem if file.endswith((".yaml", ".yml")) else "scenario"
