"""Features that only this book makes sense of, in the order of ``tactics.FEATURES``."""

from __future__ import annotations

from ....core.behaviour.features import NOWHERE, Feature
from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends
from ..board import distance
from ..rules.abilities import base_fatigue_of
from ..rules.aiming import part_of_mode
from ..rules.conditions import is_held, sees
from ..rules.defences import is_defence_valid
from ..vocab import Mark, Upcoming, Verb
from .against import hit_points_known
from .kinds import is_attack, marks_of
from .outlooks import outlook

FIRST_OWN = len(Feature)
(
    GRABS, HOLDS, ESCAPES, RISK, UNDEFENDED, UNSEEN, HIDES, GUARDS, WATCHES, TOGETHER, OBJECTIVE, BLOCKS, BREATH, SKILLS,
) = range(FIRST_OWN, FIRST_OWN + 14)  # fmt: skip
FAR = 4.0  # moves from which an objective counts for nothing
HALF = 0.5


@kernel
def place_of_plan(s, who, row):
    """The location where a choice leads."""
    return int(s.units[who].cell) if row.cell == NOWHERE else int(row.cell)


# --- attacks ---------------------------------------------------------------------------------------------------------


@kernel
def chance_to_grab(s, w, who, row):
    """Chance to grab an enemy that no unit holds yet."""
    target, marks = int(row.target), marks_of(s, w, row)
    if marks & Mark.BIND == 0 or is_held(s, target):
        return 0.0
    hit, _, _, _ = outlook(s, w, who, target, part_of_mode(int(row.mode)), marks)
    return hit


@kernel
def risk_of_brawl(s, w, who, row):
    """Harm to be expected of the blow that a brawl provokes, as a share of what the unit can still take."""
    marks = marks_of(s, w, row)
    if marks & Mark.BRAWL == 0:
        return 0.0
    _, _, _, points = outlook(s, w, who, int(row.target), part_of_mode(int(row.mode)), marks)
    return min(points / hit_points_known(s, w, who, who), 1.0)


@kernel
def estimate_attack(s, w, who, row, feature):
    """Features of attacks on enemies."""
    target = int(row.target)
    if target == NO_UNIT or are_friends(s, who, target) or not is_attack(int(row.verb)):
        return 0.0
    if feature == GRABS:
        return chance_to_grab(s, w, who, row)
    if feature == RISK:
        return risk_of_brawl(s, w, who, row)
    if feature == UNDEFENDED:
        return 0.0 if is_defence_valid(s, w, target) else 1.0
    helps = marks_of(s, w, row) & (Mark.SHOT | Mark.CHARGE) != 0
    return 1.0 if helps and not sees(s, target, who) else 0.0


# --- places ----------------------------------------------------------------------------------------------------------


@kernel
def share_together(s, who, cell):
    """Share of the standing friends in a location."""
    here = 0
    for k in range(s.friend_count):
        here += 1 if s.units[s.friends[k]].cell == cell else 0
    return here / max(float(s.friend_count), 1.0)


@kernel
def nearness_to_objective(s, who, cell):
    """How near a location is to the nearest objective that the unit's side does not hold, or to one it holds if it holds all."""
    nearest, nearest_held = FAR, FAR
    for k in range(s.objective_count):
        away = float(distance(cell, int(s.objective_cell[k])))
        owner = int(s.objective_owner[k])
        if owner >= 0 and s.allied[owner, s.units[who].side] == 1:
            nearest_held = min(nearest_held, away)
        else:
            nearest = min(nearest, away)
    best = nearest if nearest < FAR else nearest_held
    return max(1.0 - best / FAR, 0.0)


# --- all of them -----------------------------------------------------------------------------------------------------


@kernel
def breath(s, w, who, row):
    """Share of what a breather takes off fatigue that this one would."""
    is_now = row.verb == Verb.BREATHER or row.verb == Verb.LONG_BREATHER
    if not is_now and (row.verb != Verb.CONTINUE or s.units[who].upcoming != Upcoming.BREATHER):
        return 0.0
    above = int(s.units[who].fatigue) - base_fatigue_of(s, w, who)
    return min(max(above / max(float(w.book.breather_reduction), 1.0), 0.0), 1.0)


@kernel
def is_kind(verb, feature):
    """Whether a choice is of the kind that a feature counts."""
    if feature == HOLDS:
        return verb == Verb.KEEP_HOLD or verb == Verb.STOP_IT
    if feature == ESCAPES:
        return verb == Verb.STRUGGLE
    if feature == GUARDS:
        return verb == Verb.GUARD
    if feature == WATCHES:
        return Verb.GUARD_BORDER <= verb <= Verb.GUARD_CELL or Verb.READY_ATTACK <= verb <= Verb.READY_PRONE
    if feature == BLOCKS:
        return verb == Verb.USE_BLOCK
    uses = verb == Verb.PRIME_SKILL or verb == Verb.RESIST or verb == Verb.EVADE
    return feature == SKILLS and (uses or verb == Verb.RALLY or verb == Verb.FIRST_AID)


@kernel
def estimate_own(s, w, who, row, feature):
    """One feature of this book."""
    verb = int(row.verb)
    if feature == GRABS or RISK <= feature <= UNSEEN:
        return estimate_attack(s, w, who, row, feature)
    if feature == HIDES:
        return 1.0 if verb == Verb.HIDE else (HALF if verb == Verb.TAKE_COVER else 0.0)
    if feature == TOGETHER:
        return share_together(s, who, place_of_plan(s, who, row))
    if feature == OBJECTIVE:
        return 1.0 if verb == Verb.SEIZE else HALF * nearness_to_objective(s, who, place_of_plan(s, who, row))
    if feature == BREATH:
        return breath(s, w, who, row)
    return 1.0 if is_kind(verb, feature) else 0.0
