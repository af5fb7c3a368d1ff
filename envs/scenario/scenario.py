"""A checked scenario: names looked up, values validated, but nothing drawn yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.ruleset import Ruleset
from .battle import Board, Cell, Objectives, Zone
from .draw import Spread
from .model import GenerateModel, PlaceModel
from .problems import Path
from .source import Source


@dataclass(frozen=True)
class UnitEntry:
    """A unit as written.

    Attributes:
        path: where it stands in the scenario.
        side: index of its side, -1 in a list to choose from.
        at: its cell, or None.
        facing: 0..7, or None: towards the nearest enemy.
        name: the name given, empty when none is.
        count: so many of them, maybe a spread.
        template: its template, empty when it was written out.
        fields: the ruleset's fields, some of them maybe spreads.
        unit: the ruleset's unit, None when something must be drawn first.
    """

    path: Path
    side: int
    at: Cell | None
    facing: int | None
    name: str
    count: Any
    template: str
    fields: dict[str, Any]
    unit: Any

    @property
    def is_random(self) -> bool:
        """Whether two battles may see it differently, its place apart."""
        return self.unit is None or isinstance(self.count, Spread)


@dataclass(frozen=True)
class RosterChoice:
    """A part of the roster that is drawn from a list. Every one of ``sides`` gets the same."""

    path: Path
    sides: tuple[int, ...]
    entries: tuple[UnitEntry, ...]
    costs: tuple[int, ...]
    weights: tuple[int, ...]
    count: Any
    budget: Any
    distinct: bool


@dataclass(frozen=True)
class Scenario:
    """What :func:`tactica.envs.scenario.load` returns.

    Attributes:
        ruleset: the rulebook it is fought by.
        key: short name: that of the file, ``duel``.
        name: title.
        description: what it is about.
        source: the scenario as written.
        board: the map, before anything is generated.
        sides: names of the sides.
        allied: which of them are friends.
        options: fields of the ruleset's ``Options``, maybe spreads.
        rules: knob overrides by address, maybe spreads.
        entries: the units written out, in the file's order.
        choices: the parts of the roster that are drawn.
        zones: side -> deployment zone (x0, y0, x1, y1).
        generate: random terrain, in order.
        place: random opening distance, if any.
        deploys: whether the players place the units without a cell.
        objectives: what decides the battle besides the rules, None nothing.
    """

    ruleset: Ruleset
    key: str
    name: str
    description: str
    source: Source
    board: Board
    sides: tuple[str, ...]
    allied: tuple[tuple[bool, ...], ...]
    options: dict[str, Any]
    rules: dict[str, Any]
    entries: tuple[UnitEntry, ...]
    choices: tuple[RosterChoice, ...]
    zones: dict[int, Zone]
    generate: tuple[GenerateModel, ...]
    place: PlaceModel | None
    deploys: bool = False
    objectives: Objectives | None = None

    @property
    def file(self) -> str:
        """Where it was read."""
        return self.source.name

    @property
    def is_random(self) -> bool:
        """Whether two battles of it may start differently."""
        drawn = [*self.options.values(), *self.rules.values()]
        return (
            bool(self.choices or self.generate or self.place)
            or any(entry.is_random or (entry.at is None and not self.deploys) for entry in self.entries)
            or any(isinstance(value, Spread) for value in drawn)
        )

    def __str__(self) -> str:
        return f"{self.ruleset.slug}/{self.key}"
