"""What scripted players need: every complete choice with what it is for, and what it may be expected to do. With this, behaviours
(YAML), `charge`, `shoot`, searches and `tactica why` work.
"""

from __future__ import annotations

from tactica.envs.core.behaviour.features import ANYWHERE, NOWHERE, Feature, Intent, plan
from tactica.envs.core.behaviour.yardsticks import POLICIES as POLICIES
from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import AMOUNT_BY_WHO, BY_WHO, NO_UNIT, Measure

from .rules.moving import fill_reach
from .rules.striking import chance_to_hit, damage_of, is_within, refusal_of_target
from .rules.turns import is_standing as is_standing
from .vocab import A_CELL as A_CELL
from .vocab import A_UNIT, Event, Prompt, Refusal, Verb

#: What is counted of the way a side fights, for reports.
MEASURES = (
    Measure("health lost", "points of health lost", AMOUNT_BY_WHO, (Event.WOUNDED,)),
    Measure("blows", "blows struck", BY_WHO, (Event.BLOW_HIT, Event.BLOW_MISSED)),
)


@kernel
def list_plans(s, w):
    """Every complete choice: each target of a blow, a move, and passing."""
    who = int(s.decider)
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if s.prompt == Prompt.TARGET:
            plan(s, answer, Intent.STRIKE, Verb.STRIKE, 0, answer - A_UNIT, NOWHERE)
        elif s.prompt == Prompt.TURN and answer == Verb.STRIKE:
            for target in range(s.unit_count):
                if refusal_of_target(s, w, who, target) == Refusal.NONE:
                    plan(s, answer, Intent.STRIKE, Verb.STRIKE, 0, target, NOWHERE)
        elif s.prompt == Prompt.TURN and answer == Verb.MOVE:
            plan(s, answer, Intent.SHIFT, Verb.MOVE, 0, NO_UNIT, ANYWHERE)
        elif s.prompt == Prompt.TURN:
            plan(s, answer, Intent.WAIT, answer, 0, NO_UNIT, NOWHERE)  # passes; a new verb has a line of its own above
    if s.prompt == Prompt.CELL:
        plan(s, 0, Intent.SHIFT, Verb.MOVE, 0, NO_UNIT, ANYWHERE)


@kernel
def find_places(s, w, who, verb):
    """Where a move may end, in ``s.reach``."""
    fill_reach(s, w, who)


@kernel
def estimate(s, w, who, row, feature):
    """Of a blow: the chance to hit, the share of the target's health it takes on average, the chance that it fells."""
    if row.target < 0 or feature > Feature.FELL:
        return 0.0
    target = int(row.target)
    hits = min(max(chance_to_hit(s, w, who, target), 0), 100) / 100.0
    if feature == Feature.HIT:
        return hits
    health = max(int(s.units[target].health), 1)
    total = 0.0
    for face in range(1, 7):
        lost = damage_of(s, w, who, target, face)
        if feature == Feature.FELL:
            total += 1.0 if lost >= health else 0.0
        else:
            total += min(lost, health) / health
    return hits * total / 6.0


@kernel
def staying(s, who):
    """Health left."""
    return int(s.units[who].health)


@kernel
def full_staying(s, who):
    """Health when fresh."""
    return int(s.units[who].health_max)


@kernel
def own_move(s, w, who):
    """Cells of a move."""
    return int(w.book.move_cells)


@kernel
def is_in_contact(s, w, one, other):
    """Whether a unit could strike another."""
    return is_within(s, one, other, w.book.reach_cells)
