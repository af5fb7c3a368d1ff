"""Objectives in words: what zones are called, how the points stand, and the events that the core logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.printable import one_line
from ..core.state import CoreEvent
from .scene import result_text, side_names

if TYPE_CHECKING:
    from ..engine.game import Game

TONES = {CoreEvent.SCORED.name: "round", CoreEvent.DECIDED.name: "round"}


def zone_names(game: Game) -> list[str]:
    """What the zones to hold are called: as the scenario says, else by number."""
    battles, row = getattr(game.pool, "battles", None), int(game.s["pool_row"])
    goals = getattr(battles[row], "objectives", None) if battles is not None and row < len(battles) else None
    names = [one_line(str(name)) for name in (goals.zones if goals is not None else ())]
    count = int(game.s["zone_count"])
    return names if len(names) == count else [f"zone {k + 1}" for k in range(count)]


def score_text(game: Game) -> str:
    """How the points stand: ``red 5, blue 3 of 8``; empty in a battle without zones."""
    s = game.s
    if not s["zone_count"]:
        return ""
    points = ", ".join(f"{name} {int(s['score'][side])}" for side, name in enumerate(side_names(game)))
    return points + (f" of {int(s['score_to_win'])}" if s["score_to_win"] else "")


def core_sentence(game: Game, row: Any) -> str:
    """An event of the core as a sentence."""
    kind, amount, extra = CoreEvent(int(row["kind"])), int(row["amount"]), int(row["extra"])
    if kind == CoreEvent.DECIDED:
        points = score_text(game)
        return f"The objectives decide: {result_text(game)}{f' ({points} points)' if points else ''}."
    sides, zones = side_names(game), zone_names(game)
    side = sides[extra] if 0 <= extra < len(sides) else f"side {extra}"
    if kind == CoreEvent.ZONE_HELD:
        return f"{side} holds {zones[amount] if 0 <= amount < len(zones) else f'zone {amount + 1}'}."
    needed = f" of {int(game.s['score_to_win'])}" if game.s["score_to_win"] else ""
    return f"{side} has {amount}{needed} point{'' if amount == 1 and not needed else 's'}."
