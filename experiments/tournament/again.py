"""A game of a tournament once more, as a replay.

A game between in-kernel players is played again by itself. Where a Python policy takes part, its answers depend on the
positions it was shown together with this one: then the whole chunk is played again, and what was answered in the game
in question is listened to.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...envs.engine.batch import Batch
from ...envs.engine.game import Game
from ...envs.engine.players import seat_code
from ...envs.replay import Recording, record
from .arena import Arena
from .pairs import Pairs
from .plan import Chunk
from .run import all_chunks

__all__ = ["play_again"]


def play_again(arena: Arena, pairs: Pairs, index: int, column: int, plan: list[Chunk] | None = None) -> Recording:
    """Record a game again.

    Args:
        arena: of the tournament.
        pairs: the games.
        index, column: which of them.
        plan: the tournament's chunks; computed if not given.

    Raises:
        RuntimeError: it ended differently: a player depends on something besides its seed, such as a clock.
    """
    plan = plan or all_chunks(arena.manifest)
    chunk = plan[int(pairs.chunk[index])]
    policies = arena.policies(chunk)[:: 1 if column == 0 else -1]
    ruleset, pool = arena.ruleset(chunk.scenario), arena.pool(chunk.scenario)
    number = int(pairs.number[index])
    answers = None
    if any(seat_code(ruleset, policy) is None for policy in policies):
        answers = _listen(arena, chunk, policies, number - chunk.first)
    game = Game(ruleset, pool, arena_layout(arena, chunk)).start(
        int(pairs.row[index]), seed=arena.seed(chunk), game=number
    )
    order = (chunk.one, chunk.other) if column == 0 else (chunk.other, chunk.one)
    names = [arena.manifest.player_names[order[min(side, 1)]] for side in range(game.side_count)]
    recording = record(game, names)
    rng = np.zeros(4, np.int64)
    codes = [seat_code(ruleset, policy) for policy in policies]
    while not game.over:
        code = codes[min(game.side, len(codes) - 1)]
        if code is not None:
            recording.answer(game.choose(code, rng))
            continue
        choice, why = next(answers, (-1, "")) if answers is not None else (-1, "")
        if choice < 0:
            recording.forfeit(why or pairs.reasons.get((chunk.number, number, column), ""))
        else:
            recording.step(choice)
    same = (game.ending, int(game.s["round_no"]), int(game.s["decisions"])) == (
        int(pairs.endings[index, column]), int(pairs.rounds[index, column]), int(pairs.decisions[index, column]),
    )  # fmt: skip
    if not same or not np.array_equal(game.ranks, pairs.ranks[index, column, : game.side_count]):
        raise RuntimeError(f"{' v '.join(names)}, game {number}, ended differently when replayed")
    return recording


def arena_layout(arena: Arena, chunk: Chunk) -> Any:
    """What Python policies see in a chunk."""
    from ...envs.engine.spaces import Layout

    return Layout.of(arena.ruleset(chunk.scenario), arena.pool(chunk.scenario).states, arena.manifest.layout)


class _Loops:
    """The loops of a ruleset, with an ear on what policies answer in one slot."""

    def __init__(self, loops: Any, slot: int) -> None:
        self._loops, self._slot = loops, slot
        self.heard: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loops, name)

    def answer_rows(self, fixed: Any, group: np.ndarray, indices: np.ndarray, *rest: Any) -> Any:
        """As of the ruleset; notes the answer in the slot."""
        self.heard += indices[group == self._slot].tolist()
        return self._loops.answer_rows(fixed, group, indices, *rest)


def _listen(arena: Arena, chunk: Chunk, policies: tuple[Any, ...], slot: int) -> Any:
    """What the Python policies answered in one game of a chunk, in order: (index, why it forfeits)."""
    rows, seed = arena.rows(chunk), arena.seed(chunk)
    batch = Batch(
        arena.ruleset(chunk.scenario), arena.pool(chunk.scenario), chunk.size, layout=arena.manifest.layout,
        seat="fixed", autoreset=False, time_limit=arena.manifest.time_limit, on_error="forfeit",
        slots=np.zeros(chunk.size, np.int64),
    )  # fmt: skip
    batch.loops = ear = _Loops(batch.loops, slot)
    codes = np.array(batch.seating.codes(policies), np.int64)
    batch.control["observed"] = 0
    batch.seed(seed, chunk.first + np.arange(chunk.size))
    batch.seating.seed(seed, chunk.first)
    batch.games["next_row"] = rows
    sides = np.minimum(np.arange(batch.games["next_seats"].shape[1]), len(codes) - 1)
    batch.games["next_seats"] = codes[sides]
    batch.reset()
    return iter([(int(index), "") for index in ear.heard])
