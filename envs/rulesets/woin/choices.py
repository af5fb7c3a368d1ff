"""What may be answered at each prompt. The rules' own ``may_...`` predicates decide."""

from __future__ import annotations

from typing import Any

from ...core.compiler import kernel
from ...core.state import NO_UNIT, offer, top
from ...core.state.choosing import NO_REFUSAL, UNSAID, Part
from .board import CELLS, STRIDE
from .rules.casting import may_cast_at, may_cast_at_cell
from .rules.declaring import offer_luck, offer_trade
from .rules.menu import has_option, may_handle, may_take_mode, may_target, offer_ambush, offer_turn
from .rules.refusals import refusal_of
from .rules.ways import may_stop_at, offer_moves
from .rules.weapons import may_draw
from .vocab import A_CELL, ANSWERS, MODES, MOST_DICE, PARTS_OF, SLOTS, UNITS, Item, Prompt, Verb

#: The space of answers: name, kind and size of each section, in the order of the numbering. A verb is its own answer.
SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("mode", "plain", MODES),
    ("unit", "unit", UNITS),
    ("item", "plain", SLOTS + 1),
    ("dice", "plain", MOST_DICE),
    ("cell", "cell", CELLS),
)
EMPTY = -1  # stands for a slot without a weapon
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
    """An item is named after the weapon in the slot, the last one bare hands; other parts after themselves."""
    if section != "item" or s["decider"] == NO_UNIT:
        return None
    weapons: list[int] = s["units"][s["decider"]]["weapons"].tolist()
    return [*(weapon or EMPTY for weapon in weapons), int(Item.UNARMED)]


@kernel
def item_at(s, who, value):
    """The weapon in a slot, or bare hands."""
    return int(s.units[who].weapons[value]) if value < SLOTS else 0


@kernel
def legal(s, w):
    """Offer every legal answer to the current prompt, cells among them; other parts of choices ``refusal_of_part`` decides."""
    who = int(s.decider)
    if s.prompt == Prompt.TURN:
        offer_turn(s, w, who)
    elif s.prompt == Prompt.CELL:
        offer_cells(s, w, who, int(s.pending_verb))
    elif s.prompt == Prompt.TRADE:
        offer_trade(s, w, top(s))
    elif s.prompt == Prompt.LUCK:
        offer_luck(s, w, top(s))
    elif s.prompt == Prompt.WATCH:
        offer(s, Verb.FIRE)
        offer(s, Verb.HOLD_FIRE)
    elif s.prompt == Prompt.GUARD:
        offer(s, Verb.GUARD)
        offer(s, Verb.NO_GUARD)
    elif s.prompt == Prompt.AMBUSH:
        offer_ambush(s, w, who)


@kernel
def offer_cells(s, w, who, verb):
    """Offer the cells a verb may be aimed at."""
    if verb == Verb.MOVE or verb == Verb.AMBUSH_MOVE:
        offer_moves(s, w, who)
    elif verb == Verb.CAST_AREA:
        spell = int(top(s).mode)
        for y in range(s.board_height):
            for x in range(s.board_width):
                if may_cast_at_cell(s, w, who, spell, y * STRIDE + x):
                    offer(s, A_CELL + y * STRIDE + x)
    else:
        for k in range(s.thing_count):
            cell = int(s.thing_cell[k])
            if cell >= 0 and may_handle(s, w, who, verb, cell):
                offer(s, A_CELL + cell)


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
            return may_cast_at(s, w, who, int(frame.mode), value)
        return may_target(s, w, who, verb, value)
    if part == Part.ITEM:
        if verb == Verb.DRAW:
            return may_draw(s, w, who, value)
        return has_option(s, w, who, verb, int(frame.target), value)
    if part == Part.MODE:
        return may_take_mode(s, w, who, verb, int(frame.target), int(frame.item_used), value)
    if verb == Verb.CAST_AREA:
        return may_cast_at_cell(s, w, who, int(frame.mode), value)
    if verb == Verb.OPEN or verb == Verb.UNLOCK:
        return may_handle(s, w, who, verb, value)
    return may_stop_at(s, w, who, value)
