"""One ply by exact odds: what each choice of a position is worth when every way the dice can fall is counted.

>>> values = weigh_exactly(duel, player="guardian")
>>> max(values, key=values.get)

It is Python around exact counting: seconds for a choice where ``oneply:30`` takes a thousandth of one. It counts in the true
position, so it is for looking at positions, not for playing where something is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..envs.engine.players import seat_code
from ..envs.engine.players.searcher import USUAL
from ..envs.sandbox import Table

__all__ = ["weigh_exactly"]


def weigh_exactly(
    table: Table,
    player: Any = USUAL,
    *,
    choices: Sequence[str] = (),
    outcome: float = 0.5,
    budget: int = 100_000,
    **how: Any,
) -> dict[str, float]:
    """The expected value of each choice for the side that decides, when it is over, highest first: words -> value in [-1, 1].

    Args:
        table: the current position; it stays unchanged.
        player: a behaviour or in-kernel policy that answers the decisions on the way.
        choices: the choices to weigh, in words; all by default.
        outcome: share of the result in the value; the rest is the staying power that is left, as for searches.
        budget: steps to run for each choice; beyond it the value covers the branches that were followed, and choices without
            a finished branch are left out.
        how: further arguments of ``odds``, such as ``until="round"``.
    """
    code, side = seat_code(table.ruleset, player), table.side
    if code is None or side is None:
        raise ValueError("a decision must be open, and the player must play inside the kernel")

    rests = [int(prompt) for prompt in table.ruleset.book.vocab.rests]

    def answer(stand: Table) -> str | None:
        game = stand.game
        if game.prompt in rests and "until" not in how:
            return None  # what was chosen is over
        given = game.choose(code, np.ones(4, np.int64), keyed=False)
        return next(text for text in stand.choices() if stand.parse(text)[0] == given)

    def value(stand: Table) -> float:
        game, values = stand.game, np.zeros(table.ruleset.state.capacities.sides)
        game.loops.value_game(game.states, game.row, game.books, game.fields, outcome, values)
        return round(float(values[side]), 9)

    found = {}
    for text in choices or table.choices():
        counted = table.odds(text, **{"answers": answer, "want": value, "open": "stop", "budget": budget, **how})
        if counted.followed > 0:
            found[text] = counted.mean()
    return dict(sorted(found.items(), key=lambda item: -item[1]))
