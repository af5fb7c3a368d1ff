"""What may be answered at each prompt. The rules' own ``may_...`` predicates decide."""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.state import offer, top
from .board import CELLS
from .rules.ammunition import may_ready_shot
from .rules.doors import may_strike_door
from .rules.fleeing import may_declare_flight, offer_flight
from .rules.hands import has_hand_for, has_something_to_draw, is_off, may_drop_to_draw, may_use_hand_for
from .rules.menu import (
    is_done_with_hands,
    may_crawl,
    offer_extra_blow,
    offer_turn,
    rate_of,
)
from .rules.mounted import may_get_off, may_ready_charge
from .rules.movement import offer_moves
from .rules.parrying import may_parry
from .rules.targets import may_fire, may_strike_now, may_target
from .rules.throwing import has_place_to_throw_at, may_throw_bomb, offer_throws
from .rules.winning import may_decide_to_press
from .vocab import A_CELL, A_DIRECTION, A_ITEM, A_MODE, A_UNIT, MODES, PACK, UNITS, Frame, Mode, Prompt, Verb

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


@kernel
def legal(s, w):
    """Offer every legal answer to the current prompt."""
    frame = top(s)
    who = int(s.decider)
    if s.prompt == Prompt.TURN:
        offer_turn(s, w, frame, who)
    elif s.prompt == Prompt.TARGET:
        offer_targets(s, w, frame, who)
    elif s.prompt == Prompt.CELL:
        if frame.verb == Verb.FLEE:
            offer_flight(s, w, who)
        elif frame.verb == Verb.THROW_BOMB:
            offer_throws(s, w, who, int(frame.mode))
        else:
            offer_moves(s, w, who, rate_of(frame.verb))
    elif s.prompt == Prompt.MODE:
        if is_done_with_hands(s.pending_verb):
            offer_hand_modes(s, w, frame, who)
        else:
            offer_modes(s, w, frame, who)
    elif s.prompt == Prompt.ITEM:
        for slot in range(PACK):
            if has_hand_for(s, w, who, s.pending_verb, slot):
                offer(s, A_ITEM + slot)
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
        if may_ready_charge(s, w, who):
            offer(s, Verb.READY_CHARGE)
        if has_something_to_draw(s, w, who):
            offer(s, Verb.QUICK_DRAW)
        if may_drop_to_draw(s, w, who, False) or may_drop_to_draw(s, w, who, True):
            offer(s, Verb.DROP)
    elif s.prompt == Prompt.EXTRA_BLOW:
        offer_extra_blow(s, w, who)
    elif s.prompt == Prompt.DIRECTION:
        offer_directions(s, w, frame, who)
    elif s.prompt == Prompt.MOUNT_BLOW:
        offer(s, Verb.STRIKE)
        offer(s, Verb.PASS)
    elif s.prompt == Prompt.HOLD:
        offer(s, Verb.HOLD_MAINTAIN)
        offer(s, Verb.HOLD_RELEASE)
    elif s.prompt == Prompt.PRESSURE:
        offer(s, Verb.HOLD_PRESSURE)
        offer(s, Verb.PASS)
    elif s.prompt == Prompt.PRESS:
        offer(s, Verb.PRESS)
        offer(s, Verb.DECLINE_PRESS)


@kernel
def offer_hand_modes(s, w, frame, who):
    """The main hand, the other hand; with the declarations only what makes room for a quick draw is dropped."""
    for mode in (Mode.NORMAL, Mode.OFF_HAND):
        off = is_off(mode)
        if frame.kind == Frame.BATTLE and s.pending_verb == Verb.DROP:
            is_open = may_drop_to_draw(s, w, who, off)
        else:
            is_open = may_use_hand_for(s, w, who, s.pending_verb, int(frame.item_used), off)
        if is_open:
            offer(s, A_MODE + mode)


@kernel
def offer_directions(s, w, frame, who):
    """The ways to turn, to crawl, or the doors to strike."""
    for direction in range(8):
        if frame.verb == Verb.FACE:
            is_open = direction != s.units[who].facing
        elif frame.verb == Verb.STRIKE_DOOR:
            is_open = may_strike_door(s, w, who, direction)
        elif frame.verb == Verb.DISMOUNT:
            is_open = may_get_off(s, w, who, direction)
        else:
            is_open = may_crawl(s, w, who, direction)
        if is_open:
            offer(s, A_DIRECTION + direction)


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
        elif frame.verb == Verb.THROW_BOMB:
            if may_throw_bomb(s, w, who, mode) and has_place_to_throw_at(s, w, who, mode):
                offer(s, A_MODE + mode)
        elif may_fire(s, w, who, int(frame.target), mode):
            offer(s, A_MODE + mode)
