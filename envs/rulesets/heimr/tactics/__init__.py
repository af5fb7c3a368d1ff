"""What behaviours and the yardsticks need."""

from __future__ import annotations

from ....core.behaviour.yardsticks import POLICIES
from ....core.looking import ObservationField
from ....core.state import AMOUNT_BY_WHO, AMOUNT_TO_TARGET, BY_WHO, Measure
from ..rules.conditions import is_in_fight as is_standing
from ..vocab import A_CELL, Event
from .estimates import (
    cover_at,
    estimate,
    full_staying,
    is_in_contact,
    is_ready_to_shoot,
    own_move,
    shots_left,
    staying,
)
from .plans import find_places, list_plans

__all__ = [
    "A_CELL", "FEATURES", "MEASURES", "POLICIES", "cover_at", "estimate", "find_places", "full_staying", "is_in_contact",
    "is_ready_to_shoot", "is_standing", "list_plans", "own_move", "shots_left", "staying",
]  # fmt: skip

#: Features of this ruleset beside the shared ones, in the order in which ``own.py`` counts them.
FEATURES = (
    ObservationField("grabs", 0, 1, "chance to take hold of an enemy that is not held yet"),
    ObservationField("holds", 0, 1, "1 keeps hold of an enemy, or tries to stop what it does"),
    ObservationField("escapes", 0, 1, "1 struggles to get free"),
    ObservationField(
        "risk",
        0,
        1,
        "harm to be expected of the blow that a brawl provokes, as a share of what the unit can still take",
    ),
    ObservationField("undefended", 0, 1, "1 attacks an enemy without a standing defence that holds"),
    ObservationField("unseen", 0, 1, "1 charges or shoots at an enemy that does not see it"),
    ObservationField("hides", 0, 1, "1 hides, a half takes cover"),
    ObservationField("guards", 0, 1, "1 guards an ally"),
    ObservationField("watches", 0, 1, "1 guards a border or a location, or readies an action"),
    ObservationField("together", 0, 1, "share of the standing friends in the location afterwards"),
    ObservationField(
        "objective", 0, 1, "1 seizes an objective, else how near the place is to one: a half in it, 0 four moves away"
    ),
    ObservationField("blocks", 0, 1, "1 takes a block as its next defence"),
    ObservationField("breath", 0, 1, "fatigue a breather takes off, as a share of what one can"),
    ObservationField("skills", 0, 1, "1 uses a skill, or primes one"),
)

#: What is counted of the way a side fights.
MEASURES = (
    Measure("damage dealt", "hit points taken from others", AMOUNT_BY_WHO, (Event.DAMAGED,)),
    Measure("damage taken", "hit points lost", AMOUNT_TO_TARGET, (Event.DAMAGED,)),
    Measure("attacks", "attack rolls", BY_WHO, (Event.ATTACKS,)),
    Measure("hits", "attacks that hit", BY_WHO, (Event.ATTACK_HIT,)),
    Measure("injuries", "parts of the body of its units that were injured", BY_WHO, (Event.INJURED,)),
    Measure("grabs", "times it took hold of a unit", BY_WHO, (Event.GRABBED,)),
    Measure("guards", "times a unit went on guard", BY_WHO, (Event.GUARDS,)),
    Measure("interceptions", "attacks and moves its guards stopped", BY_WHO, (Event.INTERCEPTED,)),
    Measure("hidings", "times a unit hid", BY_WHO, (Event.HID,)),
    Measure("covers", "times a unit took cover", BY_WHO, (Event.TOOK_COVER,)),
    Measure("readied", "actions readied", BY_WHO, (Event.READIED,)),
    Measure("skills", "skills primed", BY_WHO, (Event.PRIMED,)),
    Measure("breathers", "breathers taken", BY_WHO, (Event.RESTED,)),
    Measure("fatigue", "times a unit tired", BY_WHO, (Event.TIRED,)),
    Measure("willpower", "willpower spent", AMOUNT_BY_WHO, (Event.WILLPOWER_SPENT,)),
)  # fmt: skip
