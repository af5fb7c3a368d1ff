"""What may be answered at each prompt. The verdicts of the rules decide."""

from __future__ import annotations

from typing import Any

from ...core.compiler import kernel
from ...core.state import NO_UNIT, offer, top
from ...core.state.choosing import Part, offer_unless
from .board import CELLS, STRIDE
from .rules.chasing import refusal_of_surpassing
from .rules.defending import kind_of_verb, refusal_of_kind
from .rules.effects import refusal_of_barring
from .rules.luck import refusal_of_luck_shot
from .rules.menu import refusal_of_aim, refusal_of_direction, refusal_of_item, refusal_of_mode
from .rules.offering import offer_turn, refusal_in_turn
from .vocab import A_CELL, A_DIRECTION, ANSWERS, DIRECTIONS, MODES, PARTS_OF, SLOTS, UNITS, Prompt, Refusal, Verb

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
__all__ = [
    "ANSWERS",
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
        offer_turn(s, w, who)
    elif s.prompt == Prompt.DEFENCE:
        for verb in range(Verb.USE_DODGE, Verb.NO_DEFENCE + 1):
            offer_unless(s, verb, refusal_of_kind(s, w, who, frame, kind_of_verb(verb)))
    elif s.prompt == Prompt.STUMBLE:
        for direction in range(0, 8, 2):
            offer_unless(s, A_DIRECTION + direction, refusal_of_barring(s, who, int(frame.who), direction))
    elif s.prompt == Prompt.CHASE:
        for verb in range(Verb.CHASE_RUN, Verb.CHASE_SWIM + 1):
            offer(s, verb)
    elif s.prompt == Prompt.SURPASS:
        for verb in range(Verb.SURPASS_ATTACK, Verb.SURPASS_BIND + 1):
            offer_unless(s, verb, refusal_of_surpassing(s, w, who, int(frame.target), verb))
        offer(s, Verb.GO_ON)
    elif s.prompt < Prompt.TARGET:
        first = first_answer(int(s.prompt))
        offer(s, first)
        offer(s, first + 1)


@kernel
def refusal_of(s, w, who, verb):
    """What keeps the unit that is asked from a verb, or from a direction that a stumble may bar."""
    frame = top(s)
    if s.prompt == Prompt.TURN and Verb.END_TURN <= verb <= Verb.SEIZE:
        return refusal_in_turn(s, w, who, verb)
    if Verb.END_TURN <= verb <= Verb.SEIZE:
        return Refusal.TURN_ONLY
    if s.prompt == Prompt.DEFENCE and Verb.USE_DODGE <= verb <= Verb.NO_DEFENCE:
        return refusal_of_kind(s, w, who, frame, kind_of_verb(verb))
    if s.prompt == Prompt.SURPASS and Verb.SURPASS_ATTACK <= verb <= Verb.SURPASS_BIND:
        return refusal_of_surpassing(s, w, who, int(frame.target), verb)
    if s.prompt == Prompt.STUMBLE and A_DIRECTION <= verb < A_CELL:
        if (verb - A_DIRECTION) % 2 != 0:
            return Refusal.NO_BORDER
        return refusal_of_barring(s, who, int(frame.who), verb - A_DIRECTION)
    return Refusal.NONE if is_always_open(int(s.prompt), verb) else Refusal.WHEN_ASKED


@kernel
def is_always_open(prompt, verb):
    """Whether a verb is an answer to a prompt that can always be given."""
    if prompt == Prompt.CHASE:
        return Verb.CHASE_RUN <= verb <= Verb.CHASE_SWIM
    if prompt == Prompt.SURPASS:
        return verb == Verb.GO_ON
    if prompt <= Prompt.DEFENCE or prompt >= Prompt.TARGET or prompt == Prompt.STUMBLE:
        return False
    return first_answer(prompt) <= verb <= first_answer(prompt) + 1


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
    who = int(s.decider)
    if part == Part.TARGET:
        return refusal_of_aim(s, w, who, verb, value)
    if part == Part.MODE:
        return refusal_of_mode(s, w, who, verb, value)
    if part == Part.ITEM:
        return refusal_of_item(s, w, who, verb, value)
    if part == Part.DIRECTION:
        return refusal_of_direction(s, w, who, verb, int(frame.target), value)
    if value % STRIDE >= s.board_width or value // STRIDE >= s.board_height:
        return Refusal.OFF_MAP
    return Refusal.NONE if verb == Verb.OBSERVE_CELL else refusal_of_luck_shot(s, w, who, value)
