"""What may be answered at each prompt. The rules' own ``may_...`` predicates decide."""

from __future__ import annotations

from typing import Any

from ...core.compiler import kernel
from ...core.state import NO_UNIT, offer
from ...core.state.choosing import NO_REFUSAL, UNSAID, Part
from .board import CELLS
from .rules.casting import may_cast_at
from .rules.menu import may_take_mode, may_target, offer_turn
from .rules.refusals import refusal_of
from .rules.ways import offer_moves
from .rules.weapons import may_switch_to
from .vocab import ANSWERS, MODES, PARTS_OF, SLOTS, UNITS, Prompt, Verb

#: The space of answers: name, kind and size of each section, in the order of the numbering. A verb is its own answer.
SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("mode", "plain", MODES),
    ("unit", "unit", UNITS),
    ("item", "plain", SLOTS),
    ("cell", "cell", CELLS),
)
CHECKED: tuple[int, ...] = ()  # the menu has seen to it that every verb leads somewhere
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
    """An item is named after the weapon in the slot; other parts after themselves."""
    if section != "item" or s["decider"] == NO_UNIT:
        return None
    weapons: list[int] = s["units"][s["decider"]]["weapons"].tolist()
    return weapons


@kernel
def item_at(s, who, value):
    """The weapon in a slot."""
    return int(s.units[who].weapons[value])


@kernel
def legal(s, w):
    """Offer every legal answer to the current prompt, cells among them; other parts of choices ``refusal_of_part`` decides."""
    who = int(s.decider)
    if s.prompt == Prompt.TURN:
        offer_turn(s, w, who)
    elif s.prompt == Prompt.CELL:
        offer_moves(s, w, who)
    elif s.prompt == Prompt.OPPORTUNITY:
        offer(s, Verb.OPPORTUNITY)
        offer(s, Verb.LET_GO)
    elif s.prompt == Prompt.REROLL:
        offer(s, Verb.REROLL)
        offer(s, Verb.KEEP_ROLL)
    elif s.prompt == Prompt.FATE:
        offer(s, Verb.SHAKE_OFF)
        offer(s, Verb.KEEP_TOKENS)
    elif s.prompt == Prompt.SPIRIT:
        offer(s, Verb.RESIST_FEAR)
        offer(s, Verb.BEAR_FEAR)
    elif s.prompt == Prompt.CONSENT:
        offer(s, Verb.AGREE)
        offer(s, Verb.DECLINE)


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """What keeps a value from being a part of the choice of a verb, given the parts before it in the frame; NONE: nothing."""
    return NO_REFUSAL if may_take(s, w, frame, verb, part, value) else UNSAID


@kernel
def may_take(s, w, frame, verb, part, value):
    """Whether a value may be a part of the choice of a verb, given the parts before it in the frame."""
    who = int(s.decider)
    if part == Part.TARGET:
        if verb == Verb.CAST:
            return s.known[value] == 1 and may_cast_at(s, w, who, int(frame.mode), value)
        return may_target(s, w, who, verb, value)
    if part == Part.ITEM:
        return may_switch_to(s, w, who, value)
    return may_take_mode(s, w, who, verb, int(frame.target), value)
