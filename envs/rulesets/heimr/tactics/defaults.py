"""The neutral choices at prompts outside turns, for simple agents and as the default of behaviours."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel, rule
from ....core.state import top
from ....core.state.choosing import is_offered
from ..rules.defences import defence_potential, own_consistency, used_penalty
from ..rules.opposing import extra_penalty
from ..rules.rolling import clamped
from ..vocab import A_DIRECTION, Defence, Frame, Mark, Prompt, Verb
from .chances import mean_valid

NO_DEFAULT = -1
CLOSE = 1e-9  # means that differ by less are equal
#: What is answered to each prompt, whatever the position; NO_DEFAULT at the others.
PLAIN = np.full(len(Prompt), NO_DEFAULT, np.int64)
for _prompt, _verb in (
    (Prompt.ATTACKED, Verb.DEFEND), (Prompt.PROVOKED, Verb.ATTACK_IT), (Prompt.STOP, Verb.STOP_IT),
    (Prompt.REROLL, Verb.ACCEPT), (Prompt.RESIST, Verb.RESIST), (Prompt.EVADE, Verb.TAKE_IT),
    (Prompt.INTERCEPTED, Verb.STAY), (Prompt.PURSUE, Verb.STAY_BEHIND), (Prompt.BLIND_AXIS, Verb.BLIND_STRAIGHT),
):  # fmt: skip
    PLAIN[_prompt] = _verb


@rule("c.default_choices")
def default_answer(s, w):
    """Default choices: the defence with the best mean, every reaction; no rerolls, no pursuit, straight, north.

    Returns -1 in turns, chases, and for parts of choices.
    """
    if s.prompt == Prompt.DEFENCE:
        return best_defence(s, w, int(s.decider))
    if s.prompt == Prompt.HOLD:
        return int(Verb.LET_GO if s.units[s.decider].hp <= w.book.release_at_or_below_hp else Verb.KEEP_HOLD)
    if s.prompt == Prompt.STUMBLE:
        return first_direction(s)
    return int(PLAIN[s.prompt])


@rule("c.default_choices")
def best_defence(s, w, who):
    """Default choices: the kind offered with the highest mean valid total; ties in the order dodge, block, parry."""
    frame = top(s)
    is_shot, less = False, 0
    if frame.kind == Frame.STRIKE:
        is_shot = frame.marks & Mark.SHOT != 0
        less = extra_penalty(s, w, frame, who)
    best, most = int(Verb.NO_DEFENCE), 0.0
    for kind in range(Defence.DODGE, Defence.PARRY_OFF_HAND + 1):
        answer = int(Verb.USE_DODGE) + kind - Defence.DODGE
        if is_offered(s, answer):
            mean = mean_of_defence(s, w, who, kind, is_shot, less, int(s.units[who].fatigue))
            if best == Verb.NO_DEFENCE or mean > most + CLOSE:
                best = answer
                most = mean
    return best


@kernel
def mean_of_defence(s, w, who, kind, is_shot, less, fatigue):
    """Mean valid total of a kind of defence, if it were rolled now.

    Args:
        less: consistency that the attack takes.
        fatigue: of the unit, as the unit that estimates knows it.
    """
    consistency = clamped(w, own_consistency(s, w, who, kind) - used_penalty(s, w, who, kind) - less)
    return mean_valid(consistency, defence_potential(s, w, who, kind, is_shot), fatigue)


@rule("c.default_choices")
def first_direction(s):
    """Default choices: north, or the first direction that qualifies."""
    north = int(A_DIRECTION)
    return north if is_offered(s, north) else int(s.choices[0])
