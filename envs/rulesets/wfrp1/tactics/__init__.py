"""Policies simple enough to play inside the kernel: yardsticks, and opponents from the first minute on."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.dice import random_below
from ....core.looking import ObservationField
from ....core.state import AMOUNT_BY_WHO, AMOUNT_TO_TARGET, BY_WHO, Measure, are_friends
from ....core.state.choosing import first_offered
from ..board import distance
from ..rules.carrying import shots_carried
from ..rules.conditions import is_able, place_of
from ..rules.engagement import is_in_contact
from ..rules.movement import rate_in_cells
from ..vocab import A_CELL, A_MODE, A_UNIT, Event, Mode, Prompt, Rate, Verb
from .estimates import (
    cover_at,
    estimate,
    full_staying,
    is_ready_to_shoot,
    shots_left,
    staying,
)
from .plans import best_verb, find_places, list_plans

__all__ = [
    "A_CELL", "FEATURES", "MEASURES", "POLICIES", "best_verb", "cover_at", "decide", "estimate", "find_places", "full_staying",
    "is_in_contact", "is_ready_to_shoot", "is_standing", "list_plans", "own_move", "place_of", "shots_left", "staying",
]  # fmt: skip

#: Names of the in-kernel policies, by number.
POLICIES = ("random", "charge", "shoot")
RANDOM, CHARGE, SHOOT = 0, 1, 2

#: Features of this ruleset beside the shared ones, in the order in which ``estimates.estimate`` counts them.
FEATURES = (
    ObservationField("pace", 0, 1, "rate of the move: 0 cautious, a third standard, 1 running, evading or fleeing"),
    ObservationField("stuns", 0, 1, "1 a blow struck to stun"),
    ObservationField("aims", 0, 1, "1 a blow or shot at a named part of the body"),
    ObservationField("off_hand", 0, 1, "1 a blow with the other hand"),
    ObservationField("draws", 0, 1, "1 takes up a weapon when it has none to strike with, or drops what is in the way"),
    ObservationField("dodges", 0, 1, "1 a move that evades shots"),
    ObservationField("leaves", 0, 1, "1 flees off the board"),
)

#: What is counted of the way a side fights.
MEASURES = (
    Measure("damage dealt", "wounds inflicted on others", AMOUNT_BY_WHO, (Event.WOUNDED,)),
    Measure("damage taken", "wounds lost to blows, shots and fire", AMOUNT_TO_TARGET, (Event.WOUNDED,)),
    Measure("blows", "blows struck", BY_WHO, (Event.BLOW_HIT, Event.BLOW_LANDED, Event.BLOW_MISSED, Event.STATIC_HIT)),
    Measure("charges", "charges that reached their target", BY_WHO, (Event.CHARGED,)),
    Measure("shots", "shots that hit or missed their target", BY_WHO, (Event.SHOT_HIT, Event.SHOT_LANDED, Event.SHOT_MISSED)),
    Measure("parries", "parries attempted", BY_WHO, (Event.PARRIED, Event.PARRY_FAILED)),
    Measure("flights", "moves while fleeing", BY_WHO, (Event.FLEES, Event.ESCAPED)),
    Measure("critical hits", "hits beyond the last wound", BY_WHO, (Event.CRITICAL,)),
    Measure(
        "statuses suffered",
        "times one of its units fell prone, was dazed or knocked out, began to bleed, or lost the use of a limb",
        BY_WHO,
        (
            Event.KNOCKED_PRONE, Event.DAZED, Event.KNOCKED_OUT, Event.BLEEDS, Event.ARM_DISABLED, Event.LEG_DISABLED,
        ),
    ),
    Measure("deaths", "units that died", BY_WHO, (Event.DIED, Event.BLED_TO_DEATH)),
)  # fmt: skip

LEAVE_TO_CHANCE = -1
FAR = 1000
LAST_WOUNDS = 3  # with so few wounds left the next hit may be critical
KEEP_AWAY = 6  # cells a shooter likes to have between itself and the nearest enemy


@kernel
def is_standing(s, who):
    """Whether a unit still takes part in the battle."""
    return is_able(s, who)


@kernel
def own_move(s, w, who):
    """Cells of a move at standard rate."""
    return max(rate_in_cells(s, w, who, Rate.STANDARD), 1)


@kernel
def gap_to_enemies(s, w, who, cell):
    """Cells from a cell to the nearest able enemy the side knows of; 1000 if it knows of no enemy."""
    best = FAR
    for enemy in range(s.unit_count):
        foe = s.units[enemy]
        if foe.cell >= 0 and is_able(s, enemy) and not are_friends(s, who, enemy) and s.known[enemy] == 1:
            best = min(best, distance(cell, int(foe.cell)))
    return best


@kernel
def best_target(s, w, who):
    """The unit offered with the fewest wounds left; ties go to the nearest."""
    best = LEAVE_TO_CHANCE
    best_score = FAR * FAR
    for i in range(s.choice_count):
        target = int(s.choices[i]) - A_UNIT
        unit = s.units[target]
        gap = distance(int(s.units[who].cell), int(unit.cell)) if unit.cell >= 0 else FAR
        score = int(unit.wounds) * FAR + gap
        if score < best_score:
            best_score = score
            best = int(s.choices[i])
    return best


@kernel
def best_cell(s, w, who, closing, rng):
    """The cell offered that is nearest to an enemy, or farthest from all; ties at random."""
    best = LEAVE_TO_CHANCE
    best_gap = FAR * FAR
    equals = 0
    for i in range(s.choice_count):
        gap = gap_to_enemies(s, w, who, int(s.choices[i]) - A_CELL)
        score = gap if closing else -gap
        if score < best_gap:
            best_gap = score
            equals = 1
            best = int(s.choices[i])
        elif score == best_gap:
            equals += 1
            if random_below(rng, equals) == 0:
                best = int(s.choices[i])
    return best


@kernel
def part_of_choice(s, w, who, closing, rng):
    """Answer to the prompts that complete a choice; the verb has said what it is for."""
    if s.prompt == Prompt.TARGET:
        return best_target(s, w, who)
    if s.prompt == Prompt.MODE:
        return first_offered(s, A_MODE + Mode.NORMAL, A_MODE + Mode.OFF_HAND, A_MODE + Mode.UNARMED, 0)
    if s.prompt == Prompt.CELL:
        return best_cell(s, w, who, closing, rng)
    return LEAVE_TO_CHANCE


@kernel
def reaction(s, policy):
    """What both do when asked in between: press, strike on, and never flee."""
    if s.prompt == Prompt.PRESS:
        return first_offered(s, Verb.PRESS, Verb.DECLINE_PRESS, 0, 0)
    if s.prompt == Prompt.DECLARE:
        return first_offered(s, Verb.READY_SHOT, Verb.ACT, 0, 0)
    if s.prompt == Prompt.EXTRA_BLOW:
        return first_offered(s, Verb.STRIKE, Verb.SWITCH, Verb.PASS, 0)
    if s.prompt == Prompt.PARRY:
        return parry_or_not(s, policy)
    return LEAVE_TO_CHANCE


@kernel
def parry_or_not(s, policy):
    """A shooter parries whenever it can, best with a shield; a charger only when the next wound may be its last."""
    if policy == SHOOT:
        return first_offered(s, Verb.PARRY_OFF, Verb.PARRY_MAIN, Verb.NO_PARRY, 0)
    if s.units[s.decider].wounds <= LAST_WOUNDS:
        return first_offered(s, Verb.PARRY_MAIN, Verb.PARRY_OFF, Verb.NO_PARRY, 0)
    return int(Verb.NO_PARRY)


@kernel
def charge_turn(s, w, who):
    """Charge the nearest: strike, else charge, else stand up, else shoot, else close in."""
    answer = first_offered(s, Verb.STRIKE, Verb.CHARGE, Verb.STAND_UP, Verb.FIRE)
    if answer < 0:
        answer = first_offered(s, Verb.MOVE_STANDARD, Verb.MOVE_CAUTIOUS, Verb.AIM, Verb.PASS)
    return answer


@kernel
def shoot_turn(s, w, who):
    """Shoot, else keep the distance: fire or load; step back from an enemy that comes near; strike only when caught."""
    gap = gap_to_enemies(s, w, who, int(s.units[who].cell))
    answer = first_offered(s, Verb.FIRE, Verb.STRIKE, Verb.STAND_UP, 0)
    if answer < 0 and gap <= KEEP_AWAY and shots_carried(s, who) > 0:
        answer = first_offered(s, Verb.LOAD, Verb.MOVE_STANDARD, 0, 0)
    if answer < 0 and shots_carried(s, who) > 0:
        answer = first_offered(s, Verb.LOAD, Verb.AIM, 0, 0)
    if answer < 0:
        answer = charge_turn(s, w, who)
    return answer


@kernel
def decide(s, w, policy, rng):
    """The answer of an in-kernel policy; -1 leaves the prompt to chance."""
    who = int(s.decider)
    if s.prompt == Prompt.TURN:
        if policy == CHARGE:
            return charge_turn(s, w, who)
        return shoot_turn(s, w, who)
    closing = (
        policy == CHARGE or shots_carried(s, who) == 0 or gap_to_enemies(s, w, who, int(s.units[who].cell)) > KEEP_AWAY
    )
    answer = part_of_choice(s, w, who, closing, rng)
    if answer < 0:
        answer = reaction(s, policy)
    return answer
