"""What behaviours and the yardsticks need."""

from __future__ import annotations

from ....core.behaviour.yardsticks import POLICIES
from ....core.looking import ObservationField
from ....core.state import AMOUNT_BY_WHO, AMOUNT_TO_TARGET, BY_WHO, Measure
from ..rules.orders import find_places
from ..vocab import A_CELL, Event
from .estimates import (
    cover_at,
    estimate,
    is_in_contact,
    is_ready_to_shoot,
    own_move,
    place_of,
    shots_left,
)
from .plans import list_plans
from .staying import full_staying, is_standing, staying

__all__ = [
    "A_CELL", "FEATURES", "MEASURES", "POLICIES", "cover_at", "estimate", "find_places", "full_staying", "is_in_contact",
    "is_ready_to_shoot", "is_standing", "list_plans", "own_move", "place_of", "shots_left", "staying",
]  # fmt: skip

#: Features of this ruleset beside the shared ones, in the order in which ``estimates.estimate`` counts them.
FEATURES = (
    ObservationField(
        "bears", -1, 1, "how squarely the nearest enemy lies ahead afterwards: 1 straight ahead, 0 abreast, -1 behind"
    ),
    ObservationField("line", 0, 1, "how level its front is afterwards with its friends': 1 level, 0 an own move off"),
    ObservationField("ahead", -1, 1, "own moves by which its front is ahead of its friends' afterwards"),
    ObservationField("wing", -1, 1, "the same for the right end of the line, turned round for the left one"),
    ObservationField(
        "outflank",
        0,
        1,
        "how far round the nearest enemy it is afterwards, if it is faster: 0 before, 0.5 beside, 1 behind it",
    ),
    ObservationField("exposed_flank", 0, 1, "share of the enemies that could charge its flank or rear afterwards"),
    ObservationField("flank", 0, 1, "0.5 the charge hits a flank, 1 the rear"),
    ObservationField("joint", 0, 1, "1 a friend fights the target, or charges it this turn"),
    ObservationField("rank", 0, 1, "rank bonus of the formation afterwards, as a share of the most it may have"),
    ObservationField("march", 0, 1, "1 a march"),
    ObservationField("follow", 0, 1, "1 follows, pursues or runs on after a combat"),
    ObservationField("spell", 0, 1, "1 a spell"),
)

#: What is counted of the way a side fights.
MEASURES = (
    Measure("damage dealt", "wounds taken from others", AMOUNT_BY_WHO, (Event.LOST, Event.CHARACTER_LOST)),
    Measure("damage taken", "wounds lost to others", AMOUNT_TO_TARGET, (Event.LOST, Event.CHARACTER_LOST)),
    Measure("kills", "models of others that fell", AMOUNT_BY_WHO, (Event.FALL,)),
    Measure("charges", "charges declared", BY_WHO, (Event.CHARGES,)),
    Measure("charges failed", "charges that did not reach", BY_WHO, (Event.CHARGE_FAILED, Event.BLOCKED)),
    Measure("shots", "times one of its units shot", BY_WHO, (Event.SHOOTS,)),
    Measure("spells", "spells tried", BY_WHO, (Event.CAST, Event.NOT_CAST)),
    Measure("dispels", "spells of others it tried to undo", BY_WHO, (Event.DISPELLED, Event.NOT_DISPELLED)),
    Measure("challenges", "challenges", BY_WHO, (Event.CHALLENGES,)),
    Measure("marches", "marches", BY_WHO, (Event.MARCHES,)),
    Measure("breaks", "times one of its units broke in combat", BY_WHO, (Event.BREAKS,)),
    Measure("panics", "times one of its units panicked", BY_WHO, (Event.PANICS,)),
    Measure("flights", "flight moves of its units", BY_WHO, (Event.FLEES,)),
    Measure("rallies", "times one of its units rallied", BY_WHO, (Event.RALLIED,)),
    Measure("pursuits", "times one of its units followed or pursued", BY_WHO, (Event.FOLLOWS, Event.PURSUES, Event.OVERRUNS)),
    Measure("destroyed", "units it lost", BY_WHO, (Event.DESTROYED,)),
)  # fmt: skip
