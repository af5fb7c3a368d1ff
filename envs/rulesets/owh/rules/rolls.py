"""Rolls that may be rolled again for a fate token: checks, sums of dice, the table of called shots.

A procedure that needs a roll pushes one (:func:`start_check`, :func:`start_sum`, :func:`start_table`) and reads ``s.rolled`` in
its own next step. Attacks make their own attack rolls in the same way.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ....core.compiler import kernel, rule
from ....core.dice import edge_check, keep_extreme, sum_of
from ....core.state import NO_UNIT, ask, emit, emit_roll, pop, push, term
from ..tables import REROLL_BITS
from ..vocab import EDGES, SIDES_CODE, Event, Frame, Prompt, Roll, Spent, Term, Verb

BIT_OF = np.array(REROLL_BITS, np.int64)
ATTACK_BIT = 1


class Step(IntEnum):
    """Steps of a roll."""

    ROLL = 0
    ASKED = 1


@rule("completion.check")
def start_check(s, who, roll, number, edge, sides):
    """Checks: a d20 with an edge against a number to be reached. ``s.rolled`` will be 1 passed, 0 failed. The number is what
    the bare die must show: modifiers are already off. Its parts are the total opened before.
    """
    frame = push(s, Frame.ROLL)
    frame.who = who
    frame.roll = roll
    frame.number = number
    frame.edge = edge
    frame.amount = sides
    return frame


@rule("completion.advantage_dice")
def with_edge(number, edge):
    """Advantage and disadvantage: what an event of a roll says, its mode or what it is for, and the edge it had."""
    if edge == 0:
        return number
    return number + EDGES if edge > 0 else number + 2 * EDGES


@kernel
def dice_code(count, sides):
    """What an event of a sum says: how many dice, of how many sides."""
    return count * SIDES_CODE + sides


@kernel
def start_sum(s, who, roll, dice, sides):
    """The sum of some dice: ``s.rolled`` will be the sum."""
    frame = push(s, Frame.ROLL)
    frame.who = who
    frame.roll = roll
    frame.index = dice
    frame.amount = sides


@rule("called.table_roll")
def start_table(s, w, who):
    """Table roll: ``s.rolled`` will be the highest of two d10."""
    frame = push(s, Frame.ROLL)
    frame.who = who
    frame.roll = Roll.TABLE
    frame.index = w.book.called_dice
    frame.amount = w.book.called_sides


@kernel
def is_sum(roll):
    """Whether a roll adds up dice."""
    return roll == Roll.DAMAGE or roll == Roll.HEALED or roll == Roll.POTION


@rule("fate.reroll")
def may_reroll(s, w, who, bit, has_failed):
    """Reroll: a unit's own roll, of a kind that tokens may repeat; of d20 rolls only failed ones."""
    if w.book.reroll_kinds & bit == 0 or not has_token(s, w, who):
        return False
    return has_failed or w.book.reroll_only_failed == 0


@rule("fate.denial")
def is_fate_denied(w):
    """Denial: a harsher game, without tokens."""
    return w.book.fate_enabled == 0


@kernel
def has_token(s, w, who):
    """Whether a unit's side has a token, in a game with tokens."""
    return s.tokens[s.units[who].side] > 0 and not is_fate_denied(w)


@rule("fate.reroll", "fate.status_removal")
def spend_token(s, who, purpose):
    """Fate tokens: one of the pool of the side is gone."""
    side = s.units[who].side
    s.tokens[side] -= 1
    emit(s, Event.TOKEN_SPENT, who, NO_UNIT, int(s.tokens[side]), purpose)


@rule("fate.reroll", "completion.check")
def roll_step(s, w, frame):
    """Reroll: roll all the dice; the rolling unit may then spend a token and roll them all again."""
    who, roll = int(frame.who), int(frame.roll)
    if frame.step == Step.ASKED:
        if s.answer == Verb.REROLL:
            spend_token(s, who, Spent.REROLL)
            if not is_sum(roll) and roll != Roll.TABLE:
                term(s, Term.AS_BEFORE, int(frame.number))
            frame.step = Step.ROLL
        else:
            finish_roll(s, frame)
        return
    has_failed = True
    if is_sum(roll):
        frame.dice = sum_of(s, int(frame.index), int(frame.amount))
        if roll == Roll.DAMAGE:
            emit(s, Event.DAMAGE_ROLLED, who, NO_UNIT, frame.dice, dice_code(int(frame.index), int(frame.amount)))
        has_failed = frame.index > 0
    elif roll == Roll.TABLE:
        frame.dice = keep_extreme(s, int(frame.index), int(frame.amount), True)
        emit(s, Event.TABLE_RESULT, who, NO_UNIT, frame.dice, 0)
    else:
        has_failed = not edge_check(s, int(frame.amount), int(frame.edge), int(frame.number))
        frame.dice = 0 if has_failed else 1
        emit_roll(
            s, Event.FAILED if has_failed else Event.PASSED, who, NO_UNIT, frame.number, with_edge(roll, frame.edge)
        )
    is_free = is_sum(roll) or roll == Roll.TABLE
    if (has_failed or not is_free) and may_reroll(s, w, who, int(BIT_OF[roll]), has_failed):
        frame.step = Step.ASKED
        ask(s, Prompt.REROLL, who)
    else:
        finish_roll(s, frame)


@kernel
def finish_roll(s, frame):
    """The roll stands."""
    s.rolled = frame.dice
    pop(s)


@kernel
def take_roll(s):
    """The result of the last roll, for the procedure that asked for it; resets ``s.rolled``."""
    rolled = int(s.rolled)
    s.rolled = 0
    return rolled
