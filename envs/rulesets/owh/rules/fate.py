"""Fate tokens against statuses; rerolls stand in ``rolls.py``."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import reaches
from ....core.state import NO_UNIT, emit_roll
from ..vocab import FIRST_AILMENT, MODES, Event
from .conditions import poison_resistance
from .harm import cure, suffers
from .rolls import spend_token
from .sneaking import D20


@rule("fate.status_removal", "fate.denial")
def may_shake_off_any(s, w, who):
    """Shaking off: with a token left and a status to shake off."""
    if w.book.fate_enabled == 0 or s.tokens[s.units[who].side] == 0:
        return False
    for ailment in range(FIRST_AILMENT, MODES):
        if suffers(s, who, ailment):
            return True
    return False


@rule("fate.status_removal")
def removal_number(s, w, who):
    """Shaking off: 7, or the poison resistance number where that is lower."""
    number = int(w.book.removal_tn)
    if w.book.removal_use_pr == 1:
        number = min(number, poison_resistance(s, w, who))
    return number


@rule("fate.status_removal")
def resolve_shaking_off(s, w, who, ailment):
    """Shaking off: a token, and a bare d20; success ends the status altogether."""
    spend_token(s, who)
    number = removal_number(s, w, who)
    if reaches(s, D20, number):
        cure(s, who, ailment)
        emit_roll(s, Event.SHOOK_OFF, who, NO_UNIT, ailment, number)
    else:
        emit_roll(s, Event.STILL_SUFFERS, who, NO_UNIT, ailment, number)


@rule("fate.supply", "fate.denial")
def supply(s, w):
    """Supply: a party begins with a token for each of its units."""
    for side in range(s.side_count):
        s.tokens[side] = 0
        if s.party[side] == 1 and w.book.fate_enabled == 1:
            s.tokens[side] = s.side_size[side] * w.book.tokens_per_player
