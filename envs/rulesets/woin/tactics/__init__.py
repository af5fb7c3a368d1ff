"""What behaviours and the yardsticks need."""

from __future__ import annotations

from ....core.behaviour.yardsticks import POLICIES
from ....core.looking import ObservationField
from ....core.state import AMOUNT_BY_WHO, AMOUNT_TO_TARGET, BY_WHO, Measure
from ..rules.conditions import is_active as is_standing
from ..vocab import A_CELL, Event
from .estimates import (
    cover_at,
    estimate,
    full_staying,
    is_in_contact,
    is_ready_to_shoot,
    own_move,
    shots_left,
)
from .losses import staying
from .plans import find_places, list_plans

__all__ = [
    "A_CELL", "FEATURES", "MEASURES", "POLICIES", "cover_at", "estimate", "find_places", "full_staying", "is_in_contact",
    "is_ready_to_shoot", "is_standing", "list_plans", "own_move", "shots_left", "staying",
]  # fmt: skip

#: Features of this ruleset beside the shared ones, in the order in which ``estimates.estimate`` counts them.
FEATURES = (
    ObservationField("exploit", 0, 1, "1 a Called Shot, or an exploit that costs dice"),
    ObservationField("crossfire", 0, 1, "dice that crossfire or flanking adds to an attack, a third for each"),
    ObservationField("held", 0, 1, "1 a blow, shot or spell at a held enemy; not a further grab"),
    ObservationField("escapes", 0, 1, "chance to get out of a hold"),
    ObservationField("trades", 0, 1, "dice of damage bought, a quarter for each"),
    ObservationField("luck", 0, 1, "LUCK dice spent, a third for each"),
    ObservationField("aims", 0, 1, "1 aims or feints"),
    ObservationField("watches", 0, 1, "1 goes into overwatch"),
    ObservationField(
        "suppresses", 0, 1, "dice of cover suppressive fire adds to what the friend has from it, a third for each"
    ),
    ObservationField("covered", 0, 1, "1 moves or attacks while suppressive fire of a friend covers it"),
    ObservationField("hunkers", 0, 1, "1 takes the BLOCKED position, hides, or drops prone"),
    ObservationField("heals", 0, 1, "HEALTH it may be expected to give back, as a share of the patient's full HEALTH"),
    ObservationField("rescues", 0, 1, "1 it may bring an ally that is down back into the fight"),
    ObservationField("spell", 0, 1, "1 a spell or power"),
)

#: What is counted of the way a side fights.
MEASURES = (
    Measure("damage dealt", "HEALTH taken from others", AMOUNT_BY_WHO, (Event.DAMAGED,)),
    Measure("damage taken", "HEALTH lost", AMOUNT_TO_TARGET, (Event.DAMAGED,)),
    Measure("attacks", "attack rolls", BY_WHO, (Event.ATTACK_HIT, Event.ATTACK_MISSED, Event.CRITICAL_HIT)),
    Measure("hits", "attacks that hit", BY_WHO, (Event.ATTACK_HIT, Event.CRITICAL_HIT)),
    Measure("dice traded", "dice of damage bought", AMOUNT_BY_WHO, (Event.DICE_TRADED,)),
    Measure("luck", "LUCK dice spent", AMOUNT_BY_WHO, (Event.LUCK_SPENT,)),
    Measure("guards", "reactions spent on a guard", BY_WHO, (Event.GUARDED,)),
    Measure("overwatch", "times a unit went into overwatch", BY_WHO, (Event.WATCHES,)),
    Measure("suppressions", "times a unit gave suppressive fire", BY_WHO, (Event.SUPPRESSES,)),
    Measure("hunkerings", "times a unit took the BLOCKED position", BY_WHO, (Event.HUNKERED,)),
    Measure("holds", "levels of hold it laid on others", AMOUNT_TO_TARGET, (Event.RESTRAINED,)),
    Measure("holds suffered", "times one of its units was restrained", BY_WHO, (Event.RESTRAINED,)),
    Measure("spells", "spells and powers cast", BY_WHO, (Event.CAST,)),
    Measure("healing", "HEALTH regained", AMOUNT_BY_WHO, (Event.HEALED,)),
    Measure("falls", "times one of its units went down", BY_WHO, (Event.FELL_DOWN,)),
)  # fmt: skip
