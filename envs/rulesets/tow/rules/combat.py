"""A round of combat: fear, challenges, blows from the highest Initiative to the lowest, losses, result, break tests, and what
follows from them.
"""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, pop, push
from ..vocab import Event, Fate, Frame, Prompt, Verb
from .aftermath import start_aftermath
from .blows import start_blows
from .breaking import TAKEN_AGAIN, may_test_again, roll_break_test
from .challenges import next_challenger, opponent_of, resolve_acceptance, resolve_refusal
from .courage import leadership_test
from .engagement import begin_round, end_round, is_fighting_round
from .fear import feared_enemy
from .losses import resolve_casualties, resolve_step_losses, units_to_overrun
from .pursuing import follow_step, next_to_overrun, resolve_overrun
from .result import NOBODY_WON, is_of, resolve_result, settle_result
from .striking import NO_MOMENT, next_group, next_moment


class Step(IntEnum):
    """Steps of a round of combat."""

    BEGIN = 0
    FEAR = 1
    CHALLENGE = 2
    CHALLENGED = 3
    ANSWERED = 4
    MOMENT = 5
    BLOWS = 6
    LOSSES = 7
    CASUALTIES = 8
    RESULT = 9
    BREAK = 10
    BREAK_AGAIN = 11
    AFTERMATH = 12
    FOLLOW = 13
    OVERRUN = 14
    OVERRUN_ANSWER = 15
    END = 16


@kernel
def start_combat(s, w, who):
    """A combat is fought."""
    frame = push(s, Frame.COMBAT)
    frame.who = who
    frame.foe = NO_UNIT


@rule("x.turn.sequence")
def combat_step(s, w, frame):
    """Combats: a round, step by step."""
    if frame.step <= Step.FEAR:
        fear_step(s, w, frame)
    elif frame.step <= Step.ANSWERED:
        challenge_step(s, frame)
    elif frame.step <= Step.LOSSES:
        striking_step(s, w, frame)
    elif frame.step <= Step.RESULT:
        result_step(s, w, frame)
    elif frame.step <= Step.BREAK_AGAIN:
        break_step(s, w, frame)
    else:
        after_step(s, w, frame)


# --- before blows ------------------------------------------------------------------------------------------------------------


@rule("x.morale.fear")
def next_to_fear(s, w):
    """Fear: the next unit that must test in this round; -1 none."""
    for who in range(s.unit_count):
        if is_fighting_round(s, who) and s.units[who].fear_tested == 0 and feared_enemy(s, w, who) != NO_UNIT:
            return who
    return NO_UNIT


@rule("x.morale.fear", "x.combat.engaged")
def fear_step(s, w, frame):
    """Fear: each unit that must test takes one test; a unit that fails is afraid for this round."""
    if frame.step == Step.BEGIN:
        emit(s, Event.COMBAT_BEGINS, int(frame.who), NO_UNIT, 0, 0)
        begin_round(s, int(frame.who))
        frame.step = Step.FEAR
        return
    who = next_to_fear(s, w)
    if who == NO_UNIT:
        frame.step = Step.CHALLENGE
        return
    enemy = feared_enemy(s, w, who)
    s.units[who].fear_tested = 1
    if leadership_test(s, w, who, 0, False) == 1:
        emit(s, Event.STANDS_FAST, who, enemy, 0, 0)
    else:
        s.units[who].afraid = 1
        emit(s, Event.FEARS, who, enemy, 0, 0)


@rule("x.combat.challenge")
def challenge_step(s, frame):
    """Challenges: offered to each character of the active side, then accepted or refused. Waits for both."""
    if frame.step == Step.CHALLENGE:
        who = next_challenger(s, int(frame.asked))
        if who == NO_UNIT:
            frame.asked = 0
            frame.foe = NO_UNIT
            frame.step = Step.MOMENT
            return
        frame.who = who
        frame.foe = opponent_of(s, who)
        frame.asked |= 1 << who
        frame.step = Step.CHALLENGED
        ask(s, Prompt.CHALLENGE, who)
    elif frame.step == Step.CHALLENGED:
        if s.answer != Verb.CHALLENGE:
            frame.step = Step.CHALLENGE
            return
        emit(s, Event.CHALLENGES, int(frame.who), int(frame.foe), 0, 0)
        frame.step = Step.ANSWERED
        ask(s, Prompt.CHALLENGED, int(frame.foe))
    else:
        frame.step = Step.CHALLENGE
        if s.answer == Verb.ACCEPT:
            resolve_acceptance(s, int(frame.foe), int(frame.who))
        else:
            resolve_refusal(s, int(frame.foe), int(frame.who))


