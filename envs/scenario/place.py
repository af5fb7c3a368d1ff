"""Where everybody starts: given cells, deployment zones, or an opening distance."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable
from typing import Any

from .battle import Battle, Cell, Fighter
from .draw import Draw, read_spread
from .model import PlaceModel
from .problems import Fault, Path, ScenarioError
from .scenario import Scenario
from .terrain import free_cells, region


class Unplaceable(Exception):
    """This draw has no room for somebody."""

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
    """Cells and who is in them while a battle is set up."""

    def __init__(self, scenario: Scenario, battle: Battle, draw: Draw) -> None:
        self.setup = scenario.ruleset.module("setup")
        self.units = list(battle.units)
        self.draw = draw
        self.open = free_cells(battle.board, self.setup)
        self.taken: Counter[Cell] = Counter()
        for unit in self.units:
            if unit.cell is not None:
                self.taken[unit.cell] += self.occupies(unit)

    def occupies(self, unit: Fighter) -> bool:
        occupies = getattr(self.setup, "occupies", None)
        return occupies is None or bool(occupies(unit.unit))

    def waiting(self, side: int) -> list[int]:
        """Rows of a side that have no cell yet."""
        return [i for i, u in enumerate(self.units) if u.side == side and u.cell is None and u.bearer < 0]

    def standing(self, side: int | None = None) -> list[Cell]:
        """Cells in which units stand, of one side or of all."""
        return [u.cell for u in self.units if u.cell is not None and (side is None or u.side == side)]

    def put(self, i: int, cell: Cell) -> None:
        self.units[i] = dataclasses.replace(self.units[i], cell=cell)
        self.taken[cell] += self.occupies(self.units[i])

    def room(self, cells: list[Cell]) -> list[Cell]:
        """Those of the cells that have room for one more."""
        return [cell for cell in cells if self.taken[cell] < self.setup.CAPACITY.per_cell]


def place_all(scenario: Scenario, battle: Battle, draw: Draw) -> Battle:
    """Give every unit that has none its cell.

    Raises:
        Unplaceable: there is no room.
    """
    placing = _Placing(scenario, battle, draw)
    for side, (x0, y0, x1, y1) in sorted(scenario.zones.items()):
        if scenario.place is not None and side == _comer(scenario, scenario.place):
            continue
        zone = [(x, y) for x, y in placing.open if x0 <= x <= x1 and y0 <= y <= y1]
        for i in placing.waiting(side):
            cells = placing.room(zone)
            if not cells:
                raise Unplaceable("no free cell is left in the zone", ("deploy", scenario.sides[side]), "a larger zone")
            placing.put(i, draw.one_of(cells))
    if scenario.place is not None:
        _place_apart(scenario, scenario.place, battle, placing)
    return dataclasses.replace(battle, units=tuple(placing.units))


def _comer(scenario: Scenario, place: PlaceModel) -> int:
    """The side that comes from somewhere."""
    return scenario.sides.index(place.side) if place.side else len(scenario.sides) - 1


def _place_apart(scenario: Scenario, place: PlaceModel, battle: Battle, placing: _Placing) -> None:
    """Put one side at an opening distance from all others."""
    setup, draw, board = placing.setup, placing.draw, battle.board
    comer = _comer(scenario, place)
    away = _asked(scenario, "distance", setup.start_distance, place.distance, draw, battle)
    degrees = _asked(scenario, "direction", setup.start_direction, place.direction, draw, battle)
    east, south = math.sin(math.radians(degrees)), -math.cos(math.radians(degrees))
    middle = ((board.width - 1) / 2, (board.height - 1) / 2)
    half = (away + 1) / 2
    for side in range(len(scenario.sides)):
        if side != comer:
            _gather(placing, placing.waiting(side), (middle[0] - half * east, middle[1] - half * south), placing.open)
    others = [u.cell for u in placing.units if u.side != comer and u.cell is not None]
    if not others:
        raise Unplaceable("nobody to keep a distance from", ("place",))
    centre = (sum(x for x, _ in others) / len(others), sum(y for _, y in others) / len(others))
    reachable = region(board, setup, others[0])
    gaps = {cell: min(cells_apart(cell, other) for other in others) for cell in placing.open if cell in reachable}
    if not gaps:
        raise Unplaceable("there is no room", ("place",))
    nearest = min(away, max(gaps.values()))  # a small board caps the distance
    waiting = placing.waiting(comer)
    wanted = (centre[0] + (nearest + 1) * east, centre[1] + (nearest + 1) * south)
    first = _gather(placing, waiting[:1], wanted, [cell for cell, gap in gaps.items() if gap == nearest])
    if first is not None:
        _gather(placing, waiting[1:], first, [cell for cell, gap in gaps.items() if gap >= nearest])


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
        room = placing.draw.shuffled(placing.room(cells))
        if not room:
            raise Unplaceable("there is no room at this distance", ("place",), "a larger board, or a smaller distance")
        used = min(room, key=lambda cell: (cell[0] - point[0]) ** 2 + (cell[1] - point[1]) ** 2)
        placing.put(i, used)
    return used
