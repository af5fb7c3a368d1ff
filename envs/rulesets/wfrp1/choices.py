"""What may be answered at each prompt. The rules' own ``may_...`` predicates decide."""

from __future__ import annotations

import numpy as np

from ...core.geometry import CELLS
from ...core.jit import kernel
from ...core.state import offer, top
from .rules.actions import (
    HAS_MOVED,
    may_choose_extra_blow,
    may_choose_in_flight,
    may_choose_in_turn,
    may_crawl,
    may_strike_now,
    may_target,
    rate_of,
)
from .rules.ammunition import may_ready_shot
from .rules.fleeing import DECLARED, may_declare_flight, offer_flight
from .rules.knowledge import know_units
from .rules.missiles import may_fire
from .rules.movement import offer_moves
from .rules.parrying import may_parry
from .rules.winning import may_decide_to_press
from .turn import next_key_after
from .vocab import A_CELL, A_DIRECTION, A_MODE, A_UNIT, MODES, PACK, UNITS, Mode, Prompt, Verb

#: The space of answers: name, kind and size of each section, in the order of the numbering. A verb is its own answer.
SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("mode", "plain", len(Mode)),
    ("unit", "unit", UNITS),
    ("direction", "direction", 8),
    ("item", "plain", PACK),
    ("cell", "cell", CELLS),
)
assert A_CELL == len(Verb) + len(Mode) + UNITS + 8 + PACK

TURN_VERBS = (
    Verb.MOVE_CAUTIOUS, Verb.MOVE_STANDARD, Verb.MOVE_RUN, Verb.MOVE_EVADE, Verb.CHARGE, Verb.STRIKE, Verb.FIRE,
    Verb.FIRE_GROUP, Verb.LOAD, Verb.AIM, Verb.FACE, Verb.WAIT, Verb.PASS, Verb.STAND_UP, Verb.CRAWL,
)  # fmt: skip
IS_TURN_VERB = np.zeros(len(Verb), np.int64)
IS_TURN_VERB[list(TURN_VERBS)] = 1


@kernel
def legal(s, w):
    """Offer every legal answer to the current prompt."""
    frame = top(s)
    who = int(s.decider)
    know_units(s, w, int(s.decider_side))
    if s.prompt == Prompt.TURN:
        offer_turn(s, w, frame, who)
    elif s.prompt == Prompt.TARGET:
        offer_targets(s, w, frame, who)
    elif s.prompt == Prompt.CELL:
        if frame.verb == Verb.FLEE:
            offer_flight(s, w, who)
        else:
            offer_moves(s, w, who, rate_of(frame.verb))
    elif s.prompt == Prompt.MODE:
        offer_modes(s, w, frame, who)
    elif s.prompt == Prompt.PARRY:
        offer(s, Verb.NO_PARRY)
        if may_parry(s, w, who, int(frame.who), False):
            offer(s, Verb.PARRY_MAIN)
        if may_parry(s, w, who, int(frame.who), True):
            offer(s, Verb.PARRY_OFF)
    elif s.prompt == Prompt.DECLARE:
        offer(s, Verb.ACT)
        if may_declare_flight(s, w, who):
            offer(s, Verb.DECLARE_FLEE)
        if may_ready_shot(s, w, who):
            offer(s, Verb.READY_SHOT)
    elif s.prompt == Prompt.EXTRA_BLOW:
        for verb in (Verb.STRIKE, Verb.SWITCH, Verb.PASS):
            if may_choose_extra_blow(s, w, who, verb):
                offer(s, verb)
    elif s.prompt == Prompt.DIRECTION:
        for direction in range(8):
            if frame.verb == Verb.FACE:
                if direction != s.units[who].facing:
                    offer(s, A_DIRECTION + direction)
            elif may_crawl(s, w, who, direction):
                offer(s, A_DIRECTION + direction)
    elif s.prompt == Prompt.PRESS:
        offer(s, Verb.PRESS)
        offer(s, Verb.DECLINE_PRESS)


@kernel
def offer_turn(s, w, frame, who):
    """The verbs of a turn, or of a flight that was declared."""
    if s.units[who].fleeing == DECLARED:
        for verb in (Verb.FLEE, Verb.FLEE_EXIT, Verb.PASS):
            if may_choose_in_flight(s, w, who, verb):
                offer(s, verb)
        return
    moved = frame.flag_bits == HAS_MOVED
    next_key = next_key_after(s, who)
    for answer in range(Verb.MOVE_CAUTIOUS, Verb.CRAWL + 1):
        if IS_TURN_VERB[answer] == 1 and may_choose_in_turn(s, w, who, answer, moved, next_key):
            offer(s, answer)


@kernel
def offer_targets(s, w, frame, who):
    """The units a pending verb may be aimed at."""
    for target in range(s.unit_count):
        if s.pending_verb == Verb.PRESS:
            if may_decide_to_press(s, w, who, target):
                offer(s, A_UNIT + target)
        elif may_target(s, w, who, frame.verb, target):
            offer(s, A_UNIT + target)


@kernel
def offer_modes(s, w, frame, who):
    """The ways of striking or shooting at the target named."""
    for mode in range(MODES):
        if frame.verb == Verb.STRIKE:
            if may_strike_now(s, w, who, int(frame.target), mode):
                offer(s, A_MODE + mode)
        elif may_fire(s, w, who, int(frame.target), mode):
            offer(s, A_MODE + mode)
