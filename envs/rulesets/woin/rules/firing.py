"""Fire from overwatch, in the middle of an enemy's turn."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.state import NO_UNIT, ask, emit, pop
from ..vocab import Event, Mark, Mode, Prompt, Verb
from .declaring import start_attack
from .watching import next_watcher


class Step(IntEnum):
    """Steps of a trigger."""

    NEXT = 0
    ANSWER = 1
    FIRED = 2


@rule("overwatch.interrupt")
def watch_step(s, w, frame):
    """Overwatch: units that may fire are asked one after another; each shot is resolved before play continues."""
    target = int(frame.who)
    if frame.step == Step.NEXT:
        watcher = next_watcher(s, w, target, int(frame.asked))
        if watcher == NO_UNIT:
            pop(s)
            return
        frame.asked |= 1 << watcher
        frame.index = watcher
        frame.step = Step.ANSWER
        ask(s, Prompt.WATCH, watcher)
    elif frame.step == Step.ANSWER:
        watcher = int(frame.index)
        if s.answer == Verb.FIRE:
            frame.step = Step.FIRED
            start_attack(s, w, watcher, target, int(s.units[watcher].held), int(Mode.NORMAL), int(Mark.OVERWATCH))
        else:
            frame.step = Step.NEXT
            emit(s, Event.HELD_FIRE, watcher, target, 0, 0)
    else:
        frame.step = Step.NEXT
        note_shot(s, int(frame.index), target)


@rule("overwatch.once_per_target")
def note_shot(s, who, target):
    """Overwatch: this target has been shot at, also by the shot that ends the overwatch; further ones are harder."""
    s.units[who].watched |= 1 << target
