"""From a scenario to packed records: the only place where names become numbers."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict

from ....core.compiler import outside
from ....scenario.battle import Cell
from ....scenario.bodies import ranks
from ....scenario.contract import Capacity, Edge
from ..state import SIDES
from ..vocab import UNITS
from .checking import problems
from .ground import LEGEND, TERRAIN
from .packing import pack, usual_base
from .profile import Unit
from .templates import ALIASES, templates

__all__ = [
    "ALIASES",
    "BORDERS",
    "CAPACITY",
    "LEGEND",
    "SHORTCUTS",
    "TERRAIN",
    "Options",
    "Unit",
    "board_size",
    "deploys",
]
__all__ += ["footprint", "occupies", "pack", "problems", "stands_on", "templates"]

CAPACITY = Capacity(units=UNITS, sides=SIDES, per_cell=1)
BORDERS: dict[str, Edge] = {}
SHORTCUTS = {
    "rounds": "x.turn.sequence.rounds",
    "first_side": "x.setup.first_turn.fixed_first_side",
    "players_deploy": "x.setup.deployment.mode",
}


class Options(BaseModel):
    """Circumstances of a battle. This rulebook has no circumstances to choose, only knobs."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@outside.rule("x.setup.pose", "formation.footprint")
def footprint(unit: Unit, facing: int) -> tuple[Cell, ...]:
    """Footprint: files and ranks of bases, from the front-left corner. Empty places of a short last rank are covered, too."""
    files = min(unit.files, unit.models)
    return ranks(-(-unit.models // files) * files, files, facing, usual_base(unit))


@outside.rule("formation.footprint")
def stands_on(unit: Unit, facing: int) -> tuple[Cell, ...]:
    """Footprint: the ground under the empty places of a short last rank does not matter. From which end it fills is a number of
    the battle, so ``problems`` looks at that rank, and these are the full ones.
    """
    files = min(unit.files, unit.models)
    return ranks(unit.models // files * files, files, facing, usual_base(unit))


def occupies(unit: Unit) -> int:
    """x.setup.pose: nobody else stands where a unit stands."""
    return 1


@outside.rule("x.setup.deployment")
def deploys(number: Callable[[str], int]) -> bool:
    """Deployment: whether the players place the units that the scenario gives no place."""
    return number("x.setup.deployment.mode") == 1


@outside.rule("x.setup.table")
def board_size(number: Callable[[str], int]) -> tuple[int, int]:
    """Battlefield: the size of a table for which the scenario gives none."""
    return number("x.setup.table.width"), number("x.setup.table.height")
