"""What a turn is reserved for: a flight that was declared, holding one's ground, the rest of a move or a climb."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import Refusal, Verb
from .engagement import is_engaged
from .fleeing import DECLARED

HAS_MOVED = 1  # flag of a turn: it has moved into contact and may still strike
HAS_FIRED = 2  # flag of a turn: its gun hung fire and has gone off
HAS_CLIMBED = 4  # flag of a turn: half of it was spent on a step up or down
IS_LEAVING = 8  # flag of a turn: blows have fallen at it as it left a fight in the air


@rule("flee.declare", "flee.victor_stays", "c.flight", "action.move")
def refusal_of_whole_turn(s, frame, who):
    """Actions: the whole turn is open, unless the unit declared a flight, must hold its ground, or has climbed or moved."""
    if s.units[who].fleeing == DECLARED:
        return Refusal.MUST_RUN
    if s.units[who].hold_ground == 1:
        return Refusal.HOLDS_GROUND
    if frame.flag_bits & HAS_CLIMBED:
        return Refusal.CLIMBED
    return Refusal.MOVED if frame.flag_bits & HAS_MOVED else Refusal.NONE


@kernel
def stays_put(verb):
    """Whether a verb is open to one that holds its ground."""
    return verb == Verb.STRIKE or verb == Verb.GRAPPLE or verb == Verb.FACE or verb == Verb.WAIT or verb == Verb.PASS


@kernel
def gets_free(verb):
    """Whether a verb is getting up or free on the spot, to go on fighting."""
    return verb == Verb.STAND_UP or verb == Verb.CRAWL_OUT or verb == Verb.BREAK_FREE


@kernel
def is_left_open(s, w, who, refusal, verb):
    """Whether a verb is open, given the refusal of the whole turn."""
    if refusal == Refusal.MUST_RUN:
        return verb == Verb.FLEE or verb == Verb.FLEE_EXIT or verb == Verb.PASS
    if refusal == Refusal.HOLDS_GROUND:
        return stays_put(verb) or (gets_free(verb) and is_engaged(s, w, who))
    if refusal == Refusal.CLIMBED:
        return verb == Verb.MOVE_CAUTIOUS or verb == Verb.ASCEND or verb == Verb.DESCEND or verb == Verb.PASS
    return refusal == Refusal.NONE or verb == Verb.STRIKE or verb == Verb.PASS
