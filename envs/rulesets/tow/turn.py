"""Sequence of play. The chapters say what each thing does; this module says when, and which unit decides.

Battle: deploying -> who goes first -> rounds of two turns. Turn of a side: start -> rally tests and strategy spells -> charges
declared -> charges moved -> flight goes on -> moves -> shooting -> combats -> end.
"""

from __future__ import annotations

from enum import IntEnum

from ...core.compiler import kernel, rule
from ...core.dice import die
from ...core.state import NO_UNIT, emit, pop, push, top
from .board import OFF_BOARD
from .rules.aftermath import aftermath_step
from .rules.alarm import wounds_of_last
from .rules.blows import blows_step
from .rules.bodies import is_there
from .rules.charge_moves import resolve_charge_move
from .rules.charging import charge_step
from .rules.combat import combat_step, start_combat
from .rules.deploying import deploy_step
from .rules.engagement import end_combats, next_combat
from .rules.fleeing import resolve_compulsory
from .rules.harm import harm_step, resolve_zero
from .rules.magic import cast_step
from .rules.orders import may_act, next_unit, order_step, start_order
from .rules.panic import panic_step
from .rules.rallying import resolve_rally
from .rules.shooting import shot_step
from .rules.templates import template_step
from .rules.victory import is_over, resolve_end
from .vocab import Event, Frame, Phase

D6 = 6


class Battle(IntEnum):
    """Steps of the battle, which is the bottom frame of the stack."""

    BEGIN = 0
    DEPLOY = 1
    FIRST = 2
    ROUND = 3
    FIRST_TURN = 4
    SECOND_TURN = 5
    ROUND_END = 6


class Turn(IntEnum):
    """Steps of a phase."""

    BEGIN = 0
    RALLY = 1
    UNITS = 2
    END = 3


@kernel
def step(s, w):
    """Run one step of the procedure on top, after any panic test that is due."""
    frame = top(s)
    if s.panicked != 0 and is_moment_of_panic(frame.kind) and start_panic(s):
        return
    if frame.kind == Frame.BATTLE:
        battle_step(s, w, frame)
    elif frame.kind == Frame.TURN:
        turn_step(s, w, frame)
    elif frame.kind == Frame.ORDER:
        order_step(s, w, frame)
    elif frame.kind == Frame.CHARGE:
        charge_step(s, w, frame)
    elif frame.kind == Frame.CAST:
        cast_step(s, w, frame)
    elif frame.kind == Frame.SHOT:
        shot_step(s, w, frame)
    elif frame.kind == Frame.TEMPLATE:
        template_step(s, w, frame)
    elif frame.kind == Frame.HARM:
        harm_step(s, w, frame)
    elif frame.kind == Frame.PANIC:
        panic_step(s, w, frame)
    elif frame.kind == Frame.COMBAT:
        combat_step(s, w, frame)
    elif frame.kind == Frame.BLOWS:
        blows_step(s, w, frame)
    elif frame.kind == Frame.AFTERMATH:
        aftermath_step(s, w, frame)


@rule("x.morale.panic")
def start_panic(s):
    """Panic: the first unit that has to test. Whether there is one."""
    for who in range(s.unit_count):
        if int(s.panicked) >> who & 1 == 1:
            s.panicked &= ~(1 << who)
            push(s, Frame.PANIC).who = who
            return True
    return False


@rule("x.morale.panic")
def is_moment_of_panic(kind):
    """Panic: at the end of the action that caused it; in a combat at once, before the next step."""
    if kind == Frame.COMBAT or kind == Frame.AFTERMATH:
        return True
    return kind == Frame.TURN or kind == Frame.ORDER or kind == Frame.CHARGE


# --- the battle ------------------------------------------------------------------------------------------------------


@rule("x.turn.sequence")
def battle_step(s, w, frame):
    """Turn sequence: rounds of two turns, the first side's first."""
    if frame.step == Battle.BEGIN:
        begin_battle(s, w)
        frame.step = Battle.DEPLOY
    elif frame.step == Battle.DEPLOY:
        if deploy_step(s, w, frame):
            frame.step = Battle.FIRST
    elif frame.step == Battle.FIRST:
        if roll_first(s, w):
            frame.step = Battle.ROUND
    elif frame.step == Battle.ROUND:
        s.round_no += 1
        emit(s, Event.ROUND_BEGINS, NO_UNIT, NO_UNIT, s.round_no, 0)
        frame.step = Battle.FIRST_TURN
    elif frame.step == Battle.FIRST_TURN:
        frame.step = Battle.SECOND_TURN
        start_turn(s, int(s.first_side))
    elif frame.step == Battle.SECOND_TURN:
        frame.step = Battle.ROUND_END
        start_turn(s, 1 - int(s.first_side))
    else:
        frame.step = Battle.ROUND
        if s.round_no >= w.book.rounds:
            resolve_end(s, w, True)


@kernel
def begin_battle(s, w):
    """Setting up: a unit with a 0 in a characteristic that must not be 0 dies."""
    for who in range(s.unit_count):
        resolve_zero(s, w, who)
    s.panicked = 0


