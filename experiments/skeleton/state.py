"""What a battle consists of: every number with its kind and range, who sees it, and what it says. From these tables come the
packed record, its checks, and what observations copy. ALL: every side sees it; else none does, see UNSEEN.
"""

from __future__ import annotations

from tactica.envs.core.state import (
    ALL,
    CELL_OR_NONE,
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
from .vocab import STEPS, UNITS, Frame

CAPACITIES = Capacities()

UNIT = [
    ("side", SIDE, "side it fights for"),
    ("present", FLAG, "1 a roster row in use"),
    ("cell", CELL_OR_NONE, "where it stands, -1 fallen"),
    ("health", count(99), ALL, "points left, 0 fallen"),
    ("acted", FLAG, ALL, "1 it has had its turn of this round"),
    ("skill", count(100), ALL, "chance to hit in percent"),
    ("strength", count(20), ALL, "added to damage it does"),
    ("armour", count(20), ALL, "taken off damage it suffers"),
    ("initiative", count(100), ALL, "the highest acts first"),
    ("health_max", count(99, low=1), ALL, "points when fresh"),
]
FRAME = [
    ("kind", one_of(Frame), "which procedure"),
    ("step", count(max(max(steps) for steps in STEPS.values())), "Phase of a battle, Blow of a blow"),
    ("who", ROW, "unit that strikes"),
    *CHOICE_FIELDS,  # what is being chosen; of a blow, target is the unit struck
]
POSITION = [
    ("units", UNIT, "the roster", (UNITS,)),
    ("round_limit", count(99, low=1), ALL, "last round"),
]
SCRATCH = [
    *BOARD.flood_scratch,
]
MAP = [
    *BOARD.field_header,
    ("blocked", FLAG.of("u1"), "1 a rock: nobody can stand here", (CELLS,)),
]

#: Fields of a unit that stay as they are for a whole battle.
LASTING = frozenset({"skill", "strength", "armour", "initiative", "health_max"})

#: What no observation shows, and why.
UNSEEN = {
    **HEADER_UNSEEN,
    "stack.who": Unseen(NEVER_READ, "0 whenever a unit is asked"),
    "stack.verb": Unseen(FOLLOWS, "from the verb whose part is asked"),
    "stack.target": Unseen(NEVER_READ, "no choice has a part after it"),
    "stack.cell": Unseen(NEVER_READ, "no choice has a part after it"),
    "stack.mode": Unseen(NEVER_READ, "no choice has it"),
    "stack.item_used": Unseen(NEVER_READ, "no choice has it"),
}

FIELD = record(MAP)
STATE = state_type(POSITION, FRAME, SCRATCH, CAPACITIES, cells=CELLS)
