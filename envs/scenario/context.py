"""What the parts of the reader share: the ruleset, the names, the board, and the faults found so far."""

from __future__ import annotations

from typing import Any

from ..core.ruleset import Ruleset
from .battle import Board
from .problems import Fault, Faults, Path, listed, unknown


class Context:
    """A scenario while it is read.

    Attributes:
        ruleset, setup: the rulebook and its ``setup`` module.
        templates: its ready-made units.
        aliases: other names of unit fields.
        sides: names of the sides.
        board: the map as written.
        deploys: whether the players place the units without a cell.
        broken: top-level keys that could not be read; what depends on them is not looked at.
        faults: everything that is wrong.
    """

    def __init__(self, ruleset: Ruleset, faults: Faults) -> None:
        self.ruleset = ruleset
        self.setup = ruleset.book.setup
        self.templates: dict[str, dict[str, Any]] = self.setup.templates()
        self.aliases = self.setup.aliases
        self.sides: tuple[str, ...] = ()
        self.board: Board
        self.deploys = False
        self.broken: set[str] = set()
        self.faults = faults

    def fault(self, path: Path, what: str, allowed: str = "") -> None:
        """Note something that is wrong."""
        self.faults.append(Fault(path, what, allowed))

    def side(self, name: str, path: Path) -> int:
        """Index of a side; -1, with a fault, if no side has that name."""
        if name in self.sides:
            return self.sides.index(name)
        if "sides" not in self.broken:
            self.fault(path, unknown("side", name, self.sides) if name else "`side` is missing", listed(self.sides))
        return -1

    @property
    def limits(self) -> str:
        """The coordinates of the board."""
        return f"x 0 to {self.board.width - 1}, y 0 to {self.board.height - 1}"
