"""Sequence of play. The chapters say what each thing does; this module says when, and which unit decides.

Battle: begin -> round: cards -> turns by descending card -> end of round -> the next round.
Turn: own Defend ends -> sources of fear -> fate tokens -> Spirit check -> bleeding, poison, fire -> actions -> counters.
"""

from __future__ import annotations

from enum import IntEnum

from ...core.compiler import kernel, rule
from ...core.state import NO_UNIT, emit, push, top
from .rules.attacking import attack_step
from .rules.casting import cast_step
from .rules.conditions import hp_limit, is_exhausted
from .rules.coordination import coordinate_step
from .rules.fate import hand_out_tokens
from .rules.harm import knock_out, resolve_death, resolve_defeat, resolve_next_fall
from .rules.initiative import deal_step, next_in_order, shuffle
from .rules.moving import move_step
from .rules.pushing import push_step
from .rules.rolls import roll_step
from .rules.sneaking import search_step, sneak_step
from .rules.tending import tend_step
from .rules.turns import turn_step
from .rules.victory import begin_full_round, is_last_round, is_over, resolve_end, resolve_round_end
from .vocab import Event, Frame


class Battle(IntEnum):
    """Steps of the battle, which is the bottom frame of the stack."""

    BEGIN = 0
    ROUND = 1
    DEAL = 2
    TURNS = 3
    ROUND_END = 4


@kernel
def step(s, w):
    """Run one step of the procedure on top; but first fliers fall that cannot fly, and the battle may be over."""
    if s.falling != 0:
        resolve_next_fall(s, w)
        return
    if s.is_decided == 1:
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
    elif frame.kind == Frame.ROLL:
        roll_step(s, w, frame)
    elif frame.kind == Frame.MOVE:
        move_step(s, w, frame)
    elif frame.kind == Frame.SNEAK:
        sneak_step(s, w, frame)
    elif frame.kind == Frame.SEARCH:
        search_step(s, w, frame)
    elif frame.kind == Frame.TEND:
        tend_step(s, w, frame)
    elif frame.kind == Frame.CAST:
        cast_step(s, w, frame)
    elif frame.kind == Frame.PUSH:
        push_step(s, w, frame)
    elif frame.kind == Frame.COORDINATE:
        coordinate_step(s, w, frame)


# --- the battle ------------------------------------------------------------------------------------------------------


@kernel
def battle_step(s, w, frame):
    """One step of the round."""
    if frame.step == Battle.BEGIN:
        begin_battle(s, w)
        frame.step = Battle.ROUND
    elif frame.step == Battle.ROUND:
        s.round_no += 1
        begin_full_round(s)
        emit(s, Event.ROUND_BEGINS, NO_UNIT, NO_UNIT, s.round_no, 0)
        shuffle(s, w)
        frame.index = 0
        frame.step = Battle.DEAL
    elif frame.step == Battle.DEAL:
        if deal_step(s, w, frame):
            frame.index = 0
            frame.step = Battle.TURNS
    elif frame.step == Battle.TURNS:
        who = next_in_order(s)
        if who == NO_UNIT:
            frame.step = Battle.ROUND_END
        else:
            push(s, Frame.TURN).who = who
    else:
        resolve_round_end(s, w)
        frame.step = Battle.ROUND
        if is_last_round(s, w) and not (s.is_decided == 1 and is_over(s)):
            s.is_decided = 0
            resolve_end(s, True)


@rule("completion.deployment")
def begin_battle(s, w):
    """Deployment: disease and exhaustion take effect from the start, but not on corpses; then tokens are handed out."""
    s.is_decided = 1
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.dead == 1:
            continue
        limit = hp_limit(s, w, who)
        unit.hp = min(int(unit.hp), limit)
        if -int(unit.disease) * int(w.book.disease_hp) > unit.hp_max:
            resolve_death(s, who)
        elif limit == 0:
            resolve_defeat(s, w, who, False)
        elif is_exhausted(s, w, who):
            knock_out(s, who)
    hand_out_tokens(s, w)
