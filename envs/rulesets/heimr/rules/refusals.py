"""Why a verb is not offered: the first reason that holds, for people who ask."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..vocab import Climbing, GuardKind, Prompt, Skill, Upcoming, Verb
from .conditions import (
    are_feet_bound,
    are_hands_bound,
    is_body_bound,
    is_felled,
    is_held,
    is_holding,
    is_leg_bound,
    is_leg_injured,
    knows_hidden,
)
from .costs import FREE, cost_of, may_pay
from .edges import ground_at
from .hands import is_ready, ranged_slot, wields_melee
from .passing import is_restrained
from .skills import has_skill
from .victory import objective_at


class Refusal(IntEnum):
    """Reasons; ``words.REFUSAL_WORDS`` has the sentences."""

    NONE = 0
    TURN_ONLY = 1
    WHEN_ASKED = 2
    UPCOMING = 3  # what is upcoming must be continued or cancelled first
    NOTHING_UPCOMING = 4
    NO_STANDARD = 5  # the standard action is used
    FREE_USED = 6  # this free action is used
    NO_MELEE_WEAPON = 7
    NO_RANGED_WEAPON = 8
    NOT_READY = 9  # no missile is ready
    STUMBLES = 10
    NOBODY_IN_REACH = 11
    NO_HIDDEN_ENEMY = 12  # it knows of no hidden enemy
    PRONE = 13
    NOT_PRONE = 14
    FALLEN = 15  # it may not stand up yet
    LEG_INJURED = 16
    BOUND = 17
    HELD = 18
    HOLDS = 19  # it holds somebody
    RESTRAINED = 20
    IN_CLUSTER = 21
    NOT_IN_CLUSTER = 22
    NO_WAY = 23  # no border can be crossed so
    MOVED_THIS_TURN = 24  # crawling needs the whole turn in one place
    NO_EXIT = 25
    NOTHING_TO_CLIMB = 26
    NO_HEIGHT = 27  # it stands on the ground
    NO_ALLY = 28
    NO_CONCEALMENT = 29
    NO_COVER = 30
    IN_COVER = 31
    NO_SHOOTER = 32  # nobody could shoot at it
    DODGE_READY = 33
    NO_ITEM = 34
    HANDS_BOUND = 35
    HAND_NEEDED = 36
    NO_SKILL = 37
    NO_WILLPOWER = 38
    NOBODY_NEAR = 39
    HOLDS_NOBODY = 40
    HELD_BY_NOBODY = 41
    TOO_FEW_CARRIERS = 42
    NO_STRUCTURE = 43
    NO_OBJECTIVE = 44
    ENEMY_IN_CLUSTER = 45
    DELAYED = 46  # it has delayed, or nobody is still to come
    CLIMBS = 47
    RESTED = 48  # a breather would not lower its fatigue
    ON_GUARD = 49  # it guards all of that kind that it could


@kernel
def refusal_of(s, w, who, verb):
    """The first reason why a unit, which is about to choose, cannot take a verb; NONE where there is none."""
    if s.prompt != Prompt.TURN:
        return int(Refusal.TURN_ONLY)
    if verb > Verb.SEIZE:
        return int(Refusal.WHEN_ASKED)
    if verb == Verb.CONTINUE and s.units[who].upcoming != Upcoming.NOTHING:
        return int(Refusal.RESTED) if s.units[who].upcoming == Upcoming.BREATHER else why_no_move(s, w, who, Verb.CRAWL)
    if verb == Verb.CONTINUE or verb == Verb.CANCEL:
        return int(Refusal.NOTHING_UPCOMING)
    if s.units[who].upcoming != Upcoming.NOTHING:
        return int(Refusal.UPCOMING)
    if verb == Verb.DELAY_BEFORE or verb == Verb.DELAY_AFTER:
        return int(Refusal.DELAYED)
    if not may_pay(s, w, who, verb):
        return int(Refusal.FREE_USED if cost_of(w, verb) == FREE else Refusal.NO_STANDARD)
    if verb <= Verb.LUCK_STRIKE:
        return why_no_attack(s, w, who, verb)
    if verb <= Verb.JUMP_DOWN:
        return why_no_move(s, w, who, verb)
    return why_nothing_else(s, w, who, verb)


@kernel
def why_no_attack(s, w, who, verb):
    """Why an attack is not offered."""
    if verb == Verb.LUCK_SHOT or verb == Verb.LUCK_STRIKE:
        if not knows_hidden(s, who):
            return int(Refusal.NO_HIDDEN_ENEMY)
    if verb == Verb.SHOOT or verb == Verb.LUCK_SHOT:
        slot = ranged_slot(s, w, who)
        if slot < 0:
            return int(Refusal.NO_RANGED_WEAPON)
        if not is_ready(s, w, who, slot):
            return int(Refusal.NOT_READY)
        return int(Refusal.STUMBLES if s.units[who].stumble_timer > 0 else Refusal.NOBODY_IN_REACH)
    if verb != Verb.BRAWL and verb != Verb.CHARGE_BRAWL and not wields_melee(s, w, who):
        return int(Refusal.NO_MELEE_WEAPON)
    if verb == Verb.CHARGE_WEAPON or verb == Verb.CHARGE_BRAWL:
        reason = why_stuck(s, w, who)
        if reason != Refusal.NONE:
            return reason
    return int(Refusal.STUMBLES if s.units[who].stumble_timer > 0 else Refusal.NOBODY_IN_REACH)


@kernel
def why_stuck(s, w, who):
    """What keeps a unit where it is."""
    unit = s.units[who]
    if unit.prone == 1:
        return int(Refusal.PRONE)
    if is_holding(s, who):
        return int(Refusal.HOLDS)
    if is_held(s, who):
        return int(Refusal.HELD)
    if is_leg_bound(s, who) or is_body_bound(s, who) or are_feet_bound(s, who):
        return int(Refusal.BOUND)
    if is_restrained(s, w, who):
        return int(Refusal.RESTRAINED)
    return int(Refusal.LEG_INJURED if is_leg_injured(s, who) else Refusal.NONE)


@kernel
def why_no_move(s, w, who, verb):
    """Why a movement is not offered."""
    unit = s.units[who]
    if verb == Verb.STAND_UP:
        if unit.prone == 0:
            return int(Refusal.NOT_PRONE)
        if unit.fall_timer > 0:
            return int(Refusal.FALLEN)
        return int(Refusal.LEG_INJURED if is_leg_injured(s, who) else Refusal.BOUND)
    if verb == Verb.CRAWL:
        if unit.prone == 0:
            return int(Refusal.NOT_PRONE)
        return int(Refusal.MOVED_THIS_TURN if unit.turn_cell != unit.cell else Refusal.NO_WAY)
    if verb == Verb.LEAVE_CLUSTER and unit.cluster == NO_UNIT:
        return int(Refusal.NOT_IN_CLUSTER)
    if verb == Verb.JUMP_DOWN and unit.elevation <= ground_at(w, int(unit.cell)):
        return int(Refusal.NO_HEIGHT)
    reason = why_stuck(s, w, who)
    if reason != Refusal.NONE:
        return reason
    if unit.climbing != Climbing.NOT and (verb == Verb.MOVE or verb == Verb.RUN or verb == Verb.DROP_PRONE):
        return int(Refusal.CLIMBS)
    if verb == Verb.FLEE:
        return int(Refusal.NO_EXIT)
    if verb >= Verb.CLIMB_UP:
        return int(Refusal.IN_CLUSTER if unit.cluster != NO_UNIT else Refusal.NOTHING_TO_CLIMB)
    return int(Refusal.NO_WAY)


@kernel
def why_nothing_else(s, w, who, verb):
    """Why something is not offered that is neither an attack nor a movement."""
    unit = s.units[who]
    if Verb.GUARD <= verb <= Verb.GUARD_CELL:
        if is_held(s, who):
            return int(Refusal.HELD)
        if is_felled(s, who):
            return int(Refusal.PRONE)
        if unit.guard == GuardKind.ALLY + verb - Verb.GUARD:
            return int(Refusal.ON_GUARD)
        return int(Refusal.NO_WAY if verb == Verb.GUARD_BORDER else Refusal.NO_ALLY)
    if verb == Verb.HIDE:
        return int(Refusal.IN_CLUSTER if unit.cluster != NO_UNIT else Refusal.NO_CONCEALMENT)
    if verb == Verb.TAKE_COVER:
        if unit.in_cover == 1:
            return int(Refusal.IN_COVER)
        return int(Refusal.IN_CLUSTER if unit.cluster != NO_UNIT else Refusal.NO_COVER)
    if verb == Verb.DODGE:
        return int(Refusal.DODGE_READY if unit.dodge_ready == 1 else Refusal.NO_SHOOTER)
    if verb == Verb.BREATHER:
        return int(Refusal.RESTED)
    if verb == Verb.READY_SHOT:
        return int(Refusal.NO_RANGED_WEAPON if ranged_slot(s, w, who) < 0 else Refusal.NOT_READY)
    if verb == Verb.READY_MOVE or verb == Verb.READY_PRONE:
        return why_no_ready_move(s, who)
    if Verb.DRAW <= verb <= Verb.SWAP_ITEMS:
        if are_hands_bound(s, who):
            return int(Refusal.HANDS_BOUND)
        return int(Refusal.HAND_NEEDED if verb == Verb.GET_ITEM or verb == Verb.DRAW else Refusal.NO_ITEM)
    return why_no_help(s, who, verb)


@kernel
def why_no_ready_move(s, who):
    """Why neither moving nor lying down can be readied."""
    if s.units[who].prone == 1:
        return int(Refusal.PRONE)
    is_bound = are_feet_bound(s, who) or is_leg_bound(s, who) or is_body_bound(s, who)
    return int(Refusal.BOUND if is_bound else Refusal.NO_WAY)


@kernel
def why_no_help(s, who, verb):
    """Why skills, holds and the rest are not offered."""
    if verb == Verb.PRIME_SKILL:
        return int(Refusal.NO_WILLPOWER if s.units[who].skills != 0 else Refusal.NO_SKILL)
    if verb == Verb.FIRST_AID or verb == Verb.RALLY:
        return int(
            Refusal.NOBODY_NEAR if has_skill(s, who, Skill.FIRST_AID + verb - Verb.FIRST_AID) else Refusal.NO_SKILL
        )
    if verb == Verb.RELEASE_GRAB:
        return int(Refusal.HOLDS_NOBODY)
    if verb == Verb.STRUGGLE:
        return int(Refusal.HELD_BY_NOBODY)
    if verb == Verb.DRAG:
        return int(Refusal.TOO_FEW_CARRIERS)
    if verb == Verb.BASH:
        return int(Refusal.NO_STRUCTURE)
    if verb == Verb.SEIZE:
        there = objective_at(s, int(s.units[who].cell)) >= 0
        return int(Refusal.ENEMY_IN_CLUSTER if there else Refusal.NO_OBJECTIVE)
    return int(Refusal.NOBODY_NEAR)
