"""Where everybody starts: given cells, deployment zones, or an opening distance."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .battle import Battle, Cell, Fighter, Zone
from .bodies import footprint, inwards, inwards_from, obstruction, stood_on, takes, turns, wall_through
from .draw import Draw, read_spread
from .ground import room_in
from .model import PlaceModel
from .problems import Fault, Path, ScenarioError
from .scenario import Scenario
from .terrain import free_cells, region


class Unplaceable(Exception):
    """This draw has no room for a unit."""

    def __init__(self, what: str, path: Path, allowed: str = "") -> None:
        super().__init__(what)
        self.path = path
        self.allowed = allowed


def cells_apart(a: Cell, b: Cell) -> int:
    """Distance in cells, diagonals counting one."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def facing_towards(battle: Battle, unit: Fighter) -> int:
    """Direction 0..7 that points best at the nearest enemy."""
    if unit.cell is None:
        return 0
    enemies = [other.cell for other in battle.units if other.cell is not None and battle.are_enemies(unit, other)]
    if not enemies:
        return 0
    x, y = unit.cell
    tx, ty = min(enemies, key=lambda cell: (cells_apart(cell, (x, y)), abs(cell[0] - x) + abs(cell[1] - y), cell))
    angle = math.degrees(math.atan2(tx - x, y - ty))
    return round(angle / 45) % 8


class _Placing:
    """Cells and the room in them while a battle is set up."""

    def __init__(self, scenario: Scenario, battle: Battle, draw: Draw) -> None:
        self.setup = scenario.ruleset.book.setup
        self.board = battle.board
        self.units = list(battle.units)
        self.draw = draw
        self.open = free_cells(battle.board, self.setup)
        self.left = np.full((battle.board.width, battle.board.height), -1)  # room left in each cell, -1 in closed ones
        for cell in self.open:
            self.left[cell] = room_in(battle.board, self.setup, cell)
        self.takes = [takes(self.setup, unit.unit) for unit in self.units]
        self.turns = [turns(self.setup, unit.unit) for unit in self.units]
        self.looks: dict[int, int] = {}
        self.shapes: dict[tuple[int, int], tuple[Cell, ...]] = {}
        for i, unit in enumerate(self.units):
            if unit.cell is not None:
                self._check(i, unit.cell)
                self.put(i, unit.cell)

    def waiting(self, side: int) -> list[int]:
        """Rows of a side that have no cell yet, the largest bodies first."""
        rows = [i for i, u in enumerate(self.units) if u.side == side and u.cell is None and u.bearer < 0]
        return sorted(rows, key=lambda i: -len(footprint(self.setup, self.units[i].unit, 0)))

    def facing(self, i: int, cell: Cell) -> int:
        """The facing a unit has in a cell; -1 still open."""
        given = self.units[i].facing
        return self.looks.get(i, inwards(self.board, cell)) if given < 0 and self.turns[i] else given

    def look_from(self, i: int, zone: Zone) -> None:
        """Let a unit look from its zone to the middle of the board, wherever in it it comes to stand."""
        self.looks[i] = inwards_from(self.board, zone)

    def shape(self, i: int, facing: int) -> tuple[Cell, ...]:
        """The cells a unit covers, from the one it stands in, with a facing."""
        if (i, facing) not in self.shapes:
            self.shapes[i, facing] = footprint(self.setup, self.units[i].unit, facing)
        return self.shapes[i, facing]

    def body(self, i: int, cell: Cell) -> list[Cell]:
        """The cells a unit covers from a cell."""
        return [(cell[0] + dx, cell[1] + dy) for dx, dy in self.shape(i, self.facing(i, cell))]

    def put(self, i: int, cell: Cell) -> None:
        """Set a unit up."""
        self.units[i] = dataclasses.replace(self.units[i], cell=cell, facing=self.facing(i, cell))
        for there in self.body(i, cell):
            self.left[there] -= self.takes[i]

    def _check(self, i: int, cell: Cell) -> None:
        """A given cell may still be wrong for a unit whose size was drawn."""
        path, cells = (*self.units[i].path, "at"), self.body(i, cell)
        ground = stood_on(self.setup, self.units[i].unit, cell, self.facing(i, cell))
        wrong = obstruction(self.setup, self.board, cell, cells, ground)
        if wrong:
            raise Unplaceable(wrong.what, path, wrong.allowed)
        full = [there for there in cells if 0 <= self.left[there] < self.takes[i]]  # nobody needs room on closed ground
        if full:
            raise Unplaceable(f"cell {list(full[0])} is taken", path)

    def room(self, i: int, cells: list[Cell], *, stays_in: bool = False) -> list[Cell]:
        """Those of some open cells that have room for a unit, and for a body that ``stays_in`` these cells."""
        fits: dict[int, np.ndarray] = {}
        found = []
        for cell in cells:
            facing = self.facing(i, cell)
            if facing not in fits:
                fits[facing] = self._fits(i, facing, cells if stays_in else None)
            if fits[facing][cell] and not self._is_walled(i, cell):
                found.append(cell)
        return found

    def _fits(self, i: int, facing: int, within: list[Cell] | None) -> np.ndarray:
        """Where a unit with a facing has room, all of it ``within`` some cells if they are given: bool (width, height)."""
        free, shape = self.left >= max(1, self.takes[i]), self.shape(i, facing)
        if within is not None:
            inside = np.zeros_like(free)
            inside[tuple(zip(*within, strict=True))] = True
            free &= inside
        edge = max(abs(step) for offset in shape for step in offset)
        wide = np.pad(free, edge)  # nothing is free beyond the edges of the board
        width, height = free.shape
        return np.logical_and.reduce(
            [wide[edge + dx : edge + dx + width, edge + dy : edge + dy + height] for dx, dy in shape]
        )

    def _is_walled(self, i: int, cell: Cell) -> bool:
        """Whether a wall runs through a unit that is larger than a cell."""
        body = self.body(i, cell)
        return len(body) > 1 and bool(wall_through(self.setup, self.board, body))


