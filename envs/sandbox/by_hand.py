"""What is set by hand on a table: looked at before the rules see it, and refused in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..core.state import as_lanes
from ..core.state.ranges import FIRST_OF_ALL_RULESETS
from ..engine.gate import explained, look_at_game

if TYPE_CHECKING:
    from .table import Table


class ByHand:
    """The part of a table that looks at positions set by hand."""

    __slots__ = ()

    def refresh(self: Table) -> None:
        """Look at the position after you changed :attr:`state`, and list the legal choices anew.

        Raises:
            ValueError: a number cannot be; the message names the field and what it may be. Numbers that only do not fit each
                other may still be set right: the error comes with the next choice.
        """
        if self._counting:
            self._list()
        elif self._look_over() >= FIRST_OF_ALL_RULESETS:
            raise ValueError(self._explained())

    def _look_over(self: Table) -> int:
        """Look at what was set by hand, and list the legal choices if it can be; the number of what is broken, 0 nothing."""
        game = self._game
        self._seen = self._lanes.tobytes()
        self._broken, self._fault = look_at_game(game)
        broken = self._broken
        if broken == 0:
            self._sound = self._seen
        if broken == 0 or (not self.strict and broken < FIRST_OF_ALL_RULESETS):
            self._list()
        else:
            game.states["choice_count"][game.row] = 0
        return broken

    def _explained(self: Table, last: str = "") -> str:
        """What is wrong, with the number that is to blame where that can be found.

        Args:
            last: the field that was set last.
        """
        game = self._game
        before = game.states[game.row : game.row + 1].copy()
        as_lanes(before)[0, : self._size] = np.frombuffer(self._sound, np.uint64)
        state = game.states[game.row : game.row + 1]
        return explained(self.ruleset, state, before, game.books, game.fields, self.names, self._fault, last)

    def _list(self: Table) -> None:
        """List the legal choices of a position that is fine."""
        game = self._game
        s = game.states[game.row : game.row + 1]
        s["choice_count"] = 0
        if s["prompt"][0] != 0 and s["ending"][0] == 0:
            game.loops.settle_game(game.states, game.row, game.books, game.fields, False)
        self._broken, self._fault = 0, ""
        self._seen = self._lanes.tobytes()

    def _check(self: Table) -> None:
        """Refuse to go on from a position that was set by hand and cannot be.

        Raises:
            ValueError: what is wrong with it.
        """
        if self._counting:
            return
        if self._seen != self._lanes.tobytes():
            self._look_over()
        if self._fault and not self.strict and self._broken < FIRST_OF_ALL_RULESETS:
            self._list()
        if self._fault:
            raise ValueError(self._explained())
