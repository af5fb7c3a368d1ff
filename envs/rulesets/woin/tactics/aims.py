"""With what behaviours attack: the first weapon that an option is open with."""

from __future__ import annotations

from ....core.compiler import kernel
from ..rules.conditions import is_foe
from ..rules.options import is_target, refusal_of_option
from ..vocab import SLOTS, Refusal


@kernel
def is_left_alone(s, who, target):
    """Behaviours spend nothing on enemies that are down."""
    return s.units[target].down == 1 and is_foe(s, who, target)


@kernel
def best_strike(s, w, who, target, mode):
    """The weapon in hand, else a natural one, else bare hands, whichever may carry out an option; -1 none."""
    if not is_target(s, w, who, target) or is_left_alone(s, who, target):
        return -1
    held = int(s.units[who].held)
    if held >= 0 and refusal_of_option(s, w, who, target, held, mode) == Refusal.NONE:
        return held
    for strike in range(SLOTS + 1):
        if strike != held and refusal_of_option(s, w, who, target, strike, mode) == Refusal.NONE:
            return strike
    return -1
