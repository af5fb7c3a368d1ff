"""What learners see: planes of the board, a row for each unit, numbers of the battle. Names are fields of ``state.py``, which are
copied; the constants are written by the engine. Nothing is hidden in these rules. If you hide something, write `know_units` here.
"""

from __future__ import annotations

from tactica.envs.core.looking.catalogue import (
    BLOCKED,
    BOARD_HEIGHT,
    BOARD_WIDTH,
    DECIDER_PLACE,
    DECIDER_ROW,
    DECIDES,
    ENEMY_PLACES,
    KNOWN,
    MY_DECISION,
    OBJECTIVE_CONTEXT,
    OBJECTIVE_ZONE,
    OWN_PLACES,
    OWN_UNIT,
    ROUND,
    Catalogue,
    X,
    Y,
    pending_verb_of,
    prompt_of,
    seats_of,
)

from .board import BOARD
from .state import CAPACITIES, MAP, POSITION, UNIT
from .vocab import UNITS, Prompt, Verb

SHOWN = Catalogue(BOARD, UNITS)
CHANNELS = SHOWN.of(MAP, BLOCKED, OWN_PLACES, ENEMY_PLACES, DECIDER_PLACE, OBJECTIVE_ZONE)
FEATURES = SHOWN.of(
    UNIT,
    *(KNOWN, OWN_UNIT, X, Y, DECIDES, "health", "acted"),
    *("skill", "strength", "armour", "initiative", "health_max"),  # what lasts for the whole battle comes last
    *seats_of(CAPACITIES.sides),
)
CONTEXT = SHOWN.of(
    POSITION,
    ROUND,
    "round_limit",
    prompt_of(Prompt),
    pending_verb_of(Verb),
    *(MY_DECISION, DECIDER_ROW, BOARD_WIDTH, BOARD_HEIGHT),
    *OBJECTIVE_CONTEXT,
)
