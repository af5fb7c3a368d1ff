"""What one seat has seen of a battle, frame by frame."""

from __future__ import annotations

from collections.abc import Sequence

from ...envs import replay as replays
from ...envs.engine.game import Game
from ...envs.render import witness
from ...envs.replay import Decision
from ...envs.replay.recording import RecordingMark
from ..report.boards import Film
from .public import PublicFilm
from .seats import EVERYBODY, PUBLIC

__all__ = ["Reel"]


class Reel:
    """What one seat has seen: a copy of the battle that follows it decision by decision, and the frames made on the way."""

    def __init__(self, start: Game, players: Sequence[str], seat: int) -> None:
        """Of a battle that stands at its first decision, for a side, ``EVERYBODY`` or ``PUBLIC``."""
        self.game = start.clone()
        self.film = (
            PublicFilm(self.game, players)
            if seat == PUBLIC
            else Film(self.game, players, None if seat == EVERYBODY else seat)
        )
        self.film.add(self.game, None)

    def follow(self, decisions: Sequence[Decision]) -> None:
        """Add the frames of the decisions that have not been followed yet."""
        for decision in decisions[len(self.film.frames) - 1 :]:
            known = witness(self.game, decision.answer, self.film.viewers(self.game)) if decision.answer >= 0 else {}
            replays.take(self.game, decision)
            self.film.add(self.game, decision, known)

    def take_back(self, mark: RecordingMark) -> None:
        """Forget what came after a point of the battle."""
        if len(self.film.frames) > mark.decisions + 1:
            self.game.lanes[0] = mark.lanes
            self.film.cut(self.game, mark.decisions + 1)
