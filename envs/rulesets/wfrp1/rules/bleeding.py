"""Bleeding, and risk tests."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import check, die
from ....core.state import NO_UNIT, emit_roll, open_total
from ..vocab import Event
from .injuries import resolve_death


@rule("c.bleeding")
def resolve_bleeding(s, w, who):
    """Bleeding: at the end of every round D100 at or below ten times the points means death."""
    unit = s.units[who]
    if unit.bleeding == 0 or unit.dead == 1 or unit.present == 0 or unit.escaped == 1:
        return
    chance = min(int(unit.bleeding) * int(w.book.bleed_pct_per_point), 100)
    open_total(s)
    if check(s, 100, chance):
        emit_roll(s, Event.BLED_TO_DEATH, who, NO_UNIT, chance, 0)
        resolve_death(s, who)
    else:
        emit_roll(s, Event.BLED, who, NO_UNIT, chance, 0)


@rule("c.risk_test")
def fails_risk_test(s, w, who):
    """Risk test: an even chance."""
    open_total(s)
    if not check(s, 100, w.book.risk_success_pct):
        emit_roll(s, Event.RISK_FAILED, who, NO_UNIT, 0, 0)
        return True
    emit_roll(s, Event.RISK_PASSED, who, NO_UNIT, 0, 0)
    return False


@rule("c.risk_test")
def risk_damage(s, w):
    """Risk test: a failure costs D3 Wounds; neither armour nor Toughness helps."""
    return die(s, w.book.risk_damage_die)
