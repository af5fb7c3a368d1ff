"""Ambushes declared before the battle: whom, how, and with which dice. Nobody sees what others declare."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import ask, pop
from ....core.state.choosing import Part, ask_next_part, forget_choice, take_part
from ..vocab import A_DICE, ANSWERS, PARTS_OF, Prompt, Strike, Verb
from .conditions import is_active, is_foe
from .declaring import may_trade, price_now, weigh_pool
from .prices import least_luck, most_luck


class Declaring(IntEnum):
    """Steps of the declarations."""

    NEXT = 0
    ANSWER = 1
    TRADED = 2
    LUCK = 3
    LUCKED = 4
    DECLARED = 5


@rule("ambush.awareness", "ambush.skip", "ambush.single_action")
def is_possible(s, w):
    """Awareness: whether any side knows of the other beforehand."""
    if w.book.ambush_actions == 0:
        return False
    for side in range(s.side_count):
        if s.may_ambush[side] == 1:
            return True
    return False


@rule("ambush.awareness")
def may_declare(s, who):
    """Awareness: active units of a side that knows of the other, as long as there is an enemy."""
    if not is_active(s, who) or s.may_ambush[s.units[who].side] == 0:
        return False
    for other in range(s.unit_count):
        if is_active(s, other) and is_foe(s, who, other):
            return True
    return False


@rule("ambush.declaration", "sequence.ambush_step", "ambush.intent_required")
def declaration_step(s, w, frame):
    """Declaring: each unit in the order of the roster names an enemy and an action, with dice to trade and LUCK, or declines."""
    who = int(frame.who)
    if frame.step == Declaring.NEXT:
        ask_next_declaration(s, w, frame)
    elif frame.step == Declaring.ANSWER:
        answered = take_part(s, ANSWERS, frame)
        if ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered) != Part.VERB:
            s.has_changed = 0
            return
        keep_plan(s, frame, who)
        frame.step = Declaring.DECLARED
        if is_attack_plan(frame.verb):
            trade_step(s, w, frame, who)
    elif frame.step == Declaring.TRADED:
        frame.trade = s.answer - A_DICE
        frame.step = Declaring.LUCK
    elif frame.step == Declaring.LUCK:
        luck_step(s, w, frame, who)
    elif frame.step == Declaring.LUCKED:
        frame.luck = s.answer - A_DICE
        frame.step = Declaring.DECLARED
    else:
        finish_declaration(s, frame, who)


@kernel
def ask_next_declaration(s, w, frame):
    """Ask the next unit of the roster; what it may declare takes the actions of the ambush turn."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if may_declare(s, who):
            frame.who = who
            frame.step = Declaring.ANSWER
            s.units[who].actions_left = w.book.ambush_actions
            ask(s, Prompt.AMBUSH, who)
            return
    pop(s)


@rule("attack.psionic")
def is_attack_plan(verb):
    """Psionic attacks: in the ambush turn a power is an attack as one with a weapon."""
    return verb == Verb.AMBUSH_ATTACK or verb == Verb.CAST


@kernel
def planned_strike(frame):
    """What an attack that is declared is made with."""
    return int(Strike.SPELL) if frame.verb == Verb.CAST else int(frame.item_used)


@rule("ambush.pairwise")
def keep_plan(s, frame, who):
    """Declaring: one target and one action."""
    unit = s.units[who]
    if frame.verb == Verb.NO_AMBUSH:
        return
    unit.plan_verb = frame.verb
    unit.plan_target = frame.target
    if is_attack_plan(frame.verb):
        unit.plan_item = planned_strike(frame)
        unit.plan_mode = frame.mode
    elif frame.verb == Verb.AMBUSH_MOVE:
        unit.plan_cell = frame.cell


@rule("ambush.declaration")
def trade_step(s, w, frame, who):
    """Declaring: how many dice of an attack are to be traded for damage."""
    frame.strike = planned_strike(frame)
    frame.pool = weigh_pool(s, w, frame, who)
    frame.step = Declaring.LUCK
    if may_trade(s, w, frame, who):
        frame.step = Declaring.TRADED
        ask(s, Prompt.TRADE, who)


@rule("ambush.declaration")
def luck_step(s, w, frame, who):
    """Declaring: how many LUCK dice are to be added to an attack."""
    least = least_luck(w, int(frame.pool), price_now(s, w, frame, who), int(frame.trade))
    frame.luck = least
    frame.step = Declaring.DECLARED
    if most_luck(s, w, who) > least:
        frame.step = Declaring.LUCKED
        ask(s, Prompt.LUCK, who)


@kernel
def finish_declaration(s, frame, who):
    """Keep the dice declared, and leave nothing in the frame for the next unit to see."""
    unit = s.units[who]
    unit.plan_trade = frame.trade
    unit.plan_luck = frame.luck
    unit.actions_left = 0
    forget_choice(frame)
    frame.strike = 0
    frame.pool = 0
    frame.trade = 0
    frame.luck = 0
    frame.step = Declaring.NEXT


@rule("ambush.skip")
def has_declarations(s):
    """No ambush turn: unless a unit has planned an ambush."""
    for who in range(s.unit_count):
        if s.units[who].plan_verb != Verb.NONE:
            return True
    return False
