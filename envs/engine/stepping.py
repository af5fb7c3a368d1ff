"""Battles played one step of the rules at a time, for what looks at the positions between two decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game

__all__ = ["goes_on"]


def goes_on(twin: Game) -> bool:
    """Whether a step of the rules comes next (``loops.step_alone``), and no decision that is open. A single legal answer is given
    first, where the game skips such decisions.

    Args:
        twin: a clone: its record stands alone in row 0.
    """
    if twin.over or twin.prompt == 0:
        return not twin.over
    states = twin.states
    twin.loops.list_choices(states, 0, twin.books, twin.fields)
    if not twin.skip_forced or int(states["choice_count"][0]) != 1:
        return False
    states["answer"][0], states["prompt"][0] = states["choices"][0, 0], 0
    return True