def place_all(scenario: Scenario, battle: Battle, draw: Draw) -> Battle:
    """Give every unit that has none its cell; where the players deploy, the units that have none go on waiting.

    Raises:
        Unplaceable: there is no room.
    """
    placing = _Placing(scenario, battle, draw)
    deploys = placing.setup.deploys
    if deploys is not None and deploys(battle.number):
        return dataclasses.replace(battle, units=tuple(_waiting(battle, unit) for unit in placing.units))
    for side, (x0, y0, x1, y1) in sorted(scenario.zones.items()):
        if scenario.place is not None and side == _comer(scenario, scenario.place):
            continue
        zone = [(x, y) for x, y in placing.open if x0 <= x <= x1 and y0 <= y <= y1]
        for i in placing.waiting(side):
            placing.look_from(i, (x0, y0, x1, y1))
            cells = placing.room(i, zone, stays_in=True)
            if not cells:
                raise Unplaceable("no free cell is left in the zone", ("deploy", scenario.sides[side]), "a larger zone")
            placing.put(i, draw.one_of(cells))
    if scenario.place is not None:
        _place_apart(scenario, scenario.place, battle, placing)
    return dataclasses.replace(battle, units=tuple(placing.units))


def _waiting(battle: Battle, unit: Fighter) -> Fighter:
    """A unit that its player will deploy looks from its zone to the middle of the board."""
    if not battle.is_waiting(unit) or unit.facing >= 0:
        return unit
    return dataclasses.replace(unit, facing=inwards_from(battle.board, battle.zones[unit.side]))


def _comer(scenario: Scenario, place: PlaceModel) -> int:
    """The side that comes from somewhere."""
    return scenario.sides.index(place.side) if place.side else len(scenario.sides) - 1


def _place_apart(scenario: Scenario, place: PlaceModel, battle: Battle, placing: _Placing) -> None:
    """Put one side at an opening distance from all others."""
    setup, draw, board = placing.setup, placing.draw, battle.board
    comer = _comer(scenario, place)
    assert setup.start_distance is not None and setup.start_direction is not None  # looked at when it was read
    away = _asked(scenario, "distance", setup.start_distance, place.distance, draw, battle)
    degrees = _asked(scenario, "direction", setup.start_direction, place.direction, draw, battle)
    east, south = math.sin(math.radians(degrees)), -math.cos(math.radians(degrees))
    middle = ((board.width - 1) / 2, (board.height - 1) / 2)
    half = (away + 1) / 2
    for side in range(len(scenario.sides)):
        if side != comer:
            _gather(placing, placing.waiting(side), (middle[0] - half * east, middle[1] - half * south), placing.open)
    others = [
        there
        for i, unit in enumerate(placing.units)
        if unit.side != comer and unit.cell is not None
        for there in placing.body(i, unit.cell)
    ]
    if not others:
        raise Unplaceable("no opponent to measure the distance to", ("place",))
    centre = (sum(x for x, _ in others) / len(others), sum(y for _, y in others) / len(others))
    reachable = region(board, setup, others[0])
    gaps = {cell: min(cells_apart(cell, other) for other in others) for cell in placing.open if cell in reachable}
    if not gaps:
        raise Unplaceable("there is no room", ("place",))
    nearest = min(away, max(gaps.values()))  # a small board caps the distance
    waiting = placing.waiting(comer)
    wanted = (centre[0] + (nearest + 1) * east, centre[1] + (nearest + 1) * south)

    def at(rows: list[int], point: tuple[float, float], is_near_enough: Callable[[int], bool]) -> Cell | None:
        """Gather units whose bodies keep the distance."""
        used = None
        for i in rows:
            gap_of = {cell: min(gaps.get(part, 0) for part in placing.body(i, cell)) for cell in gaps}
            used = _gather(placing, [i], point, [cell for cell in gaps if is_near_enough(gap_of[cell])])
        return used

    first = at(waiting[:1], wanted, lambda gap: gap == nearest)
    if first is not None:
        at(waiting[1:], first, lambda gap: gap >= nearest)


def _asked(scenario: Scenario, key: str, rule: Callable[..., int], how: Any, draw: Draw, battle: Battle) -> int:
    """What the ruleset makes of a distance or a direction."""
    try:
        return int(rule(draw.of(read_spread(how)), draw, battle))
    except ValueError as e:
        what, _, allowed = str(e).partition("; allowed: ")
        raise ScenarioError([scenario.source.problem(Fault(("place", key), what, allowed))]) from e


def _gather(placing: _Placing, rows: list[int], point: tuple[float, float], cells: list[Cell]) -> Cell | None:
    """Put units into the free cells nearest to a point; the last cell used."""
    used = None
    for i in rows:
        room = placing.draw.shuffled(placing.room(i, cells))
        if not room:
            raise Unplaceable("no room at this distance", ("place",), "a larger board, or a smaller distance")
        used = min(room, key=lambda cell: (cell[0] - point[0]) ** 2 + (cell[1] - point[1]) ** 2)
        placing.put(i, used)
    return used
