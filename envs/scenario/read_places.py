"""Reading where units start, and what terrain is generated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from .battle import Cell, Zone
from .bodies import covered, facing_in, footprint, obstruction, stood_on, takes
from .context import Context
from .draw import largest
from .ground import border_names, cell_names, is_blocked, read_border, read_cell, room_in
from .model import DeployModel, GenerateModel, PlaceModel
from .problems import Path, listed, unknown
from .read_units import most_of
from .scenario import RosterChoice, UnitEntry

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
            c.faults += read_cell(c.setup, how.flag, (*path, "flag"))[1]
        if how.type is not None:
            c.faults += read_border(c.setup, how.type, (*path, "type"))[1]
        if how.kind == "scatter" and how.flag is None:
            c.fault(path, "'flag' is missing", listed(cell_names(c.setup)))
        if how.kind == "scatter" and not how.share:
            c.fault(path, "'share' is missing", "share of the cells, above 0 and at most 0.6")
        if how.kind == "walls" and how.flag is not None and how.type is not None:
            c.fault(path, "walls consist of cells or of borders, not both", "flag or type")
        if how.kind == "walls" and how.flag is None and how.type is None:
            allowed = f"type: one of {listed(border_names(c.setup))}; or flag: {listed(cell_names(c.setup))}"
            c.fault(path, "'type' is missing", allowed)
        if how.area is not None and "board" not in c.broken:
            if not (c.board.has(how.area[:2]) and c.board.has(how.area[2:])):
                c.fault((*path, "area"), f"{list(how.area)} reaches off the board", c.limits)


def check_places(
    c: Context,
    entries: list[UnitEntry],
    choices: list[RosterChoice],
    zones: Mapping[int, Zone],
    place: PlaceModel | None,
) -> None:
    """Everybody has a place: free cells of the board, a zone with room, or an opening distance."""
    if place is not None and place.side:
        c.side(place.side, ("place", "side"))
    if place is not None and c.deploys:
        c.fault(("place",), "players deploy the units that have no cell here", "`deploy` with a zone for every side")
    elif place is not None and c.setup.start_distance is None:
        c.fault(("place",), "this rulebook has no opening distances", "`at` for every unit, or `deploy`")
    if "board" in c.broken:
        return
    taken: Counter[Cell] = Counter()
    waiting: Counter[int] = Counter()
    needed: Counter[int] = Counter()
    for entry in entries:
        if entry.at is not None:
            _check_cell(c, entry, entry.at, taken)
            continue
        waiting[entry.side] += largest(entry.count)
        needed[entry.side] += largest(entry.count) * len(_least_room(c, entry))
        if place is None or c.deploys:
            _check_has_zone(c, entry.side, zones, entry.path, "at: [x, y], or ")
    for choice in choices:
        for side in choice.sides:
            waiting[side] += most_of(c, choice)
            needed[side] += most_of(c, choice)
            if place is None or c.deploys:
                _check_has_zone(c, side, zones, choice.path, "")
    for side, zone in zones.items():
        room = _room(c, zone, taken)
        if needed[side] > room:
            units = f"{waiting[side]} units"
            if needed[side] > waiting[side]:
                units += f", which cover {needed[side]} cells,"
            c.fault(("deploy", c.sides[side], "zone"), f"{units} do not fit into {room} free cells", "a larger zone")


def _least_room(c: Context, entry: UnitEntry) -> Collection[Cell]:
    """The cells that a unit must find free in its zone: where players place it, those it stands on; else all that it covers."""
    if c.deploys:
        return stood_on(c.setup, entry.unit, (0, 0), 0)
    return footprint(c.setup, entry.unit, 0)


def _check_has_zone(c: Context, side: int, zones: Mapping[int, Zone], path: Path, else_: str) -> None:
    """Units without a cell need a deployment zone."""
    if side >= 0 and side not in zones and "deploy" not in c.broken:
        name = c.sides[side]
        allowed = f"{else_}deploy: {{{name}: {{zone: [x0, y0, x1, y1]}}}}"
        c.fault(path, f"no cell given, and side {name!r} has no deployment zone", allowed)


def _check_cell(c: Context, entry: UnitEntry, cell: Cell, taken: Counter[Cell]) -> None:
    """What a unit covers from a given cell must be on the board, open where it stands, and not too full."""
    path = (*entry.path, "at")
    if largest(entry.count) > 1:
        c.fault((*entry.path, "count"), "several units cannot share one `at`", "count without `at`")
    given = -1 if entry.facing is None else entry.facing
    facing = facing_in(c.setup, c.board, entry.unit, cell, given)
    cells = covered(c.setup, entry.unit, cell, facing)
    wrong = obstruction(c.setup, c.board, cell, cells, stood_on(c.setup, entry.unit, cell, facing))
    if wrong:
        c.fault(path, *wrong)
        return
    room = takes(c.setup, entry.unit)
    taken.update(dict.fromkeys(cells, room))
    full = next((there for there in cells if room and taken[there] > room_in(c.board, c.setup, there)), None)
    if full is not None:
        most = room_in(c.board, c.setup, full)
        c.fault(path, f"cell {list(full)} is taken", f"{most} unit{'s' * (most > 1)} in a cell")


def _room(c: Context, zone: Zone, taken: Mapping[Cell, int]) -> int:
    """How many more units of one cell a zone has room for."""
    x0, y0, x1, y1 = zone
    cells = [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
    open_cells = [cell for cell in cells if not is_blocked(c.board, c.setup, cell)]
    return sum(max(0, room_in(c.board, c.setup, cell) - taken.get(cell, 0)) for cell in open_cells)
