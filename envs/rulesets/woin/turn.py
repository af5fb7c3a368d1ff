"""Sequence of play. The chapters say what each thing does; this module says when, and which unit decides.

Battle: ambushes declared -> the ambush turn -> initiative -> ties -> round: slots in order -> end of round -> the next round.
Slot: it begins, or the countdown of a dying unit -> actions, each followed by fire from overwatch -> it ends.
"""

from __future__ import annotations

from enum import IntEnum

from ...core.compiler import kernel, rule
from ...core.state import NO_UNIT, emit, open_total, push, top
from .rules.ambush import ambush_step
from .rules.attacking import attack_step
from .rules.declaring import Step as Attack
from .rules.declaring import is_area
from .rules.falling import fall_step, trap_step
from .rules.firing import watch_step
from .rules.initiative import initiative_step, next_in_order, tie_step
from .rules.moving import move_step
from .rules.plotting import declaration_step, has_declarations, is_possible
from .rules.pushing import push_step
from .rules.tending import task_step
from .rules.turns import resolve_refill, start_turn, turn_step
from .rules.victory import is_last_round, is_over, resolve_end, resolve_round_end
from .rules.whirling import whirlwind_step
from .vocab import Event, Frame


class Battle(IntEnum):
    """Steps of the battle, which is the bottom frame of the stack."""

    BEGIN = 0
    DECLARED = 1
    INITIATIVE = 2
    TIES = 3
    ROUND = 4
    SLOTS = 5
    ROUND_END = 6


@kernel
def step(s, w):
    """Run one step of the procedure on top; but first the battle may be over. Parts of a total that no event took are gone."""
    open_total(s)
    if s.is_decided == 1 and not is_ambush_going_on(s) and not is_area_going_on(s):
        s.is_decided = 0
        if is_over(s):
            resolve_end(s, False)
            return
    frame = top(s)
    if frame.kind == Frame.BATTLE:
        battle_step(s, w, frame)
    elif frame.kind == Frame.TURN:
        turn_step(s, w, frame)
    elif frame.kind == Frame.ATTACK:
        attack_step(s, w, frame)
    elif frame.kind == Frame.MOVE:
        move_step(s, w, frame)
    elif frame.kind == Frame.WATCH:
        watch_step(s, w, frame)
    elif frame.kind == Frame.TASK:
        task_step(s, w, frame)
    elif frame.kind == Frame.WHIRLWIND:
        whirlwind_step(s, w, frame)
    elif frame.kind == Frame.PUSH:
        push_step(s, w, frame)
    elif frame.kind == Frame.FALL:
        fall_step(s, w, frame)
    elif frame.kind == Frame.TRAP:
        trap_step(s, w, frame)
    elif frame.kind == Frame.DECLARE:
        declaration_step(s, w, frame)
    elif frame.kind == Frame.AMBUSH:
        ambush_step(s, w, frame)


@rule("ambush.simultaneous")
def is_ambush_going_on(s):
    """Simultaneous: whether not everything in the ambush turn has taken effect yet."""
    return s.depth > 1 and s.stack[1].kind == Frame.AMBUSH


@rule("attack.vital", "completion.battle_end")
def is_area_going_on(s):
    """Areas: whether not everybody whom one takes in has been dealt with yet; all of them are hit at once."""
    frame = top(s)
    return frame.kind == Frame.ATTACK and is_area(frame.strike, frame.mode) and frame.step < Attack.END


# --- the battle ------------------------------------------------------------------------------------------------------


@rule("sequence.round_loop")
def battle_step(s, w, frame):
    """One step of the sequence: ambushes, initiative, then round after round."""
    if frame.step == Battle.BEGIN:
        s.is_decided = 1
        ask_for_ambushes(s, w, frame)
    elif frame.step == Battle.DECLARED:
        play_ambushes(s, frame)
    elif frame.step == Battle.INITIATIVE:
        if initiative_step(s, w, frame):
            frame.index = 0
            frame.step = Battle.TIES
    elif frame.step == Battle.TIES:
        if tie_step(s, w, frame):
            frame.step = Battle.ROUND
    elif frame.step == Battle.ROUND:
        begin_round(s, w)
        frame.step = Battle.SLOTS
    elif frame.step == Battle.SLOTS:
        who = next_in_order(s, w)
        if who == NO_UNIT:
            frame.step = Battle.ROUND_END
        else:
            start_turn(s, who)
    else:
        resolve_round_end(s)
        frame.step = Battle.ROUND
        if is_last_round(s, w):
            resolve_end(s, True)


@kernel
def ask_for_ambushes(s, w, frame):
    """First of all, units that may ambush declare their plans."""
    frame.step = Battle.INITIATIVE
    if is_possible(s, w):
        frame.step = Battle.DECLARED
        push(s, Frame.DECLARE)


@rule("sequence.ambush_step")
def play_ambushes(s, frame):
    """Step 1: if any unit has declared an ambush, the ambush turn comes before initiative."""
    frame.step = Battle.INITIATIVE
    frame.index = 0
    if has_declarations(s):
        push(s, Frame.AMBUSH)


@rule("sequence.round_loop")
def begin_round(s, w):
    """The next round: all slots are to come again, in the same order."""
    s.round_no += 1
    for who in range(s.unit_count):
        s.units[who].slots_taken = 0
        if w.book.luck_refills == 1 and s.round_no > 1:
            resolve_refill(s, w, who)
    emit(s, Event.ROUND_BEGINS, NO_UNIT, NO_UNIT, int(s.round_no), 0)
