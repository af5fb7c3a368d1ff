"""What may be answered at each prompt. The rules' own ``may_...`` predicates decide."""

from __future__ import annotations

from typing import Any

from ...core.compiler import kernel
from ...core.state import NO_UNIT, offer, top
from ...core.state.choosing import NO_REFUSAL, UNSAID, Part, offer_if
from .board import CELLS, STRIDE
from .rules.chasing import may_surpass
from .rules.defending import offer_defences
from .rules.effects import may_bar
from .rules.luck import may_luck_shoot
from .rules.menu import may_take_direction, may_take_item, may_take_mode, may_target
from .rules.offering import offer_turn
from .rules.refusals import refusal_of
from .rules.turns import Turn
from .vocab import A_DIRECTION, ANSWERS, DIRECTIONS, MODES, PARTS_OF, SLOTS, UNITS, Prompt, Verb

#: The space of answers: name, kind and size of each section, in the order of the numbering. A verb is its own answer.
SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("mode", "plain", MODES),
    ("unit", "unit", UNITS),
    ("item", "plain", SLOTS),
    ("direction", "direction", DIRECTIONS),
    ("cell", "cell", CELLS),
)
EMPTY = -1  # stands for an empty slot
CHECKED = (Verb.READY_MOVE,)  # of the others the menu has seen to it that they lead somewhere
__all__ = [
    "ANSWERS",
    "CHECKED",
    "PARTS_OF",
    "SECTIONS",
    "item_at",
    "legal",
    "refusal_of",
    "refusal_of_part",
    "stands_for",
]


def stands_for(s: Any, section: str) -> list[int] | None:
    """An item is named after what the slot holds; other parts after themselves."""
    if section != "item" or s["decider"] == NO_UNIT:
        return None
    items: list[int] = s["units"][s["decider"]]["items"].tolist()
    return [item or EMPTY for item in items]


@kernel
def item_at(s, who, value):
    """The item in a slot."""
    return int(s.units[who].items[value])


@kernel
def legal(s, w):
    """Offer every legal answer to the current prompt but the parts of choices, which ``refusal_of_part`` decides."""
    who = int(s.decider)
    frame = top(s)
    if s.prompt == Prompt.TURN:
        offer_turn(s, w, who, frame.step == Turn.FIRST)
    elif s.prompt == Prompt.DEFENCE:
        offer_defences(s, w, who, frame)
    elif s.prompt == Prompt.STUMBLE:
        for direction in range(0, 8, 2):
            offer_if(s, A_DIRECTION + direction, may_bar(s, who, int(frame.who), direction))
    elif s.prompt == Prompt.CHASE:
        for verb in range(Verb.CHASE_RUN, Verb.CHASE_SWIM + 1):
            offer(s, verb)
    elif s.prompt == Prompt.SURPASS:
        for verb in range(Verb.SURPASS_ATTACK, Verb.SURPASS_BIND + 1):
            offer_if(s, verb, may_surpass(s, w, who, int(frame.target), verb))
        offer(s, Verb.GO_ON)
    elif s.prompt < Prompt.TARGET:
        first = first_answer(int(s.prompt))
        offer(s, first)
        offer(s, first + 1)


@kernel
def first_answer(prompt):
    """The first of the two answers to a question of yes or no."""
    if prompt == Prompt.ATTACKED:
        return int(Verb.DEFEND)
    if prompt == Prompt.REROLL:
        return int(Verb.REROLL)
    if prompt == Prompt.PROVOKED:
        return int(Verb.ATTACK_IT)
    if prompt == Prompt.HOLD:
        return int(Verb.LET_GO)
    if prompt == Prompt.STOP:
        return int(Verb.STOP_IT)
    if prompt == Prompt.RESIST:
        return int(Verb.RESIST)
    if prompt == Prompt.EVADE:
        return int(Verb.EVADE)
    if prompt == Prompt.INTERCEPTED:
        return int(Verb.STAY)
    return int(Verb.BLIND_STRAIGHT if prompt == Prompt.BLIND_AXIS else Verb.PURSUE)


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """What keeps a value from being a part of the choice of a verb, given the parts before it in the frame; NONE: nothing."""
    return NO_REFUSAL if may_take(s, w, frame, verb, part, value) else UNSAID


@kernel
def may_take(s, w, frame, verb, part, value):
    """Whether a value may be a part of the choice of a verb, given the parts before it in the frame."""
    who = int(s.decider)
    if part == Part.TARGET:
        return may_target(s, w, who, verb, value)
    if part == Part.MODE:
        return may_take_mode(s, w, who, verb, int(frame.target), value)
    if part == Part.ITEM:
        return may_take_item(s, w, who, verb, value)
    if part == Part.DIRECTION:
        return may_take_direction(s, w, who, verb, int(frame.target), value)
    if value % STRIDE >= s.board_width:
        return False
    return verb == Verb.OBSERVE_CELL or may_luck_shoot(s, w, who, value)
