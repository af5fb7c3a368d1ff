"""The part of a flat observation that varies in a pool of starts: with ``flat="varying"`` environments leave out the rest.

A number is left out only if it follows from declarations and the starts that it is the same in every position of every game,
for every side that looks. Nothing is found out by playing. Left out are:

* channels of the map, which does not change during a battle, in cells that look the same in all starts;
* in unit rows, numbers that the ruleset declares to last for a whole battle (``Records.lasting`` of its book, and the unit's
  side), where all starts agree: for units of the viewer's side, which it always knows, on their numbers, and for others also
  with the zeros of a row that shows no unit;
* cells beyond every board, unit rows beyond every roster, and numbers that would name such a row;
* the size of the board, where all starts have the same.

Everything else may change by its declaration, and stays in, even if it never does in some scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.looking import ObservationField
from ..core.looking.catalogue import WHOSE, first_lasting
from ..core.state import NO_UNIT
from .flattening import ROW, SETS, FlatColumn
from .game import Game
from .pools import StartPool
from .spaces import Layout, Observation, needed

__all__ = ["varying_numbers"]

SIZE_OF_BOARD = ("core.board_width", "core.board_height")
#: Fields of a start that decide what it shows of map and rosters.
OF_A_START = (
    "board_height", "board_width", "field_row", "unit_count", "side_count", "side_start", "side_size", "allied",
)  # fmt: skip


def varying_numbers(layout: Layout, pool: StartPool) -> np.ndarray:
    """Which numbers of a flat observation may differ between two positions of games that begin from a pool: int64 (m,)."""
    decided = np.array(decided_columns(layout, needed(pool.states)))
    low = high = None
    for scene in scenes(layout, pool):
        flat = layout.flatten(scene)
        low = flat.copy() if low is None else np.minimum(low, flat)
        high = flat.copy() if high is None else np.maximum(high, flat)
    return np.flatnonzero(~(decided & (low == high)))


def lasting_of(layout: Layout) -> int:
    """The column of unit rows from which on all last for a whole battle."""
    return first_lasting(layout.features, layout.ruleset.book.records.lasting)


def decided_columns(layout: Layout, sizes: tuple[int, int, int, int]) -> list[bool]:
    """Of each number of a flat observation, whether the starts decide it, so that :func:`scenes` show all it can be.

    Args:
        layout: the layout of the numbers.
        sizes: height, width, own rows and other rows that the starts need.
    """
    height, width, own, other = sizes
    filled = {*range(own), *range(layout.own_rows, layout.own_rows + other)}
    moving, lasting = int(layout.ruleset.loops.FIRST_MOVING), lasting_of(layout)
    parts = {"grid": layout.channels, "units": layout.features, "context": layout.context}
    fields = {(part, one.name): (at, one) for part, ones in parts.items() for at, one in enumerate(ones)}

    def is_decided(column: FlatColumn) -> bool:
        at, field = fields[column.part, column.name]
        if names_nobody(column, field):
            return True
        if column.part == "grid":
            y, x = divmod(column.place, layout.width)
            return at < moving or y >= height or x >= width
        if column.part == "units":
            return at >= lasting or column.place not in filled
        return field.source in SIZE_OF_BOARD

    def names_nobody(column: FlatColumn, field: ObservationField) -> bool:
        """Whether a number says of a row that no unit is ever in that something is about it."""
        if column.value is None or field.kind not in (ROW, SETS):
            return False
        return column.value + (layout.own_rows if field.kind == SETS and field.part else 0) not in filled

    return [is_decided(column) for column in layout.flat_columns]


def unlike_starts(layout: Layout, states: np.ndarray) -> list[int]:
    """Rows of the pool, one for all that show the same map and the same rosters."""
    lasting = {one.source for one in layout.features[lasting_of(layout) :] if not one.source.startswith(WHOSE)}
    columns = [states[name] for name in OF_A_START] + [states["units"][name] for name in ("side", *sorted(lasting))]
    table = np.concatenate([np.asarray(one).reshape(len(states), -1).astype(np.int64) for one in columns], axis=1)
    return sorted(np.unique(table, axis=0, return_index=True)[1].tolist())


def scenes(layout: Layout, pool: StartPool) -> Iterator[Observation]:
    """What lasts of every start, as each side sees it: once with all units known, once with those of its own side alone.
    What does not last is zero.
    """
    game = Game(layout.ruleset, pool, layout)
    moving, lasting = int(layout.ruleset.loops.FIRST_MOVING), lasting_of(layout)
    sizes = [at for at, one in enumerate(layout.context) if one.source in SIZE_OF_BOARD]
    seats = [at for at, one in enumerate(layout.features) if one.source.startswith(WHOSE)]
    for row in unlike_starts(layout, game.pool_states):
        s = game.start(row).s
        views = [game.observe(side, NO_UNIT) for side in range(game.side_count)]
        for viewer, view in enumerate(views):
            scene = {name: array[0] for name, array in layout.buffers(1).items()}
            scene["grid"][:moving] = view["grid"][:moving]
            scene["context"][sizes] = view["context"][sizes]
            for who in range(int(s["unit_count"])):
                at, side, its_row = places_of(s, layout, viewer, who)
                scene["units"][at, lasting:] = views[side]["units"][its_row, lasting:]
                scene["units"][at, seats] = seats_for(s, viewer, side, len(seats))
            yield scene
            scene["units"][layout.own_rows :] = 0
            yield scene
            if layout.sight == "unit":  # a unit need not perceive its friends
                scene["units"][:] = 0
                yield scene


def places_of(s: Any, layout: Layout, viewer: int, who: int) -> tuple[int, int, int]:
    """The row a viewer sees a unit in, the side of the unit, and the row that side sees it in."""
    starts, sizes = s["side_start"], s["side_size"]
    side = next(k for k in range(int(s["side_count"])) if starts[k] <= who < starts[k] + sizes[k])
    own = who - int(starts[side])
    if side == viewer:
        return own, side, own
    others = who - int(starts[viewer]) - int(sizes[viewer])
    return layout.own_rows + (others if others >= 0 else others + int(s["unit_count"])), side, own


def seats_for(s: Any, viewer: int, side: int, count: int) -> list[int]:
    """Whose a unit is, as a viewer sees it: its side, in seats after the viewer's, and which of the sides after that are its
    friends.
    """
    sides = int(s["side_count"])
    friends = [int(s["allied"][side, (viewer + k) % sides]) if k < sides else 0 for k in range(1, count)]
    return [(side - viewer) % sides, *friends][:count]
