"""What may be answered at each prompt. The rules' own ``may_...`` predicates decide."""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.state import offer, top
from ...core.state.choosing import NO_REFUSAL, UNSAID, Part
from .board import CELLS, STRIDE, UNREACHED
from .rules.aftermath import offer_aftermath
from .rules.blows import may_attack_character, may_attack_unit, offer_attacks
from .rules.charging import may_charge, offer_reactions
from .rules.deploying import fill_zone
from .rules.magic import may_cast_at
from .rules.moving import refusal_of_reform_into
from .rules.orders import offer_orders
from .rules.poses import pose_after
from .rules.refusals import refusal_of
from .rules.shooting import may_shoot_so
from .rules.templates import may_flame
from .vocab import (
    A_CELL,
    A_MODE,
    A_TURN,
    ANSWERS,
    FILES_TOLD,
    FIRST_MANOEUVRE,
    LAST_MANOEUVRE,
    PARTS_OF,
    TURNS,
    UNITS,
    Mode,
    Prompt,
    Refusal,
    Verb,
)

#: The space of answers: name, kind and size of each section, in the order of the numbering. A verb is its own answer.
SECTIONS = (
    ("verb", "plain", len(Verb)),
    ("mode", "plain", len(Mode)),
    ("turn", "plain", TURNS),
    ("unit", "unit", UNITS),
    ("cell", "cell", CELLS),
)
CHECKED: tuple[int, ...] = ()  # the menus have seen to it that every verb leads somewhere
__all__ = ["ANSWERS", "CHECKED", "PARTS_OF", "SECTIONS", "leads_to", "legal", "refusal_of", "refusal_of_part"]


@kernel
def legal(s, w):
    """Offer every legal answer to the current prompt but the parts of choices, which ``refusal_of_part`` decides."""
    who = int(s.decider)
    if Prompt.STRATEGY <= s.prompt <= Prompt.SHOOT and s.prompt != Prompt.REACTION:
        offer_orders(s, w, who)
    elif s.prompt == Prompt.REACTION:
        offer_reactions(s, w, who)
    elif s.prompt == Prompt.DISPEL:
        offer(s, Verb.DISPEL)
        offer(s, Verb.LET_PASS)
    elif s.prompt == Prompt.CHALLENGE:
        offer(s, Verb.CHALLENGE)
        offer(s, Verb.KEEP_SILENT)
    elif s.prompt == Prompt.CHALLENGED:
        offer(s, Verb.ACCEPT)
        offer(s, Verb.REFUSE)
    elif s.prompt == Prompt.ATTACK:
        offer_attacks(s, w, who)
    elif s.prompt == Prompt.AFTER or s.prompt == Prompt.OVERRUN:
        offer_aftermath(s, w, who)
    elif s.prompt == Prompt.CELL and s.pending_verb == 0:
        offer_places(s, w, who)


@kernel
def offer_places(s, w, who):
    """Where a unit may be deployed."""
    fill_zone(s, w, who)
    for y in range(s.board_height):
        for x in range(s.board_width):
            if s.reach[y * STRIDE + x] != UNREACHED:
                offer(s, A_CELL + y * STRIDE + x)


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """What keeps a value from being a part of the choice of a verb, given the parts before it in the frame; NONE: nothing."""
    if FIRST_MANOEUVRE <= verb <= LAST_MANOEUVRE:
        return refusal_of_manner(s, w, frame, verb, part, value)
    return NO_REFUSAL if may_take(s, w, frame, verb, part, value) else UNSAID


@kernel
def refusal_of_manner(s, w, frame, verb, part, value):
    """What keeps a unit from making a manoeuvre so: by so many cells, into so many files, with such a facing."""
    who = int(s.decider)
    if part == Part.ITEM:
        return pose_after(s, w, who, verb, int(frame.mode), value)[0]
    return refusal_of_reform_into(s, w, who, value) if verb == Verb.REFORM else pose_after(s, w, who, verb, value, 0)[0]


@kernel
def may_take(s, w, frame, verb, part, value):
    """Whether a value may be a part of the choice of a verb, given the parts before it in the frame."""
    who = int(s.decider)
    if part == Part.CELL:
        return s.reach[value] != UNREACHED
    if part == Part.TARGET:
        if verb == Verb.CHARGE:
            return may_charge(s, w, who, value)
        if verb == Verb.CAST_UNIT:
            return may_cast_at(s, w, who, int(frame.mode), value)
        if verb == Verb.ATTACK_UNIT:
            return may_attack_unit(s, w, who, value)
        if verb == Verb.ATTACK_CHARACTER:
            return may_attack_character(s, w, who, value)
        return may_shoot_so(s, w, who, value, int(Mode.SINGLE))
    return may_take_mode(s, w, frame, who, verb, value)


@kernel
def may_take_mode(s, w, frame, who, verb, mode):
    """Whether a mode fits a verb: cells forward, files, shots, directions of a flame, spells."""
    if verb == Verb.SHOOT:
        return may_shoot_so(s, w, who, int(frame.target), mode)
    if verb == Verb.FLAME:
        return may_flame(s, w, who, mode)
    for target in range(s.unit_count):
        if may_cast_at(s, w, who, mode, target):
            return True
    return False


@kernel
def leads_to(s, w, who, answer):
    """Where a manoeuvre ends: 1 + the quarter its front looks to + 4 times (its files + ``FILES_TOLD`` times the quarters of an
    inch left); 0 for anything else.
    """
    frame = top(s)
    verb, mode, turn = int(s.pending_verb), int(frame.mode), 0
    if s.prompt == Prompt.MOVE:
        verb, mode = int(answer), 0
    elif s.prompt == Prompt.MODE and verb != Verb.REFORM:
        mode = int(answer) - A_MODE
    elif s.prompt == Prompt.ITEM:
        turn = int(answer) - A_TURN
    else:
        return 0
    is_whole = FIRST_MANOEUVRE <= verb <= LAST_MANOEUVRE and (s.prompt != Prompt.MOVE or PARTS_OF[verb, 0] == Part.VERB)
    if not is_whole:
        return 0
    refusal, _, facing, files, cost = pose_after(s, w, who, verb, mode, turn)
    if refusal != Refusal.NONE:
        return 0
    return 1 + facing // 2 + 4 * (files + FILES_TOLD * (int(s.units[who].allowance) - cost))
