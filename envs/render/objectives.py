"""Objectives in words: what zones are called and who holds them, and the events that the core logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.printable import one_line
from ..core.state import CoreEvent
from .scene import result_text, score_text, side_names

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


def zone_lines(game: Game) -> list[str]:
    """Where each zone lies and who held it when it was last counted, a line each."""
    layer, sides = (
        game.ruleset.board.area(game.field["objective_zone"], int(game.s["board_width"]), int(game.s["board_height"])),
        side_names(game),
    )
    found = []
    for k, name in enumerate(zone_names(game)):
        y, x = (layer == k + 1).nonzero()
        holder = int(game.s["zone_holder"][k])
        found.append(
            f"{name}, {x.min()},{y.min()} to {x.max()},{y.max()}: held by {sides[holder - 1] if holder else 'nobody'}"
        )
    return found


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
