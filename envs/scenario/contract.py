"""The values a ruleset's ``setup.py`` describes its scenarios with; what it must have is ``Setup`` of ``core/book.py``.

Cells have flags (:class:`Terrain`), or fields of their own (:class:`CellModel`), with ``Setup.terrain`` as ready-made ground:
``{"woods": {"cost": 2, "obscures": True}}``. Borders likewise (:class:`Edge`, :class:`BorderModel`). ``packing`` writes what all
rulesets have in common, ``wording`` reads names, words and templates, ``bodies`` has the shapes of bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from ..core.state.fields import Rows, fields_of
from .problems import unknown


def numbers_of(rows: Rows) -> Callable[[str, int | None, str], Any]:
    """What a model of units declares its whole numbers with: the range is that of a field of the record they are packed into.

        number = numbers_of(UNIT)
        class Unit(BaseModel):
            agility: int = number("agility", 10, "AGI: thrown attacks")

    Args:
        rows: the declaration of the record, such as ``UNIT`` of a ruleset's ``state.py``.

    Returns:
        A function of the field's name, the default and the meaning. It raises a ValueError for a field that is not declared.
    """
    kinds = {field.name: field.kind for field in fields_of(rows)}

    def number(name: str, default: int | None, meaning: str) -> Any:
        if name not in kinds:
            raise ValueError(unknown("field of the record", name, kinds))
        kind = kinds[name]
        assert kind is not None, f"{name} has no kind"
        return Field(default, ge=kind.low, le=kind.high, description=meaning)

    return number


class Terrain(NamedTuple):
    """A flag of cells: the range of its values, whether nobody can stand there, and flags that no cell has beside it."""

    low: int = 0
    high: int = 1
    blocks: bool = False
    meaning: str = ""
    apart: tuple[str, ...] = ()


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
        """How much finds room in the cell; None: as much as ``Setup.per_cell``."""
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
