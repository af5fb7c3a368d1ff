"""Who saw what when it happened: the position is run again step by step, and each event goes by whom a side knew of then."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .scene import GONE, known_units

if TYPE_CHECKING:
    from ..engine.game import Game

#: For each row of the log, the roster rows of the units a side knew of when it happened.
Known: TypeAlias = list[Collection[int]]


def witness(game: Game, answer: int, viewers: Iterable[int]) -> dict[int, Known]:
    """Whom sides know of at each event that an answer is about to lead to. The game stays as it is.

    A unit is known at an event when the side knows of it after the step of the rules in which it happened; or before that
    step, when it has not moved since: whoever falls still saw the blow, and whoever was slain was still seen.

    Args:
        game: in front of the decision.
        answer: that will be given, as the rules number it.
        viewers: the sides that look.

    Returns:
        for each viewer, what ``narrate`` takes as ``known`` once the answer has been given.
    """
    found: dict[int, Known] = {viewer: [] for viewer in viewers}
    if not found:
        return found
    twin = game.clone()
    if not twin.loops.give_game_answer(twin.states, twin.row, answer):
        return found
    states, loops, books, fields = twin.states, twin.loops, twin.books, twin.fields
    before = twin.clone()
    while not twin.over:
        if twin.prompt != 0:
            loops.list_choices(states, 0, books, fields)
            if not game.skip_forced or int(states["choice_count"][0]) != 1:
                break
            states["answer"][0], states["prompt"][0] = states["choices"][0, 0], 0
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
    """Those of the units known before a step that it has not moved out of sight: they stand where they stood, or are out."""
    was, now = before.s["units"], after.s["units"]
    return {row for row in known if was[row]["cell"] == now[row]["cell"] or _is_out(now[row])}


def _is_out(unit: Any) -> bool:
    """Whether a unit takes no further part."""
    flags = [name for name in GONE if name in unit.dtype.names]
    return not unit["present"] or bool(np.any([unit[name] for name in flags]))
