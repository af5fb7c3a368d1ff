"""Grabs: taking hold, letting go, and stopping what the held opponent does."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import ask, emit, emit_roll, open_total, pop, push
from ..vocab import Ability, Body, Event, Frame, Prompt, Task, Verb
from .abilities import is_fresh_enough, resolve_fatigue
from .conditions import is_able
from .defences import forget_defence, forget_kept, note_change
from .harm import end_grab, end_guard
from .rolling import roll_ability

NO_HOLD = 0
OFFSET = 1000  # added to every stored requirement, so that 0 means no requirement


class Step(IntEnum):
    """Steps of stopping a held unit."""

    NEXT = 0
    ASKED = 1


# --- taking hold -----------------------------------------------------------------------------------------------------


@rule("brawl.attack", "brawl.grab_part", "brawl.grab_no_defence", "brawl.grab_end", "effect.bind")
def resolve_grab(s, w, who, target, part):
    """Grab: the part that was struck is bound until the grab ends; meanwhile the grabber makes no defence."""
    unit = s.units[who]
    if s.units[target].unconscious == 1:
        return
    unit.grab_target = target
    unit.grab_part = part if part != Body.ANYWHERE else Body.TORSO
    if s.units[target].grab_target == who or w.book.ends_on_effect == 1:
        end_grab(s, target)
    if w.book.grabber_defences == 0:
        forget_defence(s, who)
        forget_kept(s, who)
    end_guard(s, target)
    emit(s, Event.GRABBED, who, target, int(unit.grab_part), 0)
    note_change(s)


@rule("brawl.grab_release")
def resolve_release(s, who):
    """Release: at any time."""
    end_grab(s, who)


# --- stopping --------------------------------------------------------------------------------------------------------


@rule("brawl.grab_stop")
def may_stop(s, grabber, who):
    """Stopping: a grabber that holds the unit and can act."""
    return s.units[grabber].grab_target == who and is_able(s, grabber)


@rule("brawl.grab_stop")
def start_stopping(s, who):
    """Stopping: before an action that needs a physical roll each grabber may set a requirement; they stand in the frame below."""
    is_asked = False
    for grabber in range(s.unit_count):
        if s.units[grabber].grab_target == who:
            s.units[grabber].stop_total = NO_HOLD
            is_asked = is_asked or may_stop(s, grabber, who)
    if is_asked:
        frame = push(s, Frame.STOP)
        frame.who = who
        frame.index = -1


@rule("brawl.grab_stop")
def stop_step(s, w, frame):
    """Stopping: one grabber after the other rolls or lets it pass."""
    if frame.step == Step.ASKED:
        frame.step = Step.NEXT
        if s.answer == Verb.STOP_IT:
            roll_to_stop(s, w, int(frame.index), int(frame.who), s.stack[s.depth - 2])
        return
    for grabber in range(frame.index + 1, s.unit_count):
        if may_stop(s, grabber, int(frame.who)):
            frame.index = grabber
            frame.step = Step.ASKED
            ask(s, Prompt.STOP, grabber)
            return
    pop(s)


@rule("brawl.grab_stop", "fatigue.requirement")
def roll_to_stop(s, w, grabber, who, action):
    """Stopping: the brawl result is what the held unit's roll must reach; a tired grabber sets nothing."""
    open_total(s)
    total, natural, six = roll_ability(s, w, grabber, int(Ability.BRAWL))
    fresh = is_fresh_enough(s, grabber, natural)
    resolve_fatigue(s, w, grabber, six)
    emit_roll(s, Event.PASSED if fresh else Event.TOO_TIRED, grabber, who, total, Task.STOPPING)
    if fresh:
        s.units[grabber].stop_total = total + OFFSET
        action.asked |= 1 << grabber
        action.hold = highest_hold(s, action)


@rule("brawl.grab_stop")
def highest_hold(s, frame):
    """Stopping: the highest of the requirements that an action must reach; each grabber sets its own."""
    highest = NO_HOLD
    for grabber in range(s.unit_count):
        if (int(frame.asked) >> grabber) & 1 == 1:
            highest = max(highest, int(s.units[grabber].stop_total))
    return highest


@rule("brawl.grab_stop", "fatigue.requirement")
def is_only_tired(frame, total, fresh):
    """Stopping: whether a roll would reach every requirement of grabbers, and fails by fatigue."""
    return not fresh and total + OFFSET >= frame.hold


@rule("brawl.grab_stop", "brawl.grab_end")
def is_stopped(s, frame, who, total, fresh):
    """Stopping: the action fails if its roll does not reach every requirement, or not fatigue. The roll frees the unit from each
    grabber whose requirement it reaches; if from all, it still counts for its own action.
    """
    if frame.hold == NO_HOLD:
        return False
    for grabber in range(s.unit_count):
        if (int(frame.asked) >> grabber) & 1 == 0:
            continue
        if s.units[grabber].grab_target != who:
            forget_hold(s, frame, grabber)
        elif fresh and total + OFFSET >= s.units[grabber].stop_total:
            forget_hold(s, frame, grabber)
            end_grab(s, grabber)
    return frame.hold != NO_HOLD


@rule("brawl.grab_release", "brawl.grab_stop")
def forget_hold(s, frame, grabber):
    """Release: a grabber that has released its hold no longer stops the action."""
    frame.asked &= ~(1 << grabber)
    frame.hold = highest_hold(s, frame)


@kernel
def hand_over_hold(frame, above):
    """The first roll of an action takes over the requirement."""
    above.hold = frame.hold
    above.asked = frame.asked
    frame.hold = NO_HOLD
    frame.asked = 0