@rule("x.setup.first_turn")
def roll_first(s, w):
    """Who goes first: the higher of two D6, with ties rolled again; or as the scenario says. Returns whether it is known."""
    shown = 0
    if w.book.fixed_first_side >= 0:
        s.first_side = w.book.fixed_first_side
    else:
        one, other = die(s, D6), die(s, D6)
        if one == other:
            return False
        s.first_side = 0 if one > other else 1
        shown = 10 * max(one, other) + min(one, other)
    emit(s, Event.FIRST_SIDE, NO_UNIT, NO_UNIT, int(s.first_side), shown)
    return True


# --- the turn of a side ----------------------------------------------------------------------------------------------


@kernel
def start_turn(s, side):
    """A side takes its turn."""
    s.turn_side = side
    s.phase = Phase.START
    push(s, Frame.TURN)
    emit(s, Event.TURN_BEGINS, NO_UNIT, NO_UNIT, side, 0)


@rule("x.turn.sequence")
def turn_step(s, w, frame):
    """Turn sequence: the phases, and in each one unit after the other."""
    if frame.step == Turn.BEGIN:
        begin_phase(s, w)
        frame.step = Turn.RALLY if s.phase == Phase.STRATEGY else Turn.UNITS
    elif frame.step == Turn.RALLY:
        who = next_to_rally(s)
        if who == NO_UNIT:
            frame.step = Turn.UNITS
            forget_done(s)
        else:
            s.units[who].done = 1
            resolve_rally(s, w, who)
    elif frame.step == Turn.UNITS:
        if s.phase == Phase.COMBAT:
            combats_step(s, w, frame)
        elif not is_phase_of_units(s) or not unit_step(s, w):
            frame.step = Turn.END
    else:
        frame.step = Turn.BEGIN
        end_phase(s, w)


@kernel
def is_phase_of_units(s):
    """Whether units act one after the other in this phase."""
    return s.phase != Phase.START and s.phase != Phase.END


@rule("x.turn.sequence", "x.turn.activation")
def unit_step(s, w):
    """One unit at a time: the next unit acts; units that can only pass are skipped. Returns whether a unit acted."""
    who = next_unit(s, w)
    while who != NO_UNIT:
        s.units[who].done = 1
        if s.phase == Phase.CHARGE_MOVES:
            if s.units[who].charge_target != NO_UNIT:
                resolve_charge_move(s, w, who)
                return True
        elif s.phase == Phase.COMPULSORY:
            if s.units[who].fleeing == 1:
                resolve_compulsory(s, w, who)
                return True
        elif may_act(s, w, who):
            start_order(s, who)
            return True
        who = next_unit(s, w)
    return False


@kernel
def combats_step(s, w, frame):
    """The next combat, until all are fought."""
    who = next_combat(s)
    if who == NO_UNIT:
        end_combats(s)
        frame.step = Turn.END
    else:
        start_combat(s, w, who)


@kernel
def next_to_rally(s):
    """The next fleeing unit of the active side that has not tested."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.side == s.turn_side and unit.fleeing == 1 and unit.done == 0 and is_there(s, who):
            return who
    return NO_UNIT


@kernel
def forget_done(s):
    """Mark all units as not having acted in this phase."""
    for who in range(s.unit_count):
        s.units[who].done = 0


@rule("x.turn.sequence", "x.morale.panic")
def begin_phase(s, w):
    """Phases: reset what is counted by phase."""
    emit(s, Event.PHASE_BEGINS, NO_UNIT, NO_UNIT, int(s.phase), 0)
    s.template_cell = OFF_BOARD
    s.template_size = 0
    s.fought = 0
    for who in range(s.unit_count):
        unit = s.units[who]
        unit.done = 0
        unit.panic_tested = 0
        unit.in_danger = 0
        unit.phase_models = unit.models
        unit.phase_wounds = wounds_of_last(s, who)
    if s.phase == Phase.START:
        begin_turn(s)


@rule("x.turn.sequence", "x.magic.spells", "x.shoot.misfire")
def begin_turn(s):
    """Start of a turn: what lasted until now is over."""
    for who in range(s.unit_count):
        unit = s.units[who]
        unit.dispels = 0
        unit.stood_and_shot = 0
        unit.fear_tested = 0
        if unit.side != s.turn_side:
            unit.withered = 0
            continue
        unit.warded = 0
        unit.rallied = 0
        unit.moved = 0
        unit.marched = 0
        unit.reformed = 0
        unit.march_tested = 0
        unit.manoeuvred = 0
        unit.allowance = 0
        unit.charge_failed = 0
        unit.charge_target = NO_UNIT
        unit.shot = 0
        unit.spells_cast = 0


@rule("x.turn.sequence", "x.turn.end_and_victory")
def end_phase(s, w):
    """End of a phase: the battle may be over; else the next phase, or the end of the turn."""
    if is_over(s):
        resolve_end(s, w, False)
    elif s.phase == Phase.END:
        end_turn(s)
        s.phase = Phase.NONE
        pop(s)
    else:
        s.phase += 1


@rule("x.shoot.misfire")
def end_turn(s):
    """End of a turn: a machine that misfired is a turn nearer to shooting."""
    for who in range(s.unit_count):
        unit = s.units[who]
        unit.manoeuvred = 0
        unit.allowance = 0
        unit.tripled = 0
        unit.free_turns = 0
        if unit.side == s.turn_side and unit.misfire > 0:
            unit.misfire -= 1
