"""One battle with nothing left open: what a ruleset's ``pack`` writes into records."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.board import DIRECTION_NAMES, DX, DY
from ..core.ruleset import Ruleset
from .problems import Path

Cell = tuple[int, int]
Zone = tuple[int, int, int, int]

DIRECTIONS = DIRECTION_NAMES
SHORT_DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS: tuple[Cell, ...] = tuple(zip(DX.tolist(), DY.tolist(), strict=True))


@dataclass(frozen=True)
class Fighter:
    """A roster row.

    Attributes:
        name: as policies and texts call it, unique in the battle.
        side: index into the battle's sides.
        unit: an instance of the ruleset's ``Unit``.
        cell: (x, y), or None off the board: a companion, or a unit that the players will deploy.
        facing: 0..7, clockwise from north.
        template: name of its template, empty when it was written out.
        path: where it stands in the scenario.
        bearer: roster row of the unit it belongs to (a mount's rider), -1 none.
        companion: roster row of the unit that belongs to it (a rider's mount), -1 none.
    """

    name: str
    side: int
    unit: Any
    cell: Cell | None = None
    facing: int = 0
    template: str = ""
    path: Path = ()
    bearer: int = -1
    companion: int = -1


@dataclass(frozen=True)
class Board:
    """The map.

    Attributes:
        width, height: cells.
        layers: name -> int16 (height, width), for every flag of ``Setup.terrain``, or every field of ``Setup.cell``.
        borders: (x, y, direction 0 | 2 | 4 | 6) -> kind of border, or an instance of ``Setup.border``; each border
            once, from its western or northern cell (directions 2 and 4), or from a cell at the edge of the board.
    """

    width: int
    height: int
    layers: dict[str, np.ndarray]
    borders: dict[tuple[int, int, int], Any] = field(default_factory=dict)

    def copy(self) -> Board:
        """A board that can be changed without changing this one."""
        layers = {name: layer.copy() for name, layer in self.layers.items()}
        return Board(self.width, self.height, layers, dict(self.borders))

    def has(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def both_sides(self, cell: Cell, direction: int) -> list[tuple[int, int, int]]:
        """A border as seen from each cell it touches."""
        x, y = cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]
        sides = [(*cell, direction)]
        if self.has((x, y)):
            sides.append((x, y, (direction + 4) % 8))
        return sides

    def border_key(self, cell: Cell, direction: int) -> tuple[int, int, int]:
        """The one name of a border under which ``borders`` knows it."""
        return min(self.both_sides(cell, direction), key=lambda side: side[2] not in (2, 4))

    def border(self, cell: Cell, direction: int) -> Any:
        """What lies on a cell's border, empty when nothing does."""
        return self.borders.get(self.border_key(cell, direction), "")


@dataclass(frozen=True)
class Objectives:
    """What decides a battle besides the rules.

    Attributes:
        zones: name -> its cells, in the order in which records number them.
        to_win: points that win at once, 0 none do.
        rounds: the round after which the battle ends, 0 none.
        attacker: the side that loses a tie, -1 none.
        verdict: what decides where the rules leave the winner open, one or two of ``core.state.Verdict``.
    """

    zones: Mapping[str, tuple[Cell, ...]]
    to_win: int
    rounds: int
    attacker: int
    verdict: tuple[int, ...]


@dataclass(frozen=True)
class Battle:
    """One concrete start.

    Attributes:
        ruleset: the rulebook it is fought by.
        name: name of the scenario.
        board: the map.
        sides: names of the sides.
        allied: allied[i][j], whether two sides are friends; a side is its own friend.
        options: an instance of the ruleset's ``Options``.
        rules: knob overrides, by address.
        units: the roster, the units of a side contiguous, side 0 first, companions right behind their bearer.
        seed, row, split: how it was drawn.
        zones: side -> deployment zone (x0, y0, x1, y1), both corners included.
        objectives: what decides it besides the rules, None nothing.
        others: starts that its scenario might have drawn instead, the same few for all of its starts: what an unseen unit may be
            like. Empty where nothing is left to chance.
    """

    ruleset: Ruleset
    name: str
    board: Board
    sides: tuple[str, ...]
    allied: tuple[tuple[bool, ...], ...]
    options: Any
    rules: Mapping[str, int | bool | str]
    units: tuple[Fighter, ...]
    seed: int = 0
    row: int = 0
    split: str = "train"
    zones: Mapping[int, Zone] = field(default_factory=dict)
    objectives: Objectives | None = None
    others: tuple[Battle, ...] = field(default=(), repr=False, compare=False)

    @property
    def names(self) -> list[str]:
        """What its units are called, in roster order."""
        return [fighter.name for fighter in self.units]

    @functools.cached_property
    def _changed(self) -> dict[str, int]:
        knobs = [(self.ruleset.rulebook.knob(address), given) for address, given in self.rules.items()]
        return {knob.address: knob.value(given) for knob, given in knobs}

    def number(self, address: str) -> int:
        """The value of a knob in this battle."""
        knob = self.ruleset.rulebook.knob(address)
        return self._changed.get(knob.address, knob.default)

    def are_enemies(self, one: Fighter, other: Fighter) -> bool:
        """Whether two units fight on sides that are not friends."""
        return not self.allied[one.side][other.side]

    def is_waiting(self, fighter: Fighter) -> bool:
        """Whether a unit is off the board until its player deploys it."""
        return fighter.cell is None and fighter.bearer < 0

    def unit(self, name: str) -> int:
        """Roster row of a unit.

        Raises:
            KeyError: no unit has that name; the message lists the units.
        """
        if name not in self.names:
            raise KeyError(f"no unit {name!r}; choose from: {', '.join(self.names)}")
        return self.names.index(name)
