"""Where units would stand after a choice, as far as it is certain before any die is rolled.

The choice is played ahead, step by step of the rules, in positions that hold only what the choosing side knows: what is hidden
from it is sampled first (``imagine.py`` of the ruleset), as for chances. So a ghost reveals nothing. It is shown if it is the
same in all of these positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...envs.engine.game import Game
from ...envs.engine.stepping import goes_on
from ...envs.render import look_at
from ...envs.render.scene import Figure
from ..report.boards import unit_state
from .foresight import put_anew
from .match import Match

IMAGES = 4  # positions in which a choice is played ahead
LONGEST = 400  # steps of the rules after an answer


def ghosts_in(match: Match, seat: int, at: int, give: Sequence[int]) -> list[list[Any]]:
    """The ghosts of a choice of the deciding side, see :func:`ghosts_of`.

    Raises:
        Refused: this is not the present decision; IllegalChoice: the choice is not legal.
    """
    match.check_asked(seat, at)
    if not any(one["give"] == list(give) for one in match.choices()):
        match.menu().complete(give)
    return ghosts_of(match.game, give)


def ghosts_of(game: Game, give: Sequence[int]) -> list[list[Any]]:
    """The units that would stand elsewhere, or otherwise, after a choice of the deciding side.

    Args:
        game: stays unchanged.
        give: the answers that make the choice.

    Returns:
        for each unit that the side knows of now: [roster row, x, y, facing ...], as frames say it (:meth:`.BoardPositions.add`).
    """
    viewer, twin, rng = game.side, game.clone(), np.zeros(4, np.int64)
    now = {figure.row: figure for figure in look_at(twin, viewer).figures}
    found: list[dict[int, list[Any]]] = []
    for image in range(IMAGES):
        put_anew(twin, game, image, viewer, rng)
        if all(_play(twin, answer, viewer) for answer in give):
            after = look_at(twin, viewer)
            figures = [one for one in after.figures if one.row in now and one.cell is not None]
            found.append({one.row: unit_state(after, one) for one in figures if _place(one) != _place(now[one.row])})
    if not found:
        return []
    first, *others = found
    return [[row, *state] for row, state in first.items() if all(one.get(row) == state for one in others)]


def _play(twin: Game, answer: int, viewer: int) -> bool:
    """Give an answer, and let the rules run to the next decision, or up to the step that throws a die.

    Returns:
        whether the answer is legal there.
    """
    states, loops = twin.states, twin.loops
    if not loops.give_game_answer(states, 0, answer):
        return False
    for _ in range(LONGEST):
        if (twin.prompt != 0 and twin.side != viewer) or not goes_on(twin):
            break
        before, dice = twin.lanes[0].copy(), states["rng"][0].copy()
        loops.step_alone(states, 0, twin.books, twin.fields)
        if (states["rng"][0] != dice).any():
            twin.lanes[0] = before
            break
    return True


def _place(figure: Figure) -> tuple[Any, ...]:
    """Where and how a unit stands."""
    return figure.cell, figure.facing, figure.width, figure.height, figure.bases
