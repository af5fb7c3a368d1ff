"""A scenario fought many times in the background: who wins how often, how long it takes, and who is left."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...agents.players import load_player
from ...envs import scenario as scenarios
from ...envs.engine.game import Game
from ...envs.engine.rollouts import play_games
from ...envs.render import look_at
from ...envs.render.scene import Figure, shown_sides
from ...envs.scenario import Scenario
from ..statistics import normal_quantile, wilson_interval

AT_ONCE = 20  # battles after which it is looked whether to go on
BREATH = 0.005  # seconds left to whoever else wants to work then
LONGEST = 300.0  # seconds after which it ends with what there is
STARTS = 64  # drawn of a scenario that leaves something to chance
SURE = normal_quantile(0.95)
HELPLESS = {"unconscious", "down", "dying"}


class Fight:
    """Many battles of one scenario.

    Attributes:
        id: by which pages name it.
        wanted: how many battles.
        is_over: whether no more are fought.
    """

    def __init__(self, scenario: Scenario, players: Sequence[str], games: int, seed: int) -> None:
        """Begin to fight.

        Args:
            scenario: which.
            players: the spec of who plays each side.
            games: how many battles.
            seed: of starts and dice.

        Raises:
            ValueError, LookupError: see ``agents.players.load_player`` and ``scenario.pool``.
        """
        self.id, self.wanted, self.is_over = secrets.token_hex(4), games, False
        self._players = [load_player(player, scenario.ruleset) for player in players]
        self._pool = scenarios.pool(scenario.ruleset, scenario, n=STARTS if scenario.is_random else 1, seed=seed)
        self._last = Game(scenario.ruleset, self._pool)
        self._sides, self._seed = shown_sides(scenario.sides), seed
        self._wins, self._left = [0] * len(self._sides), [Counter[int]() for _ in self._sides]
        self._draws = self._rounds = self._played = 0
        self._said, self._is_stopped = "", False
        self._lock = threading.Lock()
        self._begun = time.monotonic()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Fight no more battles than those under way."""
        self._is_stopped = True

    def join(self) -> None:
        """Wait until it is over."""
        self._thread.join()

    def told(self) -> dict[str, Any]:
        """What has been found so far.

        Returns:
            ``sides``: of each its ``name``, the ``share`` of battles it won with the interval ``low`` to ``high``, and ``left``,
            how often it had how many units left, as [units, times]; ``draws``, ``rounds`` (mean), ``played``, ``wanted``,
            ``over``, and ``note``, why it ended early.
        """
        with self._lock:
            played = self._played
            sides = []
            for name, wins, left in zip(self._sides, self._wins, self._left, strict=True):
                low, high = wilson_interval(wins / max(played, 1), played, SURE)
                share = {"share": wins / max(played, 1), "low": low, "high": high}
                sides.append({"name": name, **share, "left": sorted(map(list, left.items()))})
            return {
                "id": self.id, "sides": sides, "draws": self._draws, "rounds": self._rounds / max(played, 1), "played": played,
                "wanted": self.wanted, "over": self.is_over, "note": self._said,
            }  # fmt: skip

    def _work(self) -> None:
        try:
            while self._played < self.wanted and not self._is_stopped:
                if time.monotonic() - self._begun > LONGEST:
                    self._said = f"stopped after {LONGEST:.0f} seconds"
                    break
                self._fight(min(AT_ONCE, self.wanted - self._played))
                time.sleep(BREATH)
        except (ValueError, LookupError, RuntimeError) as error:
            self._said = str(error)
        finally:
            self.is_over = True

    def _fight(self, games: int) -> None:
        """Some more battles."""
        standing = np.zeros((games, len(self._sides)), np.int64)
        first, last = self._played, self._last

        def note(game: int, s: Any) -> None:
            last.states[0] = s
            standing[game - first] = standing_of(last)

        results = play_games(
            self._pool.ruleset, self._pool, policies=self._players, games=games, seed=self._seed, first_game=first, on_end=note
        )  # fmt: skip
        with self._lock:
            self._played += games
            self._draws += results.draws
            self._rounds += int(results.rounds.sum())
            for side in range(len(self._sides)):
                self._wins[side] += int(results.wins[side])
                self._left[side].update(standing[:, side].tolist())


def standing_of(game: Game) -> list[int]:
    """How many units of each side are left; mounts are not counted."""
    scene = look_at(game)
    ridden = {figure.mount for figure in scene.figures}
    left = [0] * game.side_count
    for figure in scene.figures:
        left[figure.side] += figure.row not in ridden and not _is_down(figure)
    return left


def _is_down(figure: Figure) -> bool:
    """Whether a unit is gone, or lies helpless."""
    helpless = {name for name, _ in figure.statuses} & HELPLESS
    return figure.is_out or bool(helpless) or (figure.wounds_max > 0 and figure.wounds <= 0)
