"""A game of a shard once more, as a replay."""

from __future__ import annotations

import numpy as np

from ....envs import rulesets
from ....envs.core.state import KEYED_SLOT
from ....envs.engine.game import Game
from ....envs.engine.players import seat_code
from ....envs.engine.pools import EVALUATION_SEEDS
from ....envs.engine.rows import held
from ....envs.replay import Recording, record
from ..shards import Games, Shard, pool_of

__all__ = ["play_again"]


def play_again(shard: Shard, games: Games, pair: int, column: int) -> Recording | None:
    """Record a game again; None if a player does not play inside the kernel.

    Args:
        shard: what was played.
        games: its games.
        pair, column: which game: pair of the shard; 0 where ``one`` took the first seat, else 1.

    Raises:
        RuntimeError: it ended differently.
    """
    stream, slug = shard.stream, shard.stream.ruleset
    ruleset = rulesets.get(slug)
    pool = pool_of(stream, shard.rules)
    order = (shard.one, shard.other) if column == 0 else (shard.other, shard.one)
    codes = [seat_code(ruleset, player.load(slug)) for player in order]
    if any(code is None for code in codes):
        return None
    known = [code for code in codes if code is not None]
    seed, number = EVALUATION_SEEDS | stream.seed, shard.first + pair
    game = Game(ruleset, pool).start(
        int(games.rows[pair]) % len(pool), seed=seed, slot=KEYED_SLOT if stream.keyed else 0, game=number
    )
    recording = record(game, [order[min(side, 1)].name for side in range(game.side_count)])
    rng = np.zeros(4, np.int64)
    with held(ruleset, known):
        while not game.over:
            code = known[min(game.side, 1)]
            recording.answer(game.choose(code, rng))
    same = (game.ending, int(game.s["round_no"]), int(game.s["decisions"]))
    if same != (games.endings[pair, column], games.rounds[pair, column], games.decisions[pair, column]):
        raise RuntimeError(f"{order[0].name} v {order[1].name}, game {number}, ended differently when replayed")
    return recording
