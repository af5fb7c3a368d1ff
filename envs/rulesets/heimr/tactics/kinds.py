"""Kinds of complete choices: what they are for, and what attack they stand for."""

from __future__ import annotations

from ....core.behaviour.features import Intent
from ....core.compiler import kernel
from ....core.state import top
from ..rules.chasing import is_shot_in_chase
from ..vocab import FIRST_BIND, Frame, Mark, Verb


@kernel
def is_brawl(verb):
    """Whether a choice is a brawl."""
    return verb == Verb.BRAWL or verb == Verb.CHARGE_BRAWL or verb == Verb.SURPASS_HIT or verb == Verb.SURPASS_BIND


@kernel
def is_attack(verb):
    """Whether a choice rolls to hit a target in view."""
    if Verb.WEAPON_ATTACK <= verb <= Verb.CHARGE_BRAWL or verb == Verb.ATTACK_IT:
        return True
    return Verb.SURPASS_ATTACK <= verb <= Verb.SURPASS_BIND


@kernel
def marks_of(s, w, row):
    """The marks of the attack a choice stands for."""
    verb = int(row.verb)
    if verb == Verb.SHOOT:
        return int(Mark.SHOT)
    if verb == Verb.ATTACK_IT:
        is_brawled = top(s).kind == Frame.ATTACK and top(s).target == s.decider
        return int(Mark.PROVOKED if is_brawled else Mark.PAST_GUARD)
    marks = int(Mark.CHARGE) if verb == Verb.CHARGE_WEAPON or verb == Verb.CHARGE_BRAWL else 0
    if verb >= Verb.SURPASS_ATTACK:
        marks |= int(Mark.SURPASS)
        if verb == Verb.SURPASS_ATTACK and is_shot_in_chase(s, w, int(s.decider)):
            marks |= int(Mark.SHOT)
    if is_brawl(verb):
        marks |= int(Mark.BRAWL)
        if row.mode >= FIRST_BIND or verb == Verb.SURPASS_BIND:
            marks |= int(Mark.BIND)
    return marks


@kernel
def intent_of_attack(verb, mode):
    """What an attack is for."""
    if verb == Verb.SHOOT or verb == Verb.LUCK_SHOT:
        return int(Intent.SHOOT)
    is_bind = mode >= FIRST_BIND and (verb == Verb.BRAWL or verb == Verb.CHARGE_BRAWL)
    return int(Intent.HOLD) if is_bind or verb == Verb.SURPASS_BIND else int(Intent.STRIKE)


@kernel
def intent_of(verb):
    """What a choice is for that is neither an attack nor a move."""
    if verb == Verb.GUARD:
        return int(Intent.SHIELD)
    if Verb.GUARD_BORDER <= verb <= Verb.GUARD_CELL or verb == Verb.SEIZE or verb == Verb.POINT_OUT:
        return int(Intent.SUPPORT)
    if verb == Verb.FIRST_AID or verb == Verb.RALLY:
        return int(Intent.SUPPORT)
    if verb == Verb.HIDE or verb == Verb.LEAVE_CLUSTER:
        return int(Intent.SHIFT)
    if verb == Verb.STRUGGLE or verb == Verb.DODGE:
        return int(Intent.REACT)
    if verb == Verb.FLEE:
        return int(Intent.FLEE)
    is_wait = verb == Verb.END_TURN or verb == Verb.CANCEL or verb == Verb.RELEASE_GRAB
    is_wait = is_wait or Verb.DELAY_BEFORE <= verb <= Verb.READY_PRONE
    return int(Intent.WAIT) if is_wait else int(Intent.PREPARE)
