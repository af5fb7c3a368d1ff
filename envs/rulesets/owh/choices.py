"""What may be answered at each prompt, and what stands in the way of the rest. The rules' own ``refusal_of_...`` decide."""

from __future__ import annotations

from typing import Any

from ...core.compiler import kernel
from ...core.state import NO_UNIT, offer
from ...core.state.choosing import Part
from .board import CELLS
from .rules.casting import refusal_of_casting, refusal_of_casting_at, refusal_of_spell
from .rules.conditions import refusal_of_berserk, refusal_of_dousing
from .rules.fate import refusal_of_ailment
from .rules.ground import refusal_of_interacting
from .rules.menu import (
    has_item_use_left,
    is_bound,
    is_free_verb,
    may_act_freely,
    offer_turn,
    refusal_of_acting,
    refusal_of_all,
    refusal_of_attack,
    refusal_of_coordination,
    refusal_of_defending,
    refusal_of_execution,
    refusal_of_free_execution,
    refusal_of_item,
    refusal_of_paying,
    refusal_of_striking_freely,
    refusal_of_target,
)
from .rules.sneaking import refusal_of_hiding
from .rules.targets import refusal_of_mode
from .rules.ways import offer_moves, refusal_of_cell, refusal_of_move, refusal_of_withdrawing
from .rules.weapons import (
    refusal_of_loose_weapon,
    refusal_of_recovering,
    refusal_of_reloading,
    refusal_of_slot,
    refusal_of_switching,
)
from .vocab import ANSWERS, MODES, PARTS_OF, SLOTS, UNITS, Prompt, Refusal, Verb

#: The space of answers: name, kind and size of each section, in the order of the numbering. A verb is its own answer.
SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("mode", "plain", MODES),
    ("unit", "unit", UNITS),
    ("item", "plain", SLOTS),
    ("cell", "cell", CELLS),
)
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
    else:
        for verb in range(Verb.OPPORTUNITY, Verb.DECLINE + 1):
            if s.prompt == prompt_of(verb):
                offer(s, verb)


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """What prevents a value from being a part of the choice of a verb, given the parts before it in the frame."""
    who = int(s.decider)
    if part == Part.TARGET:
        if verb == Verb.CAST:
            return refusal_of_casting_at(s, w, who, int(frame.mode), value)
        return refusal_of_target(s, w, who, verb, value)
    if part == Part.CELL:
        return refusal_of_cell(s, w, who, value)
    if part == Part.ITEM:
        return refusal_of_slot(s, w, who, value)
    if verb == Verb.ATTACK:
        return refusal_of_mode(s, w, int(frame.target), value)
    return refusal_of_spell(s, w, who, value) if verb == Verb.CAST else refusal_of_ailment(s, who, value)


@kernel
def refusal_of(s, w, who, verb):
    """What prevents the deciding unit from choosing a verb."""
    if verb == Verb.NONE or s.prompt != prompt_of(verb):
        return Refusal.TURN_ONLY if Verb.NONE < verb < Verb.OPPORTUNITY else Refusal.WHEN_ASKED
    if verb >= Verb.OPPORTUNITY or verb == Verb.END_TURN:
        return Refusal.NONE
    refusal = refusal_of_acting(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if is_free_verb(verb):
        return refusal_of_free(s, w, who, verb) if may_act_freely(s, w, who) else Refusal.NO_FREE_ACTION
    if is_bound(s, who) and verb != Verb.ATTACK and verb != Verb.MOVE:
        return Refusal.BOUND
    if verb == Verb.COORDINATE:
        return refusal_of_coordination(s, w, who)
    if verb == Verb.EXTINGUISH:
        return refusal_of_dousing(s, w, who)
    refusal = refusal_of_paying(s, w, who, verb)
    return refusal_of_standard(s, w, who, verb) if refusal == Refusal.NONE else refusal


@kernel
def prompt_of(verb):
    """The prompt that a verb answers: the turn, or one of the prompts with two answers."""
    if verb < Verb.OPPORTUNITY:
        return int(Prompt.TURN)
    return int(Prompt.OPPORTUNITY + (verb - Verb.OPPORTUNITY) // 2)


@kernel
def refusal_of_free(s, w, who, verb):
    """What prevents a unit with a free action from using it for a verb."""
    if verb == Verb.FREE_ATTACK:
        return refusal_of_striking_freely(s, w, who)
    if verb == Verb.FREE_EXECUTE:
        return refusal_of_free_execution(s, w, who)
    if verb == Verb.BERSERK:
        return refusal_of_berserk(s, w, who)
    if verb == Verb.SWITCH_WEAPON:
        return refusal_of_switching(s, w, who)
    return refusal_of_loose_weapon(s, w, who)


@kernel
def refusal_of_standard(s, w, who, verb):
    """What prevents a unit from taking a standard action that it can pay for."""
    if verb == Verb.ATTACK:
        return refusal_of_attack(s, w, who)
    if verb == Verb.MOVE:
        return refusal_of_move(s, w, who)
    if verb == Verb.WITHDRAW:
        return refusal_of_withdrawing(s, w, who)
    if verb == Verb.DEFEND:
        return refusal_of_defending(w)
    if verb == Verb.HIDE:
        return refusal_of_hiding(s, w, who)
    if verb == Verb.CAST:
        return refusal_of_casting(s, w, who)
    if Verb.HEAL <= verb <= Verb.COAT_SLEEP:
        return refusal_of_item(s, w, who, verb) if has_item_use_left(s, w, who) else Refusal.NO_ITEM_USES
    if verb == Verb.EXECUTE:
        return refusal_of_execution(s, w, who)
    if verb == Verb.ROUSE:
        return refusal_of_all(s, w, who, verb, Refusal.NOBODY_ASLEEP)
    if verb == Verb.LOOT:
        return refusal_of_all(s, w, who, verb, Refusal.NO_CORPSE)
    if verb == Verb.RELOAD:
        return refusal_of_reloading(s, w, who)
    if verb == Verb.RECOVER_WEAPON:
        return refusal_of_recovering(s, w, who)
    return refusal_of_interacting(s, w, who)
