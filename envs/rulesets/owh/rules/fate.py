"""Fate tokens against statuses; rerolls stand in ``rolls.py``."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import reaches
from ....core.state import NO_UNIT, emit_roll, open_total, term
from ..vocab import FIRST_AILMENT, MODES, Event, Refusal, Spent, Term
from .conditions import poison_resistance
from .recovering import cure, suffers
from .rolls import has_token, is_fate_denied, spend_token
from .sneaking import D20


@rule("fate.status_removal")
def may_shake_off_any(s, w, who):
    """Shaking off: with a token left and a status to shake off."""
    if not has_token(s, w, who):
        return False
    for ailment in range(FIRST_AILMENT, MODES):
        if suffers(s, who, ailment):
            return True
    return False


@rule("fate.status_removal")
def refusal_of_ailment(s, who, ailment):
    """Shaking off: a status the unit suffers from."""
    if ailment < FIRST_AILMENT:
        return Refusal.WRONG_MODE
    return Refusal.NONE if suffers(s, who, ailment) else Refusal.NOT_SUFFERED


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
    spend_token(s, who, Spent.STATUS)
    open_total(s)
    number = removal_number(s, w, who)
    if number >= w.book.removal_tn:
        open_total(s)
        term(s, Term.TARGET_NUMBER, number)
    if reaches(s, D20, number):
        cure(s, who, ailment)
        emit_roll(s, Event.SHOOK_OFF, who, NO_UNIT, ailment, number)
    else:
        emit_roll(s, Event.STILL_SUFFERS, who, NO_UNIT, ailment, number)


@rule("fate.supply")
def supply_of(s, w, side):
    """Supply: a party begins with a token for each of its units that is alive, others with none."""
    living = 0
    for who in range(s.unit_count):
        if s.units[who].side == side and s.units[who].dead == 0:
            living += 1
    return living * w.book.tokens_per_player if s.party[side] == 1 else 0


@kernel
def hand_out_tokens(s, w):
    """Every side's tokens at the start."""
    for side in range(s.side_count):
        s.tokens[side] = 0 if is_fate_denied(w) else supply_of(s, w, side)
