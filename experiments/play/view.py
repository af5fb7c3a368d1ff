"""What one seat's page is sent of a match, in JSON types: never more than its side may know."""

from __future__ import annotations

from typing import Any

from ...envs.core.state import NO_UNIT
from ...envs.engine.ranks import is_standing
from ...envs.render.objectives import outcome_text
from ..watch.asking import decider_of
from .match import Match
from .seats import EVERYBODY


def view_of(match: Match, seat: int, first: int = 0) -> dict[str, Any]:
    """A match as a seat sees it.

    Args:
        match: whose lock is held.
        seat: a side that a person plays, ``EVERYBODY`` or ``PUBLIC``.
        first: number of frames that the page has; only later ones are sent, and for 0 also the parts that never change.

    Raises:
        Refused: this seat is not open to the page.
    """
    match.check_seat(seat)
    game = match.game
    film = match.film(seat)
    positions = film.positions
    first = max(0, min(first, len(film.frames)))
    sides = [
        {**side, "human": i in match.people, "elsewhere": i in match.elsewhere} for i, side in enumerate(film.sides)
    ]
    view: dict[str, Any] = {
        "match": match.id, "seat": seat, "title": film.title, "ruleset": game.ruleset.slug, "at": match.at,
        "round": int(game.s["round_no"]), "sides": sides, "limits": film.limits, "units": positions.units,
        "tables": positions.tables,
        "first": first, "frames": film.frames[first:], "asked": _asked(match, seat), "waiting": match.is_waiting,
        "thinking": match.is_thinking, "unsaved": match.unsaved, "undone": match.undone,
        "undo": not game.over and game.side == seat and match.may_undo, "over": _over(match),
    }  # fmt: skip
    if first == 0:
        view["still"] = positions.still
    return view


def _asked(match: Match, seat: int) -> dict[str, Any] | None:
    """The present decision for a seat; of another side's decision only which side it is."""
    game = match.game
    if game.over:
        return None
    asked: dict[str, Any] = {
        "side": game.side,
        "mine": False,
        "who": NO_UNIT,
        "whoWords": "",
        "prompt": "",
        "alike": [],
    }
    if seat not in (EVERYBODY, game.side):
        return {**asked, "choices": [], "missing": []}
    asked |= {"who": game.decider, "whoWords": decider_of(game).replace("_", " "), "prompt": game.prompt_text}
    if seat == EVERYBODY:
        return {**asked, "choices": [], "missing": []}
    alike = [name.replace("_", " ") for name in match.alike()]
    return {**asked, "mine": True, "alike": alike, "choices": match.choices(), "missing": match.missing()}


def _over(match: Match) -> dict[str, Any] | None:
    """How the battle has ended, and the units that are out of it, by roster row."""
    game = match.game
    if not game.over:
        return None
    down = [
        row for row in range(int(game.s["unit_count"])) if not is_standing(game.ruleset, game.states, game.row, row)
    ]
    return {
        "down": down,
        "ending": game.ending_text,
        "result": outcome_text(game),
        "ranks": [int(rank) for rank in game.ranks],
    }
