"""Who saw what when it happened: the position is run again step by step, and each event goes by whom a side knew of then."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..engine.stepping import goes_on
from .scene import GONE, known_units

if TYPE_CHECKING:
    from ..engine.game import Game

#: For each row of the log, the roster rows of the units a side knew of when it happened.
Known: TypeAlias = list[Collection[int]]


def witness(game: Game, answer: int, viewers: Iterable[int]) -> dict[int, Known]:
    """The units that sides know of at each event that an answer will lead to. The game does not change.

    A unit is known at an event if the side knows of it after the step of the rules in which it happened; or before that step,
    if it has not moved or is out of the battle: a unit that falls still saw the blow, and a slain unit was still seen.

    Args:
        game: a game at a decision.
        answer: the answer that will be given, as the rules number it.
        viewers: the sides that look.

    Returns:
        for each viewer, the argument ``known`` of ``narrate`` once the answer has been given.
    """
    found: dict[int, Known] = {viewer: [] for viewer in viewers}
    if not found:
        return found
    twin = game.clone()
    if not twin.loops.give_game_answer(twin.states, twin.row, answer):
        return found
    states, loops, books, fields = twin.states, twin.loops, twin.books, twin.fields
    before = twin.clone()
    while goes_on(twin):
        count = int(states["event_count"][0])
        before.lanes[0] = twin.lanes[0]
        loops.step_alone(states, 0, books, fields)
        happened = int(states["event_count"][0]) - count
        if happened:
            for viewer, rows in found.items():
                known = known_units(twin, viewer) | _still_there(before, twin, known_units(before, viewer))
                rows += [known] * happened
    return found


def _still_there(before: Game, after: Game, known: Collection[int]) -> set[int]:
    """The units known before a step that have not moved in it or are out of the battle after it."""
    was, now = before.s["units"], after.s["units"]
    return {row for row in known if was[row]["cell"] == now[row]["cell"] or _is_out(now[row])}


def _is_out(unit: Any) -> bool:
    """Whether a unit takes no further part."""
    flags = [name for name in GONE if name in unit.dtype.names]
    return not unit["present"] or bool(np.any([unit[name] for name in flags]))
