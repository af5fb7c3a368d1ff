"""What may be answered at each prompt. The rules say what stands in the way."""

from __future__ import annotations

from typing import Any

from ...core.compiler import kernel
from ...core.state import NO_UNIT, offer, top
from ...core.state.choosing import Part
from .board import CELLS, STRIDE, column, row
from .rules.casting import refusal_of_casting_at, refusal_of_casting_there
from .rules.declaring import offer_dice
from .rules.menu import offer_ambush, offer_turn, refusal_of
from .rules.targets import refusal_of_mode, refusal_of_target, refusal_of_weapon
from .rules.things import refusal_of_handling
from .rules.ways import offer_moves, refusal_of_stop
from .rules.weapons import refusal_of_drawing_from
from .vocab import A_CELL, ANSWERS, MODES, MOST_DICE, PARTS_OF, SLOTS, UNITS, Item, Prompt, Refusal, Verb

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
    elif s.prompt == Prompt.TRADE or s.prompt == Prompt.LUCK:
        offer_dice(s, w, top(s))
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
                if refusal_of_casting_there(s, w, who, spell, y * STRIDE + x) == Refusal.NONE:
                    offer(s, A_CELL + y * STRIDE + x)
    else:
        for k in range(s.thing_count):
            cell = int(s.thing_cell[k])
            if cell >= 0 and refusal_of_handling(s, who, verb, cell) == Refusal.NONE:
                offer(s, A_CELL + cell)


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """What prevents a value from being a part of the choice of a verb, given the parts before it in the frame."""
    who = int(s.decider)
    if part == Part.TARGET and verb == Verb.CAST:
        return refusal_of_casting_at(s, w, who, int(frame.mode), value)
    if part == Part.TARGET:
        return refusal_of_target(s, w, who, verb, value)
    if part == Part.ITEM and verb == Verb.DRAW:
        return refusal_of_drawing_from(s, w, who, value)
    if part == Part.ITEM:
        return refusal_of_weapon(s, w, who, verb, int(frame.target), value)
    if part == Part.MODE:
        return refusal_of_mode(s, w, who, verb, int(frame.target), int(frame.item_used), value)
    if column(value) >= s.board_width or row(value) >= s.board_height:
        return Refusal.OFF_THE_BOARD
    if verb == Verb.CAST_AREA:
        return refusal_of_casting_there(s, w, who, int(frame.mode), value)
    if verb == Verb.OPEN or verb == Verb.UNLOCK:
        return refusal_of_handling(s, who, verb, value)
    return refusal_of_stop(s, who, value)
