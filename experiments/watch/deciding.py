"""Players that are no people: how each of them is asked in a battle that is recorded, by whomever it is watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...envs.core.dice import seed_rng
from ...envs.core.loops.seats import POLICY_STREAM
from ...envs.engine.game import Game
from ...envs.engine.players import seat_code
from ...envs.engine.policies import Host
from ...envs.engine.rows import hold
from ...envs.engine.seating import check_layout
from ...envs.replay import Recording

HUMAN = "human"


class PlayerFailed(Exception):
    """A player has failed; the message says how. It loses the battle by that."""


class Deciders:
    """Who decides for the sides that no person plays.

    Attributes:
        recording: the battle.
        people: the sides that people play.
        rng: the generator of those that play inside the kernel, int64 (4,).
    """

    def __init__(self, recording: Recording, players: Sequence[Any]) -> None:
        """Seat the players.

        Args:
            recording: the battle.
            players: of each side: ``human``, the name of an in-kernel policy, or a policy.

        Raises:
            LayoutMismatch: a player cannot play this scenario; see also ``engine.players.seat_code``.
        """
        self.recording = recording
        game = recording.game
        self.people = [side for side, player in enumerate(players) if player == HUMAN]
        self._codes = {side: seat_code(game.ruleset, player) for side, player in enumerate(players) if player != HUMAN}
        for code in self._codes.values():
            if code is not None:
                hold(game.ruleset, code, self)
        for player in players:
            check_layout(player, game.ruleset, game.pool_states)
        self._hosts = {side: Host(players[side]) for side, code in self._codes.items() if code is None}
        self._rngs = {side: np.random.default_rng([int(game.s["seed_base"]), side]) for side in self._hosts}
        self.rng = np.zeros(4, np.int64)
        s = game.s
        seed_rng(self.rng, int(s["seed_base"]), int(s["seed_slot"]), int(s["seed_game"]), POLICY_STREAM)
        self.go_on(recording.policy_rng)

    def go_on(self, policy_rng: Sequence[int]) -> None:
        """Continue with the players' generator in the state that a recording saved; empty if no player has drawn from it
        yet.
        """
        if policy_rng:
            self.rng[:] = policy_rng
            self.recording.policy_rng = list(policy_rng)

    def choose(self, game: Game | None = None) -> int:
        """The answer of the player that is to decide now; none is given yet.

        Args:
            game: a copy of the battle, None for the battle itself.

        Raises:
            PlayerFailed: it has none.
        """
        game = self.recording.game if game is None else game
        host = self._hosts.get(game.side)
        if host is None:
            code = self._codes[game.side]
            return game.choose(code, self.rng)
        positions = host.positions(game.ruleset, game.layout, 1)
        positions.observe(game.states, game.books, game.fields, np.array([game.row]))
        seen = positions.seen
        given = host.act(seen, seen["action_mask"], self._rngs[game.side], [(id(self), game.side)])
        if given.indices[0] < 0:
            raise PlayerFailed(given.text)
        index = int(positions.to_indices(given.indices)[0])
        return int(game.loops.answer_of(game.states, game.row, positions.layout.record, index))

    def give(self, answer: int) -> None:
        """Record the answer of a player, with where the generator of the players has come to."""
        self.recording.answer(answer)
        self.recording.policy_rng = [int(word) for word in self.rng]
