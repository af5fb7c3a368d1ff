"""What may be answered at each prompt. The rules' own ``may_...`` predicates decide."""

from __future__ import annotations

from typing import Any

from ...core.compiler import kernel
from ...core.state import NO_UNIT, offer, top
from ...core.state.choosing import NO_REFUSAL, UNSAID, Part, offer_if
from .board import CELLS
from .rules.ammunition import may_ready_shot
from .rules.doors import may_strike_door
from .rules.fleeing import free_blows_known, may_declare_flight, offer_flight
from .rules.flying import leaves_air_fight
from .rules.hands import has_hand_for, has_something_to_draw, is_off, may_drop_to_draw, may_use_hand_for
from .rules.menu import (
    PARTS_OF,
    is_done_with_hands,
    may_crawl,
    offer_extra_blow,
    offer_turn,
    rate_of,
)
from .rules.mounted import may_get_off, may_ready_charge
from .rules.movement import offer_moves
from .rules.parrying import may_parry
from .rules.refusals import refusal_of
from .rules.targets import may_fire, may_strike_now, may_target
from .rules.throwing import has_place_to_throw_at, may_throw_bomb, offer_throws
from .rules.winning import may_decide_to_press
from .vocab import A_CELL, ANSWERS, PACK, UNITS, Frame, Mode, Prompt, Verb

#: The space of answers: name, kind and size of each section, in the order of the numbering. A verb is its own answer.
SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("mode", "plain", len(Mode)),
    ("unit", "unit", UNITS),
    ("direction", "direction", 8),
    ("item", "plain", PACK),
    ("cell", "cell", CELLS),
)
__all__ = [
    "ANSWERS",
    "CHECKED",
    "PARTS_OF",
    "SECTIONS",
    "free_blows",
    "item_at",
    "legal",
    "refusal_of",
    "refusal_of_part",
    "stands_for",
]  # fmt: skip
assert A_CELL == len(Verb) + len(Mode) + UNITS + 8 + PACK


#: Verbs that are offered only if their parts can be chosen to the end; for the others the menu has seen to it.
CHECKED = (Verb.CRAWL, Verb.DISMOUNT)


def stands_for(s: Any, section: str) -> list[int] | None:
    """An item is named after what lies in the slot of the decider's pack; other parts after themselves."""
    if section != "item" or s["decider"] == NO_UNIT:
        return None
    packed: list[int] = s["units"][s["decider"]]["pack"].tolist()
    return packed


@kernel
def item_at(s, who, value):
    """What lies in a slot of the pack."""
    return int(s.units[who].pack[value])


@kernel
def legal(s, w):
    """Offer every legal answer to the current prompt, cells among them; other parts of choices ``refusal_of_part`` decides."""
    frame = top(s)
    who = int(s.decider)
    if s.prompt == Prompt.TURN:
        offer_turn(s, w, frame, who)
    elif s.prompt == Prompt.CELL:
        if frame.verb == Verb.FLEE:
            offer_flight(s, w, who)
        elif frame.verb == Verb.THROW_BOMB:
            offer_throws(s, w, who, int(frame.mode))
        else:
            offer_moves(s, w, who, rate_of(frame.verb))
    elif s.prompt == Prompt.PARRY:
        offer(s, Verb.NO_PARRY)
        offer_if(s, Verb.PARRY_MAIN, may_parry(s, w, who, int(frame.who), False))
        offer_if(s, Verb.PARRY_OFF, may_parry(s, w, who, int(frame.who), True))
    elif s.prompt == Prompt.DECLARE:
        offer(s, Verb.ACT)
        offer_if(s, Verb.DECLARE_FLEE, may_declare_flight(s, w, who))
        offer_if(s, Verb.READY_SHOT, may_ready_shot(s, w, who))
        offer_if(s, Verb.READY_CHARGE, may_ready_charge(s, w, who))
        offer_if(s, Verb.QUICK_DRAW, has_something_to_draw(s, w, who))
        offer_if(s, Verb.DROP, may_drop_to_draw(s, w, who, False) or may_drop_to_draw(s, w, who, True))
    elif s.prompt == Prompt.EXTRA_BLOW:
        offer_extra_blow(s, w, who)
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
def refusal_of_part(s, w, frame, verb, part, value):
    """What keeps a value from being a part of the choice of a verb, given the parts before it in the frame; NONE: nothing."""
    return NO_REFUSAL if may_take(s, w, frame, verb, part, value) else UNSAID


@kernel
def may_take(s, w, frame, verb, part, value):
    """Whether a value may be a part of the choice of a verb, given the parts before it in the frame."""
    who = int(s.decider)
    if part == Part.TARGET:
        return may_decide_to_press(s, w, who, value) if verb == Verb.PRESS else may_target(s, w, who, verb, value)
    if part == Part.ITEM:
        return has_hand_for(s, w, who, verb, value)
    if part == Part.DIRECTION:
        return may_point(s, w, who, verb, value)
    if is_done_with_hands(verb):
        return value <= Mode.OFF_HAND and may_use_hand(s, w, frame, who, verb, is_off(value))
    if verb == Verb.STRIKE:
        return may_strike_now(s, w, who, int(frame.target), value)
    if verb == Verb.THROW_BOMB:
        return may_throw_bomb(s, w, who, value) and has_place_to_throw_at(s, w, who, value)
    return may_fire(s, w, who, int(frame.target), value)


@kernel
def may_use_hand(s, w, frame, who, verb, off):
    """The main hand or the other; with the declarations only what makes room for a quick draw is dropped."""
    if frame.kind == Frame.BATTLE and verb == Verb.DROP:
        return may_drop_to_draw(s, w, who, off)
    return may_use_hand_for(s, w, who, verb, int(frame.item_used), off)


@kernel
def may_point(s, w, who, verb, direction):
    """The ways to turn, to get off, to crawl, or the doors to strike."""
    if verb == Verb.FACE:
        return direction != s.units[who].facing
    if verb == Verb.STRIKE_DOOR:
        return may_strike_door(s, w, who, direction)
    if verb == Verb.DISMOUNT:
        return may_get_off(s, w, who, direction)
    return may_crawl(s, w, who, direction)


@kernel
def free_blows(s, w, who, verb):
    """How many free blows the opponents get when somebody leaves the fight by a verb, as far as its side knows."""
    if who == NO_UNIT:
        return 0
    flees = verb == Verb.DECLARE_FLEE or verb == Verb.FLEE or verb == Verb.FLEE_EXIT
    return free_blows_known(s, w, who) if flees or leaves_air_fight(s, w, who, verb) else 0
