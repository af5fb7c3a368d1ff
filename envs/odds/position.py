"""Where a count of odds begins: a position of a battle, and how it is spoken of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

from ..core.ruleset import Ruleset
from ..core.state import as_lanes

__all__ = ["HasPosition", "NotKept", "Position", "Show"]


class NotKept(Exception):
    """A number was read that exact odds do not keep, because it makes no difference to the rules.

    Attributes:
        fields: their names in the state record.
    """

    def __init__(self, *fields: str) -> None:
        super().__init__(f"{', '.join(fields)} is not available while counting odds; name it in `want`")
        self.fields = frozenset(fields)


Show: TypeAlias = Callable[[np.ndarray], Any]
"""Shows a whole position, uint64 (lanes,), to the caller's functions, on a table that lists its legal ``choices()``."""


@dataclass(frozen=True, eq=False)
class Position:
    """A position of a battle, with the words to ask about it.

    Attributes:
        ruleset: the ruleset of the battle.
        states: the state record, an array of one; the count leaves it as it is.
        books, fields: rules and map.
        names, sides: names of the units, in roster order, and of the sides.
        skip_forced: whether single legal answers are given without asking.
        forced_at: the prompt at which a verb was the only legal answer, while the parts of that verb are asked; else 0.
        parse: a choice in words -> its answers.
        row_of: the name of a unit -> its roster row; KeyError for none.
        unit_fields: the fields of a unit.
        unit_field: a field of a unit, by its name or the rulebook's abbreviation; AttributeError for none.
        show: fields that are not stored -> what shows positions to the caller's functions.
    """

    ruleset: Ruleset
    states: np.ndarray
    books: np.ndarray
    fields: np.ndarray
    names: Sequence[str]
    sides: Sequence[str]
    skip_forced: bool
    forced_at: int
    parse: Callable[[str], list[int]]
    row_of: Callable[[str], int]
    unit_fields: Sequence[str]
    unit_field: Callable[[str], str]
    show: Callable[[frozenset[str]], Show]

    @property
    def record(self) -> Any:
        """The state record."""
        return self.states[0]

    @property
    def lanes(self) -> np.ndarray:
        """The position and its dice: uint64 (lanes,)."""
        found: np.ndarray = as_lanes(self.states)[0, : self.ruleset.state.snapshot_lanes]
        return found


class HasPosition(Protocol):
    """Something that stands in a position, such as a table of the sandbox."""

    @property
    def position(self) -> Position:
        """The position."""
        ...
