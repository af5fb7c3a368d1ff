"""What a ruleset's ``setup.py`` tells about its scenarios.

    class Unit(pydantic.BaseModel)       one unit's fields once its template is filled in; unknown keys forbidden
    class Options(pydantic.BaseModel)    the mapping under ``battle:``
    CAPACITY: Capacity                   how many units, sides, units in a cell
    TERRAIN: dict[str, Terrain]          flags a cell may have, by name
    BORDERS: dict[str, Edge]             what may lie between two cells, by name
    LEGEND: dict[str, dict[str, int]]    what the characters of an ASCII map mean: flags and their values
    templates() -> dict[str, dict]       ready-made units; a template may say its ``points`` for budgets
    problems(battle) -> list[Fault]      what the fields alone cannot tell; paths of units begin with ``fighter.path``
    pack(battle, s, field) -> None       write one battle into a zeroed state record and a zeroed map record

and, where it needs them:

    ALIASES: dict[str, str]              other names of Unit's fields
    SHORTCUTS: dict[str, str]            top-level keys that stand for a knob: name -> address
    ATTACHED: tuple[str, ...]            Unit fields that name the template of a companion with a roster row of its own
    occupies(unit) -> bool               whether a unit takes room in its cell
    board_size(number) -> (w, h)         size of a board that gives none; number(address) is the value of a knob
    start_distance(how, draw, battle)    cells between the nearest opponents for ``place: {distance: how}``
    start_direction(how, draw, battle)   direction in degrees from north for ``place: {direction: how}``
"""

from __future__ import annotations

from typing import NamedTuple


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


class Capacity(NamedTuple):
    """Most units, sides, and units in one cell."""

    units: int
    sides: int = 4
    per_cell: int = 1
