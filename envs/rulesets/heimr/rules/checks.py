"""Rolls against a requirement, and pushing on with willpower."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, base_term, emit, emit_roll, open_total, pop, push
from ..vocab import NO_NUMBER, Event, Frame, Prompt, Task, Term, Verb
from .abilities import ability_consistency, ability_potential, is_fresh_enough, is_physical, resolve_fatigue
from .conditions import is_able, is_held
from .grabs import is_only_tired, is_stopped, start_stopping
from .rolling import clamped, roll_ability, roll_dice


class Step(IntEnum):
    """Steps of a check."""

    BEGIN = 0
    ROLL = 1
    ASK = 2
    ASKED = 3
    END = 4


NO_FIXED = 99  # consistency that is the ability's


@rule("check.requirement")
def start_check(s, who, task, ability, number):
    """Requirement: the ability against a number."""
    frame = push(s, Frame.CHECK)
    frame.who = who
    frame.task = task
    frame.mode = ability
    frame.number = number
    frame.consistency = NO_FIXED


@rule("brawl.grab_stop")
def may_be_stopped(task):
    """Stopping: own actions with a physical roll, no falls, hazards and the like."""
    if task == Task.CROSSING or task == Task.CLIMBING or task == Task.HIDING:
        return True
    return task == Task.STRUGGLING or task == Task.CONCEALING or task == Task.BASHING


@kernel
def check_step(s, w, frame):
    """A check: rolled, and again for willpower; the result is 1 or 0."""
    who = int(frame.who)
    if frame.step == Step.BEGIN:
        frame.step = Step.ROLL
        if may_be_stopped(int(frame.task)) and is_held(s, who) and is_physical(w, int(frame.mode)):
            start_stopping(s, who)
    elif frame.step == Step.ROLL:
        roll_check(s, w, frame, who)
    elif frame.step == Step.ASK:
        frame.step = Step.END
        if may_reroll(s, w, frame, who):
            frame.step = Step.ASKED
            ask(s, Prompt.REROLL, who)
    elif frame.step == Step.ASKED:
        frame.step = Step.END
        if s.answer == Verb.REROLL:
            spend_willpower(s, w, who)
            frame.index += 1
            frame.step = Step.ROLL
    else:
        passed = int(frame.outcome)
        pop(s)
        s.result = passed


@kernel
def consistency_of(s, w, frame, who):
    """Consistency of a check: the ability's, or a fixed one."""
    if frame.consistency != NO_FIXED:
        return base_term(s, Term.FIXED, int(frame.consistency))
    return clamped(w, ability_consistency(s, w, who, int(frame.mode)))


@rule("check.requirement", "fatigue.requirement")
def roll_check(s, w, frame, who):
    """Requirement: to be met by the result, which must reach fatigue where the roll is physical."""
    open_total(s)
    physical = is_physical(w, int(frame.mode))
    natural, six = roll_dice(s, w, who, consistency_of(s, w, frame, who))
    total = natural + ability_potential(s, w, who, int(frame.mode)) + int(frame.potential)
    fresh = not physical or is_fresh_enough(s, who, natural)
    if physical:
        resolve_fatigue(s, w, who, six)
    frame.amount = 1 if not fresh and is_met(frame, total) else 0  # 1 it failed by fatigue alone
    stopped = is_stopped(s, frame, who, total, fresh)
    if stopped:
        frame.outcome = 0
        frame.step = Step.ASK if frame.task == Task.STRUGGLING else Step.END
    else:
        frame.outcome = 1 if fresh and is_met(frame, total) else 0
        frame.step = Step.END if frame.outcome == 1 else Step.ASK
    tell(s, frame, who, total, fresh, stopped)


@kernel
def tell(s, frame, who, total, fresh, stopped):
    """The log's row for a check: met or not, failed by fatigue alone, or stopped by a grabber."""
    task = int(frame.task)
    number = int(frame.number) if task != Task.STRUGGLING else int(NO_NUMBER)
    if frame.outcome == 1:
        emit_roll(s, Event.PASSED, who, NO_UNIT, number, task)
    elif stopped and not is_only_tired(frame, total, fresh):
        emit_roll(s, Event.STOPPED, who, NO_UNIT, 0, task)
    else:
        emit_roll(s, Event.TOO_TIRED if frame.amount == 1 else Event.FAILED, who, NO_UNIT, number, task)


@rule("check.requirement")
def is_met(frame, total):
    """Requirement: met by a result as high, or higher."""
    return total >= frame.number


@rule("check.failure_consequence")
def has_consequences(task):
    """Consequences: whether failing hurts: by a fall, by being thrown to the ground, or by an effect."""
    if task == Task.CROSSING or task == Task.HAZARD:
        return True
    return task == Task.CLIMBING or task == Task.HOLDING_ON or task == Task.FALLING or task == Task.JUMPING


@rule("check.willpower_reroll")
def may_reroll(s, w, frame, who):
    """Pushing on: for willpower, as often as it lasts."""
    if s.units[who].wp < w.book.willpower_per_reroll or frame.index >= w.book.max_rerolls or not is_able(s, who):
        return False
    if frame.amount == 1 and w.book.allow_on_fatigue_failure == 0:
        return False
    return not has_consequences(int(frame.task)) or w.book.allow_when_failure_has_consequences == 1


@rule("check.willpower_reroll")
def spend_willpower(s, w, who):
    """Pushing on: pay the cost of another roll."""
    s.units[who].wp -= w.book.willpower_per_reroll
    emit(s, Event.WILLPOWER_SPENT, who, NO_UNIT, int(w.book.willpower_per_reroll), int(s.units[who].wp))


# --- opposed rolls ---------------------------------------------------------------------------------------------------


@rule("check.opposed")
def mental_total(s, w, who, ability):
    """Opposed: the total of a roll of an ability without fatigue."""
    open_total(s)
    total, _, _ = roll_ability(s, w, who, ability)
    return total


@rule("check.opposed")
def first_total(s, w, who, ability):
    """Opposed: the total of the first of the two rolls, which has its own line in the log."""
    total = mental_total(s, w, who, ability)
    emit_roll(s, Event.OPPOSED, who, NO_UNIT, total, ability)
    return total


@rule("check.opposed")
def reacts_in_time(w, reacting, acting):
    """Opposed: the reacting unit wins ties."""
    return reacting > acting or (reacting == acting and w.book.reacting_side_wins_ties == 1)