# --- blows -------------------------------------------------------------------------------------------------------------------


@rule("x.combat.initiative_order")
def striking_step(s, w, frame):
    """Striking order: all who strike at the same moment do, one unit after the other; then their wounds are taken off."""
    if frame.step == Step.MOMENT:
        frame.index = next_moment(s, w)
        frame.step = Step.CASUALTIES if frame.index == NO_MOMENT else Step.BLOWS
    elif frame.step == Step.BLOWS:
        for who in range(s.unit_count):
            if is_fighting_round(s, who) and next_group(s, w, who, int(frame.index)) != 0:
                start_blows(s, who, int(frame.index))
                return
        frame.step = Step.LOSSES
    else:
        resolve_step_losses(s, w)
        frame.step = Step.MOMENT


@rule("x.combat.result", "casualties.removal")
def result_step(s, w, frame):
    """Combat result: the fallen are removed, then the scores are compared. ``asked`` holds the units that may overrun."""
    frame.index = 0
    if frame.step == Step.CASUALTIES:
        frame.asked = units_to_overrun(s)
        resolve_casualties(s, w)
        frame.step = Step.RESULT
        return
    loser, difference = resolve_result(s, w)
    settle_result(s, loser)
    frame.amount = loser
    frame.number = difference
    frame.step = Step.OVERRUN if loser == NOBODY_WON else Step.BREAK


# --- after blows ---------------------------------------------------------------------------------------------------------------


@rule("x.combat.break_test", "x.character.battle_standard")
def break_step(s, w, frame):
    """Break test: each beaten unit rolls before anything moves; near the battle standard those that break roll once more."""
    who = int(frame.index)
    if frame.step == Step.BREAK_AGAIN:
        frame.step = Step.BREAK
        s.units[who].fate = roll_break_test(s, w, who, int(frame.number), TAKEN_AGAIN)
        frame.index = who + 1
        return
    while who < s.unit_count and not is_of(s, who, int(frame.amount)):
        who += 1
    frame.index = who
    if who == s.unit_count:
        frame.index = 0
        frame.number = 0
        frame.step = Step.AFTERMATH
        return
    s.units[who].fate = roll_break_test(s, w, who, int(frame.number), 0)
    if may_test_again(s, w, who):
        frame.step = Step.BREAK_AGAIN
    else:
        frame.index = who + 1


@kernel
def after_step(s, w, frame):
    """After a combat: what befalls the beaten, one after the other; then who goes after them; overruns; the end. Waits for each
    overrun.
    """
    if frame.step == Step.AFTERMATH:
        for who in range(int(frame.index), s.unit_count):
            if is_fighting_round(s, who) and s.units[who].fate != Fate.NONE:
                frame.index = who + 1
                start_aftermath(s, who)
                return
        frame.index = 0
        frame.amount = 0
        frame.step = Step.FOLLOW
    elif frame.step == Step.FOLLOW:
        if not follow_step(s, w):
            frame.step = Step.OVERRUN
    elif frame.step == Step.OVERRUN:
        who = int(next_to_overrun(s, int(frame.asked)))
        if who == NO_UNIT:
            frame.step = Step.END
            return
        frame.who = who
        frame.asked &= ~(1 << who)
        frame.step = Step.OVERRUN_ANSWER
        ask(s, Prompt.OVERRUN, who)
    elif frame.step == Step.OVERRUN_ANSWER:
        frame.step = Step.OVERRUN
        if s.answer == Verb.PURSUE:
            resolve_overrun(s, w, int(frame.who))
        else:
            emit(s, Event.RESTRAINS, int(frame.who), NO_UNIT, 0, 0)
    else:
        end_round(s)
        pop(s)
