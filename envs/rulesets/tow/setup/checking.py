"""Checks of a scenario beyond its single fields: battles that break the rules."""

from __future__ import annotations

from collections import Counter

from ....core.compiler import outside
from ....scenario.battle import Battle, Cell, Fighter
from ....scenario.bodies import ranks
from ....scenario.problems import Fault
from ..state import SIDES
from ..vocab import BASE, UNITS
from .ground import EVERYBODY, NOBODY, columns_of, terrain_codes
from .packing import base_cells, facing_of, files_of

LEAST_SIDE = 12  # cells
DIAGONAL = 2


def problems(battle: Battle) -> list[Fault]:
    """What is against the rules in a battle."""
    faults = [*table_faults(battle), *side_faults(battle), *zone_faults(battle)]
    for fighter in battle.units:
        faults += [fault._replace(path=(*fighter.path, *fault.path)) for fault in unit_faults(battle, fighter)]
    return faults or standing_faults(battle)


@outside.rule("x.setup.table")
def table_faults(battle: Battle) -> list[Fault]:
    """Battlefield: how large a table may be."""
    largest = battle.ruleset.board
    sides = ((battle.board.width, largest.width), (battle.board.height, largest.height))
    if all(LEAST_SIDE <= side <= most for side, most in sides):
        return []
    limits = f"{LEAST_SIDE} to {largest.width} by {LEAST_SIDE} to {largest.height}"
    return [Fault(("board",), f"a table of {battle.board.width} by {battle.board.height} inches", limits)]


@outside.rule("x.setup.caps")
def side_faults(battle: Battle) -> list[Fault]:
    """Size limits: two sides that are enemies, with so many units each."""
    if len(battle.sides) != SIDES:
        return [Fault(("sides",), f"{len(battle.sides)} sides", f"{SIDES} sides")]
    faults = []
    if battle.allied[0][1]:
        faults.append(Fault(("allies",), "the two sides are allied", "no allies"))
    most = UNITS // SIDES
    numbers = Counter(fighter.side for fighter in battle.units)
    for side, name in enumerate(battle.sides):
        if numbers[side] > most:
            faults.append(Fault(("units",), f"side {name!r} has {numbers[side]} units", f"1 to {most} units a side"))
    return faults


@outside.rule("x.setup.deployment")
def zone_faults(battle: Battle) -> list[Fault]:
    """Deployment: a zone must reach into the strip along the edge of its side."""
    waiting = {fighter.side for fighter in battle.units if battle.is_waiting(fighter)}
    depth, height = battle.number("x.setup.deployment.zone_depth"), battle.board.height
    faults = []
    for side, (_, y0, _, y1) in battle.zones.items():
        low, high = (height - depth, height - 1) if side == 0 else (0, depth - 1)
        if side in waiting and (y1 < low or y0 > high):
            path = ("deploy", battle.sides[side], "zone")
            faults.append(
                Fault(path, f"rows {y0} to {y1} are too far from the edge of the table", f"rows {low} to {high}")
            )
    return faults


@outside.rule("formation.ranks", "x.setup.pose")
def unit_faults(battle: Battle, fighter: Fighter) -> list[Fault]:
    """Forming units: not more files than allowed, a base of some cells, and a front that looks along the grid."""
    faults = []
    most = battle.number("formation.ranks.max_files")
    if files_of(fighter.unit) > most:
        faults.append(Fault(("files",), f"{fighter.unit.files} files are too many", f"1 to {most}"))
    base = base_cells(fighter.unit, battle.number)
    if not all(1 <= side <= BASE for side in base):
        faults.append(Fault(("base_mm",), f"a base of {base[0]} by {base[1]} cells", f"1 to {BASE} cells each way"))
    turns = fighter.unit.models > 1 or base != (1, 1)
    if turns and fighter.cell is not None and fighter.facing % DIAGONAL:
        faults.append(Fault(("facing",), "regiments face along the grid", "north, east, south, west"))
    return faults


@outside.rule("formation.footprint", "x.terrain.table", "x.move.fly")
def standing_faults(battle: Battle) -> list[Fault]:
    """Footprint: every cell on the table and on ground the unit may enter; no place of its ranks that of another unit."""
    columns = columns_of(battle, terrain_codes(battle))
    from_right = battle.number("casualties.back_rank.last_rank_align") == 1
    faults: list[Fault] = []
    taken: dict[Cell, str] = {}
    for fighter in battle.units:
        if fighter.cell is None:
            continue
        limit = NOBODY if fighter.unit.fly > 0 else EVERYBODY + 1
        path = (*fighter.path, "at")
        for cell in body(battle, fighter, from_right):
            if not battle.board.has(cell):
                faults.append(Fault(path, f"{fighter.name} extends off the table, to {list(cell)}", "another cell"))
                break
            if columns["closed"][cell[1], cell[0]] >= limit:
                faults.append(
                    Fault(path, f"{fighter.name} would stand on closed ground at {list(cell)}", "another cell")
                )
                break
        held = places(battle, fighter)
        shared = next((cell for cell in held if cell in taken), None)
        if shared is not None:
            faults.append(Fault(path, f"{taken[shared]} has its ranks on {list(shared)}", "another cell"))
        taken |= dict.fromkeys(held, fighter.name)
    return faults


def body(battle: Battle, fighter: Fighter, from_right: bool) -> list[Cell]:
    """The cells a unit of a battle covers, by the numbers of that battle."""
    assert fighter.cell is not None
    unit, facing = fighter.unit, facing_of(battle, fighter)
    files, base = files_of(unit), base_cells(unit, battle.number)
    steps = list(ranks(unit.models, files, facing, base))
    short = unit.models % files
    if from_right and short:
        each = base[0] * base[1]
        whole = ranks(unit.models - short + files, files, facing, base)
        steps = [*whole[: (unit.models - short) * each], *whole[-short * each :]]
    return [(fighter.cell[0] + east, fighter.cell[1] + south) for east, south in steps]


def places(battle: Battle, fighter: Fighter) -> list[Cell]:
    """The cells of all ranks of a unit of a battle, those of the empty places of a short last rank included."""
    assert fighter.cell is not None
    files = files_of(fighter.unit)
    models = -(-fighter.unit.models // files) * files
    steps = ranks(models, files, facing_of(battle, fighter), base_cells(fighter.unit, battle.number))
    return [(fighter.cell[0] + east, fighter.cell[1] + south) for east, south in steps]
