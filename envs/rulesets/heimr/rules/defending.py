"""Choosing the next defence, and rolling it at once."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, pop, push
from ..vocab import Defence, Event, Frame, Mark, Prompt, Refusal, Verb
from .conditions import is_present
from .defences import (
    forget_defence,
    forget_kept,
    is_possible,
    may_defend,
    refusal_of_defence,
    roll_defence,
    stops_shots,
)
from .opposing import has_any_defence
from .stale import is_kept_stale, roll_kept


class Step(IntEnum):
    """Steps of choosing a defence."""

    ASK = 0
    CHOSEN = 1


@rule("defence.preroll")
def push_defence(s, w, who):
    """Rolled in advance: the unit chooses its next defence, if it can make any."""
    if may_defend(s, w, who):
        frame = push(s, Frame.DEFEND)
        frame.who = who


@rule("defence.preroll", "attack.see_defence")
def defend_step(s, w, frame):
    """Rolled in advance: the kind is chosen before the roll, and before any attack; a new one replaces an unused one."""
    who = int(frame.who)
    if frame.step == Step.ASK:
        if not is_present(s, who) or not has_any_defence(s, w, who):
            forget_defence(s, who)
            pop(s)
            return
        frame.step = Step.CHOSEN
        ask(s, Prompt.DEFENCE, who)
        return
    kind = kind_of_verb(int(s.answer))
    pop(s)
    if kind == Defence.NONE:
        forget_defence(s, who)
        s.units[who].refuses = 1
        emit(s, Event.NO_DEFENCE, who, NO_UNIT, 0, 0)
    else:
        s.units[who].refuses = 0
        roll_defence(s, w, who, kind)


@kernel
def kind_of_verb(verb):
    """The kind of defence that an answer stands for."""
    return 0 if verb == Verb.NO_DEFENCE else verb - Verb.USE_DODGE + Defence.DODGE


@rule("defence.kinds", "defence.parry_vs_ranged")
def refusal_of_kind(s, w, who, frame, kind):
    """Kinds: those that can be made; against a shot that is under way, those that stop it."""
    is_shot = frame.kind == Frame.STRIKE and frame.marks & Mark.SHOT != 0
    if kind == Defence.NONE:
        return Refusal.NONE
    return Refusal.NO_PARRY_OF_SHOTS if is_shot and not stops_shots(kind) else refusal_of_defence(s, w, who, kind)


@rule("defence.preroll_stale")
def refresh(s, w, who):
    """Stale defences: one at a time, rerolled at once as the same kind; the unit chooses again if that is no longer possible."""
    kind = int(s.units[who].defence)
    if is_kept_stale(s, w, who):
        refresh_kept(s, w, who)
    elif is_possible(s, w, who, kind):
        roll_defence(s, w, who, kind)
    else:
        forget_defence(s, who)
        push_defence(s, w, who)


@rule("defence.preroll_stale", "defence.parry_vs_ranged")
def refresh_kept(s, w, who):
    """Stale defences: a kept parry is rerolled at once; without its weapon it is lost."""
    if is_possible(s, w, who, int(s.units[who].kept)):
        roll_kept(s, w, who)
    else:
        forget_kept(s, who)
