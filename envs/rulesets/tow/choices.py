"""What may be answered at each prompt, and what stands in the way of the rest: the rules' own verdicts."""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.state import offer, top
from ...core.state.choosing import Part
from .board import CELLS, STRIDE, UNREACHED, column, row
from .rules.aftermath import offer_aftermath, refusal_of_following
from .rules.blows import offer_attacks, refusal_of_attack, refusal_of_attack_at
from .rules.charging import offer_reactions, refusal_of_charge, refusal_of_reaction
from .rules.deploying import refusal_of_deploying
from .rules.machines import refusal_of_aim
from .rules.magic import refusal_of_sinkhole, refusal_of_spell_at, refusal_of_spell_mode, spell_of
from .rules.moving import refusal_of_reform_into
from .rules.orders import find_places, offer_orders, refusal_of_order
from .rules.poses import pose_after
from .rules.shooting import refusal_of_shot_at, refusal_of_shots
from .rules.templates import refusal_of_flame
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
__all__ = ["ANSWERS", "PARTS_OF", "SECTIONS", "leads_to", "legal", "refusal_of", "refusal_of_part"]


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
        offer_aftermath(s)
    elif s.prompt == Prompt.CELL:
        offer_places(s, w, who, int(s.pending_verb))


@kernel
def offer_places(s, w, who, verb):
    """Offer the cells that may be aimed at, or where a unit may be deployed."""
    find_places(s, w, who, verb)
    for y in range(s.board_height):
        for x in range(s.board_width):
            if s.reach[y * STRIDE + x] != UNREACHED:
                offer(s, A_CELL + y * STRIDE + x)


# --- what stands in the way --------------------------------------------------------------------------------------------


@kernel
def refusal_of(s, w, who, verb):
    """What prevents a unit from choosing a verb: an order when it is asked for one, or an answer to the question that it
    answers.
    """
    is_answer = Verb.HOLD <= verb <= Verb.FLEE or verb >= Verb.DISPEL
    if Prompt.STRATEGY <= s.prompt <= Prompt.SHOOT and s.prompt != Prompt.REACTION:
        return moment_of(verb) if is_answer else refusal_of_order(s, w, who, verb)
    if not is_answer:
        return Refusal.ASKED_FIRST
    if s.prompt == Prompt.REACTION and verb <= Verb.FLEE:
        return refusal_of_reaction(s, w, who, verb)
    if s.prompt == Prompt.ATTACK and (verb == Verb.ATTACK_UNIT or verb == Verb.ATTACK_CHARACTER):
        return refusal_of_attack(s, w, who, verb)
    if (s.prompt == Prompt.AFTER or s.prompt == Prompt.OVERRUN) and verb >= Verb.FOLLOW_UP:
        return refusal_of_following(s, verb)
    is_asked = s.prompt == Prompt.DISPEL and (verb == Verb.DISPEL or verb == Verb.LET_PASS)
    is_asked |= s.prompt == Prompt.CHALLENGE and (verb == Verb.CHALLENGE or verb == Verb.KEEP_SILENT)
    is_asked |= s.prompt == Prompt.CHALLENGED and (verb == Verb.ACCEPT or verb == Verb.REFUSE)
    return Refusal.NONE if is_asked else moment_of(verb)


@kernel
def moment_of(verb):
    """When an answer that is no order is given, as the reason that it is not given now."""
    if verb <= Verb.FLEE:
        return Refusal.WHEN_CHARGED
    if verb <= Verb.LET_PASS:
        return Refusal.WHEN_CAST
    if verb <= Verb.KEEP_SILENT:
        return Refusal.BEFORE_BLOWS
    if verb <= Verb.REFUSE:
        return Refusal.WHEN_CHALLENGED
    return Refusal.IN_COMBAT if verb <= Verb.ATTACK_CHARACTER else Refusal.AFTER_COMBAT


@kernel
def refusal_of_part(s, w, frame, verb, part, value):
    """What prevents a value from being a part of the choice of a verb, given the parts before it in the frame."""
    who = int(s.decider)
    if part == Part.CELL:
        return refusal_of_cell(s, w, who, verb, value)
    if part == Part.TARGET:
        return refusal_of_target_of(s, w, who, verb, int(frame.mode), value)
    if part == Part.ITEM:
        return pose_after(s, w, who, verb, int(frame.mode), value)[0]
    if verb == Verb.SHOOT:
        return refusal_of_shots(s, w, who, value)
    if verb == Verb.FLAME:
        return refusal_of_flame(s, w, who, value)
    if verb == Verb.CAST_UNIT:
        return refusal_of_spell_mode(s, w, who, value)
    return refusal_of_reform_into(s, w, who, value) if verb == Verb.REFORM else pose_after(s, w, who, verb, value, 0)[0]


@kernel
def refusal_of_cell(s, w, who, verb, cell):
    """Why a cell cannot be aimed at, or why a unit cannot be deployed in it."""
    x, y = column(cell), row(cell)
    if x >= s.board_width or y >= s.board_height:
        return Refusal.OFF_TABLE
    if verb == Verb.SHOOT_CELL:
        return refusal_of_aim(s, w, who, x, y)
    return refusal_of_sinkhole(s, w, who, x, y) if verb == Verb.CAST_CELL else refusal_of_deploying(s, w, who, cell)


@kernel
def refusal_of_target_of(s, w, who, verb, mode, target):
    """What prevents a unit from being the target of a verb."""
    if verb == Verb.CHARGE:
        return refusal_of_charge(s, w, who, target)
    if verb == Verb.SHOOT:
        return refusal_of_shot_at(s, w, who, target)
    if verb == Verb.CAST_UNIT:
        return refusal_of_spell_at(s, w, who, spell_of(mode), target)
    return refusal_of_attack_at(s, w, who, verb, target)


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
