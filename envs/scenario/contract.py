"""What a ruleset's ``setup.py`` tells about its scenarios.

    class Unit(pydantic.BaseModel)       one unit's fields once its template is filled in; unknown keys forbidden
    class Options(pydantic.BaseModel)    the mapping under ``battle:``
    CAPACITY: Capacity                   how many units, sides, units in a cell
    TERRAIN: dict[str, Terrain]          flags a cell may have, by name
    BORDERS: dict[str, Edge]             what may lie between two cells, by name
    LEGEND: dict[str, marks]             what the characters of an ASCII map mean, as a scenario would write it
    templates() -> dict[str, dict]       ready-made units; a template may say its ``points`` for budgets
    problems(battle) -> list[Fault]      what the fields alone cannot tell; paths of units begin with ``fighter.path``
    pack(battle, s, field) -> None       write one battle into a zeroed state record and a zeroed map record

and, where it needs them:

    class CellFields(CellModel)          cells with several fields of their own, in place of flags; TERRAIN then names
                                         ready-made ground, ``{"woods": {"cost": 2, "obscures": True}}``
    class BorderFields(BorderModel)      the same for what lies between cells, with BORDERS as ready-made borders
    ALIASES: dict[str, str]              other names of Unit's fields
    SHORTCUTS: dict[str, str]            top-level keys that stand for a knob: name -> address
    ATTACHED: tuple[str, ...]            Unit fields that name the template of a companion with a roster row of its own
    footprint(unit, facing) -> cells     what a unit covers, as steps (east, south) from its own cell; without it that
                                         cell alone. See ``bodies.rectangle`` and ``bodies.ranks``
    occupies(unit) -> int                how much of ``CAPACITY.per_cell`` a unit takes in every cell it covers, 0
                                         nothing; without it 1
    deploys(number) -> bool              whether the players place the units that the scenario gives no cell
    board_size(number) -> (w, h)         size of a board that gives none; number(address) is the value of a knob
    warnings(battle) -> list[Fault]      what is allowed but perhaps not meant, paths as for ``problems``
    start_distance(how, draw, battle)    cells between the nearest opponents for ``place: {distance: how}``
    start_direction(how, draw, battle)   direction in degrees from north for ``place: {direction: how}``

``packing`` writes what all rulesets have in common, ``wording`` reads names, words and templates.
"""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, ConfigDict


class Terrain(NamedTuple):
    """A flag of cells: the range of its values, and whether nobody can stand there."""

    low: int = 0
    high: int = 1
    blocks: bool = False
    meaning: str = ""


class Edge(NamedTuple):
    """A kind of border: its number, and whether it separates the two cells for good."""

    value: int
    blocks: bool = False
    meaning: str = ""


class CellModel(BaseModel):
    """A cell with fields of its own. Every field has a default, that of open ground, and is a whole number, true or
    false, or a word of the vocabulary (see ``wording.Word``): the board keeps a layer of numbers of each.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @property
    def blocks(self) -> bool:
        """Whether nobody can stand there."""
        return False

    @property
    def room(self) -> int | None:
        """How much finds room in the cell; None: as much as ``CAPACITY.per_cell``."""
        return None


class BorderModel(BaseModel):
    """What lies between two cells, with fields of its own."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @property
    def blocks(self) -> bool:
        """Whether it separates the two cells for good."""
        return False


class Capacity(NamedTuple):
    """Most units, sides, and units in one cell. The largest board is the one of the ruleset's ``board.py``."""

    units: int
    sides: int = 4
    per_cell: int = 1
