"""Zones to hold: what they are called, where they lie and who holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.printable import one_line
from ..engine.pools import battle_of

if TYPE_CHECKING:
    from ..engine.game import Game


@dataclass(frozen=True)
class Zone:
    """A zone to hold.

    Attributes:
        name: as the scenario says, else by number.
        cells: (x, y), row by row.
        holder: the side that held it when zones were last counted, -1 for none.
        hue: colour of that side, -1 for none.
    """

    name: str
    cells: tuple[tuple[int, int], ...]
    holder: int
    hue: int


def zone_names(game: Game) -> list[str]:
    """What the zones to hold are called: as the scenario says, else by number."""
    goals = battle_of(game.pool, int(game.s["pool_row"])).objectives
    names = [one_line(str(name)) for name in (goals.zones if goals is not None else ())]
    count = int(game.s["zone_count"])
    return names if len(names) == count else [f"zone {k + 1}" for k in range(count)]


def zones_of(game: Game, hues: Sequence[int]) -> list[Zone]:
    """The zones of a battle, in the scenario's order; ``hues``: the colour of each side."""
    s = game.s
    if not s["zone_count"]:
        return []
    layer = game.ruleset.board.area(game.field["objective_zone"], int(s["board_width"]), int(s["board_height"]))
    found = []
    for k, name in enumerate(zone_names(game)):
        cells = tuple((int(x), int(y)) for y, x in zip(*(layer == k + 1).nonzero(), strict=True))
        holder = int(s["zone_holder"][k]) - 1
        found.append(Zone(name, cells, holder, hues[holder] if holder >= 0 else -1))
    return found
