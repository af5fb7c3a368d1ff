"""Verdicts: what keeps the deciding unit from any verb, by the same rules as the menu."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ..vocab import Prompt, Refusal, Verb
from .ammunition import refusal_of_loading, refusal_of_ready_shot
from .doors import refusal_of_striking_door
from .engagement import refusal_of_facing
from .entangling import refusal_of_breaking_free
from .firearms import refusal_of_broken_shot
from .fleeing import refusal_of_declared_flight, refusal_of_exit, refusal_of_flight
from .flying import refusal_of_ascent, refusal_of_descent
from .handling import refusal_of_declared_draw, refusal_of_declared_drop, refusal_of_handling, refusal_of_hands
from .magic import refusal_of_magic
from .menu import (
    rate_of,
    refusal_of_aiming_in_turn,
    refusal_of_free_choice,
    refusal_of_grapple_in_turn,
    refusal_of_lost_blow,
    refusal_of_lost_shot,
    refusal_of_missiles_in_turn,
    refusal_of_staying,
    refusal_of_strike_in_turn,
    refusal_of_the_doomed,
    refusal_of_throw_in_turn,
)
from .mounted import refusal_of_crawling_out, refusal_of_dismounting, refusal_of_mounting, refusal_of_ready_charge
from .movement import refusal_of_crawling, refusal_of_move, refusal_of_standing_up
from .order import refusal_of_waiting
from .parrying import refusal_of_parry
from .reserved import is_left_open, refusal_of_whole_turn
from .targets import (
    refusal_of_charge,
    refusal_of_fire,
    refusal_of_fire_group,
    refusal_of_grapple,
    refusal_of_strike,
    refusal_of_switch,
    refusal_of_swoop,
)
from .tending import refusal_of_tending


@kernel
def refusal_of(s, w, who, verb):
    """The first thing that keeps the deciding unit from a verb; NONE if the verb is offered."""
    if who == NO_UNIT:
        return Refusal.NOBODY_ASKED
    refusal = refusal_of_moment(s, w, verb)
    if refusal != Refusal.NONE:
        return refusal
    if s.prompt == Prompt.TURN:
        return refusal_in_turn(s, w, top(s), who, verb)
    if s.prompt == Prompt.EXTRA_BLOW:
        return refusal_of_extra_blow(s, w, who, verb)
    if s.prompt == Prompt.DECLARE:
        return refusal_of_declaration(s, w, who, verb)
    if s.prompt == Prompt.PARRY and verb != Verb.NO_PARRY:
        return refusal_of_parry(s, w, who, int(top(s).who), verb == Verb.PARRY_OFF)
    return Refusal.NONE


@kernel
def refusal_of_moment(s, w, verb):
    """What is chosen at another moment than this one."""
    if verb == Verb.PRESS or verb == Verb.DECLINE_PRESS:
        return Refusal.NONE if s.prompt == Prompt.PRESS else Refusal.WHEN_WON
    if Verb.ACT <= verb <= Verb.READY_CHARGE:
        return Refusal.NONE if s.prompt == Prompt.DECLARE else Refusal.DECLARED_ONLY
    if verb == Verb.HOLD_MAINTAIN or verb == Verb.HOLD_RELEASE:
        return Refusal.NONE if s.prompt == Prompt.HOLD else Refusal.WHEN_HOLDING
    if verb == Verb.HOLD_PRESSURE:
        return Refusal.NONE if s.prompt == Prompt.PRESSURE else Refusal.WHEN_WRESTLING
    if Verb.PARRY_MAIN <= verb <= Verb.NO_PARRY:
        return Refusal.NONE if s.prompt == Prompt.PARRY else Refusal.WHEN_STRUCK
    if s.prompt == Prompt.DECLARE:
        return Refusal.NONE if verb == Verb.DROP else Refusal.TURN_ONLY
    if s.prompt == Prompt.MOUNT_BLOW:
        return Refusal.NONE if verb == Verb.STRIKE or verb == Verb.PASS else Refusal.MOUNT
    if s.prompt == Prompt.EXTRA_BLOW:
        return Refusal.NONE if is_of_later_blow(w, verb) else Refusal.BLOWS_ONLY
    if s.prompt == Prompt.TURN or (s.prompt == Prompt.PRESSURE and verb == Verb.PASS):
        return Refusal.NONE
    return Refusal.ASKED_FIRST


@kernel
def is_of_later_blow(w, verb):
    """Whether a verb stands for a blow, which a later slot of the round is for, or takes no time."""
    if (
        verb == Verb.STRIKE
        or verb == Verb.SWITCH
        or verb == Verb.GRAPPLE
        or verb == Verb.STRIKE_DOOR
        or verb == Verb.PASS
    ):
        return True
    return verb == Verb.DROP and w.book.drop_cost == 0


@kernel
def refusal_of_declaration(s, w, who, verb):
    """Of what is declared for the round."""
    if verb == Verb.DECLARE_FLEE:
        return refusal_of_declared_flight(s, w, who)
    if verb == Verb.READY_SHOT:
        return refusal_of_ready_shot(s, w, who)
    if verb == Verb.READY_CHARGE:
        return refusal_of_ready_charge(s, w, who)
    if verb == Verb.QUICK_DRAW:
        return refusal_of_declared_draw(s, w, who)
    return refusal_of_declared_drop(s, w, who) if verb == Verb.DROP else Refusal.NONE


@kernel
def refusal_of_extra_blow(s, w, who, verb):
    """Of a later blow."""
    if verb == Verb.STRIKE:
        return refusal_of_strike(s, w, who)
    if verb == Verb.PASS:
        return Refusal.NONE
    refusal = refusal_of_the_doomed(s, who)
    if refusal != Refusal.NONE:
        return refusal
    if verb == Verb.SWITCH:
        return refusal_of_switch(s, w, who)
    if verb == Verb.GRAPPLE:
        return refusal_of_grapple(s, w, who)
    if verb == Verb.STRIKE_DOOR:
        return refusal_of_striking_door(s, w, who)
    return refusal_of_hands(s, w, who, verb, 0, False) if verb == Verb.DROP else Refusal.NONE


@kernel
def refusal_in_turn(s, w, frame, who, verb):
    """In the first slot: blows and missiles, also for a unit put out at this very moment; then verbs that need a free choice."""
    refusal = refusal_of_whole_turn(s, frame, who)
    if refusal == Refusal.MUST_RUN and verb == Verb.PASS:
        can_run = refusal_of_flight(s, w, who) == Refusal.NONE or refusal_of_exit(s, w, who) == Refusal.NONE
        return refusal_of_staying(s, w, who, can_run)
    if not is_left_open(s, w, who, refusal, verb):
        return refusal
    if verb == Verb.FLEE or verb == Verb.FLEE_EXIT:
        if refusal == Refusal.NONE:
            return Refusal.DECLARED_ONLY
        return refusal_of_flight(s, w, who) if verb == Verb.FLEE else refusal_of_exit(s, w, who)
    if verb == Verb.PASS:
        return Refusal.NONE
    if verb == Verb.SWITCH:
        return Refusal.LATER_BLOW
    if verb == Verb.STRIKE:
        return refusal_of_strike_in_turn(s, w, who)
    if verb == Verb.GRAPPLE:
        return refusal_of_grapple_in_turn(s, w, who)
    if verb == Verb.AIM:
        return refusal_of_aiming_in_turn(s, w, who)
    if verb == Verb.FIRE or verb == Verb.FIRE_GROUP or verb == Verb.THROW_BOMB:
        refusal = refusal_of_missiles_in_turn(s, frame, who)
        if refusal != Refusal.NONE:
            return refusal
        if verb == Verb.THROW_BOMB:
            return refusal_of_throw_in_turn(s, w, who)
        return refusal_of_fire(s, w, who) if verb == Verb.FIRE else refusal_of_fire_group(s, w, who)
    refusal = refusal_of_free_choice(s, who)
    if refusal == Refusal.NONE and verb == Verb.STRIKE_DOOR:
        refusal = refusal_of_lost_blow(s, who)
    if refusal == Refusal.NONE and verb == Verb.FIRE_BROKEN:
        refusal = refusal_of_lost_shot(s, who)
    return refusal if refusal != Refusal.NONE else refusal_of_free(s, w, frame, who, verb)


@kernel
def refusal_of_free(s, w, frame, who, verb):
    """Of what is chosen freely in a turn."""
    if Verb.MOVE_CAUTIOUS <= verb <= Verb.MOVE_EVADE:
        return refusal_of_move(s, w, who, rate_of(verb))
    if verb == Verb.CHARGE:
        return refusal_of_charge(s, w, who)
    if verb == Verb.LOAD:
        return refusal_of_loading(s, w, who)
    if verb == Verb.FIRE_BROKEN:
        return refusal_of_broken_shot(s, w, who)
    if verb == Verb.FACE:
        return refusal_of_facing(s, w, who)
    if verb == Verb.WAIT:
        return refusal_of_waiting(s, w, frame, who)
    if verb == Verb.STAND_UP:
        return refusal_of_standing_up(s, who)
    if verb == Verb.CRAWL:
        return refusal_of_crawling(s, w, who)
    if verb == Verb.CRAWL_OUT:
        return refusal_of_crawling_out(s, who)
    if verb == Verb.BREAK_FREE:
        return refusal_of_breaking_free(s, who)
    if verb == Verb.SWOOP:
        return refusal_of_swoop(s, w, who)
    if verb == Verb.ASCEND:
        return refusal_of_ascent(s, w, who)
    if verb == Verb.DESCEND:
        return refusal_of_descent(s, w, who)
    if verb == Verb.TEND:
        return refusal_of_tending(s, w, who)
    if verb == Verb.MOUNT:
        return refusal_of_mounting(s, w, who)
    if verb == Verb.DISMOUNT:
        return refusal_of_dismounting(s, w, who)
    if verb == Verb.STRIKE_DOOR:
        return refusal_of_striking_door(s, w, who)
    return refusal_of_magic(s, w, who) if verb == Verb.MAGIC else refusal_of_handling(s, w, who, verb)
