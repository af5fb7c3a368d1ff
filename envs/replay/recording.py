"""Recording: a game, and the decisions taken in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..engine.game import Game
from ..engine.pools import battle_of
from ..render.scene import result_text, side_names
from .config import config_of
from .replay import FORMAT, HASH_BYTES, Decision, Replay, position_hash, versions


class RecordingMark(NamedTuple):
    """A point of a battle that is recorded: its record as lanes, decisions taken, generator of the policies."""

    lanes: np.ndarray
    decisions: int
    policy_rng: list[int]


class Recording:
    """A game and the decisions taken in it.

    Attributes:
        game: the game; only decisions given through :meth:`step` or :meth:`answer` are recorded.
        players: the player of each side, in words.
        policy_rng: generator of the in-kernel policies, saved in the file so that the battle can be resumed.
    """

    def __init__(self, game: Game, players: Sequence[str] = ()) -> None:
        """Begin to record; see :func:`record`."""
        self.game = game
        self.players = list(players)
        self.policy_rng: list[int] = []
        self._start = _start_of(game)
        self._decisions: list[Decision] = []
        self._hashes: list[bytes] = []

    def __len__(self) -> int:
        return len(self._decisions)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions taken so far."""
        return tuple(self._decisions)

    def step(self, index: int) -> None:
        """As :meth:`Game.step`, and record it."""
        answer = -1 if self.game.over else self.game.answer_of(index)
        noted = self._note(answer)
        self.game.step(index)
        self._keep(noted)

    def answer(self, answer: int) -> None:
        """As :meth:`Game.answer`, and record it."""
        noted = self._note(answer)
        self.game.answer(answer)
        self._keep(noted)

    def forfeit(self, reason: str = "") -> None:
        """As :meth:`Game.forfeit`, and record it."""
        if not self.game.over:
            game = self.game
            what = f"forfeits: {reason}" if reason else "forfeits"
            noted = Decision(game.side, side_names(game)[game.side], game.prompt_text, what, -1)
            game.forfeit()
            self._keep(noted)

    def mark(self) -> RecordingMark:
        """The current point of the battle, for :meth:`take_back`."""
        game = self.game
        return RecordingMark(game.lanes[game.row].copy(), len(self._decisions), list(self.policy_rng))

    def take_back(self, mark: RecordingMark) -> None:
        """Go back to a point of this battle, with the same dice to come; later decisions are dropped."""
        game = self.game
        game.lanes[game.row] = mark.lanes
        self.policy_rng = list(mark.policy_rng)
        del self._decisions[mark.decisions :], self._hashes[mark.decisions :]

    def _note(self, answer: int) -> Decision | None:
        game = self.game
        if game.over or answer < 0:
            return None
        who = game.decider_text if game.decider >= 0 else side_names(game)[game.side]
        return Decision(game.side, who, game.prompt_text, game.describe_answer(answer), int(answer))

    def _keep(self, decision: Decision | None) -> None:
        if decision is not None:
            self._decisions.append(decision)
            self._hashes.append(position_hash(self.game)[:HASH_BYTES])

    def replay(self) -> Replay:
        """The replay recorded so far."""
        game = self.game
        s, row = game.s, int(game.s["pool_row"])
        battle = battle_of(game.pool, row)
        return Replay(
            format=FORMAT,
            ruleset=game.ruleset.slug,
            rules=game.ruleset.rules_hash,
            versions=versions(),
            title=battle.name or game.ruleset.title,
            scenario=config_of(battle),
            row=row,
            seed=[int(s["seed_base"]), int(s["seed_slot"]), int(s["seed_game"])],
            names=list(game.names),
            sides=side_names(game),
            players=self.players or ["unknown"] * game.side_count,
            skip_forced=game.skip_forced,
            start=self._start,
            book=game.books[int(s["book_row"])].tobytes(),
            field=game.fields[int(s["field_row"])].tobytes(),
            decisions=list(self._decisions),
            hashes=b"".join(self._hashes),
            final=position_hash(game).hex(),
            ending=game.ending,
            ending_text=game.ending_text,
            result=result_text(game) if game.over else "",
            ranks=[int(rank) for rank in game.ranks],
            policy_rng=list(self.policy_rng),
        )


def _start_of(game: Game) -> bytes:
    """The start that a game comes from if no decision has been taken yet, else its current position."""
    s = game.s
    if int(s["decisions"]) == 0 and 0 <= int(s["pool_row"]) < len(game.pool_states):
        twin = game.clone()
        seeds = (int(s["seed_base"]), int(s["seed_slot"]), int(s["seed_game"]))
        lanes = game.ruleset.state.snapshot_lanes
        game.loops.start_game(
            twin.states, twin.lanes, 0, game.pool_states, game.pool_lanes, int(s["pool_row"]), *seeds, lanes
        )
        start = twin.position()
        game.loops.settle_game(twin.states, 0, twin.books, twin.fields, twin.skip_forced)
        if twin.position() == game.position():
            return start
    return game.position()


def record(game: Game, players: Sequence[str] = ()) -> Recording:
    """Record a game from here on. A game without a decision so far is recorded from before its first roll.

    Args:
        game: a game that has started.
        players: the player of each side, in words.
    """
    return Recording(game, players)
