"""Policies inside the kernel."""

from __future__ import annotations

from tactica.envs.core.behaviour.features import ANYWHERE, NOWHERE, Feature, Intent, plan
from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import AMOUNT_BY_WHO, BY_WHO, Measure

from .board import gap_from
from .rules.marching import fill_reach
from .rules.places import is_seen_by, is_standing
from .rules.striking import pool_dice, save_number
from .vocab import A_CELL, A_UNIT, Event, Prompt, Verb

POLICIES = ("random", "fierce")
MEASURES = (
    Measure("health lost", "points lost to blows", AMOUNT_BY_WHO, (Event.WOUNDED,)),
    Measure("fallen", "units that fell", BY_WHO, (Event.FELL,)),
)


@kernel
def nearest_enemy(s, w, who, cell):
    """Distance from a cell to the nearest enemy that is seen, 99 when there is none."""
    side = s.units[who].side
    nearest = 99
    for other in range(s.unit_count):
        if is_standing(s, other) and s.allied[side, s.units[other].side] == 0 and is_seen_by(s, side, other):
            nearest = min(nearest, gap_from(s, w, who, cell, other))
    return nearest


@kernel
def decide(s, w, policy, rng):
    """Policy 1, fierce: close in, strike the weakest. What it has no opinion on is -1."""
    who = s.decider
    if s.prompt == Prompt.ORDER:
        return Verb.STRIKE.value if nearest_enemy(s, w, who, int(s.units[who].cell)) <= 1 else Verb.MARCH.value
    best = -1
    least = 10_000
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        value = 10_000
        if s.prompt == Prompt.CARD:
            value = -answer
        elif s.prompt == Prompt.CELL:
            value = nearest_enemy(s, w, who, answer - A_CELL)
        elif s.prompt == Prompt.TARGET:
            value = int(s.units[answer - A_UNIT].health)
        if value < least:
            least = value
            best = answer
    return best


# --- what behaviours need ---------------------------------------------------------------------------------------------


@kernel
def list_plans(s, w):
    """Orders, targets and marches; cards, guards and draughts are left to chance."""
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if s.prompt == Prompt.ORDER:
            intent = Intent.STRIKE if answer == Verb.STRIKE else Intent.APPROACH
            plan(s, answer, intent if answer != Verb.HOLD else Intent.WAIT, answer, 0, -1, NOWHERE)
        elif s.prompt == Prompt.TARGET:
            plan(s, answer, Intent.STRIKE, Verb.STRIKE, 0, answer - A_UNIT, NOWHERE)
    if s.prompt == Prompt.CELL:
        plan(s, 0, Intent.SHIFT, Verb.MARCH, 0, -1, ANYWHERE)


@kernel
def find_places(s, w, who, verb):
    """Where a march may end."""
    fill_reach(s, w, who)


@kernel
def best_verb(s, w, who, verb, cell):
    """There is one way to go."""
    return int(verb)


@kernel
def estimate(s, w, who, row, feature):
    """Harm: every die hits on a half and is saved at the target's number."""
    if row.target < 0 or feature > Feature.FELL:
        return 0.0
    hits = pool_dice(s, w, who) * 0.5 * (1.0 - save_number(s, w, who, int(row.target)) / 6.0)
    return min(hits / max(int(s.units[row.target].health), 1), 1.0)


@kernel
def cover_at(s, w, who, cell):
    """Nothing covers."""
    return 0.0


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
def place_of(s, who):
    """Cell of a unit."""
    return int(s.units[who].cell)


@kernel
def is_in_contact(s, w, one, other):
    """Whether two bodies touch."""
    return gap_from(s, w, one, int(s.units[one].cell), other) <= 1


@kernel
def shots_left(s, w, who):
    """Nobody shoots."""
    return 0


@kernel
def is_ready_to_shoot(s, w, who):
    """Nobody shoots."""
    return False


@kernel
def is_seen(s, w, side, who):
    """Whether a side knows where a unit is."""
    return is_seen_by(s, side, who)
