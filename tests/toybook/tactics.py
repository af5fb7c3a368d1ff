"""What behaviours and the yardsticks need."""

from __future__ import annotations

import numpy as np

from tactica.envs.core.behaviour.features import ANYWHERE, NOWHERE, Feature, Intent, plan
from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import AMOUNT_BY_WHO, BY_WHO, Measure

from .board import gap_from
from .rules.marching import fill_reach
from .rules.places import is_standing as is_standing
from .rules.striking import has_target, pool_dice, save_number
from .vocab import A_CELL as A_CELL
from .vocab import A_UNIT, Event, Prompt, Verb

POLICIES = ("random", "fierce")  # fierce is the yardstick that charges
MEASURES = (
    Measure("health lost", "points lost to blows", AMOUNT_BY_WHO, (Event.WOUNDED,)),
    Measure("fallen", "units that fell", BY_WHO, (Event.FELL,)),
)
INTENT_OF = np.zeros(len(Verb), np.int64)  # what each order is for
for _order, _intent in (
    (Verb.STRIKE, Intent.STRIKE),
    (Verb.GUARD, Intent.REACT),
    (Verb.MARCH, Intent.APPROACH),
    (Verb.HOLD, Intent.WAIT),
):
    INTENT_OF[_order] = _intent


@kernel
def list_plans(s, w):
    """Orders, targets and marches; places, cards, guards and draughts are left to chance, and nobody strikes at nothing."""
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if s.prompt == Prompt.ORDER and (answer != Verb.STRIKE or has_target(s, w, s.decider)):
            plan(s, answer, INTENT_OF[answer], answer, 0, -1, NOWHERE)
        elif s.prompt == Prompt.TARGET:
            plan(s, answer, Intent.STRIKE, Verb.STRIKE, 0, answer - A_UNIT, NOWHERE)
    if s.prompt == Prompt.CELL and s.units[s.decider].cell >= 0:
        plan(s, 0, Intent.SHIFT, Verb.MARCH, 0, -1, ANYWHERE)


@kernel
def find_places(s, w, who, verb):
    """Where a march may end."""
    fill_reach(s, w, who)


@kernel
def estimate(s, w, who, row, feature):
    """Harm: every die hits on a half and is saved at the target's number."""
    if row.target < 0 or feature > Feature.FELL:
        return 0.0
    hits = pool_dice(s, w, who) * 0.5 * (1.0 - save_number(s, w, who, int(row.target)) / 6.0)
    return min(hits / max(int(s.units[row.target].health), 1), 1.0)


@kernel
def staying(s, who):
    """Health."""
    return int(s.units[who].health)


@kernel
def full_staying(s, who):
    """Health when fresh."""
    return int(s.units[who].health_max)


@kernel
def own_move(s, w, who):
    """Cells of a march."""
    return max(int(s.units[who].movement), 1)


@kernel
def is_in_contact(s, w, one, other):
    """Whether two bodies touch."""
    return gap_from(s, w, one, int(s.units[one].cell), other) <= 1
