"""The steps of each procedure, and what fits a question."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..rules import (
    attacking,
    blow,
    chasing,
    checks,
    climbing,
    defending,
    effects,
    grabs,
    heights,
    moving,
    readying,
    tasks,
)
from ..rules.conditions import is_present
from ..rules.turns import Turn
from ..turn import Battle
from ..vocab import Frame, Prompt, Verb

#: The steps of each procedure.
STEPS = {
    Frame.BATTLE: Battle,
    Frame.TURN: Turn,
    Frame.DEFEND: defending.Step,
    Frame.ATTACK: attacking.Step,
    Frame.STRIKE: blow.Step,
    Frame.EFFECT: effects.Step,
    Frame.CHECK: checks.Step,
    Frame.MOVE: moving.Step,
    Frame.HEIGHT: heights.Step,
    Frame.TASK: tasks.Step,
    Frame.CHASE: chasing.Step,
    Frame.AFTERMATH: readying.Step,
    Frame.GETAWAY: chasing.Step,
    Frame.CLIMB: climbing.Step,
    Frame.STOP: grabs.Step,
}


@kernel
def is_question_fine(s):
    """The prompt fits the top procedure, which waits for the deciding unit; a verb is pending exactly when a part is asked."""
    frame = s.stack[s.depth - 1]
    prompt = s.prompt
    if (prompt >= Prompt.TARGET) != (s.pending_verb != Verb.NONE) or s.decider == NO_UNIT:
        return False
    if not is_present(s, int(s.decider)):
        return False
    if prompt == Prompt.TURN or prompt >= Prompt.TARGET:
        return frame.kind == Frame.TURN and frame.who == s.decider
    if prompt == Prompt.DEFENCE:
        return (frame.kind == Frame.DEFEND and frame.who == s.decider) or is_attacked(s, frame)
    if prompt == Prompt.ATTACKED or prompt == Prompt.EVADE or prompt == Prompt.HOLD:
        return is_attacked(s, frame)
    if prompt == Prompt.BLIND_AXIS:
        return frame.kind == Frame.STRIKE and frame.who == s.decider
    if prompt == Prompt.RESIST:
        return (frame.kind == Frame.EFFECT and frame.who == s.decider) or is_attacked(s, frame)
    if prompt == Prompt.STUMBLE:
        return frame.kind == Frame.EFFECT and frame.target == s.decider
    return is_rarer_question_fine(s, frame, prompt)


@kernel
def is_attacked(s, frame):
    """Whether the unit asked is the target of the attack roll that is being made."""
    return frame.kind == Frame.STRIKE and frame.target == s.decider


@kernel
def is_rarer_question_fine(s, frame, prompt):
    """The questions of guards, grabbers, rolls and chases."""
    if prompt == Prompt.REROLL:
        return (frame.kind == Frame.CHECK or frame.kind == Frame.TASK) and frame.who == s.decider
    if prompt == Prompt.STOP:
        return frame.kind == Frame.STOP and frame.index == s.decider
    if prompt == Prompt.INTERCEPTED:
        return (frame.kind == Frame.MOVE or frame.kind == Frame.ATTACK) and frame.who == s.decider
    if prompt == Prompt.PROVOKED:
        return (frame.kind == Frame.MOVE or frame.kind == Frame.ATTACK) and frame.who != s.decider
    if prompt == Prompt.PURSUE:
        return frame.kind == Frame.GETAWAY and frame.index == s.decider
    return frame.kind == Frame.CHASE and s.decider == (frame.target if prompt == Prompt.CHASE else frame.who)
