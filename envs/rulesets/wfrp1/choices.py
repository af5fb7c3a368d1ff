"""What may be answered at each prompt. The rules' own verdicts decide."""

from __future__ import annotations

from typing import Any

from ...core.compiler import kernel
from ...core.state import NO_UNIT, offer, top
from ...core.state.choosing import Part, offer_unless
from .board import CELLS
from .rules.doors import refusal_of_door
from .rules.engagement import refusal_of_way
from .rules.fleeing import free_blows_known, offer_flight, refusal_of_refuge
from .rules.flying import leaves_air_fight
from .rules.handling import refusal_of_hand, refusal_of_hands
from .rules.hands import is_off
from .rules.menu import PARTS_OF, offer_declarations, offer_extra_blow, offer_turn, rate_of
from .rules.movement import offer_moves, refusal_of_goal
from .rules.parrying import refusal_of_parry
from .rules.striking import refusal_of_manner
from .rules.targets import refusal_of_shot, refusal_of_target
from .rules.throwing import offer_throws, refusal_of_missile_thrown, refusal_of_throw_at
from .rules.verdicts import refusal_of
from .vocab import A_CELL, ANSWERS, PACK, UNITS, Frame, Mode, Prompt, Refusal, Verb

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
        offer_unless(s, Verb.PARRY_MAIN, refusal_of_parry(s, w, who, int(frame.who), False))
        offer_unless(s, Verb.PARRY_OFF, refusal_of_parry(s, w, who, int(frame.who), True))
    elif s.prompt == Prompt.DECLARE:
        offer_declarations(s, w, who)
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
    """What keeps a value from being a part of the choice of a verb, given the parts before it in the frame."""
    who = int(s.decider)
    if part == Part.TARGET:
        return refusal_of_target(s, w, who, verb, value)
    if part == Part.ITEM:
        return refusal_of_hands(s, w, who, verb, value, False)
    if part == Part.DIRECTION:
        return refusal_of_direction(s, w, who, verb, value)
    if part == Part.CELL:
        return refusal_of_cell(s, w, frame, who, verb, value)
    return refusal_of_mode(s, w, frame, who, verb, value)


@kernel
def refusal_of_mode(s, w, frame, who, verb, mode):
    """Of a manner of striking or shooting, of what is thrown, or of a hand: with the declarations for a quick draw."""
    if verb == Verb.STRIKE:
        return refusal_of_manner(s, w, who, int(frame.target), mode)
    if verb == Verb.FIRE:
        return refusal_of_shot(s, w, who, int(frame.target), mode)
    if verb == Verb.THROW_BOMB:
        return refusal_of_missile_thrown(s, w, who, mode)
    if mode > Mode.OFF_HAND:
        return Refusal.NOT_A_HAND
    return refusal_of_hand(s, w, who, verb, int(frame.item_used), is_off(mode), frame.kind == Frame.BATTLE)


@kernel
def refusal_of_direction(s, w, who, verb, direction):
    """Of the ways to turn, to get off, to crawl, or the doors to strike."""
    if verb == Verb.FACE:
        return Refusal.FACES_THERE if direction == s.units[who].facing else Refusal.NONE
    return refusal_of_door(s, who, direction) if verb == Verb.STRIKE_DOOR else refusal_of_way(s, w, who, direction)


@kernel
def refusal_of_cell(s, w, frame, who, verb, cell):
    """Of the cells to move, flee or throw to."""
    if verb == Verb.FLEE:
        return refusal_of_refuge(s, w, who, cell)
    if verb == Verb.THROW_BOMB:
        return refusal_of_throw_at(s, w, who, int(frame.mode), cell)
    return refusal_of_goal(s, w, who, rate_of(verb), cell)


@kernel
def free_blows(s, w, who, verb):
    """How many free blows opponents get when a unit leaves the fight with a verb, as far as its side knows."""
    if who == NO_UNIT:
        return 0
    flees = verb == Verb.DECLARE_FLEE or verb == Verb.FLEE or verb == Verb.FLEE_EXIT
    return free_blows_known(s, w, who) if flees or leaves_air_fight(s, w, who, verb) else 0
