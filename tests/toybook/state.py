"""What a game of this ruleset consists of: every number with its kind, who is shown it, and what it says."""

from __future__ import annotations

from tactica.envs.core.state import (
    ALL,
    BY_RULE,
    CELL_OR_NONE,
    DIRECTION,
    FLAG,
    FOLLOWS,
    HEADER_UNSEEN,
    NEVER_READ,
    ROW,
    SIDE,
    Capacities,
    Unseen,
    count,
    one_of,
    record,
    state_type,
)
from tactica.envs.core.state.choosing import CHOICE_FIELDS

from .board import BOARD, CELLS
from .vocab import CARDS, UNITS, Card, Frame, Phase, Verb

CAPACITIES = Capacities(choices=2600)
SIDES = CAPACITIES.sides
EACH_SIDE = (SIDES,)

UNIT = [
    ("side", SIDE, "side it fights for"),
    ("present", FLAG, "1 a roster row in use"),
    ("strength", count(10, low=1), ALL, "dice in a clash"),
    ("armour", count(5), ALL, "saves at or under"),
    ("movement", count(8), ALL, "cells"),
    ("health_max", count(20, low=1), ALL, "points"),
    ("width", count(3, low=1), ALL, "cells it covers from west to east, as it stands now"),
    ("height", count(3, low=1), ALL, "cells it covers from north to south"),
    ("cell", CELL_OR_NONE, "its north-western cell, -1 not deployed"),
    ("health", count(20), ALL, "points left, 0 fallen"),
    ("hidden", FLAG, ALL, "1 not seen by sides that are no friends"),
    ("risen", count(9), ALL, "times it rose again"),
    (
        "order",
        one_of(Verb, (Verb.NONE, Verb.STRIKE, Verb.GUARD, Verb.MARCH, Verb.HOLD)),
        "order of this round, 0 none yet",
    ),
    ("guard_direction", DIRECTION, "direction guarded, 0 when not guarding"),
    ("acted", FLAG, ALL, "1 its order is carried out"),
]
FRAME = [
    ("kind", one_of(Frame), "which procedure"),
    ("step", count(max(Phase)), "Phase of a battle, Clash of a clash"),
    ("who", ROW, "unit that acts"),
    *CHOICE_FIELDS,  # what is being chosen; target is also the unit struck
    ("index", count(UNITS), "side or unit a phase has come to"),
    ("hits", count(200), "dice that hit"),
    ("sixes", count(20), "sixes among them"),
    ("stopped", count(200), "hits stopped by armour"),
]
POSITION = [
    ("units", UNIT, "the roster", (UNITS,)),
    ("round_limit", count(low=1), "rounds"),
    ("orders_open", FLAG, "1 orders are revealed"),
    ("deck", count(), "cards left of each kind", (CARDS,)),
    ("hand", one_of(Card), "card each side holds", EACH_SIDE),
    ("might", FLAG, "1 might was played this round", EACH_SIDE),
    ("haste", FLAG, "1 haste was played this round", EACH_SIDE),
    ("speed", count(10), "speed thrown this round, 0 not yet", EACH_SIDE),
]
SCRATCH = [
    *BOARD.flood_scratch,
    ("crowd", "i2", (CELLS,)),  # room taken in each cell, as one side knows it
    ("next_to", "i2", (CELLS,)),  # enemies next to each cell, as one side knows it
]
MAP = [
    *BOARD.field_header,
    ("blocked", FLAG.of("u1"), "1 nobody can stand here", (CELLS,)),
    ("rough", FLAG.of("u1"), ALL, "1 rough ground", (CELLS,)),
    ("zone", count(15).of("u1"), "bit of each side that deploys there", (CELLS,)),
]

#: Fields of a unit that stay as they are for a whole battle.
LASTING = frozenset({"strength", "armour", "movement", "health_max"})

#: What no observation shows, or not fully.
UNSEEN = {
    **HEADER_UNSEEN,
    "units.order": Unseen(BY_RULE, "secret to other sides until all are turned up"),
    "units.guard_direction": Unseen(BY_RULE, "secret to other sides until all are turned up"),
    "stack.who": Unseen(FOLLOWS, "from who is asked"),
    "stack.verb": Unseen(FOLLOWS, "from the verb whose parts are asked"),
    "stack.index": Unseen(FOLLOWS, "from who is asked"),
    "stack.target": Unseen(NEVER_READ, "no choice has a part after it"),
    "stack.cell": Unseen(NEVER_READ, "no choice has a part after it"),
    "stack.mode": Unseen(NEVER_READ, "no choice has it"),
    "stack.item_used": Unseen(NEVER_READ, "no choice has it"),
    "stack.hits": Unseen(NEVER_READ, "0 at every decision"),
    "stack.sixes": Unseen(NEVER_READ, "0 at every decision"),
    "stack.stopped": Unseen(NEVER_READ, "0 at every decision"),
}

FIELD = record(MAP)
STATE = state_type(POSITION, FRAME, SCRATCH, CAPACITIES, cells=CELLS)
assert STATE.snapshot_bytes == 1400, STATE.snapshot_bytes
