"""Reading objectives: zones to hold, and what decides the battle besides the rules."""

from __future__ import annotations

from ..core.state import ZONES, Verdict
from .battle import Cell, Objectives
from .context import Context
from .model import ObjectivesModel, ObjectiveZoneModel
from .problems import Path

FORMS = "cells: [[x, y], ...], or from: [x, y] with to: [x, y]"


def read_objectives(c: Context, given: ObjectivesModel | None) -> Objectives | None:
    """The objectives as written; what is wrong with them is noted in the context."""
    if given is None:
        return None
    path: Path = ("objectives",)
    if len(given.zones) > ZONES:
        c.fault((*path, "zones"), f"{len(given.zones)} zones are too many", f"at most {ZONES}")
    zones: dict[str, tuple[Cell, ...]] = {}
    owner: dict[Cell, str] = {}
    for name, zone in given.zones.items():
        where = (*path, "zones", name)
        cells = _cells_of(c, zone, where)
        for cell in cells:
            if cell in owner:
                c.fault(where, f"cell {list(cell)} already lies in {owner[cell]!r}", "zones that do not overlap")
                break
        owner.update(dict.fromkeys(cells, name))
        zones[name] = cells
    if given.to_win is not None and not zones:
        c.fault((*path, "to_win"), "nobody can get points without zones", "`zones`, or no `to_win`")
    verdict = given.verdict or ("score" if zones else "staying",)
    if "score" in verdict and not zones:
        c.fault((*path, "verdict"), "nobody can get points without zones", "`zones`, or verdict: [staying]")
    attacker = c.side(given.attacker, (*path, "attacker")) if given.attacker else -1
    numbers = tuple(int(Verdict[one.upper()]) for one in verdict)
    return Objectives(zones, given.to_win or 0, given.rounds or 0, attacker, numbers)


def _cells_of(c: Context, zone: ObjectiveZoneModel, path: Path) -> tuple[Cell, ...]:
    """The cells of a zone, row by row."""
    if zone.cells == "all":
        c.fault((*path, "cells"), "a zone cannot be the whole board", FORMS)
        return ()
    cells: set[Cell] = set(zone.cells or ())
    if zone.corner is not None and zone.to is not None:
        (x0, x1), (y0, y1) = (sorted(pair) for pair in zip(zone.corner, zone.to, strict=True))
        if "board" not in c.broken and not (c.board.has((x0, y0)) and c.board.has((x1, y1))):
            c.fault(path, f"{list(zone.corner)} to {list(zone.to)} reaches off the board", c.limits)
            return ()
        cells |= {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
    elif zone.corner is not None or zone.to is not None or not cells:
        c.fault(path, "a zone needs cells, or both corners of a rectangle", FORMS)
    if "board" not in c.broken:
        for cell in sorted(cells):
            if not c.board.has(cell):
                c.fault((*path, "cells"), f"cell {list(cell)} is off the board", c.limits)
        cells = {cell for cell in cells if c.board.has(cell)}
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))
