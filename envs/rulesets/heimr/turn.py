"""Sequence of play. Chapters say what a rule does; this module says when it applies and which unit decides.

Battle: initiative -> ties -> first defences -> round: turns in order -> the next round.
Turn: perhaps a delay -> it begins -> actions -> it ends -> the next defence is rolled.
"""

from __future__ import annotations

from enum import IntEnum

from ...core.compiler import kernel, rule
from ...core.state import NO_UNIT, emit, top
from .rules.attacking import attack_step
from .rules.chasing import chase_step, getaway_step
from .rules.checks import check_step
from .rules.climbing import climb_step
from .rules.conditions import is_present
from .rules.defending import defend_step, push_defence, refresh
from .rules.edges import reset_limits
from .rules.effects import effect_step
from .rules.grabs import stop_step
from .rules.heights import height_step
from .rules.hiding import first_hiding
from .rules.moving import move_step
from .rules.ordering import initiative_step, key_step, next_in_order, settle_order
from .rules.readying import aftermath_step
from .rules.stale import stale_defence
from .rules.striking import strike_step
from .rules.tasks import task_step
from .rules.turns import start_turn, turn_step
from .rules.victory import is_last_round, is_over, resolve_end
from .vocab import Event, Frame


class Battle(IntEnum):
    """Steps of the battle, which is the bottom frame of the stack."""

    HIDERS = 0
    INITIATIVE = 1
    TIES = 2
    DEFENCES = 3
    ROUND = 4
    TURNS = 5


@kernel
def step(s, w):
    """Run one step of the procedure on top; but first the battle may be over, or a standing defence may hold no longer."""
    if s.is_decided == 1 and s.depth <= 2 and s.round_no > 0:
        s.is_decided = 0
        if is_over(s):
            resolve_end(s, False)
            return
    if s.is_stale == 1:
        who = stale_defence(s, w)
        if who != NO_UNIT:
            refresh(s, w, who)
            return
        s.is_stale = 0
    frame = top(s)
    if frame.kind == Frame.BATTLE:
        battle_step(s, w, frame)
    elif frame.kind == Frame.TURN:
        turn_step(s, w, frame)
    elif frame.kind == Frame.STRIKE:
        strike_step(s, w, frame)
    elif frame.kind == Frame.ATTACK:
        attack_step(s, w, frame)
    elif frame.kind == Frame.DEFEND:
        defend_step(s, w, frame)
    elif frame.kind == Frame.MOVE:
        move_step(s, w, frame)
    elif frame.kind == Frame.EFFECT:
        effect_step(s, w, frame)
    elif frame.kind == Frame.CHECK:
        check_step(s, w, frame)
    elif frame.kind == Frame.HEIGHT:
        height_step(s, w, frame)
    elif frame.kind == Frame.TASK:
        task_step(s, w, frame)
    else:
        rarer_step(s, w, frame)


@kernel
def rarer_step(s, w, frame):
    """Run one step of a rarer procedure."""
    if frame.kind == Frame.AFTERMATH:
        aftermath_step(s, w, frame)
    elif frame.kind == Frame.STOP:
        stop_step(s, w, frame)
    elif frame.kind == Frame.CLIMB:
        climb_step(s, w, frame)
    elif frame.kind == Frame.GETAWAY:
        getaway_step(s, w, frame)
    elif frame.kind == Frame.CHASE:
        chase_step(s, w, frame)


@rule("turn.sequence", "c.setup", "initiative.roll")
def battle_step(s, w, frame):
    """One step of the sequence: hidden units, initiative, the first defences, then round after round."""
    if frame.step == Battle.HIDERS:
        if first_hiding(s, w, frame):
            frame.step = Battle.INITIATIVE
    elif frame.step == Battle.INITIATIVE:
        if initiative_step(s, w, frame):
            frame.step = Battle.TIES
    elif frame.step == Battle.TIES:
        if key_step(s, frame):
            settle_order(s)
            frame.step = Battle.DEFENCES
    elif frame.step == Battle.DEFENCES:
        first_defences(s, w, frame)
    elif frame.step == Battle.ROUND:
        begin_round(s, w, frame)
    else:
        take_turns(s, frame)


@rule("c.setup")
def first_defences(s, w, frame):
    """Set-up: every unit that is awake rolls its first defence, in the order of initiative."""
    if frame.index >= s.unit_count:
        frame.index = 0
        frame.step = Battle.ROUND
        return
    for who in range(s.unit_count):
        if s.units[who].order == frame.index and s.units[who].present == 1:
            push_defence(s, w, who)
    frame.index += 1


@rule("turn.sequence", "c.end")
def begin_round(s, w, frame):
    """Sequence: the next round, in the same order; after the last one the battle ends."""
    if is_last_round(s, w):
        resolve_end(s, True)
        return
    s.round_no += 1
    s.is_decided = 1
    for who in range(s.unit_count):
        s.units[who].acted = 0
        s.units[who].delays = 0
    frame.step = Battle.TURNS
    emit(s, Event.ROUND_BEGINS, NO_UNIT, NO_UNIT, int(s.round_no), 0)


@rule("turn.sequence", "env.limit_reset")
def take_turns(s, frame):
    """Sequence: turns in order; a unit without a turn still resets, in its place, the limits that began with it."""
    who = next_in_order(s)
    if who == NO_UNIT:
        frame.step = Battle.ROUND
    elif is_skipped(s, who):
        s.units[who].acted = 1
        reset_limits(s, who)
    else:
        start_turn(s, who)


@rule("c.skip_out")
def is_skipped(s, who):
    """Out: units that are dead, gone or have surrendered get no turn."""
    return not is_present(s, who) or s.units[who].surrendered == 1
