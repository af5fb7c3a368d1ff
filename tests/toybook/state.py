"""What a game of this ruleset consists of. All fields are int16."""

from __future__ import annotations

from tactica.envs.core.state import Capacities, record, state_type
from tactica.envs.core.state.choosing import CHOICE_FIELDS

from .board import BOARD, CELLS
from .vocab import CARDS, UNITS

CAPACITIES = Capacities(choices=2600)
SIDES = CAPACITIES.sides

UNIT = record(
    [
        ("side", "i2"),  # 0..3
        ("present", "i2"),  # 1 a roster row in use
        ("strength", "i2"),  # dice in a clash, 1..10
        ("armour", "i2"),  # saves at or under, 0..5
        ("movement", "i2"),  # cells, 0..8
        ("health_max", "i2"),  # 1..20
        ("span", "i2"),  # cells along each edge, 1 or 2
        ("cell", "i2"),  # its north-western cell
        ("health", "i2"),  # 0 fallen, else 1..health_max
        ("hidden", "i2"),  # 1 not seen by sides that are no friends
        ("risen", "i2"),  # how often it has risen by itself
        ("order", "i2"),  # Verb ordered this round, 0 none yet
        ("guard_direction", "i2"),  # direction 0..7 guarded, 0 when not guarding
        ("acted", "i2"),  # 1 its order is carried out
    ]
)
FRAME = record(
    [
        ("kind", "i2"),  # Frame
        ("step", "i2"),  # Phase of a battle, Clash of a clash
        ("who", "i2"),  # unit that acts
        *CHOICE_FIELDS,  # what is being chosen; target: also the unit struck
        ("index", "i2"),  # side or unit a phase has come to
        ("hits", "i2"),
        ("sixes", "i2"),
        ("stopped", "i2"),
    ]
)
POSITION = [
    ("units", UNIT, (UNITS,)),
    ("round_limit", "i2"),  # rounds, 1 or more
    ("orders_open", "i2"),  # 1 orders are revealed
    ("deck", "i2", (CARDS,)),  # cards left of each kind
    ("hand", "i2", (SIDES,)),  # Card each side holds
    ("might", "i2", (SIDES,)),  # 1 might was played this round
    ("haste", "i2", (SIDES,)),  # 1 haste was played this round
    ("speed", "i2", (SIDES,)),  # speed thrown this round, 0 not yet
]
SCRATCH = [
    *BOARD.flood_scratch,
    ("crowd", "i2", (CELLS,)),  # room taken in each cell, as one side knows it
    ("next_to", "i2", (CELLS,)),  # 1 next to an enemy, as one side knows it
]
FIELD = record(
    [
        *BOARD.field_header,
        ("blocked", "u1", (CELLS,)),  # 1 nobody can stand here
        ("rough", "u1", (CELLS,)),  # 1 rough ground
    ]
)
STATE = state_type(POSITION, FRAME, SCRATCH, CAPACITIES, cells=CELLS)
assert STATE.snapshot_bytes == 1176, STATE.snapshot_bytes
