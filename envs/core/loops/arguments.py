"""Arrays that entries are always called with together, as named tuples: one argument each.

Each class has a ``SIGNATURE``, the type of every array in the order of its attributes, as entries name types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

__all__ = [
    "BY_NAME",
    "Branches",
    "CommonRows",
    "Fuzzed",
    "GameResults",
    "Reached",
    "SingleView",
    "SlotArrays",
    "Stage",
    "StoredLanes",
    "View",
    "Workbench",
]


Kind = TypeVar("Kind")


def passed_as(signature: str) -> Callable[[Kind], Kind]:
    """Gives a class of named tuples its ``SIGNATURE``."""

    def decorate(kind: Any) -> Any:
        kind.SIGNATURE = signature
        return kind

    return decorate


@passed_as("states, uint64[:,:], books, fields, states, uint64[:,:], int")
class Stage(NamedTuple):
    """Where games are played, and the starts they are played from.

    Attributes:
        states: state records (n,), in which games run.
        lanes: uint64 (n, lanes), the same memory.
        books, fields: rules and maps, to which states refer by row.
        pool, pool_lanes: state records of the starts (m,), and the same memory: uint64 (m, lanes).
        snapshot_lanes: int, how many lanes of a state make up a position.
    """

    states: Any
    lanes: Any
    books: Any
    fields: Any
    pool: Any
    pool_lanes: Any
    snapshot_lanes: Any


@passed_as("stage, layouts, games, control")
class SlotArrays(NamedTuple):
    """Many games at once.

    Attributes:
        stage: :class:`Stage` with a state for each slot.
        layout: LAYOUT (1,), of observations and choices.
        games: GAME (n,), who plays in each slot, and what the caller receives.
        control: CONTROL (1,), what holds for all slots.
    """

    stage: Stage
    layout: Any
    games: Any
    control: Any


@passed_as("int64[:,:], int8[:,:,:,:], int16[:,:,:], int16[:,:], int8[:,:]")
class View(NamedTuple):
    """What the callers of many games are shown, a row for each slot.

    Attributes:
        shown: int64 (n, 2), which game and position each row shows.
        grid, units, context, mask: int8 (n, channels, H, W), int16 (n, rows, features), int16 (n, features), int8 (n, choices).
    """

    shown: Any
    grid: Any
    units: Any
    context: Any
    mask: Any


@passed_as("int8[:,:,:], int16[:,:], int16[:], int8[:]")
class SingleView(NamedTuple):
    """What a side is shown of one game: int8 (channels, H, W), int16 (rows, features), int16 (features,), int8 (choices,)."""

    grid: Any
    units: Any
    context: Any
    mask: Any


@passed_as("float32[:,:,:], float32[:,:,:], float32[:,:], int16[:,:], int16[:,:], int64[:,:], int8[:,:]")
class CommonRows(NamedTuple):
    """Decisions in the common view, see ``core/behaviour/common_view.py``; a row for each.

    Attributes:
        choices: float32 (n, CHOICES, columns).
        units: float32 (n, UNIT_ROWS, columns).
        situation: float32 (n, columns).
        verbs, targets: int16 (n, CHOICES), verb and roster row that each choice is about; 0 and -1 for none.
        indices: int64 (n, CHOICES), the decider's index that leads to each choice, else -1.
        mask: int8 (n, CHOICES), 1 where there is a choice.
    """

    choices: Any
    units: Any
    situation: Any
    verbs: Any
    targets: Any
    indices: Any
    mask: Any


@passed_as(
    "int16[:,:], int16[:], int32[:], int32[:], int64[:], "  # a row for each game
    "int64[:], int64[:,:,:], int64[:,:], int64[:,:,:,:,:], int64[:]"
)
class GameResults(NamedTuple):
    """The results of whole games, a row for each; the last five are added up over all.

    Attributes:
        ranks: int16 (games, sides).
        endings, rounds, decisions: int16 (games,), int32 (games,), int32 (games,).
        legal: int64 (games,), sum of the legal answers met.
        fired: int64 (kinds,), how often each kind of event happened.
        tallies: int64 (3, sides, kinds), see ``add_tallies``.
        gaps: int64 (2, sides), sum and count.
        used: int64 (2, sides, verbs, columns, buckets), offered and chosen, see ``note_options``.
        where: int64 (buckets,), working space that begins with 1.
    """

    ranks: Any
    endings: Any
    rounds: Any
    decisions: Any
    legal: Any
    fired: Any
    tallies: Any
    gaps: Any
    used: Any
    where: Any


@passed_as("int64[:], int64[:], int64[:], int64[:]")
class Fuzzed(NamedTuple):
    """What random games come to.

    Attributes:
        answers: int64 (longest,), filled with those of the last game.
        found: int64 (8,): games, decisions, legal answers met, what is broken (0 nothing); of the last game its number, its row
            of the pool and its decisions.
        most_used: int64 (capacities,), raised to the highest use of each, by ``Overrun``.
        rng: int64 (4,), working space.
    """

    answers: Any
    found: Any
    most_used: Any
    rng: Any


@passed_as("uint64[:,:], float64[:], int64[:]")
class Branches(NamedTuple):
    """Positions of a count of odds that are to be run on.

    Attributes:
        lanes: uint64 (n, columns), what is stored of each.
        weights: float64 (n,), their probabilities.
        answers: int64 (n,), the answer given in each, -1 for none.
    """

    lanes: Any
    weights: Any
    answers: Any


@passed_as("int64[:], uint64[:], uint64[:], uint64[:], uint64[:]")
class StoredLanes(NamedTuple):
    """What a count of odds stores of a position; all else is as in the first one.

    Attributes:
        columns: int64 (columns,), the stored lanes.
        root: uint64 (snapshot_lanes,), the first position.
        mask: uint64 (snapshot_lanes,), the stored bits.
        others: uint64 (position lanes,), the same without ``columns``.
        differs: uint64 (position lanes,), filled with bits that changed outside ``columns``.
    """

    columns: Any
    root: Any
    mask: Any
    others: Any
    differs: Any


@passed_as("states, uint64[:,:], uint64[:,:], books, fields")
class Workbench(NamedTuple):
    """Where positions of a count of odds are run on.

    Attributes:
        states, lanes: one state record, and the same memory: uint64 (1, lanes).
        before: uint64 (1, snapshot_lanes), room for another position.
        books, fields: rules and map.
    """

    states: Any
    lanes: Any
    before: Any
    books: Any
    fields: Any


@passed_as("uint64[:,:], float64[:], int64[:]")
class Reached(NamedTuple):
    """Positions that others lead to, to be filled.

    Attributes:
        lanes: uint64 (n, columns), what is stored of each.
        weights: float64 (n,), their probabilities.
        places: int64 (n,), the places where they wait, see ``core/loops/odds_layer.py``.
    """

    lanes: Any
    weights: Any
    places: Any


#: The name by which signatures of entries call each.
BY_NAME = {
    "stage": Stage,
    "slots": SlotArrays,
    "view": View,
    "single_view": SingleView,
    "common_rows": CommonRows,
    "game_results": GameResults,
    "fuzzed": Fuzzed,
    "branches": Branches,
    "stored_lanes": StoredLanes,
    "workbench": Workbench,
    "reached": Reached,
}
