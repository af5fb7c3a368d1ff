"""Actions: one after the other in a turn, what each costs, and how it is carried out."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit
from ....core.state.choosing import Part, ask_next_part, forget_choice, take_part
from ..board import OFF_BOARD
from ..vocab import ANSWERS, PARTS_OF, Event, Prompt, Task, Verb
from .casting import start_casting
from .conditions import held_by, is_active, release
from .costs import cost_of
from .declaring import start_attack
from .moving import start_move
from .postures import (
    lose_aim,
    resolve_aiming,
    resolve_dropping_prone,
    resolve_feinting,
    resolve_hunkering,
    resolve_standing,
    resolve_unhunkering,
)
from .suppressing import resolve_suppressing
from .tending import start_task
from .things import resolve_open
from .watching import resolve_watch
from .weapons import resolve_draw, resolve_drop, resolve_pick_up, resolve_reload, resolve_sheathe
from .whirling import start_whirlwind


class Turn(IntEnum):
    """Steps of an activation."""

    BEGIN = 0
    CHOOSE = 1
    ANSWER = 2
    ACTED = 3
    AIMED = 4
    END = 5


@rule("turn.any_order")
def choose_step(s, w, frame, who):
    """Actions: one after the other, as long as the unit is active and has anything left."""
    unit = s.units[who]
    left = unit.actions_left + unit.free_left + unit.moves_left
    if not is_active(s, who) or (left == 0 and held_by(s, who) == NO_UNIT):
        frame.step = Turn.END
    else:
        frame.step = Turn.ANSWER
        ask(s, Prompt.TURN, who)


@kernel
def answer_step(s, w, frame, who):
    """One part of a choice; then it is carried out."""
    answered = take_part(s, ANSWERS, frame)
    if ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered) != Part.VERB:
        s.has_changed = 0
        return
    verb, target, mode, cell, item = (
        int(frame.verb), int(frame.target), int(frame.mode), int(frame.cell), int(frame.item_used),
    )  # fmt: skip
    forget_choice(frame)
    frame.step = step_after(verb)
    if not is_attack(verb):
        lose_aim(s, who)
    pay(s, w, who, verb, mode)
    if verb == Verb.MOVE:
        start_move(s, w, who, cell)
    elif verb == Verb.ATTACK:
        start_attack(s, w, who, target, item, mode, 0)
    elif verb == Verb.WHIRLWIND:
        start_whirlwind(s, who)
    elif verb == Verb.CAST:
        start_casting(s, w, who, mode, target, OFF_BOARD)
    elif verb == Verb.CAST_AREA:
        start_casting(s, w, who, mode, NO_UNIT, cell)
    elif is_task(verb):
        start_task_of(s, w, who, verb, target, mode, cell)
    elif Verb.DRAW <= verb <= Verb.RELOAD:
        resolve_handling(s, w, who, verb, item)
    else:
        resolve_simple(s, w, who, verb, target, cell)


@rule("aim.immediate")
def is_attack(verb):
    """At once: whether a verb is an attack, for which a unit may have aimed."""
    return verb == Verb.ATTACK or verb == Verb.WHIRLWIND or verb == Verb.CAST or verb == Verb.CAST_AREA


@rule("overwatch.interrupt", "aim.immediate")
def step_after(verb):
    """Overwatch: every action exposes the unit to fire, a move at each of its steps; an aim or feint lasts for the next
    action only.
    """
    if verb == Verb.END_TURN:
        return int(Turn.END)
    if verb == Verb.MOVE or verb == Verb.RELEASE:
        return int(Turn.CHOOSE)
    return int(Turn.AIMED) if verb == Verb.AIM or verb == Verb.FEINT else int(Turn.ACTED)


@rule("action.cost_table")
def pay(s, w, who, verb, mode):
    """Budget: what a verb costs. Moves are paid for as they go; the end of the turn and letting go cost nothing."""
    if verb == Verb.END_TURN or verb == Verb.MOVE or verb == Verb.RELEASE:
        return
    unit = s.units[who]
    cost = cost_of(w, verb, mode)
    if cost == 0 and unit.free_left > 0:
        unit.free_left -= 1
    else:
        unit.actions_left -= max(cost, 1)


# --- carrying it out -------------------------------------------------------------------------------------------------


@kernel
def is_task(verb):
    """Whether a verb is a check, or dice of healing."""
    if verb == Verb.HEAL or verb == Verb.DRINK or verb == Verb.SCAN:
        return True
    return verb == Verb.SHAKE_OFF or verb == Verb.UNLOCK or verb == Verb.HIDE


@kernel
def start_task_of(s, w, who, verb, target, mode, cell):
    """Begin the task a verb stands for."""
    if verb == Verb.HEAL:
        start_task(s, w, who, int(Task.EMERGENCY_HEALING), target, 0)
    elif verb == Verb.DRINK:
        start_task(s, w, who, int(Task.DRAUGHT), target, 0)
    elif verb == Verb.SCAN:
        start_task(s, w, who, int(Task.SCAN), target, 0)
    elif verb == Verb.SHAKE_OFF:
        start_task(s, w, who, int(Task.SHAKE_OFF), NO_UNIT, mode)
    elif verb == Verb.UNLOCK:
        start_task(s, w, who, int(Task.UNLOCK), NO_UNIT, cell)
    else:
        start_task(s, w, who, int(Task.HIDE), NO_UNIT, 0)


@kernel
def resolve_handling(s, w, who, verb, item):
    """Weapons handled."""
    if verb == Verb.DRAW:
        resolve_draw(s, who, item)
    elif verb == Verb.SHEATHE:
        resolve_sheathe(s, who)
    elif verb == Verb.DROP:
        resolve_drop(s, who)
    elif verb == Verb.PICK_UP:
        resolve_pick_up(s, w, who)
    else:
        resolve_reload(s, w, who)


@kernel
def resolve_simple(s, w, who, verb, target, cell):
    """Actions that are done at once."""
    if verb == Verb.AIM:
        resolve_aiming(s, who)
    elif verb == Verb.FEINT:
        resolve_feinting(s, who)
    elif verb == Verb.OVERWATCH:
        resolve_watch(s, who)
    elif verb == Verb.SUPPRESS:
        resolve_suppressing(s, w, who, target)
    elif verb == Verb.HUNKER:
        resolve_hunkering(s, who)
    elif verb == Verb.UNHUNKER:
        resolve_unhunkering(s, who)
    elif verb == Verb.DROP_PRONE:
        resolve_dropping_prone(s, who)
    elif verb == Verb.STAND:
        resolve_standing(s, who)
    elif verb == Verb.OPEN:
        resolve_open(s, w, who, cell)
    elif verb == Verb.RELEASE:
        release(s, who)
    else:
        emit(s, Event.ENDED_TURN, who, NO_UNIT, 0, 0)
