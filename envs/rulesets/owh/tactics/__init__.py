"""What behaviours and the yardsticks need."""

from __future__ import annotations

from ....core.behaviour.yardsticks import POLICIES
from ....core.looking import ObservationField
from ....core.state import AMOUNT_BY_WHO, AMOUNT_TO_TARGET, BY_WHO, Measure
from ..rules.conditions import is_able as is_standing
from ..vocab import A_CELL, ATTACKS, Event
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

#: Features of this ruleset beside the shared ones, in the order in which ``estimates.estimate`` counts them.
FEATURES = (
    ObservationField("called", 0, 1, "1 a called shot, headshot, blinding shot or disarming"),
    ObservationField("subdues", 0, 1, "1 an attack meant to incapacitate"),
    ObservationField("executes", 0, 1, "chance that it kills a unit that is down"),
    ObservationField("heals", 0, 1, "hit points it may be expected to give back, as a share of the patient's maximum"),
    ObservationField("rescues", 0, 1, "1 it may bring a friend that is down back into play"),
    ObservationField("cures", 0, 1, "1 it may end a status of a friend or of the unit itself, without a token"),
    ObservationField("hides", 0, 1, "chance to get hidden"),
    ObservationField("stealthy", 0, 1, "1 an attack from hiding, but no spell"),
    ObservationField("poisons", 0, 1, "1 an attack that may poison, paralyse or put to sleep, or coating a weapon"),
    ObservationField("defends", 0, 1, "1 Defend"),
    ObservationField("fate", -1, 1, "what may be expected of a fate token: the chance that it helps"),
    ObservationField("spell", 0, 1, "1 a spell"),
)

#: What is counted of the way a side fights.
MEASURES = (
    Measure("damage dealt", "hit points taken from others", AMOUNT_BY_WHO, (Event.DAMAGED,)),
    Measure("damage taken", "hit points lost", AMOUNT_TO_TARGET, (Event.DAMAGED,)),
    Measure("attacks", "attack rolls", BY_WHO, ATTACKS),
    Measure("hits", "attacks that hit", BY_WHO, (Event.ATTACK_HIT, Event.CRITICAL_HIT)),
    Measure("opportunities", "times one of its units was attacked as it left", BY_WHO, (Event.LEAVING,)),
    Measure("executions", "enemies executed", BY_WHO, (Event.EXECUTED,)),
    Measure("hidings", "times a unit hid", BY_WHO, (Event.HID,)),
    Measure("spells", "spells cast", BY_WHO, (Event.CAST,)),
    Measure("healing", "hit points given back", AMOUNT_BY_WHO, (Event.HEALED, Event.DRANK)),
    Measure("tokens", "fate tokens spent", BY_WHO, (Event.TOKEN_SPENT,)),
    Measure("coatings", "weapons coated with poison", BY_WHO, (Event.COATED,)),
    Measure("statuses suffered", "times one of its units was poisoned, paralyzed, stunned, blinded or set on fire", BY_WHO,
            (Event.POISONED, Event.PARALYZED, Event.STUNNED, Event.BLINDED, Event.BURNS)),
    Measure("deaths", "units that died", BY_WHO, (Event.DIED,)),
)  # fmt: skip
