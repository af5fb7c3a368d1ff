"""Who will win: each side's share of victory along a battle, by battles that are played on from positions of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...envs.core.state import as_lanes
from ...envs.engine.game import Game
from ...envs.engine.pools import Starts, plain
from ...envs.engine.rollouts import play_games
from ...envs.replay import Decision, take
from .foresight import answerer, put_anew

PLAYOUTS = 40  # battles played on from each position
MOST_POINTS = 40  # positions
AT_ONCE = 8  # battles played on without a break
BREATH = 0.002  # seconds between them, in which pages are answered


class WinningCurve:
    """Each side's share of victory along a battle, by playouts from its positions; computed in the background.

    Attributes:
        decisions: those of the battle.
        viewer: the side that looks, from positions in which it decides, with new samples of hidden information for each
            battle; None for all positions as they are.
        players: the player of all sides in playouts.
        playouts: battles played from each position.
        points: number of the position -> share of each side.
        is_complete: whether the playouts of all positions are finished.
    """

    def __init__(
        self, game: Game, decisions: Sequence[Decision], earlier: WinningCurve | None = None, viewer: int | None = None
    ) -> None:
        """Start the computation.

        Args:
            game: at its first decision; the decisions are played in it.
            decisions: those taken in it.
            earlier: a curve of the same battle and viewer, which is stopped; its points are reused as far as the decisions are
                the same.
            viewer: the side that looks, None for everything.
        """
        self.players, self.playouts, self.viewer = answerer(game.ruleset), PLAYOUTS, viewer
        self.points: dict[int, list[float]] = {}
        self.is_complete = self._is_given_up = False
        self._game, self.decisions = game, decisions
        if earlier is not None:
            earlier.give_up()
            same = _common(decisions, earlier.decisions)
            self.points = {at: shares for at, shares in dict(earlier.points).items() if at <= same}
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def as_json(self) -> dict[str, Any]:
        """The points so far, as they are sent to a page."""
        points = sorted(map(list, dict(self.points).items()))  # a copy: the thread adds to it
        return {
            "points": points, "playouts": self.playouts, "players": self.players, "complete": self.is_complete,
            "imagined": self.viewer is not None,
        }  # fmt: skip

    def give_up(self) -> None:
        """Work nothing more out."""
        self._is_given_up = True

    def join(self) -> None:
        """Wait until the computation ends."""
        self._thread.join()

    def _work(self) -> None:
        count, stride = len(self.decisions), 1
        fitting = [at for at, one in enumerate(self.decisions) if self.viewer in (None, one.side)]
        while len(fitting) // stride > MOST_POINTS:  # longer battles: multiples of shorter ones' strides
            stride *= 2
        wanted = {*fitting[::stride], count} - self.points.keys()
        for at in range(count + 1):
            if self._is_given_up:
                return
            if at in wanted and self.viewer in (None, self._game.side):
                self.points[at] = shares_of(self._game, self.players, self.playouts, at, self.viewer)
            if at < count:
                take(self._game, self.decisions[at])
        self.is_complete = True


def _common(one: Sequence[Decision], other: Sequence[Decision]) -> int:
    """With how many decisions two battles begin alike."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(one), len(other)))


def shares_of(game: Game, player: str, playouts: int, seed: int, viewer: int | None = None) -> list[float]:
    """Each side's share of victory when a player plays all sides on from a position; who share a victory share it equally.

    Args:
        game: stays as it is.
        player: who plays.
        playouts: how many battles.
        seed: of their dice.
        viewer: the side whose knowledge they begin with, what it cannot know imagined; None for the position as it is.
    """
    if game.over:
        ranks = game.ranks[None]
    else:
        starts = Starts(game.ruleset, _starts_of(game, playouts, seed, viewer), game.books, game.fields)
        found = []
        for begun in range(0, playouts, AT_ONCE):
            rows = np.arange(begun, min(begun + AT_ONCE, playouts)) % len(starts.states)
            results = play_games(
                game.ruleset, starts, policies=(player,), games=len(rows), rows=rows, first_game=begun, seed=seed
            )
            found.append(results.ranks)
            time.sleep(BREATH)
        ranks = np.concatenate(found)
    first = ranks[:, : game.side_count] == 1
    return [float(share) for share in (first / first.sum(1)[:, None]).mean(0)]


def _starts_of(game: Game, count: int, seed: int, viewer: int | None) -> np.ndarray:
    """The position to play on from: once as it is, or as often as wanted with what a side cannot know imagined."""
    size = game.ruleset.state.snapshot_lanes
    states = plain(game.ruleset.new_states(1 if viewer is None else count))
    if viewer is None:
        as_lanes(states)[0, :size] = game.lanes[game.row, :size]
        return states
    twin, rng = game.clone(), np.zeros(4, np.int64)
    for number in range(count):
        put_anew(twin, game, seed * count + number, viewer, rng)
        as_lanes(states)[number, :size] = twin.lanes[0, :size]
    return states
