"""Answers of a player inside the kernels in games that it does not play itself: they are imitated, or recorded."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...envs.engine.batch import Batch
from ...envs.engine.players import seat_code
from ...envs.engine.rows import hold

__all__ = ["Answerer"]


class Answerer:
    """A player inside the kernels, asked about the positions of a batch.

    Attributes:
        batch: the games.
        code: seat code of the player.
    """

    def __init__(self, batch: Batch, player: Any) -> None:
        """Ask a player about the games of a batch.

        Args:
            batch: the games; as long as it lives, the player stays in the kernels.
            player: as ``agents.players.load_player`` gives it; it must play inside the kernels.
        """
        code = seat_code(batch.ruleset, player)
        assert code is not None, "callers have checked that the player plays inside the kernels"
        self.batch, self.code = batch, code
        hold(batch.ruleset, code, batch)

    def __call__(self, slot: int, chance: np.ndarray) -> int:
        """The answer to the position of a slot, as an index of the batch's layout.

        Args:
            slot: of the game.
            chance: int64 (games, 4), numbers below 2**32; the row of the slot decides what the player leaves to chance.
        """
        batch = self.batch
        states, loops = batch.states, batch.loops
        answer = loops.choose_game(states, slot, batch.shelf.books, batch.shelf.fields, self.code, chance)
        return int(loops.index_of(states, slot, batch.layout.record, answer))
