"""Reading where units start, and what terrain is generated."""

from __future__ import annotations

from collections.abc import Mapping

from .battle import Cell
from .context import Context
from .draw import largest
from .model import DeployModel, GenerateModel, PlaceModel
from .problems import Path, listed, unknown
from .read_board import check_marks
from .read_units import most_of
from .scenario import Choice, Entry

Zone = tuple[int, int, int, int]
KINDS = ("scatter", "walls")


def read_zones(c: Context, given: Mapping[str, DeployModel]) -> dict[int, Zone]:
    """Deployment zones: side -> zone."""
    zones: dict[int, Zone] = {}
    for name, deploy in given.items():
        side = c.side(name, ("deploy", name))
        x0, y0, x1, y1 = deploy.zone
        if "board" not in c.broken and not (c.board.has((x0, y0)) and c.board.has((x1, y1))):
            c.fault(("deploy", name, "zone"), f"{list(deploy.zone)} reaches off the board", c.limits)
        elif side >= 0:
            zones[side] = deploy.zone
    return zones


def check_generators(c: Context, generators: list[tuple[int, GenerateModel]]) -> None:
    """Random terrain: known kinds, flags and borders, and what each kind needs."""
    for i, how in generators:
        path: Path = ("generate", i)
        if how.kind not in KINDS:
            c.fault((*path, "kind"), unknown("kind of random terrain", how.kind, KINDS), listed(KINDS))
            continue
        if how.flag is not None:
            c.faults += check_marks(how.flag, c.setup, (*path, "flag"))
        if how.type and how.type not in c.setup.BORDERS:
            c.fault((*path, "type"), unknown("border", how.type, c.setup.BORDERS), listed(c.setup.BORDERS))
        if how.kind == "scatter" and how.flag is None:
            c.fault(path, "'flag' is missing", listed(c.setup.TERRAIN))
        if how.kind == "scatter" and not how.share:
            c.fault(path, "'share' is missing", "the part of the cells that gets it, above 0 to 0.6")
        if how.kind == "walls" and how.flag is not None and how.type:
            c.fault(path, "a run is made of cells or of borders, not both", "flag or type")
        if how.kind == "walls" and how.flag is None and not how.type:
            c.fault(
                path, "'type' is missing", f"type: one of {listed(c.setup.BORDERS)}; or flag: {listed(c.setup.TERRAIN)}"
            )
        if how.area is not None and "board" not in c.broken:
            if not (c.board.has(how.area[:2]) and c.board.has(how.area[2:])):
                c.fault((*path, "area"), f"{list(how.area)} reaches off the board", c.limits)


def check_places(
    c: Context, entries: list[Entry], choices: list[Choice], zones: Mapping[int, Zone], place: PlaceModel | None
) -> None:
    """Everybody has a place: a free cell of the board, a zone with room, or an opening distance."""
    if place is not None and place.side:
        c.side(place.side, ("place", "side"))
    if "board" in c.broken:
        return
    taken: dict[Cell, int] = {}
    waiting: dict[int, int] = {}
    for entry in entries:
        if entry.at is not None:
            _check_cell(c, entry, entry.at, taken)
            continue
        waiting[entry.side] = waiting.get(entry.side, 0) + largest(entry.count)
        if place is None:
            _check_has_zone(c, entry.side, zones, entry.path, "at: [x, y], or ")
    for choice in choices:
        for side in choice.sides:
            waiting[side] = waiting.get(side, 0) + most_of(c, choice)
            if place is None:
                _check_has_zone(c, side, zones, choice.path, "")
    for side, zone in zones.items():
        room = _room(c, zone, taken)
        if waiting.get(side, 0) > room:
            path = ("deploy", c.sides[side], "zone")
            c.fault(path, f"{waiting[side]} units do not fit into {room} free cells", "a larger zone")


def _check_has_zone(c: Context, side: int, zones: Mapping[int, Zone], path: Path, else_: str) -> None:
    """Units without a cell need a deployment zone."""
    if side >= 0 and side not in zones and "deploy" not in c.broken:
        name = c.sides[side]
        allowed = f"{else_}deploy: {{{name}: {{zone: [x0, y0, x1, y1]}}}}"
        c.fault(path, f"no cell is given, and side {name!r} has no deployment zone", allowed)


def _check_cell(c: Context, entry: Entry, cell: Cell, taken: dict[Cell, int]) -> None:
    """A given cell must be on the board, open, and not too full."""
    path = (*entry.path, "at")
    if largest(entry.count) > 1:
        c.fault((*entry.path, "count"), "several units cannot be told to stand in one cell", "count without `at`")
    if not c.board.has(cell):
        c.fault(path, f"cell {list(cell)} is off the board", c.limits)
    elif c.is_blocked(cell):
        c.fault(path, f"nobody can stand in cell {list(cell)}: it is blocked", "a cell that is not blocked")
    elif _occupies(c, entry):
        taken[cell] = taken.get(cell, 0) + 1
        most = c.setup.CAPACITY.per_cell
        if taken[cell] > most:
            c.fault(path, f"cell {list(cell)} is taken", f"{most} unit{'s' * (most > 1)} in a cell")


def _occupies(c: Context, entry: Entry) -> bool:
    """Whether a unit takes room in its cell."""
    occupies = getattr(c.setup, "occupies", None)
    return entry.unit is None or occupies is None or bool(occupies(entry.unit))


def _room(c: Context, zone: Zone, taken: Mapping[Cell, int]) -> int:
    """How many more units a zone has room for."""
    x0, y0, x1, y1 = zone
    cells = [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
    most = int(c.setup.CAPACITY.per_cell)
    return sum(max(0, most - taken.get(cell, 0)) for cell in cells if not c.is_blocked(cell))
